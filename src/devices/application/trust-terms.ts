import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';
import { Unauthorized } from '../../shared/domain-error.js';
import type { Contact } from '../../shared/mail-to.js';
import type { TrustTerms as Terms } from '../domain/device.js';
import { EmergencyAccounts } from './ports/emergency-accounts.js';

/** What trust depends on beside the device; takes the lock on the account, which comes before all others. */
@Injectable()
export class TrustTerms {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly listAffiliations: ListAffiliations,
    private readonly emergencyAccounts: EmergencyAccounts,
  ) {}

  /** @throws Unauthorized when there is no active account */
  async of(userId: number): Promise<Terms & Contact> {
    const terms = await this.find(userId);
    if (terms === null) throw new Unauthorized();
    return terms;
  }

  /** @returns `null` when there is no active account */
  async find(userId: number): Promise<(Terms & Contact) | null> {
    const owner = await this.findAccount.hold(userId);
    if (owner === null) return null;
    const { username, email, trustEpoch, trustEndedAt, isUnclaimed } = owner;
    // The person who is logged in to an unclaimed account has not shown yet that it is theirs; one that is kept for
    // emergencies opens an organization past single sign-on, so it always shows its second factor.
    const isNever = isUnclaimed || (await this.emergencyAccounts.isOne(userId));
    const trustDays = isNever ? 0 : await this.strictestDaysOf(userId);
    return { username, email, trustEpoch, trustEndedAt, trustDays };
  }

  /** The limit of the user's strictest organization: `null` for no limit, 0 for not at all. */
  private async strictestDaysOf(userId: number): Promise<number | null> {
    const affiliations = await this.listAffiliations.execute(userId);
    const limits = affiliations.flatMap(({ deviceTrustDays }) => deviceTrustDays ?? []);
    return limits.length === 0 ? null : Math.min(...limits);
  }
}
