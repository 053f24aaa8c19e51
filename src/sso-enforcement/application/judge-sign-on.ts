import { Injectable } from '@nestjs/common';
import { FindSignOnOfOrganization } from '../../sso/application/find-sign-on-of-organization.js';
import { SsoRequired } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { BREAK_GLASS_SESSION_SECONDS } from '../domain/break-glass.js';
import { type Bond, verdictOn } from '../domain/enforcement.js';
import { Denials } from './ports/denials.js';
import { Enforcements } from './ports/enforcements.js';
import { UseBreakGlass } from './use-break-glass.js';

export interface JudgedLogin {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly isSystemAdmin: boolean;
  /** Whether a second factor was shown in this very login; a trusted device does not count. */
  readonly isMultiFactor: boolean;
  /** How it was proved, such as `pwd+otp`. */
  readonly path: string;
  /** `begun`: more proof is due, and what is accepted here is judged again when the session opens. */
  readonly stage: 'begun' | 'opening';
}

export interface SignOnJudgement {
  readonly refusal: SsoRequired | null;
  /** Why this login was let through although others would be refused. */
  readonly exemption: 'break_glass' | 'exempt' | 'system_admin' | null;
  /** `null`: as long as every other session. */
  readonly longestSeconds: number | null;
}

/** The one guard that every way to log in passes before its session begins. */
@Injectable()
export class JudgeSignOn {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly denials: Denials,
    private readonly findSignOnOfOrganization: FindSignOnOfOrganization,
    private readonly useBreakGlass: UseBreakGlass,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work of the login, before it locks a session: what is required cannot change until the session
   * exists. It asks nothing of a login through an identity provider; every use of the session checks whether it is the
   * right provider. Such a login has its organization locked already, and a change of enforcement locks it last, so it
   * holds nothing here.
   */
  async hold({ userId, isSignedOn }: { userId: number; isSignedOn: boolean }): Promise<readonly Bond[]> {
    return isSignedOn ? [] : this.enforcements.bondsOf(userId, this.clock.now());
  }

  /** Joins the same unit of work. A refusal is a value, so that its traces commit. */
  async execute(login: JudgedLogin, bonds: readonly Bond[]): Promise<SignOnJudgement> {
    const { isSystemAdmin, isMultiFactor, stage } = login;
    const goesOn = { refusal: null, exemption: null, longestSeconds: null };
    if (bonds.length === 0) return goesOn;
    if (isSystemAdmin) return { ...goesOn, exemption: bonds.some((bond) => bond.isRequired) ? 'system_admin' : null };
    const { refusedBy, reportedTo, brokenInto, exemptUntil } = verdictOn(bonds, { isProved: isMultiFactor || stage === 'begun' });
    if (refusedBy !== null) return { ...goesOn, refusal: await this.refuse(login, refusedBy) };
    if (stage === 'opening') {
      await this.report(login, reportedTo);
      for (const organizationId of brokenInto) await this.useBreakGlass.execute({ ...login, organizationId });
    }
    // The session ends with what let it in.
    const left = exemptUntil === null ? Infinity : Math.floor((exemptUntil.getTime() - this.clock.now().getTime()) / 1000);
    if (brokenInto.length > 0) return { ...goesOn, exemption: 'break_glass', longestSeconds: Math.min(left, BREAK_GLASS_SESSION_SECONDS) };
    return exemptUntil === null ? goesOn : { ...goesOn, exemption: 'exempt', longestSeconds: left };
  }

  private async refuse({ userId, email, path }: JudgedLogin, organizationId: number): Promise<SsoRequired> {
    await this.denials.add([{ organizationId, userId, wasEnforced: true, path, at: this.clock.now() }]);
    await this.auditTrail.record({
      action: 'session.logged_in',
      outcome: 'refused',
      actorUserId: userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
      detail: { reason: 'sso_required', path },
    });
    return new SsoRequired(await this.findSignOnOfOrganization.execute({ organizationId, email }));
  }

  private async report({ userId, path }: JudgedLogin, organizationIds: readonly number[]): Promise<void> {
    const at = this.clock.now();
    await this.denials.add(organizationIds.map((organizationId) => ({ organizationId, userId, wasEnforced: false, path, at })));
    await this.auditTrail.recordAll(
      organizationIds.map((organizationId) => ({
        action: 'sso.enforcement.would_deny',
        outcome: 'success',
        actorUserId: userId,
        organizationId,
        target: { type: 'user', id: userId },
        detail: { path },
      })),
    );
  }
}
