import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import type { User } from '../domain/user.js';
import { MailPasswordLink } from './mail-password-link.js';
import { AccountDevices } from './ports/account-devices.js';
import { AddressDomains } from './ports/address-domains.js';
import { AccountSessions } from './ports/account-sessions.js';
import { Affiliations } from './ports/affiliations.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { SecondFactors } from './ports/second-factors.js';
import { Users } from './ports/users.js';

/** How a person has shown that the account is theirs. */
export type ClaimProof =
  /** They read the mail of its address. If the claim ended a password, they are mailed the link to choose one. */
  | 'mail'
  /** They read the mail of its address, and have sent the new password. */
  | 'reset'
  /** An identity provider that speaks for the domain of the address named them, and they knew the password. */
  | 'link';

/**
 * The claim of an account. Before the claim, others may have set what opens the account: the directory that created it
 * knows the password, people who logged in with that password may hold sessions, devices and second factors, and it may
 * be linked to a provider that no longer speaks for the domain. All of that ends with the claim, in the same commit.
 * What the owner of a claimed account has set stays, whatever they prove again.
 */
@Injectable()
export class ClaimAccount {
  constructor(
    private readonly users: Users,
    private readonly tokens: MailedTokens,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly secondFactors: SecondFactors,
    private readonly devices: AccountDevices,
    private readonly sessions: AccountSessions,
    private readonly domains: AddressDomains,
    private readonly affiliations: Affiliations,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the caller's unit of work.
   * @param input.user locked by the caller @param input.keep the session that brought the proof @returns the account as it is now
   */
  async execute(input: { user: User; proof: ClaimProof; keep: number | null }): Promise<User> {
    const { user, proof, keep } = input;
    const now = this.clock.now();
    const claimed = proof === 'link' ? user.claim(now) : user.verifyEmail(now);
    await this.users.save(claimed);
    if (!user.isUnclaimed) return claimed;
    const { id: userId, emailKey } = user;
    await this.secondFactors.discard(userId);
    await this.devices.discard(userId);
    await this.sessions.end({ userId, reason: 'account_claimed', keep, actorUserId: userId });
    await this.domains.discardForeignLinks({ userId, emailKey });
    await this.affiliations.arrive(userId);
    if (proof !== 'reset') await this.mailPasswordLink.execute({ user: claimed, requestId: this.tokens.newRequestId() });
    return claimed;
  }
}
