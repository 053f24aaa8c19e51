import { Injectable } from '@nestjs/common';
import { EndUnsignedSessions } from '../../sessions/application/end-unsigned-sessions.js';
import type { Caller } from '../../shared/caller.js';
import { type FieldError, Forbidden, NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { BreakGlassTerms, FEWEST_BREAK_GLASS, meetsBreakGlassTerms } from '../domain/break-glass.js';
import { BreakGlassNeeded } from '../domain/enforcement.errors.js';
import { LockEnforcement } from './lock-enforcement.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';
import { type EnforcementView, ReadEnforcement } from './read-enforcement.js';

/** Sets the accounts that get in when the identity provider fails; replaces the list. */
@Injectable()
export class DesignateBreakGlass {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly endUnsignedSessions: EndUnsignedSessions,
    private readonly terms: BreakGlassTerms,
    private readonly readEnforcement: ReadEnforcement,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Owners decide, and only owners can be designated. @throws Forbidden, NotFound, ValidationFailed, BreakGlassNeeded
   */
  async execute(input: { caller: Caller; organizationId: number; userIds: readonly number[] }): Promise<EnforcementView> {
    const { caller, organizationId, userIds } = input;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'organization', id: organizationId };
    const event = { action: 'sso.break_glass.designated', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // An owner who removes their last factor at this moment either sees that they are designated, or is seen
        // without the factor.
        const accounts = [...userIds, caller.userId];
        if ((await this.lockEnforcement.execute(organizationId, accounts)) === null) throw new NotFound('Organization');
        await this.requireOwner(caller, organizationId);
        await this.assertOwners(organizationId, userIds);
        const before = (await this.breakGlasses.of(organizationId)).map(({ userId }) => userId);
        await this.breakGlasses.replace({ organizationId, userIds, by: caller.userId, at: this.clock.now() });
        await this.settleRequired(
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
    const details = userIds.flatMap((userId, index): FieldError[] =>
      owners.has(userId) ? [] : [{ field: `user_ids[${index}]`, message: 'This is not an active owner of the organization.' }],
    );
    if (details.length > 0) throw new ValidationFailed(details);
  }

  /** A person who is taken off the list while single sign-on is required has to use it at once, like everyone else. */
  private async settleRequired(organizationId: number, relieved: readonly number[]): Promise<void> {
    if (!(await this.enforcements.isRequiredOfAll(organizationId, this.clock.now()))) return;
    const fit = (await this.breakGlasses.of(organizationId)).filter((account) => meetsBreakGlassTerms(account, this.terms));
    if (fit.length < FEWEST_BREAK_GLASS) throw new BreakGlassNeeded();
    await this.endUnsignedSessions.execute({ organizationId, userIds: relieved, except: [], until: null });
  }
}
