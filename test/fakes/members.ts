import type { Arrival, Holder, Member, Members, SessionOfUser } from '../../src/organizations/application/ports/members.js';
import type { ProvisionedMembers } from '../../src/organizations/application/ports/provisioned-members.js';
import { MemberAlready } from '../../src/organizations/domain/organization.errors.js';
import { type Role, isOwner } from '../../src/organizations/domain/role.js';
import { NotFound } from '../../src/shared/domain-error.js';
import type { Contact } from '../../src/shared/mail-to.js';
import { type PermissionGrant, covers, holdsEverything } from '../../src/shared/permission.js';
import type { Place, Standing } from '../../src/shared/ports/access-control.js';
import { grantsInWorkspace } from '../../src/shared/workspace-grants.js';
import { Duplicate } from './memory.js';
import { type Membership, type OrganizationRows, isOf } from './organizations.js';

type NewMember = Pick<Membership, 'organizationId' | 'userId' | 'roleId' | 'joinedAt'>;

export class MemoryMembers implements Partial<Members> {
  constructor(private readonly rows: OrganizationRows) {}

  async add(member: NewMember): Promise<void> {
    if ((await this.rows.users.find(member.userId)) === null) throw new NotFound('Account');
    try {
      await this.rows.members.insert({ ...member, arrivedAt: member.joinedAt, suspendedAt: null });
    } catch (error) {
      if (error instanceof Duplicate) throw new MemberAlready();
      throw error;
    }
    await this.noteOwner(member);
  }

  async admit(member: NewMember): Promise<void> {
    const known = await this.rows.members.update(isOf(member.organizationId, member.userId), (one) => {
      return { ...one, arrivedAt: one.arrivedAt ?? member.joinedAt };
    });
    if (known.length === 0) await this.add(member);
  }

  async find(organizationId: number, userId: number): Promise<Member | null> {
    const member = await this.rows.member(organizationId, userId);
    const user = await this.rows.users.find(userId);
    const role = member && (await this.rows.role(member.roleId));
    if (user === null || role === null || member?.arrivedAt === null || member === null) return null;
    const status = user.isActive && member.suspendedAt !== null ? 'suspended' : user.status;
    const { username, displayName, email } = user;
    return { userId, username, displayName, email, status, role: { id: role.id, name: role.name }, joinedAt: member.joinedAt };
  }

  async roleOf(organizationId: number, userId: number): Promise<Role | null> {
    const member = await this.rows.member(organizationId, userId);
    return member && this.rows.role(member.roleId);
  }

  async arrive(userId: number, at: Date): Promise<readonly Arrival[]> {
    const arrived = await this.rows.members.update(
      (one) => one.userId === userId && one.arrivedAt === null && one.suspendedAt === null,
      (one) => ({ ...one, arrivedAt: at }),
    );
    const named = arrived.map(async ({ organizationId, roleId }) => {
      return { organizationId, role: (await this.rows.role(roleId))?.name ?? '' };
    });
    return Promise.all(named);
  }

  async changeRole(organizationId: number, userId: number, roleId: number): Promise<void> {
    await this.rows.members.update(isOf(organizationId, userId), (one) => ({ ...one, roleId }));
    await this.noteOwner({ organizationId, roleId });
  }

  async remove(organizationId: number, userId: number): Promise<void> {
    await this.rows.stays.remove((one) => one.organizationId === organizationId && one.userId === userId);
    await this.rows.members.remove(isOf(organizationId, userId));
  }

  async otherOwners(organizationId: number, userId: number): Promise<number> {
    const others = await this.rows.members.where(
      (one) => one.organizationId === organizationId && one.userId !== userId && one.suspendedAt === null,
    );
    let owners = 0;
    for (const other of others) {
      const role = await this.rows.role(other.roleId);
      const user = await this.rows.users.find(other.userId);
      if (role !== null && isOwner(role) && user?.isActive === true) owners += 1;
    }
    return owners;
  }

  async ownersOf(organizationId: number): Promise<readonly Contact[]> {
    const contacts: Contact[] = [];
    for (const member of await this.rows.members.where((one) => one.organizationId === organizationId)) {
      const user = await this.rows.users.find(member.userId);
      if (user !== null && holdsEverything(await this.rows.permissionsOf(member)))
        contacts.push({ username: user.username, email: user.email });
    }
    return contacts;
  }

  private async asksOwners(organizationId: number): Promise<boolean> {
    return (await this.rows.organizations.one(({ id }) => id === organizationId))?.factorResets === 'needs_approval';
  }

  async guardedBy(userId: number): Promise<readonly number[]> {
    const owned: number[] = [];
    for (const member of await this.rows.members.where((one) => one.userId === userId))
      if (holdsEverything(await this.rows.permissionsOf(member)) || (await this.asksOwners(member.organizationId)))
        owned.push(member.organizationId);
    return owned.sort((one, other) => one - other);
  }

