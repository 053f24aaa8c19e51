import type { Statement } from './statement.js';
import { orderBy } from './ordering.js';

const LOOSEST_OF_BOUND = 30;

/** `( [name] [PARTITION BY ...] [ORDER BY ...] [frame] )` */
export function windowSpecification(s: Statement): void {
  s.inParentheses(() => {
    if (s.isName() && !s.isWord('ROWS', 'RANGE', 'GROUPS')) s.expectName();
    if (s.takeWord('PARTITION')) {
      s.expectWord('BY');
      s.list(() => s.grammar.expression(s));
    }
    if (s.isWord('ORDER')) orderBy(s);
    if (s.takeWord('ROWS', 'RANGE', 'GROUPS')) frame(s);
  });
}

export function namedWindows(s: Statement): void {
  s.list(() => {
    s.expectName();
    s.expectWord('AS');
    windowSpecification(s);
  });
}

function frame(s: Statement): void {
  if (s.takeWord('BETWEEN')) {
    bound(s);
    s.expectWord('AND');
    bound(s);
  } else bound(s);
  if (s.rules.dialect === 'mysql' || !s.takeWord('EXCLUDE')) return;
  if (s.takeWord('CURRENT')) s.expectWord('ROW');
  else if (s.takeWord('NO')) s.expectWord('OTHERS');
  else s.expectWord('GROUP', 'TIES');
}

function bound(s: Statement): void {
  if (s.takeWord('CURRENT')) return s.expectWord('ROW');
  if (!s.takeWord('UNBOUNDED')) s.grammar.expression(s, LOOSEST_OF_BOUND);
  s.expectWord('PRECEDING', 'FOLLOWING');
}
