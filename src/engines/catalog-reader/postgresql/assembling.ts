import { type Draft, draftOf } from './draft.js';
import { exclusionOf, foreignOf, optionsOfIndex, policyOf, traitsOf, triggerOf } from './further-parts.js';
import type { ForeignRow, ParentRow, PolicyRow, TriggerRow } from './further-statements.js';
import type { Column, Key, Partitions, ReferentialAction, Relation, RelationKind } from '../relation.js';
import type { Names } from './names.js';
import type { Page } from './pages.js';
import type {
  ColumnRow,
  CommentRow,
  ConstraintRow,
  DefaultRow,
  GrantRow,
  IndexRow,
  OtherExpressionRow,
  PartitionRow,
} from './catalog-rows.js';
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

/** Puts together what the statements have found, in the order of the list. */
export function assemble(schema: string, page: Page, names: Names, database: string | null): Relation[] {
  const drafts = new Map(page.listed.map((listed) => [listed[1], draftOf(listed)]));
  for (const row of page.defaults) addDefault(drafts.get(row[0]), row);
  for (const row of page.otherExpressions) addOtherExpression(drafts.get(row[0]), row);
  for (const row of page.comments) addComment(drafts.get(row[0]), row);
  for (const row of page.grants) addGrant(drafts.get(row[0]), row);
  for (const row of page.columns) addColumn(drafts.get(row[0]), row, names);
  for (const row of page.indexes) addIndex(drafts.get(row[0]), row);
  for (const row of page.constraints) addConstraint(drafts.get(row[0]), row, names);
  for (const [relation, definition] of page.views) setDefinition(drafts.get(relation), definition);
  for (const row of page.partitions) setPartitions(drafts.get(row[0]), row);
  for (const row of page.triggers) addTrigger(drafts.get(row[0]), row);
  for (const row of page.policies) addPolicy(drafts.get(row[0]), row);
  for (const row of page.parents) addParent(drafts.get(row[0]), row);
  for (const row of page.foreign) setForeign(drafts.get(row[0]), row);
  return Array.from(drafts.values(), (draft) => relationOf(schema, draft, names, database));
}

function addDefault(draft: Draft | undefined, [, number, text]: DefaultRow): void {
  if (draft !== undefined) (draft.defaults ??= new Map<string, string | null>()).set(number, text);
}

function addOtherExpression(draft: Draft | undefined, [, number, text]: OtherExpressionRow): void {
  if (draft === undefined || text === draft.defaults?.get(number)) return;
  const known = (draft.otherExpressions ??= new Map<string, readonly string[]>());
  known.set(number, [...(known.get(number) ?? []), text ?? '']);
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
  const [, number, name, typeOid, modifier, notNull, identity, generated, collation] = row;
  const type = names.typeOf(typeOid, modifier);
  const otherExpressions = draft.otherExpressions?.get(number);
  const fields = names.fieldsOf(type);
  draft.numbers.push(number);
  draft.columns.push({
    name,
    type: type.text,
    nullable: notNull !== 't' && !type.notNull,
    default: draft.defaults?.get(number) ?? null,
    generated: GENERATED[generated] ?? null,
    identity: IDENTITIES[identity] ?? null,
    comment: draft.comments?.get(number) ?? null,
    readable:
      (draft.listed[6] === 't' || draft.granted?.has(number) === true) &&
      ![draft.listed[0], draft.listed[2], name].some((each) => names.isUnspeakable(each)),
    ...type.labels,
    collation: names.collationOf(collation, type),
    options: [],
    ...(otherExpressions !== undefined && { otherExpressions }),
    ...(fields.length > 0 && { fields }),
  });
}

function addConstraint(draft: Draft | undefined, row: ConstraintRow, names: Names): void {
  if (draft === undefined) return;
  const [, name, kind, numbers, target, targetNumbers, onUpdate, onDelete, expression, oid, , , , , index, , emptied] = row;
  const named = (list: string | null) => numbersOf(list).map((number) => nameOf(draft, number) ?? '');
  const keep = <Part>(part: keyof Draft['ids'], parts: Part[], kept: Part): void => {
    parts.push(kept);
    draft.ids[part].push(Number(oid));
  };
  if (kind === 'c') keep('checks', draft.checks, { name, expression: expression ?? '', ...traitsOf(row) });
  if (kind === 'n') allowNull(draft, numbers);
  if (kind === 'x') {
    const behind = draft.indexes[draft.ids.indexes.indexOf(Number(index))];
    if (behind !== undefined) keep('exclusionConstraints', draft.exclusionConstraints, exclusionOf(row, behind));
  }
  const columns = named(numbers);
  const key: Key = { name, columns, ...traitsOf(row, columns, named(emptied)) };
  if (kind === 'p') {
    draft.primaryKey = key;
    draft.ids.primaryKey.push(Number(oid));
  }
  if (kind === 'u') keep('uniqueKeys', draft.uniqueKeys, key);
  if (kind === 'f') {
    draft.targets.push(`${target}${targetNumbers ?? ''}`);
    keep('foreignKeys', draft.foreignKeys, {
      ...key,
      target: names.targetOf(target, numbersOf(targetNumbers)),
      onUpdate: ACTIONS[onUpdate] ?? 'no_action',
      onDelete: ACTIONS[onDelete] ?? 'no_action',
    });
  }
}

