import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { GroupMapping } from '../../../shared/group-mapping.js';
import { ConnectionGroupMappings } from '../../application/ports/connection-group-mappings.js';
import type { GroupMappingOfConnection } from '../../domain/claimed-groups.js';

const FIND: PreparedStatement = {
  name: 'sso_group_mappings_find',
  text: `SELECT s.absent_groups AS "absentGroups", s.responsible_user_id AS "responsibleId", s.version, s.updated_at AS "changedAt",
                g.group_name AS "groupId", g.role_id AS "roleId", g.workspace_id AS "workspaceId"
           FROM sso_group_settings s LEFT JOIN sso_group_mappings g ON g.connection_id = s.connection_id
          WHERE s.connection_id = $1 ORDER BY g.rank`,
};

type Found = Omit<GroupMappingOfConnection, 'mappings' | 'defaultRoleId'> & (GroupMapping | Record<keyof GroupMapping, null>);

/** Raw: every login through a connection with a mapping reads both tables at once, and a change writes all rows at once. */
@Injectable()
export class SqlConnectionGroupMappings extends ConnectionGroupMappings {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async find(connectionId: number): Promise<GroupMappingOfConnection | null> {
    const rows = await this.session.query<Found>(FIND, [connectionId]);
    const [first] = rows;
    if (first === undefined) return null;
    const { absentGroups, responsibleId, version, changedAt } = first;
    const mappings = rows.flatMap(({ groupId, roleId, workspaceId }) => (groupId === null ? [] : [{ groupId, roleId, workspaceId }]));
    return { defaultRoleId: null, mappings, version, absentGroups, responsibleId, changedAt };
  }

  async save(connection: { id: number; organizationId: number }, settings: GroupMappingOfConnection, at: Date): Promise<void> {
    const { mappings, version, absentGroups, responsibleId } = settings;
    await this.session.execute(
      `INSERT INTO sso_group_settings (connection_id, absent_groups, responsible_user_id, version, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (connection_id) DO UPDATE SET absent_groups = $2, responsible_user_id = $3, version = $4, updated_at = $5`,
      [connection.id, absentGroups, responsibleId, version, at],
    );
    await this.session.execute('DELETE FROM sso_group_mappings WHERE connection_id = $1', [connection.id]);
    await this.session.execute(
      `INSERT INTO sso_group_mappings (organization_id, connection_id, rank, group_name, role_id, workspace_id)
       SELECT $1, $2, g.rank, g.group_name, g.role_id, g.workspace_id
         FROM unnest($3::text[], $4::int[], $5::int[]) WITH ORDINALITY AS g (group_name, role_id, workspace_id, rank)`,
      [
        connection.organizationId,
        connection.id,
        mappings.map(({ groupId }) => groupId),
        mappings.map(({ roleId }) => roleId),
        mappings.map(({ workspaceId }) => workspaceId),
      ],
    );
  }

  async peopleLeftBy({ id, organizationId }: { id: number; organizationId: number }): Promise<readonly number[] | null> {
    const others = await this.session.query(
      `SELECT 1 FROM sso_group_settings g JOIN sso_connections c ON c.id = g.connection_id
        WHERE c.organization_id = $1 AND c.id <> $2 LIMIT 1`,
      [organizationId, id],
    );
    if (others.length === 0) return null;
    const rows = await this.session.query<{ userId: number }>(
      `SELECT i.user_id AS "userId" FROM sso_identities i
        WHERE i.organization_id = $1 AND i.connection_id = $2
          AND NOT EXISTS (SELECT FROM sso_identities o JOIN sso_group_settings g USING (connection_id)
                           WHERE o.organization_id = $1 AND o.user_id = i.user_id AND o.connection_id <> $2)`,
      [organizationId, id],
    );
    return rows.map(({ userId }) => userId);
  }

  async noteOtherGroups(connectionId: number, { isTrusted, at }: { isTrusted: boolean; at: Date }): Promise<void> {
    await this.session.execute(
      `UPDATE sso_group_settings SET updated_at = $2, responsible_user_id = CASE WHEN $3 THEN responsible_user_id END WHERE connection_id = $1`,
      [connectionId, at, isTrusted],
    );
  }
}
