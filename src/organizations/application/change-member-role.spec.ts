import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FoundedOrganization, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, Forbidden, NotFound, OwnerApprovalRequired } from '../../shared/domain-error.js';
import { GrantRefused, LastOwner, UnknownReference } from '../domain/organization.errors.js';
import type { Role } from '../domain/role.js';
import { ChangeMemberRole } from './change-member-role.js';
import { RemoveMember } from './remove-member.js';
import { SuspendMember } from './suspend-member.js';

describe('the members of an organization', () => {
  let scene: Scene;
  let owner: User;
  let member: User;
  let delta: FoundedOrganization;
  let byOwner: Caller;
  beforeEach(async () => {
    scene = new Scene();
    owner = await scene.person('olivia');
    delta = await scene.organization(owner);
    member = await scene.person('vera');
    await scene.join(delta, member, delta.role('viewer'));
    byOwner = await scene.session(owner);
  });
  const roleOf = async (of: User, at = delta): Promise<string | undefined> => (await scene.members.roleOf(at.id, of.id))?.name;
  const change = (caller: Caller, of: User, role: Role, inPlaceOf: number | null = null) =>
    scene.use(ChangeMemberRole).execute({ caller, organizationId: delta.id, userId: of.id, roleId: role.id, inPlaceOf });
  const remove = (caller: Caller, of: User, inPlaceOf: number | null = null): Promise<void> =>
    scene.use(RemoveMember).execute({ caller, organizationId: delta.id, userId: of.id, inPlaceOf });
  const someone = async (role: string): Promise<{ user: User; caller: Caller }> => {
    const user = await scene.person(`a-${role}`);
    await scene.join(delta, user, delta.role(role));
    return { user, caller: await scene.session(user) };
  };

  describe('change their role', () => {
    it('by nobody without the permission: strangers, viewers, owners of other organizations', async () => {
      const oscar = await scene.person('oscar');
      await scene.organization(oscar);
      for (const caller of [await scene.session(member), await scene.session(oscar)])
        await expect(change(caller, member, delta.role('admin'))).rejects.toThrow(Forbidden);
      expect([await roleOf(member), await scene.recorded('member.role_changed')]).toEqual(['viewer', []]);
      const refusals = (await scene.trail.events()).filter(({ action }) => action === 'access.refused');
      expect(refusals.map(({ organizationId }) => organizationId)).toEqual([delta.id, undefined]);
    });

    it('to a role of another organization never, nor those of people who are no members', async () => {
      const other = await scene.organization(await scene.person('oscar'));
      await expect(change(byOwner, member, other.role('viewer'))).rejects.toThrow(UnknownReference);
      await expect(change(byOwner, await scene.person('nora'), delta.role('viewer'))).rejects.toThrow(NotFound);
      expect(await scene.recorded('member.role_changed')).toEqual(['refused UnknownReference', 'refused NotFound']);
    });

    it('only in place of the role that the caller has seen, if they say which', async () => {
      const [seen, other] = [delta.role('viewer').id, delta.role('editor').id];
      await expect(change(byOwner, member, delta.role('admin'), other)).rejects.toThrow(EditedMeanwhile);
      await expect(remove(byOwner, member, other)).rejects.toThrow(EditedMeanwhile);
      expect(await roleOf(member)).toBe('viewer');
      await change(byOwner, member, delta.role('admin'), seen);
      expect(await roleOf(member)).toBe('admin');
    });

    it('by people who give and take no more than they hold', async () => {
      const { caller, user } = await someone('admin');
      await expect(change(caller, member, delta.role('owner'))).rejects.toThrow(GrantRefused);
      await expect(change(caller, user, delta.role('owner'))).rejects.toThrow(GrantRefused);
      await expect(change(caller, owner, delta.role('viewer'))).rejects.toThrow(GrantRefused);
      expect([await roleOf(member), await roleOf(user), await roleOf(owner)]).toEqual(['viewer', 'admin', 'owner']);
      await change(caller, member, delta.role('editor'));
      expect(await roleOf(member)).toBe('editor');
    });

    it('by system administrators with the word of an owner alone, where there is or was one', async () => {
      const caller = await scene.session(await scene.person('sys', { isSystemAdmin: true }));
      await expect(change(caller, member, delta.role('editor'))).rejects.toThrow(OwnerApprovalRequired);
      expect(await roleOf(member)).toBe('viewer');
      scene.consent.approved.push({ kind: 'give_role', by: owner.id });
      await change(caller, member, delta.role('editor'));
      await change(caller, member, delta.role('viewer'));
      expect([await roleOf(member), scene.consent.approved]).toEqual(['viewer', []]);
    });

    it('but for the last owner, and for one who is kept for emergencies', async () => {
      await expect(change(byOwner, owner, delta.role('admin'))).rejects.toThrow(LastOwner);
      await change(byOwner, member, delta.role('owner'));
      scene.signOn.neededFor = 'emergencies';
      await expect(change(byOwner, member, delta.role('viewer'))).rejects.toThrow('Kept for emergencies');
      scene.signOn.neededFor = 'nobody';
      await scene.users.save(member.disable(scene.clock.now()));
      await expect(change(byOwner, owner, delta.role('admin'))).rejects.toThrow(LastOwner);
      expect(await roleOf(owner)).toBe('owner');
    });

    it('so that of two owners who demote each other at once one stays', async () => {
      await change(byOwner, member, delta.role('owner'));
      const byMember = await scene.session(member);
      const outcomes = await Promise.allSettled([
        change(byOwner, member, delta.role('viewer')),
        change(byMember, owner, delta.role('viewer')),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect([await roleOf(owner), await roleOf(member)].sort()).toEqual(['owner', 'viewer']);
    });

    it('and a password that a directory has set ends before they hold more', async () => {
      const created = await scene.person('created', { provisionedBy: delta.id });
      await scene.join(delta, created, delta.role('editor'));
      const { sessionId } = await scene.session(created);
      await change(byOwner, created, delta.role('viewer'));
      expect(await scene.users.find(created.id)).toMatchObject({ passwordHash: created.passwordHash });
      await change(byOwner, created, delta.role('admin'));
      expect(await scene.users.find(created.id)).toMatchObject({ passwordHash: null });
      expect([await scene.live(created.id, sessionId), await scene.mailed()]).toEqual([null, [`${created.email}: Your Headgate account`]]);
      expect(await scene.recorded('user.password_withdrawn')).toEqual(['success']);
    });

    it('with a record of both roles', async () => {
      expect(await change(byOwner, member, delta.role('editor'))).toMatchObject({
        userId: member.id,
        role: { name: 'editor' },
      });
      expect(await scene.trail.events()).toContainEqual({
        action: 'member.role_changed',
        outcome: 'success',
        actorUserId: owner.id,
        organizationId: delta.id,
        target: { type: 'user', id: member.id },
        detail: { from: 'viewer', to: 'editor' },
      });
    });
  });

  describe('are removed', () => {
    it('by nobody without the permission, from no other organization, and not above the caller', async () => {
      const oscar = await scene.person('oscar');
      const other = await scene.organization(oscar);
      await scene.join(other, member, other.role('viewer'));
      await expect(remove(await scene.session(member), owner)).rejects.toThrow(Forbidden);
      await expect(remove(await scene.session(oscar), member)).rejects.toThrow(Forbidden);
      await expect(remove((await someone('admin')).caller, owner)).rejects.toThrow(GrantRefused);
      await expect(remove(byOwner, oscar)).rejects.toThrow(NotFound);
      expect([await roleOf(owner), await roleOf(member), await roleOf(oscar, other)]).toEqual(['owner', 'viewer', 'owner']);
      expect(await scene.recorded('member.removed')).toEqual(['refused GrantRefused', 'refused NotFound']);
    });

    it('but for the last owner, and for one who is kept for emergencies', async () => {
      await expect(remove(byOwner, owner)).rejects.toThrow(LastOwner);
      scene.signOn.neededFor = 'emergencies';
      await expect(remove(byOwner, member)).rejects.toThrow('Kept for emergencies');
      expect([await roleOf(owner), await roleOf(member), scene.directory.left]).toEqual(['owner', 'viewer', []]);
    });

    it('so that of two owners who remove each other at once one stays', async () => {
      await change(byOwner, member, delta.role('owner'));
      const byMember = await scene.session(member);
      const outcomes = await Promise.allSettled([remove(byOwner, member), remove(byMember, owner)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect([await roleOf(owner), await roleOf(member)].filter((role) => role === 'owner')).toHaveLength(1);
    });

    it('with what a provider of the organization has opened for them, and nothing else of theirs', async () => {
      // In memory, the connections of an organization have its id.
      const signOn = { connectionId: delta.id, identityId: 1, providerSessionId: null, idToken: null };
      const [own, opened] = [await scene.session(member), await scene.session(member, { signOn })];
      await remove(byOwner, member);
      expect([await roleOf(member), scene.directory.left]).toEqual([undefined, [member.id]]);
      expect([await scene.live(member.id, own.sessionId), await scene.live(member.id, opened.sessionId)]).toEqual([
        expect.anything(),
        null,
      ]);
      const events = (await scene.trail.events()).filter(({ action }) => action === 'member.removed');
      expect(events).toEqual([expect.objectContaining({ outcome: 'success', organizationId: delta.id, detail: { role: 'viewer' } })]);
    });
  });

  describe('leave', () => {
    const leave = (caller: Caller, at = delta): Promise<void> => scene.use(RemoveMember).leave(caller, at.id);

    it('by themselves, whatever their role allows, and lose nothing elsewhere', async () => {
      const other = await scene.organization(await scene.person('oscar'));
      await scene.join(other, member, other.role('viewer'));
      await leave(await scene.session(member));
      expect([await roleOf(member), await roleOf(member, other), scene.directory.left]).toEqual([undefined, 'viewer', [member.id]]);
      expect((await scene.trail.events()).filter(({ action }) => action === 'member.left')).toEqual([
        expect.objectContaining({ outcome: 'success', actorUserId: member.id, organizationId: delta.id, detail: { role: 'viewer' } }),
      ]);
    });

    it('but for the last owner, for one who is kept for emergencies, and for strangers', async () => {
      await expect(leave(byOwner)).rejects.toThrow(LastOwner);
      await expect(leave(await scene.session(await scene.person('nora')))).rejects.toThrow(NotFound);
      expect((await scene.trail.events()).filter(({ action }) => action === 'access.refused')).toEqual([
        expect.not.objectContaining({ organizationId: delta.id }),
      ]);
      scene.signOn.neededFor = 'emergencies';
      await expect(leave(await scene.session(member))).rejects.toThrow('Kept for emergencies');
      expect([await roleOf(owner), await roleOf(member)]).toEqual(['owner', 'viewer']);
    });

    it('so that of two owners at once one stays', async () => {
      await change(byOwner, member, delta.role('owner'));
      const byMember = await scene.session(member);
      const outcomes = await Promise.allSettled([leave(byOwner), leave(byMember)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });

  describe('are suspended by a directory', () => {
    const suspend = (of: User) =>
      scene.unitOfWork.run(() => scene.use(SuspendMember).execute({ organizationId: delta.id, userId: of.id, detail: undefined }));

    it('but for the last owner, and for one who is kept for emergencies', async () => {
      await expect(suspend(owner)).rejects.toThrow(LastOwner);
      await change(byOwner, member, delta.role('owner'));
      scene.signOn.neededFor = 'emergencies';
      await expect(suspend(member)).rejects.toThrow('Kept for emergencies');
      expect(await scene.members.find(delta.id, member.id)).toMatchObject({ status: 'active' });
    });

    it('so that of two owners at once one stays', async () => {
      await change(byOwner, member, delta.role('owner'));
      const outcomes = await Promise.allSettled([suspend(owner), suspend(member)]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('once, and keep their role', async () => {
      expect([await suspend(member), await suspend(member)]).toEqual([true, false]);
      expect(await scene.members.find(delta.id, member.id)).toMatchObject({
        status: 'suspended',
        role: { name: 'viewer' },
      });
      expect(await scene.recorded('member.suspended')).toEqual(['success']);
    });
  });
});
