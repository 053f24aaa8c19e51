import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { NamesThatAre } from '../../application/ports/known-names.js';
import type { KnownNames } from '../../domain/unknown-names.js';

/** SQL, because it is one statement over the tables of many contexts. */
@Injectable()
export class SqlNamesThatAre extends NamesThatAre {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async in(organizationId: number): Promise<KnownNames> {
    const [row] = await this.session.query<KnownNames & object>(
      `SELECT ARRAY(SELECT name FROM roles WHERE organization_id = $1) AS roles,
              ARRAY(SELECT attributes->>'displayName' FROM scim_resources WHERE organization_id = $1 AND type = 'Group') AS groups,
              ARRAY(SELECT unnest(labels) FROM workspaces WHERE organization_id = $1
                     UNION SELECT unnest(labels) FROM data_sources WHERE organization_id = $1) AS labels,
              (SELECT coalesce(jsonb_object_agg(key, held), '{}')
                 FROM (SELECT a.key, jsonb_agg(DISTINCT v.value) AS held
                         FROM member_attributes m, jsonb_each(m.attributes) a, jsonb_array_elements_text(a.value) v
                        WHERE m.organization_id = $1 GROUP BY a.key) k) AS own,
              ARRAY(SELECT user_id::text FROM organization_members WHERE organization_id = $1) AS users,
              ARRAY(SELECT id::text FROM workspaces WHERE organization_id = $1) AS workspaces,
              ARRAY(SELECT id::text FROM data_sources WHERE organization_id = $1) AS "dataSources",
              ARRAY(SELECT id::text FROM sso_connections WHERE organization_id = $1) AS connections`,
      [organizationId],
    );
    if (row === undefined) throw new Error('Names were not read.');
    return row;
  }
}
