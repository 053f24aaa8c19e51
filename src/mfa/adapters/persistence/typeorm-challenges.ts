import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Challenges } from '../../application/ports/challenges.js';
import type { Challenge } from '../../domain/challenge.js';
import { challengeSchema } from './schemas.js';

@Injectable()
export class TypeOrmChallenges extends Challenges {
  private readonly challenges;

  constructor(session: TypeOrmSession) {
    super();
    this.challenges = session.repository(challengeSchema);
  }

  async add(challenge: Challenge): Promise<void> {
    await this.challenges.insert({ ...challenge });
  }

  lock(tokenHash: Uint8Array): Promise<Challenge | null> {
    return this.challenges.findOne({ where: { tokenHash }, lock: { mode: 'pessimistic_write' } });
  }

  async save({ tokenHash, webauthnChallenge, failures, endedAt }: Challenge): Promise<void> {
    await this.challenges.update({ tokenHash }, { webauthnChallenge, failures, endedAt });
  }

  async purge(before: Date): Promise<number> {
    const { affected } = await this.challenges.delete({ expiresAt: LessThan(before) });
    return affected ?? 0;
  }
}
