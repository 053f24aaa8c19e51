import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type DayOfProgress, Progress } from '../../application/ports/progress.js';
import type { ReasonCounts, Snapshot } from '../../domain/plan.js';
import type { Pace } from '../../domain/pace.js';
import { COUNTS, type CountsRow, countsOf, countsValues } from './counts-row.js';
import { STUCK } from './classification-statement.js';
import { LINKS } from './wave-row.js';

interface DayRow extends CountsRow {
  readonly day: string;
  readonly reasons: ReasonCounts;
  readonly lockoutCount: number;
}

@Injectable()
export class SqlProgress extends Progress {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async note(organizationId: number, day: string, { counts, reasons, lockoutCount }: Snapshot): Promise<void> {
    await this.session.execute(
      `INSERT INTO sso_progress AS p (organization_id, day, users_already_using_sso, users_ready_for_migration,
              users_needing_mfa_setup, users_requiring_admin_intervention, total_users, reasons, lockout_count)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (organization_id, day) DO UPDATE SET users_already_using_sso = excluded.users_already_using_sso,
         users_ready_for_migration = excluded.users_ready_for_migration,
         users_needing_mfa_setup = excluded.users_needing_mfa_setup,
         users_requiring_admin_intervention = excluded.users_requiring_admin_intervention,
         total_users = excluded.total_users, reasons = excluded.reasons, lockout_count = excluded.lockout_count`,
      [organizationId, day, ...countsValues(counts), reasons, lockoutCount],
    );
  }

  async migrating(after: number, limit: number): Promise<number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT o.id FROM organizations o
        WHERE o.id > $1 AND (EXISTS (SELECT FROM sso_connections c WHERE c.organization_id = o.id)
                          OR EXISTS (SELECT FROM sso_plans p WHERE p.organization_id = o.id))
        ORDER BY o.id LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<DayOfProgress>> {
    const rows = await this.session.query<DayRow>(
      `SELECT day::text, ${COUNTS}, reasons, lockout_count AS "lockoutCount" FROM sso_progress
        WHERE organization_id = $1 ORDER BY day DESC LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_progress WHERE organization_id = $1',
      [organizationId],
    );
    const items = rows.map((row) => {
      const { day, reasons, lockoutCount } = row;
      return { day, counts: countsOf(row), reasons, lockoutCount };
    });
    return { items, total: counted?.total ?? 0 };
  }

  /** Whoever was linked before they were told had nothing to do. */
  async paceOf(organizationId: number, now: Date): Promise<Pace> {
    const [row] = await this.session.query<Pace & Record<string, unknown>>(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM l.linked_at - m.first_told_at)::float8 / 86400) AS "medianDays",
              count(*)::int AS "firstLogins", (SELECT count(*)::int FROM ${STUCK} stuck) AS stuck
         FROM sso_wave_members m JOIN ${LINKS} l ON l.user_id = m.user_id
        WHERE m.organization_id = $1 AND l.last_login_at IS NOT NULL AND l.linked_at >= m.first_told_at`,
      [organizationId, now],
    );
    return row ?? { medianDays: null, firstLogins: 0, stuck: 0 };
  }
}
