/** A word of a statement, or a whole quoted name, string, number or mark. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'mark';
  /** Without its quotes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Sticky and linear: text of a hostile file passes through it. */
const TOKEN =
  /\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|[\p{L}_$0-9\u0080-\u{10ffff}]+|[^]/uy;

const SILENT = /^(?:\s|--|\/\*)/;

/** Longer ones are only written to do harm. */
const LONGEST = 1_000_000;

/** Names, strings and marks of one statement of SQLite or DuckDB, without space and comments; none if the statement has no end. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  if (sql.length > LONGEST) return tokens;
  for (let start = 0; start < sql.length; start = TOKEN.lastIndex) {
    TOKEN.lastIndex = start;
    const text = TOKEN.exec(sql)?.[0];
    if (text === undefined) break;
    if (!SILENT.test(text)) tokens.push({ ...meaning(text), start, end: start + text.length });
  }
  return tokens;
}

export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === 'word' && words.includes(token.value.toUpperCase());
}

export function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'mark' && token.value === mark;
}

/** @returns the position of the `)` that belongs to the `(` at `open`; the last one of all when there is none */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (isMark(tokens[at], '(')) depth++;
    else if (isMark(tokens[at], ')') && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** What stands between the commas of the list in parentheses that opens at `open`. */
export function listAt(tokens: readonly Token[], open: number): Token[][] {
  const close = closing(tokens, open);
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(open + 1, close)) {
    if (isMark(token, '(')) depth++;
    else if (isMark(token, ')')) depth--;
    if (depth === 0 && isMark(token, ',')) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
}

/** The text of the statement from the first to the last of these. */
export function textOf(sql: string, tokens: readonly Token[]): string {
  return sql.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
}

function meaning(text: string): Pick<Token, 'kind' | 'value'> {
  const quote = text[0] ?? '';
  if (quote === "'") return { kind: 'string', value: unquoted(text, quote) };
  if (quote === '"' || quote === '`') return { kind: 'quoted', value: unquoted(text, quote) };
  if (text.length > 1 && quote === '[') return { kind: 'quoted', value: text.slice(1, -1) };
  return { kind: /^[\p{L}\p{N}_$\u0080-\u{10ffff}]/u.test(text) ? 'word' : 'mark', value: text };
}

function unquoted(text: string, quote: string): string {
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}
