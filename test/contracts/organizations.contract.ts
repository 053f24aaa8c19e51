import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '../../src/accounts/domain/user.js';
import { Invitation } from '../../src/invitations/domain/invitation.js';
import { AlreadyInvited } from '../../src/invitations/domain/invitation.errors.js';
import { MemberAlready, NameTaken, RoleInUse, UnknownReference } from '../../src/organizations/domain/organization.errors.js';
import { BUILT_IN_ROLES, type BuiltInRole, type Role } from '../../src/organizations/domain/role.js';
import type { Caller } from '../../src/shared/caller.js';
import { NotFound } from '../../src/shared/domain-error.js';
import type { Permission, PermissionGrant } from '../../src/shared/permission.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { storedPerson } from '../support/stored-person.js';
import { type OpenStores, type Stores, type StoresUnderTest, twice, whileOpen } from './stores.js';

/** What keeps organizations, their members and roles, and invitations must do. */
export function organizationsContract(name: string, open: OpenStores): void {
  describe(`${name} as the place for organizations`, () => {
    let subject: StoresUnderTest;
    let stores: Stores;
    let people = 0;
    beforeAll(async () => {
      subject = await open();
      stores = subject.stores;
    });
    afterAll(() => subject.close());
    const now = () => stores.clock.now();
    const person = () => storedPerson(stores, `member-${++people}`);
    const founded = async (title: string) => {
      const { id } = await stores.organizations.add({ name: title, domain: null, plan: 'starter', createdAt: now() });
      const roles: Partial<Record<BuiltInRole, Role>> = {};
      for (const role of ['owner', 'viewer'] as const)
        roles[role] = await stores.roles.add({
          organizationId: id,
          name: role,
          isBuiltIn: true,
          permissions: BUILT_IN_ROLES[role],
        });
      const { owner, viewer } = roles;
      if (owner === undefined || viewer === undefined) throw new Error('A role is missing.');
      const settings = { allowPublicAccess: false, defaultRoleId: viewer.id, customSettings: {} };
      const times = { createdAt: now(), updatedAt: now() };
      const workspace = await stores.workspaces.add({
        organizationId: id,
        name: 'Main',
        settings,
        labels: [],
        ...times,
      });
      return { id, owner, viewer, workspace };
    };
    const add = (organizationId: number, { id: userId }: User, role: Role) =>
      stores.members.add({ organizationId, userId, roleId: role.id, joinedAt: now() });

    it('has never had an owner until the first one comes, whatever becomes of them', async () => {
      const { id, owner } = await founded('Unowned');
      const user = await person();
      expect([await stores.organizations.isUnowned(id), await stores.organizations.exists(id)]).toEqual([true, true]);
      await add(id, user, owner);
      await stores.members.remove(id, user.id);
      expect([await stores.organizations.isUnowned(id), await stores.organizations.isUnowned(0)]).toEqual([false, false]);
      expect([await stores.organizations.exists(0), await stores.organizations.find(0)]).toEqual([false, null]);
    });

    it('lets changes of a locked organization take turns, each of which raises its version', async () => {
      const { id } = await founded('Versions');
      await twice(stores, async () => {
        const organization = await stores.organizations.lock(id);
        if (organization !== null) await stores.organizations.save({ ...organization, deviceTrustDays: 7 }, now());
      });
      expect(await stores.organizations.find(id)).toMatchObject({
        version: 3,
        deviceTrustDays: 7,
        directoryPasswords: 'ignore',
      });
    });

    it('has one membership for an account, and none for an unknown one', async () => {
      const { id, viewer } = await founded('Once');
      const user = await person();
      await add(id, user, viewer);
      await expect(add(id, user, viewer)).rejects.toThrow(MemberAlready);
      const unknown = { organizationId: id, userId: 2_000_000_000, roleId: viewer.id, joinedAt: now() };
      await expect(stores.members.add(unknown)).rejects.toThrow(NotFound);
      expect(await stores.members.find(id, user.id)).toEqual({
        userId: user.id,
        username: user.username,
        displayName: null,
        email: user.email,
        status: 'active',
        joinedAt: now(),
        role: { id: viewer.id, name: 'viewer' },
      });
      expect([await stores.members.find(id + 1, user.id), await stores.members.roleOf(id + 1, user.id)]).toEqual([null, null]);
      expect(await stores.members.roleOf(id, user.id)).toEqual(viewer);
    });

    it('keeps the role of a member who is admitted again', async () => {
      const { id, owner, viewer } = await founded('Again');
      const user = await person();
      await add(id, user, owner);
      await stores.members.admit({ organizationId: id, userId: user.id, roleId: viewer.id, joinedAt: now() });
      expect(await stores.members.roleOf(id, user.id)).toEqual(owner);
      const guest = await person();
      await stores.members.admit({ organizationId: id, userId: guest.id, roleId: viewer.id, joinedAt: now() });
      expect(await stores.members.roleOf(id, guest.id)).toEqual(viewer);
      expect(await stores.members.arrive(guest.id, now())).toEqual([]);
    });

    it('counts the other owners who can act: with an active account, and not suspended', async () => {
      const { id, owner, viewer } = await founded('Owners');
      const [one, other, third] = [await person(), await person(), await person()];
      for (const user of [one, other, third]) await add(id, user, owner);
      expect(await stores.members.otherOwners(id, one.id)).toBe(2);
      await stores.users.save(other.disable(now()));
      expect(await stores.provisioned.suspend(id, third.id, now())).toEqual({ isOwner: true, hasCome: true });
      expect(await stores.provisioned.suspend(id, third.id, now())).toBeNull();
      expect(await stores.members.otherOwners(id, one.id)).toBe(0);
      expect((await stores.members.ownersOf(id)).map(({ email }) => email).sort()).toEqual(
        [one, other, third].map(({ email }) => email).sort(),
      );
      expect(await stores.members.guardedBy(one.id)).toEqual([id]);
      await stores.members.changeRole(id, one.id, viewer.id);
      expect([await stores.members.guardedBy(one.id), await stores.members.otherOwners(id, third.id)]).toEqual([[], 0]);
    });

    it('grants what role and workspace allow, and nothing to strangers and suspended members', async () => {
      const { id, owner, viewer, workspace } = await founded('Grants');
      const [user, stranger] = [await person(), await person()];
      await add(id, user, viewer);
      const stay = {
        workspaceId: workspace.id,
        organizationId: id,
        userId: user.id,
        roleId: owner.id,
        joinedAt: now(),
      };
      await stores.workspaces.addMember(stay);
      await expect(stores.workspaces.addMember(stay)).rejects.toThrow(MemberAlready);
      await expect(stores.workspaces.addMember({ ...stay, userId: stranger.id })).rejects.toThrow(UnknownReference);
      const session = { userId: user.id, ssoConnectionId: null, mfaAt: null, deviceId: null };
      const at = (workspaceId: number) => stores.members.standingAt(session, { organizationId: id, workspaceId });
      expect(await stores.members.grantsAt(user.id, id)).toEqual(viewer.permissions);
      expect(await at(workspace.id)).toMatchObject({
        permissions: viewer.permissions,
        workspace: { isPublic: false, permissions: ['*'] },
      });
      const holders = async (permission: Permission, workspaceId: number | null) =>
        (await stores.members.holdersOf({ organizationId: id, workspaceId }, permission, 10)).map(({ userId }) => userId);
      const [keeper, editor] = [await person(), await person()];
      const permissions = BUILT_IN_ROLES.editor;
      await add(id, keeper, owner);
      await add(id, editor, await stores.roles.add({ organizationId: id, name: 'editor', isBuiltIn: true, permissions }));
      expect([await holders('query.verify', null), await holders('query.verify', workspace.id)]).toEqual([
        [keeper.id, editor.id],
        [user.id, keeper.id],
      ]);
      // One that is missing, or of others, is hidden too.
      const { workspace: theirs } = await founded('Theirs');
      for (const hidden of [theirs.id, 2_000_000_000])
        expect(await at(hidden)).toMatchObject({ workspace: { isPublic: false, permissions: null } });
      expect([await stores.members.grantsAt(user.id, id + 1), await stores.members.grantsAt(stranger.id, id)]).toEqual([null, null]);
      expect([await stores.workspaces.isMember(workspace.id, user.id), await stores.members.belongsSomewhere(stranger.id)]).toEqual([
        true,
        false,
      ]);
      await stores.provisioned.suspend(id, user.id, now());
      expect([await at(workspace.id), await stores.members.belongsSomewhere(user.id)]).toEqual([null, false]);
      expect(await stores.members.find(id, user.id)).toMatchObject({ status: 'suspended' });
      expect(await stores.organizations.affiliationsOf(user.id)).toEqual([]);
      expect(await stores.organizations.membershipsOf(user.id)).toMatchObject([{ organizationId: id, isSuspended: true }]);
    });

    it('tells what a person is to an organization, and removes them with their workspaces', async () => {
      const [here, there] = [await founded('Here'), await founded('There')];
      const user = await person();
      await add(here.id, user, here.owner);
      await add(there.id, user, there.viewer);
      const stay = {
        workspaceId: here.workspace.id,
        organizationId: here.id,
        userId: user.id,
        roleId: here.viewer.id,
        joinedAt: now(),
      };
      await stores.workspaces.addMember(stay);
      const standing = {
        isMember: true,
        isOwner: true,
        isSuspended: false,
        belongsElsewhere: true,
        isKeptElsewhere: true,
      };
      expect(await stores.provisioned.standingOf(here.id, user.id)).toEqual(standing);
      await stores.provisioned.suspend(there.id, user.id, now());
      expect(await stores.provisioned.standingOf(here.id, user.id)).toEqual({ ...standing, isKeptElsewhere: false });
      const memberships = async (): Promise<unknown> =>
        (await stores.organizations.membershipsOf(user.id)).map(({ organizationId, isSuspended }) => [organizationId, isSuspended]).sort();
      expect(await memberships()).toEqual(
        [
          [here.id, false],
          [there.id, true],
        ].sort(),
      );
      await stores.members.remove(here.id, user.id);
      expect(await stores.workspaces.isMember(here.workspace.id, user.id)).toBe(false);
      expect(await memberships()).toEqual([[there.id, true]]);
    });

    it('holds the organization of a member with their standing, and leaves that of an owner to be locked', async () => {
      const { id, owner, viewer } = await founded('Held');
      const [boss, member] = [await person(), await person()];
      await add(id, boss, owner);
      await add(id, member, viewer);
      const orderOf = (user: User) =>
        whileOpen(
          stores,
          () => stores.provisioned.holdStanding(id, user.id),
          () => stores.organizations.lock(id),
        );
      expect([await orderOf(member), await orderOf(boss)]).toEqual([
        ['first', 'later'],
        ['later', 'first'],
      ]);
      const held = await stores.unitOfWork.run(() => stores.provisioned.holdStanding(id, member.id));
      expect(held).toEqual(await stores.provisioned.standingOf(id, member.id));
    });

    it('finds members whose role has outgrown the password that a directory has set', async () => {
      const { id, owner, viewer } = await founded('Outgrown');
      const created = (name: string, passwordReach: readonly PermissionGrant[]) =>
        storedPerson(stores, name, { passwordHash: 'set', provisionedBy: id, passwordReach });
      const [within, beyond, above] = [
        await created('within', ['*']),
        await created('beyond', ['organization.read']),
        await created('above', [...viewer.permissions]),
      ];
      const claimed = await storedPerson(stores, 'claimed', { passwordHash: 'own' });
      for (const user of [within, beyond, above, claimed]) await add(id, user, viewer);
      expect(await stores.members.withOutgrownPassword(id, null)).toEqual([beyond.id]);
      await stores.members.changeRole(id, above.id, owner.id);
      expect(await stores.members.withOutgrownPassword(id, null)).toEqual([beyond.id, above.id]);
      expect(await stores.members.withOutgrownPassword(id, [above.id])).toEqual([above.id]);
      expect(await stores.members.withOutgrownPassword(id + 1, null)).toEqual([]);
    });

    it('has a name for one role of an organization, and keeps roles that are in use', async () => {
      const [{ id, viewer }, other] = [await founded('Roles'), await founded('Other roles')];
      const custom = { organizationId: id, name: 'Analyst', isBuiltIn: false, permissions: ['query.run'] } as const;
      const analyst = await stores.roles.add(custom);
      await expect(stores.roles.add(custom)).rejects.toThrow(NameTaken);
      await stores.roles.add({ ...custom, organizationId: other.id });
      expect(await stores.roles.save({ ...analyst, name: 'Reader' })).toMatchObject({ name: 'Reader', version: 2 });
      await expect(stores.roles.save({ ...analyst, name: 'viewer' })).rejects.toThrow(NameTaken);
      expect((await stores.roles.ofOrganization(id)).map(({ name: title }) => title)).toEqual(['owner', 'viewer', 'Reader']);
      await add(id, await person(), analyst);
      await expect(stores.roles.remove(analyst.id)).rejects.toThrow(RoleInUse);
      await expect(stores.roles.remove(viewer.id)).rejects.toThrow(RoleInUse);
      const lock = () => stores.roles.lock(analyst.id);
      expect(await whileOpen(stores, () => stores.roles.hold(analyst.id), lock)).toEqual(['first', 'later']);
    });

    it('finds roles for members of their organization alone', async () => {
      const { id, viewer } = await founded('Found');
      const [user, stranger] = [await person(), await person()];
      await add(id, user, viewer);
      const find = (userId: number, isSystemAdmin = false) => stores.roles.findFor({ userId, isSystemAdmin } as Caller, viewer.id);
      expect([await find(user.id), await find(stranger.id), await find(stranger.id, true)]).toEqual([viewer, null, viewer]);
    });

    describe('and invitations', () => {
      const issued = async (place: Awaited<ReturnType<typeof founded>>, email: string, invitedBy: number | null) => {
        const approval = { approvedPermissions: null, approvedBy: null };
        const { id: organizationId, viewer, workspace } = place;
        const where = { organizationId, workspaceId: workspace.id, roleId: viewer.id, roleName: viewer.name };
        const id = await stores.invitations.nextId();
        const token = { id, email, emailKey: email, tokenHash: mintToken().hash };
        return Invitation.issue({ ...token, ...where, invitedBy, ...approval }, now());
      };

      it('has one that waits for an address in a workspace, until it has expired', async () => {
        const place = await founded('Inviting');
        const inviter = await person();
        const { invitations } = stores;
        const first = await issued(place, 'guest@people.example', inviter.id);
        await invitations.add(first);
        await expect(invitations.add(await issued(place, 'guest@people.example', inviter.id))).rejects.toThrow(AlreadyInvited);
        expect(await invitations.findByToken(first.tokenHash)).toEqual(first);
        expect(await invitations.isPending(place.workspace.id, 'guest@people.example')).toBe(true);
        expect(await invitations.view(place.id, first.id, now())).toMatchObject({
          id: first.id,
          status: 'pending',
          workspace: { name: 'Main' },
          role: { name: 'viewer' },
          acceptedAt: null,
          invitedBy: { userId: inviter.id, username: inviter.username },
        });
        await invitations.closeExpired(place.workspace.id, 'guest@people.example', now());
        expect(await invitations.isPending(place.workspace.id, 'guest@people.example')).toBe(true);
        stores.clock.advance({ days: 7 });
        expect(await invitations.view(place.id, first.id, now())).toMatchObject({ status: 'expired' });
        await invitations.closeExpired(place.workspace.id, 'guest@people.example', now());
        await invitations.add(await issued(place, 'guest@people.example', inviter.id));
        await expect(invitations.save(first)).rejects.toThrow(AlreadyInvited);
      });

      it('finds those of people within their organization, and those of a directory by the token alone', async () => {
        const place = await founded('Finding');
        const { invitations } = stores;
        const [byHand, byDirectory] = [
          await issued(place, 'hand@people.example', (await person()).id),
          await issued(place, 'directory@people.example', null),
        ];
        for (const one of [byHand, byDirectory]) await invitations.add(one);
        expect(await invitations.find(place.id, byHand.id)).toEqual(byHand);
        for (const [organizationId, id] of [
          [place.id + 1, byHand.id],
          [place.id, byDirectory.id],
        ] as const) {
          expect(await invitations.find(organizationId, id)).toBeNull();
          expect(await stores.unitOfWork.run(() => invitations.lock(organizationId, id))).toBeNull();
        }
        const lock = () => invitations.lockByToken(byHand.tokenHash);
        expect(await whileOpen(stores, lock, () => invitations.lock(place.id, byHand.id))).toEqual(['first', 'later']);
      });

      it('revokes what waits for an account in one organization, and knows whether anyone awaits it', async () => {
        const [place, other] = [await founded('Revoking'), await founded('Keeping')];
        const { invitations } = stores;
        const user = await person();
        const [here, there] = [await issued(place, user.emailKey, user.id), await issued(other, user.emailKey, user.id)];
        for (const one of [here, there]) await invitations.add(one);
        expect(await invitations.revokeTo({ organizationId: place.id, userId: user.id }, now())).toEqual([here.id]);
        expect(await invitations.findByToken(here.tokenHash)).toMatchObject({ status: 'revoked', closedAt: now() });
        expect(await invitations.isAwaited(user.id, now())).toBe(true);
        expect(await invitations.isAwaited(user.id, new Date(now().getTime() + 7 * 86_400_000))).toBe(false);
        expect(await invitations.revokeAt(other.id, user.emailKey, now())).toEqual([{ id: there.id, isProvisioned: false }]);
        expect(await invitations.isAwaited(user.id, now())).toBe(false);
      });
    });
  });
}
