import { type Violation, quoted } from '../judgement.js';
import { restricted, systemColumn } from '../relation-violations.js';
import type { KnownTable } from '../known-source.js';
import { type RestrictedUse, type Restricting, hidesRows, shownType } from '../restriction.js';
import { derivedTable } from '../derived-table.js';
import { removedNameIn } from '../removed-names.js';
import type { Piece } from '../statement-blocks.js';
import { Places } from '../statement-text.js';
import { type Edit, type WrittenSpan, hiddenAlias, written } from '../written-statement.js';
import { areWithinItems, columnNames, hasAliases, piecesBefore, piecesOf } from './column-names.js';
import type { DuckDbParser } from './duckdb-parser.js';
import { DuckDbTables } from './masks.js';
import { rowNumberIn } from './row-numbers.js';
import { type WrittenRelation, TreeWalk, lowerAscii } from './tree-walk.js';

/** It costs little here, so every statement gets one. */
const FENCE = ' OFFSET 0';
/** No text can be read in two ways: where a comment may also hold the next one, the search tries every way to share them out. */
const BLANK = String.raw`(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*`;
const NAME = String.raw`(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{M}\p{N}_$]*)`;
/** Words that take a name, or a query that begins with FROM. */
const TAKES_NAME = /^(?:SUMMARIZE|DESCRIBE|DESC|SHOW|TABLE)$/i;
const LONGEST_REFUSAL = 500;
const UNNAMED = 'Policies restrict what you see here: give each expression with a subquery a name, with AS.';

/** Replaces each restricted relation by a derived table of what may be seen of it. */
export async function restrictDuckDb(
  parser: DuckDbParser,
  sql: string,
  tables: readonly KnownTable[],
  uses: readonly RestrictedUse[],
): Promise<Restricting> {
  const tree = await treeOf(parser, sql);
  if (tree === null || tree.relations.length !== uses.length) throw new Error('The statement is not the one that was judged.');
  const withoutNumbers = tree.relations.flatMap(({ byte }, index) => {
    const restriction = uses[index]?.restriction ?? null;
    return restriction === null || restriction.columns.some(({ name }) => isOf(name, 'rowid')) ? [] : [byte];
  });
  const rowNumber = rowNumberIn(tree.statements, new Set(withoutNumbers));
  if (rowNumber !== null) return { ok: false, violations: [systemColumn(new Places(sql).ofByte(rowNumber), 'rowid')] };
  const removed = removedName(sql, tree, uses);
  if (removed !== null) return { ok: false, violations: [removed] };
  const alias = hiddenAlias();
  const dialect = new DuckDbTables();
  const before = piecesBefore(piecesOf(sql));
  const edits = tree.relations.flatMap((relation, index): Edit[] => {
    const use = uses[index];
    if (use === undefined) throw new Error('The statement is not the one that was judged.');
    return relationEdits(sql, relation, use, alias, dialect, before(relation.at));
  });
  const columns = columnEdits(sql, tree, uses);
  if (columns === null) {
    const message = 'Policies restrict this relation: give it an alias, and name its columns by that.';
    return { ok: false, violations: [restricted(null, message)] };
  }
  const derived = edits.filter(({ isDerived }) => isDerived).map(({ position }) => position);
  const bound = await parser.bind(sql, definitionsOf(tree.relations, tables, uses));
  const known = areWithinItems(sql, derived) ? bound.columns : null;
  const changes = [...edits, ...columns].map(({ position }) => position);
  const places = [...tree.relations, ...tree.columns].map(({ at }) => at).filter((at) => changes.includes(at));
  const names = await columnNames(parser, { sql, ...tree }, places, known === null ? [] : derived);
  const { statement, spans } = written(sql, [...edits, ...columns, ...names.edits]);
  if (!names.areAll || !(await hasAliases(parser, statement, names.aliases))) return { ok: false, violations: [restricted(null, UNNAMED)] };
  if (!(await isWitnessed(parser, statement, spans, alias, uses)))
    throw new Error('A restricted relation is read outside of what was written.');
  return {
    ok: true,
    statement,
    values: dialect.values,
    isFenced: hidesRows(uses),
    refusal: bound.refusal === null ? null : lineOf(bound.refusal),
    columns: known?.map((name) => ({ name, type: null })) ?? null,
  };
}

