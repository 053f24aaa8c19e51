import type { Test } from '../../../../engines/scim-protocol/filter/condition.js';
import type { ResourceTypeName } from '../../../../engines/scim-protocol/schema/resource-type.js';
import { ENTERPRISE_SCHEMA } from '../../../../engines/scim-protocol/schema/urns.js';
import { idCondition, NEVER, textCondition } from './column-condition.js';
import { locationSql, type SearchScope } from './search-scope.js';

/** The sub-attributes by which a resource shows others, in the spelling of `search`. */
const MEMBERSHIPS: Readonly<Record<ResourceTypeName, string>> = { User: 'groups', Group: 'members' };
/** The value of `display`, as it is searched. */
const NAME = "coalesce(x.search ->> 'displayname', x.name_key)";
const MANAGER = [ENTERPRISE_SCHEMA.toLowerCase(), 'manager'] as const;

export function isMembership(type: ResourceTypeName, key: string | undefined): boolean {
  return MEMBERSHIPS[type] === key;
}

/** A condition on the resource `x` that the row `r` has as member or group, by the sub-attribute that shows it. */
export function relatedCondition(scope: SearchScope, key: string, test: Test): string {
  const { values, type } = scope;
  switch (key) {
    case 'value':
      return idCondition(values, 'x.id', test);
    case '$ref':
      return textCondition(values, locationSql(scope, 'x'), test);
    case 'display':
      return textCondition(values, NAME, test);
    case 'type':
      return textCondition(values, type === 'Group' ? 'lower(x.type)' : 'b.type', test);
    default:
      return NEVER;
  }
}

export function hasMemberships({ type }: SearchScope): string {
  const [of, from] = type === 'Group' ? ['group_id', 'r.id'] : ['member_id', 'r.id'];
  return `EXISTS (SELECT FROM scim_group_members m WHERE m.${of} = ${from})`;
}

/**
 * Row `r` is related to a resource for which the condition is true. Searched from the other end, so that a large group
 * is looked at by the requested member; a user's groups include the groups of those groups, and a circle of them ends
 * where it began.
 */
export function isRelated(scope: SearchScope, condition: string, asksForType: boolean): string {
  const { type, organization } = scope;
  const ofOrganization = `m.organization_id = ${organization}`;
  if (type === 'Group')
    return `r.id IN (SELECT m.group_id FROM scim_group_members m JOIN scim_resources x ON x.id = m.member_id
                      WHERE ${ofOrganization} AND (${condition}))`;
  if (!asksForType)
    return `r.id IN (WITH RECURSIVE b (id) AS (
                       SELECT x.id FROM scim_resources x
                        WHERE x.organization_id = ${organization} AND x.type = 'Group' AND (${condition})
                        UNION SELECT m.member_id FROM scim_group_members m JOIN b ON m.group_id = b.id)
                     SELECT m.member_id FROM scim_group_members m JOIN b ON m.group_id = b.id)`;
  return `r.id IN (WITH RECURSIVE belonging (group_id, member_id, type) AS (
                     SELECT m.group_id, m.member_id, 'direct' FROM scim_group_members m WHERE ${ofOrganization}
                      UNION SELECT b.group_id, m.member_id, 'indirect'
                              FROM belonging b JOIN scim_group_members m ON m.group_id = b.member_id)
                   SELECT b.member_id FROM (SELECT group_id, member_id, min(type) AS type FROM belonging GROUP BY 1, 2) b
                     JOIN scim_resources x ON x.id = b.group_id WHERE ${condition})`;
}

/** What a user shows of their manager beside the identifier that was sent. @returns `null` for everything else */
export function managerCondition(scope: SearchScope, keys: readonly string[], test: Test): string | null {
  const [extension, attribute, part, ...rest] = keys;
  if (scope.type !== 'User' || extension !== MANAGER[0] || attribute !== MANAGER[1] || rest.length > 0) return null;
  if (part !== 'displayname' && part !== '$ref') return null;
  const manager = `(r.search #>> ${scope.values.add([...MANAGER, 'value'])}::text[])`;
  const condition = relatedCondition(scope, part === '$ref' ? part : 'display', test);
  return `${manager} IN (SELECT x.id::text FROM scim_resources x
                          WHERE x.organization_id = ${scope.organization} AND x.type = 'User' AND (${condition}))`;
}
