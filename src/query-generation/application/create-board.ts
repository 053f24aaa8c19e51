import { Injectable } from '@nestjs/common';
import { ListDataSources } from '../../data-sources/application/list-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { MOST_BOARDS } from '../domain/board.js';
import { TooManyBoards } from '../domain/query.errors.js';
import { EnterBoard, type EnteredBoard } from './enter-board.js';
import { holdQuestions } from './hold-questions.js';
import { Boards } from './ports/boards.js';
import { SavedQuestions } from './ports/saved-questions.js';

@Injectable()
export class CreateBoard {
  constructor(
    private readonly listDataSources: ListDataSources,
    private readonly enterBoard: EnterBoard,
    private readonly questions: SavedQuestions,
    private readonly boards: Boards,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound for a question, TooManyBoards */
  async execute(input: { caller: Caller; organizationId: number; name: string; questionIds: readonly number[] }): Promise<EnteredBoard> {
    const { caller, organizationId, name, questionIds } = input;
    const sources = await this.listDataSources.open(caller, { organizationId, permission: 'query.run' });
    const event = { action: 'board.created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await holdQuestions(this.questions, { ids: questionIds, sources, hiddenIds: [] });
        if ((await this.boards.countOf(organizationId)) >= MOST_BOARDS) throw new TooManyBoards(MOST_BOARDS);
        const by = { changedBy: caller.userId, changedAt: this.clock.now() };
        const made = await this.boards.add({ organizationId, name, questionIds, ...by });
        await this.auditTrail.record({ ...event, outcome: 'success', target: { type: 'board', id: made.id }, detail: { name } });
        return this.enterBoard.asSeen(made, sources);
      }),
    );
  }
}
