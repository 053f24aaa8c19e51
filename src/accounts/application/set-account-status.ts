import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { nameKeyOf } from '../../shared/email-key.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { LastSystemAdmin } from '../domain/account.errors.js';
import type { User, UserStatus } from '../domain/user.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Users } from './ports/users.js';

type Account = { readonly login: string } | { readonly userId: number };

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

  /** @throws NotFound, LastSystemAdmin */
  execute(input: Account & { status: UserStatus; actorUserId: number | null }): Promise<User> {
    const { status, actorUserId } = input;
    return this.unitOfWork.run(async () => {
      const user = await this.lock(input, status);
      const changed = status === 'disabled' ? user.disable(this.clock.now()) : user.enable(this.clock.now());
      await this.users.save(changed);
      if (!changed.isActive) await this.sessions.end({ userId: user.id, reason: 'account_disabled', keep: null, actorUserId });
      await this.auditTrail.record({
        action: changed.isActive ? 'user.enabled' : 'user.disabled',
        outcome: 'success',
        actorUserId,
        target: { type: 'user', id: user.id },
      });
      return changed;
    });
  }

  private async lock(account: Account, status: UserStatus): Promise<User> {
    const found = 'login' in account ? await this.users.findByLogin(nameKeyOf(account.login)) : await this.users.find(account.userId);
    if (found?.isSystemAdmin === true && status === 'disabled') {
      // Locks all of them first: otherwise two administrators who disable each other would both succeed.
      const active = await this.users.lockSystemAdmins();
      if (active.length === 1 && active[0] === found.id) throw new LastSystemAdmin();
    }
    const user = found && (await this.users.lock(found.id));
    if (user === null) throw new NotFound('Account');
    return user;
  }
}
