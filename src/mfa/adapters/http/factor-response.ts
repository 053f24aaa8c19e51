import type { Factor } from '../../domain/factor.js';

export interface FactorResponse {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly confirmed_at: string | null;
  readonly last_used_at: string | null;
}

export const FACTOR_EXAMPLE: FactorResponse = {
  id: 3,
  type: 'totp',
  name: 'Authenticator app',
  confirmed_at: '2026-11-20T09:15:00.000Z',
  last_used_at: '2026-11-20T10:02:11.000Z',
};

export const RECOVERY_CODES_EXAMPLE = ['7k3q9z-m2x8wd-0h5vbn-4t6yrc'];

export function toFactorResponse(factor: Factor): FactorResponse {
  return {
    id: factor.id,
    type: factor.type,
    name: factor.name,
    confirmed_at: factor.confirmedAt?.toISOString() ?? null,
    last_used_at: factor.lastUsedAt?.toISOString() ?? null,
  };
}
