import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { DomainError } from '../../shared/domain-error.js';
import { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import { JudgeExpression } from '../../statements/application/judge-expression.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { PrepareAtSource } from '../../statements/application/prepare-at-source.js';
import type { Unprepared } from '../../shared/unprepared.js';
import { QueryRejected } from '../../statements/application/run-in-turn.js';
import type { Fixed } from '../../shared/sentence.js';

export interface Judged {
  /** `null` for what would be run. */
  readonly refusal: DomainError | null;
  /** Why the guard alone has judged it; `null` if the source has prepared or refused it. */
  readonly unprepared: Unprepared | null;
}

/** What the guard says of SQL that people keep: whole statements, and expressions that stand in a list of columns. */
@Injectable()
export class StatementJudge {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly judgeExpression: JudgeExpression,
    private readonly judgeKeptText: JudgeKeptText,
    private readonly prepareAtSource: PrepareAtSource,
  ) {}

  /** Of what a person saves. */
  async execute(caller: Caller, source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<Judged> {
    const verdict =
      form === 'expression'
        ? await this.judgeExpression.execute({ caller, source, sql })
        : await this.prepareAtSource.execute({ caller, source, sql, isKept: true });
    return verdict.ok
      ? { refusal: null, unprepared: verdict.unprepared }
      : { refusal: new QueryRejected(verdict.violations), unprepared: null };
  }

  /** Judges it again for no person. @returns what refuses it; `null` for what would be run */
  async refusalOf(source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<DomainError | null> {
    const judge = form === 'expression' ? this.judgeExpression : this.judgeStatement;
    const verdict = await judge.execute({ caller: null, source, sql });
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
