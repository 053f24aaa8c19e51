import { Injectable } from '@nestjs/common';
import { QueryFailed, QueryRejected } from '../../statements/application/run-in-turn.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import type { ResultLimits } from '../domain/result-set.js';
import { EnterSavedQuestion } from './enter-saved-question.js';
import { ReadSavedQuestion } from './read-saved-question.js';
import { RunQuery } from './run-query.js';

interface Wanted extends ResultLimits {
  /** That the reader has seen; `undefined`: whichever there is. */
  readonly version: number | undefined;
  readonly signal: AbortSignal;
}

/** Runs a saved statement as if the reader had sent it. */
@Injectable()
export class RunSavedQuestion {
  constructor(
    private readonly enterSavedQuestion: EnterSavedQuestion,
    private readonly readSavedQuestion: ReadSavedQuestion,
    private readonly runQuery: RunQuery,
  ) {}

  /** @throws what entering it and `RunQuery` throw; EditedMeanwhile */
  async execute(caller: Caller, id: number, { version, ...limits }: Wanted): ReturnType<RunQuery['execute']> {
    const { question } = await this.enterSavedQuestion.execute(caller, id);
    if (version !== undefined && version !== question.version) throw new EditedMeanwhile();
    const { dataSourceId, sql } = question;
    try {
      return await this.runQuery.execute({ ...limits, caller, dataSourceId, sql, savedQuestionId: id });
    } catch (error) {
      if (!(error instanceof QueryRejected || error instanceof QueryFailed)) throw error;
      // What guard and source say of a statement names its parts, which the reader may not know.
      const withheld = await this.readSavedQuestion.withheld(caller, question);
      if (withheld === null) throw error;
      if (error instanceof QueryFailed) throw new QueryFailed(withheld, error.policies);
      const policies = error.violations.find((one) => one.policies !== undefined)?.policies;
      const violation = { rule: 'restricted_relation' as const, position: null, message: withheld };
      throw new QueryRejected([{ ...violation, ...(policies !== undefined && { policies }) }]);
    }
  }
}
