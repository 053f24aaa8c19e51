import { Injectable } from '@nestjs/common';
import type { AccountView } from '../../accounts/application/find-account.js';
import { FindStanding } from '../../organizations/application/find-standing.js';
import type { SessionOrigin, TokenPair } from '../../sessions/application/issue-token-pair.js';
import { OpenSsoSession } from '../../sessions/application/open-sso-session.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { HoldConnection } from './hold-connection.js';
import { Identities, type Identity } from './ports/identities.js';
import type { KeptLogin } from './ports/login-codes.js';

/**
 * Opens the session of a linked person. No device is ever trusted for it: the provider decides what it asks of each
 * person.
 */
@Injectable()
export class OpenLinkedSession {
  constructor(
    private readonly findStanding: FindStanding,
    private readonly holdConnection: HoldConnection,
    private readonly identities: Identities,
    private readonly openSsoSession: OpenSsoSession,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work, in which the account is held.
   * @returns `null` when connection, membership or account are not active any more
   */
  async execute(input: {
    identity: Identity;
    /** As it is held; it is read when left out. */
    account?: AccountView | null;
    login: KeptLogin & { readonly trustEpoch: number };
    origin: SessionOrigin;
  }): Promise<TokenPair | null> {
    const { identity, account, login, origin } = input;
    const { id: identityId, userId, connectionId, organizationId } = identity;
    const { trustEpoch, acr, providerSessionId, email, idToken } = login;
    const connection = await this.holdConnection.execute({ id: connectionId, organizationId });
    if (connection?.status !== 'active' || connection.issuer !== identity.issuer) return null;
    const { isMember, isSuspended } = await this.findStanding.execute({ organizationId, userId });
    if (!isMember || isSuspended) return null;
    const signOn = { connectionId, identityId, providerSessionId, idToken };
    const opened = await this.openSsoSession.execute({ userId, account, trustEpoch, acr, signOn, origin });
    if (opened === null) return null;
    await this.identities.recordLogin(identityId, email, this.clock.now());
    await this.auditTrail.record({
      action: 'sso.login.succeeded',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'session', id: opened.sessionId },
      detail: { connection_id: connectionId, sso_identity_id: identityId, acr },
    });
    return opened;
  }
}