function removedName(sql: string, { relations, columns }: Tree, uses: readonly RestrictedUse[]): Violation | null {
  const placed = uses.map((use, index) => ({ use, position: relations[index]?.at ?? 0 }));
  const named = columns.map(({ names, at }) => {
    const [name = '', qualifier = null] = names.toReversed();
    return { name, qualifier, position: at };
  });
  return removedNameIn(piecesOf(sql), placed, named);
}

/** The line of a message that would be quoted from the engine of the source. */
function lineOf(words: string): string {
  const line = Array.from(words.replaceAll(/[\p{C}\s]+/gu, ' ').trim());
  return line.slice(0, LONGEST_REFUSAL).join('');
}

/** Empty tables with what may be seen of each relation, under the names that the statement has for them. */
function definitionsOf(relations: readonly WrittenRelation[], tables: readonly KnownTable[], uses: readonly RestrictedUse[]): string[] {
  const made = new Map<string, string>();
  for (const [index, { schema, name, restriction }] of uses.entries()) {
    const table = tables.find((one) => isSame({ schema, name, restriction }, { schema: one.schema ?? 'main', name: one.name }));
    const columns =
      restriction?.columns.map((column) => ({ name: column.name, type: shownType(column, 'VARCHAR') })) ??
      table?.columns.map((column, at) => ({ name: column, type: table.types?.[at] ?? 'VARCHAR' })) ??
      [];
    const place = `${quoted(relations[index]?.schema === '' ? 'main' : schema, '"')}.${quoted(name, '"')}`;
    const listed = columns.map((column) => `${quoted(column.name, '"')} ${column.type}`);
    made.set(place.toLowerCase(), `CREATE TABLE ${place} (${listed.join(', ')})`);
  }
  const schemas = new Set(uses.map(({ schema }) => `CREATE SCHEMA IF NOT EXISTS ${quoted(schema, '"')}`));
  return [...schemas, ...made.values()];
}

interface Tree {
  readonly statements: readonly unknown[];
  /** With places in UTF-16 units, and in bytes as the engine tells them. */
  readonly relations: readonly (WrittenRelation & { readonly byte: number })[];
  readonly columns: readonly { readonly names: readonly string[]; readonly at: number }[];
}

/** @returns `null` if it would not be allowed */
async function treeOf(parser: DuckDbParser, sql: string, isWritten = false): Promise<Tree | null> {
  const read = await parser.read(sql);
  if (read.error || read.statements.length !== 1) return null;
  const places = new Places(sql);
  const walk = new TreeWalk((byte) => places.ofByte(byte), isWritten);
  walk.visit(read.statements, new Set());
  if (walk.violations.length > 0) return null;
  const relations = walk.relations.map(({ at, ...relation }) => ({ ...relation, at: places.ofByte(at), byte: at }));
  const columns = columnsIn(read.statements).map(({ names, at }) => ({ names, at: places.ofByte(at) }));
  return { statements: read.statements, relations, columns };
}

function columnsIn(tree: unknown): Tree['columns'] {
  const found: { names: string[]; at: number }[] = [];
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if ('column_names' in value && Array.isArray(value.column_names) && 'query_location' in value)
      found.push({ names: value.column_names.map(String), at: Number(value.query_location) });
    left.push(...(Object.values(value) as unknown[]));
  }
  return found;
}

