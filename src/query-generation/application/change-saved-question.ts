import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, Forbidden } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { SavedContent } from '../domain/saved-question.js';
import { type EnteredQuestion, EnterSavedQuestion } from './enter-saved-question.js';
import { SavedQuestions } from './ports/saved-questions.js';
import { ReadSavedQuestion } from './read-saved-question.js';

@Injectable()
export class ChangeSavedQuestion {
  constructor(
    private readonly enterSavedQuestion: EnterSavedQuestion,
    private readonly readSavedQuestion: ReadSavedQuestion,
    private readonly questions: SavedQuestions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** What is not given stays. @throws Forbidden, NotFound, DataSourceClosed, EditedMeanwhile, Unavailable */
  async execute(input: { caller: Caller; id: number; version: number; change: Partial<SavedContent> }): Promise<EnteredQuestion> {
    const { caller, id, version, change } = input;
    const { question: before, source } = await this.enterSavedQuestion.toChange(caller, id);
    // What is judged and what is kept below must be what the caller has seen.
    if (before.version !== version) throw new EditedMeanwhile();
    const { organizationId } = before;
    const target = { type: 'saved_question', id };
    const event = { action: 'saved_question.changed', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, async () => {
      // They would answer for what they have not seen.
      if ((await this.readSavedQuestion.withheld(caller, before)) !== null)
        throw new Forbidden('Data policies hide from you what the SQL of this entry names, so you cannot change it.');
      return this.unitOfWork.run(async () => {
        const by = { changedBy: caller.userId, changedAt: this.clock.now() };
        const question = await this.questions.change(id, version, { ...before, ...change, ...by });
        if (question === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { title: question.title, version: question.version } });
        return { question, source };
      });
    });
  }
}
