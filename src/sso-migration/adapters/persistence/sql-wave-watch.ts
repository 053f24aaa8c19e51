import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { WaveWatch } from '../../application/ports/wave-watch.js';
import type { WaveHealth } from '../../domain/wave-health.js';

/**
 * Faults of a member for whom the provider has vouched. For other refused logins it is unknown whose they are: a
 * stranger can cause them at will, with any address where a provider does not verify it, and a stranger who could pause
 * a wave that way would open passwords again.
 */
const VOUCHED = `('EMAIL_DOMAIN_NOT_OWNED', 'ACCOUNT_NOT_ACTIVE')`;

/** Raw: all waves are counted in one statement over tables of several contexts. */
@Injectable()
export class SqlWaveWatch extends WaveWatch {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  since(from: Date): Promise<readonly WaveHealth[]> {
    // Members are counted, not attempts: one person cannot pause a wave by trying again and again.
    return this.session.query<WaveHealth & Record<string, unknown>>(
      `WITH watched AS MATERIALIZED (
         SELECT organization_id, number, name, greatest(enforced_at, $1) AS since FROM sso_waves WHERE status = 'enforced'
       ), members AS (
         SELECT w.organization_id, w.number, w.since, m.user_id FROM watched w
           JOIN sso_wave_members m ON m.organization_id = w.organization_id AND m.wave_number = w.number
       ), logins AS (
         SELECT m.organization_id, m.number, count(*)::int AS count FROM members m
           JOIN sessions s ON s.user_id = m.user_id AND s.sso_connection_id IS NOT NULL AND s.created_at >= m.since
          GROUP BY 1, 2
       ), faults AS (
         SELECT m.organization_id, m.number, m.user_id, a.detail ->> 'fault' AS fault, a.occurred_at FROM members m
           JOIN audit_events a ON a.chain_id = m.organization_id AND a.chain_id <> 0
                              AND a.action = 'sso.login.refused' AND a.occurred_at >= m.since AND a.detail ->> 'user_id' = m.user_id::text
       ), refused AS (
         SELECT organization_id, number, user_id, occurred_at FROM faults WHERE fault IN ${VOUCHED}
         UNION ALL
         SELECT m.organization_id, m.number, m.user_id, d.occurred_at FROM members m
           JOIN sso_denials d ON d.organization_id = m.organization_id AND d.user_id = m.user_id AND d.was_enforced
                             AND d.occurred_at >= m.since
       ), refusals AS (
         SELECT r.organization_id, r.number, count(DISTINCT r.user_id)::int AS count FROM refused r
          WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = r.user_id AND s.sso_connection_id IS NOT NULL
                               AND s.created_at >= r.occurred_at)
          GROUP BY 1, 2
       ), conflicts AS (
         SELECT organization_id, number, count(*)::int AS count FROM faults WHERE fault = 'IDENTITY_CONFLICT' GROUP BY 1, 2
       ), bound AS (
         SELECT q.organization_id, q.wave_number AS number, count(*)::int AS count FROM sso_requirements q
          WHERE q.wave_number IS NOT NULL GROUP BY 1, 2
       )
       SELECT w.organization_id AS "organizationId", w.number, w.name, coalesce(l.count, 0) AS logins,
              coalesce(r.count, 0) AS refusals, coalesce(c.count, 0) AS conflicts, coalesce(b.count, 0) AS required
         FROM watched w LEFT JOIN logins l USING (organization_id, number) LEFT JOIN refusals r USING (organization_id, number)
         LEFT JOIN conflicts c USING (organization_id, number) LEFT JOIN bound b USING (organization_id, number)
        ORDER BY 1, 2`,
      [from],
    );
  }
}
