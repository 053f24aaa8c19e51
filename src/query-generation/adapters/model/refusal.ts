import { ModelFailed } from '../../domain/query.errors.js';

const LONGEST_WAIT_MS = 10_000;
const FIRST_WAIT_MS = 250;

/** An answer that is not a success: what it means, and whether asking again may help. */
export interface Refusal {
  readonly failure: ModelFailed;
  readonly isPassing: boolean;
  /** The server does not know how to hold a model to a JSON schema. */
  readonly isOfFormat: boolean;
}

/** @param body is read for its meaning and never repeated to anyone */
export function refusalOf(status: number, body: string): Refusal {
  const is = (fault: ConstructorParameters<typeof ModelFailed>[0], isPassing = false): Refusal => ({
    failure: new ModelFailed(fault),
    isPassing,
    isOfFormat: [400, 415, 422].includes(status) && /response_format|json_schema/.test(body),
  });
  if (status === 401 || status === 403) return is('credentials');
  if (status === 429) return is('rate_limited', true);
  if (status >= 500) return is('server_error', true);
  if (status === 413) return is('context_overflow');
  if (status === 400 && /context_length|context (length|window|size)|too many tokens|prompt is too long/i.test(body))
    return is('context_overflow');
  return is('bad_request');
}

/**
 * How long to wait before asking again, in milliseconds.
 * @param retryAfter of RFC 9110: seconds or a date; a server that names hours is not waited for so long
 * @param round from 0
 */
export function waitBefore(round: number, retryAfter: string | null, now: number): number {
  const named = retryAfter === null ? NaN : /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  if (!Number.isNaN(named)) return Math.min(Math.max(named, 0), LONGEST_WAIT_MS);
  return FIRST_WAIT_MS * 2 ** round * (1 + Math.random());
}
