import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { hasSameLabels } from '../../shared/labels.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { isOtherDatabase } from '../domain/connection.js';
import { EnterDataSource } from './enter-data-source.js';
import { LeaveData } from './leave-data.js';
import { DataSources } from './ports/data-sources.js';

@Injectable()
export class DeleteDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly leaveData: LeaveData,
    private readonly sources: DataSources,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Also deletes everything that is known of its schema and its policies, but does not touch the source itself. So deleting a protected
   * one takes the right to publish policies, and its data stays remembered.
   * @param input.expectedVersion `null` for any @throws NotFound, Forbidden, DataUnderPolicies, PolicyRefused, EditedMeanwhile
   */
  async execute(input: { caller: Caller; dataSourceId: number; expectedVersion: number | null }): Promise<void> {
    const { caller, dataSourceId, expectedVersion } = input;
    const found = await this.enterDataSource.evenClosed(caller, 'data_source.write', dataSourceId);
    const { organizationId } = found;
    const event = {
      action: 'data_source.deleted',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    await recordRefusal(this.auditTrail, event, async () => {
      const left = await this.leaveData.look(caller, found);
      await this.unitOfWork.run(async () => {
        await this.leaveData.execute(left);
        const source = await this.sources.lock(dataSourceId);
        if (source === null) throw new NotFound('Data source');
        assertSeen(expectedVersion, source.version);
        // Labelled, pointed elsewhere or moved by another request since it was looked at.
        const isMoved = found.workspaceId !== source.workspaceId || isOtherDatabase(found.connection, source.connection);
        if (isMoved || !hasSameLabels(found.labels, source.labels)) throw new EditedMeanwhile();
        await this.sources.remove(dataSourceId);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name: source.name } });
      });
    });
  }
}
