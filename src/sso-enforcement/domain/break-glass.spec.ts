import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import { type BreakGlass, meetsBreakGlassTerms, isReady, provesDrill } from './break-glass.js';

const NOW = new Date('2026-11-20T09:00:00.000Z');
const DAY_MS = 86_400_000;
const [STRICT, LENIENT] = [{ acceptsTotp: false }, { acceptsTotp: true }];
const account: BreakGlass = {
  userId: 1,
  username: 'olivia',
  displayName: null,
  designatedAt: NOW,
  drilledAt: NOW,
  lastUsedAt: null,
  isActiveOwner: true,
  hasWebauthn: true,
  hasTotp: false,
};
const session: Caller = {
  userId: 1,
  sessionId: 1,
  username: 'olivia',
  email: 'olivia@delta.example',
  isSystemAdmin: false,
  amr: ['pwd', 'hwk'],
  acr: 'aal2',
  authenticatedAt: NOW,
  mfaAt: NOW,
  deviceId: null,
  ssoConnectionId: null,
};

describe('a break-glass account', () => {
  it('is fit with a passkey, and with an authenticator app only where that is accepted', () => {
    expect(meetsBreakGlassTerms(account, STRICT)).toBe(true);
    const withApp = { ...account, hasWebauthn: false, hasTotp: true };
    expect([meetsBreakGlassTerms(withApp, STRICT), meetsBreakGlassTerms(withApp, LENIENT)]).toEqual([false, true]);
    expect(meetsBreakGlassTerms({ ...account, hasWebauthn: false }, LENIENT)).toBe(false);
    expect(meetsBreakGlassTerms({ ...account, isActiveOwner: false }, LENIENT)).toBe(false);
  });

  it('is ready for less than ninety days after a drill', () => {
    const drilledBefore = (milliseconds: number) => isReady({ ...account, drilledAt: new Date(NOW.getTime() - milliseconds) }, STRICT, NOW);
    expect([drilledBefore(90 * DAY_MS - 1), drilledBefore(90 * DAY_MS)]).toEqual([true, false]);
    expect(isReady({ ...account, drilledAt: null }, STRICT, NOW)).toBe(false);
  });

  it.each<[string, Partial<Caller>, boolean, boolean]>([
    ['password and passkey', {}, true, true],
    ['password and authenticator app', { amr: ['pwd', 'otp'] }, false, true],
    ['a trusted device that proved a passkey since', { amr: ['pwd', 'trusted_device', 'hwk'] }, true, true],
    ['password alone', { amr: ['pwd'], mfaAt: null }, false, false],
    ['a recovery code', { amr: ['pwd', 'rc'] }, false, false],
    ['a recovery code after a passkey', { amr: ['pwd', 'hwk', 'rc'] }, false, false],
    ['an identity provider and a passkey', { amr: ['sso', 'hwk'], ssoConnectionId: 3 }, false, false],
    ['a proof of ten minutes ago', { mfaAt: new Date(NOW.getTime() - 600_000) }, false, false],
  ])('is drilled by %s', (_, given, strictly, leniently) => {
    expect([STRICT, LENIENT].map((terms) => provesDrill({ ...session, ...given }, terms, NOW))).toEqual([strictly, leniently]);
  });
});
