import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Page } from '../../../shared/page.js';
import { type MemberFilter, Classification } from '../../application/ports/classification.js';
import type { Group } from '../../domain/group.js';
import type { ClassifiedMember, MemberReport } from '../../domain/member.js';
import type { ChangeOfReason, Snapshot } from '../../domain/plan.js';
import { type RuleCode, ruleOf } from '../../domain/rule.js';
import { filterOf, judged } from './classification-statement.js';
import { type MemberRow, REPORT, reportOf } from './member-row.js';
import { type CountedRow, COUNT_WITH_IDS, KEEP_COUNTED, counted, snapshotOf } from './snapshot-row.js';

/**
 * For statements over all members of an organization. Joins of a million rows stay in memory if they fit; otherwise they are written to
 * disk and read again. Workers share the reading, which the planner leaves to one worker when it takes rare data for frequent. Raw: TypeORM
 * has no settings of a transaction. A busy machine may still need longer than any other statement is allowed.
 */
export function amply<T>(session: TypeOrmSession, work: () => Promise<T>): Promise<T> {
  return session.run(async () => {
    await session.execute(`SET LOCAL work_mem = '64MB'`);
    await session.execute('SET LOCAL parallel_tuple_cost = 0.005');
    await session.execute(`SET LOCAL statement_timeout = '300s'`);
    return work();
  });
}

/** How many ids of a move are shown. */
const SHOWN = 10;

interface JudgedRow {
  readonly userId: number;
  readonly reason: RuleCode;
  readonly isLockedOut: boolean;
  readonly connectionId: number | null;
  readonly hasCome: boolean;
}

/** See `Scope`. */
const HAS_COME = 'arrived_at IS NOT NULL';
/** Of the people in a move, who may have left; a plan from before may hold some who have not come. */
const IS_KNOWN = `NOT EXISTS (SELECT FROM organization_members m
                  WHERE m.organization_id = $1 AND m.user_id = coalesce(n.user_id, b.user_id) AND m.arrived_at IS NULL)
                  AND EXISTS (SELECT FROM users u WHERE u.id = coalesce(n.user_id, b.user_id) AND (u.claimed_at IS NOT NULL
                         OR EXISTS (SELECT FROM organization_members m WHERE m.organization_id = $1 AND m.user_id = u.id)))`;

const JUDGED = `f.user_id AS "userId", f.reason, f.is_locked_out AS "isLockedOut", f.connection_id AS "connectionId",
  f.arrived_at IS NOT NULL AS "hasCome"`;

/** Raw: one statement judges all members of an organization, and its pieces are composed at run time. */
@Injectable()
export class SqlClassification extends Classification {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  snapshot(organizationId: number, now: Date): Promise<Snapshot> {
    return this.amply(async () => {
      await this.session.execute(COUNT_WITH_IDS, [organizationId, now]);
      const rows = await this.session.query<CountedRow>(KEEP_COUNTED, [organizationId]);
      await this.session.execute('DROP TABLE counted');
      return snapshotOf(rows);
    });
  }

  count(organizationId: number, now: Date): Promise<Snapshot> {
    return this.amply(async () => snapshotOf(await this.session.query<CountedRow>(counted({ withIds: false }), [organizationId, now])));
  }

  changesBetween(organizationId: number, before: string, now: string): Promise<ChangeOfReason[]> {
    const members = (hash: string): string =>
      `(SELECT reason, unnest(user_ids) AS user_id FROM sso_snapshots WHERE organization_id = $1 AND snapshot_hash = ${hash})`;
    return this.session.query<ChangeOfReason & Record<string, unknown>>(
      `SELECT b.reason AS "from", n.reason AS "to", count(*)::int AS users,
              coalesce((array_agg(coalesce(n.user_id, b.user_id) ORDER BY coalesce(n.user_id, b.user_id)) FILTER (
                WHERE ${IS_KNOWN}))[1:${SHOWN}], '{}') AS "userIds"
         FROM ${members('$2')} b FULL JOIN ${members('$3')} n ON n.user_id = b.user_id
        WHERE b.reason IS DISTINCT FROM n.reason GROUP BY 1, 2 ORDER BY users DESC, 1, 2`,
      [organizationId, before, now],
    );
  }

  async keepOnly(organizationId: number, hashes: readonly string[]): Promise<void> {
    await this.session.execute('DELETE FROM sso_snapshots WHERE organization_id = $1 AND snapshot_hash <> ALL ($2::text[])', [
      organizationId,
      hashes,
    ]);
  }

