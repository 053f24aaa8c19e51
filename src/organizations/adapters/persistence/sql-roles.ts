import { Injectable } from '@nestjs/common';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { Roles } from '../../application/ports/roles.js';
import { NameTaken, RoleInUse } from '../../domain/organization.errors.js';
import { BUILT_IN_ROLES, type BuiltInRole, type Role } from '../../domain/role.js';

const COLUMNS = `id, organization_id AS "organizationId", name, is_built_in AS "isBuiltIn", permissions, version`;

const OWN = ofCaller({ organization: 'roles.organization_id', user: '$2', isAdmin: '$3' });

@Injectable()
export class SqlRoles extends Roles {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async add(role: Omit<Role, 'id' | 'version'>): Promise<Role> {
    const [row] = await this.named(() =>
      this.session.query<Role & object>(
        `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
        [role.organizationId, role.name, role.isBuiltIn, role.permissions],
      ),
    );
    if (row === undefined) throw new Error('The role was not inserted.');
    return row;
  }

  /** The built-in ones in the order of their power, then the custom ones by age. */
  ofOrganization(organizationId: number): Promise<Role[]> {
    return this.session.query<Role & object>(
      `SELECT ${COLUMNS} FROM roles WHERE organization_id = $1
        ORDER BY is_built_in DESC, array_position($2::text[], name), id`,
      [organizationId, Object.keys(BUILT_IN_ROLES)],
    );
  }

  find(id: number): Promise<Role | null> {
    return this.one('id = $1', [id]);
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Role | null> {
    return this.one(`id = $1 AND ${OWN}`, [id, userId, isSystemAdmin]);
  }

  lock(id: number): Promise<Role | null> {
    return this.one('id = $1 FOR UPDATE', [id]);
  }

  hold(id: number): Promise<Role | null> {
    return this.one('id = $1 FOR SHARE', [id]);
  }

  holdAll(organizationId: number, ids: readonly number[]): Promise<Role[]> {
    return this.session.query<Role & object>(
      `SELECT ${COLUMNS} FROM roles WHERE organization_id = $1 AND id = ANY ($2::int[]) ORDER BY id FOR SHARE`,
      [organizationId, ids],
    );
  }

  async builtIn(organizationId: number, name: BuiltInRole): Promise<Role> {
    const role = await this.one('organization_id = $1 AND name = $2 AND is_built_in', [organizationId, name]);
    if (role === null) throw new Error(`Organization ${organizationId} lacks its role ${name}.`);
    return role;
  }

  async save(role: Role): Promise<Role> {
    await this.named(() =>
      this.session.execute('UPDATE roles SET name = $2, permissions = $3, version = version + 1 WHERE id = $1', [
        role.id,
        role.name,
        role.permissions,
      ]),
    );
    return { ...role, version: role.version + 1 };
  }

  async remove(id: number): Promise<void> {
    try {
      await this.session.execute('DELETE FROM roles WHERE id = $1', [id]);
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new RoleInUse();
      throw error;
    }
  }

  private async one(condition: string, values: readonly unknown[]): Promise<Role | null> {
    return (
      (await this.session.query<Role & object>(`SELECT ${COLUMNS} FROM roles WHERE ${condition}`, values))[0] ?? null
    );
  }

  private async named<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error, 'roles_name_unique')) throw new NameTaken('role');
      throw error;
    }
  }
}
