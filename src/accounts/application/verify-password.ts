import { Injectable } from '@nestjs/common';
import type { Familiarity } from '../../shared/fair-queue.js';
import { nameKeyOf } from '../../shared/email-key.js';
import type { User } from '../domain/user.js';
import { type AccountView, viewOf } from './find-account.js';
import { AddressDomains } from './ports/address-domains.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

/** An account as it was when its name was looked up; `null` when there is none. */
export interface NamedAccount {
  readonly userId: number | null;
  /**
   * @returns the account with the trust epoch at the time of the lookup; `null` for every kind of refusal. Callers that
   * open something with it compare that epoch with the present one, so that a change of password or status in between
   * counts.
   * @throws Unavailable when too many verifications wait
   */
  verify(password: string, familiarity?: Familiarity): Promise<AccountView | null>;
}

@Injectable()
export class VerifyPassword {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly domains: AddressDomains,
  ) {}

  /** Finds the account of a name, whatever its state, with the same work for every name. */
  async find(login: string): Promise<NamedAccount> {
    const user = await this.users.findByLogin(nameKeyOf(login));
    return {
      userId: user?.id ?? null,
      verify: (password, familiarity) => this.verify(user, password, familiarity),
    };
  }

  /** @throws Unavailable when too many verifications wait */
  async execute(input: { login: string; password: string; familiarity?: Familiarity }): Promise<AccountView | null> {
    return (await this.find(input.login)).verify(input.password, input.familiarity);
  }

  /**
   * Unknown name, wrong password, disabled account, account without a password and a password that is not the owner's
   * get one answer at one cost.
   */
  private async verify(user: User | null, password: string, familiarity?: Familiarity): Promise<AccountView | null> {
    const hash = user?.passwordHash ?? null;
    const matches = await this.hasher.verify(password, hash, familiarity);
    if (user === null || hash === null || !matches || !user.isActive) return null;
    if (!(await this.isOwners(user))) return null;
    if (this.hasher.isOutdated(hash)) await this.users.replaceHash(user.id, hash, await this.hasher.hash(password, familiarity));
    return viewOf(user);
  }

  /**
   * The directory that created an unclaimed account set its password. That password counts while the domain of the
   * address belongs to that organization; otherwise only mail opens the account. When a domain has drifted, no other
   * organization has shown it yet, and its people can go on logging in, as with links to a provider.
   */
  private async isOwners({ isUnclaimed, provisionedBy, emailKey }: User): Promise<boolean> {
    if (!isUnclaimed || provisionedBy === null) return true;
    return (await this.domains.standingOf(provisionedBy, emailKey)) !== 'not_owned';
  }
}
