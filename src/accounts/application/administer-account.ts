import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, isRefusal } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { AccountDisabled } from '../domain/account.errors.js';
import type { User } from '../domain/user.js';
import { Users } from './ports/users.js';

/**
 * What all actions of a system administrator on an account share: the permission, the check that the account exists,
 * and the audit entry of a refusal.
 */
@Injectable()
export class AdministerAccount {
  constructor(
    private readonly access: AccessControl,
    private readonly users: Users,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Runs `work` in a unit of work. @throws Forbidden, NotFound */
  async execute<T>(input: { caller: Caller; userId: number; action: string }, work: (user: User) => Promise<T>): Promise<T> {
    const { caller, userId, action } = input;
    await this.access.requireSystemAdmin(caller, action);
    try {
      return await this.unitOfWork.run(async () => {
        const user = await this.users.find(userId);
        if (user === null) throw new NotFound('Account');
        return work(user);
      });
    } catch (error) {
      if (isRefusal(error)) {
        await this.auditTrail.record({
          action,
          outcome: 'refused',
          actorUserId: caller.userId,
          target: { type: 'user', id: userId },
          detail: { reason: error.name },
        });
      }
      throw error;
    }
  }

  /** As `execute`, with the account locked; it must be active. @throws Forbidden, NotFound, AccountDisabled */
  executeLocked<T>(input: { caller: Caller; userId: number; action: string }, work: () => Promise<T>): Promise<T> {
    return this.execute(input, async ({ id }) => {
      const user = await this.users.lock(id);
      if (user?.isActive !== true) throw new AccountDisabled();
      return work();
    });
  }
}