  async withOutgrownPassword(organizationId: number, userIds: readonly number[] | null): Promise<readonly number[]> {
    const outgrown: number[] = [];
    for (const member of await this.rows.members.where((one) => one.organizationId === organizationId)) {
      const user = await this.rows.users.find(member.userId);
      if (userIds?.includes(member.userId) === false || user?.isUnclaimed !== true || user.passwordHash === null) continue;
      const stays = await this.rows.stays.where((one) => one.organizationId === organizationId && one.userId === member.userId);
      const held: PermissionGrant[] = [];
      for (const place of [member, ...stays]) held.push(...(await this.rows.permissionsOf(place)));
      const reach = user.passwordReach ?? [];
      if (!holdsEverything(reach) && held.some((one) => !reach.includes(one))) outgrown.push(member.userId);
    }
    return outgrown.sort((one, other) => one - other);
  }

  async belongsSomewhere(userId: number): Promise<boolean> {
    return (await this.rows.members.one((one) => one.userId === userId && one.suspendedAt === null)) !== null;
  }

  async grantsAt(userId: number, organizationId: number): Promise<readonly PermissionGrant[] | null> {
    const standing = await this.standingAt({ userId, ssoConnectionId: null, mfaAt: null, deviceId: null }, { organizationId });
    return standing && standing.permissions;
  }

  async holdersOf(
    { organizationId, workspaceId }: Parameters<Members['holdersOf']>[0],
    permission: PermissionGrant,
    most: number,
  ): ReturnType<Members['holdersOf']> {
    const place = { organizationId, ...(workspaceId !== null && { workspaceId }) };
    const holders: Holder[] = [];
    for (const { userId } of await this.rows.members.where((one) => one.organizationId === organizationId)) {
      const user = await this.rows.users.find(userId);
      const standing = await this.standingAt({ userId, ssoConnectionId: null, mfaAt: null, deviceId: null }, place);
      const held = standing?.workspace ? grantsInWorkspace(standing.permissions, standing.workspace) : standing?.permissions;
      if (user?.status === 'active' && covers(held ?? [], [permission]))
        holders.push({ userId, username: user.username, email: user.email });
    }
    return holders.slice(0, most);
  }

  /** No organization in memory requires single sign-on, and none has access policies: those are contexts above. */
  async standingAt({ userId }: SessionOfUser, { organizationId, workspaceId }: Place): Promise<Standing | null> {
    const member = await this.rows.member(organizationId, userId);
    if (member === null || member.suspendedAt !== null) return null;
    const stay = await this.rows.stays.one(
      (one) => one.workspaceId === workspaceId && one.organizationId === organizationId && one.userId === userId,
    );
    const place = await this.rows.workspaces.one((one) => one.id === workspaceId && one.organizationId === organizationId);
    const workspace =
      workspaceId === undefined
        ? null
        : {
            isPublic: place?.settings.allowPublicAccess ?? false,
            permissions: stay === null ? null : await this.rows.permissionsOf(stay),
          };
    return {
      permissions: await this.rows.permissionsOf(member),
      isSignOnMissing: false,
      isFactorOwed: false,
      policyEpoch: null,
      workspace,
    };
  }

  /** As the trigger on memberships does. */
  private async noteOwner({ organizationId, roleId }: Pick<Membership, 'organizationId' | 'roleId'>): Promise<void> {
    const role = await this.rows.role(roleId);
    if (role === null || !isOwner(role)) return;
    await this.rows.organizations.update(
      ({ id, hadOwner }) => id === organizationId && !hadOwner,
      (one) => ({ ...one, hadOwner: true }),
    );
  }
}

export class MemoryProvisionedMembers implements Partial<ProvisionedMembers> {
  constructor(private readonly rows: OrganizationRows) {}

  async standingOf(organizationId: number, userId: number): ReturnType<ProvisionedMembers['standingOf']> {
    const member = await this.rows.member(organizationId, userId);
    const elsewhere = await this.rows.members.where((one) => one.userId === userId && one.organizationId !== organizationId);
    const isOwner = member !== null && holdsEverything(await this.rows.permissionsOf(member));
    const isSuspended = member !== null && member.suspendedAt !== null;
    const belongsElsewhere = elsewhere.length > 0;
    const isKeptElsewhere = elsewhere.some(({ suspendedAt }) => suspendedAt === null);
    return { isMember: member !== null, isOwner, isSuspended, belongsElsewhere, isKeptElsewhere };
  }

  async holdStanding(organizationId: number, userId: number): ReturnType<ProvisionedMembers['holdStanding']> {
    const standing = await this.standingOf(organizationId, userId);
    if (!standing.isOwner) await this.rows.organizations.lock(({ id }) => id === organizationId, 'shared');
    return standing;
  }

  async suspend(organizationId: number, userId: number, at: Date): ReturnType<ProvisionedMembers['suspend']> {
    const [member] = await this.rows.members.update(
      (one) => isOf(organizationId, userId)(one) && one.suspendedAt === null,
      (one) => ({ ...one, suspendedAt: at }),
    );
    const role = member === undefined ? null : await this.rows.role(member.roleId);
    return member === undefined || role === null ? null : { isOwner: isOwner(role), hasCome: member.arrivedAt !== null };
  }
}
