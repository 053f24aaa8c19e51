import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Member } from '../../application/ports/members.js';
import { Workspaces } from '../../application/ports/workspaces.js';
import { MemberAlready, NameTaken, UnknownReference } from '../../domain/organization.errors.js';
import type { Role } from '../../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../../domain/workspace.js';
import { type MemberRow, STATUS, memberOf } from './member-row.js';

type Row = Omit<Workspace, 'settings'> & WorkspaceSettings;

const COLUMNS = `id, organization_id AS "organizationId", name, allow_public_access AS "allowPublicAccess",
  default_role_id AS "defaultRoleId", custom_settings AS "customSettings", version, created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const OWN = ofCaller({ organization: 'workspaces.organization_id', user: '$2', isAdmin: '$3' });
/** Of `workspace_members w`: as for members of the organization. */
const HAS_COME = `EXISTS (SELECT FROM organization_members o
    WHERE o.organization_id = w.organization_id AND o.user_id = w.user_id AND o.arrived_at IS NOT NULL)`;

@Injectable()
export class SqlWorkspaces extends Workspaces {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(workspace: Omit<Workspace, 'id' | 'version'>): Promise<Workspace> {
    const { organizationId, name, settings, createdAt } = workspace;
    const [row] = await this.written(() =>
      this.session.query<Row>(
        `INSERT INTO workspaces (organization_id, name, allow_public_access, default_role_id, custom_settings, created_at,
                                 updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${COLUMNS}`,
        [organizationId, name, settings.allowPublicAccess, settings.defaultRoleId, settings.customSettings, createdAt],
      ),
    );
    if (row === undefined) throw new Error('The workspace was not inserted.');
    return workspaceOf(row);
  }

  find(id: number): Promise<Workspace | null> {
    return this.one('id = $1', [id]);
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Workspace | null> {
    return this.one(`id = $1 AND ${OWN}`, [id, userId, isSystemAdmin]);
  }

  lock(id: number): Promise<Workspace | null> {
    return this.one('id = $1 FOR UPDATE', [id]);
  }

  hold(id: number): Promise<Workspace | null> {
    return this.one('id = $1 FOR KEY SHARE', [id]);
  }

  async holdAll(organizationId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await this.session.query<{ id: number }>(
      'SELECT id FROM workspaces WHERE organization_id = $1 AND id = ANY ($2::int[]) ORDER BY id FOR KEY SHARE',
      [organizationId, ids],
    );
    return rows.map(({ id }) => id);
  }

  async save(workspace: Workspace): Promise<Workspace> {
    const { id, name, settings, updatedAt } = workspace;
    await this.written(() =>
      this.session.execute(
        `UPDATE workspaces SET name = $2, allow_public_access = $3, default_role_id = $4, custom_settings = $5,
                               updated_at = $6, version = version + 1 WHERE id = $1`,
        [id, name, settings.allowPublicAccess, settings.defaultRoleId, settings.customSettings, updatedAt],
      ),
    );
    return { ...workspace, version: workspace.version + 1 };
  }

  async remove(id: number): Promise<void> {
    await this.session.execute('DELETE FROM workspaces WHERE id = $1', [id]);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<Workspace>> {
    const rows = await this.session.query<Row>(
      // Without what clients keep there, which may be large and which no list shows.
      `SELECT ${COLUMNS.replace('custom_settings', `'{}'::jsonb`)} FROM workspaces
        WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const total = await this.count('workspaces WHERE organization_id = $1', organizationId);
    return { items: rows.map(workspaceOf), total };
  }

  async addMember(member: {
    workspaceId: number;
    organizationId: number;
    userId: number;
    roleId: number;
    joinedAt: Date;
  }): Promise<void> {
    try {
      await this.session.execute(
        `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [member.workspaceId, member.organizationId, member.userId, member.roleId, member.joinedAt],
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw new MemberAlready();
      if (isForeignKeyViolation(error)) throw new UnknownReference('user_id', 'member');
      throw error;
    }
  }

  async isMember(workspaceId: number, userId: number): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM workspace_members w WHERE w.workspace_id = $1 AND w.user_id = $2 AND ${HAS_COME}`,
      [workspaceId, userId],
    );
    return rows.length > 0;
  }

  async roleOf(workspaceId: number, userId: number): Promise<Role | null> {
    const [row] = await this.session.query<Role & object>(
      `SELECT r.id, r.organization_id AS "organizationId", r.name, r.is_built_in AS "isBuiltIn", r.permissions, r.version
         FROM workspace_members w JOIN roles r ON r.id = w.role_id
        WHERE w.workspace_id = $1 AND w.user_id = $2 AND ${HAS_COME} FOR UPDATE OF w`,
      [workspaceId, userId],
    );
    return row ?? null;
  }

  async removeMember(workspaceId: number, userId: number): Promise<boolean> {
    const removed = await this.session.execute(
      'DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2',
      [workspaceId, userId],
    );
    return removed === 1;
  }

  async membersOf(workspaceId: number, request: PageRequest): Promise<Page<Member>> {
    const rows = await this.session.query<MemberRow>(
      `SELECT w.user_id AS "userId", u.username, u.email, ${STATUS} AS status, w.role_id AS "roleId", r.name AS "roleName",
              w.joined_at AS "joinedAt"
         FROM workspace_members w JOIN users u ON u.id = w.user_id JOIN roles r ON r.id = w.role_id
         JOIN organization_members m ON m.organization_id = w.organization_id AND m.user_id = w.user_id
        WHERE w.workspace_id = $1 AND m.arrived_at IS NOT NULL ORDER BY w.user_id LIMIT $2 OFFSET $3`,
      [workspaceId, request.limit, offsetOf(request)],
    );
    return {
      items: rows.map(memberOf),
      total: await this.count(`workspace_members w WHERE w.workspace_id = $1 AND ${HAS_COME}`, workspaceId),
    };
  }

  private async one(condition: string, values: readonly unknown[]): Promise<Workspace | null> {
    const [row] = await this.session.query<Row>(`SELECT ${COLUMNS} FROM workspaces WHERE ${condition}`, values);
    return row === undefined ? null : workspaceOf(row);
  }

  private async count(from: string, id: number): Promise<number> {
    const [row] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, [id]);
    return row?.total ?? 0;
  }

  private async written<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'workspaces_name_unique')) throw new NameTaken('workspace');
      if (isForeignKeyViolation(error)) throw new UnknownReference('settings.default_role_id', 'role');
      throw error;
    }
  }
}

function workspaceOf({ allowPublicAccess, defaultRoleId, customSettings, ...workspace }: Row): Workspace {
  return { ...workspace, settings: { allowPublicAccess, defaultRoleId, customSettings } };
}
