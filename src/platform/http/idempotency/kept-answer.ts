import { DomainError, type ErrorKind } from '../../../shared/domain-error.js';
import { type KeptRefusal, keptOf } from '../../../shared/kept-refusal.js';
import type { Grant } from '../request-context.js';
import type { Made } from './idempotency.errors.js';

/** What is kept of an answer for a request that comes again: `id` alone if it shows a secret once, or rows. */
export type Kept = 'answer' | 'id';

/** What a repetition gets. Routes that only read, or know no caller, keep `nothing` and answer anew. */
export type Repeats = Kept | 'nothing';

export type AnswerItself =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  | { readonly refusal: KeptRefusal }
  | { readonly made: Made | null };

/** The answer for a repeated request, and the permissions that its caller must still have then. */
export type KeptAnswer = AnswerItself & { readonly grants: readonly Grant[] };

/** Refusals that depend on the state, and not on the caller's permissions. All others may be tried again. */
const KEPT: readonly ErrorKind[] = ['conflict', 'gone', 'precondition_failed', 'unprocessable'];

/** `null` if the answer is not kept: failures, and refusals that depend on the caller or on the form of the request. */
export function refusalIn(error: unknown): KeptRefusal | null {
  if (!(error instanceof DomainError) || !KEPT.includes(error.kind)) return null;
  return keptOf(error);
}

/** The ids that an answer gives to what was made: its own (`factor_id`), or that of the first thing in it (`scim_token.id`). */
export function madeIn(body: unknown): Made {
  const data = isRecord(body) && isRecord(body['data']) ? Object.entries(body['data']) : [];
  const own = data.flatMap(([name, value]) => (name.endsWith('_id') && isId(value) ? [[name, value] as const] : []));
  const things = data.flatMap(([name, value]) => (isRecord(value) && isId(value['id']) ? [[`${name}_id`, value['id']] as const] : []));
  return Object.fromEntries(own.length > 0 ? own : things.slice(0, 1));
}

/** What a refused or failed request had begun; `null` if it does not say. */
export function madeBy(error: unknown): Made | null {
  const id = error instanceof DomainError ? error.extension?.['execution_id'] : undefined;
  return isId(id) ? { execution_id: id } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}
