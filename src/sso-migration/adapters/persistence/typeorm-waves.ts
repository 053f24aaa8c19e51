import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type ToldWave, type NewWave, type WaveKey, Waves } from '../../application/ports/waves.js';
import type { Wave, WaveView } from '../../domain/wave.js';
import { waveSchema } from './schemas.js';
import { type WaveViewRow, waveViewOf, wavesWhere } from './wave-row.js';

const NEXT_NUMBER = '1 + coalesce((SELECT max(number) FROM sso_waves WHERE organization_id = :organizationId), 0)';
const WEEK_MS = 7 * 86_400_000;
const IS_AHEAD = In(['scheduled', 'notified'] as const);

@Injectable()
export class TypeOrmWaves extends Waves {
  private readonly waves;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
    this.waves = session.repository(waveSchema);
  }

  async add(wave: NewWave): Promise<number> {
    const numbered = { ...wave, number: () => NEXT_NUMBER };
    const added = this.waves.createQueryBuilder().insert().values(numbered);
    const inserted = await added.setParameters({ organizationId: wave.organizationId }).returning('number').execute();
    const [row] = inserted.raw as Pick<Wave, 'number'>[];
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
    return (await this.views('AND w.number = $3', organizationId, number))[0] ?? null;
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<WaveView>> {
    const items = await this.views('ORDER BY w.number LIMIT $3 OFFSET $4', organizationId, request.limit, offsetOf(request));
    return { items, total: await this.waves.countBy({ organizationId }) };
  }

  async previousOf({ organizationId, number }: WaveKey): Promise<WaveView | null> {
    const isUnderWay = `w.enforced_at IS NOT NULL AND w.status IN ('enforced', 'paused')`;
    const [wave] = await this.views(`AND w.number < $3 AND ${isUnderWay} ORDER BY w.number DESC LIMIT 1`, organizationId, number);
    return wave ?? null;
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
  /** Raw: how far the members of waves have come is one statement over tables of several contexts. */
  private async views(condition: string, organizationId: number, ...values: readonly number[]): Promise<WaveView[]> {
    const of = [organizationId, this.clock.now(), ...values];
    return (await this.session.query<WaveViewRow>(wavesWhere(condition), of)).map(waveViewOf);
  }
}
