import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type LinkTicket, LinkTickets } from '../../application/ports/link-tickets.js';

/** Raw: the statement that spends a ticket returns it, and repositories do not answer what they delete. */
@Injectable()
export class SqlLinkTickets extends LinkTickets {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(ticket: LinkTicket): Promise<void> {
    const { ticketHash, purpose, organizationId, connectionId, userId, sessionId, expiresAt } = ticket;
    await this.session.execute(
      `INSERT INTO sso_link_tickets (ticket_hash, organization_id, connection_id, user_id, session_id, expires_at, purpose)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [ticketHash, organizationId, connectionId, userId, sessionId, expiresAt, purpose],
    );
  }

  async spend(connectionId: number, ticketHash: Uint8Array, at: Date): Promise<LinkTicket | null> {
    const [row] = await this.session.query<LinkTicket & object>(
      `DELETE FROM sso_link_tickets WHERE connection_id = $1 AND ticket_hash = $2 AND expires_at > $3
       RETURNING ticket_hash AS "ticketHash", purpose, organization_id AS "organizationId", connection_id AS "connectionId",
                 user_id AS "userId", session_id AS "sessionId", expires_at AS "expiresAt"`,
      [connectionId, ticketHash, at],
    );
    return row ?? null;
  }
}
