import { Injectable } from '@nestjs/common';
import type { AccountView } from '../../accounts/application/find-account.js';
import { ArriveMember } from '../../organizations/application/arrive-member.js';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';
import type { AssuranceLevel, AuthenticationMethod } from '../../shared/caller.js';
import { mintToken } from '../../shared/one-time-token.js';
import type { SsoRequired } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { ACCESS_TOKEN_SECONDS, claimsFor, roleNameOf } from '../domain/access-token-claims.js';
import { type KeptSignOn, type SessionOrigin, SessionLifetime, openSession } from '../domain/session.js';
import type { Places } from './find-places.js';
import { AccessTokens } from './ports/access-tokens.js';
import { Sessions } from './ports/sessions.js';
import { type JudgeProof, LoginPolicy } from './ports/login-policy.js';

export type { SessionOrigin } from '../domain/session.js';

export interface TokenPair {
  readonly sessionId: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  readonly user: { readonly id: number; readonly username: string; readonly email: string; readonly role: string };
}

/** Opens a session for a person whose identity is established; every way to log in ends here. */
@Injectable()
export class IssueTokenPair {
  constructor(
    private readonly sessions: Sessions,
    private readonly accessTokens: AccessTokens,
    private readonly arriveMember: ArriveMember,
    private readonly listAffiliations: ListAffiliations,
    private readonly loginPolicy: LoginPolicy,
    private readonly lifetime: SessionLifetime,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns `null` when the account changed while the credentials were being verified; SsoRequired, as a value so that its traces
   * commit, when an organization of the user lets them in another way only
   */
  async execute(input: {
    user: AccountView;
    amr: readonly AuthenticationMethod[];
    acr: AssuranceLevel;
    deviceId: number | null;
    signOn?: KeptSignOn;
    origin: SessionOrigin;
    /** The verdict on a login that was judged in the same unit of work when it began. */
    judge?: JudgeProof;
    /** Where they belong, read after the trust epoch of `user`. */
    affiliations?: Places['affiliations'];
  }): Promise<TokenPair | SsoRequired | null> {
    const { user, amr, acr, deviceId, origin, signOn = null } = input;
    const isSignedOn = signOn !== null;
    const judge = input.judge ?? (await this.loginPolicy.hold({ user, isSignedOn }));
    const { refusal, exemption, longestSeconds } = await judge({ amr, stage: 'opening' });
    if (refusal !== null) return refusal;
    const now = this.clock.now();
    const refresh = mintToken();
    // What a provider says about its factors raises the level, but proves none of the user's factors here.
    const mfaAt = acr === 'aal2' && !isSignedOn ? now : null;
    const authentication = { amr, acr, authenticatedAt: now, mfaAt };
    const session = openSession(
      { userId: user.id, deviceId, signOn, refreshTokenHash: refresh.hash, authentication, origin, longestSeconds },
      this.lifetime,
    );
    const sessionId = await this.sessions.open(session, user.trustEpoch);
    if (sessionId === null) return null;
    const exempt = { ...(exemption && { sso_exempt: exemption }) };
    const through = { ...(signOn && { sso_connection_id: signOn.connectionId }) };
    await this.auditTrail.record({
      action: 'session.logged_in',
      outcome: 'success',
      actorUserId: user.id,
      target: { type: 'session', id: sessionId },
      detail: { amr, acr, ...exempt, ...through },
    });
    const affiliations = input.affiliations ?? (await this.listAffiliations.execute(user.id));
    if (affiliations.some(({ hasCome }) => !hasCome)) await this.arriveMember.execute(user.id);
    return {
      sessionId,
      accessToken: await this.accessTokens.sign(claimsFor({ userId: user.id, sessionId, ...authentication }, now)),
      refreshToken: refresh.token,
      expiresIn: ACCESS_TOKEN_SECONDS,
      user: { id: user.id, username: user.username, email: user.email, role: roleNameOf(user, affiliations[0]?.roleName) },
    };
  }
}
