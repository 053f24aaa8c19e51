import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { Roles } from '../../application/ports/roles.js';
import { NameTaken, RoleInUse } from '../../domain/organization.errors.js';
import { BUILT_IN_ROLES, type BuiltInRole, type Role } from '../../domain/role.js';
import { roleSchema } from './schemas.js';

const POWER: readonly string[] = Object.keys(BUILT_IN_ROLES);
/** Raw: listing and changing roles took 1.4 times as long with a repository. */
const COLUMNS = `id, organization_id AS "organizationId", name, is_built_in AS "isBuiltIn", permissions, version`;
const OWN = ofCaller({ organization: 'roles.organization_id', user: '$2', isAdmin: '$3' });
const LIST: PreparedStatement = {
  name: 'roles_list',
  text: `SELECT ${COLUMNS} FROM roles WHERE organization_id = $1 ORDER BY is_built_in DESC, array_position($2::text[], name), id`,
};
/**
 * Raw: `nameKeyOf` in SQL, for the names that are reported and not for all names there are. ICU folds as JavaScript does.
 */
const CONFUSABLE = `
  SELECT array_agg(id ORDER BY id) AS ids FROM roles
   WHERE organization_id IN (SELECT organization_id FROM roles WHERE NOT is_built_in)
   GROUP BY organization_id, lower(normalize(name, NFKC) COLLATE "und-x-icu") HAVING count(*) > 1
   ORDER BY min(id) LIMIT $1`;
const FIND_FOR: PreparedStatement = {
  name: 'roles_find_for',
  text: `SELECT ${COLUMNS} FROM roles WHERE id = $1 AND ${OWN}`,
};
const LOCK: PreparedStatement = { name: 'roles_lock', text: `SELECT ${COLUMNS} FROM roles WHERE id = $1 FOR UPDATE` };

@Injectable()
export class TypeOrmRoles extends Roles {
  private readonly roles;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.roles = session.repository(roleSchema);
  }

  async add(role: Omit<Role, 'id' | 'version'>): Promise<Role> {
    const made = { ...role, version: 1 };
    return { ...made, id: await this.named(() => insertedId(this.roles, made)) };
  }

  /** The built-in ones in the order of their power, then the custom ones by age. */
  ofOrganization(organizationId: number): Promise<Role[]> {
    return this.session.query<Role & object>(LIST, [organizationId, POWER]);
  }

  async confusable(most: number): Promise<number[][]> {
    return (await this.session.query<{ ids: number[] }>(CONFUSABLE, [most])).map(({ ids }) => ids);
  }

  find(id: number): Promise<Role | null> {
    return this.roles.findOneBy({ id });
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Role | null> {
    return (await this.session.query<Role & object>(FIND_FOR, [id, userId, isSystemAdmin]))[0] ?? null;
  }

  async lock(id: number): Promise<Role | null> {
    return (await this.session.query<Role & object>(LOCK, [id]))[0] ?? null;
  }

  hold(id: number): Promise<Role | null> {
    return this.roles.findOne({ where: { id }, lock: { mode: 'pessimistic_read' } });
  }

  holdAll(organizationId: number, ids: readonly number[]): Promise<Role[]> {
    const where = { organizationId, id: Any(ids) };
    return this.roles.find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_read' } });
  }

  async builtIn(organizationId: number, name: BuiltInRole): Promise<Role> {
    const role = await this.roles.findOneBy({ organizationId, name, isBuiltIn: true });
    if (role === null) throw new Error(`Organization ${organizationId} lacks its role ${name}.`);
    return role;
  }

  async save(role: Role): Promise<Role> {
    const { id, name, permissions, version } = role;
    await this.named(() => this.roles.update({ id }, { name, permissions, version: () => 'version + 1' }));
    return { ...role, version: version + 1 };
  }

  async remove(id: number): Promise<void> {
    try {
      await this.roles.delete({ id });
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new RoleInUse();
      throw error;
    }
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
