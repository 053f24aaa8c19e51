import type {
  ColumnRow,
  CommentRow,
  ConstraintRow,
  DefaultRow,
  GrantRow,
  IndexRow,
  ListedRow,
  PartitionRow,
  Statements,
  ViewRow,
} from './statements.js';
import type { Session } from './session.js';
import { arrayText } from './texts.js';

/** Bounds what is in memory at a time, whatever the shape of the source: many small tables, wide ones, or long views. */
const MOST_RELATIONS = 500;
const MOST_WEIGHT = 10_000;
const WEIGHT_OF_PARTITIONED = 200;

export interface Page {
  readonly listed: readonly ListedRow[];
  readonly columns: readonly ColumnRow[];
  readonly defaults: readonly DefaultRow[];
  readonly comments: readonly CommentRow[];
  readonly constraints: readonly ConstraintRow[];
  readonly indexes: readonly IndexRow[];
  readonly views: readonly ViewRow[];
  readonly partitions: readonly PartitionRow[];
  /** Columns that may be read of relations that may not be read as a whole. */
  readonly grants: readonly GrantRow[];
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

/** One statement for each part of all relations of the page; none of them waits for another. */
export async function readPage(session: Session, statements: Statements, listed: readonly ListedRow[]): Promise<Page> {
  const all = listed.map(([, oid]) => oid);
  const ofKind = (...kinds: string[]) => listed.filter(([, , , kind]) => kinds.includes(kind)).map(([, oid]) => oid);
  const closed = listed.filter(([, , , , , , readable]) => readable !== 't').map(([, oid]) => oid);
  const of = async <R extends (string | null)[]>(text: string, oids: readonly string[]): Promise<R[]> =>
    oids.length === 0 ? [] : session.rows<R>(text, [arrayText(oids)]);
  const stored = ofKind('r', 'p', 'f', 'm');
  const [columns, defaults, comments, constraints, indexes, views, partitions, grants] = await Promise.all([
    of<ColumnRow>(statements.columns, all),
    of<DefaultRow>(statements.defaults, all),
    of<CommentRow>(statements.comments, all),
    of<ConstraintRow>(statements.constraints, stored),
    of<IndexRow>(statements.indexes, stored),
    of<ViewRow>(statements.views, ofKind('v', 'm')),
    of<PartitionRow>(statements.partitions, ofKind('p')),
    of<GrantRow>(statements.grants, closed),
    session.releaseLocks(),
  ]);
  return { listed, columns, defaults, comments, constraints, indexes, views, partitions, grants };
}
