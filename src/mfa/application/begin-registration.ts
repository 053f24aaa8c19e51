import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { CHALLENGE_SECONDS } from '../domain/challenge.js';
import { AdmitFactor } from './admit-factor.js';
import { Ceremonies } from './ports/challenges.js';
import { type RegistrationOptions, Webauthn } from './ports/webauthn.js';

/** Makes the options for `navigator.credentials.create()`, good for five minutes in this session. */
@Injectable()
export class BeginRegistration {
  constructor(
    private readonly admitFactor: AdmitFactor,
    private readonly ceremonies: Ceremonies,
    private readonly webauthn: Webauthn,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyFactors, PasswordLoginNeeded */
  async execute(caller: Caller): Promise<RegistrationOptions> {
    const factors = await this.admitFactor.execute(caller);
    const known = factors.filter((factor) => factor.type === 'webauthn');
    const user = { id: caller.userId, username: caller.username };
    const { options, challenge } = await this.webauthn.beginRegistration(user, known);
    await this.ceremonies.begin({
      sessionId: caller.sessionId,
      purpose: 'registration',
      webauthnChallenge: challenge,
      expiresAt: new Date(this.clock.now().getTime() + CHALLENGE_SECONDS * 1000),
    });
    return options;
  }
}
