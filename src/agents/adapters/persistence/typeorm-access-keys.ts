import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import {
  AccessKeys,
  type JudgedKey,
  type KeyKind,
  type ListTimes,
  type MemberKey,
  type NewAccessKey,
  type PresentedGrant,
  type PresentedKey,
} from '../../application/ports/access-keys.js';
import { KeysOfMembersOnly } from '../../domain/access-key.errors.js';
import type { AccessKey, KeyTerms, ProofOfKey } from '../../domain/access-key.js';
import { accessKeySchema } from './schemas.js';

const KEY = `k.id, k.organization_id AS "organizationId", k.user_id AS "userId", k.name, k.hint, k.scopes,
  k.data_source_ids AS "dataSourceIds", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt", k.client_id AS "clientId",
  k.redirect_host AS "redirectHost", k.refused_scopes AS "refusedScopes"`;

/**
 * Raw: one statement finds a key together with the account, membership and identity provider that decide whether it is valid.
 * `$1` is the moment since which a sign-on counts.
 */
const TERMS = `u.status = 'active' AS "isAccountActive", u.trust_epoch - u.times_let_go = k.trust_epoch AS "isTrustUnchanged",
  m.suspended_at IS NOT NULL AS "isSuspended",
  k.client_id IS NULL
    AND EXISTS (SELECT FROM access_key_rules a WHERE a.organization_id = k.organization_id AND NOT a.are_allowed) AS "isSwitchedOff",
  k.client_id IS NOT NULL AND NOT COALESCE(
    COALESCE(r.admits, 'listed') <> 'none'
      AND (EXISTS (SELECT FROM agent_clients c WHERE c.client_id = k.client_id AND c.organization_id = k.organization_id)
           OR k.client_id LIKE 'https://%'
              AND (r.admits = 'any' OR k.client_id = ANY (r.listed) OR split_part(substr(k.client_id, 9), '/', 1) = ANY (r.listed))),
    false) AS "isClientRefused",
  r.scopes AS "scopesAllowed", r.longest_days AS "daysAllowed",
  EXISTS (SELECT FROM sso_break_glass b
           WHERE b.organization_id = k.organization_id AND b.user_id = k.user_id) AS "isForEmergencies",
  k.sso_connection_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
                     WHERE i.id = k.sso_identity_id AND i.user_id = k.user_id AND i.connection_id = k.sso_connection_id
                       AND c.status = 'active' AND i.last_login_at > $1) AS "isSignOnDue"`;

const JUDGED = `FROM access_keys k JOIN users u ON u.id = k.user_id
  JOIN organization_members m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
  LEFT JOIN agent_rules r ON k.client_id IS NOT NULL AND r.organization_id = k.organization_id`;

/** `$3` is now. */
const OF_KIND = {
  key: '$3::timestamptz IS NOT NULL AND k.client_id IS NULL',
  agent: 'k.client_id IS NOT NULL AND k.revoked_at IS NULL AND k.expires_at > $3',
} as const satisfies Readonly<Record<KeyKind, string>>;

const PROOF = `u.username, u.email, k.trust_epoch AS "credentialsEpoch", k.sso_connection_id AS "ssoConnectionId",
  k.sso_identity_id AS "ssoIdentityId", k.mfa_at AS "mfaAt"`;

/** Hot: every request of an AI client asks it. */
const BY_HASH: PreparedStatement = {
  name: 'access-key-by-hash',
  text: `SELECT ${KEY}, ${TERMS}, ${PROOF} ${JUDGED} WHERE k.token_hash = $2`,
};

/** As hot. */
const BY_ACCESS_TOKEN: PreparedStatement = {
  name: 'agent-by-access-token',
  text: `SELECT ${KEY}, ${TERMS}, ${PROOF}, t.expires_at AS "tokenExpiresAt"
           ${JUDGED.replace('FROM access_keys k', "FROM agent_tokens t JOIN access_keys k ON k.id = t.access_key_id AND t.kind = 'access'")}
          WHERE t.token_hash = $2`,
};

type JudgedRow = AccessKey & KeyTerms & object;
type PresentedRow = JudgedRow & ProofOfKey & { readonly username: string; readonly email: string };

