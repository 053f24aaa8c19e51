import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { challengeThrottle } from '../domain/code-throttle.js';
import { CHALLENGE_SECONDS } from '../domain/challenge.js';
import { NoPasskeyRegistered } from '../domain/mfa.errors.js';
import { Ceremonies, Challenges } from './ports/challenges.js';
import { Factors } from './ports/factors.js';
import { type AssertionOptions, type Ceremony, Webauthn } from './ports/webauthn.js';

/** Makes the options for `navigator.credentials.get()`, for a waiting login or a session that steps up. */
@Injectable()
export class BeginAssertion {
  constructor(
    private readonly factors: Factors,
    private readonly challenges: Challenges,
    private readonly ceremonies: Ceremonies,
    private readonly webauthn: Webauthn,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized when the token is unknown or has ended; RateLimited; NoPasskeyRegistered */
  async forLogin(input: { mfaToken: string; network: string }): Promise<AssertionOptions> {
    const hash = hashToken(input.mfaToken);
    const options = await this.unitOfWork.run(async () => {
      const challenge = hash && (await this.challenges.lock(hash));
      if (challenge?.isOpen(this.clock.now()) !== true) return null;
      const ceremony = await this.begin(challenge.userId);
      await this.challenges.save(challenge.offerWebauthn(ceremony.challenge));
      return ceremony.options;
    });
    if (options !== null) return options;
    const wait = await this.unitOfWork.run(() => this.throttle.settle(challengeThrottle(input.network), 'failure'));
    throw wait > 0 ? new RateLimited(wait) : new Unauthorized('This login has ended. Start again with the password.');
  }

  /** @throws NoPasskeyRegistered */
  async forStepUp(caller: Caller): Promise<AssertionOptions> {
    const ceremony = await this.begin(caller.userId);
    await this.ceremonies.begin({
      sessionId: caller.sessionId,
      purpose: 'step_up',
      webauthnChallenge: ceremony.challenge,
      expiresAt: new Date(this.clock.now().getTime() + CHALLENGE_SECONDS * 1000),
    });
    return ceremony.options;
  }

  private async begin(userId: number): Promise<Ceremony<AssertionOptions>> {
    const known = (await this.factors.confirmedOf(userId)).filter((factor) => factor.type === 'webauthn');
    if (known.length === 0) throw new NoPasskeyRegistered();
    return this.webauthn.beginAssertion(known);
  }
}
