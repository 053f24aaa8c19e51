import type { GrammarDialect, Judgement } from './judgement.js';
import { type KnownSource, UNKNOWN_SOURCE } from './known-source.js';
import { judgeMysql } from './mysql/judge-mysql.js';
import { judgePostgresql } from './postgresql/judge-postgresql.js';
import { GRAMMAR } from './postgresql/pg-grammar.js';
import { pastedIn } from './pasted.js';
import type { Sentence } from '../../shared/sentence.js';
import { unreadable } from './statement-text.js';

/** Judges a statement by the grammar of its own engine. Never throws. */
export async function judge(dialect: GrammarDialect, sql: string, source: KnownSource = UNKNOWN_SOURCE): Promise<Judgement> {
  const violation = unreadable(sql) ?? pastedIn(sql, dialect);
  if (violation !== null) return { ok: false, violations: [violation] };
  try {
    return dialect === 'postgresql' ? await judgePostgresql(GRAMMAR, sql, source) : judgeMysql(sql, source);
  } catch {
    // If a grammar fails, the statement is refused.
    return notUnderstood('The statement cannot be read. Write it more simply.');
  }
}

export function notUnderstood(message: Sentence): Extract<Judgement, { ok: false }> {
  return { ok: false, violations: [{ rule: 'forbidden_syntax', position: null, message }] };
}
