import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { GroupMappings } from '../../application/ports/group-mappings.js';
import type { GroupMapping, MappingSettings } from '../../../shared/group-mapping.js';
import type { Entitlement, Entitlements, MappingReach } from '../../domain/group-mapping.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';

interface EntitlementRow {
  readonly userId: number;
  readonly groupId: string;
  readonly roleId: number;
  readonly workspaceId: number | null;
}

/** A user with an account in the organization. */
interface Person {
  readonly id: string;
  readonly userId: number;
}

const BEST = `SELECT DISTINCT ON (p.user_id, g.workspace_id) p.user_id AS "userId", g.group_id AS "groupId",
  g.role_id AS "roleId", g.workspace_id AS "workspaceId"`;

/** For up to this many people, the prepared plan is good. For more, PostgreSQL plans anew by their number. */
const FEW = 50;

/** From people up to their groups: as much work as there are people, however large the groups are. */
const ENTITLEMENTS: PreparedStatement = {
  name: 'scim_mappings_entitlements',
  text: `WITH RECURSIVE people AS MATERIALIZED (
           SELECT * FROM unnest($2::uuid[], $3::int[]) AS p (id, user_id)),
         above AS (
           SELECT p.user_id, m.group_id FROM people p JOIN scim_group_members m ON m.member_id = p.id
           UNION
           SELECT a.user_id, m.group_id FROM above a JOIN scim_group_members m ON m.member_id = a.group_id)
         ${BEST}
           FROM above p JOIN scim_group_mappings g ON g.organization_id = $1 AND g.group_id = p.group_id
          ORDER BY p.user_id, g.workspace_id, g.rank`,
};

