import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NamesThatAre } from '../../application/ports/known-names.js';
import type { KnownNames } from '../../domain/unknown-names.js';

/** Raw: it is one statement over the tables of many contexts. */
@Injectable()
export class SqlNamesThatAre extends NamesThatAre {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async of(organizationIds: readonly number[]): Promise<ReadonlyMap<number, KnownNames>> {
    if (organizationIds.length === 0) return new Map();
    const rows = await this.session.query<KnownNames & { readonly id: number }>(
      `SELECT o.id, ARRAY(SELECT name FROM roles WHERE organization_id = o.id) AS roles,
              ARRAY(SELECT attributes->>'displayName' FROM scim_resources
                     WHERE organization_id = o.id AND type = 'Group' AND attributes->>'displayName' IS NOT NULL) AS groups,
              ARRAY(SELECT unnest(labels) FROM workspaces WHERE organization_id = o.id
                     UNION SELECT unnest(labels) FROM data_sources WHERE organization_id = o.id) AS labels,
              (SELECT coalesce(jsonb_object_agg(key, held), '{}')
                 FROM (SELECT a.key, coalesce(jsonb_agg(DISTINCT v.value) FILTER (WHERE v.value IS NOT NULL), '[]') AS held
                         FROM member_attributes m CROSS JOIN jsonb_each(m.attributes) a
                              LEFT JOIN jsonb_array_elements(a.value) v ON true
                        WHERE m.organization_id = o.id GROUP BY a.key) k) AS own,
              ARRAY(SELECT user_id::text FROM organization_members WHERE organization_id = o.id) AS users,
              ARRAY(SELECT id::text FROM workspaces WHERE organization_id = o.id) AS workspaces,
              ARRAY(SELECT id::text FROM data_sources WHERE organization_id = o.id) AS "dataSources",
              ARRAY(SELECT id::text FROM sso_connections WHERE organization_id = o.id) AS connections
         FROM organizations o WHERE o.id = ANY ($1)`,
      [organizationIds],
    );
    return new Map(rows.map(({ id, ...known }) => [id, known]));
  }
}
