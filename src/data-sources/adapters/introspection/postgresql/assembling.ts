import type {
  Check,
  Column,
  ForeignKey,
  Index,
  Key,
  Partitions,
  ReferentialAction,
  Relation,
  RelationKind,
} from '../../../domain/relation.js';
import type { Names } from './names.js';
import type { Page } from './pages.js';
import type {
  ColumnRow,
  CommentRow,
  ConstraintRow,
  DefaultRow,
  GrantRow,
  IndexRow,
  ListedRow,
  PartitionRow,
} from './statements.js';
import { labelsOf, numbersOf } from './texts.js';

const KINDS: Readonly<Record<string, RelationKind>> = {
  p: 'partitioned_table',
  f: 'foreign_table',
  v: 'view',
  m: 'materialized_view',
};
const ACTIONS: Readonly<Record<string, ReferentialAction>> = {
  r: 'restrict',
  c: 'cascade',
  n: 'set_null',
  d: 'set_default',
};
const IDENTITIES: Readonly<Record<string, Column['identity']>> = { a: 'always', d: 'by_default' };
const GENERATED: Readonly<Record<string, Column['generated']>> = { s: 'stored', v: 'virtual' };

interface Draft {
  readonly listed: ListedRow;
  /** Comments by the number of the column; 0 is the relation's own. Most relations have none. */
  comments: Map<string, string> | undefined;
  defaults: Map<string, string | null> | undefined;
  granted: Set<string> | undefined;
  readonly columns: Column[];
  /** The numbers of the columns, in their order. */
  readonly numbers: string[];
  primaryKey: Key | null;
  readonly foreignKeys: ForeignKey[];
  readonly uniqueKeys: Key[];
  readonly checks: Check[];
  readonly indexes: Index[];
  partitions: PartitionRow | null;
  definition: string | null;
}

/** Puts together what the statements have found, in the order of the list. */
export function assemble(schema: string, page: Page, names: Names): Relation[] {
  const drafts = new Map(page.listed.map((listed) => [listed[1], draftOf(listed)]));
  for (const row of page.defaults) addDefault(drafts.get(row[0]), row);
  for (const row of page.comments) addComment(drafts.get(row[0]), row);
  for (const row of page.grants) addGrant(drafts.get(row[0]), row);
  for (const row of page.columns) addColumn(drafts.get(row[0]), row, names);
  for (const row of page.constraints) addConstraint(drafts.get(row[0]), row, names);
  for (const row of page.indexes) addIndex(drafts.get(row[0]), row);
  for (const [relation, definition] of page.views) setDefinition(drafts.get(relation), definition);
  for (const row of page.partitions) setPartitions(drafts.get(row[0]), row);
  return Array.from(drafts.values(), (draft) => relationOf(schema, draft));
}

function draftOf(listed: ListedRow): Draft {
  return {
    listed,
    comments: undefined,
    defaults: undefined,
    granted: undefined,
    columns: [],
    numbers: [],
    primaryKey: null,
    foreignKeys: [],
    uniqueKeys: [],
    checks: [],
    indexes: [],
    partitions: null,
    definition: null,
  };
}

function addDefault(draft: Draft | undefined, [, number, text]: DefaultRow): void {
  if (draft !== undefined) (draft.defaults ??= new Map<string, string | null>()).set(number, text);
}

function addComment(draft: Draft | undefined, [, number, text]: CommentRow): void {
  if (draft !== undefined) (draft.comments ??= new Map<string, string>()).set(number, text);
}

function addGrant(draft: Draft | undefined, [, number]: GrantRow): void {
  if (draft !== undefined) (draft.granted ??= new Set<string>()).add(number);
}

function nameOf(draft: Draft, number: string): string | undefined {
  return draft.columns[draft.numbers.indexOf(number)]?.name;
}

function addColumn(draft: Draft | undefined, row: ColumnRow, names: Names): void {
  if (draft === undefined) return;
  const [, number, name, typeOid, modifier, notNull, identity, generated] = row;
  const type = names.typeOf(typeOid, modifier);
  draft.numbers.push(number);
  draft.columns.push({
    name,
    type: type.text,
    nullable: notNull !== 't' && !type.notNull,
    default: draft.defaults?.get(number) ?? null,
    generated: GENERATED[generated] ?? null,
    identity: IDENTITIES[identity] ?? null,
    comment: draft.comments?.get(number) ?? null,
    readable: draft.listed[6] === 't' || draft.granted?.has(number) === true,
    values: type.labels,
  });
}

function addConstraint(draft: Draft | undefined, row: ConstraintRow, names: Names): void {
  if (draft === undefined) return;
  const [, name, kind, numbers, target, targetNumbers, onUpdate, onDelete, expression] = row;
  if (kind === 'c') {
    draft.checks.push({ name, expression: expression ?? '' });
    return;
  }
  const key: Key = { name, columns: numbersOf(numbers).map((number) => nameOf(draft, number) ?? '') };
  if (kind === 'p') draft.primaryKey = key;
  if (kind === 'u') draft.uniqueKeys.push(key);
  if (kind === 'f')
    draft.foreignKeys.push({
      ...key,
      target: names.targetOf(target, numbersOf(targetNumbers)),
      onUpdate: ACTIONS[onUpdate] ?? 'no_action',
      onDelete: ACTIONS[onDelete] ?? 'no_action',
    });
}

function addIndex(draft: Draft | undefined, row: IndexRow): void {
  if (draft === undefined) return;
  const [, name, unique, numbers, expressionsJson, predicate] = row;
  const expressions = labelsOf(expressionsJson) ?? [];
  let expression = 0;
  const columns = numbers
    .split(' ')
    .map((number) => (number === '0' ? expressions[expression++] : nameOf(draft, number)) ?? '');
  draft.indexes.push({ name, columns, unique: unique === 't', predicate });
}

function setDefinition(draft: Draft | undefined, definition: string | null): void {
  if (draft !== undefined) draft.definition = definition;
}

function setPartitions(draft: Draft | undefined, row: PartitionRow): void {
  if (draft !== undefined) draft.partitions = row;
}

function relationOf(schema: string, draft: Draft): Relation {
  const [, , name, kind, , rows] = draft.listed;
  const { columns, primaryKey, foreignKeys, uniqueKeys, checks, indexes, definition } = draft;
  const estimate = rows ?? draft.partitions?.[2] ?? null;
  return {
    schema,
    name,
    kind: KINDS[kind] ?? 'table',
    comment: draft.comments?.get('0') ?? null,
    rowEstimate: estimate === null ? null : Number(estimate),
    readable: draft.listed[6] === 't' || columns.some((column) => column.readable),
    columns,
    primaryKey,
    foreignKeys,
    uniqueKeys,
    checks,
    indexes,
    partitions: draft.partitions === null ? null : partitionsOf(draft.partitions),
    definition,
  };
}

function partitionsOf([, count, , by, bounds]: PartitionRow): Partitions {
  const pairs = bounds === null ? [] : (JSON.parse(bounds) as [name: string, bound: string][]);
  return { count: Number(count), by: by ?? '', bounds: pairs.map(([name, bound]) => ({ name, bound })) };
}
