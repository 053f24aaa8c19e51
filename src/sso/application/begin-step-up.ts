import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, StepUpMethodRefused } from '../../shared/domain-error.js';
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

/** A person who came from an identity provider goes back to it, to prove there again who they are. */
@Injectable()
export class BeginStepUp {
  constructor(
    private readonly connections: Connections,
    private readonly tickets: LinkTickets,
    private readonly service: ServiceOrigin,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns where the browser goes, once and within minutes @throws StepUpMethodRefused, NotFound */
  execute(caller: Caller): Promise<{ startUrl: string; expiresIn: number }> {
    const { userId, sessionId, ssoConnectionId: connectionId } = caller;
    const target = { type: 'session', id: sessionId };
    const event = { action: 'session.step_up_begun', actorUserId: userId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if (connectionId === null) throw new StepUpMethodRefused('password');
        const connection = await this.connections.find(connectionId);
        if (connection?.status !== 'active') throw new NotFound('Connection');
        const { organizationId } = connection;
        const { token, hash: ticketHash } = mintToken();
        const expiresAt = secondsAfter(this.clock.now(), LINK_TICKET_SECONDS);
        const bound = { organizationId, connectionId, userId, sessionId, expiresAt };
        await this.tickets.add({ ...bound, ticketHash, purpose: 'step_up' });
        await this.auditTrail.record({ ...event, outcome: 'success', organizationId });
        const startUrl = `${startUrlOf(this.service.publicUrl, connectionId)}?step_up=${token}`;
        return { startUrl, expiresIn: LINK_TICKET_SECONDS };
      }),
    );
  }
}
