import { Injectable } from '@nestjs/common';
import { hashToken } from '../../shared/one-time-token.js';
import { Clock } from '../../shared/ports/clock.js';
import { type ConnectionTest, isOpen } from '../domain/connection-test.js';
import { ConnectionTests } from './ports/connection-tests.js';

/** Finds the test that a login is for, by the ticket that the person who started it was given. */
@Injectable()
export class OpenTest {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` for an unknown ticket, one of another connection, and when the test is over */
  async execute(input: { connectionId: number; ticket: string }): Promise<ConnectionTest | null> {
    const hash = hashToken(input.ticket);
    if (hash === null) return null;
    const test = await this.tests.findByTicket(input.connectionId, hash);
    return test !== null && isOpen(test, this.clock.now()) ? test : null;
  }
}
