import type { Caller } from '../../../shared/caller.js';
import type { BuiltInRole, Role } from '../../domain/role.js';

export abstract class Roles {
  /** @throws NameTaken */
  abstract add(role: Omit<Role, 'id' | 'version'>): Promise<Role>;
  abstract ofOrganization(organizationId: number): Promise<Role[]>;
  /** The ids of roles of one organization whose names people confuse, as sets. @param most sets */
  abstract confusable(most: number): Promise<number[][]>;
  abstract find(id: number): Promise<Role | null>;
  /** Finds it only in an organization of the caller; otherwise `null`, as if it did not exist. */
  abstract findFor(caller: Caller, id: number): Promise<Role | null>;
  abstract lock(id: number): Promise<Role | null>;
  /** It cannot change or be deleted until the unit of work ends. */
  abstract hold(id: number): Promise<Role | null>;
  /** As `hold`, for those among them that belong to the organization. */
  abstract holdAll(organizationId: number, ids: readonly number[]): Promise<Role[]>;
  abstract builtIn(organizationId: number, name: BuiltInRole): Promise<Role>;
  /** Raises the version. @throws NameTaken */
  abstract save(role: Role): Promise<Role>;
  /** @throws RoleInUse */
  abstract remove(id: number): Promise<void>;
}
