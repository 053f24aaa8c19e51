import { Injectable } from '@nestjs/common';
import { FindStanding } from '../../organizations/application/find-standing.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LINK_TICKET_SECONDS, secondsAfter } from '../domain/attempt.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { Connections } from './ports/connections.js';
import { LinkTickets } from './ports/link-tickets.js';

/** A logged-in person wants to log in through an identity provider from now on. */
@Injectable()
export class BeginOwnLink {
  constructor(
    private readonly connections: Connections,
    private readonly findStanding: FindStanding,
    private readonly tickets: LinkTickets,
    private readonly service: ServiceOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns where the browser goes, once and within minutes @throws NotFound for a connection of an organization that
   * they do not belong to
   */
  execute(input: { caller: Caller; connectionId: number }): Promise<{ startUrl: string; expiresIn: number }> {
    const { caller, connectionId } = input;
    const { userId, sessionId } = caller;
    const target = { type: 'sso_connection', id: connectionId };
    const event = { action: 'sso.identity.link_begun', actorUserId: userId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const connection = await this.connections.find(connectionId);
        const { organizationId = 0 } = connection ?? {};
        const { isMember, isSuspended } = await this.findStanding.execute({ organizationId, userId });
        if (connection?.status !== 'active' || !isMember || isSuspended) throw new NotFound('Connection');
        const { token, hash: ticketHash } = mintToken();
        const expiresAt = secondsAfter(this.clock.now(), LINK_TICKET_SECONDS);
        const bound = { organizationId, connectionId, userId, sessionId, expiresAt };
        await this.tickets.add({ ...bound, ticketHash, purpose: 'link' });
        await this.auditTrail.record({ ...event, outcome: 'success', organizationId });
        return {
          startUrl: `${startUrlOf(this.service.publicUrl, connectionId)}?link=${token}`,
          expiresIn: LINK_TICKET_SECONDS,
        };
      }),
    );
  }
}
