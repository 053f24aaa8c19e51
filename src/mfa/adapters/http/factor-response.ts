import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { Factor as EnrolledFactor } from '../../domain/factor.js';

export const Factor = component(
  'Factor',
  z.object({
    id,
    type: z.enum(['totp', 'webauthn']),
    name: z.string(),
    confirmed_at: moment.nullable(),
    last_used_at: moment.nullable(),
  }),
  {
    id: 3,
    type: 'webauthn',
    name: 'Laptop fingerprint',
    confirmed_at: '2026-11-20T09:15:00.000Z',
    last_used_at: '2026-11-20T10:02:11.000Z',
  },
);

export const RecoveryCodes = listOf(z.string()).meta({
  description: 'Each works once, in place of a second factor.',
  examples: [['7k3q9z-m2x8wd-0h5vbn-4t6yrc']],
});

export function toFactor(factor: EnrolledFactor): z.infer<typeof Factor> {
  return {
    id: factor.id,
    type: factor.type,
    name: factor.name,
    confirmed_at: factor.confirmedAt?.toISOString() ?? null,
    last_used_at: factor.lastUsedAt?.toISOString() ?? null,
  };
}
