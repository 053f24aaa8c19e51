import { Injectable } from '@nestjs/common';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class IsKnownNetwork {
  constructor(private readonly sessions: Sessions) {}

  /** Whether the account has logged in from there before. */
  execute(input: { userId: number; network: string }): Promise<boolean> {
    return this.sessions.hasBeenSeen(input.userId, input.network);
  }
}
