import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Archives } from '../../application/ports/archives.js';
import type { ArchivedLink } from '../../domain/archive-file.js';
import type { Archive } from '../../domain/archive.js';
import { BELOW_EVERY_EVENT_ID, CANONICAL } from './canonical-event.js';

/** One archiver at a time over all instances. */
const ARCHIVING_LOCK = 4_712_026_007;
/** About ten megabytes. */
const EVENTS_IN_A_FILE = 20_000;
const COLUMNS = `organization_id AS chain, first_position AS "firstPosition", last_position AS "lastPosition",
  last_event_id AS "lastEventId", event_count AS "eventCount", last_hash AS "lastHash", sealed_until AS "sealedUntil",
  file, digest, proof`;

/** Raw: most of it reads whole stretches of a chain, under a lock that TypeORM does not have. */
@Injectable()
export class SqlArchives extends Archives {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async claim(): Promise<boolean> {
    const [row] = await this.session.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [ARCHIVING_LOCK]);
    return row?.taken === true;
  }

  async nextChain(after: number, sealedBefore: Date): Promise<number | null> {
    const [row] = await this.session.query<{ chain: number }>(
      `SELECT h.organization_id AS chain FROM audit_heads h
        WHERE h.organization_id > $1
          AND (SELECT s.sealed_at FROM audit_seals s WHERE s.organization_id = h.organization_id
                ORDER BY s.position LIMIT 1) < $2
        ORDER BY 1 LIMIT 1`,
      [after, sealedBefore],
    );
    return row?.chain ?? null;
  }

  async anchorOf(chain: number): Promise<Archive | null> {
    const [row] = await this.session.query<Archive & object>(
      `SELECT ${COLUMNS} FROM audit_archives WHERE organization_id = $1 ORDER BY last_position DESC LIMIT 1`,
      [chain],
    );
    return row ?? null;
  }

  async archivedUntil(chain: number | null): Promise<Date | null> {
    const [row] = await this.session.query<{ until: Date | null }>(
      'SELECT max(sealed_until) AS until FROM audit_archives WHERE $1::integer IS NULL OR organization_id = $1',
      [chain],
    );
    return row?.until ?? null;
  }

  async holdsThrough({ chain, lastEventId }: Pick<Archive, 'chain' | 'lastEventId'>): Promise<boolean> {
    const [row] = await this.session.query('SELECT FROM audit_events WHERE chain_id = $1 AND id <= $2 LIMIT 1', [chain, lastEventId]);
    return row !== undefined;
  }

  /** The links of one day, as many as one file takes, but at least one. */
  linksAfter(chain: number, anchor: Archive | null, sealedBefore: Date): Promise<ArchivedLink[]> {
    return this.session.query<ArchivedLink & object>(
      `SELECT s.organization_id AS chain, s.position, s.first_event_id AS "firstEventId", s.last_event_id AS "lastEventId",
              s.event_count AS "eventCount", s.previous_hash AS "previousHash", s.hash, s.sealed_at AS "sealedAt", d.events
         FROM (SELECT *, lag(last_event_id, 1, $3::bigint) OVER (ORDER BY position) AS after_id,
                      sum(event_count) OVER (ORDER BY position) - event_count AS before,
                      date_trunc('day', sealed_at, 'UTC') = date_trunc('day', min(sealed_at) OVER (), 'UTC') AS same_day
                 FROM (SELECT * FROM audit_seals WHERE organization_id = $1 AND position > $2 AND sealed_at < $4
                        ORDER BY position LIMIT ${EVENTS_IN_A_FILE}) next) s
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(found.canonical ORDER BY found.id), '{}') AS events FROM (
            SELECT e.id, ${CANONICAL} AS canonical FROM audit_events e
             WHERE (e.chain_id, e.id) > ($1, s.after_id) AND (e.chain_id, e.id) <= ($1, s.last_event_id)) found) d
        WHERE s.before < ${EVENTS_IN_A_FILE} AND s.same_day ORDER BY s.position`,
      [chain, anchor?.lastPosition ?? 0, anchor?.lastEventId ?? BELOW_EVERY_EVENT_ID, sealedBefore],
    );
  }

  async replace(archive: Archive, at: Date): Promise<void> {
    const { chain, lastPosition } = archive;
    await this.session.execute(
      `INSERT INTO audit_archives (organization_id, first_position, last_position, last_event_id, event_count, last_hash,
                                   sealed_until, file, digest, archived_at, proof)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        chain,
        archive.firstPosition,
        lastPosition,
        archive.lastEventId,
        archive.eventCount,
        Buffer.from(archive.lastHash),
        archive.sealedUntil,
        archive.file,
        Buffer.from(archive.digest),
        at,
        Buffer.from(archive.proof),
      ],
    );
    await this.session.query('SELECT delete_archived_audit_events($1, $2)', [chain, lastPosition]);
  }

  of(chain: number): Promise<Archive[]> {
    return this.session.query<Archive & object>(`SELECT ${COLUMNS} FROM audit_archives WHERE organization_id = $1 ORDER BY last_position`, [
      chain,
    ]);
  }

  async chains(): Promise<number[]> {
    const rows = await this.session.query<{ chain: number }>('SELECT DISTINCT organization_id AS chain FROM audit_archives ORDER BY 1');
    return rows.map(({ chain }) => chain);
  }
}
