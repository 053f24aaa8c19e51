import { Injectable } from '@nestjs/common';
import { Any, type FindOneOptions } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { workspaceInReach } from '../../../platform/database/in-reach.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { refuseTwin } from '../../../platform/database/name-twins.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import type { Member } from '../../application/ports/members.js';
import { type HeldWorkspace, type SoughtWorkspaces, Workspaces } from '../../application/ports/workspaces.js';
import { MemberAlready, NameTaken, UnknownReference, WorkspaceHolds } from '../../domain/organization.errors.js';
import type { Role } from '../../domain/role.js';
import type { Workspace, WorkspaceSettings } from '../../domain/workspace.js';
import { type MemberRow, STATUS, memberOf } from './sql-members.js';
import { type WorkspaceRow, workspaceMemberSchema, workspaceSchema } from './schemas.js';

/** Raw: a change of a workspace took 1.4 times as long with a repository. */
const SHOWN_IN_LISTS = `id, organization_id AS "organizationId", name, allow_public_access AS "allowPublicAccess",
  default_role_id AS "defaultRoleId", labels, version, created_at AS "createdAt", updated_at AS "updatedAt"`;
/** With the data that clients keep there, which may be large and which no list shows. */
const COLUMNS = `${SHOWN_IN_LISTS}, custom_settings AS "customSettings"`;
const OWN = ofCaller({ organization: 'workspaces.organization_id', user: '$2', isAdmin: '$3' });
const FIND_FOR: PreparedStatement = {
  name: 'workspaces_find_for',
  text: `SELECT ${COLUMNS} FROM workspaces WHERE id = $1 AND ${OWN}`,
};
const LOCK: PreparedStatement = {
  name: 'workspaces_lock',
  text: `SELECT ${COLUMNS} FROM workspaces WHERE id = $1 FOR UPDATE`,
};
/** Raw: joins a table without a relation in TypeORM. Of `workspace_members w`, as for members of the organization. */
const HAS_COME = `EXISTS (SELECT FROM organization_members o
    WHERE o.organization_id = w.organization_id AND o.user_id = w.user_id AND o.arrived_at IS NOT NULL)`;

