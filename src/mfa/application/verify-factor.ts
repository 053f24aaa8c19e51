import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { AuthenticationMethod } from '../../shared/caller.js';
import { hashReadableToken } from '../../shared/readable-token.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { AMR_OF_METHOD, type Factor } from '../domain/factor.js';
import { recoveryCodeUsedMail } from '../domain/factor-mails.js';
import { Factors, RecoveryCodes } from './ports/factors.js';
import { Totp } from './ports/totp.js';
import { Webauthn } from './ports/webauthn.js';

/** What a user shows for the second factor. */
export type Proof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'webauthn'; readonly assertion: object };

export interface Verification {
  /** What was proved, in the terms of access tokens; `null`: the proof is wrong, was used before, or came too soon. */
  readonly amr: AuthenticationMethod | null;
  /** More than 0: too many failures came before, and this attempt was not judged. */
  readonly waitSeconds: number;
  /** False when the proof is good but no reason to trust the device that it came from. */
  readonly isTrustworthy: boolean;
}

interface Match {
  readonly isTrustworthy: boolean;
  spend(): Promise<void>;
}

/**
 * Judges one proof and spends it. Call it only inside a unit of work, because the same code may be sent twenty times at
 * once.
 */
@Injectable()
export class VerifyFactor {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly totp: Totp,
    private readonly webauthn: Webauthn,
    private readonly requireAccount: RequireAccount,
    private readonly throttle: AttemptThrottle,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.webauthnChallenge of the ceremony that was begun, if one was
   * @param input.throttled the throttle that counts a wrong TOTP code; the other proofs cannot be guessed
   */
  async execute(input: {
    userId: number;
    proof: Proof;
    webauthnChallenge: string | null;
    throttled: readonly ThrottledAction[];
  }): Promise<Verification> {
    const { userId, proof, webauthnChallenge } = input;
    const throttled = proof.method === 'totp' ? input.throttled : [];
    // Locks the account first, as a change of factors does: with one order, transactions never wait in a circle.
    await this.requireAccount.hold(userId);
    const factors = await this.factors.lockConfirmed(userId);
    const match = await this.match(factors, userId, proof, webauthnChallenge);
    const waitSeconds = await this.throttle.settle(throttled, match === null ? 'failure' : 'success');
    if (match === null || waitSeconds > 0) return { amr: null, waitSeconds, isTrustworthy: false };
    await match.spend();
    return { amr: AMR_OF_METHOD[proof.method], waitSeconds, isTrustworthy: match.isTrustworthy };
  }

  private match(factors: Factor[], userId: number, proof: Proof, challenge: string | null): Promise<Match | null> {
    if (factors.length === 0) return Promise.resolve(null);
    if (proof.method === 'webauthn') return this.matchAssertion(factors, proof.assertion, challenge);
    return proof.method === 'totp' ? this.matchTotp(factors, proof.code) : this.matchRecoveryCode(userId, proof.code);
  }

  private matchTotp(factors: Factor[], code: string): Promise<Match | null> {
    const now = this.clock.now();
    for (const factor of factors) {
      if (factor.type !== 'totp') continue;
      const lastTimeStep = this.totp.timeStepOf(code, this.factors.secretOf(factor), now, factor.lastTimeStep);
      if (lastTimeStep === null) continue;
      const spend = (): Promise<void> => this.factors.used(factor.id, { lastTimeStep }, now);
      return Promise.resolve({ isTrustworthy: true, spend });
    }
    return Promise.resolve(null);
  }

  private async matchAssertion(factors: Factor[], assertion: object, challenge: string | null): Promise<Match | null> {
    const { id } = assertion as { id?: unknown };
    const factor = factors.find((known) => known.type === 'webauthn' && known.credentialId === id);
    if (factor?.type !== 'webauthn' || challenge === null) return null;
    const verified = await this.webauthn.verifyAssertion(assertion, challenge, factor);
    if (verified === null) return null;
    // Synced passkeys always report 0. A counter that does not rise may mean a copied key or a sloppy authenticator: a
    // reason to trust no device and to leave an audit entry, but not to lock the person out (WebAuthn level 3, section
    // 6.1.1).
    const regressed = (verified.signCount > 0 || factor.signCount > 0) && verified.signCount <= factor.signCount;
    const spend = async (): Promise<void> => {
      const signCount = Math.max(verified.signCount, factor.signCount);
      await this.factors.used(factor.id, { signCount }, this.clock.now());
      if (regressed) await this.recordRegression(factor, verified.signCount);
    };
    return { isTrustworthy: !regressed, spend };
  }

  private async matchRecoveryCode(userId: number, code: string): Promise<Match | null> {
    const hash = hashReadableToken(code);
    if (hash === null || !(await this.recoveryCodes.isUnused(userId, hash))) return null;
    const spend = async (): Promise<void> => {
      const now = this.clock.now();
      if (!(await this.recoveryCodes.use(userId, hash, now))) throw new Error('A locked recovery code was used twice.');
      const left = await this.recoveryCodes.left(userId);
      await this.mailer.send(recoveryCodeUsedMail(await this.requireAccount.execute(userId), left, now));
      await this.auditTrail.record({
        action: 'mfa.recovery_code_used',
        outcome: 'success',
        actorUserId: userId,
        target: { type: 'user', id: userId },
        detail: { left },
      });
    };
    return { isTrustworthy: false, spend };
  }

  private recordRegression(factor: Factor & { type: 'webauthn' }, reported: number): Promise<void> {
    return this.auditTrail.record({
      action: 'mfa.counter_regressed',
      outcome: 'success',
      actorUserId: factor.userId,
      target: { type: 'mfa_factor', id: factor.id },
      detail: { known: factor.signCount, reported },
    });
  }
}
