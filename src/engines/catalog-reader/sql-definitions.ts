import type { Constraint } from './relation.js';
import { closing, isMark, isWord, listAt, textOf, type Token, tokensOf } from './sql-tokens.js';

/** What only the text of a definition shows, because the engine has no catalog of it. */
export interface TableDefinition {
  /** Expressions by the name of their column in lower case. */
  readonly generated: ReadonlyMap<string, string>;
  readonly checks: readonly { readonly name: string | null; readonly expression: string }[];
  /** In the order of the text; the name is `null` where there is none. */
  readonly foreignKeys: readonly { readonly name: string | null; readonly deferrable: Constraint['deferrable'] }[];
  /** By the name of their column in lower case. */
  readonly collations: ReadonlyMap<string, string>;
  /** What follows its columns: `WITHOUT ROWID`, `STRICT`. */
  readonly options: readonly string[];
}

export interface IndexDefinition {
  /** A name where the text has a plain name, otherwise the text of the expression. */
  readonly columns: readonly string[];
  readonly predicate: string | null;
}

const LEADS_A_CONSTRAINT = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'];

/** Most tables have none of these, and parsing takes most of the time. */
const WORTH_PARSING = /\b(?:CHECK|AS|CONSTRAINT|COLLATE|DEFERRABLE|WITHOUT|STRICT)\b/i;

export function parseTable(sql: string): TableDefinition {
  const found: Found = { generated: new Map(), checks: [], foreignKeys: [], collations: new Map(), options: [] };
  if (!WORTH_PARSING.test(sql)) return found;
  const tokens = tokensOf(sql);
  const open = tokens.findIndex((token) => isMark(token, '('));
  if (open < 0) return found;
  for (const item of listAt(tokens, open)) readItem(sql, item, found);
  const behind = tokens.slice(closing(tokens, open) + 1).filter((token) => token.kind === 'word');
  const options = behind.map(({ value }) => value.toUpperCase()).join(' ');
  return { ...found, options: [...options.matchAll(/WITHOUT ROWID|STRICT/g)].map(([option]) => option) };
}

export function parseIndex(sql: string): IndexDefinition {
  const tokens = tokensOf(sql);
  const open = tokens.findIndex((token) => isMark(token, '('));
  if (open < 0) return { columns: [], predicate: null };
  const close = closing(tokens, open);
  const where = tokens.findIndex((token, at) => at > close && isWord(token, 'WHERE'));
  return {
    columns: listAt(tokens, open).map((item) => indexed(sql, item)),
    predicate: where < 0 ? null : textOf(sql, withoutEnd(tokens.slice(where + 1))),
  };
}

/** What follows `CREATE VIEW name (columns) AS`; the whole text where that cannot be found. */
export function parseView(sql: string): string {
  const tokens = tokensOf(sql);
  // A view may be named "as": its name comes after VIEW and before the AS that is meant.
  const view = tokens.findIndex((token) => isWord(token, 'VIEW'));
  const as = tokens.findIndex((token, at) => at > view + 1 && isWord(token, 'AS'));
  const body = withoutEnd(tokens.slice(as + 1));
  return view < 0 || as < 0 || body.length === 0 ? sql : textOf(sql, body);
}

interface Found {
  readonly generated: Map<string, string>;
  readonly checks: { name: string | null; expression: string }[];
  readonly foreignKeys: { name: string | null; deferrable: Constraint['deferrable'] }[];
  readonly collations: Map<string, string>;
  readonly options: string[];
}

/** One column or one constraint of a table, or several: SQLite lets the commas between constraints be left out. */
function readItem(sql: string, item: readonly Token[], found: Found): void {
  const column = isWord(item[0], ...LEADS_A_CONSTRAINT) ? null : item[0];
  let name: string | null = null;
  let foreign = false;
  for (let at = column === null ? 0 : 1; at < item.length; at++) {
    const token = item[at];
    const opens = isMark(item[at + 1], '(');
    if (isWord(token, 'CONSTRAINT')) name = item[++at]?.value ?? null;
    else if (isWord(token, 'CHECK') && opens) found.checks.push({ name: taken(), expression: inner(at + 1) });
    else if (isWord(token, 'AS') && opens && column) found.generated.set(column.value.toLowerCase(), inner(at + 1));
    else if (isWord(token, 'FOREIGN') || (isWord(token, 'REFERENCES') && !foreign)) foreignKey(token);
    else if (isWord(token, 'REFERENCES')) foreign = false;
    else if (isWord(token, 'DEFERRABLE') && !isWord(item[at - 1], 'NOT')) defer(item.slice(at + 1));
    else if (isWord(token, 'COLLATE') && column) collate(column, item[at + 1]);
    else if (isWord(token, 'PRIMARY', 'UNIQUE', 'NOT', 'DEFAULT')) name = null;
    if (isMark(item[at], '(')) at = closing(item, at);
  }

  function foreignKey(token: Token | undefined): void {
    foreign = isWord(token, 'FOREIGN');
    found.foreignKeys.push({ name: taken(), deferrable: 'no' });
  }

  function defer([first, second]: readonly Token[]): void {
    const last = found.foreignKeys.at(-1);
    const isLate = isWord(first, 'INITIALLY') && isWord(second, 'DEFERRED');
    if (last !== undefined) last.deferrable = isLate ? 'initially_deferred' : 'initially_immediate';
  }

  /** A text without a collation is compared by its bytes. */
  function collate({ value }: Token, collation: Token | undefined): void {
    name = null;
    if (collation !== undefined && !isWord(collation, 'BINARY')) found.collations.set(value.toLowerCase(), collation.value);
  }

  function taken(): string | null {
    const given = name;
    name = null;
    return given;
  }

  function inner(open: number): string {
    return textOf(sql, item.slice(open + 1, closing(item, open)));
  }
}

function indexed(sql: string, item: readonly Token[]): string {
  let end = item.length;
  if (isWord(item[end - 1], 'ASC', 'DESC')) end--;
  if (end > 2 && isWord(item[end - 2], 'COLLATE')) end -= 2;
  const [first] = item;
  const plain = end === 1 && first && first.kind !== 'mark';
  return plain ? first.value : unwrapped(textOf(sql, item.slice(0, end)), item.slice(0, end));
}

/** `((a + b))`: DuckDB doubles the parentheses. */
function unwrapped(text: string, item: readonly Token[]): string {
  const doubled =
    isMark(item[0], '(') && isMark(item[1], '(') && closing(item, 0) === item.length - 1 && closing(item, 1) === item.length - 2;
  return doubled ? text.slice(1, -1).trim() : text;
}

function withoutEnd(tokens: readonly Token[]): readonly Token[] {
  return isMark(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens;
}
