import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { connect, poolOf } from '../../src/platform/database/connect.js';
import { HeldLock, sharedLock } from '../../src/platform/database/held-lock.js';
import { isDatabaseAway } from '../../src/platform/database/database-errors.js';
import { onConnection } from '../../src/platform/database/single-connection.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { GraphileJobs } from '../../src/platform/jobs/graphile-jobs.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { eventually } from '../platform/fixtures/eventually.js';

const DEADLINES = { statementMs: 1_000, answerMs: 1_500, connectMs: 2_000 };
const SILENT = { code: 'ETIMEDOUT' };

describe('connections that go silent', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let dataSource: DataSource;
  let session: TypeOrmSession;

  beforeAll(async () => {
    jest.spyOn(console, 'trace').mockImplementation(() => undefined);
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    proxy = await FaultProxy.before(new URL(database.url));
    dataSource = await connect({
      url: proxy.url,
      poolSize: 3,
      patienceMs: DEADLINES.statementMs,
      answerMs: DEADLINES.answerMs,
      connectMs: DEADLINES.connectMs,
      entities: [],
      migrations: [],
      onPoolError: () => undefined,
    });
    session = new TypeOrmSession(dataSource);
  });
  afterEach(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await proxy.close();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database.drop();
  });

  const ask = () => session.query('SELECT 1 AS one');
  /** As many connections as that are open and rest. */
  const rest = (count: number) => Promise.all(Array.from({ length: count }, () => session.run(ask)));

  it('do not keep a start waiting that asks on a connection of its own', async () => {
    proxy.silence();
    await expect(onConnection(proxy.url, (ask) => ask('SELECT 1'))).rejects.toThrow(/timeout/);
  });

  it('cost one statement its deadline; those that rest are not given to the next', async () => {
    await rest(3);
    proxy.silenceOpen();
    await expect(ask()).rejects.toMatchObject(SILENT);
    expect(poolOf(dataSource).totalCount).toBe(0);
    expect(await ask()).toEqual([{ one: 1 }]);
  });

  it('while COMMIT is under way, and within a unit of work, fail that unit of work and no other', async () => {
    const silent = proxy.silenceAt('COMMIT');
    await expect(session.run(ask)).rejects.toMatchObject(SILENT);
    await silent;
    const interrupted = session.run(async () => {
      await ask();
      proxy.silenceOpen();
      await ask();
    });
    await expect(interrupted).rejects.toMatchObject(SILENT);
    expect(await session.run(ask)).toEqual([{ one: 1 }]);
  });

  it('are an outage also for callers who wait for a connection behind them', async () => {
    await rest(3);
    proxy.silence();
    const failures = await Promise.allSettled(Array.from({ length: 8 }, ask));
    for (const failure of failures) {
      expect(failure.status).toBe('rejected');
      expect(isDatabaseAway((failure as PromiseRejectedResult).reason)).toBe(true);
    }
    proxy.recover();
    await eventually('the pool answers again', () =>
      ask().then(
        () => true,
        () => false,
      ),
    );
  });

  it('do not keep the pool from being closed, nor does work that never ends', async () => {
    await rest(2);
    const endless = session.run(async () => {
      await ask();
      await new Promise(() => undefined);
    });
    void endless.catch(() => undefined);
    proxy.silence();
    const lost = ask();
    void lost.catch(() => undefined);
    await dataSource.destroy();
    await expect(lost).rejects.toThrow();
  });

  it('lose no lock for long: it is taken again on another one, and its holder is told', async () => {
    let regained = 0;
    const lock = new HeldLock({ url: proxy.url, aliveMs: 1_000 }, sharedLock(4711), () => {
      regained += 1;
      return Promise.resolve();
    });
    await lock.acquire();
    proxy.silenceOpen();
    await eventually('the lock is taken again', () => regained === 1);
    proxy.silence();
    await lock.release();
  });

  describe('under a worker', () => {
    const log: string[] = [];
    const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
    let direct: DataSource;
    let jobs: GraphileJobs;
    beforeAll(async () => {
      direct = await connect({
        url: database.url,
        poolSize: 2,
        patienceMs: 30_000,
        entities: [],
        migrations: [],
        onPoolError: () => undefined,
      });
      jobs = new GraphileJobs(new TypeOrmSession(direct));
    });
    afterAll(() => direct.destroy());

    it('are replaced, and its jobs go on', async () => {
      const seen: unknown[] = [];
      const worker = new GraphileWorker(proxy.url, logger, { concurrency: 2, deadlines: DEADLINES });
      worker.handle('note', (payload) => Promise.resolve(void seen.push(payload)));
      await worker.start();
      await jobs.enqueue('note', { id: 1 });
      await eventually('the first job runs', () => seen.length === 1);
      proxy.silenceOpen();
      await jobs.enqueue('note', { id: 2 });
      await eventually('the second job runs', () => seen.length >= 2);
      await worker.stop();
    });

    it('do not keep it from stopping', async () => {
      const patient = { ...DEADLINES, connectMs: 600_000, answerMs: 600_000 };
      const worker = new GraphileWorker(proxy.url, logger, { concurrency: 2, deadlines: patient });
      await worker.start();
      proxy.silence();
      // Far longer than this test may take: there is no job to wait for.
      await worker.stop(600_000);
    });
  });
});
