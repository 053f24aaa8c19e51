import { limit, orderBy } from './ordering.js';
import { Refusal } from './refusal.js';
import { select } from './select.js';
import type { Statement } from './statement.js';

const SET_OPERATIONS: readonly string[] = ['UNION', 'INTERSECT', 'EXCEPT'];

/** `[WITH ...] terms joined by UNION and the like [ORDER BY ...] [LIMIT ...]` */
export function query(s: Statement): void {
  queryOf(s, null);
}

/** @param own the name of the recursive expression whose content this is */
function queryOf(s: Statement, own: string | null): void {
  s.nested(() =>
    s.commonTables.within(() => {
      if (s.takeWord('WITH')) commonTables(s);
      term(s);
      let isUnion = true;
      while (s.isWord(...SET_OPERATIONS)) {
        isUnion &&= s.isWord('UNION');
        s.expectWord(...SET_OPERATIONS);
        s.takeWord('ALL', 'DISTINCT');
        if (s.rules.dialect === 'duckdb' && s.takeWord('BY')) s.expectWord('NAME');
        if (own !== null && isUnion && !isFollowedByTerm(s)) recursiveTerm(s, own);
        else term(s);
      }
      if (s.isWord('ORDER')) orderBy(s);
      limit(s);
    }),
  );
}

/** The only place in which every engine takes the name for the expression; elsewhere DuckDB reads the table of that name. */
function recursiveTerm(s: Statement, own: string): void {
  s.commonTables.within(() => {
    s.commonTables.add(own);
    term(s);
  });
}

/** Whether another term comes behind the one that begins here. */
function isFollowedByTerm(s: Statement): boolean {
  let open = 0;
  for (let ahead = 0; open >= 0 && s.ahead(ahead).kind !== 'end'; ahead += 1) {
    if (open === 0 && SET_OPERATIONS.includes(s.ahead(ahead).word)) return true;
    if (s.isSymbol('(', ahead)) open += 1;
    if (s.isSymbol(')', ahead)) open -= 1;
  }
  return false;
}

function commonTables(s: Statement): void {
  const isRecursive = s.takeWord('RECURSIVE');
  s.list(() => {
    const name = s.expectName();
    // Engines differ in what a name within a name of its own means.
    if (s.commonTables.has(name.text))
      throw new Refusal('forbidden_syntax', name.start, 'This name is given to a common table expression already.');
    if (s.isSymbol('(')) s.inParentheses(() => s.list(() => s.expectName()));
    s.expectWord('AS');
    if (s.rules.dialect !== 'mysql') {
      if (s.takeWord('NOT')) s.expectWord('MATERIALIZED');
      else s.takeWord('MATERIALIZED');
    }
    s.inParentheses(() => queryOf(s, isRecursive ? name.text : null));
    s.commonTables.add(name.text);
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
