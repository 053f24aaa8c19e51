import { limit, orderBy } from './ordering.js';
import { Refusal } from './refusal.js';
import { select } from './select.js';
import type { Statement } from './statement.js';

/** `[WITH ...] terms joined by UNION and the like [ORDER BY ...] [LIMIT ...]` */
export function query(s: Statement): void {
  s.nested(() =>
    s.commonTables.within(() => {
      if (s.takeWord('WITH')) commonTables(s);
      term(s);
      while (s.takeWord('UNION', 'INTERSECT', 'EXCEPT')) {
        s.takeWord('ALL', 'DISTINCT');
        if (s.rules.dialect === 'duckdb' && s.takeWord('BY')) s.expectWord('NAME');
        term(s);
      }
      if (s.isWord('ORDER')) orderBy(s);
      limit(s);
    }),
  );
}

function commonTables(s: Statement): void {
  const isRecursive = s.takeWord('RECURSIVE');
  s.list(() => {
    const name = s.expectName();
    // Engines differ in what a name within a name of its own means.
    if (s.commonTables.has(name.text))
      throw new Refusal('forbidden_syntax', name.start, 'This name is given to a common table expression already.');
    if (isRecursive) s.commonTables.add(name.text);
    if (s.isSymbol('(')) s.inParentheses(() => s.list(() => s.expectName()));
    s.expectWord('AS');
    if (s.rules.dialect !== 'mysql') {
      if (s.takeWord('NOT')) s.expectWord('MATERIALIZED');
      else s.takeWord('MATERIALIZED');
    }
    s.inParentheses(() => query(s));
    if (!isRecursive) s.commonTables.add(name.text);
  });
}

function term(s: Statement): void {
  if (s.isWord('SELECT')) select(s);
  else if (s.takeWord('VALUES')) s.list(() => row(s));
  else if (s.isSymbol('(')) s.inParentheses(() => query(s));
  else s.refuse('SELECT was expected here.');
}

function row(s: Statement): void {
  const isNamed = s.takeWord('ROW');
  s.inParentheses(() => s.list(() => s.grammar.expression(s)), isNamed);
}
