import { type Said, say } from '../../../shared/sentence.js';
import { type Judgement, MOST_VIOLATIONS, type RelationPlace, type RelationUse, type Rule, type Violation } from '../judgement.js';
import { Places } from '../statement-text.js';
import { type Edit, written } from '../written-statement.js';
import { columnNames, hasAliases } from './column-names.js';
import type { DuckDbParser, Reading } from './duckdb-parser.js';
import { type OpenPivot, openPivotIn } from './open-pivot.js';
import { type WrittenRelation, TreeWalk, lowerAscii } from './tree-walk.js';

/** Databases that every instance has in addition to the source. */
const OWN_CATALOGS: ReadonlySet<string> = new Set(['system', 'temp', 'memory']);
const OWN_SCHEMAS: ReadonlySet<string> = new Set(['information_schema', 'pg_catalog', 'system', 'temp']);
const OWN_RELATION = /^(?:duckdb_|pragma_|pg_|sqlite_(?:master|schema|temp_))/i;
const NOTHING: ReadonlySet<string> = new Set();
/**
 * White space that the engine reads as plain spaces, and invisible characters: a person who reads the statement cannot see them. The
 * engine counts each of them as one byte although it has more, so we would write a name at the wrong place.
 */
const ODD_SPACE = /(?![\t\r\n ])[\s\p{Z}\p{Cf}]/u;
/** A text in quotes may contain such a character, but only in a statement without these: they make it uncertain where a quote ends. */
const MAKES_QUOTES_UNCERTAIN = /[$\\]|--|\/\*/;
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/**
 * Reads a statement as the engine does, as a tree, and allows only nodes that are on our lists. The text is sent as it was
 * written, except that a relation without a schema gets its full name, at the place that the tree tells.
 */
export async function judgeDuckDb(parser: DuckDbParser, sql: string): Promise<Judgement> {
  const odd = oddSpaceIn(sql);
  if (odd >= 0) return refused('syntax', odd, 'There is a white space character that is not plain. Remove it.');
  const places = new Places(sql);
  const read = await parser.read(sql);
  if (read.error) {
    const open = read.error_type === 'not implemented' ? await openPivotIn(parser, sql) : null;
    if (open === null) return unread(read, await parser.count(sql), sql, places);
    return ofOpen(sql, open, await judgeDuckDb(parser, open.text));
  }
  if (read.statements.length === 0) return refused('syntax', 0, 'There is no statement.');
  if (read.statements.length > 1) return refused('one_statement', null, 'Only one statement is allowed.');
  const walk = new TreeWalk((byte) => places.ofByte(byte));
  walk.visit(read.statements, NOTHING);
  const violations = [...walk.violations];
  const pieces: Piece[] = [];
  const relations: RelationUse[] = [];
  for (const relation of walk.relations) {
    const start = places.ofByte(relation.at);
    const written = nameAt(sql, start);
    const violation = faultOf(relation, written, start);
    if (violation !== null) violations.push(violation);
    relations.push({ schema: relation.schema === '' ? null : relation.schema, name: relation.name, position: start });
    if (relation.schema === '' && written !== null)
      pieces.push({
        start,
        end: start + written.length,
        place: { relation: relations.length - 1, takes: 'name', quote: '"' },
      });
  }
  if (violations.length > 0) return allOf(violations);
  const positions = pieces.map(({ start }) => start);
  const names = await columnNames(parser, { sql, statements: read.statements }, positions);
  const isSafe = names.isExact && (await hasAliases(parser, written(sql, names.edits).statement, names.aliases));
  return { ok: true, relations, parts: partsOf(sql, [...pieces, ...(isSafe ? names.edits.map(pieceOf) : [])]) };
}

/** The judgement of a text with stand-ins, with the places of the statement as it was written. */
function ofOpen(sql: string, open: OpenPivot, judgement: Judgement): Judgement {
  const { at } = open.values;
  const placed = <Item extends { readonly position: number | null }>(item: Item): Item => {
    const { position } = item;
    if (position === null || position <= at) return item;
    return { ...item, position: Math.max(at, position - (open.text.length - sql.length)) };
  };
  if (!judgement.ok) return { ok: false, violations: judgement.violations.map(placed) };
  return { ...judgement, relations: judgement.relations.map(placed), open };
}

