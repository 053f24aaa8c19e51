import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptEnded } from '../domain/sso.errors.js';
import { assertBrowser } from './answer-attempt.js';
import { Attempts } from './ports/attempts.js';
import { SettleLogin } from './settle-login.js';

/** The browser that began a login fetches what its provider has said. */
@Injectable()
export class FinishLogin {
  constructor(
    private readonly attempts: Attempts,
    private readonly settleLogin: SettleLogin,
  ) {}

  /** @returns where the browser goes @throws AttemptEnded, WrongBrowser */
  async execute(input: { connectionId: number; ticket: string; browserToken: string | null }): Promise<string> {
    const hash = hashToken(input.ticket);
    const found = hash && (await this.attempts.findByTicket(input.connectionId, hash));
    if (found === null) throw new AttemptEnded();
    assertBrowser(found.attempt, input.browserToken);
    return this.settleLogin.execute(found.attempt, found.identity);
  }
}