const AMONG: PreparedStatement = {
  name: 'scim_mappings_people_among',
  text: `SELECT id, user_id AS "userId", type FROM scim_resources WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
};

const FALLBACK: PreparedStatement = {
  name: 'scim_mappings_fallback',
  text: 'SELECT default_role_id AS "roleId" FROM scim_settings WHERE organization_id = $1',
};

const REACH: PreparedStatement = {
  name: 'scim_mappings_reach',
  text: `WITH RECURSIVE above AS (
           SELECT id FROM unnest($2::uuid[]) AS r (id)
           UNION
           SELECT m.group_id FROM above a JOIN scim_group_members m ON m.member_id = a.id)
         SELECT s.default_role_id AS "fallbackRoleId",
                ARRAY (SELECT g.role_id FROM above a
                         JOIN scim_group_mappings g ON g.organization_id = $1 AND g.group_id = a.id) AS "roleIds"
           FROM scim_settings s WHERE s.organization_id = $1`,
};

/** Raw: it is hot while a directory provisions, and walks groups within groups in one statement. */
@Injectable()
export class SqlGroupMappings extends GroupMappings {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async fallbackOf(organizationId: number): Promise<{ readonly roleId: number | null } | null> {
    return (await this.session.query<{ roleId: number | null }>(FALLBACK, [organizationId]))[0] ?? null;
  }

  async reachOf(organizationId: number, resourceIds: readonly string[]): Promise<MappingReach | null> {
    return (await this.session.query<MappingReach & object>(REACH, [organizationId, resourceIds]))[0] ?? null;
  }

  async find(organizationId: number): Promise<MappingSettings | null> {
    const [settings] = await this.session.query<Omit<MappingSettings, 'mappings'>>(
      `SELECT s.default_role_id AS "defaultRoleId", coalesce(s.version, 0) AS version
         FROM organizations o LEFT JOIN scim_settings s ON s.organization_id = o.id WHERE o.id = $1`,
      [organizationId],
    );
    if (settings === undefined) return null;
    const mappings = await this.session.query<GroupMapping & object>(
      `SELECT group_id AS "groupId", role_id AS "roleId", workspace_id AS "workspaceId" FROM scim_group_mappings
        WHERE organization_id = $1 ORDER BY rank`,
      [organizationId],
    );
    return { ...settings, mappings };
  }

  async save(organizationId: number, settings: MappingSettings, at: Date): Promise<void> {
    const { defaultRoleId, mappings, version } = settings;
    await this.session.execute(
      `INSERT INTO scim_settings (organization_id, default_role_id, version, updated_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id) DO UPDATE SET default_role_id = $2, version = $3, updated_at = $4`,
      [organizationId, defaultRoleId, version, at],
    );
    await this.session.execute('DELETE FROM scim_group_mappings WHERE organization_id = $1', [organizationId]);
    const groups = await this.heldGroups(organizationId, mappings);
    const unknown = mappings.flatMap(({ groupId }, index) => (groups.has(groupId) ? [] : [`mappings[${index}].group_id`]));
    if (unknown.length > 0) throw new ValidationFailed(unknown.map((field) => ({ field, message: 'The organization has no such group.' })));
    await this.session.execute(
      `INSERT INTO scim_group_mappings (organization_id, rank, group_id, role_id, workspace_id)
       SELECT $1, g.rank, g.group_id, g.role_id, g.workspace_id
         FROM unnest($2::uuid[], $3::int[], $4::int[]) WITH ORDINALITY AS g (group_id, role_id, workspace_id, rank)`,
      [
        organizationId,
        mappings.map(({ groupId }) => groupId),
        mappings.map(({ roleId }) => roleId),
        mappings.map(({ workspaceId }) => workspaceId),
      ],
    );
  }

  async entitlementsOf(organizationId: number, resourceIds: readonly string[]): Promise<Entitlements> {
    const people = await this.peopleAmong(organizationId, resourceIds);
    if (people.length === 0) return { userIds: [], roles: [], workspaces: [] };
    const statement = people.length > FEW ? ENTITLEMENTS.text : ENTITLEMENTS;
    const values = [organizationId, people.map(({ id }) => id), people.map(({ userId }) => userId)];
    const rows = await this.session.query<EntitlementRow>(statement, values);
    return { userIds: people.map(({ userId }) => userId), ...entitlementsIn(rows) };
  }

  async allEntitlements(organizationId: number): Promise<Omit<Entitlements, 'userIds'>> {
    const rows = await this.session.query<EntitlementRow>(
      `WITH RECURSIVE below AS (
         SELECT DISTINCT group_id AS mapped, group_id AS id FROM scim_group_mappings WHERE organization_id = $1
         UNION
         SELECT b.mapped, m.member_id FROM below b JOIN scim_group_members m ON m.group_id = b.id)
       ${BEST}
         FROM below b
         JOIN scim_resources p ON p.organization_id = $1 AND p.id = b.id AND p.user_id IS NOT NULL
         JOIN scim_group_mappings g ON g.organization_id = $1 AND g.group_id = b.mapped
        ORDER BY p.user_id, g.workspace_id, g.rank`,
      [organizationId],
    );
    return entitlementsIn(rows);
  }

  async usersWithin(organizationId: number, groupId: string): Promise<string[]> {
    return (await this.peopleWithin(organizationId, [groupId])).map(({ id }) => id);
  }

  private async peopleAmong(organizationId: number, resourceIds: readonly string[]): Promise<Person[]> {
    const rows = await this.session.query<Person & { type: ResourceTypeName }>(AMONG, [organizationId, resourceIds]);
    const groups = rows.filter(({ type }) => type === 'Group').map(({ id }) => id);
    const people = rows.filter(({ userId }) => userId !== null);
    if (groups.length === 0) return people;
    const all = [...people, ...(await this.peopleWithin(organizationId, groups))];
    return [...new Map(all.map((person) => [person.id, person])).values()];
  }

  private peopleWithin(organizationId: number, groupIds: readonly string[]): Promise<Person[]> {
    return this.session.query<Person & object>(
      `WITH RECURSIVE below AS (
         SELECT member_id AS id FROM scim_group_members WHERE organization_id = $1 AND group_id = ANY ($2::uuid[])
         UNION
         SELECT m.member_id FROM below b JOIN scim_group_members m ON m.group_id = b.id)
       SELECT r.id, r.user_id AS "userId" FROM below b
         JOIN scim_resources r ON r.organization_id = $1 AND r.id = b.id AND r.user_id IS NOT NULL`,
      [organizationId, groupIds],
    );
  }

  /** They cannot be deleted any more before the mapping is written. */
  private async heldGroups(organizationId: number, mappings: readonly GroupMapping[]): Promise<Set<string>> {
    const rows = await this.session.query<{ id: string }>(
      `SELECT id FROM scim_resources WHERE organization_id = $1 AND type = 'Group' AND id = ANY ($2::uuid[])
        ORDER BY id FOR KEY SHARE`,
      [organizationId, mappings.map(({ groupId }) => groupId)],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

function entitlementsIn(rows: readonly EntitlementRow[]): Omit<Entitlements, 'userIds'> {
  const roles: Entitlement[] = [];
  const workspaces: (Entitlement & { workspaceId: number })[] = [];
  for (const { userId, groupId, roleId, workspaceId } of rows) {
    if (workspaceId === null) roles.push({ userId, roleId, groupId });
    else workspaces.push({ userId, roleId, groupId, workspaceId });
  }
  return { roles, workspaces };
}
