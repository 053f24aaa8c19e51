import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { CHALLENGE_SECONDS } from '../domain/challenge.js';
import { NoFactorEnrolled } from '../domain/mfa.errors.js';
import { Ceremonies, Challenges } from './ports/challenges.js';
import { Factors } from './ports/factors.js';
import { type Ceremony, Webauthn } from './ports/webauthn.js';

/** The options for `navigator.credentials.get()`, for a login that waits or a session that steps up. */
@Injectable()
export class BeginAssertion {
  constructor(
    private readonly factors: Factors,
    private readonly challenges: Challenges,
    private readonly ceremonies: Ceremonies,
    private readonly webauthn: Webauthn,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized when the token is unknown or has ended; NoFactorEnrolled */
  async forLogin(mfaToken: string): Promise<object> {
    const hash = hashToken(mfaToken);
    return this.unitOfWork.run(async () => {
      const challenge = hash && (await this.challenges.lock(hash));
      if (challenge?.isOpen(this.clock.now()) !== true)
        throw new Unauthorized('This login has ended. Start again with the password.');
      const ceremony = await this.begin(challenge.userId);
      await this.challenges.save(challenge.offerWebauthn(ceremony.challenge));
      return ceremony.options;
    });
  }

  /** @throws NoFactorEnrolled */
  async forStepUp(caller: Caller): Promise<object> {
    const ceremony = await this.begin(caller.userId);
    await this.ceremonies.begin({
      sessionId: caller.sessionId,
      purpose: 'step_up',
      webauthnChallenge: ceremony.challenge,
      expiresAt: new Date(this.clock.now().getTime() + CHALLENGE_SECONDS * 1000),
    });
    return ceremony.options;
  }

  private async begin(userId: number): Promise<Ceremony> {
    const known = (await this.factors.confirmedOf(userId)).filter((factor) => factor.type === 'webauthn');
    if (known.length === 0) throw new NoFactorEnrolled();
    return this.webauthn.beginAssertion(known);
  }
}
