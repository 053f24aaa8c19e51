import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type NewScimToken, ScimTokens } from '../../application/ports/scim-tokens.js';
import type { ScimToken } from '../../domain/scim-token.js';

const COLUMNS = `id, organization_id AS "organizationId", name, scopes, created_by AS "createdBy", created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", rotated_to AS "rotatedTo", last_used_at AS "lastUsedAt",
  last_used_ip AS "lastUsedIp"`;

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
    const { organizationId, name, hash, scopes, createdBy, createdAt, expiresAt } = token;
    const [row] = await this.session.query<ScimToken>(
      `INSERT INTO scim_tokens (organization_id, name, token_hash, scopes, created_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
      [organizationId, name, hash, scopes, createdBy, createdAt, expiresAt],
    );
    if (row === undefined) throw new Error('The database answered no token.');
    return row;
  }

  async findByHash(hash: Uint8Array): Promise<ScimToken | null> {
    const [row] = await this.session.query<ScimToken>(BY_HASH, [hash]);
    return row ?? null;
  }

  async markUsed(id: number, use: { at: Date; ip: string | null; unlessSince: Date }): Promise<void> {
    await this.session.execute(
      `UPDATE scim_tokens SET last_used_at = $2, last_used_ip = $3
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)`,
      [id, use.at, use.ip, use.unlessSince],
    );
  }
}
