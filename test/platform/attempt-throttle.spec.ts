import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { ApplicationSecrets } from '../../src/platform/crypto/application-secrets.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import { connect } from '../../src/platform/database/connect.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { SqlAttemptThrottle } from '../../src/platform/throttle/sql-attempt-throttle.js';
import type { ThrottledAction } from '../../src/shared/ports/attempt-throttle.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { FixedClock } from '../support/fixed-clock.js';

const ACTION: ThrottledAction = {
  scope: 'door',
  subject: 'olivia',
  freeFailures: 3,
  firstWaitSeconds: 2,
  longestWaitSeconds: 20,
  forgivenInSeconds: 300_000,
  clearedBySuccess: true,
};
const KEEPING: ThrottledAction = { ...ACTION, scope: 'network', subject: '198.51.100.7', clearedBySuccess: false };

describe('SqlAttemptThrottle', () => {
  let database: TestDatabase;
  let dataSources: DataSource[];
  let sessions: TypeOrmSession[];
  let session: TypeOrmSession;
  let secrets: ApplicationSecrets;
  let clock: FixedClock;
  let throttle: SqlAttemptThrottle;

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, poolSize: 5, patienceMs: 15_000, entities: [], migrations: [] };
    dataSources = await Promise.all([1, 2].map(() => connect({ ...settings, onPoolError: () => undefined })));
    sessions = dataSources.map((dataSource) => new TypeOrmSession(dataSource));
    secrets = new ApplicationSecrets(at(sessions, 0), new AesSecretBox(await loadMasterKeys(loadConfig({ ...testEnvironment }))));
    await secrets.value('attempt_throttles');
  });
  beforeEach(async () => {
    session = at(sessions, 0);
    clock = new FixedClock();
    throttle = newThrottle(session);
    await session.execute('DELETE FROM attempt_throttles');
  });
  afterAll(async () => {
    for (const dataSource of dataSources) await dataSource.destroy();
    await database.drop();
  });

  function newThrottle(over: TypeOrmSession, multiplier = '1'): SqlAttemptThrottle {
    return new SqlAttemptThrottle(over, loadConfig({ ...testEnvironment, RATE_LIMIT_MULTIPLIER: multiplier }), clock, secrets);
  }
  const settle = (outcome: 'success' | 'failure', actions: ThrottledAction[] = [ACTION], of = throttle, on = session) =>
    on.run(() => of.settle(actions, outcome));
  async function fail(times: number, actions: ThrottledAction[] = [ACTION]): Promise<void> {
    for (let time = 0; time < times; time += 1) expect(await settle('failure', actions)).toBe(0);
  }
  const rows = () =>
    session.query<{ scope: string; failures: number; last: Date; until: Date | null }>(
      `SELECT split_part(key, ':', 1) AS scope, failures, last_failure_at AS last, blocked_until AS until
         FROM attempt_throttles ORDER BY key`,
    );

  it('lets the free failures pass, and asks to wait after the next', async () => {
    expect(await throttle.waitSeconds([ACTION])).toBe(0);
    await fail(3);
    expect(await throttle.waitSeconds([ACTION])).toBe(0);
    await fail(1);
    expect(await throttle.waitSeconds([ACTION])).toBe(2);
  });

  it('doubles the wait with each further failure, up to the longest', async () => {
    await fail(3);
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      await fail(1);
      const wait = await throttle.waitSeconds([ACTION]);
      waits.push(wait);
      clock.advance({ seconds: wait });
    }
    expect(waits).toEqual([2, 4, 8, 16, 20, 20, 20]);
  });

  it('survives counts whose doubling no number could hold', async () => {
    await fail(1);
    await session.execute('UPDATE attempt_throttles SET failures = 100000');
    await fail(1);
    expect(await throttle.waitSeconds([ACTION])).toBe(20);
  });

  it('counts down with the clock, rounded up, and ends on the second', async () => {
    await fail(4);
    clock.advance({ seconds: 0.5 });
    expect(await throttle.waitSeconds([ACTION])).toBe(2);
    clock.advance({ seconds: 1 });
    expect(await throttle.waitSeconds([ACTION])).toBe(1);
    clock.advance({ seconds: 0.5 });
    expect(await throttle.waitSeconds([ACTION])).toBe(0);
  });

  describe('forgives a steady share', () => {
    const LEAKING = { ...ACTION, freeFailures: 10, forgivenInSeconds: 1_000 };

    it('so that failures at the pace of the leak never add up', async () => {
      for (let time = 0; time < 40; time += 1) {
        await fail(1, [LEAKING]);
        expect(await throttle.waitSeconds([LEAKING])).toBe(0);
        clock.advance({ seconds: 100 });
      }
    });

    it.each([
      [99, 2],
      [100, 0],
    ])('%i seconds after the last free one the next costs a wait of %i', async (seconds, wait) => {
      await fail(10, [LEAKING]);
      clock.advance({ seconds });
      await fail(1, [LEAKING]);
      expect(await throttle.waitSeconds([LEAKING])).toBe(wait);
    });

    it('and never more than there was: free failures do not add up', async () => {
      await fail(5, [LEAKING]);
      clock.advance({ days: 365 });
      await fail(10, [LEAKING]);
      expect(await throttle.waitSeconds([LEAKING])).toBe(0);
      await fail(1, [LEAKING]);
      expect(await throttle.waitSeconds([LEAKING])).toBe(2);
    });
  });

  it('forgets after a success only what a success clears', async () => {
    await fail(3, [ACTION, KEEPING]);
    expect(await settle('success', [ACTION, KEEPING])).toBe(0);
    expect(await rows()).toMatchObject([{ scope: 'network', failures: 3 }]);
    await fail(1, [ACTION, KEEPING]);
    expect(await throttle.waitSeconds([ACTION])).toBe(0);
    expect(await throttle.waitSeconds([KEEPING])).toBe(2);
  });

  it.each(['failure', 'success'] as const)('a %s while any action is blocked changes nothing at all', async (outcome) => {
    await fail(1, [KEEPING]);
    await fail(4);
    clock.advance({ seconds: 1 });
    const before = await rows();
    expect(await settle(outcome, [KEEPING, ACTION])).toBe(1);
    expect(await rows()).toEqual(before);
    clock.advance({ seconds: 1 });
    expect(await settle(outcome, [KEEPING, ACTION])).toBe(0);
    expect(await rows()).not.toEqual(before);
  });

  it('counts a failure once, and at the later moment, if it waited while a later one was counted', async () => {
    await fail(2);
    const [counted] = await rows();
    clock.advance({ seconds: -60 });
    await fail(1);
    expect(await rows()).toEqual([{ ...counted, failures: 3 }]);
    await fail(1);
    expect(await rows()).toMatchObject([{ failures: 4, last: counted?.last, until: new Date((counted?.last.getTime() ?? 0) + 2_000) }]);
  });

  it('asks for the longest wait of several actions', async () => {
    await fail(4);
    await fail(4, [{ ...KEEPING, firstWaitSeconds: 7 }]);
    expect(await throttle.waitSeconds([ACTION, KEEPING])).toBe(7);
    expect(await throttle.waitSeconds([])).toBe(0);
  });

  it('keeps scopes and subjects apart', async () => {
    await fail(4);
    expect(await throttle.waitSeconds([{ ...ACTION, scope: 'window' }])).toBe(0);
    expect(await throttle.waitSeconds([{ ...ACTION, subject: 'Olivia' }])).toBe(0);
  });

  describe('at once, from two instances,', () => {
    const many = { freeFailures: 1_000 };
    const others = [
      { ...ACTION, ...many, subject: 'adam' },
      { ...ACTION, ...many, scope: 'account' },
    ];
    const kept = ['a', 'b', 'c', 'd'].map((subject) => ({ ...KEEPING, ...many, subject }));

    const burst = (orders: ThrottledAction[][]): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const on = at(sessions, index % 2);
          return settle('failure', at(orders, index % orders.length), newThrottle(on), on);
        }),
      );

    it.each([
      ['that a success clears', [{ ...ACTION, ...many }, ...others]],
      ['that a success leaves', kept],
      ['of both kinds', [...others, ...kept]],
    ])('counts each of 20 failures of actions %s, in whatever order they are named', async (_, actions) => {
      const orders = [actions, [...actions].reverse(), [...actions.slice(1), ...actions.slice(0, 1)]];
      for (let round = 1; round <= 3; round += 1) {
        expect(await burst(orders)).toEqual(Array(20).fill(0));
        expect((await rows()).map(({ failures }) => failures)).toEqual(actions.map(() => 20 * round));
      }
    });

    it('lets through of 20 failures only as many as one after the other would have been', async () => {
      const waits = await burst([[ACTION]]);
      expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
      expect(waits.filter((wait) => wait === 2)).toHaveLength(16);
      expect(await rows()).toMatchObject([{ failures: 4 }]);
    });
  });

  it('takes a failure back when its unit of work fails', async () => {
    const lost = session.run(async () => {
      await throttle.settle([ACTION], 'failure');
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('purges counters of more than a day ago, and those only', async () => {
    await fail(1, [{ ...ACTION, scope: 'old' }]);
    clock.advance({ hours: 1 });
    await fail(1, [{ ...ACTION, scope: 'on-the-limit' }]);
    clock.advance({ seconds: 1 });
    await fail(1, [{ ...ACTION, scope: 'young' }]);
    clock.advance({ days: 1, seconds: -1 });
    expect(await throttle.purge()).toBe(1);
    expect((await rows()).map(({ scope }) => scope)).toEqual(['on-the-limit', 'young']);
    expect(await throttle.purge()).toBe(0);
  });

  it('stores no subject that anyone could read', async () => {
    await fail(1, [{ ...ACTION, subject: 'typed-a-password-here' }]);
    const [row] = await session.query<{ text: string }>('SELECT t::text AS text FROM attempt_throttles t');
    expect(row?.text).toMatch(/^\("?door:[\w-]{43}"?,1,/);
    expect(row?.text).not.toContain('typed-a-password-here');
    expect(row?.text).not.toContain(Buffer.from('typed-a-password-here').toString('base64url'));
  });

  it('stores no digest of it that can be made without the keys, to try out names', async () => {
    await fail(1, [{ ...ACTION, subject: 'olivia' }]);
    const [row] = await session.query<{ text: string }>('SELECT t::text AS text FROM attempt_throttles t');
    for (const guess of ['olivia', 'door:olivia', 'door olivia'])
      expect(row?.text).not.toContain(createHash('sha256').update(guess).digest('base64url'));
  });

  describe('for a network', () => {
    const ofNetwork = (subject: string): ThrottledAction => ({ ...KEEPING, subject, isNetwork: true });
    const isBlocked = async (network: string) => (await throttle.waitSeconds([ofNetwork(network)])) > 0;

    it('counts a /64 of IPv6 with the /56 and the /48 around it, each with four times as much free', async () => {
      for (let subnet = 0; subnet < 4; subnet += 1) await fail(3, [ofNetwork(`2001:db8:1:${subnet}::/64`)]);
      expect(await isBlocked('2001:db8:1:ff::/64')).toBe(false);
      await fail(1, [ofNetwork('2001:db8:1:4::/64')]);
      expect(await isBlocked('2001:db8:1:ff::/64')).toBe(true);
      expect(await isBlocked('2001:db8:1:100::/64')).toBe(false);
      for (let site = 1; site < 12; site += 1) await fail(3, [ofNetwork(`2001:db8:1:${(site << 8).toString(16)}::/64`)]);
      expect(await isBlocked('2001:db8:1:fff0::/64')).toBe(false);
      await fail(3, [ofNetwork('2001:db8:1:fe00::/64')]);
      expect(await isBlocked('2001:db8:1:fff0::/64')).toBe(true);
      expect(await isBlocked('2001:db8:2:0::/64')).toBe(false);
    });

    it('counts an IPv4 address alone', async () => {
      await fail(4, [ofNetwork('198.51.100.7')]);
      expect(await isBlocked('198.51.100.7')).toBe(true);
      expect(await isBlocked('198.51.100.8')).toBe(false);
      expect(await rows()).toHaveLength(1);
    });
  });

  it.each([
    ['0.1', 1],
    ['0.5', 2],
    ['2', 6],
  ])('with a multiplier of %s has %i free failures instead of 3', async (multiplier, free) => {
    throttle = newThrottle(session, multiplier);
    await fail(free);
    expect(await throttle.waitSeconds([ACTION])).toBe(0);
    await fail(1);
    expect(await throttle.waitSeconds([ACTION])).toBe(2);
  });
});

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}
