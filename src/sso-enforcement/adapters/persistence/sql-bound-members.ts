import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { BoundMembers } from '../../application/ports/bound-members.js';

const BOUND = `SELECT u.id FROM organization_members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND m.suspended_at IS NULL AND u.status = 'active' AND NOT u.is_system_admin
    AND NOT EXISTS (SELECT 1 FROM sso_break_glass b WHERE b.organization_id = $1 AND b.user_id = m.user_id)`;

/** Raw: one statement over several tables. */
@Injectable()
export class SqlBoundMembers extends BoundMembers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(organizationId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(`${BOUND} ORDER BY u.id`, [organizationId]);
    return rows.map(({ id }) => id);
  }

  async requiredOf(organizationId: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `${BOUND} AND EXISTS (SELECT 1 FROM sso_requirements q
                             WHERE q.organization_id = $1 AND (q.user_id IS NULL OR q.user_id = m.user_id)) ORDER BY u.id`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  }
}
