import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

/**
 * What ends because an organization has let a person go. Each organization decides for its own: while another one keeps them, only the
 * sessions end that a provider of this one has opened. An account that no organization keeps is stopped as a whole: its sessions, device
 * trust and logins in flight end. What its owner has set stays, and keys for AI clients rest.
 */
@Injectable()
export class EndAccess {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work, in which the account is locked. @param input.isKeptElsewhere by an unsuspended membership */
  async execute(input: { userId: number; organizationId: number; isKeptElsewhere: boolean }): Promise<void> {
    const { userId, organizationId, isKeptElsewhere } = input;
    if (isKeptElsewhere) return this.ofProviders({ userId, organizationId });
    await this.users.letGo(userId, this.clock.now());
    await this.sessions.end({ userId, reason: 'deprovisioned', keep: null, actorUserId: null });
  }

  /** Ends the sessions that the identity providers of the organization have opened. Joins the caller's unit of work. */
  ofProviders(input: { userId: number; organizationId: number }): Promise<void> {
    return this.sessions.endOfOrganization({ ...input, reason: 'deprovisioned' });
  }
}
