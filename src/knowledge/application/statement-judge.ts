import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import type { DomainError } from '../../shared/domain-error.js';
import { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { PrepareAtSource } from '../../statements/application/prepare-at-source.js';
import { QueryRejected } from '../../statements/application/run-in-turn.js';

const SELECT = 'SELECT ';

/** What the guard says of SQL that people keep: whole statements, and expressions that stand in a list of columns. */
@Injectable()
export class StatementJudge {
  constructor(
    private readonly judgeStatement: JudgeStatement,
    private readonly judgeKeptText: JudgeKeptText,
    private readonly prepareAtSource: PrepareAtSource,
  ) {}

  /**
   * @param caller who would run it; `null`: no person
   * @returns what refuses it; `null` for what would be run
   */
  async refusalOf(caller: Caller | null, source: DataSource, sql: string, form: 'statement' | 'expression'): Promise<DomainError | null> {
    const before = form === 'expression' ? SELECT : '';
    const text = `${before}${sql}`;
    // An expression names no relation whose columns a source could know.
    const verdict =
      caller === null || form === 'expression'
        ? await this.judgeStatement.execute({ caller, source, sql: text })
        : await this.prepareAtSource.execute({ caller, source, sql: text });
    if (verdict.ok) return null;
    // Where it is in what was given.
    const violations = verdict.violations.map(({ position, ...violation }) => ({
      ...violation,
      position: position === null ? null : Math.max(0, position - before.length),
    }));
    return new QueryRejected(violations);
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
  ): Promise<readonly (string | null)[]> {
    const kept = texts.map(({ sql, isOwn }) => {
      return { text: sql, form, origin: isOwn ? ('reader' as const) : ('published' as const) };
    });
    return this.judgeKeptText.execute(caller, place, kept);
  }
}
