import { Injectable } from '@nestjs/common';
import { isLockUnavailable } from '../../../platform/database/database-errors.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { FairQueue } from '../../../shared/fair-queue.js';
import { Chains, type Slice } from '../../application/ports/chains.js';
import type { ChainEnd, ExaminedLink, Head, Link } from '../../domain/chain.js';
import { BELOW_EVERY_EVENT_ID, CANONICAL } from './canonical-event.js';

/** One sealer at a time over all instances. */
const SEALING_LOCK = 4_712_026_006;
const EVENTS_IN_A_LINK = 1_000;
const LINKS_AT_ONCE = 20;
/** A check reads a whole chain: it must leave the other connections to all other work. */
const EXAMINED_AT_ONCE = 2;

const DIGEST = `sha256(convert_to(coalesce(string_agg(canonical, E'\\n' ORDER BY id), ''), 'UTF8'))`;
const HEAD = `organization_id AS chain, position, last_event_id AS "lastEventId", hash, proof`;

/** Raw: chains are sealed and checked many events at a time, under locks that TypeORM does not have. */
@Injectable()
export class SqlChains extends Chains {
  private readonly queue = new FairQueue(EXAMINED_AT_ONCE);

  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async settledThrough(): Promise<string | null> {
    try {
      return await this.session.run(async () => {
        // A sealer that waits for the lock stops every writer behind it, so it gives up soon; vacuum does not yield
        // that fast either.
        await this.session.execute(`SET LOCAL lock_timeout = '200ms'`);
        await this.session.execute('LOCK TABLE audit_events IN SHARE ROW EXCLUSIVE MODE');
        const [row] = await this.session.query<{ id: string | null }>('SELECT max(id) AS id FROM audit_events');
        return row?.id ?? null;
      });
    } catch (error) {
      if (isLockUnavailable(error)) return null;
      throw error;
    }
  }

