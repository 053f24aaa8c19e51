import type { AttributePath } from '../../../../engines/scim-protocol/filter/filter.js';
import { InvalidPath } from '../../../../engines/scim-protocol/scim.errors.js';
import { locate, valueOf } from './filter-condition.js';
import { jsonPath } from './json-condition.js';
import { isMembership } from './related-condition.js';
import { NAMES } from './resource-condition.js';
import { documentSql, locationSql, type SearchScope } from './search-scope.js';

/** An expression of the type text; its order is that of code points, and of folded text where the schema says so. */
export interface SortKey {
  readonly sql: string;
  readonly isNullable: boolean;
}

const NO_VALUE: SortKey = { sql: 'NULL::text', isNullable: true };

/** RFC 7644 section 3.4.2.3. @throws InvalidPath for an attribute that has parts and no value of its own */
export function sortKeyOf(scope: SearchScope, path: AttributePath): SortKey {
  const whole = locate(scope, path);
  const { definition, keys } = valueOf(whole);
  if (definition?.type === 'complex') throw new InvalidPath(`"${definition.name}" has sub-attributes: "sortBy" has to name one.`);
  if (isMembership(scope.type, keys[0])) return NO_VALUE;
  return columnKey(scope, keys) ?? valueKey(scope, keys);
}

function columnKey(scope: SearchScope, keys: readonly string[]): SortKey | null {
  switch (keys.join('.')) {
    case NAMES[scope.type]:
      return { sql: 'r.name_key', isNullable: false };
    case 'id':
      return required('r.id::text');
    case 'externalid':
      return { sql: 'r.external_id', isNullable: true };
    case 'meta.created':
      return required(`to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`);
    case 'meta.lastmodified':
      return required(`to_char(r.last_modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`);
    case 'meta.resourcetype':
      return required('r.type');
    case 'meta.version':
      return required("to_char(r.version, 'FM0000000000')");
    case 'meta.location':
      return required(locationSql(scope, 'r'));
    case 'schemas':
      return NO_VALUE;
    default:
      return null;
  }
}

function required(sql: string): SortKey {
  return { sql: `${sql} COLLATE "C"`, isNullable: false };
}

/** Among several values the primary one counts, or the first. */
function valueKey(scope: SearchScope, keys: readonly string[]): SortKey {
  const { values } = scope;
  const document = documentSql(scope, keys);
  const [last = ''] = keys.slice(-1);
  const first = `jsonb_path_query_first(${document}, ${values.add(jsonPath(keys))}::jsonpath)`;
  const preferred = `${jsonPath(keys.slice(0, -1))} ? (@."primary" == true).${JSON.stringify(last)}`;
  const value = keys.length === 1 ? first : `coalesce(jsonb_path_query_first(${document}, ${values.add(preferred)}::jsonpath), ${first})`;
  return { sql: `(${value} #>> '{}') COLLATE "C"`, isNullable: true };
}
