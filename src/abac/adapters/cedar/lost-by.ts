import type { Permission } from '../../../shared/permission.js';
import type { Lost, Reach } from '../../application/ports/policy-checks.js';
import type { RequestContext } from '../../domain/attributes.js';
import { actsOn } from '../../domain/cedar-schema.js';
import type { PolicyRequest, Resource } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { contextsOf, missingProofs } from '../../domain/sign-in-ways.js';
import { outcomeOf, prepare } from './evaluate-all.js';

const ORGANIZATION: Resource = { type: 'Organization' };

type Act = Omit<PolicyRequest, 'context'>;

/** What no session lets people do, and which proof would. */
export function lostBy(trees: readonly PolicyTree[], reach: Reach): readonly Lost[] {
  prepare(trees);
  const { people, connectionIds, tried, most } = reach;
  const lost: Lost[] = [];
  let count = 0;
  for (const person of people) {
    const contexts = [...contextsOf(person.ways, tried)];
    const without: Permission[] = [];
    const closed: Act[] = [];
    for (const permission of person.permissions) {
      if (without.length === most.ofEach || count === most.inAll) break;
      const act = actsWith(reach, person.principal, permission).find((one) => !isOpen(one, contexts));
      if (act === undefined) continue;
      without.push(permission);
      closed.push(act);
      count += 1;
    }
    if (without.length === 0) continue;
    const missing = missingProofs(person.ways, connectionIds, (better) => {
      const further = [...contextsOf(better, tried)];
      return closed.every((act) => isOpen(act, further));
    });
    lost.push({ userId: person.principal.userId, permissions: without, missingProofs: missing });
  }
  return lost;
}

/** Asked about everything that the permission covers. */
function actsWith({ organizationId, things }: Reach, principal: Act['principal'], action: Permission): readonly Act[] {
  const types = actsOn(action);
  const resources = [ORGANIZATION, ...things.filter(({ type }) => types.includes(type))];
  return resources.map((resource) => ({
    organizationId,
    principal,
    action,
    resource,
    epoch: 0,
    allowedByRoles: true,
    isBreakGlass: false,
  }));
}

/** The context that was found comes first for the next act. */
function isOpen(act: Act, contexts: RequestContext[]): boolean {
  const found = contexts.findIndex((context) => outcomeOf({ ...act, context }).isAllowed);
  if (found > 0) contexts.unshift(...contexts.splice(found, 1));
  return found !== -1;
}
