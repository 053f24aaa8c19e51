import { Injectable } from '@nestjs/common';
import { StatementGuard } from '../../application/ports/statement-guard.js';
import type { Dialect, Judgement } from '../../domain/judgement.js';
import { judgeWith } from './dialects/judge-with.js';
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
      return dialect === 'postgresql' ? await judgePostgresql(this.postgresql, sql) : judgeWith(dialect, sql);
    } catch {
      // A grammar that fails is no reason to let anything through.
      const message = 'The statement is not understood.';
      return { ok: false, violations: [{ rule: 'forbidden_syntax', position: null, message }] };
    }
  }
}
