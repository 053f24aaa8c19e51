import { Injectable } from '@nestjs/common';
import { mintToken } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import { CHALLENGE_SECONDS, Challenge } from '../domain/challenge.js';
import { Challenges } from './ports/challenges.js';

export interface BegunChallenge {
  readonly token: string;
  readonly expiresIn: number;
}

/** Asks a user whose password was right for the second factor. Joins the unit of work of the login. */
@Injectable()
export class BeginChallenge {
  constructor(
    private readonly challenges: Challenges,
    private readonly clock: Clock,
  ) {}

  async execute(input: {
    userId: number;
    trustEpoch: number;
    deviceTokenHash: Uint8Array | null;
    deviceTokenIsNew: boolean;
  }): Promise<BegunChallenge> {
    const { token, hash } = mintToken();
    await this.challenges.add(Challenge.begin({ ...input, tokenHash: hash }, this.clock.now()));
    return { token, expiresIn: CHALLENGE_SECONDS };
  }
}
