import { describe, expect, it } from '@jest/globals';
import { ADDRESS, InvitationScene } from '../../../test/fakes/invitation-scene.js';
import { Forbidden, NotFound, OwnerApprovalRequired, RateLimited, ValidationFailed } from '../../shared/domain-error.js';
import {
  AlreadyInWorkspace,
  AlreadyInvited,
  BroughtByDirectory,
  GrantRefused,
  InvitationAlreadyAccepted,
  InvitationDeclined,
  InvitationExpired,
  InvitationNotFound,
  InvitationRevoked,
  UnknownReference,
} from '../domain/invitation.errors.js';

describe('invitations are sent', () => {
  it('by nobody without the permission, whatever they do with them, and not to the places of others', async () => {
    const { scene, byOwner, byViewer, stranger, placeOf, invite, invited, resend, revoke } = await InvitationScene.set();
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
    const { scene, owner, delta, placeOf, invite } = await InvitationScene.set();
    const ada = await scene.person('ada');
    await scene.join(delta, ada, delta.role('admin'));
    await expect(invite(await scene.session(ada), placeOf('owner'))).rejects.toThrow(GrantRefused);
    const admin = await scene.session(await scene.person('sys', { isSystemAdmin: true }));
    await expect(invite(admin)).rejects.toThrow(OwnerApprovalRequired);
    expect([await scene.mailed(), await scene.invitations.isPending(delta.workspaceId, ADDRESS)]).toEqual([[], false]);
    scene.consent.approved.push({ kind: 'give_role', by: owner.id });
    await invite(admin);
    expect((await scene.mailed()).length).toBe(1);
  });

  it('once to an address in a workspace, to nobody who is there, and to nobody whom a directory brings', async () => {
    const { scene, delta, byOwner, byViewer, placeOf, invite } = await InvitationScene.set();
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
    const { scene, byOwner, placeOf, invite } = await InvitationScene.set();
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
    const { scene, invited, accept, resend, revoke } = await InvitationScene.set();
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

  it('again with another role, which the sender could give and the mail names', async () => {
    const { scene, owner, delta, byOwner, placeOf, invited, accept, resend } = await InvitationScene.set();
    const { id, token } = await invited();
    expect(await resend(id, byOwner, delta.role('editor').id)).toMatchObject({ role: { name: 'editor' }, status: 'pending' });
    expect((await scene.mailer.sent()).at(-1)?.text).toContain('editor');
    await expect(accept(token)).rejects.toThrow(InvitationNotFound);
    const ada = await scene.person('ada');
    await scene.join(delta, ada, delta.role('admin'));
    await expect(resend(id, await scene.session(ada), delta.role('owner').id)).rejects.toThrow(GrantRefused);
    const other = await scene.organization(owner);
    await expect(resend(id, byOwner, placeOf('viewer', other).roleId)).rejects.toThrow(UnknownReference);
    const { guest, place } = await accept(await scene.mailedToken());
    expect([guest.email, place.role.name]).toEqual([ADDRESS, 'editor']);
  });

  it('until the person declines, which ends the link for everyone and is recorded', async () => {
    const { scene, delta, invited, accept, decline, resend, invite } = await InvitationScene.set();
    const { id, token } = await invited();
    await decline(token);
    expect(await scene.invitations.view(delta.id, id, scene.clock.now())).toMatchObject({ status: 'declined' });
    for (const act of [() => decline(token), () => accept(token)]) await expect(act()).rejects.toThrow(InvitationExpired);
    await expect(resend(id)).rejects.toThrow(InvitationDeclined);
    await expect(decline('x'.repeat(43))).rejects.toThrow(InvitationNotFound);
    expect(await scene.recorded('invitation.declined')).toEqual(['success', 'refused declined', 'refused unknown']);
    await invite();
    const race = await invited('race@people.example');
    const ends = await Promise.allSettled([accept(race.token), decline(race.token), decline(race.token)]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('anew where only an expired one is in the way, which stays expired', async () => {
    const { scene, delta, invited, accept, resend } = await InvitationScene.set();
    const { id, token } = await invited();
    scene.clock.advance({ days: 7 });
    await invited();
    await expect(accept(token)).rejects.toThrow(InvitationExpired);
    expect(await scene.invitations.view(delta.id, id, scene.clock.now())).toMatchObject({ status: 'expired' });
    await expect(resend(id)).rejects.toThrow(AlreadyInvited);
  });

  it('a few times to one address, then the senders have to wait', async () => {
    const { scene, invited, resend } = await InvitationScene.set();
    const { id } = await invited();
    const sent = await Promise.allSettled(Array.from({ length: 12 }, () => () => resend(id)).map((send) => send()));
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.constructor] : []));
    expect(new Set(refused)).toEqual(new Set([RateLimited]));
    expect((await scene.mailed()).length).toBe(1 + sent.length - refused.length);
  });
});
