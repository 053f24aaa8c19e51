import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { isRefusal } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { loginNamesOf } from '../domain/login-name.js';
import { User } from '../domain/user.js';
import { MailPasswordLink } from './mail-password-link.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

const action = 'user.created';

/** Creates an account for another person: it has no password until its owner chooses one by the mailed link. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly access: AccessControl,
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, ValidationFailed, NameTaken */
  async execute(input: { caller: Caller; username: string; email: string }): Promise<User> {
    const { userId: actorUserId } = input.caller;
    await this.access.requireSystemAdmin(input.caller, action);
    try {
      return await this.create(input.username, input.email, actorUserId);
    } catch (error) {
      if (isRefusal(error)) {
        const detail = { reason: error.name };
        await this.auditTrail.record({ action, outcome: 'refused', actorUserId, detail });
      }
      throw error;
    }
  }

  private create(usernameText: string, emailText: string, actorUserId: number): Promise<User> {
    const { email, username } = loginNamesOf(usernameText, emailText);
    return this.unitOfWork.run(async () => {
      const id = await this.users.nextId();
      const at = this.clock.now();
      const user = User.register({ id, username, email, isSystemAdmin: false, passwordHash: null, at });
      await this.users.add(user);
      await this.mailPasswordLink.execute({ user, requestId: this.tokens.newRequestId() });
      await this.auditTrail.record({ action, outcome: 'success', actorUserId, target: { type: 'user', id } });
      return user;
    });
  }
}
