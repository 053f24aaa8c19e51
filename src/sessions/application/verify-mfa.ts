import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { type ActivationOffer, OfferActivation } from '../../devices/application/offer-activation.js';
import { AnswerChallenge, type AnsweredChallenge } from '../../mfa/application/answer-challenge.js';
import type { Proof } from '../../mfa/application/verify-factor.js';
import { type SsoRequired, type Unauthorized, RateLimited } from '../../shared/domain-error.js';
import { networkOf } from '../../shared/network.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type SessionOrigin, WrongSecondFactor } from '../domain/session.js';
import { IssueTokenPair, type TokenPair } from './issue-token-pair.js';

export interface VerifiedLogin {
  readonly pair: TokenPair;
  /** `null` when the device may not be trusted. */
  readonly activation: ActivationOffer | null;
}

/** The second step of a login: the factor is spent, the challenge ends and the session begins in one commit. */
@Injectable()
export class VerifyMfa {
  constructor(
    private readonly answerChallenge: AnswerChallenge,
    private readonly offerActivation: OfferActivation,
    private readonly findAccount: FindAccount,
    private readonly issueTokenPair: IssueTokenPair,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws WrongSecondFactor, the same for every reason; RateLimited, SsoRequired */
  async execute(input: { mfaToken: string; proof: Proof; deviceToken: string | null; origin: SessionOrigin }): Promise<VerifiedLogin> {
    const outcome = await this.unitOfWork.run(async (): Promise<VerifiedLogin | Unauthorized | RateLimited | SsoRequired> => {
      const network = networkOf(input.origin.ip);
      const { answered, waitSeconds } = await this.answerChallenge.execute({ ...input, network });
      if (waitSeconds > 0) return new RateLimited(waitSeconds);
      return (answered && (await this.admit(answered, input.origin))) ?? new WrongSecondFactor();
    });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async admit(answered: AnsweredChallenge, origin: SessionOrigin): Promise<VerifiedLogin | SsoRequired | null> {
    const { userId, trustEpoch, amr, deviceTokenHash, isTrustworthy } = answered;
    const user = await this.findAccount.execute(userId);
    // The epoch of the password check: a password or factor that changed since then makes this login void.
    const verified = user && { ...user, trustEpoch };
    const pair =
      verified && (await this.issueTokenPair.execute({ user: verified, amr: ['pwd', amr], acr: 'aal2', deviceId: null, origin }));
    if (pair === null) {
      const detail = { reason: 'credentials_changed' };
      await this.auditTrail.record({ action: 'session.logged_in', outcome: 'refused', actorUserId: userId, detail });
      return null;
    }
    if (pair instanceof Error) return pair;
    const { sessionId } = pair;
    const { deviceName } = origin;
    const offer = { userId, sessionId, deviceTokenHash, deviceName };
    return { pair, activation: isTrustworthy ? await this.offerActivation.execute(offer) : null };
  }
}
