import type {
  ColumnRow,
  CommentRow,
  ConstraintRow,
  DefaultRow,
  GrantRow,
  IndexRow,
  ListedRow,
  OtherExpressionRow,
  PartitionRow,
  ViewRow,
} from './catalog-rows.js';
import type { Statements } from './statements.js';
import { FURTHER, type ForeignRow, type ParentRow, type PolicyRow, type TriggerRow } from './further-statements.js';
import type { Session } from './session.js';
import { isLockTimeout } from './faults.js';
import { arrayText } from './texts.js';

/** Bounds what is in memory at a time for every kind of source: many small tables, wide ones, or long views. */
const MOST_RELATIONS = 500;
const MOST_WEIGHT = 10_000;
const WEIGHT_OF_PARTITIONED = 200;
/** How often one page is tried: another relation may be locked between two attempts. */
const MOST_ATTEMPTS = 5;

export interface Page {
  readonly listed: readonly ListedRow[];
  readonly columns: readonly ColumnRow[];
  readonly defaults: readonly DefaultRow[];
  readonly otherExpressions: readonly OtherExpressionRow[];
  readonly comments: readonly CommentRow[];
  readonly constraints: readonly ConstraintRow[];
  readonly indexes: readonly IndexRow[];
  readonly views: readonly ViewRow[];
  readonly partitions: readonly PartitionRow[];
  /** Columns that may be read of relations that may not be read as a whole. */
  readonly grants: readonly GrantRow[];
  readonly triggers: readonly TriggerRow[];
  readonly policies: readonly PolicyRow[];
  readonly parents: readonly ParentRow[];
  readonly foreign: readonly ForeignRow[];
}

export function paged(listed: readonly ListedRow[]): ListedRow[][] {
  const pages: ListedRow[][] = [];
  let weight = Infinity;
  for (const row of listed) {
    const [, , , kind, columns, , , extra] = row;
    const own = Number(columns) + Number(extra) + (kind === 'p' ? WEIGHT_OF_PARTITIONED : 0);
    const page = pages.at(-1);
    if (page === undefined || page.length === MOST_RELATIONS || weight + own > MOST_WEIGHT) {
      pages.push([row]);
      weight = own;
    } else {
      page.push(row);
      weight += own;
    }
  }
  return pages;
}

/** Leaves out the relations that other sessions lock for longer than we wait. @returns their names beside the page */
export async function readPage(
  session: Session,
  statements: Statements,
  listed: readonly ListedRow[],
): Promise<{ page: Page; locked: readonly string[] }> {
  const locked = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const open = listed.filter(([, oid]) => !locked.has(oid));
    try {
      const page = await readParts(session, statements, open);
      return { page, locked: listed.filter(([, oid]) => locked.has(oid)).map(([, , name]) => name) };
    } catch (error) {
      if (!isLockTimeout(error) || attempt === MOST_ATTEMPTS) throw error;
    }
    const rows = await session.rows<[string]>(statements.locked, [arrayText(open.map(([, oid]) => oid))]);
    for (const [oid] of rows) locked.add(oid);
  }
}

/** Sends one statement for each part of all relations of the page; none of them waits for another. */
async function readParts(session: Session, statements: Statements, listed: readonly ListedRow[]): Promise<Page> {
  const all = listed.map(([, oid]) => oid);
  const ofKind = (...kinds: string[]) => listed.filter(([, , , kind]) => kinds.includes(kind)).map(([, oid]) => oid);
  const closed = listed.filter(([, , , , , , readable]) => readable !== 't').map(([, oid]) => oid);
  const of = async <R extends (string | null)[]>(text: string, oids: readonly string[]): Promise<R[]> =>
    oids.length === 0 ? [] : session.rows<R>(text, [arrayText(oids)]);
  const stored = ofKind('r', 'p', 'f', 'm');
  const tables = ofKind('r', 'p', 'f');
  const [columns, defaults, comments, constraints, ofPartitions, indexes, views, partitions, grants, triggers, ...further] =
    await Promise.all([
      of<ColumnRow>(statements.columns, all),
      of<DefaultRow>(statements.defaults, all),
      of<CommentRow>(statements.comments, all),
      of<ConstraintRow>(statements.constraints, stored),
      of<ConstraintRow>(statements.partitionKeys, ofKind('p')),
      of<IndexRow>(statements.indexes, stored),
      of<ViewRow>(statements.views, ofKind('v', 'm')),
      of<PartitionRow>(statements.partitions, ofKind('p')),
      of<GrantRow>(statements.grants, closed),
      of<TriggerRow>(FURTHER.triggers, all),
      of<PolicyRow>(FURTHER.policies, tables),
      of<ParentRow>(FURTHER.parents, tables),
      of<ForeignRow>(FURTHER.foreign, ofKind('f')),
      of<OtherExpressionRow>(statements.otherExpressions, ofKind('r', 'p', 'f')),
      session.releaseLocks(),
    ]);
  const [policies, parents, foreign, otherExpressions] = further;
  return {
    listed,
    columns,
    defaults,
    otherExpressions,
    comments,
    constraints: [...constraints, ...ofPartitions],
    indexes,
    views,
    partitions,
    grants,
    triggers,
    policies,
    parents,
    foreign,
  };
}
