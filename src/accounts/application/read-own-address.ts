import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { JudgeOwnAddress, type ManagedAddress } from './judge-own-address.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

export interface AddressOfCaller {
  readonly email: string;
  readonly isVerified: boolean;
  readonly managedBy: ManagedAddress | null;
  readonly pending: { readonly email: string; readonly expiresAt: Date } | null;
}

/** What a person sees of the address of their account. */
@Injectable()
export class ReadOwnAddress {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly judgeOwnAddress: JudgeOwnAddress,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized when the account is gone */
  async execute({ userId }: Caller): Promise<AddressOfCaller> {
    const user = await this.users.find(userId);
    if (user === null) throw new Unauthorized();
    const token = await this.tokens.waiting(userId, 'address_change');
    const isPending = token?.isGoodFor(user, this.clock.now()) === true;
    return {
      email: user.email,
      isVerified: user.emailVerifiedAt !== null,
      managedBy: await this.judgeOwnAddress.managerOf(user),
      pending: isPending && token.newEmail !== null ? { email: token.newEmail, expiresAt: token.expiresAt } : null,
    };
  }
}
