import type { Test } from '../../../../engines/scim-protocol/filter/condition.js';
import type { ResourceTypeName } from '../../../../engines/scim-protocol/schema/resource-type.js';
import { schemaOf } from '../../../../engines/scim-protocol/schema/definitions.js';
import { idCondition, instantCondition, textCondition } from './column-condition.js';
import { locationSql, type SearchScope } from './search-scope.js';

export const NAMES: Readonly<Record<ResourceTypeName, string>> = { User: 'username', Group: 'displayname' };

/** A condition on what has a column, or is made from columns. @returns `null` for everything else */
export function resourceCondition(scope: SearchScope, keys: readonly string[], test: Test): string | null {
  const { values, type } = scope;
  switch (keys.join('.')) {
    case NAMES[type]:
      return textCondition(values, 'r.name_key', test);
    case 'id':
      return idCondition(values, 'r.id', test);
    case 'externalid':
      return textCondition(values, 'r.external_id', test);
    case 'schemas':
      return schemasCondition(scope, test);
    case 'meta':
      return 'TRUE';
    case 'meta.created':
      return instantCondition(values, 'r.created_at', test);
    case 'meta.lastmodified':
      return instantCondition(values, 'r.last_modified_at', test);
    case 'meta.resourcetype':
      return textCondition(values, 'r.type', test);
    case 'meta.version':
      return textCondition(values, `('W/"' || r.version || '"')`, test);
    case 'meta.location':
      return textCondition(values, locationSql(scope, 'r'), test);
    default:
      return null;
  }
}

/**
 * The schema of the type, and the extensions that have values: URNs alone have colons. A URN is the same in any case (RFC 8141
 * section 3.1).
 */
function schemasCondition({ values, type }: SearchScope, test: Test): string {
  if (test.kind === 'present') return 'TRUE';
  const core = values.add(schemaOf(type).id.toLowerCase());
  const condition = textCondition(values, 's.urn', { ...test, operand: String(test.operand).toLowerCase() });
  return `EXISTS (SELECT FROM (SELECT ${core}::text AS urn
                                UNION ALL SELECT key FROM jsonb_object_keys(r.search) AS key WHERE key LIKE '%:%') s
                   WHERE ${condition})`;
}
