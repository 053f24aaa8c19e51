import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Logins } from '../../application/ports/wave-watch.js';
import type { Forecast, LoginCount } from '../../domain/forecast.js';
import { GROUPS } from '../../domain/group.js';
import { RULES, type RuleCode, ruleOf } from '../../domain/rule.js';
import { amply } from './sql-classification.js';
import { IS_OPENED_OTHERWISE, judged, listOf } from './classification-statement.js';

interface Row extends Record<string, unknown> {
  readonly people: readonly {
    readonly reason: RuleCode;
    readonly isLockedOut: boolean;
    readonly isDenied: boolean;
    readonly logins: number;
    readonly people: number;
  }[];
  readonly all: LoginCount;
  readonly denied: LoginCount;
  readonly days: readonly (LoginCount & { readonly day: string })[];
  readonly wouldDeny: LoginCount;
  readonly wasDenied: LoginCount;
}

const EXEMPT = RULES.filter(({ entrance, code }) => entrance === 'open' && code !== 'SSO_OK').map(({ code }) => code);
const COUNT = `'logins', coalesce(sum(logins), 0)::int, 'people', count(DISTINCT user_id)::int`;
const NOTED = `jsonb_build_object('logins', count(*)::int, 'people', count(DISTINCT user_id)::int)`;

/** Raw: one statement over several tables counts the logins of all members. */
@Injectable()
export class SqlLogins extends Logins {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async replay(organizationId: number, { from, now }: { from: Date; now: Date }): Promise<Forecast> {
    const [row] = await amply(this.session, () =>
      this.session.query<Row>(
        `WITH ${judged('everybody')}, logins AS MATERIALIZED (
         SELECT s.user_id, f.reason, f.is_locked_out, (s.created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS logins,
                f.reason NOT IN (${listOf(EXEMPT)})
                  AND ${IS_OPENED_OTHERWISE} AS is_denied
           FROM judged f JOIN sessions s ON s.user_id = f.user_id
          WHERE s.created_at >= $3 AND s.created_at <= $2 GROUP BY 1, 2, 3, 4, 6
       )
       SELECT (SELECT jsonb_build_object(${COUNT}) FROM logins) AS all,
              (SELECT jsonb_build_object(${COUNT}) FROM logins WHERE is_denied) AS denied,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'isLockedOut', is_locked_out, 'isDenied', is_denied,
                        'logins', logins, 'people', people)), '[]')
                 FROM (SELECT reason, is_locked_out, is_denied, sum(logins)::int AS logins, count(DISTINCT user_id)::int AS people
                         FROM logins GROUP BY 1, 2, 3) each) AS people,
              (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'logins', logins, 'people', people) ORDER BY day), '[]')
                 FROM (SELECT day, sum(logins)::int AS logins, count(DISTINCT user_id)::int AS people
                         FROM logins WHERE is_denied GROUP BY 1) each) AS days,
              (SELECT ${NOTED} FROM sso_denials
                WHERE organization_id = $1 AND occurred_at >= $3 AND NOT was_enforced) AS "wouldDeny",
              (SELECT ${NOTED} FROM sso_denials
                WHERE organization_id = $1 AND occurred_at >= $3 AND was_enforced) AS "wasDenied"`,
        [organizationId, now, from],
      ),
    );
    if (row === undefined) throw new Error('The database answered no forecast.');
    const denied = row.people.filter(({ isDenied }) => isDenied);
    return {
      from,
      to: now,
      all: row.all,
      denied: row.denied,
      lockedOut: sumOf(denied.filter(({ isLockedOut }) => isLockedOut)),
      byGroup: GROUPS.map((group) => {
        const those = denied.filter(({ reason }) => ruleOf(reason).group === group);
        return { group, ...sumOf(those), lockedOut: sumOf(those.filter(({ isLockedOut }) => isLockedOut)).people };
      }).filter(({ logins }) => logins > 0),
      byDay: row.days,
      observed: { wouldDeny: row.wouldDeny, denied: row.wasDenied },
    };
  }
}

/** Each member has one reason, and is either locked out or not, so each is in only one of the counts. */
function sumOf(counts: readonly LoginCount[]): LoginCount {
  return {
    logins: counts.reduce((sum, { logins }) => sum + logins, 0),
    people: counts.reduce((sum, { people }) => sum + people, 0),
  };
}
