import type { AuditEvent } from '../../shared/ports/audit-trail.js';

/** How many refusals a network was given in a minute. */
export interface RefusalCount {
  readonly minute: Date;
  /** As `networkOf` tells it, or `other` for all beyond those that one minute has place for. */
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
 * Whether a refusal is counted in place of its row, which stays for ever: anybody could fill the trail otherwise. A caller with a
 * session or a provisioning token is known; so is the account that is the target, and the member whom a provider vouches for.
 */
export function isByUnknownCaller({ outcome, actorUserId, target, detail }: AuditEvent): boolean {
  if (outcome !== 'refused' || actorUserId !== null) return false;
  // Throttled before anything was proved: were a named account enough for a row, guesses at it would fill the trail.
  if (isThrottled(detail)) return detail?.['scim_token_id'] === undefined;
  const isKnown =
    target?.type === 'user' || detail?.['user_id'] !== undefined || detail?.['scim_token_id'] !== undefined;
  return !isKnown;
}

export function isThrottled(detail: AuditEvent['detail']): boolean {
  return detail?.['reason'] === 'throttled' || detail?.['reason'] === 'RateLimited';
}

/** A name and nothing else: texts that a caller or a provider chose would be counters without end. */
export function reasonOf(detail: AuditEvent['detail']): string {
  const reason = detail?.['fault'] ?? detail?.['reason'];
  if (reason === 'RateLimited') return 'throttled';
  return typeof reason === 'string' && /^\w{1,60}$/.test(reason) ? reason : OTHER;
}
