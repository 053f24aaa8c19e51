import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { KeyRefused } from '../domain/access-key.errors.js';
import { type AccessKey, type KeyEnd, endOf, hashAccessKey, permissionsOf, scopesLeft } from '../domain/access-key.js';
import { hashCredential } from '../domain/agent-token.js';
import { AccessKeys, type JudgedKey, type PresentedGrant, type PresentedKey } from './ports/access-keys.js';
import { SignedOnSince } from './signed-on-since.js';

export { KeyRefused } from '../domain/access-key.errors.js';
export { KEY_SCOPES, type KeyScope } from '../domain/access-key.js';

const USE_IS_WRITTEN_EVERY_MS = 5 * 60_000;
const REFUSAL_IS_WRITTEN_EVERY_MS = 60_000;
/** Session ids begin at 1, so 0 means that there is no session. */
const NO_SESSION = 0;

export interface KeyHolder {
  readonly caller: Caller;
  readonly key: AccessKey;
}

/**
 * Finds the person behind a key by one look-up of its hash. 256 random bits cannot be guessed, and how long the look-up of a hash
 * takes tells nothing about any key; the door charges refused ones to their network, because each costs a query.
 */
@Injectable()
export class AuthenticateKey {
  private readonly refusedAt = new Map<number, number>();

  constructor(
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws KeyRefused */
  async execute(text: string): Promise<KeyHolder> {
    const found = await this.find(text);
    if (found === null) throw new KeyRefused(null);
    await this.refuseEnded(found);
    await this.noteUse(found.key);
    return holderOf(found);
  }

  /** Who is behind an access token, without a trace of its use. @returns `null` for one that `execute` would refuse */
  async ofToken(text: string): Promise<(KeyHolder & { readonly tokenExpiresAt: Date }) | null> {
    const found = await this.findGrant(text);
    if (found === null || endOf(found.key, found.terms, this.clock.now()) !== null) return null;
    return { ...holderOf(found), tokenExpiresAt: found.tokenExpiresAt };
  }

  private async find(text: string): Promise<PresentedKey | null> {
    const hash = hashAccessKey(text);
    return hash === null ? this.findGrant(text) : this.keys.findByHash(hash, this.signedOnSince.moment());
  }

  /** @returns `null` for a token that has expired too: its client knows that it does, and refreshes it */
  private async findGrant(text: string): Promise<PresentedGrant | null> {
    const hash = hashCredential('access', text);
    const found = hash && (await this.keys.findByAccessToken(hash, this.signedOnSince.moment()));
    return found === null || found.tokenExpiresAt <= this.clock.now() ? null : found;
  }

  /** For a request that was admitted, and has taken long since. @throws KeyRefused */
  async confirm(id: number): Promise<void> {
    const found = await this.keys.findById(id, this.signedOnSince.moment());
    if (found === null) throw new KeyRefused(null);
    await this.refuseEnded(found);
  }

  private async refuseEnded({ key, terms }: JudgedKey): Promise<void> {
    const end = endOf(key, terms, this.clock.now());
    if (end === null) return;
    await this.noteRefusal(key, end);
    throw new KeyRefused(end, key.clientId !== null);
  }

  /** One row a minute for each key: administrators look for refusals in the trail, but a stolen dead key must not fill it. */
  private async noteRefusal({ id, userId, organizationId, name, clientId }: AccessKey, reason: KeyEnd): Promise<void> {
    const now = this.clock.now().getTime();
    if (now - (this.refusedAt.get(id) ?? -Infinity) < REFUSAL_IS_WRITTEN_EVERY_MS) return;
    this.refusedAt.set(id, now);
    await this.auditTrail.record({
      action: clientId === null ? 'access_key.refused' : 'agent.refused',
      outcome: 'refused',
      actorUserId: userId,
      organizationId,
      target: { type: clientId === null ? 'access_key' : 'agent', id },
      detail: { name, reason },
    });
  }

  private async noteUse(key: AccessKey): Promise<void> {
    const { id, userId, organizationId, name, lastUsedAt, clientId } = key;
    const now = this.clock.now();
    if (lastUsedAt !== null) {
      const unlessSince = new Date(now.getTime() - USE_IS_WRITTEN_EVERY_MS);
      if (lastUsedAt <= unlessSince) await this.keys.markUsed(id, now, unlessSince);
      return;
    }
    await this.unitOfWork.run(async () => {
      if (!(await this.keys.markFirstUse(id, now))) return;
      await this.auditTrail.record({
        action: clientId === null ? 'access_key.first_used' : 'agent.first_used',
        outcome: 'success',
        actorUserId: userId,
        organizationId,
        target: { type: clientId === null ? 'access_key' : 'agent', id },
        detail: { name },
      });
    });
  }
}

function holderOf(found: PresentedKey): KeyHolder {
  const scopes = scopesLeft(found.key, found.terms);
  // What the organization does not allow is as good as refused by the person.
  const cut = found.key.scopes.filter((scope) => !scopes.includes(scope));
  const key = { ...found.key, scopes, refusedScopes: found.key.refusedScopes && [...found.key.refusedScopes, ...cut] };
  return { caller: callerOf({ ...found, key }), key };
}

/** Without a session, and never more than a member: a key does not get the rights of a system administrator. */
function callerOf({ key, proof, username, email }: PresentedKey): Caller {
  const { id, userId, organizationId, name, dataSourceIds, createdAt } = key;
  return {
    userId,
    username,
    email,
    sessionId: NO_SESSION,
    isSystemAdmin: false,
    amr: [],
    acr: 'aal1',
    authenticatedAt: createdAt,
    deviceId: null,
    mfaAt: proof.mfaAt,
    ssoConnectionId: proof.ssoConnectionId,
    key: { id, name, organizationId, permissions: permissionsOf(key.scopes), dataSourceIds },
  };
}
