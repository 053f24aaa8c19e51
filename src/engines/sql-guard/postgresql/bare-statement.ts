import { GRAMMAR } from './pg-grammar.js';

const SEMICOLON = ';';

/**
 * A statement that the server has read, without semicolons and comments behind it, so that it can stand in brackets. Where it ends is
 * told by the words of the server's own grammar: to a search in its text, the end of a text or comment could look like another.
 * @returns `null` where that cannot be told, or more follows
 */
export async function bareStatement(sql: string): Promise<string | null> {
  const bytes = Buffer.from(sql);
  const tokens = await GRAMMAR.tokensOf(sql).catch(() => []);
  const words = tokens.map(({ start, end }) => ({ end, text: bytes.toString('utf8', start, end) }));
  const last = words.findLast(({ text }) => text !== SEMICOLON);
  if (last === undefined || words.slice(0, words.indexOf(last)).some(({ text }) => text === SEMICOLON)) return null;
  return bytes.toString('utf8', 0, last.end);
}
