import { Injectable } from '@nestjs/common';
import { EndOutlivedSessions } from '../../sessions/application/end-outlived-sessions.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound, SecondFactorNeeded } from '../../shared/domain-error.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import {
  type FactorRequirement,
  type SessionLimits,
  type SignInRequirements,
  loosenedRequirements,
} from '../domain/sign-in-requirements.js';
import { LockEnforcement } from './lock-enforcement.js';
import { SignInRequirementsKept } from './ports/sign-in-requirements-kept.js';
import { TellOfRequirements } from './tell-of-requirements.js';

interface Change {
  readonly caller: Caller;
  readonly organizationId: number;
  /** `null`: no second factor is required; `undefined`: it stays as it is. */
  readonly factor: FactorRequirement | null | undefined;
  /** `undefined`: they stay as they are. */
  readonly sessions: SessionLimits | undefined;
  readonly expectedVersion: number;
}

@Injectable()
export class ChangeSignInRequirements {
  constructor(
    private readonly access: AccessControl,
    private readonly lockEnforcement: LockEnforcement,
    private readonly requirements: SignInRequirementsKept,
    private readonly endOutlivedSessions: EndOutlivedSessions,
    private readonly tellOfRequirements: TellOfRequirements,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts from the next request of everyone. Most people can add a factor to their account at any time. Guests who have a password, but whose
   * own organization lets them use only single sign-on, need an exemption there first. Who requires one has one, so that there is an owner
   * who gets in at once. @throws Forbidden, NotFound, EditedMeanwhile, SecondFactorNeeded, OwnerApprovalRequired
   */
  async execute(change: Change): Promise<void> {
    const { caller, organizationId } = change;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'organization', id: organizationId };
    const event = { action: 'sign_in_requirements.changed', actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const changed = await this.save(change);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: detailOf(changed) });
        await this.tellOfRequirements.execute(caller, changed);
      }),
    );
  }

  private async save({ caller, organizationId, factor, sessions, expectedVersion }: Change): Promise<SignInRequirements> {
    if ((await this.lockEnforcement.execute(organizationId, [caller.userId])) === null) throw new NotFound('Organization');
    // Again, under the lock: the caller may have lost their role while they waited for it.
    const held = await this.access.require(caller, 'sso.enforce', { organizationId });
    const before = await this.requirements.of(organizationId);
    if (before === null || before.version !== expectedVersion) throw new EditedMeanwhile();
    await this.keepCallerIn(caller, before, factor);
    const changed = {
      organizationId,
      version: expectedVersion + 1,
      factor: factor === undefined ? before.factor : factor,
      sessions: sessions ?? before.sessions,
      changedAt: this.clock.now(),
      changedBy: caller.userId,
    };
    await this.askOwners(caller, held, before, changed);
    // Before the new limits count: what the old ones have ended stays ended.
    await this.endOutlivedSessions.execute(organizationId);
    await this.requirements.save(changed);
    return changed;
  }

  private async keepCallerIn(
    caller: Caller,
    { organizationId, factor: before }: SignInRequirements,
    factor: Change['factor'],
  ): Promise<void> {
    if (!factor || caller.mfaAt !== null) return;
    // Someone may change the rest as long as they are let in themselves.
    if (factor.from.getTime() === before?.from.getTime() && factor.graceDays === before.graceDays) return;
    if (caller.ssoConnectionId !== null && (await this.requirements.hasConnection(organizationId, caller.ssoConnectionId))) return;
    throw new SecondFactorNeeded('This would keep you out as well: you have no second factor. Enrol one in your account, then try again.');
  }

  private async askOwners(caller: Caller, held: Held, before: SignInRequirements, changed: SignInRequirements): Promise<void> {
    const settings = loosenedRequirements(before, changed, this.clock.now());
    if (settings.length === 0) return;
    await this.consent.settle(caller, held, changed.organizationId, { kind: 'change', change: 'loosen_settings', facts: { settings } });
  }
}

function detailOf({ factor, sessions: { maxHours, idleMinutes } }: SignInRequirements): NonNullable<AuditEvent['detail']> {
  return {
    second_factor: factor !== null,
    ...(factor !== null && { from: factor.from.toISOString(), grace_days: factor.graceDays }),
    ...(maxHours !== null && { session_max_hours: maxHours }),
    ...(idleMinutes !== null && { session_idle_minutes: idleMinutes }),
  };
}
