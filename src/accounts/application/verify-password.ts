import { Injectable } from '@nestjs/common';
import type { Familiarity } from '../../shared/fair-queue.js';
import { nameKeyOf } from '../../shared/email-key.js';
import type { User } from '../domain/user.js';
import { type AccountView, viewOf } from './find-account.js';
import { AddressDomains } from './ports/address-domains.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

/** An account as it was when its name was looked up; nobody's where there is none. */
export interface NamedAccount {
  readonly userId: number | null;
  /**
   * @returns the account with the trust epoch of the moment when it was looked up: whoever opens something by it compares it with the epoch
   * of that later moment, so that a change of password or status meanwhile counts. `null` for every reason
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

  /** The account that a name leads to, whatever its state. The same work for every name. */
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
   * Unknown name, wrong password, disabled account, account without a password and a password that is not its owner's are one answer at
   * one price.
   */
  private async verify(user: User | null, password: string, familiarity?: Familiarity): Promise<AccountView | null> {
    const hash = user?.passwordHash ?? null;
    const matches = await this.hasher.verify(password, hash, familiarity);
    if (user === null || hash === null || !matches || !user.isActive) return null;
    if (!(await this.isOwners(user))) return null;
    if (this.hasher.isOutdated(hash))
      await this.users.replaceHash(user.id, hash, await this.hasher.hash(password, familiarity));
    return viewOf(user);
  }

  /**
   * The password of an unclaimed account was set by the directory that made it. It counts while the domain of the address is that
   * organization's: after that, and wherever it never was, only mail opens the account. A domain that has drifted nobody else has shown
   * so far, and those who log in go on, as with links to a provider.
   */
  private async isOwners({ isUnclaimed, provisionedBy, emailKey }: User): Promise<boolean> {
    if (!isUnclaimed || provisionedBy === null) return true;
    return (await this.domains.standingOf(provisionedBy, emailKey)) !== 'not_owned';
  }
}
