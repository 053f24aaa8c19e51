import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { stepUpThrottle } from '../domain/code-throttle.js';
import { Ceremonies } from './ports/challenges.js';
import { type Proof, type Verification, VerifyFactor } from './verify-factor.js';

/** Checks a second factor that a logged-in person shows. Joins the unit of work of what it is shown for. */
@Injectable()
export class ProveFactor {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly verifyFactor: VerifyFactor,
    private readonly clock: Clock,
  ) {}

  async execute(input: { caller: Caller; proof: Proof }): Promise<Verification> {
    const { caller, proof } = input;
    const { userId, sessionId } = caller;
    const webauthnChallenge = proof.method === 'webauthn' ? await this.ceremonies.take(sessionId, 'step_up', this.clock.now()) : null;
    return this.verifyFactor.execute({ userId, proof, webauthnChallenge, throttled: stepUpThrottle(caller) });
  }
}
