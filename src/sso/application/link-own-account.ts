import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { ClaimByLink } from '../../accounts/application/claim-by-link.js';
import { LockSession } from '../../sessions/application/lock-session.js';
import { addressOf } from '../../shared/email-key.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import { admissionFault, proofFault, sentenceOf } from '../domain/linking.js';
import { AttemptEnded, ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import type { Admission } from './admit-person.js';
import { DescribeLinking } from './describe-linking.js';
import { HoldConnection } from './hold-connection.js';
import { LinkIdentity } from './link-identity.js';
import { Identities } from './ports/identities.js';

/** Links the account of a person who was logged in when they went to the provider, and still is. */
@Injectable()
export class LinkOwnAccount {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly claimByLink: ClaimByLink,
    private readonly holdConnection: HoldConnection,
    private readonly identities: Identities,
    private readonly lockSession: LockSession,
    private readonly describeLinking: DescribeLinking,
    private readonly linkIdentity: LinkIdentity,
  ) {}

  /** Joins the unit of work. @returns a refusal as a value @throws ConcurrentChange */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<Admission | SsoFailed> {
    const { organizationId, connectionId, userId, sessionId } = attempt;
    const { issuer, subject } = identity;
    const account = userId === null ? null : await this.lockAccount.execute(userId);
    const connection = await this.holdConnection.execute({ id: connectionId, organizationId });
    if (connection === null || !isOpenFor(connection, attempt)) return new ConnectionNotActive();
    if (account === null || sessionId === null) return new AttemptEnded();
    if (!(await this.lockSession.execute({ id: sessionId, userId: account.id }))) return new AttemptEnded();
    const email = addressOf(identity.email);
    const facts = await this.describeLinking.execute({ connection, email, identity, account });
    const known = await this.identities.findBySubject({ connectionId, issuer, subject });
    if (known !== null && known.userId !== account.id) return failure('IDENTITY_CONFLICT');
    const inactive = admissionFault(facts.account);
    if (inactive !== null) return failure(inactive);
    if (known !== null) return { isProved: true, userId: account.id, identityId: known.id };
    // Otherwise a person who sends the address of their own start to someone else would have that person's identity
    // linked to their account.
    const fault = proofFault(facts) ?? (email?.key === account.emailKey ? null : 'EMAIL_MISMATCH');
    if (fault !== null) return failure(fault);
    // A provider whose organization does not hold the domain now says nothing of whose the address is.
    if (facts.domain === 'verified') await this.claimByLink.execute({ userId: account.id, keep: sessionId });
    const link = { organizationId, connectionId, userId: account.id, issuer, subject, email: identity.email };
    return {
      isProved: true,
      userId: account.id,
      identityId: await this.linkIdentity.execute({ ...link, linkedBy: 'proof' }),
    };
  }
}

function failure(fault: SsoFailed['fault']): SsoFailed {
  return new SsoFailed(fault, sentenceOf(fault));
}
