import { type Violation, quoted } from '../judgement.js';
import type { KnownSource } from '../known-source.js';
import { restricted } from '../relation-violations.js';
import { type RestrictedUse, type Restricting, hidesRows } from '../restriction.js';
import { derivedTable } from '../derived-table.js';
import { columnsAmong, removedNameIn } from '../removed-names.js';
import { type Edit, hiddenAlias, type WrittenSpan, written } from '../written-statement.js';
import { isRisky } from './calm.js';
import { changedRow, columnNames } from './column-names.js';
import { isAlias } from './from.js';
import { tokensOf } from './lexer.js';
import { MySqlTables } from './masks.js';
import { QueryReader } from './query-reader.js';
import type { Token } from './token.js';
import { TokenStream } from './token-stream.js';

/** The greatest limit there is: a derived table with one is worked out before the conditions around it. */
const FENCE = ' LIMIT 18446744073709551615';
/** Replaces each restricted relation by a derived table of what may be seen of it. */
export function restrictMysql(sql: string, source: KnownSource, uses: readonly RestrictedUse[]): Restricting {
  const stream = readOf(sql, source);
  if (stream.relations.length !== uses.length) throw new Error('The statement is not the one that was judged.');
  const isHinting = ({ start }: Token): boolean => stream.hints.some(({ position, end }) => position <= start && start < end);
  const tokens = tokensOf(sql).filter((token) => !isHinting(token));
  const removed = removedName(tokens, stream, uses);
  if (removed !== null) return { ok: false, violations: [removed] };
  const alias = hiddenAlias();
  const dialect = new MySqlTables();
  const isFenced = hidesRows(uses) && isRisky(tokens);
  const edits = stream.relations.map(({ position, end }, index): Edit => {
    const use = uses[index];
    if (use === undefined) throw new Error('The statement is not the one that was judged.');
    const name = `${quoted(use.schema, '`')}.${quoted(use.name, '`')}`;
    const { restriction } = use;
    if (restriction === null) return { position, end, text: name };
    const { columns, where } = derivedTable(restriction, alias, dialect);
    const fence = isFenced && restriction.rows !== null ? FENCE : '';
    const own = hasAlias(tokens, end) ? '' : ` AS ${quoted(use.name, '`')}`;
    const text = `(SELECT ${columns} FROM ${name} AS ${alias}${where}${fence})${own}`;
    return { position, end, text, isDerived: true };
  });
  // A derived table has no index, and a person need not know the indexes of the relation.
  const hints = stream.hints.filter(({ relations }) => uses[relations - 1]?.restriction);
  const columns = longColumns(tokens, stream, uses);
  if (columns === null) {
    const message = 'Policies restrict this relation: give it an alias, and name its columns by that.';
    return { ok: false, violations: [restricted(null, message)] };
  }
  const unhinted = hints.map(({ position, end }) => ({ position, end, text: '' }));
  const changes = [...stream.edits, ...edits, ...columns, ...unhinted];
  const row = changedRow(
    stream,
    edits.flatMap(({ position, isDerived }) => (isDerived === true ? [position] : [])),
  );
  if (row !== undefined) {
    const message = 'Policies restrict what you see here: write SELECT in the place of VALUES.';
    return { ok: false, violations: [restricted(row.tokens[0]?.start ?? null, message)] };
  }
  const { statement, spans } = written(sql, [
    ...changes,
    ...columnNames(
      stream,
      changes.map(({ position }) => position),
      source.serverVersion,
    ),
  ]);
  if (!isWitnessed(statement, source, spans, uses)) throw new Error('A restricted relation is read outside of what was written.');
  return { ok: true, statement, values: dialect.values, isFenced, columns: null };
}

function removedName(tokens: readonly Token[], { relations, sql }: TokenStream, uses: readonly RestrictedUse[]): Violation | null {
  const placed = uses.map((use, index) => ({ use, position: relations[index]?.position ?? 0 }));
  const pieces = tokens.map(({ start, end }) => ({ text: sql.slice(start, end), start }));
  const names = tokens.filter((token) => isName(token)).map(({ text, start }) => ({ name: text, position: start }));
  return removedNameIn(pieces, placed, columnsAmong(names, pieces, placed));
}

function readOf(sql: string, source: KnownSource): TokenStream {
  const stream = new TokenStream(sql);
  new QueryReader(stream, source).query([]);
  return stream;
}

function hasAlias(tokens: readonly Token[], end: number): boolean {
  const next = tokens.find(({ start }) => start >= end);
  return next !== undefined && isAlias(next);
}

/**
 * `shop.emp.id` is written by the relation's bare name, which the derived table has.
 * @returns `null` if something else has that name too
 */
function longColumns(tokens: readonly Token[], { relations }: TokenStream, uses: readonly RestrictedUse[]): readonly Edit[] | null {
  const edits: Edit[] = [];
  const isDot = (index: number): boolean => tokens[index]?.kind === 'symbol' && tokens[index]?.text === '.';
  const isRelation = ({ start }: Token): boolean => relations.some(({ position, end }) => position <= start && start < end);
  for (const [index, schema] of tokens.entries()) {
    const [name, last] = [tokens[index + 2], tokens[index + 4]];
    if (name === undefined || last === undefined || !isDot(index + 1) || !isDot(index + 3) || isDot(index - 1)) continue;
    const meant = uses.find((use) => isSame(use.name, name.text) && isSame(use.schema, schema.text));
    if (meant === undefined || meant.restriction === null || isRelation(schema)) continue;
    const isGivenTwice = tokens.some(
      (token, at) => isSame(token.text, meant.name) && isName(token) && !isDot(at + 1) && !isDot(at - 1) && !isRelation(token),
    );
    const isElsewhere = uses.some((use) => isSame(use.name, meant.name) && !isSame(use.schema, meant.schema));
    if (isGivenTwice || isElsewhere) return null;
    edits.push({ position: schema.start, end: name.start, text: '' });
  }
  return edits;
}

function isName({ kind }: Token): boolean {
  return kind === 'name' || kind === 'word';
}

/** Some servers tell names of relations apart by their case and some do not. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A person has no variables, so the reader refuses them. */
function withoutVariables(statement: string, spans: readonly WrittenSpan[]): string {
  return statement.replaceAll(/@(?=headgate_\d)/g, (at, position: number) =>
    spans.some(({ start, end }) => start <= position && position < end) ? ' ' : at,
  );
}

/** Reads what is about to be sent: each restricted relation is read once in each span that was written for it, and nowhere else. */
function isWitnessed(statement: string, source: KnownSource, spans: readonly WrittenSpan[], uses: readonly RestrictedUse[]): boolean {
  const found = spans.map(() => 0);
  for (const { schema, name, position } of readOf(withoutVariables(statement, spans), source).relations) {
    const isRestricted = uses.some(
      (use) => use.restriction !== null && isSame(use.name, name) && (schema === null || isSame(use.schema, schema)),
    );
    const span = spans.findIndex(({ start, end }) => start <= position && position < end);
    if (isRestricted !== (span !== -1)) return false;
    if (span !== -1) found[span] = (found[span] ?? 0) + 1;
  }
  return found.every((count) => count === 1);
}