  async pageOf(
    organizationId: number,
    { now, filter, limit, offset }: { now: Date; filter: MemberFilter; limit: number; offset: number },
  ): Promise<Page<MemberReport>> {
    const [found] = isEverybody(filter)
      ? await this.session.query<{ total: number; ids: number[] }>(
          `SELECT (SELECT count(*)::int FROM organization_members WHERE organization_id = $1 AND ${HAS_COME}) AS total,
                  ARRAY(SELECT user_id FROM organization_members WHERE organization_id = $1 AND ${HAS_COME}
                         ORDER BY user_id LIMIT $2 OFFSET $3) AS ids`,
          [organizationId, limit, offset],
        )
      : await this.amply(() =>
          this.session.query<{ total: number; ids: number[] }>(
            `WITH ${judged('everybody')}, taken AS MATERIALIZED (
               SELECT f.user_id FROM judged f WHERE ${filterOf(filter)})
             SELECT (SELECT count(*)::int FROM taken) AS total,
                    ARRAY(SELECT user_id FROM taken ORDER BY user_id LIMIT $3 OFFSET $4) AS ids`,
            [organizationId, now, limit, offset],
          ),
        );
    const { total, ids } = found ?? { total: 0, ids: [] };
    return { items: await this.reportsOf(organizationId, ids, now), total };
  }

  async stretch(
    organizationId: number,
    { now, filter, after, members }: { now: Date; filter: MemberFilter; after: number; members: number },
  ): Promise<{ reports: MemberReport[]; next: number | null }> {
    const rows = await this.session.query<{ userId: number }>(
      `SELECT user_id AS "userId" FROM organization_members
        WHERE organization_id = $1 AND user_id > $2 AND ${HAS_COME}
        ORDER BY user_id LIMIT $3`,
      [organizationId, after, members],
    );
    const ids = rows.map(({ userId }) => userId);
    return {
      reports: await this.reportsOf(organizationId, ids, now, filter),
      next: ids.length < members ? null : (ids.at(-1) ?? null),
    };
  }

  async judge(organizationId: number, userIds: readonly number[], now: Date): Promise<ClassifiedMember[]> {
    const rows = await this.session.query<JudgedRow & Record<string, unknown>>(
      `WITH ${judged('chosen')} SELECT ${JUDGED} FROM judged f ORDER BY f.user_id`,
      [organizationId, now, userIds],
    );
    return rows.map(memberOf);
  }

  async freeOf(
    organizationId: number,
    { now, group, percent, limit }: { now: Date; group: Group; percent: number; limit: number },
  ): Promise<ClassifiedMember[]> {
    const rows = await this.amply(() =>
      this.session.query<JudgedRow & Record<string, unknown>>(
        `WITH ${judged('everybody')}, free AS MATERIALIZED (
           SELECT f.* FROM judged f WHERE ${filterOf({ group })} AND f.user_id NOT IN (
             SELECT m.user_id FROM sso_wave_members m
               JOIN sso_waves w ON w.organization_id = m.organization_id AND w.number = m.wave_number
              WHERE m.organization_id = $1 AND w.status <> 'rolled_back')
         )
         SELECT ${JUDGED} FROM free f ORDER BY f.user_id
          LIMIT least($4::bigint, (SELECT ceil(count(*) * $3::numeric / 100)::bigint FROM free))`,
        [organizationId, now, percent, limit],
      ),
    );
    return rows.map(memberOf);
  }

  private amply<T>(work: () => Promise<T>): Promise<T> {
    return amply(this.session, work);
  }

  private async reportsOf(
    organizationId: number,
    userIds: readonly number[],
    now: Date,
    filter: MemberFilter = {},
  ): Promise<MemberReport[]> {
    if (userIds.length === 0) return [];
    const rows = await this.session.query<MemberRow & Record<string, unknown>>(
      `WITH ${judged('chosen')} ${REPORT} WHERE ${filterOf(filter)} ORDER BY f.user_id`,
      [organizationId, now, userIds],
    );
    return rows.map(reportOf);
  }
}

function isEverybody({ group, reason, isStuck = false }: MemberFilter): boolean {
  return group === undefined && reason === undefined && !isStuck;
}

function memberOf({ userId, reason, isLockedOut, connectionId, hasCome }: JudgedRow): ClassifiedMember {
  return { userId, group: ruleOf(reason).group, reason, isLockedOut, connectionId, hasCome };
}
