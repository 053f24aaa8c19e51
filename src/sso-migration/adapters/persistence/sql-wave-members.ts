import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type DueReminder, WaveMembers } from '../../application/ports/wave-members.js';
import type { WaveKey } from '../../application/ports/waves.js';
import { REMINDERS, type Reminder } from '../../domain/wave-mails.js';
import type { WaveMember } from '../../domain/wave-member.js';
import { LINKS } from './wave-row.js';

/** How many of the reminders are past at `$3`, including the one that is due now. */
const STAGE = `CASE
  WHEN w.status = 'enforced' OR w.starts_at <= $3 THEN ${stageOf('start')}
  WHEN w.starts_at <= $3::timestamptz + interval '1 day' THEN ${stageOf('day')}
  WHEN w.starts_at <= $3::timestamptz + interval '3 days' THEN ${stageOf('three_days')}
  WHEN w.starts_at <= $3::timestamptz + interval '7 days' THEN ${stageOf('week')}
  ELSE ${stageOf('invitation')} END`;

/** Raw: members are added, told and shown in sets, over several tables, and reminders are taken with SKIP LOCKED. */
@Injectable()
export class SqlWaveMembers extends WaveMembers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add({ organizationId, number }: WaveKey, userIds: readonly number[]): Promise<void> {
    await this.session.execute(
      `INSERT INTO sso_wave_members (organization_id, wave_number, user_id)
       SELECT organization_id, $2, user_id FROM organization_members
        WHERE organization_id = $1 AND user_id = ANY ($3::integer[]) ORDER BY user_id FOR KEY SHARE
       ON CONFLICT (organization_id, user_id) DO UPDATE
         SET wave_number = excluded.wave_number, reminders = 0, reminded_at = NULL, first_told_at = NULL`,
      [organizationId, number, userIds],
    );
  }

  async idsOf({ organizationId, number }: WaveKey): Promise<readonly number[]> {
    const rows = await this.session.query<{ userId: number }>(
      'SELECT user_id AS "userId" FROM sso_wave_members WHERE organization_id = $1 AND wave_number = $2 ORDER BY user_id',
      [organizationId, number],
    );
    return rows.map(({ userId }) => userId);
  }

  async pageOf({ organizationId, number }: WaveKey, request: PageRequest): Promise<Page<WaveMember>> {
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_wave_members WHERE organization_id = $1 AND wave_number = $2',
      [organizationId, number],
    );
    const items = await this.session.query<WaveMember & Record<string, unknown>>(
      `SELECT u.id AS "userId", u.username, u.display_name AS "displayName", u.email, m.reminded_at AS "remindedAt", l.linked_at AS "linkedAt",
              l.last_login_at AS "lastLoginAt", q.user_id IS NOT NULL AS "isRequired"
         FROM sso_wave_members m JOIN users u ON u.id = m.user_id
         LEFT JOIN ${LINKS} l ON l.user_id = m.user_id
         LEFT JOIN sso_requirements q
           ON q.organization_id = m.organization_id AND q.user_id = m.user_id AND q.wave_number = m.wave_number
        WHERE m.organization_id = $1 AND m.wave_number = $2 ORDER BY m.user_id LIMIT $3 OFFSET $4`,
      [organizationId, number, request.limit, offsetOf(request)],
    );
    return { items, total: counted?.total ?? 0 };
  }

  async taken(organizationId: number, among: readonly number[]): Promise<readonly number[]> {
    const rows = await this.session.query<{ userId: number }>(
      `SELECT m.user_id AS "userId" FROM sso_wave_members m
         JOIN sso_waves w ON w.organization_id = m.organization_id AND w.number = m.wave_number
        WHERE m.organization_id = $1 AND w.status <> 'rolled_back' AND m.user_id = ANY ($2::integer[])
        ORDER BY m.user_id`,
      [organizationId, among],
    );
    return rows.map(({ userId }) => userId);
  }

  async forgetReminders({ organizationId, number }: WaveKey): Promise<void> {
    await this.session.execute('UPDATE sso_wave_members SET reminders = 0 WHERE organization_id = $1 AND wave_number = $2', [
      organizationId,
      number,
    ]);
  }

  async takeReminders({ organizationId, number }: WaveKey, now: Date, limit: number): Promise<readonly DueReminder[]> {
    const rows = await this.session.query<Omit<DueReminder, 'reminder'> & { stage: number }>(
      `WITH due AS MATERIALIZED (
         SELECT m.organization_id, m.user_id, ${STAGE} AS stage
           FROM sso_wave_members m JOIN sso_waves w ON w.organization_id = m.organization_id AND w.number = m.wave_number
          WHERE m.organization_id = $1 AND m.wave_number = $2 AND w.status IN ('scheduled', 'notified', 'enforced')
            AND m.reminders < ${STAGE}
            AND NOT EXISTS (SELECT FROM ${LINKS} l WHERE l.user_id = m.user_id AND l.last_login_at IS NOT NULL)
          ORDER BY m.user_id LIMIT $4 FOR UPDATE OF m SKIP LOCKED
       )
       UPDATE sso_wave_members m SET reminders = due.stage
         FROM due JOIN users u ON u.id = due.user_id
        WHERE m.organization_id = due.organization_id AND m.user_id = due.user_id
       RETURNING m.user_id AS "userId", u.username, u.email, due.stage`,
      [organizationId, number, now, limit],
    );
    return rows.flatMap(({ stage, ...member }) => {
      const reminder = REMINDERS[stage - 1];
      return reminder === undefined ? [] : [{ ...member, reminder }];
    });
  }

  async markTold({ organizationId, number }: WaveKey, userIds: readonly number[], now: Date): Promise<void> {
    await this.session.execute(
      `UPDATE sso_wave_members SET reminded_at = $4, first_told_at = coalesce(first_told_at, $4)
        WHERE organization_id = $1 AND wave_number = $2 AND user_id = ANY ($3::integer[])`,
      [organizationId, number, userIds, now],
    );
  }
}

function stageOf(reminder: Reminder): number {
  return REMINDERS.indexOf(reminder) + 1;
}
