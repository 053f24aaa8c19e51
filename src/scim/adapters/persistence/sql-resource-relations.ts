import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ResourceRelations } from '../../application/ports/resources.js';
import type { GroupReference, ResourceReference } from '../../domain/resource.js';
import { isResourceId } from './resource-id.js';

const REFERENCE = `x.id, x.type, coalesce(x.attributes ->> 'displayName', x.attributes ->> 'userName') AS display`;

// UNION ends the walk where it reaches what it has seen, so a circle of groups does no harm. OFFSET 0 keeps to the
// indexes: PostgreSQL expects so many rows from a walk that it would rather read both tables in full.
const groupsOf = (users: string): string => `WITH RECURSIVE belonging (user_id, group_id, direct) AS (
           SELECT m.member_id, m.group_id, true FROM scim_group_members m
            WHERE m.organization_id = $1 AND m.member_id = ${users}
            UNION
           SELECT b.user_id, above.group_id, false FROM belonging b
            CROSS JOIN LATERAL (SELECT m.group_id FROM scim_group_members m WHERE m.member_id = b.group_id OFFSET 0) above)
         SELECT b.user_id AS of, g.id, g.type, g.display, b.direct
           FROM (SELECT user_id, group_id, bool_or(direct) AS direct FROM belonging GROUP BY user_id, group_id) b
          CROSS JOIN LATERAL (SELECT ${REFERENCE}, x.name_key FROM scim_resources x WHERE x.id = b.group_id OFFSET 0) g
          ORDER BY b.user_id, g.name_key`;

const GROUPS_OF: PreparedStatement = { name: 'scim_resource_relations_groups_of', text: groupsOf('ANY ($2::uuid[])') };

/** The groups of the user `$2` of the organization `$1`, as a column of a statement that reads or saves the user anyway. */
export const GROUPS = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'display', display, 'direct', direct)), '[]')
  FROM (${groupsOf('$2::uuid')}) own) AS groups`;

type Of<Reference> = Reference & { readonly of: string };

/** Raw: each statement reads two tables for a whole page of resources, and walks up groups within groups. */
@Injectable()
export class SqlResourceRelations extends ResourceRelations {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async membersOf(organizationId: number, groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly ResourceReference[]>> {
    const rows = await this.session.query<Of<ResourceReference>>(
      `SELECT m.group_id AS of, ${REFERENCE} FROM scim_group_members m JOIN scim_resources x ON x.id = m.member_id
        WHERE m.organization_id = $1 AND m.group_id = ANY ($2::uuid[]) ORDER BY m.group_id, m.number`,
      [organizationId, groupIds],
    );
    return byOwner(rows);
  }

  async groupsOf(organizationId: number, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly GroupReference[]>> {
    return byOwner(await this.session.query<Of<GroupReference>>(GROUPS_OF, [organizationId, userIds]));
  }

  async users(organizationId: number, ids: readonly string[]): Promise<ReadonlyMap<string, ResourceReference>> {
    const rows = await this.session.query<ResourceReference>(
      `SELECT ${REFERENCE} FROM scim_resources x
        WHERE x.organization_id = $1 AND x.type = 'User' AND x.id = ANY ($2::uuid[])`,
      [organizationId, ids.filter(isResourceId)],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function byOwner<Reference>(rows: readonly Of<Reference>[]): ReadonlyMap<string, readonly Reference[]> {
  const owners = new Map<string, Reference[]>();
  for (const { of, ...reference } of rows) {
    const known = owners.get(of);
    if (known === undefined) owners.set(of, [reference as unknown as Reference]);
    else known.push(reference as unknown as Reference);
  }
  return owners;
}
