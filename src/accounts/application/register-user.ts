import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { emailOf, usernameOf } from '../domain/login-name.js';
import { User } from '../domain/user.js';
import { CheckNewPassword } from './check-new-password.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

export interface RegisterUserInput {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly isSystemAdmin: boolean;
}

@Injectable()
export class RegisterUser {
  constructor(
    private readonly users: Users,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly hasher: PasswordHasher,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, WeakPassword, NameTaken */
  async execute(input: RegisterUserInput): Promise<User> {
    const email = emailOf(input.email);
    const username = usernameOf(input.username, email);
    await this.checkNewPassword.execute({
      password: input.password,
      username: username.text,
      email: email.text,
      userId: null,
      field: 'password',
    });
    const passwordHash = await this.hasher.hash(input.password);
    return this.unitOfWork.run(async () => {
      const { isSystemAdmin } = input;
      const user = User.register({
        id: await this.users.nextId(),
        username,
        email,
        isSystemAdmin,
        passwordHash,
        at: this.clock.now(),
      });
      await this.users.add(user);
      await this.auditTrail.record({
        action: 'user.registered',
        outcome: 'success',
        actorUserId: null,
        target: { type: 'user', id: user.id },
        detail: { is_system_admin: isSystemAdmin },
      });
      return user;
    });
  }
}
