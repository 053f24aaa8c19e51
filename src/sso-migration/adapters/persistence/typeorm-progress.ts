import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type DayOfProgress, Progress } from '../../application/ports/progress.js';
import { totalOf } from '../../domain/group.js';
import type { Pace } from '../../domain/pace.js';
import type { Snapshot } from '../../domain/plan.js';
import { STUCK } from './classification-statement.js';
import { progressSchema } from './schemas.js';
import { LINKS } from './wave-row.js';

@Injectable()
export class TypeOrmProgress extends Progress {
  private readonly days;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.days = session.repository(progressSchema);
  }

  async note(organizationId: number, day: string, { counts, reasons, lockoutCount }: Snapshot): Promise<void> {
    const noted = { organizationId, day, counts, totalUsers: totalOf(counts), reasons, lockoutCount };
    await this.days.upsert(noted, ['organizationId', 'day']);
  }

  async migrating(after: number, limit: number): Promise<number[]> {
    // Raw: three tables decide.
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
    const [rows, total] = await this.days.findAndCount({
      where: { organizationId },
      order: { day: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    const items = rows.map(({ day, counts, reasons, lockoutCount }) => ({ day, counts, reasons, lockoutCount }));
    return { items, total };
  }

  /** Raw: over tables of several contexts. Members who were linked before they were told had nothing to do. */
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
