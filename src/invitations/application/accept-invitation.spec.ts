import { describe, expect, it } from '@jest/globals';
import { ACCOUNT, ADDRESS, InvitationScene } from '../../../test/fakes/invitation-scene.js';
import { WeakPassword } from '../../accounts/domain/account.errors.js';
import { RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import {
  AccountExists,
  InvitationAlreadyAccepted,
  InvitationExpired,
  InvitationNotFound,
  NotTheInvited,
  OneWayToAccept,
} from '../domain/invitation.errors.js';

describe('invitations are accepted', () => {
  it('by an unknown token never, and a network waits that goes on trying', async () => {
    const { scene, byViewer, invited, accept } = await InvitationScene.set();
    await expect(accept('x')).rejects.toThrow(InvitationNotFound);
    await expect(accept(mintToken().token)).rejects.toThrow(InvitationNotFound);
    await expect(accept('x', {})).rejects.toThrow(OneWayToAccept);
    await expect(accept('x', { account: ACCOUNT, caller: byViewer })).rejects.toThrow(OneWayToAccept);
    expect(await scene.recorded('invitation.accepted')).toEqual(['refused unknown', 'refused unknown']);
    for (let tries = 2; tries < 101; tries += 1) await expect(accept('x')).rejects.toThrow(InvitationNotFound);
    await expect(accept('x')).rejects.toThrow(RateLimited);
    expect((await scene.recorded('invitation.accepted')).at(-1)).toBe('refused throttled');
    // The token of an open one always passes.
    const { token } = await invited();
    await accept(token);
  });

  it('no more than a hundred times by tokens that have ended: the trail cannot be filled with them', async () => {
    const { scene, invited, accept, revoke } = await InvitationScene.set();
    const { id, token } = await invited();
    await revoke(id);
    for (let tries = 0; tries < 101; tries += 1) await expect(accept(token)).rejects.toThrow(InvitationExpired);
    await expect(accept(token)).rejects.toThrow(RateLimited);
    expect(await scene.recorded('invitation.accepted')).toHaveLength(101);
  });

  it('not when revoked, or when nobody vouches for them any more, and all alike', async () => {
    const { scene, delta, placeOf, invited, accept, revoke } = await InvitationScene.set();
    const refused: string[] = [];
    const isOver = async ({ token }: { token: string }): Promise<void> => {
      await expect(accept(token)).rejects.toThrow(InvitationExpired);
      refused.push((await scene.recorded('invitation.accepted')).at(-1) ?? '');
    };
    const revoked = await invited();
    await revoke(revoked.id);
    await isOver(revoked);
    const ada = await scene.person('ada');
    await scene.join(delta, ada, delta.role('admin'));
    const byAda = await scene.session(ada);
    const left = await invited('left@people.example', placeOf('editor'), byAda);
    await scene.members.changeRole(delta.id, ada.id, delta.role('viewer').id);
    await isOver(left);
    await scene.members.changeRole(delta.id, ada.id, delta.role('admin').id);
    await scene.users.save(ada.disable(scene.clock.now()));
    await isOver(left);
    expect(refused).toEqual(['refused revoked', 'refused not_backed', 'refused not_backed']);
    expect(await scene.users.findByEmail('left@people.example')).toBeNull();
  });

  it('on the word of an owner that a system administrator has asked for, while they are one', async () => {
    const { scene, owner, delta, placeOf, invited, accept } = await InvitationScene.set();
    const admin = await scene.session(await scene.person('sys', { isSystemAdmin: true }));
    scene.consent.approved.push({ kind: 'give_role', by: owner.id });
    const { token } = await invited(ADDRESS, placeOf('editor'), admin);
    await scene.members.changeRole(delta.id, owner.id, delta.role('admin').id);
    await expect(accept(token)).rejects.toThrow(InvitationExpired);
    await scene.members.changeRole(delta.id, owner.id, delta.role('owner').id);
    await scene.users.save(owner.disable(scene.clock.now()));
    await expect(accept(token)).rejects.toThrow(InvitationExpired);
    await scene.users.save(owner);
    await accept(token);
  });

  it('by a new person whose name and password are good, and the link stays good until then', async () => {
    const { scene, delta, invited, accept, accounts } = await InvitationScene.set();
    const { token } = await invited();
    const before = await accounts();
    await expect(accept(token, { account: { ...ACCOUNT, password: 'guest' } })).rejects.toThrow(WeakPassword);
    await expect(accept(token, { account: { ...ACCOUNT, password: 'Delta Analytics' } })).rejects.toThrow(WeakPassword);
    await expect(accept(token, { account: { ...ACCOUNT, username: '!' } })).rejects.toThrow(ValidationFailed);
    await expect(accept(token, { account: { ...ACCOUNT, username: 'olivia' } })).rejects.toThrow('username already exists');
    expect(await accounts()).toBe(before);
    const { guest, place } = await accept(token);
    expect([guest.email, place.role.name, place.workspace.name]).toEqual([ADDRESS, 'viewer', 'Hydrology']);
    expect(await scene.users.find(guest.id)).toMatchObject({
      passwordHash: `now:${ACCOUNT.password}`,
      emailVerifiedAt: scene.clock.now(),
      isUnclaimed: false,
    });
    expect((await scene.members.roleOf(delta.id, guest.id))?.name).toBe('viewer');
    expect(await scene.workspaces.isMember(delta.workspaceId, guest.id)).toBe(true);
    expect(await scene.recorded('member.joined')).toEqual(['success']);
    expect((await scene.recorded('invitation.accepted')).at(-1)).toBe('success');
    await expect(accept(token)).rejects.toThrow(InvitationAlreadyAccepted);
  });

  it('by a person who guesses names in use only so often', async () => {
    const { invited, accept } = await InvitationScene.set();
    const { token } = await invited();
    for (let name = 0; name < 11; name += 1)
      await expect(accept(token, { account: { ...ACCOUNT, username: 'olivia' } })).rejects.toThrow('already exists');
    await expect(accept(token)).rejects.toThrow(RateLimited);
  });

  it('once, however many accept at once', async () => {
    const { invited, accept, accounts } = await InvitationScene.set();
    const { token } = await invited();
    const before = await accounts();
    const names = ['guest-1', 'guest-2', 'guest-3'];
    const outcomes = await Promise.allSettled(names.map((username) => accept(token, { account: { ...ACCOUNT, username } })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await accounts()).toBe(before + 1);
  });

  it('by the holder of an account with their session alone, and by nobody else’s', async () => {
    const { scene, delta, stranger, invited, accept } = await InvitationScene.set();
    const known = await scene.person('known');
    const { token } = await invited(known.email);
    await expect(accept(token)).rejects.toThrow(AccountExists);
    await expect(accept(token, { caller: stranger })).rejects.toThrow(NotTheInvited);
    const events = (await scene.trail.events()).filter(({ action }) => action === 'invitation.accepted');
    // The organization does not learn who found the mail.
    expect(events.at(-1)).toMatchObject({ actorUserId: stranger.userId, organizationId: null });
    await accept(token, { caller: await scene.session(known) });
    expect((await scene.members.roleOf(delta.id, known.id))?.name).toBe('viewer');
    expect(scene.directory.entered).toContain(known.id);
  });

  it('by a member, who keeps the role that they have in the organization', async () => {
    const { scene, delta, byViewer, placeOf, invited, accept } = await InvitationScene.set();
    const { token } = await invited(byViewer.email, placeOf('editor'));
    await accept(token, { caller: byViewer });
    expect((await scene.members.roleOf(delta.id, byViewer.userId))?.name).toBe('viewer');
    expect(await scene.workspaces.isMember(delta.workspaceId, byViewer.userId)).toBe(true);
  });

  it('by the owner of an account that a directory has created, who claims it so', async () => {
    const { scene, delta, invited, accept } = await InvitationScene.set();
    const created = await scene.person('created', { provisionedBy: delta.id });
    const { token } = await invited(created.email);
    const caller = await scene.session(created);
    const other = await scene.session(created);
    await accept(token, { caller });
    expect(await scene.users.find(created.id)).toMatchObject({ isUnclaimed: false, passwordHash: null });
    expect([await scene.live(created.id, caller.sessionId), await scene.live(created.id, other.sessionId)]).toEqual([
      expect.anything(),
      null,
    ]);
  });
});
