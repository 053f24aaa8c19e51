import { describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '../../shared/ports/audit-trail.js';
import { memberEventOf } from './member-event.js';

const login: AuditEvent = {
  action: 'session.logged_in',
  outcome: 'success',
  actorUserId: 5,
  target: { type: 'session', id: 77 },
  detail: { amr: ['pwd'], acr: 'aal1', sso_exempt: 'break_glass' },
};
const refused = (detail: AuditEvent['detail']): AuditEvent => ({ ...login, outcome: 'refused', detail });

describe('what the organizations of a member are told', () => {
  it('is whose login it was, and how', () => {
    expect(memberEventOf(login)).toEqual({ userId: 5, detail: { amr: ['pwd'], acr: 'aal1' } });
  });

  it('is about the account that was changed, not about the actor', () => {
    const reset = { ...login, action: 'mfa.factors_reset', actorUserId: 1, target: { type: 'user', id: 9 } };
    expect(memberEventOf({ ...reset, detail: { factors: 2 } })).toEqual({ userId: 9, detail: {} });
  });

  it.each<[string, number | null, boolean]>([
    ['revoked', 5, true],
    ['password_changed', 5, true],
    ['password_reset', 5, true],
    ['mfa_changed', 5, true],
    ['account_claimed', 5, true],
    ['revoked', 1, true],
    ['mfa_changed', null, true],
    ['device_stolen', null, true],
    ['deprovisioned', null, false],
    ['deprovisioned', 1, false],
    ['password_changed', null, false],
    ['account_disabled', 1, false],
    ['account_disabled', null, false],
    ['anything_else', 5, false],
  ])('is the end of all sessions for the reason %s, by %j: %j', (reason, actorUserId, isTold) => {
    const target = { type: 'user', id: 5 };
    const ended: AuditEvent = {
      ...login,
      action: 'session.all_ended',
      actorUserId,
      target,
      detail: { reason, ended: 2 },
    };
    expect(memberEventOf(ended)).toEqual(isTold ? { userId: 5, detail: { reason } } : null);
  });

  it.each<[string, AuditEvent]>([
    ['a login by single sign-on', { ...login, detail: { amr: ['sso'], sso_connection_id: 3 } }],
    ['what stands in the trail of an organization already', { ...login, organizationId: 1 }],
    ['a password that waits for its second factor', refused({ reason: 'mfa_required' })],
    ['what was refused unseen', refused({ reason: 'throttled' })],
    ['a guess at a name without an account', { ...refused({ reason: 'wrong_credentials' }), actorUserId: null, target: undefined }],
    ['a second factor that was right', { ...login, action: 'mfa.verified' }],
    ['the end of a session', { ...login, action: 'session.logged_out' }],
    ['sessions of others that a member ended', { ...login, action: 'session.all_ended', target: { type: 'sso_connection', id: 1 } }],
    ['a change of the organization', { ...login, action: 'organization.updated' }],
  ])('is not %s', (_, event) => {
    expect(memberEventOf(event)).toBeNull();
  });
});
