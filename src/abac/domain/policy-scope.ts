import type { Permission } from '../../shared/permission.js';
import { ACTION_SETS, type ActionSet } from './cedar-schema.js';
import type { Resource } from './policy-request.js';
import type { PolicyTree } from './policy-set.js';

interface Id {
  readonly type: string;
  readonly id: string;
}

/** The head of a policy about its action or its resource, in Cedar's JSON format. */
interface Scope {
  readonly op?: string;
  readonly entity?: Id;
  readonly entities?: readonly Id[];
  readonly entity_type?: string;
}

/** Whether the head of a policy lets it speak about an act on such a thing. What is not understood here may speak about everything. */
export function canSpeakOf(tree: PolicyTree, action: Permission, on: Resource['type']): boolean {
  return coversAction(tree['action'] as Scope, action) && coversType(tree['resource'] as Scope, on);
}

function coversAction({ op, entity, entities = entity && [entity] }: Scope, action: Permission): boolean {
  if (entities === undefined || (op !== '==' && op !== 'in')) return true;
  return entities.some(({ id }) => id === action || (Object.hasOwn(ACTION_SETS, id) && isInSet(id as ActionSet, action)));
}

function isInSet(name: ActionSet, action: Permission): boolean {
  return ACTION_SETS[name].actions.includes(action);
}

/** `in` may name the organization, which everything is in. */
function coversType({ op, entity, entity_type: type }: Scope, on: Resource['type']): boolean {
  if (op === 'is' && type !== undefined) return type === on;
  return op === '==' && entity !== undefined ? entity.type === on : true;
}
