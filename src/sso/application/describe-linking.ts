import { Injectable } from '@nestjs/common';
import type { LockedAccount } from '../../accounts/application/lock-account.js';
import { FindStanding } from '../../organizations/application/find-standing.js';
import type { EmailAddress } from '../../shared/email-key.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Connection } from '../domain/connection.js';
import { domainOf } from '../domain/address-domain.js';
import type { LinkableAccount, LinkingFacts } from '../domain/linking.js';
import { Identities } from './ports/identities.js';
import { OwnedDomains } from './ports/domain-names.js';
import { SignOnRequirement } from './ports/sign-on-requirement.js';

/** Gathers what the rules of linking need. */
@Injectable()
export class DescribeLinking {
  constructor(
    private readonly identities: Identities,
    private readonly findStanding: FindStanding,
    private readonly domains: OwnedDomains,
    private readonly signOnRequirement: SignOnRequirement,
  ) {}

  /** Joins the unit of work, in which the account is locked. */
  async execute<Account extends LockedAccount | null>(input: {
    connection: Connection;
    email: EmailAddress | null;
    identity: Pick<AssertedIdentity, 'isEmailVerified'>;
    account: Account;
  }): Promise<LinkingFacts & { readonly account: Account extends null ? null : LinkableAccount }>;
  async execute(input: {
    connection: Connection;
    email: EmailAddress | null;
    identity: Pick<AssertedIdentity, 'isEmailVerified'>;
    account: LockedAccount | null;
  }): Promise<LinkingFacts> {
    const { connection, email, identity, account } = input;
    const { organizationId, settings } = connection;
    return {
      hasEmail: email !== null,
      isEmailVerified: identity.isEmailVerified,
      domain: email === null ? 'not_owned' : await this.domains.standingOf(organizationId, domainOf(email.key)),
      provisions: settings.provisions,
      account: account && (await this.linkable(connection, account)),
    };
  }

  private async linkable(connection: Connection, account: LockedAccount): Promise<LinkableAccount> {
    const { id: userId, isActive, isSystemAdmin, hasPassword, isEmailVerified, provisionedBy } = account;
    const { organizationId } = connection;
    const { isMember, isSuspended, isOwner } = await this.findStanding.execute({ organizationId, userId });
    const links = await this.identities.ofUser(userId);
    const here = links.find(({ connectionId }) => connectionId === connection.id);
    return {
      isActive,
      isSystemAdmin,
      isBreakGlass: await this.signOnRequirement.isBreakGlass(organizationId, userId),
      hasPassword,
      isEmailVerified,
      isProvisionedHere: provisionedBy === organizationId,
      isMember,
      isSuspended,
      isOwner,
      linkHere: here === undefined ? 'none' : here.isCurrent ? 'other_subject' : 'stale',
      movesHere: links.some(({ isCurrent, movesTo }) => isCurrent && movesTo === connection.id),
      isLinkedElsewhere: links.some(({ connectionId }) => connectionId !== connection.id),
    };
  }
}
