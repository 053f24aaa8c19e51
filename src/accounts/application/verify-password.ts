import { Injectable } from '@nestjs/common';
import { nameKeyOf } from '../../shared/email-key.js';
import type { User } from '../domain/user.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { Users } from './ports/users.js';

@Injectable()
export class VerifyPassword {
  constructor(
    private readonly users: Users,
    private readonly hasher: PasswordHasher,
  ) {}

  /** The form under which a login name is looked up, and failures are counted. */
  keyOf(login: string): string {
    return nameKeyOf(login);
  }

  async userIdOf(login: string): Promise<number | null> {
    return (await this.users.findByLogin(nameKeyOf(login)))?.id ?? null;
  }

  /**
   * Unknown name, wrong password, disabled account and account without a password are one answer at one price.
   * @throws Unavailable when too many verifications wait
   */
  async execute(input: { login: string; password: string }): Promise<User | null> {
    const user = await this.users.findByLogin(this.keyOf(input.login));
    const hash = user?.passwordHash ?? null;
    const matches = await this.hasher.verify(input.password, hash);
    if (user === null || hash === null || !matches || !user.isActive) return null;
    if (this.hasher.isOutdated(hash))
      await this.users.replaceHash(user.id, hash, await this.hasher.hash(input.password));
    return user;
  }
}
