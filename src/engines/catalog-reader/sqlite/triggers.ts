import type { Trigger } from '../relation.js';
import { isMark, isWord, textOf, type Token, tokensOf } from '../sql-tokens.js';

const LONGEST_STATEMENT = 100_000;

/**
 * By the text of its definition, because there is no catalog of it:
 * `CREATE TRIGGER name BEFORE UPDATE OF a, b ON table FOR EACH ROW WHEN condition BEGIN …; END`.
 */
export function triggerOf(name: string, sql: string): Trigger {
  const tokens = tokensOf(sql);
  const rest = afterName(tokens);
  const [first, second] = rest;
  const on = rest.findIndex((token) => isWord(token, 'ON'));
  const begin = rest.findIndex((token, at) => at > on && isWord(token, 'BEGIN'));
  const when = rest.findIndex((token, at) => at > on && at < begin && isWord(token, 'WHEN'));
  const end = rest.findLastIndex((token) => isWord(token, 'END'));
  const event = rest.slice(0, on).find((token) => isWord(token, 'INSERT', 'UPDATE', 'DELETE'));
  const of = rest.slice(0, on).findIndex((token, at) => at > 0 && isWord(token, 'OF') && isWord(rest[at - 1], 'UPDATE'));
  let timing: Trigger['timing'] = 'before';
  if (isWord(first, 'AFTER')) timing = 'after';
  if (isWord(first, 'INSTEAD') && isWord(second, 'OF')) timing = 'instead_of';
  const statement = begin < 0 ? sql : textOf(sql, rest.slice(begin + 1, end));
  return {
    name,
    timing,
    events: event === undefined ? [] : [event.value.toLowerCase() as Trigger['events'][number]],
    columns: of < 0 ? [] : rest.slice(of + 1, on).flatMap((token) => (isMark(token, ',') ? [] : [token.value])),
    level: 'row',
    condition: when < 0 ? null : textOf(sql, rest.slice(when + 1, begin)),
    function: null,
    statement: statement.length > LONGEST_STATEMENT ? `${statement.slice(0, LONGEST_STATEMENT - 3)}...` : statement,
    enabled: true,
  };
}

/** A trigger may be called "before". */
function afterName(tokens: readonly Token[]): readonly Token[] {
  let at = tokens.findIndex((token) => isWord(token, 'TRIGGER')) + 1;
  if (isWord(tokens[at], 'IF') && isWord(tokens[at + 1], 'NOT') && isWord(tokens[at + 2], 'EXISTS')) at += 3;
  if (isMark(tokens[at + 1], '.')) at += 2;
  return tokens.slice(at + 1);
}
