import type { Dialect, Judgement } from '../../domain/judgement.js';
import { judgeWith } from './dialects/judge-with.js';
import { judgePostgresql } from './postgresql/judge-postgresql.js';
import { PgGrammar } from './postgresql/pg-grammar.js';
import { unreadable } from './statement-text.js';

/** One of each thread: loading it takes longer than any statement. */
const postgresql = new PgGrammar();

/** Each engine's statements are judged by the grammar of that engine. Never throws. */
export async function judge(dialect: Dialect, sql: string): Promise<Judgement> {
  const violation = unreadable(sql);
  if (violation !== null) return { ok: false, violations: [violation] };
  try {
    return dialect === 'postgresql' ? await judgePostgresql(postgresql, sql) : judgeWith(dialect, sql);
  } catch {
    // When a grammar fails, nothing is let through.
    return notUnderstood('The statement cannot be read. Write it more simply.');
  }
}

export function notUnderstood(message: string): Judgement {
  return { ok: false, violations: [{ rule: 'forbidden_syntax', position: null, message }] };
}
