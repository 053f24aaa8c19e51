import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { EnterSavedQuestion } from './enter-saved-question.js';
import { SavedQuestions } from './ports/saved-questions.js';

@Injectable()
export class DeleteSavedQuestion {
  constructor(
    private readonly enterSavedQuestion: EnterSavedQuestion,
    private readonly questions: SavedQuestions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, DataSourceClosed, EditedMeanwhile */
  async execute(caller: Caller, id: number, version: number): Promise<void> {
    const { question } = await this.enterSavedQuestion.toChange(caller, id);
    const target = { type: 'saved_question', id };
    const event = { action: 'saved_question.deleted', actorUserId: caller.userId, organizationId: question.organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.questions.remove(id, version))) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { title: question.title } });
      }),
    );
  }
}
