import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { EnterBoard, type EnteredBoard } from './enter-board.js';
import { HoldQuestions } from './hold-questions.js';
import { Boards } from './ports/boards.js';

@Injectable()
export class ChangeBoard {
  constructor(
    private readonly enterBoard: EnterBoard,
    private readonly holdQuestions: HoldQuestions,
    private readonly boards: Boards,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * What is not given stays, and so do the questions that the caller does not see, behind those that they order.
   * @throws Forbidden, NotFound, EditedMeanwhile
   */
  async execute(input: {
    caller: Caller;
    id: number;
    version: number;
    name: string | undefined;
    questionIds: readonly number[] | undefined;
  }): Promise<EnteredBoard> {
    const { caller, id, version } = input;
    const { board, hiddenIds } = await this.enterBoard.toChange(caller, id);
    if (board.version !== version) throw new EditedMeanwhile();
    const { organizationId } = board;
    const target = { type: 'board', id };
    const event = { action: 'board.changed', actorUserId: caller.userId, organizationId, target };
    const { name = board.name, questionIds } = input;
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (questionIds !== undefined) await this.holdQuestions.execute(caller, organizationId, questionIds);
        const ordered = questionIds === undefined ? null : [...questionIds, ...hiddenIds];
        const by = { changedBy: caller.userId, changedAt: this.clock.now() };
        const changed = await this.boards.change(id, version, { name, questionIds: ordered, ...by });
        if (changed === null) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { version: changed.version } });
        return this.enterBoard.asSeen(caller, changed);
      }),
    );
  }
}
