import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { DataSource } from '../domain/data-source.js';
import { KnownData } from './ports/known-data.js';

/** Closes a source that reads what others protect. Checks no permission, because closing only takes data out of sight. */
@Injectable()
export class CloseDataSource {
  constructor(
    private readonly known: KnownData,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param by the person whose policy closes it; `null` if this was noticed while the source was read */
  async execute({ id, organizationId, name }: Pick<DataSource, 'id' | 'organizationId' | 'name'>, by: number | null): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.known.close(id, 'same_data', this.clock.now()))) return;
      await this.auditTrail.record({
        action: 'data_source.closed',
        outcome: 'success',
        actorUserId: by,
        organizationId,
        target: { type: 'data_source', id },
        detail: { name, reason: 'same_data' },
      });
    });
  }
}
