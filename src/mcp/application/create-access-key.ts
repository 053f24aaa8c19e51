import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { RequireAccount } from '../../accounts/application/require-account.js';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import { LockSession } from '../../sessions/application/lock-session.js';
import { ReadSignOn } from '../../sessions/application/read-sign-on.js';
import { IsBreakGlass } from '../../sso-enforcement/application/is-break-glass.js';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { KeyNameTaken, NoKeyForEmergencies, TooManyKeys } from '../domain/access-key.errors.js';
import {
  type AccessKey,
  type KeyScope,
  MOST_KEYS,
  type ProofOfKey,
  expiryOf,
  mintAccessKey,
} from '../domain/access-key.js';
import { keyCreatedMail } from '../domain/access-key-mail.js';
import { AdmitKeys } from './admit-keys.js';
import { AccessKeys } from './ports/access-keys.js';

export interface KeyRequest {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly dataSourceIds: readonly number[] | null;
  readonly expiresAt: Date | null;
}

@Injectable()
export class CreateAccessKey {
  constructor(
    private readonly admitKeys: AdmitKeys,
    private readonly nameDataSources: NameDataSources,
    private readonly isBreakGlass: IsBreakGlass,
    private readonly lockAccount: LockAccount,
    private readonly requireAccount: RequireAccount,
    private readonly mailer: Mailer,
    private readonly lockSession: LockSession,
    private readonly readSignOn: ReadSignOn,
    private readonly keys: AccessKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns `text` is what the client sends; it cannot be shown again
   * @throws Forbidden, ValidationFailed, KeysSwitchedOff, KeysOfMembersOnly, NoKeyForEmergencies, KeyNameTaken, TooManyKeys
   */
  async execute(request: KeyRequest): Promise<{ key: AccessKey; text: string }> {
    const { caller, organizationId, name, scopes, dataSourceIds } = request;
    const event = { action: 'access_key.created', actorUserId: caller.userId, organizationId };
    await this.admitKeys.execute(caller, organizationId, scopes);
    await this.assertKnown(organizationId, dataSourceIds);
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const proof = await this.prove(caller);
        if (await this.isBreakGlass.execute({ organizationId, userId: caller.userId })) throw new NoKeyForEmergencies();
        const createdAt = this.clock.now();
        const expiresAt = expiryOf(request.expiresAt, createdAt);
        const live = await this.keys.liveOf(caller.userId, createdAt);
        if (live.some((key) => key.name === name)) throw new KeyNameTaken();
        if (live.length >= MOST_KEYS) throw new TooManyKeys();
        const { text, hash, hint } = mintAccessKey();
        const made = { organizationId, userId: caller.userId, name, hint, scopes, dataSourceIds, createdAt, expiresAt };
        const key = await this.keys.add({ ...made, hash, proof });
        await this.mailer.send(keyCreatedMail(await this.requireAccount.execute(caller.userId), key));
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'access_key', id: key.id },
          detail: {
            ...{ name, scopes, expires_at: expiresAt.toISOString() },
            data_source_ids: dataSourceIds?.map(String) ?? null,
          },
        });
        return { key, text };
      }),
    );
  }

  /** Checked behind the lock of the account: a session that has just ended, by a new password or a detected theft, makes no key. */
  private async prove(caller: Caller): Promise<ProofOfKey> {
    const { userId, sessionId, ssoConnectionId, mfaAt } = caller;
    const account = await this.lockAccount.execute(userId);
    const isLive = await this.lockSession.execute({ id: sessionId, userId });
    const signOn = await this.readSignOn.execute({ sessionId, userId });
    if (account?.isActive !== true || !isLive) throw new Unauthorized();
    if (ssoConnectionId !== null && signOn === null) throw new Unauthorized();
    const { credentialsEpoch } = account;
    return { credentialsEpoch, ssoConnectionId, ssoIdentityId: signOn?.identityId ?? null, mfaAt };
  }

  private async assertKnown(organizationId: number, ids: readonly number[] | null): Promise<void> {
    if (ids === null) return;
    const known = (await this.nameDataSources.execute({ organizationId, ids })).map(({ id }) => id);
    const missing = ids.filter((id) => !known.includes(id));
    if (missing.length === 0) return;
    const message = `The organization has no data source ${missing.join(', ')}.`;
    throw new ValidationFailed([{ field: 'data_source_ids', message }]);
  }
}
