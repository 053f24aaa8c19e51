import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { KeyNameTaken, TooManyKeys } from '../domain/access-key.errors.js';
import { type AccessKey, type KeyScope, MOST_KEYS, expiryOf, keyCreatedMail, mintAccessKey } from '../domain/access-key.js';
import { AdmitKeys } from './admit-keys.js';
import { AccessKeys } from './ports/access-keys.js';
import { ProveHolder } from './prove-holder.js';

export interface KeyRequest {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly dataSourceIds: readonly number[] | null;
  readonly expiresAt: Date | null;
}

const NO_GRANT = { clientId: null, redirectHost: null, refusedScopes: null };

@Injectable()
export class CreateAccessKey {
  constructor(
    private readonly admitKeys: AdmitKeys,
    private readonly proveHolder: ProveHolder,
    private readonly requireAccount: RequireAccount,
    private readonly mailer: Mailer,
    private readonly keys: AccessKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns `text` is what the client sends; it cannot be shown again
   * @throws Unauthorized, Forbidden, ValidationFailed, KeysSwitchedOff, KeysOfMembersOnly, NoKeyForEmergencies, KeyNameTaken, TooManyKeys
   */
  async execute(request: KeyRequest): Promise<{ key: AccessKey; text: string }> {
    const { caller, organizationId, name, scopes, dataSourceIds } = request;
    const event = { action: 'access_key.created', actorUserId: caller.userId, organizationId };
    await this.admitKeys.execute(caller, organizationId, scopes);
    await this.admitKeys.requireSources(caller, organizationId, dataSourceIds);
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const proof = await this.proveHolder.execute(caller, organizationId);
        const createdAt = this.clock.now();
        const expiresAt = expiryOf(request.expiresAt, createdAt);
        const live = await this.keys.liveOf('key', caller.userId, createdAt);
        if (live.some((key) => key.name === name)) throw new KeyNameTaken();
        if (live.length >= MOST_KEYS) throw new TooManyKeys();
        const { text, hash, hint } = mintAccessKey();
        const made = { organizationId, userId: caller.userId, name, hint, scopes, dataSourceIds, createdAt, expiresAt, ...NO_GRANT };
        const key = await this.keys.add({ ...made, hash, proof });
        await this.mailer.send(keyCreatedMail(await this.requireAccount.execute(caller.userId), key));
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'access_key', id: key.id },
          detail: {
            name,
            scopes,
            expires_at: expiresAt.toISOString(),
            data_source_ids: dataSourceIds?.map(String) ?? null,
          },
        });
        return { key, text };
      }),
    );
  }
}
