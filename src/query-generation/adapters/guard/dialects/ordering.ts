import type { Statement } from './statement.js';

/** ORDER BY with its terms. */
export function orderBy(s: Statement): void {
  s.expectWord('ORDER');
  s.expectWord('BY');
  s.list(() => {
    if (!(s.rules.dialect === 'duckdb' && s.takeWord('ALL'))) s.grammar.expression(s);
    s.takeWord('ASC', 'DESC');
    if (s.rules.dialect !== 'mysql' && s.takeWord('NULLS')) s.expectWord('FIRST', 'LAST');
  });
}

/** LIMIT and OFFSET, in the forms of the engine. */
export function limit(s: Statement): void {
  if (s.takeWord('LIMIT')) {
    s.grammar.expression(s);
    if (s.rules.dialect !== 'duckdb' && s.takeSymbol(',')) return s.grammar.expression(s);
  }
  if (s.takeWord('OFFSET')) s.grammar.expression(s);
}
