import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Organizations } from './ports/organizations.js';
import { say } from '../../shared/sentence.js';

const LONGEST_DAYS = 365;

/** How long the members of an organization may trust a device: `null` for no limit, 0 for not at all. */
@Injectable()
export class LimitDeviceTrust {
  constructor(
    private readonly organizations: Organizations,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes effect at the next login, for devices that are already trusted as well. @throws ValidationFailed, NotFound
   */
  execute(input: { organizationId: number; days: number | null; actorUserId: number | null }): Promise<void> {
    const { organizationId, days, actorUserId } = input;
    if (days !== null && (!Number.isInteger(days) || days < 0 || days > LONGEST_DAYS)) {
      const message = say('Send a whole number from 0 to {most}, or leave it empty for no limit.', { most: LONGEST_DAYS });
      throw new ValidationFailed([{ field: 'device_trust_days', message }]);
    }
    return this.unitOfWork.run(async () => {
      const organization = await this.organizations.lock(organizationId);
      if (organization === null) throw new NotFound('Organization');
      await this.organizations.save({ ...organization, deviceTrustDays: days }, this.clock.now());
      await this.auditTrail.record({
        action: 'organization.device_trust_limited',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'organization', id: organizationId },
        detail: { device_trust_days: days },
      });
    });
  }
}
