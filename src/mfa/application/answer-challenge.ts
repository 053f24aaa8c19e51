import { Injectable } from '@nestjs/common';
import type { AuthenticationMethod } from '../../shared/caller.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Challenges } from './ports/challenges.js';
import { type Proof, VerifyFactor } from './verify-factor.js';

interface AnsweredChallenge {
  readonly userId: number;
  readonly trustEpoch: number;
  readonly amr: AuthenticationMethod;
  /** Hash of the device token that the answer carried. */
  readonly deviceTokenHash: Uint8Array | null;
  readonly isTrustworthy: boolean;
}

export type ChallengeOutcome =
  | { readonly answered: AnsweredChallenge; readonly waitSeconds: 0 }
  | { readonly answered: null; readonly waitSeconds: number };

/** Joins the unit of work of the login. A refusal is returned and not thrown, so that its count is committed. */
@Injectable()
export class AnswerChallenge {
  constructor(
    private readonly challenges: Challenges,
    private readonly verifyFactor: VerifyFactor,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(input: { mfaToken: string; deviceToken: string | null; proof: Proof }): Promise<ChallengeOutcome> {
    const { proof } = input;
    const now = this.clock.now();
    const hash = hashToken(input.mfaToken);
    const challenge = hash && (await this.challenges.lock(hash));
    if (challenge?.isOpen(now) !== true) return this.refused(null, 'unknown_or_ended', 0);
    const { userId, trustEpoch, webauthnChallenge } = challenge;
    const deviceTokenHash = input.deviceToken === null ? null : hashToken(input.deviceToken);
    if (!challenge.isOfDevice(deviceTokenHash)) {
      await this.challenges.save(challenge.fail(now));
      return this.refused(userId, 'other_device', 0);
    }
    const { amr, waitSeconds, isTrustworthy } = await this.verifyFactor.execute({ userId, proof, webauthnChallenge });
    if (waitSeconds > 0) return this.refused(userId, 'throttled', waitSeconds);
    if (amr === null) {
      await this.challenges.save(challenge.fail(now));
      return this.refused(userId, `wrong_${proof.method}`, 0);
    }
    await this.challenges.save(challenge.succeed(now));
    await this.record(userId, 'success', { method: proof.method });
    return { answered: { userId, trustEpoch, amr, deviceTokenHash, isTrustworthy }, waitSeconds: 0 };
  }

  private async refused(userId: number | null, reason: string, waitSeconds: number): Promise<ChallengeOutcome> {
    await this.record(userId, 'refused', { reason });
    return { answered: null, waitSeconds };
  }

  private record(
    userId: number | null,
    outcome: 'success' | 'refused',
    detail: Readonly<Record<string, string>>,
  ): Promise<void> {
    return this.auditTrail.record({ action: 'mfa.verified', outcome, actorUserId: userId, detail });
  }
}
