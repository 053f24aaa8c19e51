import { z } from 'zod';
import { component, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { DayOfProgress } from '../../application/ports/progress.js';
import { FORECAST_DAYS, type Forecast } from '../../domain/forecast.js';
import { GROUPS, readinessOf } from '../../domain/group.js';
import { exemptIn } from '../../domain/plan.js';
import { type Pace, STUCK_DAYS } from '../../domain/pace.js';
import { GROUP_COUNTS, ReasonCounts, groupCounts, paretoOf, readiness as share, toCounts } from './plan-response.js';

const day = z.string().meta({ format: 'date', description: 'In UTC.' });
const loginCount = { logins: z.int().min(0), people: z.int().min(0) };
const LoginCount = component('LoginCount', z.object(loginCount), { logins: 412, people: 37 });

export const DayOfMigration = component(
  'DayOfMigration',
  z.object({
    day,
    ...groupCounts,
    readiness_pct: share,
    lockout_count: z.int().min(0),
    reasons: ReasonCounts,
  }),
  {
    day: '2026-11-20',
    ...GROUP_COUNTS,
    readiness_pct: 69.2,
    lockout_count: 1,
    reasons: [{ group: 'ready_for_migration', reason: 'READY', users: 85 }],
  },
);

export const MigrationPace = component(
  'MigrationPace',
  z.object({
    median_days_to_first_login: z.number().min(0).nullable().meta({
      description: 'From the first notice to the first login through single sign-on; `null` while no member has both.',
    }),
    first_logins: z.int().min(0),
    stuck_members: z.int().min(0),
    stuck_after_days: z.int().min(1),
  }),
  { median_days_to_first_login: 2.5, first_logins: 31, stuck_members: 4, stuck_after_days: STUCK_DAYS },
);

export const LockoutForecast = component(
  'LockoutForecast',
  z.object({
    period_days: z.int().min(1),
    from: moment,
    to: moment,
    all: LoginCount,
    denied: LoginCount,
    locked_out: LoginCount,
    by_group: listOf(z.object({ group: z.enum(GROUPS), ...loginCount, people_locked_out: z.int().min(0) })),
    by_day: listOf(z.object({ day, ...loginCount })).meta({ description: 'Of the denied logins.' }),
    observed: z
      .object({ would_deny: LoginCount, denied: LoginCount })
      .meta({ description: 'What the guard itself recorded while it reported or required.' }),
  }),
  {
    period_days: FORECAST_DAYS,
    from: '2026-10-21T09:15:00.000Z',
    to: '2026-11-20T09:15:00.000Z',
    all: { logins: 903, people: 120 },
    denied: { logins: 412, people: 37 },
    locked_out: { logins: 9, people: 2 },
    by_group: [{ group: 'requires_admin_intervention', logins: 9, people: 2, people_locked_out: 2 }],
    by_day: [{ day: '2026-11-19', logins: 17, people: 12 }],
    observed: { would_deny: { logins: 0, people: 0 }, denied: { logins: 0, people: 0 } },
  },
);

export function toDay({ day: date, counts, reasons, lockoutCount }: DayOfProgress): z.infer<typeof DayOfMigration> {
  const readiness = { readiness_pct: readinessOf(counts, exemptIn(reasons)), lockout_count: lockoutCount };
  return { day: date, ...toCounts(counts), ...readiness, reasons: paretoOf(reasons) };
}

/** Days with one decimal. */
export function toPace({ medianDays, firstLogins, stuck }: Pace): z.infer<typeof MigrationPace> {
  return {
    median_days_to_first_login: medianDays === null ? null : Math.round(medianDays * 10) / 10,
    first_logins: firstLogins,
    stuck_members: stuck,
    stuck_after_days: STUCK_DAYS,
  };
}

export function toForecast(forecast: Forecast): z.infer<typeof LockoutForecast> {
  const { from, to, all, denied, lockedOut, byGroup, byDay, observed } = forecast;
  return {
    period_days: FORECAST_DAYS,
    from: from.toISOString(),
    to: to.toISOString(),
    all,
    denied,
    locked_out: lockedOut,
    by_group: byGroup.map(({ lockedOut: peopleLockedOut, ...count }) => ({
      ...count,
      people_locked_out: peopleLockedOut,
    })),
    by_day: byDay,
    observed: { would_deny: observed.wouldDeny, denied: observed.denied },
  };
}
