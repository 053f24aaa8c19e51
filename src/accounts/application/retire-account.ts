import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { AccountDevices } from './ports/account-devices.js';
import { AccountSessions } from './ports/account-sessions.js';
import { AddressDomains } from './ports/address-domains.js';
import { SecondFactors } from './ports/second-factors.js';
import { Users } from './ports/users.js';

/**
 * Another person has the address from now on. The account of the one who had it before gives up its names, and everything that opens it
 * ends with the same commit; what they did and wrote stays theirs, and the new person gets an account of their own.
 */
@Injectable()
export class RetireAccount {
  constructor(
    private readonly users: Users,
    private readonly secondFactors: SecondFactors,
    private readonly devices: AccountDevices,
    private readonly sessions: AccountSessions,
    private readonly domains: AddressDomains,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work, in which the account is locked and no organization has it as a member. */
  async execute({ userId, detail }: { userId: number; detail: AuditEvent['detail'] }): Promise<void> {
    const user = await this.users.lock(userId);
    if (user === null) throw new ConcurrentChange();
    await this.users.save(user.retire(this.clock.now()));
    await this.secondFactors.discard(userId);
    await this.devices.discard(userId);
    await this.sessions.end({ userId, reason: 'deprovisioned', keep: null, actorUserId: null });
    await this.domains.discardLinks(userId);
    await this.auditTrail.record({
      action: 'user.retired',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id: userId },
      ...(detail && { detail }),
    });
  }
}
