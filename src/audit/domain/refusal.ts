import type { AuditEvent } from '../../shared/ports/audit-trail.js';

/** How many refusals a network received in a minute. */
export interface RefusalCount {
  readonly minute: Date;
  /** As `networkOf` answers it, or `other` for all networks beyond those that a minute has room for. */
  readonly network: string;
  readonly action: string;
  readonly reason: string;
  readonly count: number;
}

export interface RefusalFilter {
  readonly action?: string;
  readonly network?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

export const OTHER = 'other';

/**
 * Whether a refusal is counted instead of getting a row, which stays forever: otherwise anyone could fill the trail. A
 * caller with a session or a provisioning token is known; so is the account that is the target, and the member whom a
 * provider vouches for.
 */
export function isByUnknownCaller({ outcome, actorUserId, target, detail }: AuditEvent): boolean {
  if (outcome !== 'refused' || actorUserId !== null) return false;
  // Throttled before anything was proved: if naming an account were enough for a row, guesses at it would fill the
  // trail.
  if (isThrottled(detail)) return detail?.['scim_token_id'] === undefined;
  const isKnown = target?.type === 'user' || detail?.['user_id'] !== undefined || detail?.['scim_token_id'] !== undefined;
  return !isKnown;
}

export function isThrottled(detail: AuditEvent['detail']): boolean {
  return detail?.['reason'] === 'throttled' || detail?.['reason'] === 'RateLimited';
}

/** A plain name: texts that a caller or a provider chose would make endless counters. */
export function reasonOf(detail: AuditEvent['detail']): string {
  const reason = detail?.['fault'] ?? detail?.['reason'];
  if (reason === 'RateLimited') return 'throttled';
  return typeof reason === 'string' && /^\w{1,60}$/.test(reason) ? reason : OTHER;
}
