import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { LockAccount, type LockedAccount } from '../../accounts/application/lock-account.js';
import { FindStanding } from '../../organizations/application/find-standing.js';
import { type EmailAddress, addressOf } from '../../shared/email-key.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Attempt } from '../domain/attempt.js';
import type { Connection } from '../domain/connection.js';
import { type LinkDecision, admissionFault, decideLink } from '../domain/linking.js';
import { ConnectionNotActive } from '../domain/sso.errors.js';
import { DescribeLinking } from './describe-linking.js';
import { HoldConnection } from './hold-connection.js';
import { Identities, type MovableIdentity } from './ports/identities.js';

export interface Recognised {
  readonly connection: Connection;
  readonly account: LockedAccount | null;
  readonly email: EmailAddress | null;
  /** The account, if it belongs to a member: other accounts are not the organization's business. */
  readonly memberId: number | null;
  /** `admit`: issuer and subject are linked to the account; `move`: so they are, but the person comes through another connection now. */
  readonly verdict:
    | { readonly kind: 'admit'; readonly identityId: number }
    | { readonly kind: 'move'; readonly toConnectionId: number }
    | LinkDecision;
}

/**
 * Finds out whose login it is, and what it may lead to. By issuer and subject; an address leads to a question, never to
 * a session.
 */
@Injectable()
export class RecogniseIdentity {
  constructor(
    private readonly identities: Identities,
    private readonly lockAccount: LockAccount,
    private readonly holdConnection: HoldConnection,
    private readonly describeLinking: DescribeLinking,
    private readonly findStanding: FindStanding,
  ) {}

  /** Joins the unit of work: locks the account, then holds the connection. @throws ConcurrentChange, ConnectionNotActive */
  async execute(
    { connectionId, organizationId }: Pick<Attempt, 'connectionId' | 'organizationId'>,
    identity: AssertedIdentity,
  ): Promise<Recognised> {
    const { issuer, subject } = identity;
    const email = addressOf(identity.email);
    const before = await this.identities.findBySubject({ connectionId, issuer, subject });
    const account = before !== null ? await this.lockAccount.execute(before.userId) : email && (await this.lockAccount.byEmail(email.key));
    const connection = await this.holdConnection.execute({ id: connectionId, organizationId });
    if (connection?.organizationId !== organizationId) throw new ConnectionNotActive();
    // Asked again, because the account cannot be linked or unlinked from here on.
    const link = await this.identities.findBySubject({ connectionId, issuer, subject });
    if (link?.userId !== before?.userId) throw new ConcurrentChange();
    const found = { connection, account, email };
    if (link !== null && account !== null) {
      const { isMember, isSuspended } = await this.findStanding.execute({ organizationId, userId: account.id });
      const fault = admissionFault({ isActive: account.isActive, isMember, isSuspended });
      return { ...found, memberId: isMember ? account.id : null, verdict: fault === null ? entranceOf(link) : { kind: 'refuse', fault } };
    }
    const facts = await this.describeLinking.execute({ connection, email, identity, account });
    const memberId = facts.account?.isMember === true ? (account?.id ?? null) : null;
    return { ...found, memberId, verdict: decideLink(facts) };
  }
}

function entranceOf({ id, movesTo }: MovableIdentity): Recognised['verdict'] {
  return movesTo === null ? { kind: 'admit', identityId: id } : { kind: 'move', toConnectionId: movesTo };
}
