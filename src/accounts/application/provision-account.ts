import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { mintToken } from '../../shared/one-time-token.js';
import { type Name, emailOf, usernameOf } from '../domain/login-name.js';
import { User } from '../domain/user.js';
import { CheckNewPassword } from './check-new-password.js';
import { Affiliations } from './ports/affiliations.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

export interface ProvisionedPerson {
  /** `null` where none of the addresses is one. */
  readonly email: Name | null;
  /** `null` where the wanted name cannot be one for this person. */
  readonly username: Name | null;
  readonly passwordHash: string | null;
}

/** An account that an organization's directory makes. Nobody has shown yet that its address is his. */
@Injectable()
export class ProvisionAccount {
  constructor(
    private readonly users: Users,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly hasher: PasswordHasher,
    private readonly affiliations: Affiliations,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Outside the unit of work, and before anybody has asked whether there is an account: a hash takes its time.
   * @param input.addresses the best first; the first that is an address counts @throws WeakPassword
   */
  async prepare(input: {
    organizationId: number;
    username: string;
    addresses: readonly string[];
    password: string | null;
  }): Promise<ProvisionedPerson> {
    const { password, organizationId } = input;
    const email = firstOf(input.addresses, emailOf);
    const username = email && firstOf([input.username], (name) => usernameOf(name, email));
    if (password === null) return { email, username, passwordHash: null };
    const organizationNames = [await this.affiliations.nameOf(organizationId)];
    const names = { username: input.username, email: email?.text ?? input.username };
    await this.checkNewPassword.execute({ ...names, password, userId: null, organizationNames, field: 'password' });
    return { email, username, passwordHash: await this.hasher.hash(password) };
  }

  /** Joins the caller's unit of work. @returns the id of the account @throws NameTaken when somebody was faster */
  async register(person: ProvisionedPerson & { email: Name }, organizationId: number): Promise<number> {
    const { email, passwordHash } = person;
    const username = await this.freeNameFor(person);
    const at = this.clock.now();
    const id = await this.users.nextId();
    const names = { username, email, passwordHash, isSystemAdmin: false };
    await this.users.add(User.register({ ...names, id, provisionedBy: organizationId, at }));
    await this.auditTrail.record({
      action: 'user.registered',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id },
      detail: { is_system_admin: false, provisioned_by: organizationId },
    });
    return id;
  }

  /** The wanted name where it is free, else the address, else one that nobody can have taken. */
  private async freeNameFor({ username, email }: ProvisionedPerson & { email: Name }): Promise<Name> {
    // A name with an @ is the address itself, which is free.
    if (username !== null && username.key === email.key) return username;
    if (username !== null && (await this.users.findByLogin(username.key)) === null) return username;
    const address = firstOf([email.text], (name) => usernameOf(name, email));
    if (address !== null) return address;
    const made = `user.${mintToken().hash.toString('hex').slice(0, 16)}`;
    return { text: made, key: made };
  }
}

function firstOf(texts: readonly string[], read: (text: string) => Name): Name | null {
  for (const text of texts) {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
    }
  }
  return null;
}
