import { Injectable } from '@nestjs/common';
import type { Familiarity } from '../../shared/fair-queue.js';
import { nameKeyOf } from '../../shared/email-key.js';
import type { User } from '../domain/user.js';
import { type AccountView, viewOf } from './find-account.js';
import { AddressDomains } from './ports/address-domains.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

@Injectable()
export class VerifyPassword {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
    private readonly domains: AddressDomains,
  ) {}

  /** The form under which a login name is looked up, and failures are counted. */
  keyOf(login: string): string {
    return nameKeyOf(login);
  }

  async userIdOf(login: string): Promise<number | null> {
    return (await this.users.findByLogin(nameKeyOf(login)))?.id ?? null;
  }

  /**
   * Unknown name, wrong password, disabled account, account without a password and a password that is not its owner's are one answer at
   * one price.
   * @throws Unavailable when too many verifications wait
   */
  async execute(input: { login: string; password: string; familiarity?: Familiarity }): Promise<AccountView | null> {
    const user = await this.users.findByLogin(this.keyOf(input.login));
    const hash = user?.passwordHash ?? null;
    const matches = await this.hasher.verify(input.password, hash, input.familiarity);
    if (user === null || hash === null || !matches || !user.isActive) return null;
    if (!(await this.isOwners(user))) return null;
    if (this.hasher.isOutdated(hash))
      await this.users.replaceHash(user.id, hash, await this.hasher.hash(input.password, input.familiarity));
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
