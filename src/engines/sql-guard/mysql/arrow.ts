import type { Token } from './token.js';
import type { TokenStream } from './token-stream.js';

/** MariaDB does not know the abbreviations `column -> path` and `column ->> path`, so this writes them out. */
export function readArrow(s: TokenStream): void {
  const arrow = s.token;
  const path = s.ahead(1);
  let first = -1;
  while (s.isSymbol('.', first - 1) && isName(s.ahead(first - 2))) first -= 2;
  const column = s.ahead(first);
  if (!isName(s.ahead(-1)) || path.kind !== 'string') s.refuse('An arrow needs a column before it and a path in quotes after it.');
  s.skip();
  s.skip();
  const extracted = `JSON_EXTRACT(${s.sql.slice(column.start, arrow.start)}, ${s.sql.slice(path.start, path.end)})`;
  const text = arrow.text === '->' ? extracted : `JSON_UNQUOTE(${extracted})`;
  s.edits.push({ position: column.start, end: path.end, text });
}

function isName({ kind }: Token): boolean {
  return kind === 'name' || kind === 'word';
}
