import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { LockSession } from '../../sessions/application/lock-session.js';
import { ReadSignOn } from '../../sessions/application/read-sign-on.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import { AttemptEnded, ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import type { Admission } from './admit-person.js';
import { HoldConnection } from './hold-connection.js';
import { Identities } from './ports/identities.js';

/** For a session that continues: recognises the same person who opened it, after a new login at the provider. */
@Injectable()
export class RecogniseAgain {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly holdConnection: HoldConnection,
    private readonly identities: Identities,
    private readonly lockSession: LockSession,
    private readonly readSignOn: ReadSignOn,
  ) {}

  /** Joins the unit of work. @returns a refusal as a value */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<Admission | SsoFailed> {
    const { organizationId, connectionId, userId, sessionId } = attempt;
    const { issuer, subject, authenticatedAt } = identity;
    const account = userId === null ? null : await this.lockAccount.execute(userId);
    const connection = await this.holdConnection.execute({ id: connectionId, organizationId });
    if (connection === null || !isOpenFor(connection, attempt)) return new ConnectionNotActive();
    if (account?.isActive !== true || sessionId === null) return new AttemptEnded();
    const session = { id: sessionId, userId: account.id };
    if (!(await this.lockSession.execute(session))) return new AttemptEnded();
    const opened = await this.readSignOn.execute({ userId: account.id, sessionId });
    const known = await this.identities.findBySubject({ connectionId, issuer, subject });
    if (known === null || known.id !== opened?.identityId || opened.connectionId !== connectionId)
      return new SsoFailed(
        'IDENTITY_CONFLICT',
        'You logged in at the identity provider as another person. Log in there with the account of this session.',
      );
    // The answer's own check made sure that it is not older than the request (OpenID Connect Core 1.0 section 3.1.2.1,
    // max_age).
    if (authenticatedAt === null)
      return new SsoFailed('NOT_TIMELY', 'The identity provider does not say when you logged in. Log out and in again.');
    return { isProved: true, userId: account.id, identityId: known.id, trustEpoch: account.trustEpoch };
  }
}
