import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { stepUpThrottle } from '../domain/code-throttle.js';
import { Ceremonies } from './ports/challenges.js';
import { type Proof, type Verification, VerifyFactor } from './verify-factor.js';

/** A second factor shown by someone who is logged in. Joins the unit of work of what it is shown for. */
@Injectable()
export class ProveFactor {
  constructor(
    private readonly ceremonies: Ceremonies,
    private readonly verifyFactor: VerifyFactor,
    private readonly clock: Clock,
  ) {}

  async execute(input: { userId: number; sessionId: number; proof: Proof }): Promise<Verification> {
    const { userId, sessionId, proof } = input;
    const webauthnChallenge =
      proof.method === 'webauthn' ? await this.ceremonies.take(sessionId, 'step_up', this.clock.now()) : null;
    return this.verifyFactor.execute({ userId, proof, webauthnChallenge, throttled: stepUpThrottle(sessionId) });
  }
}
