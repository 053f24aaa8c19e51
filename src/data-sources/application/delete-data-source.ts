import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { EnterDataSource } from './enter-data-source.js';
import { DataSources } from './ports/data-sources.js';

@Injectable()
export class DeleteDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly sources: DataSources,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** With everything that is known of its schema; the source itself is not touched. @throws NotFound, Forbidden */
  async execute(caller: Caller, dataSourceId: number): Promise<void> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.write', dataSourceId);
    const event = {
      action: 'data_source.deleted',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const source = await this.sources.lock(dataSourceId);
        if (source === null) throw new NotFound('Data source');
        await this.sources.remove(dataSourceId);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name: source.name } });
      }),
    );
  }
}
