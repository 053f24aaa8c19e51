import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { AttemptEnded, SsoFailed } from '../domain/sso.errors.js';
import { AnswerAttempt } from './answer-attempt.js';
import { FailLogin } from './fail-login.js';
import { IdentifyPerson } from './identify-person.js';
import { Attempts } from './ports/attempts.js';
import { Connections } from './ports/connections.js';

/** Where the browser goes: to an address; to the end of the login, which it has to show its cookie for; or to a beginning. */
export type AssertionReceived =
  | { readonly next: 'return'; readonly redirectTo: string }
  | { readonly next: 'finish'; readonly ticket: string }
  | { readonly next: 'start' };

/** The answer of SAML, which another site makes the browser post, and so comes without its cookie. */
@Injectable()
export class ReceiveAssertion {
  constructor(
    private readonly connections: Connections,
    private readonly answerAttempt: AnswerAttempt,
    private readonly identifyPerson: IdentifyPerson,
    private readonly attempts: Attempts,
    private readonly failLogin: FailLogin,
  ) {}

  /** @throws AttemptEnded */
  async execute(input: {
    connectionId: number;
    message: string;
    relayState: string | null;
  }): Promise<AssertionReceived> {
    const { connectionId, message, relayState } = input;
    // Only this service makes such a state; whoever shows one means a login that was begun here.
    if (hashToken(relayState) === null) return this.startAnew(connectionId);
    const named = { connectionId, state: relayState, browser: null };
    const { attempt, memory, connection } = await this.answerAttempt.execute(named);
    const identity = await this.identifyPerson.execute(connection, memory, { type: 'saml', message });
    if (identity instanceof SsoFailed)
      return { next: 'return', redirectTo: await this.failLogin.execute(attempt, identity) };
    const { token: ticket, hash } = mintToken();
    await this.attempts.keep(attempt, hash, identity);
    return { next: 'finish', ticket };
  }

  /** The provider began. What it brought is not even read: the browser is sent to it, and comes back with an answer to a question. */
  private async startAnew(connectionId: number): Promise<AssertionReceived> {
    const connection = await this.connections.find(connectionId);
    const isAllowed = connection?.type === 'saml' && connection.settings.allowsProviderStart;
    if (!isAllowed || connection.status !== 'active') throw new AttemptEnded();
    return { next: 'start' };
  }
}
