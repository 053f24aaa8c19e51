import { z } from 'zod';
import { Pagination, component, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { Pagination as PageInfo } from '../../../shared/page.js';
import type { RefusalCount } from '../../domain/refusal.js';

const Refusal = component(
  'Refusal',
  z.object({
    minute: moment,
    network: z.string().meta({ description: 'An address, a network of IPv6, or `other`.' }),
    action: z.string(),
    reason: z.string(),
    count: z.int().min(1),
  }),
  {
    minute: '2026-11-20T09:15:00.000Z',
    network: '203.0.113.7',
    action: 'session.refreshed',
    reason: 'unknown_or_ended',
    count: 100,
  },
);

export const RefusalPage = z.object({
  refusals: listOf(Refusal),
  pagination: Pagination,
  total_is_capped: z.boolean().meta({
    examples: [false],
    description: 'There are more counters than `pagination.total` says: ask for a shorter period.',
  }),
});

export function toRefusalPage(page: {
  refusals: readonly RefusalCount[];
  pagination: PageInfo;
  isTotalCapped: boolean;
}): z.infer<typeof RefusalPage> {
  return {
    refusals: page.refusals.map(({ minute, ...refusal }) => ({ minute: minute.toISOString(), ...refusal })),
    pagination: page.pagination,
    total_is_capped: page.isTotalCapped,
  };
}
