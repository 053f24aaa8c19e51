import { setFlagsFromString } from 'node:v8';
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { CEDAR_SCHEMA } from '../../domain/cedar-schema.js';
import type { CedarRequest } from './cedar-request.js';

const SCHEMA = 'headgate';

// Node 20 ends the process ("unreachable code" in V8's deoptimizer) after some ten thousand calls into Cedar when they are
// compiled into their callers. Without that each call goes through its wrapper, which costs nothing that could be measured.
setFlagsFromString('--no-turbo-inline-js-wasm-calls');

export type Evaluated =
  | { readonly decision: cedar.Decision; readonly reason: readonly string[] }
  /** The policies that failed, each with its error, and those that match beside them; no policy if the request itself is wrong. */
  | { readonly errors: readonly string[]; readonly policies: readonly string[]; readonly reason: readonly string[] };

let hasSchema = false;

/** Once for each thread, however many evaluate in it: reading it takes longer than a hundred decisions. @throws Error */
export function prepareSchema(): void {
  if (hasSchema) return;
  mustSucceed(cedar.preparseSchema(SCHEMA, CEDAR_SCHEMA));
  hasSchema = true;
}

/** Replaces the set of this name. @throws Error */
export function prepareSet(name: string, staticPolicies: Record<string, cedar.PolicyJson>): void {
  prepareSchema();
  mustSucceed(cedar.preparsePolicySet(name, { staticPolicies }));
}

/**
 * The one place where Cedar decides. It skips a policy that it cannot evaluate, and a `forbid` that is skipped permits:
 * so any error is an error of the whole decision.
 */
export function evaluated(preparsedPolicySetId: string, request: CedarRequest): Evaluated {
  const answer = cedar.statefulIsAuthorized({
    ...request,
    preparsedPolicySetId,
    preparsedSchemaName: SCHEMA,
    validateRequest: true,
  });
  if (answer.type === 'failure') return { errors: answer.errors.map(({ message }) => message), policies: [], reason: [] };
  const { decision, diagnostics } = answer.response;
  if (diagnostics.errors.length === 0) return { decision, reason: diagnostics.reason };
  return {
    errors: diagnostics.errors.map(({ error }) => error.message),
    policies: diagnostics.errors.map(({ policyId }) => policyId),
    reason: diagnostics.reason,
  };
}

function mustSucceed(answer: cedar.CheckParseAnswer): void {
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join(' '));
}
