import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type GroupKey, GroupMembers } from '../../application/ports/group-members.js';
import { ServiceOrigin } from '../../../shared/ports/service-origin.js';
import type { Filter } from '../../../engines/scim-protocol/filter/filter.js';
import { InvalidValue } from '../../../engines/scim-protocol/scim.errors.js';
import { baseUrlAt } from '../../domain/scim-root.js';
import { memberCondition } from './search/filter-condition.js';
import { StatementValues } from './search/search-scope.js';
import { isResourceId } from './resource-id.js';

const LEFT = 'DELETE FROM scim_group_members m WHERE m.organization_id = $1 AND m.group_id = $2';

const ADD: PreparedStatement = {
  name: 'scim_group_members_add',
  text: `INSERT INTO scim_group_members AS m (organization_id, group_id, member_id)
         SELECT $1, $2, w.id FROM unnest($3::uuid[]) WITH ORDINALITY AS w (id, position) ORDER BY w.position
         ON CONFLICT (group_id, member_id) DO NOTHING RETURNING m.member_id AS id`,
};

const REMOVE: PreparedStatement = {
  name: 'scim_group_members_remove',
  text: `${LEFT} AND m.member_id = ANY ($3::uuid[]) RETURNING m.member_id AS id`,
};

const KNOWN: PreparedStatement = {
  name: 'scim_group_members_known',
  text: 'SELECT id FROM scim_resources WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
};

/** Raw, because it is hot: directories change groups all day, many members in one statement. */
@Injectable()
export class SqlGroupMembers extends GroupMembers {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly service: ServiceOrigin,
  ) {
    super();
  }

  async add(group: GroupKey, memberIds: readonly string[]): Promise<string[]> {
    if (memberIds.length === 0) return [];
    const { organizationId, groupId } = group;
    const wanted = [...new Set(memberIds.map((id) => id.toLowerCase()))];
    await this.assertFit(group, memberIds, wanted);
    try {
      return await this.changed(ADD, [organizationId, groupId, wanted]);
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new InvalidValue('One of the members has just been deleted.');
      throw error;
    }
  }

  async remove({ organizationId, groupId }: GroupKey, memberIds: readonly string[]): Promise<string[]> {
    const known = memberIds.filter(isResourceId);
    if (known.length === 0) return [];
    return this.changed(REMOVE, [organizationId, groupId, known]);
  }

  removeMatching({ organizationId, groupId }: GroupKey, filter: Filter): Promise<string[]> {
    const values = new StatementValues();
    const [organization, group] = [values.add(organizationId), values.add(groupId)];
    const baseUrl = baseUrlAt(this.service.publicUrl);
    const condition = memberCondition({ type: 'Group', values, organization, baseUrl }, filter);
    return this.changed(
      `DELETE FROM scim_group_members m USING scim_resources x
        WHERE m.organization_id = ${organization} AND m.group_id = ${group}
          AND x.organization_id = m.organization_id AND x.id = m.member_id AND (${condition})
        RETURNING m.member_id AS id`,
      values.list,
    );
  }

  removeAll({ organizationId, groupId }: GroupKey): Promise<string[]> {
    return this.changed(`${LEFT} RETURNING m.member_id AS id`, [organizationId, groupId]);
  }

  async replace(group: GroupKey, memberIds: readonly string[]): Promise<string[]> {
    const left = await this.changed(
      `${LEFT} AND NOT EXISTS (SELECT 1 FROM unnest($3::uuid[]) AS w (id) WHERE w.id = m.member_id)
       RETURNING m.member_id AS id`,
      [group.organizationId, group.groupId, memberIds.filter(isResourceId)],
    );
    return [...left, ...(await this.add(group, memberIds))];
  }

  /** @throws InvalidValue */
  private async assertFit(group: GroupKey, memberIds: readonly string[], wanted: readonly string[]): Promise<void> {
    const { organizationId, groupId } = group;
    const rows = await this.session.query<{ id: string }>(KNOWN, [organizationId, wanted.filter(isResourceId)]);
    const found = new Set(rows.map(({ id }) => id));
    const missing = wanted.find((id) => !found.has(id));
    if (missing !== undefined) {
      const sent = memberIds.find((id) => id.toLowerCase() === missing) ?? missing;
      throw new InvalidValue(`There is no user or group ${shortened(sent)}.`);
    }
    // Groups may hold each other (RFC 7644 section 3.7.1 makes two such): a walk over them stops where it has been before.
    if (wanted.includes(groupId)) throw new InvalidValue('A group cannot be a member of itself.');
  }

  private async changed(statement: string | PreparedStatement, values: readonly unknown[]): Promise<string[]> {
    return (await this.session.query<{ id: string }>(statement, values)).map(({ id }) => id);
  }
}

/** What a client sent may be long. */
function shortened(id: string): string {
  return JSON.stringify(id.length > 100 ? `${id.slice(0, 100)}…` : id);
}
