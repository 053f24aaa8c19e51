import { type Judgement, MOST_VIOLATIONS, type Violation } from '../../../domain/judgement.js';
import type { DialectRules } from './dialect-rules.js';
import { duckdb } from './duckdb.js';
import { expression } from './expression.js';
import { mysql } from './mysql.js';
import { query } from './query.js';
import { Refusal } from './refusal.js';
import { sqlite } from './sqlite.js';
import { Statement } from './statement.js';

const GRAMMAR = { expression, query };
const RULES = { mysql, sqlite, duckdb };

/**
 * Reads a statement by an own grammar of analytical queries; what that does not know is a violation.
 * What is to be sent is not the given text but what is printed of it, in quotes and without comments, for a session in which
 * `"` and backticks quote names; in MySQL it means the same under every `sql_mode` for quotes and backslashes.
 */
export function judgeWith(dialect: DialectRules['dialect'], sql: string): Judgement {
  const violations: Violation[] = [];
  try {
    const statement = new Statement(sql, RULES[dialect], GRAMMAR, violations);
    whole(statement);
    return violations.length > 0 ? refused(violations) : accepted(statement);
  } catch (error) {
    if (error instanceof Refusal) return refused([...violations, error.violation]);
    throw error;
  }
}

function whole(s: Statement): void {
  if (s.isEnd()) throw new Refusal('syntax', 0, 'There is no statement.');
  if (!s.isWord('SELECT', 'WITH', 'VALUES') && !s.isSymbol('('))
    throw new Refusal('not_a_query', s.token.start, 'Only queries are allowed: begin with SELECT or WITH.');
  query(s);
  if (s.isSymbol(';')) s.skip();
  else if (!s.isEnd()) s.refuse('The statement should end here.');
  if (!s.isEnd()) throw new Refusal('one_statement', s.token.start, 'Only one statement is allowed.');
}

function refused(violations: readonly Violation[]): Judgement {
  return { ok: false, violations: violations.slice(0, MOST_VIOLATIONS) };
}

function accepted({ relations, printed, rules }: Statement): Judgement {
  return { ok: true, relations, parts: printed.parts(rules.quote) };
}
