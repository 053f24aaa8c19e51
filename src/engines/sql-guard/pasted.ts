import { say } from '../../shared/sentence.js';
import type { Dialect, Violation } from './judgement.js';

/** Names may have joiners (U+200C and U+200D), which Persian and other scripts need. */
const SPACE = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/u;
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/u;
const PASTED =
  /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\u00AD\u200B\u200E\u200F\u2060\uFEFF\u00B4\u2018-\u201F\u2032\u2033\uFF02\uFF07]/u;
const FENCE = /^\s*(?:```|~~~)|\n[ \t]*(?:```|~~~)\s*$/;

/** What may hold any character: texts, names in quotes, comments. An unclosed one ends with the statement, so the search is linear. */
const QUOTED: Readonly<Record<Dialect, RegExp>> = {
  postgresql:
    /(?<![\w$\u0080-\uffff])[eE]'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)|(?<![\w$])\$(\w*)\$[^]*?(?:\$\1\$|$)/g,
  mysql: /'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|"(?:[^"\\]|\\[^]|"")*(?:"|\\?$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*|`[^`]*(?:`|$)/g,
  sqlite: /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)/g,
  duckdb: /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|--[^\n]*|\/\*[^]*?(?:\*\/|$)|(?<![\w$])\$(\w*)\$[^]*?(?:\$\1\$|$)/g,
};

/** What word processors, chats and web pages put into a statement: engines take some of it for letters of a name, and name another cause. */
export function pastedIn(sql: string, dialect: Dialect): Violation | null {
  const fence = FENCE.exec(sql);
  if (fence !== null) return refused(fence.index + fence[0].search(/[`~]/), 'Remove the Markdown fence (``` or ~~~) around the statement.');
  if (!PASTED.test(sql)) return null;
  const at = withoutQuoted(sql, dialect).search(PASTED);
  if (at < 0) return null;
  const character = sql.charAt(at);
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (SPACE.test(character))
    return refused(at, say('This character ({code}) looks like a space. Replace it with a plain space.', { code }));
  if (INVISIBLE.test(character)) return refused(at, say('An invisible character ({code}) stands here. Remove it.', { code }));
  const name = dialect === 'mysql' ? '`' : '"';
  return refused(at, say("{character} is a typographic quote. Write ' around a text, and {name} around a name.", { character, name }));
}

/** The statement with an x for each character of its texts, names in quotes and comments: every other character stands at its place. */
function withoutQuoted(sql: string, dialect: Dialect): string {
  return sql.replaceAll(QUOTED[dialect], (found) => 'x'.repeat(found.length));
}

function refused(position: number, message: Violation['message']): Violation {
  return { rule: 'syntax', position, message };
}
