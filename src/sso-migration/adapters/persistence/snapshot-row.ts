import { createHash } from 'node:crypto';
import { GROUPS, type Group, type GroupCounts } from '../../domain/group.js';
import type { Snapshot } from '../../domain/plan.js';
import { type RuleCode, ruleOf } from '../../domain/rule.js';
import { judged } from './classification-statement.js';

export interface CountedRow extends Record<string, unknown> {
  readonly reason: RuleCode;
  readonly users: number;
  /** Members without a connection for their domain. */
  readonly unserved: number;
  readonly hash: string;
}

/**
 * One row for each primary reason, with the ids of its members if they are kept. Sum and exclusive or do not depend on
 * the order of the rows; together with the count, they show every change of a single member.
 */
export function counted({ withIds }: { withIds: boolean }): string {
  const [gathered, ids] = withIds ? [', array_agg(f.user_id) AS user_ids', ', g.user_ids'] : ['', ''];
  return `WITH ${judged('everybody')}, grouped AS MATERIALIZED (
      SELECT f.reason, count(*)::int AS users, count(*) FILTER (WHERE f.connection_id IS NULL)::int AS unserved,
             sum(f.user_id)::text || '.' || bit_xor(hashint8extended(f.user_id, 0))::text AS people ${gathered}
        FROM reasoned f GROUP BY f.reason
    ), hashed AS (
      SELECT encode(sha256(convert_to(string_agg(reason || ':' || users || ':' || people, ',' ORDER BY reason COLLATE "C"), 'UTF8')), 'hex') AS hash
        FROM grouped
    )
    SELECT g.reason, g.users, g.unserved, h.hash ${ids} FROM grouped g, hashed h`;
}

/**
 * The result of `counted`, kept for `KEEP_COUNTED`: a statement that writes to a real table would not read in parallel.
 */
export const COUNT_WITH_IDS = `CREATE TEMPORARY TABLE counted AS ${counted({ withIds: true })}`;

/** Answers the rows; the ids stay in the database. */
export const KEEP_COUNTED = `WITH kept AS (
    INSERT INTO sso_snapshots (organization_id, snapshot_hash, reason, user_ids)
    SELECT $1, hash, reason, user_ids FROM counted ON CONFLICT DO NOTHING)
  SELECT reason, users, unserved, hash FROM counted`;

export function snapshotOf(rows: readonly CountedRow[]): Snapshot {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Record<Group, number>;
  for (const { reason, users } of rows) counts[ruleOf(reason).group] += users;
  return {
    hash: rows[0]?.hash ?? createHash('sha256').digest('hex'),
    counts: counts satisfies GroupCounts,
    reasons: Object.fromEntries(rows.map(({ reason, users }) => [reason, users])),
    lockoutCount: rows.reduce((sum, row) => sum + lockedOutOf(row), 0),
  };
}

function lockedOutOf({ reason, users, unserved }: CountedRow): number {
  const { entrance } = ruleOf(reason);
  if (entrance === 'lost') return users;
  return entrance === 'proof' ? unserved : 0;
}
