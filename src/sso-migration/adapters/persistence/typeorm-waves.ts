import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type ToldWave, type NewWave, type WaveKey, Waves } from '../../application/ports/waves.js';
import type { Wave, WaveView } from '../../domain/wave.js';
import { waveSchema } from './schemas.js';
import { type WaveViewRow, waveViewOf, wavesWhere } from './wave-row.js';

const WEEK_MS = 7 * 86_400_000;
const IS_AHEAD = In(['scheduled', 'notified'] as const);

/** How far the members of waves have come is SQL: one statement over tables of several contexts. */
@Injectable()
export class TypeOrmWaves extends Waves {
  private readonly waves;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.waves = session.repository(waveSchema);
  }

  async add(wave: NewWave): Promise<number> {
    const { organizationId, name, status, planId, startsAt, graceHours, createdBy, createdAt } = wave;
    // It takes its number from the rows that exist.
    const [row] = await this.session.query<{ number: number }>(
      `INSERT INTO sso_waves (organization_id, number, name, status, plan_id, starts_at, grace_hours, created_by, created_at)
       VALUES ($1, 1 + coalesce((SELECT max(number) FROM sso_waves WHERE organization_id = $1), 0), $2, $3, $4, $5, $6, $7, $8)
       RETURNING number`,
      [organizationId, name, status, planId, startsAt, graceHours, createdBy, createdAt],
    );
    if (row === undefined) throw new Error('The database answered no wave.');
    return row.number;
  }

  lock({ organizationId, number }: WaveKey): Promise<Wave | null> {
    return this.waves.findOne({ where: { organizationId, number }, lock: { mode: 'pessimistic_write' } });
  }

  async save(wave: Wave): Promise<void> {
    const { organizationId, number, status, startsAt, pausedBecause, notifiedAt, enforcedAt, endedAt } = wave;
    const changed = { status, startsAt, pausedBecause, notifiedAt, enforcedAt, endedAt };
    await this.waves.update({ organizationId, number }, { ...changed, version: () => 'version + 1' });
  }

  async find({ organizationId, number }: WaveKey): Promise<WaveView | null> {
    const [row] = await this.session.query<WaveViewRow>(wavesWhere('AND w.number = $2'), [organizationId, number]);
    return row === undefined ? null : waveViewOf(row);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<WaveView>> {
    const rows = await this.session.query<WaveViewRow>(wavesWhere('ORDER BY w.number LIMIT $2 OFFSET $3'), [
      organizationId,
      request.limit,
      offsetOf(request),
    ]);
    return { items: rows.map(waveViewOf), total: await this.waves.countBy({ organizationId }) };
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
    return this.waves.find({
      select: { organizationId: true, number: true },
      where: { status: IS_AHEAD, startsAt: LessThanOrEqual(now) },
      order: { organizationId: 'ASC', number: 'ASC' },
    });
  }

  told(now: Date): Promise<readonly ToldWave[]> {
    const weekBefore = new Date(now.getTime() - WEEK_MS);
    return this.waves.find({
      select: { organizationId: true, number: true, status: true, startsAt: true },
      where: [{ status: IS_AHEAD }, { status: 'enforced', enforcedAt: MoreThan(weekBefore) }],
      order: { organizationId: 'ASC', number: 'ASC' },
    });
  }

  async markNotified({ organizationId, number }: WaveKey, now: Date): Promise<void> {
    const notified = { status: 'notified', notifiedAt: now, version: () => 'version + 1' } as const;
    await this.waves.update({ organizationId, number, status: 'scheduled' }, notified);
  }
}
