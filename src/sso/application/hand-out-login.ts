import { Injectable } from '@nestjs/common';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, CODE_SECONDS, PROPOSED_LINK_SECONDS, secondsAfter } from '../domain/attempt.js';
import { keptGroups } from '../domain/claimed-groups.js';
import type { Admission } from './admit-person.js';
import { LoginCodes } from './ports/login-codes.js';
import { ProposedLinks } from './ports/proposed-links.js';

/** What goes into the query of the client's address: nothing that is a session yet. */
@Injectable()
export class HandOutLogin {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly codes: LoginCodes,
    private readonly proposedLinks: ProposedLinks,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * For a linked person: to open a session, or to renew theirs. Joins the unit of work, in which the account is locked.
   */
  async code(
    { purpose, sessionId, codeChallenge }: Attempt,
    identity: AssertedIdentity,
    who: Extract<Admission, { isProved: true }>,
  ): Promise<{ code: string } | { step_up_code: string }> {
    const trustEpoch = who.trustEpoch ?? (await this.lockAccount.execute(who.userId))?.trustEpoch;
    if (trustEpoch === undefined) throw new ConcurrentChange();
    const { token: code, hash: codeHash } = mintToken();
    const { acr, providerSessionId, email, idToken } = identity;
    await this.codes.add({
      codeHash,
      identityId: who.identityId,
      trustEpoch,
      codeChallenge,
      stepUpSessionId: purpose === 'step_up' ? sessionId : null,
      expiresAt: secondsAfter(this.clock.now(), CODE_SECONDS),
      acr,
      providerSessionId,
      email,
      idToken,
    });
    return purpose === 'step_up' ? { step_up_code: code } : { code };
  }

  /** For a person whose account it seems to be. */
  async linkToken(attempt: Attempt, identity: AssertedIdentity, userId: number): Promise<{ link_token: string }> {
    const { organizationId, connectionId, codeChallenge } = attempt;
    const { issuer, subject, acr, providerSessionId, email, isEmailVerified, idToken } = identity;
    const { token, hash: tokenHash } = mintToken();
    const expiresAt = secondsAfter(this.clock.now(), PROPOSED_LINK_SECONDS);
    const said = {
      issuer,
      subject,
      acr,
      providerSessionId,
      email,
      isEmailVerified,
      idToken,
      groups: keptGroups(identity, attempt.startedAt),
    };
    const proposed = { tokenHash, organizationId, connectionId, userId, codeChallenge, expiresAt };
    await this.proposedLinks.add({ ...proposed, ...said });
    await this.auditTrail.record({
      action: 'sso.identity.link_refused',
      outcome: 'refused',
      actorUserId: null,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { reason: 'proof_required', connection_id: connectionId },
    });
    return { link_token: token };
  }
}
