export interface Token {
  readonly kind: 'name' | 'text' | 'mark';
  /** Without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** In characters. No index of names takes a longer name. */
const LONGEST_NAME = 1_000;

/** An unclosed part ends with the statement, which the engine refuses: searching for an end from each opening again would take too long. */
const TOKEN =
  /'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([A-Za-z_\u0080-\u{10ffff}][\w$\u0080-\u{10ffff}]*)|\d[\w.]*|\S/gu;

/** The words of a statement with their places, without comments, numbers and white space. Only the engine says what they mean. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const found of sql.matchAll(TOKEN)) {
    const [whole, text, double, back, bracketed, word] = found;
    const place = { start: found.index, end: found.index + whole.length };
    const quoted = double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? bracketed ?? word;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'"), ...place });
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted, ...place });
    else if (!/^(?:--|\/\*|\d)/.test(whole)) tokens.push({ kind: 'mark', text: whole, ...place });
  }
  return tokens;
}

/** All words that may be names. Texts are among them: the engine reads a text as a name where only a name can be. */
export function namesIn(sql: string): readonly string[] {
  const names = tokensOf(sql).flatMap(({ kind, text }) => (kind === 'mark' || text.length > LONGEST_NAME ? [] : [text]));
  return [...new Set(names)];
}
