import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { displayNameIn } from '../../shared/display-name.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Name, loginNamesOf } from '../domain/login-name.js';
import { User } from '../domain/user.js';
import { CheckNewPassword } from './check-new-password.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

export interface RegisterUserInput {
  readonly username: string;
  readonly email: string;
  readonly displayName?: string | null;
  readonly password: string;
  readonly isSystemAdmin: boolean;
  /** Whether the owner of the account has shown that the address is theirs. */
  readonly isEmailVerified?: boolean;
  /** Organizations that the account is created for: their names are not accepted as passwords. */
  readonly organizationNames?: readonly string[];
}

export interface PreparedAccount {
  readonly username: Name;
  readonly email: Name;
  readonly displayName: string | null;
  readonly passwordHash: string;
  readonly isSystemAdmin: boolean;
  readonly isEmailVerified: boolean;
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
    return this.add(await this.prepare(input));
  }

  /**
   * The slow part, for callers whose unit of work does more: hashing must not keep it open. @throws ValidationFailed,
   * WeakPassword
   */
  async prepare(input: RegisterUserInput): Promise<PreparedAccount> {
    const { password, displayName = null, isSystemAdmin, isEmailVerified = false, organizationNames = [] } = input;
    const names = namesOr(input.username, input.email);
    const [username, email] = 'username' in names ? [names.username.text, names.email.text] : [input.username, input.email];
    const judged = { password, username, email, userId: null, organizationNames, field: 'password' };
    const weak = await this.checkNewPassword.execute(judged).then(() => null, asRefusal);
    if (!('username' in names)) throw new ValidationFailed([...(names.details ?? []), ...(weak?.details ?? [])]);
    if (weak !== null) throw weak;
    return {
      ...names,
      displayName: displayNameIn(displayName),
      passwordHash: await this.hasher.hash(password),
      isSystemAdmin,
      isEmailVerified,
    };
  }

  /** @throws NameTaken */
  add(prepared: PreparedAccount): Promise<User> {
    return this.unitOfWork.run(async () => {
      // Shown by an invitation that came to the address, or vouched for by the operator of the installation.
      const user = User.register({ ...prepared, isClaimed: true, id: await this.users.nextId(), at: this.clock.now() });
      await this.users.add(user);
      await this.auditTrail.record({
        action: 'user.registered',
        outcome: 'success',
        actorUserId: null,
        target: { type: 'user', id: user.id },
        detail: { is_system_admin: prepared.isSystemAdmin },
      });
      return user;
    });
  }
}

function namesOr(username: string, email: string): ReturnType<typeof loginNamesOf> | ValidationFailed {
  try {
    return loginNamesOf(username, email);
  } catch (error) {
    return asRefusal(error);
  }
}

/** What is wrong with the names and with the password is told together. */
function asRefusal(error: unknown): ValidationFailed {
  if (error instanceof ValidationFailed) return error;
  throw error;
}
