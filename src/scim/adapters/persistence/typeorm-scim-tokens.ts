import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewScimToken, ScimTokens } from '../../application/ports/scim-tokens.js';
import type { Approval, ScimToken } from '../../domain/scim-token.js';
import { type ScimTokenRow, scimTokenSchema } from './schemas.js';

/** Raw, because it is hot: every request of a directory asks it. */
const BY_HASH: PreparedStatement = {
  name: 'scim-token-by-hash',
  text: `SELECT id, organization_id AS "organizationId", name, scopes, created_by AS "createdBy", created_at AS "createdAt",
                expires_at AS "expiresAt", revoked_at AS "revokedAt", rotated_to AS "rotatedTo",
                last_used_at AS "lastUsedAt", last_used_ip AS "lastUsedIp", approved_up_to AS "approvedUpTo",
                approved_by AS "approvedBy", approved_at AS "approvedAt"
           FROM scim_tokens WHERE token_hash = $1`,
};

@Injectable()
export class TypeOrmScimTokens extends ScimTokens {
  private readonly tokens;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.tokens = session.repository(scimTokenSchema);
  }

  async add({ hash, approval, ...token }: NewScimToken): Promise<ScimToken> {
    const { organizationId, name, scopes, createdBy, createdAt, expiresAt } = token;
    const made = { organizationId, name, scopes, createdBy, createdAt, expiresAt };
    const approved = {
      approvedUpTo: approval?.upTo ?? null,
      approvedBy: approval?.by ?? null,
      approvedAt: approval?.at ?? null,
    };
    const id = await insertedId(this.tokens, { ...made, hash, ...approved });
    return { ...made, id, approval, revokedAt: null, rotatedTo: null, lastUsedAt: null, lastUsedIp: null };
  }

  async findByHash(hash: Uint8Array): Promise<ScimToken | null> {
    const [row] = await this.session.query<ScimTokenRow>(BY_HASH, [hash]);
    return row === undefined ? null : tokenOf(row);
  }

  async markUsed(id: number, use: { at: Date; ip: string | null; unlessSince: Date }): Promise<void> {
    await this.tokens.update(
      { id, lastUsedAt: Or(IsNull(), LessThanOrEqual(use.unlessSince)) },
      { lastUsedAt: use.at, lastUsedIp: use.ip },
    );
  }

  async liveOf(organizationId: number, now: Date): Promise<ScimToken[]> {
    const rows = await this.tokens.findBy({
      organizationId,
      revokedAt: IsNull(),
      expiresAt: Or(IsNull(), MoreThan(now)),
    });
    return rows.map(tokenOf);
  }

  async find(organizationId: number, id: number): Promise<ScimToken | null> {
    const row = await this.tokens.findOneBy({ organizationId, id });
    return row === null ? null : tokenOf(row);
  }

  async list(organizationId: number, request: PageRequest): Promise<Page<ScimToken>> {
    const [rows, total] = await this.tokens.findAndCount({
      where: { organizationId },
      order: { id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items: rows.map(tokenOf), total };
  }

  async approve(organizationId: number, id: number, { upTo, by, at }: Approval): Promise<void> {
    const approved = { approvedUpTo: upTo, approvedBy: by, approvedAt: at };
    await this.tokens.update({ organizationId, id }, { ...approved, approvalAskedAt: null });
  }

  async noteAsked(organizationId: number, id: number, asked: { at: Date; unlessSince: Date }): Promise<boolean> {
    const { affected } = await this.tokens.update(
      { organizationId, id, approvalAskedAt: Or(IsNull(), LessThanOrEqual(asked.unlessSince)) },
      { approvalAskedAt: asked.at },
    );
    return affected === 1;
  }

  async revoke(organizationId: number, id: number, at: Date): Promise<void> {
    await this.tokens.update({ organizationId, id }, { revokedAt: at });
  }

  async replace(organizationId: number, id: number, by: { id: number; expiresAt: Date }): Promise<void> {
    await this.tokens.update({ organizationId, id }, { rotatedTo: by.id, expiresAt: by.expiresAt });
  }
}

function tokenOf({ approvedUpTo, approvedBy, approvedAt, ...token }: ScimTokenRow): ScimToken {
  const approval = approvedUpTo && approvedAt && { upTo: approvedUpTo, by: approvedBy, at: approvedAt };
  return { ...token, approval };
}
