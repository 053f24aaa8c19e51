import { Refusal } from './refusal.js';

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  // Both characters stay, for LIKE to read.
  ['%', '\\%'],
  ['_', '\\_'],
]);
/** NUL, backspace, and end of file: refused when written as they are, so refused in this dress too. */
const CONTROLS = '0bZ';

/**
 * Reads what begins with a quote; the quote is doubled inside.
 * @returns the text that is meant, and the place after the closing quote
 * @throws Refusal
 */
export function quotedText(sql: string, start: number, hasBackslashEscapes: boolean): { text: string; end: number } {
  const quote = sql.charAt(start);
  let text = '';
  let at = start + 1;
  while (at < sql.length) {
    const char = sql.charAt(at);
    const next = sql.charAt(at + 1);
    if (char === quote && next !== quote) return { text, end: at + 1 };
    if (char === quote) {
      text += quote;
      at += 2;
    } else if (char === '\\' && hasBackslashEscapes) {
      if (next === '' || CONTROLS.includes(next))
        throw new Refusal('invalid_text', at, 'Control characters are not allowed.');
      const meant = String.fromCodePoint(sql.codePointAt(at + 1) ?? 0);
      text += ESCAPED.get(meant) ?? meant;
      at += 1 + meant.length;
    } else {
      text += char;
      at += 1;
    }
  }
  throw new Refusal('syntax', start, 'This quote is not closed.');
}