@Injectable()
export class TypeOrmAccessKeys extends AccessKeys {
  private readonly keys;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.keys = session.repository(accessKeySchema);
  }

  async add({ hash, proof, ...key }: NewAccessKey): Promise<AccessKey> {
    try {
      const id = await insertedId(this.keys, { ...key, ...proof, hash });
      return { ...key, id, revokedAt: null, lastUsedAt: null };
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new KeysOfMembersOnly();
      throw error;
    }
  }

  async findByHash(hash: Uint8Array, signedOnSince: Date): Promise<PresentedKey | null> {
    const [row] = await this.session.query<PresentedRow>(BY_HASH, [signedOnSince, hash]);
    return row === undefined ? null : presented(row);
  }

  async findByAccessToken(hash: Uint8Array, signedOnSince: Date): Promise<PresentedGrant | null> {
    const [row] = await this.session.query<PresentedRow & { tokenExpiresAt: Date }>(BY_ACCESS_TOKEN, [signedOnSince, hash]);
    return row === undefined ? null : { ...presented(row), tokenExpiresAt: row.tokenExpiresAt };
  }

  async findById(id: number, signedOnSince: Date): Promise<JudgedKey | null> {
    const [row] = await this.session.query<JudgedRow>(`SELECT ${KEY}, ${TERMS} ${JUDGED} WHERE k.id = $2`, [signedOnSince, id]);
    return row === undefined ? null : judged(row);
  }

  async markFirstUse(id: number, at: Date): Promise<boolean> {
    const { affected } = await this.keys.update({ id, lastUsedAt: IsNull() }, { lastUsedAt: at });
    return affected === 1;
  }

  async markUsed(id: number, at: Date, unlessSince: Date): Promise<void> {
    await this.keys.update({ id, lastUsedAt: LessThanOrEqual(unlessSince) }, { lastUsedAt: at });
  }

  liveOf(kind: KeyKind, userId: number, now: Date): Promise<readonly AccessKey[]> {
    return this.keys.findBy({ userId, revokedAt: IsNull(), expiresAt: MoreThan(now), clientId: CLIENTS[kind] });
  }

  async pageOf(kind: KeyKind, userId: number, { signedOnSince, now }: ListTimes, request: PageRequest): Promise<Page<JudgedKey>> {
    const rows = await this.session.query<JudgedRow>(
      `SELECT ${KEY}, ${TERMS} ${JUDGED} WHERE k.user_id = $2 AND ${OF_KIND[kind]} ORDER BY k.id DESC LIMIT $4 OFFSET $5`,
      [signedOnSince, userId, now, request.limit, offsetOf(request)],
    );
    return { items: rows.map(judged), total: await this.keys.countBy({ userId, ...listedOf(kind, now) }) };
  }

  async pageOfOrganization(kind: KeyKind, organizationId: number, times: ListTimes, request: PageRequest): Promise<Page<MemberKey>> {
    const { signedOnSince, now } = times;
    const rows = await this.session.query<JudgedRow & { username: string; displayName: string | null }>(
      `SELECT ${KEY}, ${TERMS}, u.username, u.display_name AS "displayName" ${JUDGED}
        WHERE k.organization_id = $2 AND ${OF_KIND[kind]} ORDER BY k.id DESC LIMIT $4 OFFSET $5`,
      [signedOnSince, organizationId, now, request.limit, offsetOf(request)],
    );
    const items = rows.map((row) => ({ ...judged(row), username: row.username, displayName: row.displayName }));
    return { items, total: await this.keys.countBy({ organizationId, ...listedOf(kind, now) }) };
  }

  find(kind: KeyKind, of: { readonly userId: number } | { readonly organizationId: number }, id: number): Promise<AccessKey | null> {
    return this.keys.findOneBy({ ...of, id, clientId: CLIENTS[kind] });
  }

  async hasUsedClient(userId: number, clientId: string): Promise<boolean> {
    return (await this.keys.findOneBy({ userId, clientId })) !== null;
  }

  async revoke(id: number, at: Date): Promise<boolean> {
    const { affected } = await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: at });
    return affected === 1;
  }

  async purge(before: Date): Promise<number> {
    const { affected } = await this.keys.delete([{ revokedAt: LessThanOrEqual(before) }, { expiresAt: LessThanOrEqual(before) }]);
    return affected ?? 0;
  }
}

const CLIENTS = { key: IsNull(), agent: Not(IsNull()) } as const satisfies Readonly<Record<KeyKind, object>>;

/** What `OF_KIND` says. */
function listedOf(kind: KeyKind, now: Date): object {
  return { clientId: CLIENTS[kind], ...(kind === 'agent' && { revokedAt: IsNull(), expiresAt: MoreThan(now) }) };
}

function presented(row: PresentedRow): PresentedKey {
  const { username, email, credentialsEpoch, ssoConnectionId, ssoIdentityId, mfaAt } = row;
  return { ...judged(row), username, email, proof: { credentialsEpoch, ssoConnectionId, ssoIdentityId, mfaAt } };
}

function judged(row: JudgedRow): JudgedKey {
  const { id, organizationId, userId, name, hint, scopes, dataSourceIds, createdAt, expiresAt } = row;
  const { isAccountActive, isTrustUnchanged, isSuspended, isSwitchedOff, isForEmergencies, isSignOnDue } = row;
  const { revokedAt, lastUsedAt, clientId, redirectHost, refusedScopes, isClientRefused, scopesAllowed, daysAllowed } = row;
  return {
    key: {
      ...{ id, organizationId, userId, name, hint, scopes, dataSourceIds, createdAt, expiresAt, revokedAt, lastUsedAt },
      ...{ clientId, redirectHost, refusedScopes },
    },
    terms: {
      ...{ isAccountActive, isTrustUnchanged, isSuspended, isSwitchedOff, isForEmergencies, isSignOnDue },
      ...{ isClientRefused, scopesAllowed, daysAllowed },
    },
  };
}
