import { Injectable } from '@nestjs/common';
import type { LockedAccount } from '../../accounts/application/lock-account.js';
import { ClaimByLink } from '../../accounts/application/claim-by-link.js';
import type { SessionOrigin, TokenPair } from '../../sessions/application/issue-token-pair.js';
import { Clock } from '../../shared/ports/clock.js';
import { addressOf } from '../../shared/email-key.js';
import { proofFault } from '../domain/linking.js';
import { AdmitSignedOnMember } from './admit-signed-on-member.js';
import { ApplyClaims } from './apply-claims.js';
import { DescribeLinking } from './describe-linking.js';
import { HoldConnection } from './hold-connection.js';
import { LinkIdentity } from './link-identity.js';
import { OpenLinkedSession } from './open-linked-session.js';
import { Identities } from './ports/identities.js';
import { type ProposedLink, ProposedLinks } from './ports/proposed-links.js';

/** A person who came from the provider has shown that the account is theirs: links it, and lets them in. */
@Injectable()
export class CompleteLink {
  constructor(
    private readonly claimByLink: ClaimByLink,
    private readonly holdConnection: HoldConnection,
    private readonly identities: Identities,
    private readonly admitMember: AdmitSignedOnMember,
    private readonly proposedLinks: ProposedLinks,
    private readonly describeLinking: DescribeLinking,
    private readonly linkIdentity: LinkIdentity,
    private readonly openLinkedSession: OpenLinkedSession,
    private readonly applyClaims: ApplyClaims,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work, in which the account is locked. @returns `null` when it may not be linked (any more); the
   * token is spent @throws ConcurrentChange
   */
  async execute(link: ProposedLink, account: LockedAccount, origin: SessionOrigin): Promise<TokenPair | null> {
    const { connectionId, organizationId, userId, issuer, subject } = link;
    const connection = await this.holdConnection.execute({ id: connectionId, organizationId });
    if (!(await this.proposedLinks.spend(link.tokenHash, this.clock.now()))) return null;
    // It must be the very issuer that vouched for them: the connection may have been pointed elsewhere since.
    if (connection?.status !== 'active' || connection.issuer !== issuer) return null;
    const email = addressOf(link.email);
    const facts = await this.describeLinking.execute({ connection, email, identity: link, account });
    const known = await this.identities.findBySubject({ connectionId, issuer, subject });
    if (known !== null || email?.key !== account.emailKey || proofFault(facts) !== null) return null;
    const { defaultRoleId: roleId } = connection;
    if (!facts.account.isMember) await this.admitMember.execute({ organizationId, userId, roleId, connectionId });
    const said = { organizationId, connectionId, userId, issuer, subject, email: link.email };
    const id = await this.linkIdentity.execute({ ...said, linkedBy: 'proof' });
    // A provider whose organization does not hold the domain now says nothing of whose the address is.
    const isTrusted = facts.domain === 'verified';
    // Before the account is claimed, which reads the trust epoch that changed roles may raise. Where nothing is claimed, the next login applies them.
    if (isTrusted && link.groups !== undefined) await this.applyClaims.execute(connection, userId, link.groups);
    const claimed = isTrusted ? await this.claimByLink.execute({ userId, keep: null }) : null;
    const trustEpoch = claimed ?? account.trustEpoch;
    const login = { ...link, trustEpoch };
    return this.openLinkedSession.execute({ identity: { ...said, id }, login, origin });
  }
}
