import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FoundedOrganization, Scene } from '../../../test/fakes/scene.js';
import type { User } from '../../accounts/domain/user.js';
import { WeakPassword } from '../../accounts/domain/account.errors.js';
import type { Caller } from '../../shared/caller.js';
import {
  Forbidden,
  NotFound,
  OwnerApprovalRequired,
  RateLimited,
  ValidationFailed,
} from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import {
  AccountExists,
  AlreadyInWorkspace,
  AlreadyInvited,
  BroughtByDirectory,
  GrantRefused,
  InvitationAlreadyAccepted,
  InvitationExpired,
  InvitationNotFound,
  InvitationRevoked,
  NotTheInvited,
  OneWayToAccept,
  UnknownReference,
} from '../domain/invitation.errors.js';
import { AcceptInvitation } from './accept-invitation.js';
import { InvitePerson } from './invite-person.js';
import { ResendInvitation } from './resend-invitation.js';
import { RevokeInvitation } from './revoke-invitation.js';

const ADDRESS = 'guest@people.example';
const ACCOUNT = { username: 'guest', password: 'a wholly other sentence' };

describe('invitations', () => {
  let scene: Scene;
  let owner: User;
  let delta: FoundedOrganization;
  let byOwner: Caller;
  let byViewer: Caller;
  let stranger: Caller;
  beforeEach(async () => {
    scene = new Scene();
    owner = await scene.person('olivia');
    delta = await scene.organization(owner);
    byOwner = await scene.session(owner);
    const vera = await scene.person('vera');
    await scene.join(delta, vera, delta.role('viewer'));
    byViewer = await scene.session(vera);
    const oscar = await scene.person('oscar');
    await scene.organization(oscar);
    stranger = await scene.session(oscar);
  });
  const placeOf = (role = 'viewer', at = delta) => ({
    organizationId: delta.id,
    workspaceId: at.workspaceId,
    roleId: at.role(role).id,
  });
  const invite = (caller = byOwner, ids = placeOf(), email = ADDRESS) =>
    scene.use(InvitePerson).execute({ caller, ids, email });
  const invited = async (
    email = ADDRESS,
    ids = placeOf(),
    caller = byOwner,
  ): Promise<{ id: number; token: string }> => {
    const { id } = await invite(caller, ids, email);
    return { id, token: await scene.mailedToken() };
  };
  const accept = (token: string, as: { account?: typeof ACCOUNT; caller?: Caller } = { account: ACCOUNT }) =>
    scene
      .use(AcceptInvitation)
      .execute({ token, ip: '192.0.2.1', account: as.account ?? null, caller: as.caller ?? null });
  const resend = (invitationId: number, caller = byOwner) =>
    scene.use(ResendInvitation).execute({ caller, organizationId: delta.id, invitationId });
  const revoke = (invitationId: number, caller = byOwner) =>
    scene.use(RevokeInvitation).execute({ caller, organizationId: delta.id, invitationId });
  const accounts = async (): Promise<number> => (await scene.users.rows.all()).length;

  describe('are sent', () => {
    it('by nobody without the permission, whatever they do with them, and not to the places of others', async () => {
      const { id } = await invited();
      for (const caller of [byViewer, stranger])
        for (const act of [() => invite(caller), () => resend(id, caller), () => revoke(id, caller)])
          await expect(act()).rejects.toThrow(Forbidden);
      const other = await scene.organization(null);
      await expect(invite(byOwner, placeOf('viewer', other))).rejects.toThrow(UnknownReference);
      for (const act of [() => resend(0), () => revoke(0)]) await expect(act()).rejects.toThrow(NotFound);
      expect([(await scene.mailed()).length, await scene.recorded('invitation.created')]).toEqual([
        1,
        ['success', 'refused UnknownReference'],
      ]);
      expect(await scene.recorded('access.refused')).toHaveLength(6);
    });

    it('with a role that the sender could give; system administrators ask an owner', async () => {
      const ada = await scene.person('ada');
      await scene.join(delta, ada, delta.role('admin'));
      await expect(invite(await scene.session(ada), placeOf('owner'))).rejects.toThrow(GrantRefused);
      const admin = await scene.session(await scene.person('sys', { isSystemAdmin: true }));
      await expect(invite(admin)).rejects.toThrow(OwnerApprovalRequired);
      expect([await scene.mailed(), await scene.invitations.isPending(delta.workspaceId, ADDRESS)]).toEqual([
        [],
        false,
      ]);
      scene.consent.approved.push({ kind: 'give_role', by: owner.id });
      await invite(admin);
      expect((await scene.mailed()).length).toBe(1);
    });

    it('once to an address in a workspace, to nobody who is there, and to nobody whom a directory brings', async () => {
      await expect(invite(byOwner, placeOf(), 'no address')).rejects.toThrow(ValidationFailed);
      await invite();
      await expect(invite(byOwner, placeOf(), ADDRESS.toUpperCase())).rejects.toThrow(AlreadyInvited);
      const race = await Promise.allSettled([1, 2, 3].map(() => invite(byOwner, placeOf(), 'race@people.example')));
      expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const there = {
        workspaceId: delta.workspaceId,
        organizationId: delta.id,
        userId: byViewer.userId,
        roleId: delta.role('viewer').id,
      };
      await scene.workspaces.addMember({ ...there, joinedAt: scene.clock.now() });
      await expect(invite(byOwner, placeOf(), byViewer.email)).rejects.toThrow(AlreadyInWorkspace);
      scene.directory.isBringing = true;
      await expect(invite(byOwner, placeOf(), 'brought@people.example')).rejects.toThrow(BroughtByDirectory);
      expect((await scene.mailed()).length).toBe(2);
    });

    it('with one answer whether or not there is an account, a mail with the link, and a record', async () => {
      const known = await scene.person('known');
      const [forNew, forKnown] = [await invite(), await invite(byOwner, placeOf(), known.email)];
      expect(Object.keys(forNew)).toEqual(Object.keys(forKnown));
      expect({ ...forKnown, id: 0, email: '' }).toEqual({ ...forNew, id: 0, email: '' });
      expect(forNew).toMatchObject({ status: 'pending', role: { name: 'viewer' }, invitedBy: { username: 'olivia' } });
      expect(await scene.mailed()).toEqual([expect.stringContaining(ADDRESS), expect.stringContaining(known.email)]);
      const token = await scene.mailedToken();
      expect(JSON.stringify([await scene.trail.events(), forKnown])).not.toContain(token);
      expect(await scene.recorded('invitation.created')).toEqual(['success', 'success']);
    });

    it('again by a new link for seven more days, until they are accepted or revoked', async () => {
      const { id, token } = await invited();
      scene.clock.advance({ days: 8 });
      await expect(accept(token)).rejects.toThrow(InvitationExpired);
      await resend(id);
      await expect(accept(token)).rejects.toThrow(InvitationNotFound);
      await accept(await scene.mailedToken());
      await expect(resend(id)).rejects.toThrow(InvitationAlreadyAccepted);
      await expect(revoke(id)).rejects.toThrow(InvitationAlreadyAccepted);
      const other = await invited('other@people.example');
      await revoke(other.id);
      await revoke(other.id);
      await expect(resend(other.id)).rejects.toThrow(InvitationRevoked);
      expect(await scene.recorded('invitation.revoked')).toEqual(['refused InvitationAlreadyAccepted', 'success']);
      expect(await scene.recorded('invitation.resent')).toEqual([
        'success',
        'refused InvitationAlreadyAccepted',
        'refused InvitationRevoked',
      ]);
    });

    it('anew where only an expired one is in the way, which stays expired', async () => {
      const { id, token } = await invited();
      scene.clock.advance({ days: 7 });
      await invited();
      await expect(accept(token)).rejects.toThrow(InvitationExpired);
      expect(await scene.invitations.view(delta.id, id, scene.clock.now())).toMatchObject({ status: 'expired' });
      await expect(resend(id)).rejects.toThrow(AlreadyInvited);
    });

    it('a few times to one address, then the senders have to wait', async () => {
      const { id } = await invited();
      const sent = await Promise.allSettled(Array.from({ length: 12 }, () => () => resend(id)).map((send) => send()));
      const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.constructor] : []));
      expect(new Set(refused)).toEqual(new Set([RateLimited]));
      expect((await scene.mailed()).length).toBe(1 + sent.length - refused.length);
    });
  });

  describe('are accepted', () => {
    it('by an unknown token never, and a network waits that goes on trying', async () => {
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
      const { id, token } = await invited();
      await revoke(id);
      for (let tries = 0; tries < 101; tries += 1) await expect(accept(token)).rejects.toThrow(InvitationExpired);
      await expect(accept(token)).rejects.toThrow(RateLimited);
      expect(await scene.recorded('invitation.accepted')).toHaveLength(101);
    });

    it('not when revoked, or when nobody vouches for them any more, and all alike', async () => {
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
      const { token } = await invited();
      const before = await accounts();
      await expect(accept(token, { account: { ...ACCOUNT, password: 'guest' } })).rejects.toThrow(WeakPassword);
      await expect(accept(token, { account: { ...ACCOUNT, password: 'Delta Analytics' } })).rejects.toThrow(
        WeakPassword,
      );
      await expect(accept(token, { account: { ...ACCOUNT, username: '!' } })).rejects.toThrow(ValidationFailed);
      await expect(accept(token, { account: { ...ACCOUNT, username: 'olivia' } })).rejects.toThrow(
        'username already exists',
      );
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
      const { token } = await invited();
      for (let name = 0; name < 11; name += 1)
        await expect(accept(token, { account: { ...ACCOUNT, username: 'olivia' } })).rejects.toThrow('already exists');
      await expect(accept(token)).rejects.toThrow(RateLimited);
    });

    it('once, however many accept at once', async () => {
      const { token } = await invited();
      const before = await accounts();
      const names = ['guest-1', 'guest-2', 'guest-3'];
      const outcomes = await Promise.allSettled(
        names.map((username) => accept(token, { account: { ...ACCOUNT, username } })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await accounts()).toBe(before + 1);
    });

    it('by the holder of an account with their session alone, and by nobody else’s', async () => {
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
      const { token } = await invited(byViewer.email, placeOf('editor'));
      await accept(token, { caller: byViewer });
      expect((await scene.members.roleOf(delta.id, byViewer.userId))?.name).toBe('viewer');
      expect(await scene.workspaces.isMember(delta.workspaceId, byViewer.userId)).toBe(true);
    });

    it('by the owner of an account that a directory has created, who claims it so', async () => {
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
});
