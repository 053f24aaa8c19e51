import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';
import type { Permission } from '../../../shared/permission.js';
import type { Lost, Outcome, Reach } from '../../application/ports/policy-checks.js';
import type { RequestContext } from '../../domain/attributes.js';
import type { Principal, PolicyRequest } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { evaluated, prepareSet } from './cedar-evaluation.js';
import { ROLES, basePermit } from './cedar-policies.js';
import { cedarRequest } from './cedar-request.js';
import { decidedByActs } from './decided-by-acts.js';

const SET = 'task';
/** Enough to see what is wrong; each costs as many evaluations as there are contexts. */
const MOST_LOST = 5;

export function evaluateAll(trees: readonly PolicyTree[], requests: readonly PolicyRequest[]): readonly Outcome[] {
  prepare(trees);
  return requests.map(outcomeOf);
}

export function outcomeOf(request: PolicyRequest): Outcome {
  return decidedByActs(request, outcomeOfAct);
}

function outcomeOfAct(request: PolicyRequest): Outcome {
  const answer = evaluated(SET, cedarRequest(request));
  if ('errors' in answer)
    return { isAllowed: false, reason: 'pdp_error', policies: numbers(answer.policies), errors: answer.errors };
  const isAllowed = answer.decision === 'allow';
  const isOfRoles = isAllowed ? answer.reason.includes(ROLES) : answer.reason.length === 0;
  const policies = isOfRoles ? [] : numbers(answer.reason);
  return { isAllowed, reason: isOfRoles ? 'roles' : 'policy', policies, errors: [] };
}

export function prepare(trees: readonly PolicyTree[]): void {
  const named = trees.map((tree, index) => [String(index), tree as unknown as PolicyJson] as const);
  prepareSet(SET, { [ROLES]: basePermit(), ...Object.fromEntries(named) });
}

/** What no context lets people do. */
export function lostBy(
  trees: readonly PolicyTree[],
  { organizationId, principals, permissions, contexts }: Reach,
): readonly Lost[] {
  prepare(trees);
  const order = [...contexts];
  const lost: Lost[] = [];
  let count = 0;
  for (const principal of principals) {
    const without: Permission[] = [];
    for (const permission of permissions) {
      if (count === MOST_LOST) break;
      const found = order.findIndex((context) => isOpen(organizationId, principal, permission, context));
      if (found === -1) {
        without.push(permission);
        count += 1;
      } else if (found > 0) order.unshift(...order.splice(found, 1));
    }
    if (without.length > 0) lost.push({ userId: principal.userId, permissions: without });
  }
  return lost;
}

function isOpen(organizationId: number, principal: Principal, action: Permission, context: RequestContext): boolean {
  const resource = { type: 'Organization' } as const;
  const asked = { organizationId, principal, action, resource, context };
  return outcomeOf({ ...asked, epoch: 0, allowedByRoles: true, isBreakGlass: false }).isAllowed;
}

function numbers(ids: readonly string[]): number[] {
  return ids.filter((id) => id !== ROLES).map(Number);
}
