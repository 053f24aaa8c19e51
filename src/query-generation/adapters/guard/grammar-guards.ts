import { Injectable } from '@nestjs/common';
import { StatementGuard } from '../../application/ports/statement-guard.js';
import type { Dialect, Judgement } from '../../domain/judgement.js';
import { judgePostgresql } from './postgresql/judge-postgresql.js';
import { PgGrammar } from './postgresql/pg-grammar.js';
import { unreadable } from './statement-text.js';

/** Each engine's statements are judged by the grammar of that engine. */
@Injectable()
export class GrammarGuards extends StatementGuard {
  private readonly postgresql = new PgGrammar();

  async judge(dialect: Dialect, sql: string): Promise<Judgement> {
    const violation = unreadable(sql);
    if (violation !== null) return { ok: false, violations: [violation] };
    try {
      if (dialect === 'postgresql') return await judgePostgresql(this.postgresql, sql);
      return notUnderstood('not_a_query', `Statements for ${dialect} are not understood here.`);
    } catch {
      return notUnderstood('forbidden_syntax', 'The statement is not understood.');
    }
  }
}

function notUnderstood(rule: 'not_a_query' | 'forbidden_syntax', message: string): Judgement {
  return { ok: false, violations: [{ rule, position: null, message }] };
}