function relationEdits(
  sql: string,
  relation: WrittenRelation,
  use: RestrictedUse,
  alias: string,
  dialect: DuckDbTables,
  before: Piece | undefined,
): Edit[] {
  const { at: position } = relation;
  const name = `${quoted(use.schema, '"')}.${quoted(use.name, '"')}`;
  const { restriction } = use;
  if (restriction === null) {
    if (relation.schema !== '') return [];
    return [{ position, end: endOf(sql, relation), text: name }];
  }
  const { columns, where } = derivedTable(restriction, alias, dialect);
  const fence = restriction.rows === null ? '' : FENCE;
  const own = relation.hasAlias ? '' : ` AS ${quoted(relation.name, '"')}`;
  // If a generated column precedes others, this engine looks up an index of one column for the condition of another.
  const rows = restriction.rows === null ? name : `(SELECT * FROM ${name}${FENCE})`;
  const derived = `(SELECT ${columns} FROM ${rows} AS ${alias}${where}${fence})${own}`;
  const edit = { position, end: endOf(sql, relation), text: derived, isDerived: true };
  if (before === undefined || !TAKES_NAME.test(before.text)) return [edit];
  // `TABLE orders` is `FROM orders`; the others stay, and take a query.
  const isTable = before.text.toUpperCase() === 'TABLE';
  const from = isTable
    ? { position: before.start, end: before.start + before.text.length, text: 'FROM' }
    : { position, end: position, text: 'FROM ' };
  return [from, edit];
}

/** Behind its name, and those of its schema and database where they are written. */
function endOf(sql: string, { catalog, schema, at }: WrittenRelation): number {
  const more = (catalog === '' ? 0 : 1) + (schema === '' ? 0 : 1);
  const pattern = new RegExp(`${NAME}(?:${BLANK}\\.${BLANK}${NAME}){${more}}`, 'uy');
  pattern.lastIndex = at;
  const [found] = pattern.exec(sql) ?? [];
  if (found === undefined) throw new Error('The relation is not where it was read.');
  return at + found.length;
}

/**
 * `main.orders.id` is written by the relation's bare name, which the derived table has; and so is `shop.main.orders.id`.
 * @returns `null` if the name may mean another relation too
 */
function columnEdits(sql: string, { relations, columns }: Tree, uses: readonly RestrictedUse[]): Edit[] | null {
  const edits: Edit[] = [];
  for (const { names, at } of columns) {
    // A fourth name may be that of a field.
    const before = names.length > 3 && !meansRestricted(uses, names, 0) ? 1 : 0;
    if (names.length < 3 || !meansRestricted(uses, names, before)) continue;
    const [schema = '', name = ''] = names.slice(before);
    const isElsewhere = uses.some((use) => isOf(use.name, name) && !isOf(use.schema, schema));
    if (isElsewhere || relations.some((one) => one.hasAlias && isOf(one.name, name))) return null;
    const qualifiers = new RegExp(`(?:${NAME}${BLANK}\\.${BLANK}){${before + 1}}(?=${NAME}${BLANK}\\.)`, 'uy');
    qualifiers.lastIndex = at;
    const [written] = qualifiers.exec(sql) ?? [];
    if (written === undefined) return null;
    edits.push({ position: at, end: at + written.length, text: '' });
  }
  return edits;
}

function meansRestricted(uses: readonly RestrictedUse[], names: readonly string[], from: number): boolean {
  const [schema = '', name = ''] = names.slice(from);
  return uses.some((use) => use.restriction !== null && isSame(use, { schema, name }));
}

/** Reads what is about to be sent: each restricted relation is read once in each derived table, and nowhere else. */
async function isWitnessed(
  parser: DuckDbParser,
  statement: string,
  spans: readonly WrittenSpan[],
  alias: string,
  uses: readonly RestrictedUse[],
): Promise<boolean> {
  const tree = await treeOf(parser, statement, true);
  if (tree === null) return false;
  const spanAt = (place: number): number => spans.findIndex(({ start, end }) => start <= place && place < end);
  const found = spans.map(() => 0);
  for (const { schema, name, at } of tree.relations) {
    const span = spanAt(at);
    const isRestricted = uses.some((use) => use.restriction !== null && isSame(use, { schema, name }));
    if (isRestricted !== (span !== -1)) return false;
    if (span !== -1) found[span] = (found[span] ?? 0) + 1;
  }
  if (tree.columns.some(({ names, at }) => spanAt(at) !== -1 && names[0] !== alias)) return false;
  return found.every((count) => count === 1);
}

function isSame(use: RestrictedUse, { schema, name }: { readonly schema: string; readonly name: string }): boolean {
  return isOf(use.schema, schema) && isOf(use.name, name);
}

function isOf(one: string, other: string): boolean {
  return lowerAscii(one) === lowerAscii(other);
}
