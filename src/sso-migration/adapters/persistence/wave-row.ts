import { mayUsePassword } from '../../../platform/database/sign-on-missing.js';
import type { Wave, WaveView } from '../../domain/wave.js';

type WaveRow = Wave & Record<string, unknown>;

export type WaveViewRow = WaveRow & {
  readonly members: number;
  readonly linked: number;
  readonly verified: number;
  readonly required: number;
  readonly succeeded: number;
};

const WAVE_COLUMNS = `w.organization_id AS "organizationId", w.number, w.name, w.status, w.plan_id AS "planId",
  w.starts_at AS "startsAt", w.grace_hours AS "graceHours", w.paused_because AS "pausedBecause", w.created_by AS "createdBy",
  w.created_at AS "createdAt", w.notified_at AS "notifiedAt", w.enforced_at AS "enforcedAt", w.ended_at AS "endedAt"`;

/** One row for each member of organization `$1` who is linked to the present provider of an active connection. */
export const LINKS = `(
  SELECT i.user_id, min(i.linked_at) AS linked_at, max(i.last_login_at) AS last_login_at
    FROM sso_identities i
    JOIN sso_connections c ON c.organization_id = i.organization_id AND c.id = i.connection_id AND c.issuer = i.issuer
   WHERE i.organization_id = $1 AND c.status = 'active' GROUP BY i.user_id)`;

/** The waves `w` of organization `$1` that a condition takes, with how far their members have come at `$2`. */
export function wavesWhere(condition: string): string {
  return `WITH w AS MATERIALIZED (SELECT w.* FROM sso_waves w WHERE w.organization_id = $1 ${condition})
    SELECT ${WAVE_COLUMNS}, course.* FROM w JOIN (
      SELECT w.number AS wave_number, count(m.user_id)::int AS members, count(l.linked_at)::int AS linked,
             count(l.last_login_at)::int AS verified, count(bound.user_id)::int AS required,
             count(bound.user_id) FILTER (WHERE l.last_login_at IS NOT NULL)::int AS succeeded
        FROM w LEFT JOIN sso_wave_members m ON m.organization_id = $1 AND m.wave_number = w.number
        LEFT JOIN ${LINKS} l ON l.user_id = m.user_id
        LEFT JOIN (SELECT q.user_id, q.wave_number FROM sso_requirements q
                     JOIN organization_members o USING (organization_id, user_id) JOIN users u ON u.id = q.user_id
                    WHERE q.organization_id = $1 AND o.suspended_at IS NULL AND u.status = 'active'
                      AND NOT ${mayUsePassword({ organization: '$1', user: 'q.user_id', now: '$2::timestamptz' })}) bound
          ON bound.user_id = m.user_id AND bound.wave_number = m.wave_number
       GROUP BY w.number) course ON course.wave_number = w.number
    ORDER BY w.number`;
}

function waveOf(row: WaveRow): Wave {
  const { organizationId, number, name, status, planId, startsAt, graceHours } = row;
  const { pausedBecause, createdBy, createdAt, notifiedAt, enforcedAt, endedAt } = row;
  const times = { startsAt, createdAt, notifiedAt, enforcedAt, endedAt };
  return { organizationId, number, name, status, planId, graceHours, pausedBecause, createdBy, ...times };
}

export function waveViewOf(row: WaveViewRow): WaveView {
  const { members, linked, verified, required, succeeded } = row;
  return { ...waveOf(row), course: { members, linked, verified, required, succeeded } };
}
