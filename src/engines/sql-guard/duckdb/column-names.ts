import { quoted } from '../judgement.js';
import { selectItems } from '../select-items.js';
import type { Piece } from '../statement-blocks.js';
import { Places } from '../statement-text.js';
import type { Edit } from '../written-statement.js';
import type { DuckDbParser } from './duckdb-parser.js';

type Node = Readonly<Record<string, unknown>>;

const TOKEN =
  /[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]*)\$[^]*?(?:\$\1\$|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}_][\p{L}\p{M}\p{N}_$]*|\d[\w.]*|[^\s]/gu;

/** What a statement is made of, without its comments. */
export function piecesOf(sql: string): Piece[] {
  return [...sql.matchAll(TOKEN)].flatMap(({ 0: text, index }) => (/^(?:--|\/\*)/.test(text) ? [] : [{ text, start: index }]));
}

/** @returns the piece before the one that begins at a place */
export function piecesBefore(pieces: readonly Piece[]): (position: number) => Piece | undefined {
  const indexes = new Map(pieces.map(({ start }, index) => [start, index]));
  return (position) => pieces[(indexes.get(position) ?? 0) - 1];
}

/** An expression of a select list whose text is the name of a column. */
interface Item {
  /** In the tree. */
  readonly path: string;
  readonly isNamed: boolean;
  /** It stands for several columns, whose names its text becomes a part of. */
  readonly isSpread: boolean;
  /** It gives a column of the result itself. */
  readonly isOutermost: boolean;
}

/** A change of a statement: its place, and the items around it, from the outermost. */
interface Change {
  readonly position: number;
  readonly items: readonly Item[];
}

export interface ColumnNames {
  /** Aliases to be written. */
  readonly edits: readonly Edit[];
  /** What each of them has to be, by its place in the tree. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Whether these give each expression whose text changes its name, or it is a column of the result. */
  readonly areAll: boolean;
  /** Whether the engine would call them so to the letter: a tree says less of some types than its text does. */
  readonly isExact: boolean;
}

/**
 * The engine names a column without an alias by its own text of the expression. Where we write something into that, the text of the person's
 * expression becomes its alias, also in queries within others: they may be described, or read by a star.
 * @param changes where something is written
 * @param known those of them whose columns the result gets a name for in another way
 */
export async function columnNames(
  parser: DuckDbParser,
  { sql, statements }: { readonly sql: string; readonly statements: readonly unknown[] },
  changes: readonly number[],
  known: readonly number[] = [],
): Promise<ColumnNames> {
  const spans = selectItems(sql, TOKEN);
  const within = new Set(changes.filter((position) => spans.some((span) => isWithin(position, span))));
  if (within.size === 0) return { edits: [], aliases: new Map(), areAll: true, isExact: true };
  const found = changesIn(statements, new Places(sql), within);
  const edits = new Map<string, Edit>();
  const aliases = new Map<string, string>();
  let areAll = found.length === within.size;
  let isExact = true;
  for (const { position, items } of found) {
    const around = spans.filter((span) => isWithin(position, span)).sort((one, other) => other.end - other.start - (one.end - one.start));
    for (const [depth, { path, isNamed, isSpread, isOutermost }] of items.entries()) {
      if (isNamed || (isOutermost && known.includes(position)) || aliases.has(path)) continue;
      const span = around.length === items.length ? around[depth] : undefined;
      const name = span === undefined || isSpread ? null : await parser.textOf(sql, path);
      if (span === undefined || name === null) areAll = false;
      else {
        aliases.set(path, name.text);
        isExact &&= name.isExact;
        edits.set(path, { position: span.end, end: span.end, text: ` AS ${quoted(name.text, '"')}` });
      }
    }
  }
  return { edits: [...edits.values()], aliases, areAll, isExact };
}

/** Whether some of these places are in a select list: elsewhere what is written names no column. */
export function areWithinItems(sql: string, positions: readonly number[]): boolean {
  const spans = selectItems(sql, TOKEN);
  return positions.some((position) => spans.some((span) => isWithin(position, span)));
}

function isWithin(position: number, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return start <= position && position < end;
}

/** Whether the statement, as it is written, has these aliases. */
export async function hasAliases(parser: DuckDbParser, statement: string, aliases: ReadonlyMap<string, string>): Promise<boolean> {
  if (aliases.size === 0) return true;
  const read = await parser.read(statement);
  if (read.error) return false;
  const found = new Map<string, unknown>();
  eachItem(read.statements, (path, item) => found.set(path, item['alias']));
  return [...aliases].every(([path, alias]) => found.get(path) === alias);
}

function eachItem(tree: unknown, take: (path: string, item: Node) => void, path = '$.statements'): void {
  if (Array.isArray(tree)) for (const [index, value] of tree.entries()) eachItem(value, take, `${path}[${index}]`);
  else if (typeof tree === 'object' && tree !== null)
    for (const [key, value] of Object.entries(tree)) {
      if (key === 'select_list' && Array.isArray(value))
        for (const [index, item] of value.entries()) take(`${path}.select_list[${index}]`, item as Node);
      eachItem(value, take, `${path}.${key}`);
    }
}

function changesIn(statements: unknown, places: Places, positions: ReadonlySet<number>): Change[] {
  const found = new Map<number, Change>();
  const visit = (value: unknown, path: string, items: readonly Item[]): void => {
    if (Array.isArray(value)) for (const [index, one] of value.entries()) visit(one, `${path}[${index}]`, items);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const { query_location: at } = value as Node;
    const position = typeof at === 'number' && at < 2 ** 32 ? places.ofByte(at) : -1;
    if (positions.has(position) && (found.get(position)?.items.length ?? -1) < items.length) found.set(position, { position, items });
    for (const [key, part] of Object.entries(value)) {
      if (key === 'select_list' && Array.isArray(part))
        for (const [index, item] of part.entries()) {
          const own = `${path}.${key}[${index}]`;
          visit(item, own, [...items, itemOf(item as Node, own)]);
        }
      else visit(part, `${path}.${key}`, items);
    }
  };
  visit(statements, '$.statements', []);
  return [...found.values()];
}

function itemOf(item: Node, path: string): Item {
  const isColumn = item['class'] === 'COLUMN_REF' || item['class'] === 'STAR';
  return {
    path,
    isNamed: isColumn || item['alias'] !== '',
    isSpread: hasStar(item),
    isOutermost: /^\$\.statements\[0\]\.node\.select_list\[\d+\]$/.test(path),
  };
}

/** In the expression itself, and not in a query within it. */
function hasStar(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasStar);
  if (typeof value !== 'object' || value === null) return false;
  const node = value as Node;
  if (node['class'] === 'STAR') return true;
  return Object.entries(node).some(([key, part]) => key !== 'subquery' && hasStar(part));
}
