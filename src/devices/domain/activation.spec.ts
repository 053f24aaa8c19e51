import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACTIVATION_SECONDS, Activation, type Presenter } from './activation.js';
import { ActivationWindowExpired, DeviceNotFound, InvalidActivationToken } from './device.errors.js';

const START = new Date('2026-11-20T09:00:00.000Z');
const EPOCH = 4;
const [MINE, OTHER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1000);
const offered = (over: Partial<Parameters<typeof Activation.offer>[0]> = {}): Activation =>
  Activation.offer({ tokenHash: MINE, deviceId: 3, userId: 7, sessionId: 11, deviceTokenHash: MINE, trustEpoch: EPOCH, ...over }, START);
const owner: Presenter = { userId: 7, sessionId: 11, deviceTokenHash: MINE };

/** Status and reason of the refusal, or `null`. */
function refusalOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof InvalidActivationToken) return `400 ${error.reason}`;
    if (error instanceof DeviceNotFound) return '404';
    if (error instanceof ActivationWindowExpired) return '410';
    throw error;
  }
}

describe('an activation', () => {
  it('is open for five minutes, to the second', () => {
    expect(ACTIVATION_SECONDS).toBe(300);
    expect(offered()).toMatchObject({ status: 'open', misuses: 0, expiresAt: after(300) });
    for (const spend of ['use', 'skip'] as const) {
      expect(refusalOf(() => offered()[spend](EPOCH, after(299)))).toBeNull();
      expect(refusalOf(() => offered()[spend](EPOCH, new Date(after(300).getTime() - 1)))).toBeNull();
      expect(refusalOf(() => offered()[spend](EPOCH, after(300)))).toBe('410');
    }
  });

  const gone = { noDevice: { deviceId: null }, otherEpoch: { trustEpoch: EPOCH - 1 } };

  it.each<[string, Activation, number, string | null]>([
    ['open', offered(), 0, null],
    ['late', offered(), 300, '410'],
    ['used', offered().use(EPOCH, START), 0, '400 used'],
    ['used and late', offered().use(EPOCH, START), 300, '400 used'],
    ['used, its device gone', Activation.of({ ...offered().use(EPOCH, START), ...gone.noDevice }), 0, '400 used'],
    ['used, gone and late', Activation.of({ ...offered().use(EPOCH, START), ...gone.noDevice }), 300, '400 used'],
    ['skipped', offered().skip(EPOCH, START), 0, '404'],
    ['skipped and late', offered().skip(EPOCH, START), 300, '404'],
    ['without a device', offered(gone.noDevice), 0, '404'],
    ['without a device and late', offered(gone.noDevice), 300, '404'],
    ['of an older epoch', offered(gone.otherEpoch), 0, '404'],
    ['of an older epoch and late', offered(gone.otherEpoch), 300, '404'],
    ['of a newer epoch', offered({ trustEpoch: EPOCH + 1 }), 0, '404'],
  ])('%s is answered by what comes first: used, gone, late', (_, activation, seconds, refusal) => {
    const before = { ...activation };
    expect(refusalOf(() => activation.use(EPOCH, after(seconds)))).toBe(refusal);
    expect(refusalOf(() => activation.skip(EPOCH, after(seconds)))).toBe(refusal);
    expect({ ...activation }).toEqual(before);
  });

  it.each<[string, Partial<Presenter>, boolean]>([
    ['the one who passed MFA', {}, false],
    ['another user', { userId: 8 }, true],
    ['another session of the user', { sessionId: 12 }, true],
    ['another device', { deviceTokenHash: OTHER }, true],
    ['no device', { deviceTokenHash: null }, true],
    ['a piece of the right device token', { deviceTokenHash: MINE.subarray(0, 31) }, true],
  ])('is misused or not by %s', (_, over, isMisused) => {
    expect(offered().isMisusedBy({ ...owner, ...over })).toBe(isMisused);
  });

  it('asks for no device token where the verification carried none, but for user and session all the same', () => {
    const activation = offered({ deviceTokenHash: null });
    expect(activation.isMisusedBy({ ...owner, deviceTokenHash: null })).toBe(false);
    expect(activation.isMisusedBy({ ...owner, deviceTokenHash: OTHER })).toBe(false);
    expect(activation.isMisusedBy({ ...owner, userId: 8 })).toBe(true);
    expect(activation.isMisusedBy({ ...owner, sessionId: 12 })).toBe(true);
  });

  it.each([
    [1, null],
    [4, null],
    [5, '400 used'],
    [6, '400 used'],
  ])('after %i misuses answers its owner with %s', (count, refusal) => {
    const activation = Array.from({ length: count }).reduce<Activation>((one) => one.recordMisuse(), offered());
    expect(activation.misuses).toBe(count);
    expect(refusalOf(() => activation.use(EPOCH, START))).toBe(refusal);
  });

  it('is good for one success in any history, and for none after the fifth misuse, a skip or the end', () => {
    const step = fc.tuple(fc.constantFrom('use', 'skip', 'misuse', 'epoch'), fc.integer({ min: 0, max: 120 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let activation = offered();
        let [now, epoch, misuses, isOver] = [0, EPOCH, 0, false];
        for (const [action, seconds] of steps) {
          now += seconds;
          if (action === 'misuse') {
            activation = activation.recordMisuse();
            misuses += 1;
            isOver ||= misuses >= 5;
          } else if (action === 'epoch') {
            epoch += 1;
            isOver = true;
          } else {
            const spend = () => (activation = action === 'use' ? activation.use(epoch, after(now)) : activation.skip(epoch, after(now)));
            const mayPass = !isOver && now < ACTIVATION_SECONDS;
            expect(refusalOf(spend) === null).toBe(mayPass);
            isOver ||= mayPass;
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
