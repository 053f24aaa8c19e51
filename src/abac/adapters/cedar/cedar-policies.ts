import type { PolicyJson } from '@cedar-policy/cedar-wasm/nodejs';

/** The one policy that is not an organization's. */
export const ROLES = 'roles';

/** Without other policies Cedar decides what the roles have decided. */
export function basePermit(): PolicyJson {
  const all = { op: 'All' } as const;
  const body = { '.': { left: { Var: 'context' }, attr: 'allowedByRoles' } } as const;
  return { effect: 'permit', principal: all, action: all, resource: all, conditions: [{ kind: 'when', body }] };
}

/**
 * The policy applies to its organization and what is in it, whatever its text says. The condition stands first, so that
 * nothing of the policy is evaluated for others.
 */
export function boundTo(organizationId: number, policy: PolicyJson): PolicyJson {
  const organization = { Value: { __entity: { type: 'Organization', id: String(organizationId) } } };
  const body = { in: { left: { Var: 'resource' as const }, right: organization } };
  return { ...policy, conditions: [{ kind: 'when', body }, ...policy.conditions] };
}

export function inverted(policies: Readonly<Record<string, PolicyJson>>): Record<string, PolicyJson> {
  return Object.fromEntries(Object.entries(policies).map(([id, policy]) => [id, { ...policy, effect: 'permit' }]));
}

export function cedarId({ id, version }: { readonly id: number; readonly version: number }): string {
  return `${id}.${version}`;
}
