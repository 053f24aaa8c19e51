import { MOST_OPEN_VALUES, type OpenValues } from '../judgement.js';
import { hiddenAlias } from '../written-statement.js';
import type { DuckDbParser } from './duckdb-parser.js';

interface Token {
  /** In capitals; empty for what is quoted. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** How many parentheses are around it. */
  readonly depth: number;
}

/** An unclosed part goes to the end, so that the search for the end happens once. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{M}\p{N}_]*|[0-9][\w.]*|\S/gu;
const PIVOT = /^PIVOT(?:_WIDER)?$/;
/** What follows the list of columns. */
const AFTER_LIST = /^(?:USING|GROUP|ORDER|LIMIT|OFFSET|UNION|INTERSECT|EXCEPT|;)$/;

/** A PIVOT that does not list the values of some columns which become columns of the answer, with stand-ins for these. */
export interface OpenPivot {
  readonly text: string;
  readonly values: OpenValues;
}

/**
 * The engine splits such a PIVOT into several statements, for which it gives no tree. With one value for each column that lacks them it is
 * a query like any other. @returns `null` if it is not understood
 */
export async function openPivotIn(parser: DuckDbParser, sql: string): Promise<OpenPivot | null> {
  const tokens = tokensOf(sql);
  const at = tokens.findIndex(({ word }) => PIVOT.test(word));
  const pivot = tokens[at];
  if (pivot === undefined) return null;
  const around = definitionsBefore(sql, tokens, at);
  if (around === null) return null;
  const left = tokens.findIndex(({ depth }, index) => index > at && depth < pivot.depth);
  // Joins of its source have an ON too, before its own.
  const beginnings = tokens.slice(0, left === -1 ? undefined : left).flatMap(({ word, depth }, index) => {
    return index > at + 1 && word === 'ON' && depth === pivot.depth ? [index] : [];
  });
  for (const on of beginnings.toReversed()) {
    const open = columnsBehind(tokens, on).filter((column) => column.every(({ word, depth }) => word !== 'IN' || depth > pivot.depth));
    const [first] = open;
    const [begin, end] = [first?.[0], first?.at(-1)];
    const [source, last] = [tokens[at + 1], tokens[on - 1]];
    if (begin === undefined || end === undefined || source === undefined || last === undefined) continue;
    const text = await filled(
      parser,
      sql,
      open.map((column) => column.at(-1)?.end ?? 0),
    );
    if (text === null) continue;
    const column = sql.slice(begin.start, end.end);
    // One more than are written out, so that a longer list is noticed.
    const most = MOST_OPEN_VALUES + 1;
    const statement = `${around}SELECT DISTINCT CAST((${column}) AS VARCHAR) FROM ${sql.slice(source.start, last.end)} WHERE (${column}) IS NOT NULL ORDER BY 1 LIMIT ${most}`;
    return { text, values: { statement, at: end.end } };
  }
  return null;
}

function tokensOf(sql: string): Token[] {
  let depth = 0;
  return [...sql.matchAll(TOKEN)].flatMap((found): Token[] => {
    const [text] = found;
    if (text.startsWith('--') || text.startsWith('/*')) return [];
    if (text === ')' || text === ']' || text === '}') depth -= 1;
    const token = { word: text.toUpperCase(), start: found.index, end: found.index + text.length, depth };
    if (text === '(' || text === '[' || text === '{') depth += 1;
    return [token];
  });
}

/**
 * The common table expressions that the source of the PIVOT may name, so that it means the same where its values are looked up.
 * @returns `null` if there may be others
 */
function definitionsBefore(sql: string, tokens: readonly Token[], pivot: number): string | null {
  const before = tokens.slice(0, pivot);
  const [first] = before;
  if (before.some(({ word, depth }) => word === 'WITH' && depth > 0)) return null;
  if (first?.word !== 'WITH') return '';
  let end: Token | undefined;
  for (const [index, token] of before.entries()) {
    if (token.depth > 0 || token.word !== ')' || tokens[index + 1]?.word === 'AS') continue;
    end = token;
    if (tokens[index + 1]?.word !== ',') break;
  }
  return end === undefined ? '' : `${sql.slice(first.start, end.end)} `;
}

function columnsBehind(tokens: readonly Token[], on: number): (readonly Token[])[] {
  const depth = tokens[on]?.depth ?? 0;
  const columns: Token[][] = [[]];
  for (const token of tokens.slice(on + 1)) {
    if (token.depth < depth || (token.depth === depth && AFTER_LIST.test(token.word))) break;
    if (token.depth === depth && token.word === ',') columns.push([]);
    else columns.at(-1)?.push(token);
  }
  return columns;
}

/** @returns the statement with one value at each of the places; `null` if it is not read as a list of values there */
async function filled(parser: DuckDbParser, sql: string, places: readonly number[]): Promise<string | null> {
  const value = hiddenAlias();
  let text = '';
  let from = 0;
  for (const place of places) {
    text += `${sql.slice(from, place)} IN ('${value}')`;
    from = place;
  }
  text += sql.slice(from);
  const read = await parser.read(text);
  if (read.error) return null;
  const lists = [
    ...JSON.stringify(read.statements).matchAll(
      /"pivot_expressions":\[\{(?:(?!"pivot_expressions").)*?"entries":\[\{"values":\[\{[^[\]]*?"value":"(h[0-9a-f]{16})"\}\],"star_expr":null/g,
    ),
  ];
  return lists.filter(([, found]) => found === value).length === places.length ? text : null;
}