function oddSpaceIn(sql: string): number {
  if (MAKES_QUOTES_UNCERTAIN.test(sql)) return sql.search(ODD_SPACE);
  return sql.replaceAll(QUOTED, (found) => 'x'.repeat(found.length)).search(ODD_SPACE);
}

function faultOf({ catalog, schema, name }: WrittenRelation, written: Written | null, position: number): Violation | null {
  if (written === null || written.name !== (catalog || schema || name))
    return { rule: 'forbidden_syntax', position, message: 'A table is named by its name, not by a string or a file.' };
  if (OWN_CATALOGS.has(lowerAscii(catalog)))
    return { rule: 'forbidden_syntax', position, message: 'Only the database of the data source can be read.' };
  if (OWN_SCHEMAS.has(lowerAscii(schema)) || OWN_RELATION.test(name))
    return {
      rule: 'unknown_relation',
      position,
      message: 'The tables of the engine itself cannot be read. Read those of the schema.',
    };
  return null;
}

/** What replaces a part of the statement. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly place: RelationPlace | string;
}

interface Written {
  readonly name: string;
  readonly length: number;
}

/** The name that is written at this place. */
function nameAt(sql: string, start: number): Written | null {
  const [text, quoted] = /^(?:"((?:[^"]|"")+)"|[\p{L}_][\p{L}\p{M}\p{N}_$]*)/u.exec(sql.slice(start)) ?? [];
  if (text === undefined) return null;
  return { name: quoted === undefined ? text : quoted.replaceAll('""', '"'), length: text.length };
}

/** A column keeps the name that it has if relations are not written in full. */
function pieceOf({ position, end, text }: Edit): Piece {
  return { start: position, end, place: text };
}

function partsOf(sql: string, pieces: readonly Piece[]): (string | RelationPlace)[] {
  const parts: (string | RelationPlace)[] = [];
  let from = 0;
  for (const { start, end, place } of pieces.toSorted((one, other) => one.start - other.start)) {
    parts.push(sql.slice(from, start), place);
    from = end;
  }
  return [...parts, sql.slice(from)];
}

/** Says why the engine cannot make a tree of the statement. */
function unread(
  { error_type, error_message, position }: Extract<Reading, { error: true }>,
  count: number,
  sql: string,
  places: Places,
): Judgement {
  const at = position === undefined ? null : places.ofByte(Number(position));
  if (/Max expression depth|recursion|memory exhausted/i.test(error_message))
    return refused('forbidden_syntax', at, 'The statement is nested too deeply. Simplify it.');
  if (/not supported|CTE needs a SELECT/.test(error_message)) return refused('forbidden_syntax', at, sentenceOf(error_message));
  if (error_type !== 'not implemented') return refused('syntax', at, sentenceOf(error_message));
  const pivot = sql.search(/\bPIVOT(?:_WIDER)?\b/i);
  if (pivot >= 0) return refused('forbidden_syntax', pivot, 'PIVOT has to say which values become columns. List the values with IN.');
  if (count > 1) return refused('one_statement', null, 'Only one statement is allowed.');
  return refused('not_a_query', 0, 'Only queries are allowed: begin with SELECT, FROM or WITH.');
}

function sentenceOf(words: string): Said {
  const line = words.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const short = line.length > 80 ? `${line.slice(0, 80)}…` : line.replace(/[.!]$/, '');
  return say('DuckDB cannot read the statement: {reason}.', { reason: short });
}

function allOf(violations: readonly Violation[]): Judgement {
  const inOrder = violations.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return { ok: false, violations: inOrder.slice(0, MOST_VIOLATIONS) };
}

function refused(rule: Rule, position: number | null, message: Violation['message']): Judgement {
  return { ok: false, violations: [{ rule, position, message }] };
}
