import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { MOST_ON_BOARD } from '../domain/board.js';
import { BoardFull } from '../domain/query.errors.js';
import { EnterBoard, type EnteredBoard } from './enter-board.js';
import { holdQuestions } from './hold-questions.js';
import { Boards } from './ports/boards.js';
import { SavedQuestions } from './ports/saved-questions.js';

@Injectable()
export class ChangeBoard {
  constructor(
    private readonly enterBoard: EnterBoard,
    private readonly questions: SavedQuestions,
    private readonly boards: Boards,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * What is not given stays, and so do the questions that the caller does not see, behind those that they order.
   * @throws Forbidden, NotFound, EditedMeanwhile, BoardFull
   */
  async execute(input: {
    caller: Caller;
    id: number;
    version: number;
    name: string | undefined;
    questionIds: readonly number[] | undefined;
  }): Promise<EnteredBoard> {
    const { caller, id, version } = input;
    const entered = await this.enterBoard.toChange(caller, id);
    const { board, hiddenIds, sources } = entered;
    const { organizationId } = board;
    const event = { action: 'board.changed', actorUserId: caller.userId, organizationId, target: { type: 'board', id } };
    const seen = entered.questions.map(({ question }) => question.id);
    const { name = board.name, questionIds = seen } = input;
    const takenOff = seen.filter((one) => !questionIds.includes(one));
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // What is hidden and what stays must be what the caller has seen.
        if (board.version !== version) throw new EditedMeanwhile();
        const isReordered = input.questionIds !== undefined;
        if (isReordered) await holdQuestions(this.questions, { ids: questionIds, sources, hiddenIds });
        const ordered = [...new Set([...questionIds, ...hiddenIds])];
        if (ordered.length > MOST_ON_BOARD && questionIds.some((one) => !seen.includes(one))) throw new BoardFull();
        const by = { changedBy: caller.userId, changedAt: this.clock.now() };
        const changed = await this.boards.change(id, version, { name, questionIds: isReordered ? ordered : null, ...by });
        if (changed === null) throw new EditedMeanwhile();
        const detail = { version: changed.version, ...(takenOff.length > 0 && { taken_off: takenOff.map(String) }) };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return this.enterBoard.asSeen(changed, sources);
      }),
    );
  }
}
