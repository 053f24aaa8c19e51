import { Injectable } from '@nestjs/common';
import { type EnteredSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { SavedQuestion } from '../domain/saved-question.js';
import { SavedQuestions } from './ports/saved-questions.js';
import { requireAuthorship } from './require-authorship.js';

const WHAT = 'Saved question';

export interface EnteredQuestion {
  readonly question: SavedQuestion;
  readonly source: EnteredSource;
}

/** Finds a saved question for a caller who may query its data source. */
@Injectable()
export class EnterSavedQuestion {
  constructor(
    private readonly access: AccessControl,
    private readonly questions: SavedQuestions,
    private readonly enterDataSource: EnterDataSource,
  ) {}

  /** @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for a stranger; DataSourceClosed */
  async execute(caller: Caller, id: number): Promise<EnteredQuestion> {
    const question = await this.questions.findFor(caller, id);
    if (question === null) {
      await this.access.requireMembership(caller, 'query.run');
      throw await this.access.refuseUnknown(caller, 'query.run', { type: 'saved_question', id, name: WHAT });
    }
    try {
      return { question, source: await this.enterDataSource.execute(caller, 'query.run', question.dataSourceId) };
    } catch (error) {
      if (error instanceof NotFound) throw new NotFound(WHAT);
      throw error;
    }
  }

  /** For its author, and for people who verify statements. @throws the same */
  async toChange(caller: Caller, id: number): Promise<EnteredQuestion> {
    const entered = await this.execute(caller, id);
    const { createdBy, organizationId, dataSourceId } = entered.question;
    await requireAuthorship(this.access, caller, createdBy, [{ organizationId, dataSourceId }]);
    return entered;
  }
}
