import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { ApprovalLevel } from '../../../shared/backing.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewScimToken, ScimTokens } from '../../application/ports/scim-tokens.js';
import type { Approval, ScimToken } from '../../domain/scim-token.js';

const COLUMNS = `id, organization_id AS "organizationId", name, scopes, created_by AS "createdBy", created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", rotated_to AS "rotatedTo", last_used_at AS "lastUsedAt",
  last_used_ip AS "lastUsedIp", approved_up_to AS "approvedUpTo", approved_by AS "approvedBy", approved_at AS "approvedAt"`;

type TokenRow = Omit<ScimToken, 'approval'> & {
  readonly approvedUpTo: ApprovalLevel | null;
  readonly approvedBy: number | null;
  readonly approvedAt: Date | null;
};

/** Every request asks it. */
const BY_HASH = {
  name: 'scim-token-by-hash',
  text: `SELECT ${COLUMNS} FROM scim_tokens WHERE token_hash = $1`,
};

@Injectable()
export class SqlScimTokens extends ScimTokens {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(token: NewScimToken): Promise<ScimToken> {
    const { organizationId, name, hash, scopes, createdBy, approval, createdAt, expiresAt } = token;
    const made = [organizationId, name, hash, scopes, createdBy, createdAt, expiresAt];
    const [row] = await this.session.query<TokenRow>(
      `INSERT INTO scim_tokens (organization_id, name, token_hash, scopes, created_by, created_at, expires_at,
                                approved_up_to, approved_by, approved_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
      [...made, approval?.upTo ?? null, approval?.by ?? null, approval?.at ?? null],
    );
    if (row === undefined) throw new Error('The database answered no token.');
    return tokenOf(row);
  }

  async findByHash(hash: Uint8Array): Promise<ScimToken | null> {
    const [row] = await this.session.query<TokenRow>(BY_HASH, [hash]);
    return row === undefined ? null : tokenOf(row);
  }

  async markUsed(id: number, use: { at: Date; ip: string | null; unlessSince: Date }): Promise<void> {
    await this.session.execute(
      `UPDATE scim_tokens SET last_used_at = $2, last_used_ip = $3
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)`,
      [id, use.at, use.ip, use.unlessSince],
    );
  }

  async liveOf(organizationId: number, now: Date): Promise<ScimToken[]> {
    const rows = await this.session.query<TokenRow>(
      `SELECT ${COLUMNS} FROM scim_tokens
        WHERE organization_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
      [organizationId, now],
    );
    return rows.map(tokenOf);
  }

  async find(organizationId: number, id: number): Promise<ScimToken | null> {
    const [row] = await this.session.query<TokenRow>(
      `SELECT ${COLUMNS} FROM scim_tokens WHERE organization_id = $1 AND id = $2`,
      [organizationId, id],
    );
    return row === undefined ? null : tokenOf(row);
  }

  async list(organizationId: number, request: PageRequest): Promise<Page<ScimToken>> {
    const rows = await this.session.query<TokenRow>(
      `SELECT ${COLUMNS} FROM scim_tokens WHERE organization_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [row] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM scim_tokens WHERE organization_id = $1',
      [organizationId],
    );
    return { items: rows.map(tokenOf), total: row?.total ?? 0 };
  }

  async approve(organizationId: number, id: number, { upTo, by, at }: Approval): Promise<void> {
    await this.session.execute(
      `UPDATE scim_tokens SET approved_up_to = $3, approved_by = $4, approved_at = $5, approval_asked_at = NULL
        WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, upTo, by, at],
    );
  }

  async noteAsked(organizationId: number, id: number, asked: { at: Date; unlessSince: Date }): Promise<boolean> {
    const noted = await this.session.execute(
      `UPDATE scim_tokens SET approval_asked_at = $3
        WHERE organization_id = $1 AND id = $2 AND (approval_asked_at IS NULL OR approval_asked_at <= $4)`,
      [organizationId, id, asked.at, asked.unlessSince],
    );
    return noted === 1;
  }

  async revoke(organizationId: number, id: number, at: Date): Promise<void> {
    await this.session.execute('UPDATE scim_tokens SET revoked_at = $3 WHERE organization_id = $1 AND id = $2', [
      organizationId,
      id,
      at,
    ]);
  }

  async replace(organizationId: number, id: number, by: { id: number; expiresAt: Date }): Promise<void> {
    await this.session.execute(
      'UPDATE scim_tokens SET rotated_to = $3, expires_at = $4 WHERE organization_id = $1 AND id = $2',
      [organizationId, id, by.id, by.expiresAt],
    );
  }
}

function tokenOf({ approvedUpTo, approvedBy, approvedAt, ...token }: TokenRow): ScimToken {
  const approval = approvedUpTo && approvedAt && { upTo: approvedUpTo, by: approvedBy, at: approvedAt };
  return { ...token, approval };
}
