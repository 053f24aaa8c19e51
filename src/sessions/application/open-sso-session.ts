import { Injectable } from '@nestjs/common';
import { type AccountView, FindAccount } from '../../accounts/application/find-account.js';
import type { AssuranceLevel } from '../../shared/caller.js';
import type { KeptSignOn, SessionOrigin } from '../domain/session.js';
import { IssueTokenPair, type TokenPair } from './issue-token-pair.js';

/**
 * Opens a session for a person whom an identity provider vouches for. Joins the unit of work that spent the provider's
 * answer.
 */
@Injectable()
export class OpenSsoSession {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly issueTokenPair: IssueTokenPair,
  ) {}

  /**
   * @param input.trustEpoch as it was when the provider was believed
   * @returns `null` when the account was disabled or administers the installation, or its credentials changed since
   */
  async execute(input: {
    userId: number;
    /** As the unit of work holds it; it is read when left out. */
    account?: AccountView | null | undefined;
    trustEpoch: number;
    acr: AssuranceLevel;
    signOn: KeptSignOn;
    origin: SessionOrigin;
  }): Promise<TokenPair | null> {
    const { userId, account, trustEpoch, acr, signOn, origin } = input;
    const user = account === undefined ? await this.findAccount.execute(userId) : account;
    // System administrators are never linked, but a linked person may have become one: an organization's provider must
    // not run the installation.
    if (user === null || user.isSystemAdmin) return null;
    const verified = { ...user, trustEpoch };
    const pair = await this.issueTokenPair.execute({
      user: verified,
      amr: ['sso'],
      acr,
      deviceId: null,
      signOn,
      origin,
    });
    return pair instanceof Error ? null : pair;
  }
}
