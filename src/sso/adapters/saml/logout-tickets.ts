import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports/clock.js';
import { SealedValueUnreadable, SecretBox } from '../../../shared/ports/secret-box.js';

/** A browser goes there at once. */
const LIFE_MS = 60_000;

/** What a request to the provider has to name after the session here is gone. */
export interface LogoutTicket {
  readonly id: string;
  readonly subject: string;
  readonly sessionIndex: string | null;
  readonly returnTo: string;
  readonly expiresAt: number;
}

/** Sealed in the address that the browser goes to, so that nothing has to be kept of sessions that are over. */
@Injectable()
export class LogoutTickets {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  seal(connectionId: number, session: Pick<LogoutTicket, 'subject' | 'sessionIndex' | 'returnTo'>): string {
    const expiresAt = this.clock.now().getTime() + LIFE_MS;
    const ticket: LogoutTicket = { id: `logout-ticket ${randomBytes(16).toString('base64url')}`, ...session, expiresAt };
    return this.secretBox.seal(Buffer.from(JSON.stringify(ticket)), contextOf(connectionId));
  }

  /** `null` when it was not made here for this connection, or has expired. */
  open(connectionId: number, ticket: string): LogoutTicket | null {
    try {
      const opened = JSON.parse(this.secretBox.open(ticket, contextOf(connectionId)).toString()) as LogoutTicket;
      return opened.expiresAt > this.clock.now().getTime() ? opened : null;
    } catch (error) {
      if (error instanceof SealedValueUnreadable) return null;
      throw error;
    }
  }
}

function contextOf(connectionId: number): string {
  return `sso_logout_tickets:${connectionId}`;
}
