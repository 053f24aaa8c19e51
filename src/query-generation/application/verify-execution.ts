import { Injectable } from '@nestjs/common';
import { CreateEntry } from '../../knowledge/application/create-entry.js';
import type { Caller } from '../../shared/caller.js';
import { NothingToJudge } from '../domain/query.errors.js';
import { Feedback } from './ports/feedback.js';
import { ReadExecution } from './read-execution.js';

/**
 * Makes a verified pair from a question that was asked, with its statement or the one that feedback corrected. People vouch for what
 * they saw: a correction by another person, which can change at any time, counts only when they send it.
 */
@Injectable()
export class VerifyExecution {
  constructor(
    private readonly readExecution: ReadExecution,
    private readonly feedback: Feedback,
    private readonly createEntry: CreateEntry,
  ) {}

  /** @throws NothingToJudge, and what entering the execution and creating the pair throw */
  async execute(caller: Caller, executionId: number, seen: string | null): ReturnType<CreateEntry['execute']> {
    const execution = await this.readExecution.execute(caller, executionId);
    const { question, sql, dataSourceId, outcome, withheld } = execution;
    const corrected = await this.feedback.correctionOf(executionId);
    const wasAnswered = outcome === 'generated' || outcome === 'succeeded';
    if (seen === null && corrected !== null && corrected.userId !== caller.userId)
      throw new NothingToJudge('Another person has corrected the statement. Send the statement that you verify as `sql`.');
    const statement = seen ?? corrected?.sql ?? (wasAnswered ? sql : null);
    if ((statement === null || question === null) && withheld !== null) throw new NothingToJudge(withheld);
    if (question === null || statement === null || dataSourceId === null)
      throw new NothingToJudge('The execution has no question with a statement, or its data source is gone. Choose another execution.');
    const content = { name: question, definition: null, synonyms: [], sql: statement };
    return this.createEntry.execute({ caller, dataSourceId, kind: 'verified_pair', content });
  }
}
