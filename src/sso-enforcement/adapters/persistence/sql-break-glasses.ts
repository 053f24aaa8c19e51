import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { BreakGlasses, type Owner } from '../../application/ports/break-glasses.js';
import type { BreakGlass } from '../../domain/break-glass.js';

const ACTIVE_OWNER = `u.status = 'active' AND m.suspended_at IS NULL AND r.is_built_in AND r.name = 'owner'`;
const MEMBERS = `organization_members m JOIN users u ON u.id = m.user_id JOIN roles r ON r.id = m.role_id`;
const hasFactor = (type: string): string =>
  `EXISTS (SELECT 1 FROM mfa_factors f WHERE f.user_id = u.id AND f.type = '${type}' AND f.confirmed_at IS NOT NULL)`;

@Injectable()
export class SqlBreakGlasses extends BreakGlasses {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  of(organizationId: number): Promise<readonly BreakGlass[]> {
    return this.session.query<BreakGlass & object>(
      `SELECT b.user_id AS "userId", u.username, b.designated_at AS "designatedAt", b.drilled_at AS "drilledAt",
              b.last_used_at AS "lastUsedAt", ${ACTIVE_OWNER} AS "isActiveOwner", ${hasFactor('webauthn')} AS "hasWebauthn",
              ${hasFactor('totp')} AS "hasTotp"
         FROM ${MEMBERS} JOIN sso_break_glass b ON b.organization_id = m.organization_id AND b.user_id = m.user_id
        WHERE b.organization_id = $1 ORDER BY b.user_id`,
      [organizationId],
    );
  }

  ownersOf(organizationId: number): Promise<readonly Owner[]> {
    return this.session.query<Owner & object>(
      `SELECT u.id AS "userId", u.username, u.email FROM ${MEMBERS}
        WHERE m.organization_id = $1 AND ${ACTIVE_OWNER} ORDER BY u.id`,
      [organizationId],
    );
  }

  async designationsOf(userId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      'SELECT organization_id AS id FROM sso_break_glass WHERE user_id = $1 ORDER BY organization_id',
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  async isDesignated(organizationId: number, userId: number): Promise<boolean> {
    const rows = await this.session.query('SELECT 1 FROM sso_break_glass WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
    return rows.length > 0;
  }

  async replace({ organizationId, userIds, by, at }: Parameters<BreakGlasses['replace']>[0]): Promise<void> {
    await this.session.execute(
      'DELETE FROM sso_break_glass WHERE organization_id = $1 AND user_id <> ALL ($2::int[])',
      [organizationId, userIds],
    );
    await this.session.execute(
      `INSERT INTO sso_break_glass (organization_id, user_id, designated_at, designated_by)
       SELECT $1, user_id, $3, $4 FROM unnest($2::int[]) AS user_id ON CONFLICT DO NOTHING`,
      [organizationId, userIds, at, by],
    );
  }

  async remove(organizationId: number, userId: number): Promise<void> {
    await this.session.execute('DELETE FROM sso_break_glass WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
  }

  async drill(organizationId: number, userId: number, at: Date): Promise<boolean> {
    const drilled = await this.session.execute(
      'UPDATE sso_break_glass SET drilled_at = $3 WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId, at],
    );
    return drilled === 1;
  }

  async use(organizationId: number, userId: number, at: Date): Promise<void> {
    await this.session.execute(
      'UPDATE sso_break_glass SET last_used_at = $3 WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId, at],
    );
  }
}
