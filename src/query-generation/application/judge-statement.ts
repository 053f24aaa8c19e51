import { Injectable } from '@nestjs/common';
import type { Violation } from '../domain/judgement.js';
import type { Source } from './ports/sources.js';
import { StatementGuard } from './ports/statement-guard.js';

/** Provisional: lets nothing through. */
@Injectable()
export class JudgeStatement {
  constructor(private readonly guard: StatementGuard) {}

  async execute(input: { source: Source; sql: string }): Promise<{ statement: string } | { violations: readonly Violation[] }> {
    const judgement = await this.guard.judge(input.source.dialect, input.sql);
    return judgement.ok ? { statement: judgement.qualify([]) } : { violations: judgement.violations };
  }
}
