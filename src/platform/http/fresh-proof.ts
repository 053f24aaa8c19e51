import { Injectable } from '@nestjs/common';
import type { AssuranceLevel, Caller } from '../../shared/caller.js';
import { type DomainError, SecondFactorNeeded, StepUpRequired } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Config } from '../config/config.js';

const STEP_UP_MAX_AGE_SECONDS = 600;

/** Whether a person has a second factor at all; the mfa context answers. */
export abstract class MfaEnrolment {
  abstract isEnrolled(userId: number): Promise<boolean>;
}

/** Judges how long ago a caller proved who they are, and by what (RFC 9470): the one place that knows what is recent enough. */
@Injectable()
export class FreshProof {
  constructor(
    private readonly enrolment: MfaEnrolment,
    private readonly auditTrail: AuditTrail,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * A second factor counts, if there is one; without one, the password or the identity provider.
   * @param isFactorOnly people without a second factor pass
   * @throws StepUpRequired, with a row in the audit trail
   */
  async require(caller: Caller, isFactorOnly = false): Promise<void> {
    const acr = await this.missing(caller, isFactorOnly);
    if (acr === null) return;
    await this.recordRefusal(caller, { acr });
    throw this.demand(caller, acr);
  }

  /**
   * For callers who use the power of a system administrator to change something. In production a password alone is
   * never enough: it would be the only secret between a stranger and every organization.
   * @throws StepUpRequired, SecondFactorNeeded
   */
  async requireOfSystemAdmin(caller: Caller): Promise<void> {
    if (this.config.mode !== 'production' || (await this.isEnrolled(caller))) return this.require(caller);
    await this.recordRefusal(caller, { reason: 'no_second_factor' });
    throw new SecondFactorNeeded();
  }

  /** What the client learns: which proof is missing, and how this session can give it. */
  demand(caller: Caller, acr: AssuranceLevel): StepUpRequired {
    const withoutFactor = caller.ssoConnectionId === null ? 'password' : 'sso';
    return new StepUpRequired(acr, STEP_UP_MAX_AGE_SECONDS, [acr === 'aal2' ? 'mfa' : withoutFactor]);
  }

  /** Why an organization does not let in a session without a second factor. */
  owed(caller: Caller): DomainError {
    // No key can give a proof later.
    if (caller.key !== undefined)
      return new SecondFactorNeeded(
        'The organization requires a second factor, and this key was made without one. Sign in with your second factor, then make a new key.',
      );
    if (caller.hasFactor !== false) return this.demand(caller, 'aal2');
    return new SecondFactorNeeded('The organization requires a second factor. Enrol one in your account, then confirm it.');
  }

  /** How the session of a person can give a proof that it lacks; `null` for one that the person does not have. */
  async waysTo(caller: Caller, acr: AssuranceLevel): Promise<StepUpRequired | null> {
    const isEnrolled = await this.isEnrolled(caller);
    return acr === 'aal2' && !isEnrolled ? null : this.demand(caller, isEnrolled ? 'aal2' : 'aal1');
  }

  private recordRefusal({ userId, sessionId }: Caller, detail: Readonly<Record<string, string>>): Promise<void> {
    return this.auditTrail.record({
      action: 'session.step_up_required',
      outcome: 'refused',
      actorUserId: userId,
      target: { type: 'session', id: sessionId },
      detail,
    });
  }

  private async missing(caller: Caller, isFactorOnly: boolean): Promise<AssuranceLevel | null> {
    if (this.isRecent(caller.mfaAt)) return null;
    if (await this.isEnrolled(caller)) return 'aal2';
    return isFactorOnly || this.isRecent(caller.authenticatedAt) ? null : 'aal1';
  }

  private async isEnrolled({ userId, hasFactor }: Caller): Promise<boolean> {
    return hasFactor ?? this.enrolment.isEnrolled(userId);
  }

  private isRecent(moment: Date | null): boolean {
    return moment !== null && this.clock.now().getTime() - moment.getTime() < STEP_UP_MAX_AGE_SECONDS * 1000;
  }
}
