import { type Pagination, paginationOf } from '../../../shared/page.js';
import type { DayOfProgress } from '../../application/ports/progress.js';
import { FORECAST_DAYS, type Forecast, type LoginCount } from '../../domain/forecast.js';
import { type Pace, STUCK_DAYS } from '../../domain/pace.js';
import { readinessOf } from '../../domain/group.js';
import { PLAN_EXAMPLE, type PlanResponse, countsResponse, paretoOf } from './plan-response.js';

type DayResponse = PlanResponse['migration_plan'] & {
  readonly day: string;
  readonly readiness_pct: number;
  readonly lockout_count: number;
  readonly reasons: PlanResponse['plan']['reasons'];
};

interface PaceResponse {
  readonly median_days_to_first_login: number | null;
  readonly first_logins: number;
  readonly stuck_members: number;
  readonly stuck_after_days: number;
}

export interface ProgressResponse {
  readonly progress: readonly DayResponse[];
  readonly pace: PaceResponse;
  readonly pagination: Pagination;
}

export interface ForecastResponse {
  readonly period_days: number;
  readonly from: string;
  readonly to: string;
  readonly all: LoginCount;
  readonly denied: LoginCount;
  readonly locked_out: LoginCount;
  readonly by_group: readonly (LoginCount & { readonly group: string; readonly people_locked_out: number })[];
  readonly by_day: readonly (LoginCount & { readonly day: string })[];
  readonly observed: { readonly would_deny: LoginCount; readonly denied: LoginCount };
}

export function dayResponse({ day, counts, reasons, lockoutCount }: DayOfProgress): DayResponse {
  const readiness = { readiness_pct: readinessOf(counts), lockout_count: lockoutCount };
  return { day, ...countsResponse(counts), ...readiness, reasons: paretoOf(reasons) };
}

/** Days with one decimal. */
export function paceResponse({ medianDays, firstLogins, stuck }: Pace): PaceResponse {
  return {
    median_days_to_first_login: medianDays === null ? null : Math.round(medianDays * 10) / 10,
    first_logins: firstLogins,
    stuck_members: stuck,
    stuck_after_days: STUCK_DAYS,
  };
}

export function forecastResponse(forecast: Forecast): ForecastResponse {
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

export const PROGRESS_EXAMPLE: ProgressResponse = {
  progress: [
    {
      day: '2026-11-20',
      ...PLAN_EXAMPLE.migration_plan,
      readiness_pct: 69.2,
      lockout_count: 1,
      reasons: PLAN_EXAMPLE.plan.reasons,
    },
  ],
  pace: paceResponse({ medianDays: 2.5, firstLogins: 31, stuck: 4 }),
  pagination: paginationOf({ page: 1, limit: 10 }, 1),
};

export const FORECAST_EXAMPLE: ForecastResponse = {
  period_days: FORECAST_DAYS,
  from: '2026-10-21T09:15:00.000Z',
  to: '2026-11-20T09:15:00.000Z',
  all: { logins: 903, people: 120 },
  denied: { logins: 412, people: 37 },
  locked_out: { logins: 9, people: 2 },
  by_group: [{ group: 'requires_admin_intervention', logins: 9, people: 2, people_locked_out: 2 }],
  by_day: [{ day: '2026-11-19', logins: 17, people: 12 }],
  observed: { would_deny: { logins: 0, people: 0 }, denied: { logins: 0, people: 0 } },
};
