import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { Roles } from '../../application/ports/roles.js';
import { NameTaken, RoleInUse } from '../../domain/organization.errors.js';
import { BUILT_IN_ROLES, type BuiltInRole, type Role } from '../../domain/role.js';
import { roleSchema } from './schemas.js';

const POWER: readonly string[] = Object.keys(BUILT_IN_ROLES);
const OWN = ofCaller({ organization: 'role.organizationId', user: ':userId', isAdmin: ':isSystemAdmin' });

@Injectable()
export class TypeOrmRoles extends Roles {
  private readonly roles;

  constructor(session: TypeOrmSession) {
    super();
    this.roles = session.repository(roleSchema);
  }

  async add(role: Omit<Role, 'id' | 'version'>): Promise<Role> {
    const made = { ...role, version: 1 };
    return { ...made, id: await this.named(() => insertedId(this.roles, made)) };
  }

  /** The built-in ones in the order of their power, then the custom ones by age. */
  async ofOrganization(organizationId: number): Promise<Role[]> {
    const roles = await this.roles.find({ where: { organizationId }, order: { isBuiltIn: 'DESC', id: 'ASC' } });
    const rankOf = ({ isBuiltIn, name }: Role) => (isBuiltIn ? POWER.indexOf(name) : POWER.length);
    return roles.sort((one, other) => rankOf(one) - rankOf(other));
  }

  find(id: number): Promise<Role | null> {
    return this.roles.findOneBy({ id });
  }

  findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Role | null> {
    return this.roles.createQueryBuilder('role').where({ id }).andWhere(OWN, { userId, isSystemAdmin }).getOne();
  }

  lock(id: number): Promise<Role | null> {
    return this.roles.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
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
