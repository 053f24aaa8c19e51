import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { Outcome } from '../../application/ports/policy-checks.js';
import type { PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { evaluated, prepareSet } from './cedar-evaluation.js';
import { ROLES, basePermit } from './cedar-policies.js';
import { cedarRequest } from './cedar-request.js';
import { decidedByActs } from './decided-by-acts.js';

const SET = 'task';

export function evaluateAll(trees: readonly PolicyTree[], requests: readonly PolicyRequest[]): readonly Outcome[] {
  prepare(trees);
  return requests.map(outcomeOf);
}

export function outcomeOf(request: PolicyRequest): Outcome {
  return decidedByActs(request, outcomeOfAct);
}

function outcomeOfAct(request: PolicyRequest): Outcome {
  const answer = evaluated(SET, cedarRequest(request));
  if ('errors' in answer) return { isAllowed: false, reason: 'pdp_error', policies: numbers(answer.policies), errors: answer.errors };
  const isAllowed = answer.decision === 'allow';
  const isOfRoles = isAllowed ? answer.reason.includes(ROLES) : answer.reason.length === 0;
  const policies = isOfRoles ? [] : numbers(answer.reason);
  return { isAllowed, reason: isOfRoles ? 'roles' : 'policy', policies, errors: [] };
}

export function prepare(trees: readonly PolicyTree[]): void {
  const named = trees.map((tree, index) => [String(index), tree as unknown as PolicyJson] as const);
  prepareSet(SET, { [ROLES]: basePermit(), ...Object.fromEntries(named) });
}

function numbers(ids: readonly string[]): number[] {
  return ids.filter((id) => id !== ROLES).map(Number);
}
