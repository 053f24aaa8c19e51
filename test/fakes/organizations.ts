import type {
  Affiliation,
  Membership as KnownMembership,
  NewOrganization,
  Organizations,
} from '../../src/organizations/application/ports/organizations.js';
import type { Roles } from '../../src/organizations/application/ports/roles.js';
import type { Workspaces } from '../../src/organizations/application/ports/workspaces.js';
import type { Organization } from '../../src/organizations/domain/organization.js';
import { MemberAlready, NameTaken, RoleInUse, UnknownReference } from '../../src/organizations/domain/organization.errors.js';
import { BUILT_IN_ROLES, type BuiltInRole, type Role } from '../../src/organizations/domain/role.js';
import type { Workspace } from '../../src/organizations/domain/workspace.js';
import type { Caller } from '../../src/shared/caller.js';
import type { PermissionGrant } from '../../src/shared/permission.js';
import type { MemoryUsers } from './accounts.js';
import { Duplicate, type MemoryUnitOfWork, Rows } from './memory.js';

export interface Membership {
  readonly organizationId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly joinedAt: Date;
  readonly arrivedAt: Date | null;
  readonly suspendedAt: Date | null;
}

interface Stay {
  readonly workspaceId: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly roleId: number;
  readonly joinedAt: Date;
}

/** The tables of the organizations, which answer their ports together. */
export class OrganizationRows {
  readonly organizations: Rows<Organization & { readonly hadOwner: boolean }>;
  readonly roles: Rows<Role>;
  readonly members: Rows<Membership>;
  readonly workspaces: Rows<Workspace>;
  readonly stays: Rows<Stay>;

  constructor(
    readonly unitOfWork: MemoryUnitOfWork,
    readonly users: MemoryUsers,
  ) {
    this.organizations = new Rows(unitOfWork, { name: 'organizations', keyOf: ({ id }) => id });
    this.roles = new Rows(unitOfWork, {
      name: 'roles',
      keyOf: ({ id }) => id,
      unique: { name: ({ organizationId, name }) => `${organizationId} ${name}` },
    });
    this.members = new Rows(unitOfWork, {
      name: 'organization_members',
      keyOf: ({ organizationId, userId }) => `${organizationId} ${userId}`,
    });
    this.workspaces = new Rows(unitOfWork, { name: 'workspaces', keyOf: ({ id }) => id });
    this.stays = new Rows(unitOfWork, {
      name: 'workspace_members',
      keyOf: ({ workspaceId, userId }) => `${workspaceId} ${userId}`,
    });
  }

  role(id: number): Promise<Role | null> {
    return this.roles.one((role) => role.id === id);
  }

  member(organizationId: number, userId: number): Promise<Membership | null> {
    return this.members.one(isOf(organizationId, userId));
  }

  async permissionsOf({ roleId }: Pick<Membership, 'roleId'>): Promise<readonly PermissionGrant[]> {
    return (await this.role(roleId))?.permissions ?? [];
  }
}

export function isOf(organizationId: number, userId: number): (member: Membership) => boolean {
  return (member) => member.organizationId === organizationId && member.userId === userId;
}

export class MemoryOrganizations implements Partial<Organizations> {
  constructor(private readonly rows: OrganizationRows) {}

  async add(organization: NewOrganization): Promise<Organization> {
    const settings = { deviceTrustDays: null, directoryPasswords: 'ignore', newDataSources: 'open', factorResets: 'direct' } as const;
    const added = { id: this.rows.organizations.nextId(), version: 1, ...settings, ...organization };
    await this.rows.organizations.insert({ ...added, hadOwner: false });
    return added;
  }

  find(id: number): Promise<Organization | null> {
    return this.rows.organizations.one((one) => one.id === id);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.find(id)) !== null;
  }

  async lock(id: number): Promise<Organization | null> {
    return (await this.rows.organizations.lock((one) => one.id === id))[0] ?? null;
  }

  async isUnowned(id: number): Promise<boolean> {
    const isMeant = (one: { readonly id: number; readonly hadOwner: boolean }): boolean => one.id === id && !one.hadOwner;
    // Also asked outside of a unit of work, where nothing is about to become of the answer.
    return this.rows.unitOfWork.run(async () => (await this.rows.organizations.lock(isMeant)).length > 0);
  }

  async save(organization: Organization): Promise<Organization> {
    const saved = { ...organization, version: organization.version + 1 };
    await this.rows.organizations.update(
      ({ id }) => id === organization.id,
      ({ hadOwner }) => ({ ...saved, hadOwner }),
    );
    return saved;
  }

  policyEpochsOf(): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map());
  }

  async affiliationsOf(userId: number): Promise<Affiliation[]> {
    const memberships = await this.membershipsOf(userId);
    return memberships.flatMap(({ isSuspended, ...affiliation }) => (isSuspended ? [] : [affiliation]));
  }

  async membershipsOf(userId: number): Promise<KnownMembership[]> {
    const memberships: KnownMembership[] = [];
    for (const member of await this.rows.members.where((one) => one.userId === userId)) {
      const organization = await this.find(member.organizationId);
      const role = await this.rows.role(member.roleId);
      if (organization === null || role === null) continue;
      const { id: organizationId, name: organizationName, deviceTrustDays } = organization;
      const { name: roleName, permissions } = role;
      const hasCome = member.arrivedAt !== null;
      memberships.push({
        organizationId,
        organizationName,
        roleName,
        permissions,
        deviceTrustDays,
        hasCome,
        policyEpoch: null,
        isSuspended: member.suspendedAt !== null,
      });
    }
    return memberships;
  }
}

