import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { displayNameIn } from '../../shared/display-name.js';
import { mintToken } from '../../shared/one-time-token.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { emailOf } from '../../shared/email-key.js';
import { type Name, usernameOf } from '../domain/login-name.js';
import type { DirectoryPassword } from '../domain/steering.js';
import { User } from '../domain/user.js';
import { CheckNewPassword } from './check-new-password.js';
import { OfferPassword } from './offer-password.js';
import { AddressDomains } from './ports/address-domains.js';
import { Affiliations } from './ports/affiliations.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

export interface ProvisionedPerson {
  /** `null` if no address is valid. */
  readonly email: Name | null;
  /** `null` when the wanted name is not valid for this person. */
  readonly username: Name | null;
  /** What people call them; `null` when nothing was sent that can be a name. */
  readonly displayName: string | null;
  /** `null` when no password was sent, or when it is not kept. */
  readonly passwordHash: string | null;
  readonly password: DirectoryPassword;
}

/** Creates an account for an organization's directory. At this point no person has shown that its address is theirs. */
@Injectable()
export class ProvisionAccount {
  constructor(
    private readonly users: Users,
    private readonly checkNewPassword: CheckNewPassword,
    private readonly hasher: PasswordHasher,
    private readonly affiliations: Affiliations,
    private readonly domains: AddressDomains,
    private readonly offerPassword: OfferPassword,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs outside the unit of work, and before anything asks whether the account exists: a hash takes time, and what
   * happens to the password must not tell whether there is an account.
   * @param input.addresses the best first; the first valid one counts
   * @throws WeakPassword when the organization accepts passwords of its directory
   */
  async prepare(input: {
    organizationId: number;
    username: string;
    displayName: string | null;
    addresses: readonly string[];
    password: string | null;
  }): Promise<ProvisionedPerson> {
    const { password: sent, organizationId } = input;
    const email = firstOf(input.addresses, emailOf);
    const username = email && firstOf([input.username], (name) => usernameOf(name, email));
    const person = { email, username, displayName: displayNameIn(input.displayName), passwordHash: null };
    if (sent === null) return { ...person, password: null };
    if (!(await this.affiliations.acceptsDirectoryPasswords(organizationId))) return { ...person, password: 'ignored' };
    const organizationNames = [await this.affiliations.nameOf(organizationId)];
    const names = { username: input.username, email: email?.text ?? input.username };
    await this.checkNewPassword.execute({
      ...names,
      password: sent,
      userId: null,
      organizationNames,
      field: 'password',
    });
    if (!(await this.isVerified(organizationId, email))) return { ...person, password: 'domain_not_verified' };
    return { ...person, passwordHash: await this.hasher.hash(sent), password: 'kept' };
  }

  /**
   * Joins the caller's unit of work.
   * @param input.isActive whether they may log in from now on @returns the id of the account @throws NameTaken when
   * another request was faster
   */
  async register(input: {
    person: ProvisionedPerson & { email: Name };
    organizationId: number;
    isActive: boolean;
    /** What the sender of the password could grant; left out when no password is sent. */
    reach?: readonly PermissionGrant[];
    /** Whether another person had the address before: this one shows first that it is theirs, whatever the directory sends. */
    isSuccessor?: boolean;
  }): Promise<number> {
    const { person, organizationId, isActive, reach = [], isSuccessor = false } = input;
    const { email, displayName } = person;
    // Checked once more: the domain may have been lost while the password was hashed.
    const isKept = !isSuccessor && person.passwordHash !== null && (await this.isVerified(organizationId, email));
    const passwordHash = isKept ? person.passwordHash : null;
    const username = await this.freeNameFor(person);
    const at = this.clock.now();
    const id = await this.users.nextId();
    const names = { username, email, displayName, passwordHash, passwordReach: reach, isSystemAdmin: false };
    const user = User.register({ ...names, id, provisionedBy: organizationId, at });
    await this.users.add(user);
    if ((isSuccessor || (person.password !== null && !isKept)) && isActive) await this.offerPassword.execute(user);
    await this.auditTrail.record({
      action: 'user.registered',
      outcome: 'success',
      actorUserId: null,
      target: { type: 'user', id },
      detail: { is_system_admin: false, provisioned_by: organizationId },
    });
    return id;
  }

  private async isVerified(organizationId: number, email: Name | null): Promise<boolean> {
    return email !== null && (await this.domains.standingOf(organizationId, email.key)) === 'verified';
  }

  /** The wanted name if it is free, else the address, else a name that cannot be taken. */
  private async freeNameFor({ username, email }: ProvisionedPerson & { email: Name }): Promise<Name> {
    // A name with an @ is the address itself, and that is free.
    if (username !== null && username.key === email.key) return username;
    if (username !== null && (await this.users.findByName(username.key)) === null) return username;
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
