import type { Reading } from './reading.js';

/** `USE INDEX FOR ORDER BY (a, PRIMARY)` behind a relation and its alias. */
export function readIndexHint(reader: Reading): void {
  const { s } = reader;
  const { start } = s.token;
  s.skip();
  if (!s.takeWord('INDEX', 'KEY')) s.refuse('INDEX was expected here.', 'forbidden_syntax');
  if (s.takeWord('FOR') && !s.takeWord('JOIN')) {
    if (!s.takeWord('ORDER', 'GROUP')) s.refuse('JOIN, ORDER BY or GROUP BY was expected here.', 'forbidden_syntax');
    s.expectWord('BY');
  }
  s.inParentheses(() => {
    if (!s.isSymbol(')')) reader.names();
  });
  s.hints.push({ position: start, end: s.ahead(-1).end, relations: s.relations.length });
}
