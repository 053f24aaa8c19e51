import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { GroupMappings } from '../../application/ports/group-mappings.js';
import type { Entitlements, Entitlement, GroupMapping, MappingSettings } from '../../domain/group-mapping.js';

interface EntitlementRow {
  readonly userId: number;
  readonly groupId: string | null;
  readonly roleId: number | null;
  readonly workspaceId: number | null;
}

const BEST = `SELECT DISTINCT ON (p.user_id, g.workspace_id) p.user_id AS "userId", g.group_id AS "groupId",
  g.role_id AS "roleId", g.workspace_id AS "workspaceId"`;

@Injectable()
export class SqlGroupMappings extends GroupMappings {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  /** On the organization, for there may be no settings to lock yet; as weak as the check of a foreign key. */
  async hold(organizationId: number): Promise<void> {
    await this.session.query('SELECT 1 FROM organizations WHERE id = $1 FOR KEY SHARE', [organizationId]);
  }

  async lock(organizationId: number): Promise<MappingSettings | null> {
    await this.session.query('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', [organizationId]);
    return this.find(organizationId);
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
    for (const [index, { groupId }] of mappings.entries())
      if (!groups.has(groupId))
        throw new ValidationFailed([
          { field: `mappings.${index}.group_id`, message: 'The organization has no such group.' },
        ]);
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

  async entitlementsOf(organizationId: number, resourceIds: readonly string[]): Promise<Entitlements | null> {
    if (!(await this.mapsAny(organizationId))) return null;
    const rows = await this.session.query<EntitlementRow>(
      // Down to the people, then up to their groups: as much work as there are people, however large the groups are.
      `WITH RECURSIVE below AS (
         SELECT id, user_id, type FROM scim_resources WHERE organization_id = $1 AND id = ANY ($2::uuid[])
         UNION
         SELECT r.id, r.user_id, r.type FROM below b JOIN scim_group_members m ON m.group_id = b.id
           JOIN scim_resources r ON r.organization_id = $1 AND r.id = m.member_id
          WHERE b.type = 'Group'),
       people AS (SELECT id, user_id FROM below WHERE user_id IS NOT NULL),
       above AS (
         SELECT p.user_id, m.group_id FROM people p JOIN scim_group_members m ON m.member_id = p.id
         UNION
         SELECT a.user_id, m.group_id FROM above a JOIN scim_group_members m ON m.member_id = a.group_id)
       ${BEST}
         FROM people p
         LEFT JOIN (above a JOIN scim_group_mappings g ON g.organization_id = $1 AND g.group_id = a.group_id)
           ON a.user_id = p.user_id
        ORDER BY p.user_id, g.workspace_id, g.rank`,
      [organizationId, resourceIds],
    );
    return { userIds: [...new Set(rows.map(({ userId }) => userId))], ...entitlementsIn(rows) };
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
    if (!(await this.mapsAny(organizationId))) return [];
    const rows = await this.session.query<{ id: string }>(
      `WITH RECURSIVE below AS (
         SELECT member_id AS id FROM scim_group_members WHERE organization_id = $1 AND group_id = $2
         UNION
         SELECT m.member_id FROM below b JOIN scim_group_members m ON m.group_id = b.id)
       SELECT r.id FROM below b JOIN scim_resources r ON r.organization_id = $1 AND r.id = b.id AND r.type = 'User'`,
      [organizationId, groupId],
    );
    return rows.map(({ id }) => id);
  }

  private async mapsAny(organizationId: number): Promise<boolean> {
    const mapped = 'SELECT 1 FROM scim_group_mappings WHERE organization_id = $1 LIMIT 1';
    return (await this.session.query(mapped, [organizationId])).length > 0;
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
    if (groupId === null || roleId === null) continue;
    if (workspaceId === null) roles.push({ userId, roleId, groupId });
    else workspaces.push({ userId, roleId, groupId, workspaceId });
  }
  return { roles, workspaces };
}
