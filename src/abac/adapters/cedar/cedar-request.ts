import { isIP } from 'node:net';
import type { CedarValueJson, EntityJson, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { type Attribute, CONTEXT_ATTRIBUTES, RESOURCE_ATTRIBUTES, USER_ATTRIBUTES } from '../../domain/attributes.js';
import type { PolicyRequest } from '../../domain/policy-request.js';

export type CedarRequest = Pick<StatefulAuthorizationCall, 'principal' | 'action' | 'resource' | 'context' | 'entities'>;

/**
 * All entities that a policy can name are in it, and all attributes that the schema requires: Cedar skips a policy that
 * meets a missing one, which would make a permit of what it forbids.
 */
export function cedarRequest({ organizationId, principal, action, resource, context, ...more }: PolicyRequest): CedarRequest {
  const organization = { type: 'Organization', id: String(organizationId) };
  const user = { type: 'User', id: String(principal.userId) };
  const entities: EntityJson[] = [
    { uid: organization, attrs: {}, parents: [] },
    {
      uid: user,
      attrs: record(USER_ATTRIBUTES, principal.attributes),
      parents: [organization],
      tags: Object.fromEntries(Object.entries(principal.own).map(([name, values]) => [name, [...values]])),
    },
  ];
  const asked = { ...context, allowedByRoles: more.allowedByRoles };
  const request = {
    principal: user,
    action: { type: 'Action', id: action },
    context: record(CONTEXT_ATTRIBUTES, asked),
    entities,
  };
  if (resource.type === 'Organization') return { ...request, resource: organization };
  const thing = { type: resource.type, id: String(resource.id) };
  const { workspaceId = null } = resource;
  // The workspace is named and not described: a policy about its labels would be one about a data source as well.
  const parents = workspaceId === null ? [organization] : [organization, { type: 'Workspace', id: String(workspaceId) }];
  entities.push({ uid: thing, attrs: record(RESOURCE_ATTRIBUTES, resource), parents });
  return { ...request, resource: thing };
}

/** Only the attributes of the catalogue. */
function record(catalogue: Readonly<Record<string, Attribute>>, values: Readonly<Record<string, unknown>>): Record<string, CedarValueJson> {
  const made: Record<string, CedarValueJson> = {};
  for (const [name, { type }] of Object.entries(catalogue)) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    if (type === 'ipaddr') made[name] = { __extn: { fn: 'ip', arg: plainAddress(value as string) } };
    else if (type === 'datetime') made[name] = { __extn: { fn: 'datetime', arg: (value as Date).toISOString() } };
    else made[name] = value as CedarValueJson;
  }
  return made;
}

/**
 * Dual-stack sockets write IPv4 addresses as mapped ones, which lie in no IPv4 range, and Cedar does not accept every spelling of an
 * address (RFC 4291 section 2.2). Zones (`%eth0`) mean nothing here.
 */
function plainAddress(address: string): string {
  const [plain = address] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const spelt = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelt) ?? [];
  if (high === undefined || low === undefined) return spelt;
  return [high, low].flatMap((pair) => [parseInt(pair, 16) >> 8, parseInt(pair, 16) & 255]).join('.');
}