@Injectable()
export class TypeOrmWorkspaces extends Workspaces {
  private readonly workspaces;
  private readonly members;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.workspaces = session.repository(workspaceSchema);
    this.members = session.repository(workspaceMemberSchema);
  }

  async add(workspace: Omit<Workspace, 'id' | 'version'>): Promise<Workspace> {
    const { organizationId, name, settings, labels, createdAt } = workspace;
    const made = { organizationId, name, labels: [...labels], createdAt, updatedAt: createdAt };
    await this.refuseTwin({ organizationId, id: null, name });
    const id = await this.written(() => insertedId(this.workspaces, { ...made, ...columnsOf(settings) }));
    return { ...made, id, settings, version: 1 };
  }

  find(id: number): Promise<Workspace | null> {
    return this.one({ where: { id } });
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Workspace | null> {
    const [row] = await this.session.query<WorkspaceRow>(FIND_FOR, [id, userId, isSystemAdmin]);
    return row === undefined ? null : workspaceOf(row);
  }

  async lock(id: number): Promise<Workspace | null> {
    const [row] = await this.session.query<WorkspaceRow>(LOCK, [id]);
    return row === undefined ? null : workspaceOf(row);
  }

  hold(id: number): Promise<Workspace | null> {
    return this.one({ where: { id }, lock: { mode: 'for_key_share' } });
  }

  async holdAll(organizationId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await this.workspaces.find({
      select: { id: true },
      where: { organizationId, id: Any(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
    return rows.map(({ id }) => id);
  }

  async save(workspace: Workspace): Promise<Workspace> {
    const { id, name, settings, labels, updatedAt, version } = workspace;
    await this.refuseTwin(workspace);
    const changed = { name, labels: [...labels], ...columnsOf(settings), updatedAt, version: () => 'version + 1' };
    await this.written(() => this.workspaces.update({ id }, changed));
    return { ...workspace, version: version + 1 };
  }

  async remove(id: number): Promise<void> {
    try {
      await this.workspaces.delete({ id });
    } catch (error) {
      throw isForeignKeyViolation(error) ? new WorkspaceHolds() : error;
    }
  }

  /** Raw: its condition is composed at run time. */
  async pageOf({ organizationId, reach, search, ids }: SoughtWorkspaces, request: PageRequest): Promise<Page<Workspace>> {
    const values: unknown[] = [];
    const given = (value: unknown): string => `$${values.push(value)}`;
    const isSought = search === null ? '' : `AND strpos(lower(w.name), lower(${given(search)})) > 0`;
    const isChosen = ids === null ? '' : `AND w.id = ANY(${given(ids)}::int[])`;
    const found = `FROM workspaces w
      WHERE w.organization_id = ${given(organizationId)} AND ${workspaceInReach('w', reach, given)} ${isSought} ${isChosen}`;
    const next = values.length + 1;
    const offset = offsetOf(request);
    const rows = await this.session.query<Omit<WorkspaceRow, 'customSettings'>>(
      `SELECT ${SHOWN_IN_LISTS} ${found} ORDER BY id LIMIT $${next} OFFSET $${next + 1}`,
      [...values, request.limit, offset],
    );
    const items = rows.map((row) => workspaceOf({ ...row, customSettings: {} }));
    // A page that is not full is the last.
    if (rows.length > 0 && rows.length < request.limit) return { items, total: offset + rows.length };
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${found}`, values);
    return { items, total: counted?.total ?? 0 };
  }

  async addMember(member: { workspaceId: number; organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void> {
    try {
      await this.members.insert({ ...member });
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
    const { affected } = await this.members.delete({ workspaceId, userId });
    return affected === 1;
  }

  /** Raw: joins tables without a relation in TypeORM. */
  async membersOf(workspaceId: number, request: PageRequest): Promise<Page<Member>> {
    const rows = await this.session.query<MemberRow>(
      `SELECT w.user_id AS "userId", u.username, u.display_name AS "displayName", u.email, ${STATUS} AS status, w.role_id AS "roleId", r.name AS "roleName",
              w.joined_at AS "joinedAt"
         FROM workspace_members w JOIN users u ON u.id = w.user_id JOIN roles r ON r.id = w.role_id
         JOIN organization_members m ON m.organization_id = w.organization_id AND m.user_id = w.user_id
        WHERE w.workspace_id = $1 AND m.arrived_at IS NOT NULL ORDER BY w.user_id LIMIT $2 OFFSET $3`,
      [workspaceId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM workspace_members w WHERE w.workspace_id = $1 AND ${HAS_COME}`,
      [workspaceId],
    );
    return { items: rows.map(memberOf), total: counted?.total ?? 0 };
  }

  /** Raw: as above. */
  async heldBy({ organizationId, userId, reach }: Parameters<Workspaces['heldBy']>[0], request: PageRequest): Promise<Page<HeldWorkspace>> {
    const values: unknown[] = [organizationId, userId];
    const inReach = workspaceInReach('s', reach, (value) => `$${values.push(value)}`);
    const held = `FROM workspace_members w JOIN workspaces s ON s.id = w.workspace_id
        WHERE w.organization_id = $1 AND w.user_id = $2 AND ${inReach}`;
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${held}`, values);
    const next = values.length + 1;
    const rows = await this.session.query<{
      id: number;
      name: string;
      roleId: number;
      roleName: string;
      joinedAt: Date;
    }>(
      `SELECT h.*, r.name AS "roleName"
         FROM (SELECT s.id, s.name, w.role_id AS "roleId", w.joined_at AS "joinedAt" ${held}) h JOIN roles r ON r.id = h."roleId"
        ORDER BY h.name COLLATE "C", h.id LIMIT $${next} OFFSET $${next + 1}`,
      [...values, request.limit, offsetOf(request)],
    );
    const items = rows.map(({ id, name, roleId, roleName, joinedAt }) => ({
      workspace: { id, name },
      role: { id: roleId, name: roleName },
      joinedAt,
    }));
    return { items, total: counted?.total ?? 0 };
  }

  private async one(wanted: FindOneOptions<WorkspaceRow>): Promise<Workspace | null> {
    const row = await this.workspaces.findOne(wanted);
    return row === null ? null : workspaceOf(row);
  }

  private refuseTwin(workspace: Pick<Workspace, 'organizationId' | 'name'> & { readonly id: number | null }): Promise<void> {
    return refuseTwin(this.session, 'workspaces', workspace, () => new NameTaken('workspace'));
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

function columnsOf({ allowPublicAccess, defaultRoleId, customSettings }: WorkspaceSettings) {
  return { allowPublicAccess, defaultRoleId, customSettings: customSettings as Record<string, object> };
}

function workspaceOf({ allowPublicAccess, defaultRoleId, customSettings, ...workspace }: WorkspaceRow): Workspace {
  return { ...workspace, settings: { allowPublicAccess, defaultRoleId, customSettings } };
}