export class MemoryRoles implements Partial<Roles> {
  constructor(private readonly rows: OrganizationRows) {}

  async add(role: Omit<Role, 'id' | 'version'>): Promise<Role> {
    const added = { ...role, id: this.rows.roles.nextId(), version: 1 };
    await this.named(() => this.rows.roles.insert(added));
    return added;
  }

  async ofOrganization(organizationId: number): Promise<Role[]> {
    const power = Object.keys(BUILT_IN_ROLES);
    const rank = (role: Role): number => (role.isBuiltIn ? power.indexOf(role.name) : power.length);
    const found = await this.rows.roles.where((role) => role.organizationId === organizationId);
    return found.sort((one, other) => rank(one) - rank(other) || one.id - other.id);
  }

  find(id: number): Promise<Role | null> {
    return this.rows.role(id);
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Role | null> {
    const role = await this.find(id);
    if (role === null || isSystemAdmin) return role;
    const member = await this.rows.member(role.organizationId, userId);
    return member?.suspendedAt === null ? role : null;
  }

  async lock(id: number): Promise<Role | null> {
    return (await this.rows.roles.lock((role) => role.id === id))[0] ?? null;
  }

  async hold(id: number): Promise<Role | null> {
    return (await this.rows.roles.lock((role) => role.id === id, 'shared'))[0] ?? null;
  }

  async builtIn(organizationId: number, name: BuiltInRole): Promise<Role> {
    const role = await this.rows.roles.one((one) => one.organizationId === organizationId && one.name === name && one.isBuiltIn);
    if (role === null) throw new Error(`Organization ${organizationId} lacks its role ${name}.`);
    return role;
  }

  async save(role: Role): Promise<Role> {
    const saved = { ...role, version: role.version + 1 };
    if ((await this.rows.roles.one((one) => one.id !== role.id && isNamed(one, role))) !== null) throw new NameTaken('role');
    await this.rows.roles.update(
      ({ id }) => id === role.id,
      () => saved,
    );
    return saved;
  }

  async remove(id: number): Promise<void> {
    const isHeld = ({ roleId }: { roleId: number }): boolean => roleId === id;
    const isDefault = ({ settings }: Workspace): boolean => settings.defaultRoleId === id;
    const users = [this.rows.members.one(isHeld), this.rows.stays.one(isHeld), this.rows.workspaces.one(isDefault)];
    if ((await Promise.all(users)).some((user) => user !== null)) throw new RoleInUse();
    await this.rows.roles.remove((role) => role.id === id);
  }

  private async named(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (error instanceof Duplicate) throw new NameTaken('role');
      throw error;
    }
  }
}

function isNamed(one: Role, other: Role): boolean {
  return one.organizationId === other.organizationId && one.name === other.name;
}

export class MemoryWorkspaces implements Partial<Workspaces> {
  constructor(private readonly rows: OrganizationRows) {}

  async add(workspace: Omit<Workspace, 'id' | 'version'>): Promise<Workspace> {
    const added = { ...workspace, id: this.rows.workspaces.nextId(), version: 1 };
    await this.rows.workspaces.insert(added);
    return added;
  }

  find(id: number): Promise<Workspace | null> {
    return this.rows.workspaces.one((one) => one.id === id);
  }

  async hold(id: number): Promise<Workspace | null> {
    return (await this.rows.workspaces.lock((one) => one.id === id, 'shared'))[0] ?? null;
  }

  async addMember(member: Stay): Promise<void> {
    if ((await this.rows.member(member.organizationId, member.userId)) === null) throw new UnknownReference('user_id', 'member');
    try {
      await this.rows.stays.insert(member);
    } catch (error) {
      if (error instanceof Duplicate) throw new MemberAlready();
      throw error;
    }
  }

  async isMember(workspaceId: number, userId: number): Promise<boolean> {
    const stay = await this.rows.stays.one((one) => one.workspaceId === workspaceId && one.userId === userId);
    return stay !== null && (await this.rows.member(stay.organizationId, userId))?.arrivedAt instanceof Date;
  }
}
