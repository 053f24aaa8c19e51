import { Injectable } from '@nestjs/common';
import { RedeemMailedToken } from './redeem-mailed-token.js';

/** Tells whose password a link sets before one is typed, and a dead link at once. It spends nothing. */
@Injectable()
export class OpenPasswordLink {
  constructor(private readonly redeemMailedToken: RedeemMailedToken) {}

  /** @returns the username, which the mail names too @throws InvalidMailedToken, RateLimited */
  async execute(input: { token: string; network: string }): Promise<string> {
    const holder = await this.redeemMailedToken.holderOf({ ...input, purpose: 'password_reset', action: 'user.password_reset' });
    return holder.username;
  }
}
