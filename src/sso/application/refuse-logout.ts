import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Connection } from '../domain/connection.js';
import type { SsoFailed } from '../domain/sso.errors.js';
import { logoutThrottle } from '../domain/sso-throttles.js';

/** Counts and records an invalid logout. */
@Injectable()
export class RefuseLogout {
  constructor(
    private readonly throttle: AttemptThrottle,
    private readonly auditTrail: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param connection `null` when there is none of that id @throws RateLimited */
  async execute(connection: Connection | null, { fault, reason }: SsoFailed, network: string): Promise<void> {
    const wait = await this.unitOfWork.run(async () => {
      const seconds = await this.throttle.settle([logoutThrottle(network)], 'failure');
      // Anyone can send such a request; it must not fill up the trail of the organization.
      if (seconds > 0) return seconds;
      await this.auditTrail.record({
        action: 'sso.logout.refused',
        outcome: 'refused',
        actorUserId: null,
        ...(connection !== null && {
          organizationId: connection.organizationId,
          target: { type: 'sso_connection', id: connection.id },
        }),
        detail: { fault, ...(reason !== null && { reason: reason.slice(0, 200) }) },
      });
      return 0;
    });
    if (wait > 0) throw new RateLimited(wait);
  }
}
