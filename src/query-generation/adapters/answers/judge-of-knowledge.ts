import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';
import { StatementJudge } from '../../../knowledge/application/ports/statement-judge.js';
import type { Caller } from '../../../shared/caller.js';
import type { DomainError } from '../../../shared/domain-error.js';
import { JudgeKeptText } from '../../../statements/application/judge-kept-text.js';
import { JudgeStatement } from '../../../statements/application/judge-statement.js';
import { QueryRejected } from '../../../statements/application/run-in-turn.js';

const SELECT = 'SELECT ';

@Injectable()
export class JudgeOfKnowledge extends StatementJudge {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly judgeKeptText: JudgeKeptText,
  ) {
    super();
  }

  async refusalOf(caller: Caller | null, source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<DomainError | null> {
    const before = form === 'expression' ? SELECT : '';
    const verdict = await this.judgeStatement.execute({ caller, source, sql: `${before}${sql}` });
    if (verdict.ok) return null;
    // Where it is in what was given.
    const violations = verdict.violations.map(({ position, ...violation }) => ({
      ...violation,
      position: position === null ? null : Math.max(0, position - before.length),
    }));
    return new QueryRejected(violations);
  }

  withheld(...[caller, place, form, texts]: Parameters<StatementJudge['withheld']>): ReturnType<StatementJudge['withheld']> {
    const kept = texts.map(({ sql, isOwn }) => {
      return { text: sql, form, origin: isOwn ? ('reader' as const) : ('published' as const) };
    });
    return this.judgeKeptText.execute(caller, place, kept);
  }
}
