import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { MOST_BOARDS } from '../domain/board.js';
import { TooManyBoards } from '../domain/query.errors.js';
import { EnterBoard, type EnteredBoard } from './enter-board.js';
import { HoldQuestions } from './hold-questions.js';
import { Boards } from './ports/boards.js';

@Injectable()
export class CreateBoard {
  constructor(
    private readonly access: AccessControl,
    private readonly enterBoard: EnterBoard,
    private readonly holdQuestions: HoldQuestions,
    private readonly boards: Boards,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound for a question, TooManyBoards */
  async execute(input: { caller: Caller; organizationId: number; name: string; questionIds: readonly number[] }): Promise<EnteredBoard> {
    const { caller, organizationId, name, questionIds } = input;
    await this.access.requireWithin(caller, 'query.run', organizationId);
    return this.unitOfWork.run(async () => {
      await this.holdQuestions.execute(caller, organizationId, questionIds);
      if ((await this.boards.countOf(organizationId)) >= MOST_BOARDS) throw new TooManyBoards(MOST_BOARDS);
      const by = { changedBy: caller.userId, changedAt: this.clock.now() };
      const made = await this.boards.add({ organizationId, name, questionIds, ...by });
      await this.auditTrail.record({
        action: 'board.created',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'board', id: made.id },
        detail: { name },
      });
      return this.enterBoard.asSeen(caller, made);
    });
  }
}
