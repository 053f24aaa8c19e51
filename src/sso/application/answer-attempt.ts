import { Injectable } from '@nestjs/common';
import { hashToken, isSameHash } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import type { Connection } from '../domain/connection.js';
import { AttemptEnded, ConnectionNotActive, WrongBrowser } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { Connections } from './ports/connections.js';
import type { ProtocolMemory } from './ports/identity-provider.js';

/** Finds the login that an answer of a provider belongs to, and spends its state: each state gets one answer. */
@Injectable()
export class AnswerAttempt {
  constructor(
    private readonly attempts: Attempts,
    private readonly connections: Connections,
    private readonly clock: Clock,
  ) {}

  /**
   * @param input.browser `null` when it cannot show its cookie, as in what another site makes it post
   * @returns a refusal when the connection must not be used any more @throws AttemptEnded, WrongBrowser
   */
  async execute(input: {
    connectionId: number;
    state: string | null;
    browser: { readonly token: string | null } | null;
  }): Promise<{ attempt: Attempt; memory: ProtocolMemory; connection: Connection | ConnectionNotActive }> {
    const { connectionId, browser } = input;
    const stateHash = hashToken(input.state);
    const found = stateHash && (await this.attempts.findByState(connectionId, stateHash));
    if (found === null) throw new AttemptEnded();
    if (browser !== null) assertBrowser(found.attempt, browser.token);
    if (!(await this.attempts.answer(found.attempt, this.clock.now()))) throw new AttemptEnded();
    const connection = await this.connections.find(connectionId);
    const isOpen = connection !== null && isOpenFor(connection, found.attempt);
    return { ...found, connection: isOpen ? connection : new ConnectionNotActive() };
  }
}

/**
 * Without this, an attacker could have another person finish a login that the attacker began, and that person would
 * then act as the attacker (login CSRF).
 */
export function assertBrowser({ browserHash }: Pick<Attempt, 'browserHash'>, browserToken: string | null): void {
  const presented = hashToken(browserToken);
  if (presented === null || !isSameHash(presented, browserHash)) throw new WrongBrowser();
}
