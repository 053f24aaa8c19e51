import { Injectable } from '@nestjs/common';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class IsKnownNetwork {
  constructor(private readonly sessions: Sessions) {}

  /** Whether the account has logged in from there before. */
  async execute(input: { userId: number; network: string }): Promise<boolean> {
    return (await this.sessions.recognise(input.network, input.userId)).user;
  }
}
