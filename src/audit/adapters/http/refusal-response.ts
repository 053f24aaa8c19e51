import { type Pagination, paginationOf } from '../../../shared/page.js';
import type { RefusalCount } from '../../domain/refusal.js';

interface RefusalResponse {
  readonly minute: string;
  readonly network: string;
  readonly action: string;
  readonly reason: string;
  readonly count: number;
}

export interface RefusalPageResponse {
  readonly refusals: readonly RefusalResponse[];
  readonly pagination: Pagination;
  /** True when there are more counters than `pagination.total` says; then ask for a shorter period. */
  readonly total_is_capped: boolean;
}

export const REFUSALS_EXAMPLE: RefusalPageResponse = {
  refusals: [
    {
      minute: '2026-11-20T09:15:00.000Z',
      network: '203.0.113.7',
      action: 'session.refreshed',
      reason: 'unknown_or_ended',
      count: 100,
    },
  ],
  pagination: paginationOf({ page: 1, limit: 1 }, 1),
  total_is_capped: false,
};

export function toRefusalPageResponse(page: {
  refusals: readonly RefusalCount[];
  pagination: Pagination;
  isTotalCapped: boolean;
}): RefusalPageResponse {
  return {
    refusals: page.refusals.map(({ minute, ...refusal }) => ({ minute: minute.toISOString(), ...refusal })),
    pagination: page.pagination,
    total_is_capped: page.isTotalCapped,
  };
}
