import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { KeyRules } from './ports/key-rules.js';

/** Whether the members of an organization may use keys for AI clients. */
@Injectable()
export class AllowKeys {
  constructor(
    private readonly access: AccessControl,
    private readonly rules: KeyRules,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden */
  async read(caller: Caller, organizationId: number): Promise<boolean> {
    await this.access.require(caller, 'organization.read', { organizationId });
    return this.rules.areAllowed(organizationId);
  }

  /** This covers existing keys too: none works while keys are switched off. @throws Forbidden, OwnerApprovalRequired */
  async execute(caller: Caller, organizationId: number, areAllowed: boolean): Promise<void> {
    const held = await this.access.require(caller, 'organization.update', { organizationId });
    await this.unitOfWork.run(async () => {
      if (!(await this.rules.allow(organizationId, areAllowed, this.clock.now()))) return;
      if (areAllowed)
        await this.consent.settle(caller, held, organizationId, {
          kind: 'change',
          change: 'allow_access_keys',
          facts: {},
        });
      await this.auditTrail.record({
        action: areAllowed ? 'access_keys.switched_on' : 'access_keys.switched_off',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'organization', id: organizationId },
      });
    });
  }
}
