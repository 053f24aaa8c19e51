import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { keyOf } from '../domain/login-name.js';
import type { UserStatus } from '../domain/user.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

/** Disables an account, which ends its sessions with the same commit, or enables it again. */
@Injectable()
export class SetAccountStatus {
  constructor(
    private readonly users: Users,
    private readonly sessions: AccountSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  execute(input: { login: string; status: UserStatus; actorUserId: number | null }): Promise<void> {
    return this.unitOfWork.run(async () => {
      const found = await this.users.findByLogin(keyOf(input.login));
      const user = found && (await this.users.lock(found.id));
      if (user === null) throw new NotFound('Account');
      const changed = input.status === 'disabled' ? user.disable(this.clock.now()) : user.enable(this.clock.now());
      await this.users.save(changed);
      if (!changed.isActive) await this.sessions.end(user.id, 'account_disabled');
      await this.auditTrail.record({
        action: changed.isActive ? 'user.enabled' : 'user.disabled',
        outcome: 'success',
        actorUserId: input.actorUserId,
        target: { type: 'user', id: user.id },
      });
    });
  }
}
