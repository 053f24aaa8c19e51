import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { DomainError } from '../../shared/domain-error.js';
import { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import { JudgeExpression } from '../../statements/application/judge-expression.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { PrepareAtSource } from '../../statements/application/prepare-at-source.js';
import { QueryRejected } from '../../statements/application/run-in-turn.js';
import type { Fixed } from '../../shared/sentence.js';

/** What the guard says of SQL that people keep: whole statements, and expressions that stand in a list of columns. */
@Injectable()
export class StatementJudge {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly judgeExpression: JudgeExpression,
    private readonly judgeKeptText: JudgeKeptText,
    private readonly prepareAtSource: PrepareAtSource,
  ) {}

  /**
   * @param caller who would run it; `null`: no person
   * @returns what refuses it; `null` for what would be run
   */
  async refusalOf(caller: Caller | null, source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<DomainError | null> {
    const judged = { source, sql };
    const verdict =
      form === 'expression'
        ? await this.judgeExpression.execute({ caller, ...judged })
        : await (caller === null
            ? this.judgeStatement.execute({ caller, ...judged })
            : this.prepareAtSource.execute({ caller, ...judged, isKept: true }));
    return verdict.ok ? null : new QueryRejected(verdict.violations);
  }

  /**
   * Judges texts that were kept for the person who reads them now, all at once.
   * @param texts `isOwn` ones they wrote
   * @returns for each, why it is withheld @throws Forbidden, Unavailable
   */
  withheld(
    caller: Caller,
    place: { readonly organizationId: number; readonly dataSourceId: number },
    form: 'statement' | 'expression',
    texts: readonly { readonly sql: string; readonly isOwn: boolean }[],
  ): Promise<readonly (Fixed | null)[]> {
    const kept = texts.map(({ sql, isOwn }) => {
      return { text: sql, form, origin: isOwn ? ('reader' as const) : ('published' as const) };
    });
    return this.judgeKeptText.execute(caller, place, kept);
  }
}
