import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Exports } from '../../application/ports/exports.js';
import type { Export, ReadyExport, Subject } from '../../domain/export.js';
import { exportPartSchema, exportSchema } from './schemas.js';

const MAKING_LOCK = 4_712_026_008;

@Injectable()
export class TypeOrmExports extends Exports {
  private readonly exports;
  private readonly parts;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.exports = session.repository(exportSchema);
    this.parts = session.repository(exportPartSchema);
  }

  newestOf(subject: Subject): Promise<Export | null> {
    return this.exports.findOne({ where: subject, order: { id: 'DESC' } });
  }

  async add(subject: Subject, request: Pick<Export, 'requestedBy' | 'requestedAt' | 'admittedTo'>): Promise<Export | null> {
    const { userId = null, organizationId = null } = { ...subject } as Partial<Pick<Export, 'userId' | 'organizationId'>>;
    // Raw: of those who add one at once, one does. What there was before goes with the statement that replaces it.
    const [added] = await this.session.query<{ id: number }>(
      `WITH added AS (INSERT INTO exports (user_id, organization_id, requested_by, requested_at, admitted_to, state, failures)
                      VALUES ($1::integer, $2::integer, $3, $4, $5, 'waiting', 0) ON CONFLICT DO NOTHING RETURNING id),
            replaced AS (DELETE FROM exports WHERE (user_id = $1 OR organization_id = $2) AND state <> 'waiting' AND EXISTS (SELECT FROM added))
       SELECT id FROM added`,
      [userId, organizationId, request.requestedBy, request.requestedAt, request.admittedTo],
    );
    return added === undefined ? null : this.exports.findOneBy({ id: added.id });
  }

  async claim(): Promise<boolean> {
    // Raw: TypeORM has no word for either.
    await this.session.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    // Raw: an advisory lock.
    const [row] = await this.session.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [MAKING_LOCK]);
    return row?.taken === true;
  }

  nextWaiting(): Promise<Export | null> {
    return this.exports.findOne({ where: { state: 'waiting' }, order: { failures: 'ASC', id: 'ASC' } });
  }

  async addPart(exportId: number, position: number, bytes: Uint8Array): Promise<void> {
    await this.parts.insert({ exportId, position, bytes });
  }

  async part(exportId: number, position: number): Promise<Uint8Array | null> {
    return (await this.parts.findOneBy({ exportId, position }))?.bytes ?? null;
  }

  async finish(exportId: number, file: Pick<ReadyExport, 'finishedAt' | 'expiresAt' | 'size' | 'sha256'>): Promise<void> {
    const { affected } = await this.exports.update({ id: exportId, state: 'waiting' }, { ...file, state: 'ready' });
    if (affected !== 1) throw new Error(`Export ${exportId} does not wait any more.`);
  }

  async noteFailure(exportId: number, end: Pick<Export, 'finishedAt' | 'expiresAt'> | null): Promise<void> {
    const waiting = { id: exportId, state: 'waiting' } as const;
    await this.exports.increment(waiting, 'failures', 1);
    if (end !== null) await this.exports.update(waiting, { ...end, state: 'failed' });
  }

  async purge(now: Date): Promise<void> {
    await this.exports.delete({ expiresAt: LessThanOrEqual(now) });
  }
}
