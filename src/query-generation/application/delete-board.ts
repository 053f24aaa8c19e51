import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ChangeBoard } from './change-board.js';
import { EnterBoard, isLimited } from './enter-board.js';
import { Boards } from './ports/boards.js';

@Injectable()
export class DeleteBoard {
  constructor(
    private readonly enterBoard: EnterBoard,
    private readonly changeBoard: ChangeBoard,
    private readonly boards: Boards,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Its questions stay. People other than its author, and keys for some data sources, delete only what they see: what is hidden from them
   * stays for those who see it, and to them the board is gone.
   * @throws Forbidden, NotFound, EditedMeanwhile
   */
  async execute(caller: Caller, id: number, version: number): Promise<void> {
    const { board, hiddenIds } = await this.enterBoard.toChange(caller, id);
    const { organizationId, name, createdBy } = board;
    if (hiddenIds.length > 0 && (createdBy !== caller.userId || isLimited(caller))) {
      await this.changeBoard.execute({ caller, id, version, name: undefined, questionIds: [] });
      return;
    }
    const target = { type: 'board', id };
    const event = { action: 'board.deleted', actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.boards.remove(id, version))) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name } });
      }),
    );
  }
}
