import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { TooManyQuestions } from '../domain/query.errors.js';
import { MOST_QUESTIONS, type SavedContent } from '../domain/saved-question.js';
import type { EnteredQuestion } from './enter-saved-question.js';
import { SavedQuestions } from './ports/saved-questions.js';

/** Nothing judges the statement here, so that saving tells nothing about the source. */
@Injectable()
export class SaveQuestion {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly questions: SavedQuestions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, DataSourceClosed, TooManyQuestions */
  async execute({
    caller,
    dataSourceId,
    content,
  }: {
    caller: Caller;
    dataSourceId: number;
    content: SavedContent;
  }): Promise<EnteredQuestion> {
    const source = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    const { organizationId } = source;
    const by = { changedBy: caller.userId, changedAt: this.clock.now() };
    return this.unitOfWork.run(async () => {
      if ((await this.questions.countOf(dataSourceId)) >= MOST_QUESTIONS) throw new TooManyQuestions(MOST_QUESTIONS);
      const question = await this.questions.add({ ...content, organizationId, dataSourceId, ...by });
      await this.auditTrail.record({
        action: 'saved_question.created',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'saved_question', id: question.id },
        detail: { title: question.title, data_source_id: dataSourceId },
      });
      return { question, source };
    });
  }
}
