import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { KnownData } from './ports/known-data.js';

/** Forgets that data was under policies, so that all who may register data sources may register it. */
@Injectable()
export class ReleaseData {
  constructor(
    private readonly access: AccessControl,
    private readonly known: KnownData,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number, id: number): Promise<void> {
    // System administrators hold `abac.grant`, and read no data: they release none either.
    await this.access.require(caller, 'data_source.read', { organizationId });
    await this.access.require(caller, 'abac.grant', { organizationId });
    await this.unitOfWork.run(async () => {
      if ((await this.known.forget(organizationId, [id])) === 0) throw new NotFound('Remembered data');
      await this.auditTrail.record({
        action: 'data_source.data_released',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'remembered_data', id },
      });
    });
  }
}
