import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { answeredRequest } from '../domain/answered-request.js';
import { AttemptEnded, ProviderBegan, SsoFailed } from '../domain/sso.errors.js';
import { answerThrottle } from '../domain/sso-throttles.js';
import { AnswerAttempt } from './answer-attempt.js';
import { FailLogin } from './fail-login.js';
import { IdentifyPerson } from './identify-person.js';
import { Attempts } from './ports/attempts.js';
import { Connections } from './ports/connections.js';

/** Where the browser goes: to an address; to the end of the login, which needs its cookie; or to a beginning. */
export type AssertionReceived =
  | { readonly next: 'return'; readonly redirectTo: string }
  | { readonly next: 'finish'; readonly ticket: string }
  | { readonly next: 'start' };

/**
 * Receives the answer of SAML, which another site makes the browser post, and which therefore comes without its cookie.
 */
@Injectable()
export class ReceiveAssertion {
  constructor(
    private readonly connections: Connections,
    private readonly answerAttempt: AnswerAttempt,
    private readonly identifyPerson: IdentifyPerson,
    private readonly attempts: Attempts,
    private readonly failLogin: FailLogin,
    private readonly throttle: AttemptThrottle,
  ) {}

  /** @throws AttemptEnded, ProviderBegan; RateLimited before anything is spent; Unavailable when too many answers wait to be read */
  async execute(input: { connectionId: number; message: string; relayState: string | null; network: string }): Promise<AssertionReceived> {
    const { connectionId, message, relayState, network } = input;
    const wait = await this.throttle.waitSeconds([answerThrottle(network)]);
    if (wait > 0) throw new RateLimited(wait);
    // Only this service makes such a state. A provider that did not send it back still names the request.
    const asked = hashToken(relayState) === null ? answeredRequest(message) : { state: relayState };
    if (asked === null) return this.startAnew(connectionId, network);
    const named = { connectionId, state: asked.state, browser: null };
    const { attempt, memory, connection } = await this.answerAttempt.execute(named);
    const identity = await this.identifyPerson.execute(connection, memory, { type: 'saml', message, network });
    if (identity instanceof SsoFailed) {
      await this.countRefusal(network);
      return { next: 'return', redirectTo: await this.failLogin.execute(attempt, identity) };
    }
    const { token: ticket, hash } = mintToken();
    await this.attempts.keep(attempt, hash, identity);
    return { next: 'finish', ticket };
  }

  /** When many are posted at once, those beyond the limit are told to wait, and write nothing. @throws RateLimited */
  private async countRefusal(network: string): Promise<void> {
    const wait = await this.throttle.settle([answerThrottle(network)], 'failure');
    if (wait > 0) throw new RateLimited(wait);
  }

  /**
   * The provider began. What it sent is not even read: the browser is sent to the provider, and comes back with an
   * answer to a request.
   */
  private async startAnew(connectionId: number, network: string): Promise<AssertionReceived> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'saml' || connection.status !== 'active') throw new AttemptEnded();
    if (connection.settings.allowsProviderStart) return { next: 'start' };
    await this.countRefusal(network);
    const refusal = new ProviderBegan();
    const nobody = { purpose: 'login', testId: null, userId: null } as const;
    await this.failLogin.record({ organizationId: connection.organizationId, connectionId, ...nobody }, refusal);
    throw refusal;
  }
}
