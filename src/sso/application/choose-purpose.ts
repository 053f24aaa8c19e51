import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Attempt } from '../domain/attempt.js';
import type { Connection } from '../domain/connection.js';
import { AttemptEnded, ConnectionNotActive } from '../domain/sso.errors.js';
import { OpenTest } from './open-test.js';
import { LinkTickets } from './ports/link-tickets.js';

/** The purpose of a login, by the ticket that the browser brings. */
@Injectable()
export class ChoosePurpose {
  constructor(
    private readonly openTest: OpenTest,
    private readonly linkTickets: LinkTickets,
    private readonly clock: Clock,
  ) {}

  /** Spends the ticket of a logged-in person. @throws AttemptEnded, ConnectionNotActive */
  async execute(
    connection: Connection,
    tickets: { test: string | null; session: string | null },
  ): Promise<Pick<Attempt, 'purpose' | 'testId' | 'userId' | 'sessionId'>> {
    const nobody = { testId: null, userId: null, sessionId: null };
    if (tickets.test !== null) {
      const test = await this.openTest.execute({ connectionId: connection.id, ticket: tickets.test });
      if (test?.configurationVersion !== connection.configurationVersion) throw new AttemptEnded();
      return { ...nobody, purpose: 'test', testId: test.id };
    }
    if (connection.status !== 'active') throw new ConnectionNotActive();
    if (tickets.session === null) return { ...nobody, purpose: 'login' };
    const hash = hashToken(tickets.session);
    const ticket = hash && (await this.linkTickets.spend(connection.id, hash, this.clock.now()));
    if (ticket === null) throw new AttemptEnded();
    return { ...nobody, purpose: ticket.purpose, userId: ticket.userId, sessionId: ticket.sessionId };
  }
}
