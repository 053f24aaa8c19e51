import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Device, type DeviceStatus, type TrustTerms } from './device.js';
import { DeviceNotFound } from './device.errors.js';

const START = new Date('2026-11-20T09:00:00.000Z');
const DAY_SECONDS = 86_400;
const FAMILY = '00000000-0000-4000-8000-000000000001';

const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
const terms = (over: Partial<TrustTerms> = {}): TrustTerms => ({
  trustEpoch: 1,
  trustEndedAt: null,
  trustDays: null,
  ...over,
});

const pending = Device.pending({ id: 3, userId: 7, familyId: null, name: 'Edge 145', trustEpoch: 1 }, START);
const trusted = pending.activate(FAMILY, terms(), START);
const revoked = trusted.revoke(after(60));

describe('a device', () => {
  it('is no trusted one before it is activated, whatever the terms', () => {
    expect(pending.status).toBe('pending');
    expect([pending.activatedAt, pending.expiresAt, pending.revokedAt, pending.lastUsedAt]).toEqual([null, null, null, null]);
    for (const trustDays of [null, 0, 30]) expect(pending.isTrusted(terms({ trustDays }), START)).toBe(false);
  });

  it.each<[string, Device, (device: Device) => Device, DeviceStatus | 'DeviceNotFound']>([
    ['pending, activated', pending, (device) => device.activate(FAMILY, terms(), after(1)), 'trusted'],
    ['pending, revoked', pending, (device) => device.revoke(after(1)), 'revoked'],
    ['pending, renamed', pending, (device) => device.rename('Mine'), 'pending'],
    ['pending, used', pending, (device) => device.use(after(1)), 'pending'],
    ['trusted, activated', trusted, (device) => device.activate(FAMILY, terms(), after(1)), 'DeviceNotFound'],
    ['trusted, revoked', trusted, (device) => device.revoke(after(1)), 'revoked'],
    ['trusted, renamed', trusted, (device) => device.rename('Mine'), 'trusted'],
    ['trusted, used', trusted, (device) => device.use(after(1)), 'trusted'],
    ['revoked, activated', revoked, (device) => device.activate(FAMILY, terms(), after(61)), 'trusted'],
    ['revoked, revoked', revoked, (device) => device.revoke(after(61)), 'revoked'],
    ['revoked, renamed', revoked, (device) => device.rename('Mine'), 'revoked'],
    ['revoked, used', revoked, (device) => device.use(after(61)), 'revoked'],
  ])('%s', (_, device, step, expected) => {
    const before = { ...device };
    if (expected === 'DeviceNotFound') expect(() => step(device)).toThrow(DeviceNotFound);
    else expect(step(device).status).toBe(expected);
    expect({ ...device }).toEqual(before);
  });

  it('keeps the moment of its first revocation', () => {
    expect(revoked.revoke(after(3600))).toBe(revoked);
    expect({ ...revoked }).toEqual({ ...trusted, status: 'revoked', revokedAt: after(60) });
  });

  it('is activated anew from nothing of before but its id, owner, name and birth', () => {
    const other = '00000000-0000-4000-8000-000000000002';
    const again = revoked.activate(other, terms({ trustEpoch: 4, trustDays: 30 }), after(120));
    expect({ ...again }).toEqual({
      ...pending,
      familyId: other,
      status: 'trusted',
      trustEpoch: 4,
      activatedAt: after(120),
      expiresAt: after(120 + 30 * DAY_SECONDS),
      revokedAt: null,
      lastUsedAt: after(120),
    });
    expect(again.isTrusted(terms({ trustEpoch: 4, trustDays: 30 }), after(120))).toBe(true);
  });

  it('may be activated again when its trust has run out, or ended with the credentials', () => {
    const limited = pending.activate(FAMILY, terms({ trustDays: 1 }), START);
    const late = after(DAY_SECONDS);
    expect(limited.activate(FAMILY, terms({ trustDays: 1 }), late).isTrusted(terms({ trustDays: 1 }), late)).toBe(true);
    const raised = terms({ trustEpoch: 2, trustEndedAt: after(10) });
    expect(trusted.activate(FAMILY, raised, after(20)).isTrusted(raised, after(20))).toBe(true);
  });

  describe('trusted for 30 days', () => {
    const limited = pending.activate(FAMILY, terms({ trustDays: 30 }), START);
    const end = 30 * DAY_SECONDS;

    it.each([
      [0, true],
      [end - 1, true],
      [end, false],
      [end + 1, false],
    ])('after %i seconds: %s', (seconds, isTrusted) => {
      expect(limited.isTrusted(terms({ trustDays: 30 }), after(seconds))).toBe(isTrusted);
      expect(limited.trustEnd(terms({ trustDays: 30 }), after(seconds))).toEqual(isTrusted ? null : after(end));
    });

    it('is not trusted longer by being used, nor by a limit that is raised or lifted later', () => {
      const used = limited.use(after(end - 1));
      for (const trustDays of [30, 90, null]) expect(used.isTrusted(terms({ trustDays }), after(end))).toBe(false);
    });

    it.each([
      [10, 10 * DAY_SECONDS - 1, true],
      [10, 10 * DAY_SECONDS, false],
      [1, 20 * DAY_SECONDS, false],
      [0, 0, false],
    ])('and the limit lowered to %i days later: after %i seconds: %s', (trustDays, seconds, isTrusted) => {
      expect(limited.isTrusted(terms({ trustDays }), after(seconds))).toBe(isTrusted);
      const ended = isTrusted ? null : after(trustDays * DAY_SECONDS);
      expect(limited.trustEnd(terms({ trustDays }), after(seconds))).toEqual(ended);
    });
  });

  it('trusted for ever is bound by a limit that is made later', () => {
    expect(trusted.expiresAt).toBeNull();
    expect(trusted.isTrusted(terms(), after(10_000 * DAY_SECONDS))).toBe(true);
    expect(trusted.isTrusted(terms({ trustDays: 7 }), after(7 * DAY_SECONDS))).toBe(false);
  });

  it('is not trusted under any other epoch than its own, and tells when that ended', () => {
    const raised = terms({ trustEpoch: 2, trustEndedAt: after(100) });
    expect(trusted.isTrusted(raised, after(100))).toBe(false);
    expect(trusted.trustEnd(raised, after(500))).toEqual(after(100));
    expect(trusted.isTrusted(terms({ trustEpoch: 0 }), after(500))).toBe(false);
  });

  it('tells the first of several ends', () => {
    const limited = pending.activate(FAMILY, terms({ trustDays: 1 }), START);
    const late = after(5 * DAY_SECONDS);
    const raised = (seconds: number) => terms({ trustDays: 1, trustEpoch: 2, trustEndedAt: after(seconds) });
    expect(limited.trustEnd(raised(100), late)).toEqual(after(100));
    expect(limited.trustEnd(raised(2 * DAY_SECONDS), late)).toEqual(after(DAY_SECONDS));
  });

  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constant('activate' as const) },
    { weight: 2, arbitrary: fc.constant('revoke' as const) },
    { weight: 2, arbitrary: fc.constant('change credentials' as const) },
    { weight: 2, arbitrary: fc.record({ trustDays: fc.option(fc.integer({ min: 0, max: 40 })) }) },
    { weight: 1, arbitrary: fc.constant('use' as const) },
    { weight: 1, arbitrary: fc.constant('rename' as const) },
  );
  const history = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 20 * DAY_SECONDS })), { maxLength: 30 });

  /** What the states above say, in other words: trust is the last activation and nothing that ended it since. */
  it('is trusted in no history but after an activation that nothing has ended since', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let device = pending;
        let now = 0;
        let current = terms();
        let activation: { at: number; end: number } | null = null;
        for (const [action, seconds] of steps) {
          now += seconds;
          const isTrusted: boolean = activation !== null && now < Math.min(activation.end, limitOf(activation, current));
          expect(device.isTrusted(current, after(now))).toBe(isTrusted);
          if (action === 'activate' && isTrusted) {
            expect(() => device.activate(FAMILY, current, after(now))).toThrow(DeviceNotFound);
          } else if (action === 'activate') {
            device = device.activate(FAMILY, current, after(now));
            activation = { at: now, end: now + (current.trustDays ?? Infinity) * DAY_SECONDS };
          } else if (action === 'revoke') {
            device = device.revoke(after(now));
            activation = null;
          } else if (action === 'change credentials') {
            current = { ...current, trustEpoch: current.trustEpoch + 1, trustEndedAt: after(now) };
            activation = null;
          } else if (action === 'use') device = device.use(after(now));
          else if (action === 'rename') device = device.rename('Another');
          else current = { ...current, trustDays: action.trustDays };
          const isLeft: boolean = activation !== null && now < Math.min(activation.end, limitOf(activation, current));
          expect(device.isTrusted(current, after(now))).toBe(isLeft);
          expect(device.status === 'trusted' && device.trustEnd(current, after(now)) === null).toBe(isLeft);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is never trusted after a revocation without an activation, whatever else happens', () => {
    const harmless = fc.array(fc.constantFrom('use', 'rename', 'revoke'), { maxLength: 10 });
    const anyTerms = fc.record({
      trustEpoch: fc.nat(3),
      trustDays: fc.option(fc.nat(40)),
      ends: fc.option(fc.nat(100)),
    });
    fc.assert(
      fc.property(harmless, anyTerms, fc.nat(90 * DAY_SECONDS), (steps, { trustEpoch, trustDays, ends }, seconds) => {
        let device = revoked;
        for (const action of steps)
          if (action === 'use') device = device.use(after(seconds));
          else if (action === 'rename') device = device.rename('Another');
          else device = device.revoke(after(seconds));
        const trustEndedAt = ends === null ? null : after(ends);
        expect(device.isTrusted({ trustEpoch, trustDays, trustEndedAt }, after(seconds))).toBe(false);
      }),
    );
  });
});

function limitOf({ at }: { at: number }, { trustDays }: TrustTerms): number {
  return trustDays === null ? Infinity : at + trustDays * DAY_SECONDS;
}