/** NOT NULL that is not valid binds later rows only: the column may hold null. */
function allowNull(draft: Draft, numbers: string | null): void {
  const at = draft.numbers.indexOf(numbersOf(numbers)[0] ?? '');
  const column = draft.columns[at];
  if (column !== undefined) draft.columns[at] = { ...column, nullable: true, options: ['NOT NULL NOT VALID'] };
}

function addIndex(draft: Draft | undefined, row: IndexRow): void {
  if (draft === undefined) return;
  const [, name, unique, numbers, expressionsJson, predicate, oid, comment, , , included] = row;
  const expressions = labelsOf(expressionsJson) ?? [];
  let expression = 0;
  const columns = numbers.split(' ').map((number) => (number === '0' ? expressions[expression++] : nameOf(draft, number)) ?? '');
  const beside = included?.split(' ').map((number) => nameOf(draft, number) ?? '') ?? [];
  draft.indexes.push({ name, columns, unique: unique === 't', predicate, comment, options: optionsOfIndex(row, columns, beside) });
  draft.ids.indexes.push(Number(oid));
}

function addTrigger(draft: Draft | undefined, row: TriggerRow): void {
  draft?.triggers.push(triggerOf(row));
  draft?.ids.triggers.push(Number(row[2]));
}

function addPolicy(draft: Draft | undefined, row: PolicyRow): void {
  draft?.policies.push(policyOf(row));
  draft?.ids.policies.push(Number(row[2]));
}

function addParent(draft: Draft | undefined, [, schema, name, oid]: ParentRow): void {
  draft?.parents.push({ schema, name });
  draft?.ids.parents.push(Number(oid));
}

function setForeign(draft: Draft | undefined, row: ForeignRow): void {
  if (draft !== undefined) draft.foreign = row;
}

function setDefinition(draft: Draft | undefined, definition: string | null): void {
  if (draft !== undefined) draft.definition = definition;
}

function setPartitions(draft: Draft | undefined, row: PartitionRow): void {
  if (draft !== undefined) draft.partitions = row;
}

function relationOf(schema: string, draft: Draft, names: Names, database: string | null): Relation {
  const [, oid, name, kind, , rows, , , security, forced, options, extension] = draft.listed;
  const { columns, primaryKey, foreignKeys, uniqueKeys, checks, indexes, definition, policies, foreign } = draft;
  const [enabled, isForced] = [security === 't', forced === 't'];
  const isSecured = enabled || isForced || policies.length > 0;
  const estimate = rows ?? draft.partitions?.[2] ?? null;
  return {
    schema,
    name,
    kind: KINDS[kind] ?? 'table',
    comment: draft.comments?.get('0') ?? null,
    rowEstimate: estimate === null ? null : Number(estimate),
    readable:
      columns.some((column) => column.readable) ||
      (draft.listed[6] === 't' && columns.length === 0 && ![schema, name].some((each) => names.isUnspeakable(each))),
    columns,
    primaryKey,
    foreignKeys,
    uniqueKeys,
    checks,
    indexes,
    partitions: draft.partitions === null ? null : partitionsOf(draft.partitions),
    definition,
    exclusionConstraints: draft.exclusionConstraints,
    triggers: draft.triggers,
    rowSecurity: isSecured ? { enabled, forced: isForced, policies } : null,
    parents: draft.parents,
    foreign: foreign === null ? null : foreignOf(foreign),
    options: labelsOf(options) ?? [],
    ...(extension !== null && { extension }),
    complete: true,
    ids:
      database === null
        ? null
        : {
            self: `${database}/${oid}`,
            columns: draft.numbers.map(Number),
            foreignKeyTargets: draft.targets,
            ...draft.ids,
          },
  };
}

function partitionsOf([, count, , by, bounds]: PartitionRow): Partitions {
  const pairs = bounds === null ? [] : (JSON.parse(bounds) as [name: string, bound: string][]);
  return { count: Number(count), by: by ?? '', bounds: pairs.map(([name, bound]) => ({ name, bound })) };
}
