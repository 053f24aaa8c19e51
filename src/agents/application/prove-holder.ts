import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { LockSession } from '../../sessions/application/lock-session.js';
import { ReadSignOn } from '../../sessions/application/read-sign-on.js';
import { IsBreakGlass } from '../../sso-enforcement/application/is-break-glass.js';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { NoKeyForEmergencies } from '../domain/access-key.errors.js';
import type { ProofOfKey } from '../domain/access-key.js';

/**
 * Checks behind the lock of the account that the person may hold a key: a session that has just ended, by a new password or a detected
 * theft, makes none.
 */
@Injectable()
export class ProveHolder {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly lockSession: LockSession,
    private readonly readSignOn: ReadSignOn,
    private readonly isBreakGlass: IsBreakGlass,
  ) {}

  /** @throws Unauthorized, NoKeyForEmergencies */
  async execute(caller: Caller, organizationId: number): Promise<ProofOfKey> {
    const { userId, sessionId, ssoConnectionId, mfaAt } = caller;
    const account = await this.lockAccount.execute(userId);
    const isLive = await this.lockSession.execute({ id: sessionId, userId });
    const signOn = await this.readSignOn.execute({ sessionId, userId });
    if (account?.isActive !== true || !isLive) throw new Unauthorized();
    if (ssoConnectionId !== null && signOn === null) throw new Unauthorized();
    if (await this.isBreakGlass.execute({ organizationId, userId })) throw new NoKeyForEmergencies();
    const { credentialsEpoch } = account;
    return { credentialsEpoch, ssoConnectionId, ssoIdentityId: signOn?.identityId ?? null, mfaAt };
  }
}
