import { Injectable } from '@nestjs/common';
import { mayUsePassword } from '../../../platform/database/sign-on-missing.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { BoundMembers } from '../../application/ports/bound-members.js';

const BOUND = `SELECT u.id FROM organization_members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.suspended_at IS NULL AND u.status = 'active' AND NOT u.is_system_admin
    AND NOT ${mayUsePassword({ organization: '$1', user: 'm.user_id', now: '$2::timestamptz' })}`;

/** Raw: one statement over several tables. */
@Injectable()
export class SqlBoundMembers extends BoundMembers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(organizationId: number, now: Date): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(`${BOUND} ORDER BY u.id`, [organizationId, now]);
    return rows.map(({ id }) => id);
  }

  async requiredOf(organizationId: number, now: Date): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `${BOUND} AND EXISTS (SELECT 1 FROM sso_requirements q
                             WHERE q.organization_id = $1 AND (q.user_id IS NULL OR q.user_id = m.user_id)) ORDER BY u.id`,
      [organizationId, now],
    );
    return rows.map(({ id }) => id);
  }
}
