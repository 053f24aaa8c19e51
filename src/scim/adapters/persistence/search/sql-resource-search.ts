import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../../platform/database/typeorm-session.js';
import { type Found, type ResourceQuery, type Window, ResourceSearch } from '../../../application/ports/resource-search.js';
import { ServiceOrigin } from '../../../../shared/ports/service-origin.js';
import type { Resource } from '../../../domain/resource.js';
import type { ResourceTypeName } from '../../../../engines/scim-protocol/schema/resource-type.js';
import { RESOURCE_COLUMNS } from '../sql-resources.js';
import { filterCondition } from './filter-condition.js';
import { type SearchScope, StatementValues } from './search-scope.js';
import { type SortKey, sortKeyOf } from './sort-key.js';
import type { PageCursor } from '../../../../engines/scim-protocol/page-cursor.js';
import { baseUrlAt } from '../../../domain/scim-root.js';

/** Without a key resources are in the order in which they came. */
interface Direction {
  readonly key: SortKey | null;
  readonly isDescending: boolean;
}

/** RFC 7644 section 3.4.2.3: without a value last when ascending, first when descending, which is how PostgreSQL has it. */
function orderSql({ key, isDescending }: Direction): string {
  const word = isDescending ? 'DESC' : 'ASC';
  return key === null ? `r.number ${word}` : `${key.sql} ${word}, r.number ${word}`;
}

/** What comes after the position in that direction, whether the resource at the position is still there or not. */
function beyondSql(values: StatementValues, { key, isDescending }: Direction, { position }: PageCursor): string {
  const sign = isDescending ? '<' : '>';
  const number = `${values.add(position.number)}::bigint`;
  if (key === null) return `r.number ${sign} ${number}`;
  if (position.key === null) {
    const further = `${key.sql} IS NULL AND r.number ${sign} ${number}`;
    return isDescending ? `(${further} OR ${key.sql} IS NOT NULL)` : further;
  }
  const beyond = `(${key.sql}, r.number) ${sign} (${values.add(position.key)}, ${number})`;
  return key.isNullable && !isDescending ? `(${beyond} OR ${key.sql} IS NULL)` : beyond;
}

type Row = Resource & { readonly sortKey: string | null; readonly number: string };

/**
 * Raw: the database decides everything, by one statement that is composed at run time. What a client sends becomes its values, never its
 * text.
 */
@Injectable()
export class SqlResourceSearch extends ResourceSearch {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly service: ServiceOrigin,
  ) {
    super();
  }

  async count(query: ResourceQuery): Promise<number> {
    const { values, condition } = this.statement(query);
    const [row] = await this.session.query<{ total: number }>(
      `SELECT count(*)::integer AS total FROM scim_resources r WHERE ${condition}`,
      values.list,
    );
    return row?.total ?? 0;
  }

  async find(query: ResourceQuery, window: Window): Promise<Found[]> {
    const { values, condition, scopes } = this.statement(query);
    const key = query.sortBy === null ? null : sortKey(scopes, query.sortBy);
    const cursor = 'cursor' in window ? window.cursor : null;
    const isBackward = cursor?.isBackward ?? false;
    const direction: Direction = { key, isDescending: query.isDescending !== isBackward };
    const beyond = cursor === null ? '' : `AND ${beyondSql(values, direction, cursor)}`;
    const rows = await this.session.query<Row>(
      `SELECT ${RESOURCE_COLUMNS}, r.number, ${key?.sql ?? 'NULL'} AS "sortKey" FROM scim_resources r
        WHERE ${condition} ${beyond} ORDER BY ${orderSql(direction)}
        LIMIT ${values.add(window.limit)} OFFSET ${values.add('offset' in window ? window.offset : 0)}`,
      values.list,
    );
    const found = rows.map(({ sortKey: sorted, number, ...resource }) => ({
      resource,
      position: { key: sorted, number },
    }));
    return isBackward ? found.reverse() : found;
  }

  private statement(query: ResourceQuery): {
    values: StatementValues;
    scopes: readonly SearchScope[];
    condition: string;
  } {
    const values = new StatementValues();
    const organization = values.add(query.organizationId);
    const baseUrl = baseUrlAt(this.service.publicUrl);
    const scopes = query.types.map((type): SearchScope => ({ type, values, organization, baseUrl }));
    const ofTypes = scopes.map((scope) => {
      const filter = query.filter === null ? 'TRUE' : filterCondition(scope, query.filter);
      return `r.type = '${scope.type}' AND (${filter})`;
    });
    const condition = ofTypes.length === 1 ? ofTypes.join('') : `(${ofTypes.map((each) => `(${each})`).join(' OR ')})`;
    return { values, scopes, condition: `r.organization_id = ${organization} AND ${condition}` };
  }
}

/** Types keep the same attribute in different places: users have no column for what they are displayed as. */
function sortKey(scopes: readonly SearchScope[], path: NonNullable<ResourceQuery['sortBy']>): SortKey | null {
  const keys = scopes.map((scope): [ResourceTypeName, SortKey] => [scope.type, sortKeyOf(scope, path)]);
  const [first] = keys;
  if (first === undefined || keys.length === 1) return first?.[1] ?? null;
  const cases = keys.map(([type, { sql }]) => `WHEN '${type}' THEN ${sql}`);
  return { sql: `(CASE r.type ${cases.join(' ')} END) COLLATE "C"`, isNullable: true };
}
