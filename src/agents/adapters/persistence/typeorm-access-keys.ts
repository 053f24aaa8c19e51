import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { AccessKeys, type JudgedKey, type MemberKey, type NewAccessKey, type PresentedKey } from '../../application/ports/access-keys.js';
import { KeysOfMembersOnly } from '../../domain/access-key.errors.js';
import type { AccessKey, KeyTerms, ProofOfKey } from '../../domain/access-key.js';
import { accessKeySchema } from './schemas.js';

const KEY = `k.id, k.organization_id AS "organizationId", k.user_id AS "userId", k.name, k.hint, k.scopes,
  k.data_source_ids AS "dataSourceIds", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"`;

/**
 * Raw: one statement finds a key together with the account, membership and identity provider that decide whether it is valid.
 * `$1` is the moment since which a sign-on counts.
 */
const TERMS = `u.status = 'active' AS "isAccountActive", u.trust_epoch - u.times_let_go = k.trust_epoch AS "isTrustUnchanged",
  m.suspended_at IS NOT NULL AS "isSuspended",
  EXISTS (SELECT FROM access_key_rules a WHERE a.organization_id = k.organization_id AND NOT a.are_allowed) AS "isSwitchedOff",
  EXISTS (SELECT FROM sso_break_glass b
           WHERE b.organization_id = k.organization_id AND b.user_id = k.user_id) AS "isForEmergencies",
  k.sso_connection_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
                     WHERE i.id = k.sso_identity_id AND i.user_id = k.user_id AND i.connection_id = k.sso_connection_id
                       AND c.status = 'active' AND i.last_login_at > $1) AS "isSignOnDue"`;

const JUDGED = `FROM access_keys k JOIN users u ON u.id = k.user_id
  JOIN organization_members m ON m.organization_id = k.organization_id AND m.user_id = k.user_id`;

/** Hot: every request of an AI client asks it. */
const BY_HASH: PreparedStatement = {
  name: 'access-key-by-hash',
  text: `SELECT ${KEY}, ${TERMS}, u.username, u.email, k.trust_epoch AS "credentialsEpoch",
                k.sso_connection_id AS "ssoConnectionId", k.sso_identity_id AS "ssoIdentityId", k.mfa_at AS "mfaAt"
           ${JUDGED} WHERE k.token_hash = $2`,
};

type JudgedRow = AccessKey & KeyTerms & object;

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
    const [row] = await this.session.query<JudgedRow & ProofOfKey & { username: string; email: string }>(BY_HASH, [signedOnSince, hash]);
    if (row === undefined) return null;
    const { username, email, credentialsEpoch, ssoConnectionId, ssoIdentityId, mfaAt } = row;
    return { ...judged(row), username, email, proof: { credentialsEpoch, ssoConnectionId, ssoIdentityId, mfaAt } };
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

  liveOf(userId: number, now: Date): Promise<readonly AccessKey[]> {
    return this.keys.findBy({ userId, revokedAt: IsNull(), expiresAt: MoreThan(now) });
  }

  async pageOf(userId: number, signedOnSince: Date, request: PageRequest): Promise<Page<JudgedKey>> {
    const rows = await this.session.query<JudgedRow>(
      `SELECT ${KEY}, ${TERMS} ${JUDGED} WHERE k.user_id = $2 ORDER BY k.id DESC LIMIT $3 OFFSET $4`,
      [signedOnSince, userId, request.limit, offsetOf(request)],
    );
    return { items: rows.map(judged), total: await this.keys.countBy({ userId }) };
  }

  async pageOfOrganization(organizationId: number, signedOnSince: Date, request: PageRequest): Promise<Page<MemberKey>> {
    const rows = await this.session.query<JudgedRow & { username: string; displayName: string | null }>(
      `SELECT ${KEY}, ${TERMS}, u.username, u.display_name AS "displayName" ${JUDGED} WHERE k.organization_id = $2 ORDER BY k.id DESC LIMIT $3 OFFSET $4`,
      [signedOnSince, organizationId, request.limit, offsetOf(request)],
    );
    const items = rows.map((row) => ({ ...judged(row), username: row.username, displayName: row.displayName }));
    return { items, total: await this.keys.countBy({ organizationId }) };
  }

  find(of: { readonly userId: number } | { readonly organizationId: number }, id: number): Promise<AccessKey | null> {
    return this.keys.findOneBy({ ...of, id });
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

function judged(row: JudgedRow): JudgedKey {
  const { id, organizationId, userId, name, hint, scopes, dataSourceIds, createdAt, expiresAt } = row;
  const { isAccountActive, isTrustUnchanged, isSuspended, isSwitchedOff, isForEmergencies, isSignOnDue } = row;
  const { revokedAt, lastUsedAt } = row;
  return {
    key: {
      id,
      organizationId,
      userId,
      name,
      hint,
      scopes,
      dataSourceIds,
      createdAt,
      expiresAt,
      revokedAt,
      lastUsedAt,
    },
    terms: { isAccountActive, isTrustUnchanged, isSuspended, isSwitchedOff, isForEmergencies, isSignOnDue },
  };
}
