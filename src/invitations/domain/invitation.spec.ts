import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Invitation, couldStillInvite } from './invitation.js';
import { InvitationAlreadyAccepted, InvitationDeclined, InvitationExpired, InvitationRevoked } from './invitation.errors.js';

const START = new Date('2026-11-20T09:00:00.000Z');
const WEEK_MS = 7 * 86_400_000;
const after = (ms: number) => new Date(START.getTime() + ms);
const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const ANEW = { tokenHash: SECOND, invitedBy: 2, roleId: 4, roleName: 'viewer', approvedPermissions: null, approvedBy: null };

function issued(): Invitation {
  return Invitation.issue(
    {
      id: 1,
      organizationId: 1,
      workspaceId: 1,
      roleId: 4,
      roleName: 'viewer',
      email: 'Ines@delta.example',
      emailKey: 'ines@delta.example',
      tokenHash: FIRST,
      invitedBy: 2,
      approvedPermissions: null,
      approvedBy: null,
    },
    START,
  );
}

describe('an invitation', () => {
  it('is pending for seven days to the millisecond, then expired', () => {
    expect(issued().statusAt(after(WEEK_MS - 1))).toBe('pending');
    expect(issued().statusAt(after(WEEK_MS))).toBe('expired');
    expect(() => issued().accept(8, after(WEEK_MS))).toThrow(InvitationExpired);
  });

  it('is accepted once, and then neither sent again nor revoked', () => {
    const accepted = issued().accept(8, after(1));
    expect(accepted).toMatchObject({ status: 'accepted', acceptedBy: 8, closedAt: after(1) });
    expect(accepted.statusAt(after(2 * WEEK_MS))).toBe('accepted');
    for (const act of [
      () => accepted.accept(9, after(2)),
      () => accepted.resend(ANEW, after(2)),
      () => accepted.revoke(after(2)),
      () => accepted.decline(after(2)),
    ])
      expect(act).toThrow(InvitationAlreadyAccepted);
  });

  it('is revoked at once and for good, also after it has expired', () => {
    for (const at of [after(1), after(2 * WEEK_MS)]) {
      const revoked = issued().revoke(at);
      expect(revoked.statusAt(at)).toBe('revoked');
      expect(revoked.revoke(after(3 * WEEK_MS))).toBe(revoked);
      expect(() => revoked.accept(8, at)).toThrow(InvitationExpired);
      expect(() => revoked.resend(ANEW, at)).toThrow(InvitationRevoked);
    }
  });

  it('is declined while it is open, for good, and not sent again', () => {
    const declined = issued().decline(after(1));
    expect(declined.statusAt(after(2 * WEEK_MS))).toBe('declined');
    for (const act of [() => declined.accept(8, after(2)), () => declined.decline(after(2)), () => issued().decline(after(WEEK_MS))])
      expect(act).toThrow(InvitationExpired);
    expect(() => declined.resend(ANEW, after(2))).toThrow(InvitationDeclined);
    expect(declined.revoke(after(2))).toBe(declined);
  });

  it('that is sent again has a new token, a new term and a new word to stand on', () => {
    const renewed = issued().resend({ ...ANEW, invitedBy: 3, roleId: 5, roleName: 'editor' }, after(2 * WEEK_MS));
    expect(renewed).toMatchObject({ tokenHash: SECOND, invitedBy: 3, roleId: 5, roleName: 'editor', expiresAt: after(3 * WEEK_MS) });
    expect(renewed.statusAt(after(3 * WEEK_MS - 1))).toBe('pending');
  });

  it('that has expired comes back by being sent again and by nothing else [statement 59]', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('accept', 'revoke', 'decline', 'resend'), fc.nat({ max: 3 * WEEK_MS })));
    fc.assert(
      fc.property(steps, (sequence) => {
        let [invitation, now] = [issued(), START.getTime()];
        for (const [step, pause] of sequence) {
          now += pause;
          const at = new Date(now);
          const before = invitation.statusAt(at);
          invitation = attempt(invitation, step, at);
          const status = invitation.statusAt(at);
          if (before !== 'pending' && status === 'pending') expect([before, step]).toEqual(['expired', 'resend']);
          if (status === 'accepted' && before !== 'accepted') expect([before, step]).toEqual(['pending', 'accept']);
          if (before === 'accepted' || before === 'revoked' || before === 'declined') expect(status).toBe(before);
          if (status === 'declined' && before !== 'declined') expect([before, step]).toEqual(['pending', 'decline']);
        }
      }),
    );
  });

  it('whose place another one took stays expired whatever the clock says', () => {
    const superseded = Invitation.of({ ...issued(), status: 'expired' });
    expect(() => superseded.accept(8, START)).toThrow(InvitationExpired);
    expect(superseded.resend(ANEW, START).statusAt(START)).toBe('pending');
  });
});

describe('an inviter', () => {
  const held = { permissions: ['member.invite', 'workspace.read'] as const, isSystemAdmin: false, isFounding: false };

  it('backs what they hold, as long as they may invite', () => {
    expect(couldStillInvite(held, ['workspace.read'])).toBe(true);
    expect(couldStillInvite(held, ['workspace.read', 'query.run'])).toBe(false);
    expect(couldStillInvite(held, ['*'])).toBe(false);
    expect(couldStillInvite({ ...held, permissions: ['workspace.read'] }, ['workspace.read'])).toBe(false);
    expect(couldStillInvite({ permissions: ['*'], isSystemAdmin: false, isFounding: false }, ['*'])).toBe(true);
    expect(couldStillInvite({ permissions: [], isSystemAdmin: true, isFounding: true }, ['*'])).toBe(true);
  });
});

function attempt(invitation: Invitation, step: string, at: Date): Invitation {
  try {
    if (step === 'accept') return invitation.accept(8, at);
    if (step === 'decline') return invitation.decline(at);
    return step === 'revoke' ? invitation.revoke(at) : invitation.resend(ANEW, at);
  } catch {
    return invitation;
  }
}