  async claim(): Promise<boolean> {
    const [row] = await this.session.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [SEALING_LOCK]);
    return row?.taken === true;
  }

  slices({ after, through, most }: { after: string; through: string; most: number }): Promise<Slice[]> {
    return this.session.query<Slice & object>(
      `SELECT chain, min(id) AS "firstEventId", max(id) AS "lastEventId", count(*)::int AS "eventCount", ${DIGEST} AS digest
         FROM (SELECT e.id, e.chain_id AS chain, ${CANONICAL} AS canonical,
                      (row_number() OVER (PARTITION BY e.chain_id ORDER BY e.id) - 1) / ${EVENTS_IN_A_LINK} AS slice
                 FROM (SELECT * FROM audit_events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3) e) sliced
        GROUP BY chain, slice ORDER BY chain, slice`,
      [after, through, most],
    );
  }

  async endsOf(chains: readonly number[]): Promise<ChainEnd[]> {
    const rows = await this.session.query<Head & { asked: number; lastPosition: number }>(
      `SELECT asked, h.*, coalesce((SELECT max(s.position) FROM audit_seals s WHERE s.organization_id = asked), 0)
                AS "lastPosition"
         FROM unnest($1::integer[]) asked LEFT JOIN (SELECT ${HEAD} FROM audit_heads) h ON h.chain = asked
        ORDER BY asked`,
      [chains],
    );
    return rows.map(({ asked, lastPosition, ...head }) => ({
      chain: asked,
      head: (head as { chain: number | null }).chain === null ? null : head,
      lastPosition,
    }));
  }

  foremostHeads(most: number): Promise<Head[]> {
    return this.session.query<Head & object>(`SELECT ${HEAD} FROM audit_heads ORDER BY last_event_id DESC LIMIT $1`, [most]);
  }

  async append(links: readonly Link[], heads: readonly Head[]): Promise<void> {
    if (links.length === 0) return;
    await this.session.execute(
      `INSERT INTO audit_seals (organization_id, position, first_event_id, last_event_id, event_count, previous_hash, hash, sealed_at)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::bigint[], $5::integer[], $6::bytea[], $7::bytea[],
                            $8::timestamptz[])`,
      columnsOf(links, (link) => [
        link.chain,
        link.position,
        link.firstEventId,
        link.lastEventId,
        link.eventCount,
        Buffer.from(link.previousHash),
        Buffer.from(link.hash),
        link.sealedAt,
      ]),
    );
    await this.session.execute(
      `INSERT INTO audit_heads (organization_id, position, last_event_id, hash, proof)
       SELECT * FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::bytea[], $5::bytea[])
       ON CONFLICT (organization_id) DO UPDATE SET position = excluded.position, last_event_id = excluded.last_event_id,
         hash = excluded.hash, proof = excluded.proof`,
      columnsOf(heads, ({ chain, position, lastEventId, hash, proof }) => [
        chain,
        position,
        lastEventId,
        Buffer.from(hash),
        Buffer.from(proof),
      ]),
    );
  }

  examine(
    chain: number,
    { after, through }: { after: Pick<Link, 'position' | 'lastEventId'> | null; through: number },
  ): Promise<ExaminedLink[]> {
    // One event more than a link holds is enough to see that it holds too many. The comparison of pairs lets only the
    // index of the chain serve: by ids alone, the events of all other chains would be read as well.
    const examined = () =>
      this.session.query<ExaminedLink & object>(
        `SELECT s.organization_id AS chain, s.position, s.first_event_id AS "firstEventId",
                s.last_event_id AS "lastEventId", s.event_count AS "eventCount", s.previous_hash AS "previousHash", s.hash,
                s.sealed_at AS "sealedAt", d.digest
           FROM (SELECT *, lag(last_event_id, 1, $3::bigint) OVER (ORDER BY position) AS after_id FROM audit_seals
                  WHERE organization_id = $1 AND position > $2 AND position <= $4 ORDER BY position LIMIT $5) s
          CROSS JOIN LATERAL (
            SELECT ${DIGEST} AS digest FROM (
              SELECT e.id, ${CANONICAL} AS canonical FROM audit_events e
               WHERE (e.chain_id, e.id) > ($1, s.after_id) AND (e.chain_id, e.id) <= ($1, s.last_event_id)
               ORDER BY e.chain_id, e.id LIMIT ${EVENTS_IN_A_LINK + 1}) found) d
          ORDER BY s.position`,
        [chain, after?.position ?? 0, after?.lastEventId ?? BELOW_EVERY_EVENT_ID, through, LINKS_AT_ONCE],
      );
    return this.queue.run(String(chain), examined);
  }

  async behind(
    chain: number,
    { lastEventId, through }: { lastEventId: string | null; through: string | null },
  ): Promise<{ count: number; strays: { firstEventId: string; lastEventId: string } | null }> {
    const end = lastEventId ?? BELOW_EVERY_EVENT_ID;
    const [counted] = await this.session.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_events WHERE chain_id = $1 AND id > $2',
      [chain, end],
    );
    const [strays] = await this.session.query<{ firstEventId: string | null; lastEventId: string | null }>(
      `SELECT min(id) AS "firstEventId", max(id) AS "lastEventId" FROM audit_events
        WHERE chain_id = $1 AND id > $2 AND id <= $3`,
      [chain, end, through ?? BELOW_EVERY_EVENT_ID],
    );
    const { firstEventId = null, lastEventId: lastStray = null } = strays ?? {};
    return {
      count: counted?.count ?? 0,
      strays: firstEventId === null || lastStray === null ? null : { firstEventId, lastEventId: lastStray },
    };
  }
}

/** Rows as one array per column, the way `unnest` takes them. */
function columnsOf<T>(rows: readonly T[], cellsOf: (row: T) => readonly unknown[]): unknown[][] {
  const table = rows.map(cellsOf);
  return (table[0] ?? []).map((_, column) => table.map((cells) => cells[column]));
}
