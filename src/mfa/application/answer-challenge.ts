import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { AuthenticationMethod } from '../../shared/caller.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import type { Challenge } from '../domain/challenge.js';
import { challengeThrottle, codeThrottle } from '../domain/code-throttle.js';
import { codesGuessedMail } from '../domain/factor-mails.js';
import { Challenges } from './ports/challenges.js';
import { Networks } from './ports/networks.js';
import { type Proof, VerifyFactor } from './verify-factor.js';

export interface AnsweredChallenge {
  readonly userId: number;
  readonly trustEpoch: number;
  readonly amr: AuthenticationMethod;
  /** Hash of the device token that the answer carried. */
  readonly deviceTokenHash: Uint8Array | null;
  /** Whether the proof is good enough to trust the device that it came from. */
  readonly isTrustworthy: boolean;
}

export type ChallengeOutcome =
  | { readonly answered: AnsweredChallenge; readonly waitSeconds: 0 }
  | { readonly answered: null; readonly waitSeconds: number };

/** Joins the unit of work of the login. Returns a refusal instead of throwing it, so that its count is committed. */
@Injectable()
export class AnswerChallenge {
  constructor(
    private readonly challenges: Challenges,
    private readonly verifyFactor: VerifyFactor,
    private readonly requireAccount: RequireAccount,
    private readonly networks: Networks,
    private readonly throttle: AttemptThrottle,
    private readonly mailer: Mailer,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(input: { mfaToken: string; deviceToken: string | null; network: string; proof: Proof }): Promise<ChallengeOutcome> {
    const { proof, network } = input;
    const now = this.clock.now();
    const hash = hashToken(input.mfaToken);
    const challenge = hash && (await this.challenges.lock(hash));
    if (challenge?.isOpen(now) !== true) {
      const wait = await this.throttle.settle(challengeThrottle(network), 'failure');
      return this.refused(null, wait > 0 ? 'throttled' : 'unknown_or_ended', wait);
    }
    const { userId, trustEpoch, webauthnChallenge } = challenge;
    const deviceTokenHash = hashToken(input.deviceToken);
    const isMalformed = input.deviceToken !== null && deviceTokenHash === null;
    if (isMalformed || !challenge.isOfDevice(deviceTokenHash)) return this.fail(challenge, 'other_device');
    const throttled = codeThrottle({ userId, network, isKnownNetwork: await this.networks.isKnown(userId, network) });
    const verification = await this.verifyFactor.execute({ userId, proof, webauthnChallenge, throttled });
    const { amr, waitSeconds, isTrustworthy } = verification;
    if (waitSeconds > 0) return this.refused(userId, 'throttled', waitSeconds);
    if (amr === null) return this.fail(challenge, `wrong_${proof.method}`);
    await this.challenges.save(challenge.succeed(now));
    await this.record(userId, 'success', { method: proof.method });
    return { answered: { userId, trustEpoch, amr, deviceTokenHash, isTrustworthy }, waitSeconds: 0 };
  }

  private async fail(challenge: Challenge, reason: string): Promise<ChallengeOutcome> {
    const { userId } = challenge;
    const now = this.clock.now();
    const failed = challenge.fail(now);
    await this.challenges.save(failed);
    // A person who came this far knows the password, and its owner should hear about it.
    if (failed.endedAt !== null) await this.mailer.send(codesGuessedMail(await this.requireAccount.execute(userId), now));
    return this.refused(userId, reason, 0);
  }

  private async refused(userId: number | null, reason: string, waitSeconds: number): Promise<ChallengeOutcome> {
    await this.record(userId, 'refused', { reason });
    return { answered: null, waitSeconds };
  }

  private record(userId: number | null, outcome: 'success' | 'refused', detail: Readonly<Record<string, string>>): Promise<void> {
    return this.auditTrail.record({ action: 'mfa.verified', outcome, actorUserId: userId, detail });
  }
}
