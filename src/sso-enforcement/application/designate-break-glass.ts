import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, type FieldError, Forbidden, NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LockEnforcement } from './lock-enforcement.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';
import { Exemptions } from './ports/exemptions.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';
import { SettleDesignation } from './settle-designation.js';

interface Designation {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly userIds: readonly number[];
  readonly expectedVersion: number | null;
}

/** Sets the accounts that get in when the identity provider fails; replaces the list. */
@Injectable()
export class DesignateBreakGlass {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly exemptions: Exemptions,
    private readonly settleDesignation: SettleDesignation,
    private readonly readEnforcement: ReadEnforcement,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Owners decide, and only owners can be designated. The list is a part of the enforcement, and raises its version.
   * @param input.expectedVersion `null` for any @throws Forbidden, NotFound, EditedMeanwhile, ValidationFailed, BreakGlassNeeded
   */
  async execute(input: Designation): Promise<EnforcementView> {
    const { caller, organizationId, userIds, expectedVersion } = input;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'organization', id: organizationId };
    const event = { action: 'sso.break_glass.designated', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // An owner who removes their last factor at this moment either sees that they are designated, or is seen
        // without the factor.
        const current = await this.lockEnforcement.execute(organizationId, [...userIds, caller.userId]);
        if (current === null) throw new NotFound('Organization');
        await this.requireOwner(caller, organizationId);
        assertSeen(expectedVersion, current.version);
        await this.assertOwners(organizationId, userIds);
        const before = (await this.breakGlasses.of(organizationId)).map(({ userId }) => userId);
        const at = this.clock.now();
        await this.breakGlasses.replace({ organizationId, userIds, by: caller.userId, at });
        const isChanged = before.length !== userIds.length || before.some((one) => !userIds.includes(one));
        if (isChanged) await this.enforcements.save({ ...current, version: current.version + 1, changedAt: at, changedBy: caller.userId });
        await this.settleDesignation.execute(
          organizationId,
          before.filter((userId) => !userIds.includes(userId)),
        );
        const detail = { from: before.map(String), to: userIds.map(String) };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return this.readEnforcement.execute(organizationId);
      }),
    );
  }

  private async requireOwner(caller: Caller, organizationId: number): Promise<void> {
    const { permissions, isSystemAdmin } = await this.access.require(caller, 'sso.enforce', { organizationId });
    if (!isSystemAdmin && !holdsEverything(permissions)) throw new Forbidden();
  }

  private async assertOwners(organizationId: number, userIds: readonly number[]): Promise<void> {
    const owners = new Set((await this.breakGlasses.ownersOf(organizationId)).map(({ userId }) => userId));
    const exempt = new Set((await this.exemptions.of(organizationId, this.clock.now())).map(({ userId }) => userId));
    const details = userIds.flatMap((userId, index): FieldError[] => {
      const field = `user_ids[${index}]`;
      if (!owners.has(userId)) return [{ field, message: 'This is not an active owner of the organization.' }];
      return exempt.has(userId) ? [{ field, message: 'This member is exempt for a time. End the exemption first.' }] : [];
    });
    if (details.length > 0) throw new ValidationFailed(details);
  }
}
