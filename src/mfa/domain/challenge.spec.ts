import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHALLENGE_SECONDS, Challenge } from './challenge.js';

const START = new Date('2026-11-20T09:00:00.000Z');
const [MINE, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
const begun = (over: Partial<Parameters<typeof Challenge.begin>[0]> = {}): Challenge =>
  Challenge.begin({ tokenHash: MINE, userId: 7, trustEpoch: 4, deviceTokenHash: null, deviceTokenIsNew: false, ...over }, START);
const failed = (times: number): Challenge => Array.from({ length: times }).reduce<Challenge>((challenge) => challenge.fail(START), begun());

describe('a challenge', () => {
  it('is open for five minutes, to the second', () => {
    expect(CHALLENGE_SECONDS).toBe(300);
    expect(begun()).toMatchObject({ failures: 0, endedAt: null, webauthnChallenge: null, expiresAt: after(300) });
    expect(begun().isOpen(START)).toBe(true);
    expect(begun().isOpen(after(299))).toBe(true);
    expect(begun().isOpen(new Date(after(300).getTime() - 1))).toBe(true);
    expect(begun().isOpen(after(300))).toBe(false);
  });

  it.each<[string, Challenge, boolean]>([
    ['begun', begun(), true],
    ['offered a passkey', begun().offerWebauthn('one'), true],
    ['failed once', failed(1), true],
    ['failed four times', failed(4), true],
    ['failed five times', failed(5), false],
    ['failed six times', failed(6), false],
    ['succeeded', begun().succeed(START), false],
    ['succeeded after four failures', failed(4).succeed(START), false],
    ['succeeded and failed later', begun().succeed(START).fail(START), false],
    ['succeeded and offered a passkey later', begun().succeed(START).offerWebauthn('one'), false],
  ])('%s: open or not', (_, challenge, isOpen) => {
    expect(challenge.isOpen(START)).toBe(isOpen);
  });

  it('has one passkey ceremony at a time, and each is judged once', () => {
    const offered = begun().offerWebauthn('one');
    expect(offered.webauthnChallenge).toBe('one');
    expect(offered.offerWebauthn('two').webauthnChallenge).toBe('two');
    expect(offered.fail(START).webauthnChallenge).toBeNull();
    expect(offered.succeed(START).webauthnChallenge).toBeNull();
  });

  it('is not made fresh by a new ceremony', () => {
    const challenge = failed(4).offerWebauthn('one');
    expect([challenge.failures, challenge.expiresAt]).toEqual([4, after(300)]);
    expect(challenge.fail(START).isOpen(START)).toBe(false);
  });

  it.each([
    ['without a token, none shown', null, false, null, true],
    ['without a token, any shown', null, false, OTHER, true],
    ['with a token, the same shown', MINE, false, Buffer.from(MINE), true],
    ['with a token, another shown', MINE, false, OTHER, false],
    ['with a token, a piece of it shown', MINE, false, MINE.subarray(0, 31), false],
    ['with a token, none shown', MINE, false, null, false],
    ['with a token made for it, the same shown', MINE, true, Buffer.from(MINE), true],
    ['with a token made for it, another shown', MINE, true, OTHER, false],
    ['with a token made for it, none shown by a browser that keeps no cookies', MINE, true, null, true],
  ])('begun %s', (_, deviceTokenHash, deviceTokenIsNew, presented, isOfDevice) => {
    expect(begun({ deviceTokenHash, deviceTokenIsNew }).isOfDevice(presented)).toBe(isOfDevice);
  });

  it('stays ended once it has ended, in any history', () => {
    const step = fc.tuple(fc.constantFrom('fail', 'succeed', 'offer'), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let challenge = begun();
        let [now, failures, isOver] = [0, 0, false];
        for (const [action, seconds] of steps) {
          now += seconds;
          expect(challenge.isOpen(after(now))).toBe(!isOver && now < CHALLENGE_SECONDS);
          if (action === 'fail') failures += 1;
          if (action === 'fail') challenge = challenge.fail(after(now));
          else if (action === 'succeed') challenge = challenge.succeed(after(now));
          else challenge = challenge.offerWebauthn('another');
          isOver ||= action === 'succeed' || failures >= 5;
          expect(challenge.isOpen(after(now))).toBe(!isOver && now < CHALLENGE_SECONDS);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
