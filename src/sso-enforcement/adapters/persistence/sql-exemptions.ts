import { Injectable } from '@nestjs/common';
import { isBreakGlass, mayUsePassword } from '../../../platform/database/sign-on-missing.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type Candidate, Exemptions, type ExemptionView } from '../../application/ports/exemptions.js';
import type { ExemptContact, Exemption } from '../../domain/exemption.js';

const COLUMNS = `x.organization_id AS "organizationId", x.user_id AS "userId", x.reason, x.granted_at AS "grantedAt",
  x.granted_by AS "grantedBy", x.expires_at AS "expiresAt"`;
const RUNNING = 'x.organization_id = $1 AND x.expires_at > $2';

const VIEW = `SELECT ${COLUMNS}, u.username, u.display_name AS "displayName", u.email, g.username AS "grantedByName"
  FROM sso_exemptions x JOIN users u ON u.id = x.user_id LEFT JOIN users g ON g.id = x.granted_by
 WHERE ${RUNNING}`;

/** Raw: it joins accounts and organizations, and an exemption that has ended is replaced or removed in one statement. */
@Injectable()
export class SqlExemptions extends Exemptions {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(organizationId: number, now: Date, request: PageRequest): Promise<Page<ExemptionView>> {
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM sso_exemptions x WHERE ${RUNNING}`, [
      organizationId,
      now,
    ]);
    const items = await this.session.query<ExemptionView & object>(`${VIEW} ORDER BY x.expires_at, x.user_id LIMIT $3 OFFSET $4`, [
      organizationId,
      now,
      request.limit,
      offsetOf(request),
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  async find(organizationId: number, userId: number, now: Date): Promise<ExemptionView | null> {
    return (await this.session.query<ExemptionView & object>(`${VIEW} AND x.user_id = $3`, [organizationId, now, userId]))[0] ?? null;
  }

  of(organizationId: number, now: Date): Promise<readonly Exemption[]> {
    return this.session.query<Exemption & object>(`SELECT ${COLUMNS} FROM sso_exemptions x WHERE ${RUNNING} ORDER BY x.user_id`, [
      organizationId,
      now,
    ]);
  }

  async passwordUsersOf(organizationId: number, now: Date): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT user_id AS id FROM (
         SELECT user_id FROM sso_break_glass WHERE organization_id = $1 UNION
         SELECT user_id FROM sso_exemptions WHERE organization_id = $1) m
        WHERE ${mayUsePassword({ organization: '$1', user: 'm.user_id', now: '$2::timestamptz' })} ORDER BY 1`,
      [organizationId, now],
    );
    return rows.map(({ id }) => id);
  }

  async candidate(organizationId: number, userId: number): Promise<Candidate | null> {
    const [row] = await this.session.query<Candidate & object>(
      `SELECT u.username, u.email, o.name AS "organizationName",
              ${isBreakGlass({ organization: 'm.organization_id', user: 'm.user_id' })} AS "isBreakGlass"
         FROM organization_members m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
        WHERE m.organization_id = $1 AND m.user_id = $2 AND m.arrived_at IS NOT NULL AND m.suspended_at IS NULL AND u.status = 'active'`,
      [organizationId, userId],
    );
    return row ?? null;
  }

  async add({ organizationId, userId, reason, grantedAt, grantedBy, expiresAt }: Exemption): Promise<void> {
    await this.session.execute(
      `INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, granted_by, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (organization_id, user_id) DO UPDATE
         SET reason = excluded.reason, granted_at = excluded.granted_at, granted_by = excluded.granted_by, expires_at = excluded.expires_at`,
      [organizationId, userId, reason, grantedAt, grantedBy, expiresAt],
    );
  }

  async remove(
    { organizationId, userId }: { organizationId: number; userId: number },
    now: Date,
    which: 'running' | 'ended',
  ): Promise<ExemptContact | null> {
    const [row] = await this.session.query<ExemptContact & object>(
      `DELETE FROM sso_exemptions x USING users u, organizations o
        WHERE u.id = x.user_id AND o.id = x.organization_id AND x.organization_id = $1 AND x.user_id = $2
          AND x.expires_at ${which === 'running' ? '>' : '<='} $3
       RETURNING u.username, u.email, o.name AS "organizationName"`,
      [organizationId, userId, now],
    );
    return row ?? null;
  }

  ended(now: Date, limit: number): Promise<readonly { readonly organizationId: number; readonly userId: number }[]> {
    return this.session.query<{ organizationId: number; userId: number }>(
      `SELECT organization_id AS "organizationId", user_id AS "userId" FROM sso_exemptions
        WHERE expires_at <= $1 ORDER BY organization_id, user_id LIMIT $2`,
      [now, limit],
    );
  }
}
