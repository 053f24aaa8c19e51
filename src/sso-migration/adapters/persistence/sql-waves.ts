import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type NewWave, type WaveKey, Waves } from '../../application/ports/waves.js';
import type { Wave, WaveView } from '../../domain/wave.js';
import { WAVE_COLUMNS, type WaveRow, type WaveViewRow, waveOf, waveViewOf, wavesWhere } from './wave-row.js';

@Injectable()
export class SqlWaves extends Waves {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(wave: NewWave): Promise<number> {
    const { organizationId, name, status, planId, startsAt, graceHours, createdBy, createdAt } = wave;
    const [row] = await this.session.query<{ number: number }>(
      `INSERT INTO sso_waves (organization_id, number, name, status, plan_id, starts_at, grace_hours, created_by, created_at)
       VALUES ($1, 1 + coalesce((SELECT max(number) FROM sso_waves WHERE organization_id = $1), 0), $2, $3, $4, $5, $6, $7, $8)
       RETURNING number`,
      [organizationId, name, status, planId, startsAt, graceHours, createdBy, createdAt],
    );
    if (row === undefined) throw new Error('The database answered no wave.');
    return row.number;
  }

  async lock({ organizationId, number }: WaveKey): Promise<Wave | null> {
    const [row] = await this.session.query<WaveRow>(
      `SELECT ${WAVE_COLUMNS} FROM sso_waves w WHERE w.organization_id = $1 AND w.number = $2 FOR UPDATE`,
      [organizationId, number],
    );
    return row === undefined ? null : waveOf(row);
  }

  async save(wave: Wave): Promise<void> {
    const { organizationId, number, status, startsAt, pausedBecause, notifiedAt, enforcedAt, endedAt } = wave;
    await this.session.execute(
      `UPDATE sso_waves SET status = $3, starts_at = $4, paused_because = $5, notified_at = $6, enforced_at = $7,
              ended_at = $8, version = version + 1 WHERE organization_id = $1 AND number = $2`,
      [organizationId, number, status, startsAt, pausedBecause, notifiedAt, enforcedAt, endedAt],
    );
  }

  async find({ organizationId, number }: WaveKey): Promise<WaveView | null> {
    const [row] = await this.session.query<WaveViewRow>(wavesWhere('AND w.number = $2'), [organizationId, number]);
    return row === undefined ? null : waveViewOf(row);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<WaveView>> {
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_waves WHERE organization_id = $1',
      [organizationId],
    );
    const rows = await this.session.query<WaveViewRow>(wavesWhere('ORDER BY w.number LIMIT $2 OFFSET $3'), [
      organizationId,
      request.limit,
      offsetOf(request),
    ]);
    return { items: rows.map(waveViewOf), total: counted?.total ?? 0 };
  }

  async previousOf({ organizationId, number }: WaveKey): Promise<WaveView | null> {
    const [row] = await this.session.query<WaveViewRow>(
      wavesWhere(`AND w.number < $2 AND w.enforced_at IS NOT NULL AND w.status IN ('enforced', 'paused')
                  ORDER BY w.number DESC LIMIT 1`),
      [organizationId, number],
    );
    return row === undefined ? null : waveViewOf(row);
  }

  due(now: Date): Promise<readonly WaveKey[]> {
    return this.session.query<WaveKey & Record<string, unknown>>(
      `SELECT organization_id AS "organizationId", number FROM sso_waves
        WHERE status IN ('scheduled', 'notified') AND starts_at <= $1 ORDER BY organization_id, number`,
      [now],
    );
  }

  told(now: Date): ReturnType<Waves['told']> {
    return this.session.query<WaveRow>(
      `SELECT organization_id AS "organizationId", number, status, starts_at AS "startsAt" FROM sso_waves
        WHERE status IN ('scheduled', 'notified')
           OR status = 'enforced' AND enforced_at > $1::timestamptz - interval '7 days'
        ORDER BY organization_id, number`,
      [now],
    );
  }

  async markNotified({ organizationId, number }: WaveKey, now: Date): Promise<void> {
    await this.session.execute(
      `UPDATE sso_waves SET status = 'notified', notified_at = $3, version = version + 1
        WHERE organization_id = $1 AND number = $2 AND status = 'scheduled'`,
      [organizationId, number, now],
    );
  }
}
