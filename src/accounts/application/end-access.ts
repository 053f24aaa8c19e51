import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

/** Ends a person's sessions, device trust and logins in flight, because an organization has let them go. */
@Injectable()
export class EndAccess {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work. */
  async execute(userId: number): Promise<void> {
    await this.users.endTrust(userId, this.clock.now());
    await this.sessions.end({ userId, reason: 'deprovisioned', keep: null, actorUserId: null });
  }
}
