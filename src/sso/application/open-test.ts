import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { type ConnectionTest, isOpen } from '../domain/connection-test.js';
import { ConnectionTests } from './ports/connection-tests.js';

/** The test that a login is to be, by the ticket that its starter was given. */
@Injectable()
export class OpenTest {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` for an unknown ticket, one of another connection, and when the test is over */
  async execute(input: { connectionId: number; ticketHash: Uint8Array }): Promise<ConnectionTest | null> {
    const test = await this.tests.findByTicket(input.connectionId, input.ticketHash);
    return test !== null && isOpen(test, this.clock.now()) ? test : null;
  }
}
