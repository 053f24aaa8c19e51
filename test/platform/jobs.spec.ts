import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { connect } from '../../src/platform/database/connect.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { GraphileJobs } from '../../src/platform/jobs/graphile-jobs.js';
import { USUAL_DEADLINES } from '../../src/platform/config/database.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { createWorkerPool } from '../../src/platform/jobs/worker-pool.js';
import { createLogger } from '../../src/platform/logging/logger.js';
import type { JobPayload } from '../../src/shared/ports/jobs.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from './fixtures/eventually.js';

const HOUR_MS = 3_600_000;
const OF_WORKERS = `SELECT FROM pg_stat_activity WHERE application_name = 'headgate-jobs' AND datname = current_database()`;

describe('background jobs', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: TypeOrmSession;
  let jobs: GraphileJobs;
  const log: string[] = [];
  const logger = createLogger('debug', { write: (line: string) => void log.push(line) });
  const workers: GraphileWorker[] = [];
  const proxies: CuttableProxy[] = [];
  const seen: JobPayload[] = [];

  beforeAll(async () => {
    // graphile-worker traces the errors of its workers there, besides its log.
    jest.spyOn(console, 'trace').mockImplementation(() => undefined);
    database = await createTestDatabase();
    dataSource = await connect({
      url: database.url,
      poolSize: 4,
      patienceMs: 30_000,
      entities: [],
      migrations: [],
      onPoolError: () => undefined,
    });
    session = new TypeOrmSession(dataSource);
    jobs = new GraphileJobs(session);
  });
  beforeEach(async () => {
    await session.execute('DELETE FROM graphile_worker._private_jobs');
    await session.execute('DELETE FROM graphile_worker._private_known_crontabs');
    log.length = 0;
    seen.length = 0;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    for (const proxy of proxies.splice(0)) await proxy.cut();
    await eventually('no connection is left', async () => (await session.execute(OF_WORKERS)) === 0);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await dataSource.destroy();
    await database.drop();
  });

  /** Knows the job `note`, which remembers its payload. */
  function newWorker(url = database.url, concurrency = 2): GraphileWorker {
    const worker = new GraphileWorker(url, logger, { concurrency, abandonedAfterMs: 200 });
    worker.handle('note', (payload) => Promise.resolve(void seen.push(payload)));
    workers.push(worker);
    return worker;
  }
  function newProxy(): CuttableProxy {
    const proxy = new CuttableProxy(new URL(database.url));
    proxies.push(proxy);
    return proxy;
  }
  const waiting = () =>
    session.query<{ name: string; attempts: number; locked_by: string | null; due: boolean }>(
      'SELECT task_identifier AS name, attempts, locked_by, run_at <= now() AS due FROM graphile_worker.jobs ORDER BY id',
    );
  const makeDue = () => session.execute('UPDATE graphile_worker._private_jobs SET run_at = now()');
  const endOtherConnections = () =>
    session.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()');

  describe('enqueuing', () => {
    it('belongs to the unit of work: rolled back with it, visible to workers after the commit', async () => {
      const worker = newWorker();
      await worker.start();
      const rolledBack = session.run(async () => {
        await jobs.enqueue('note', { lost: true });
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      await session.run(async () => {
        await jobs.enqueue('note', { id: 1, name: 'ö', flag: true, nothing: null });
        expect(await waiting()).toHaveLength(1);
        expect(seen).toEqual([]);
      });
      await eventually('the job runs', () => seen.length > 0);
      await eventually('the job is gone', async () => (await waiting()).length === 0);
      expect(seen).toEqual([{ id: 1, name: 'ö', flag: true, nothing: null }]);
    });

    it('replaces the waiting job of the same key, and waits for the time', async () => {
      await jobs.enqueue('note', { version: 1 }, { key: 'one' });
      await jobs.enqueue('note', { version: 2 }, { key: 'one', runAt: new Date(Date.now() + HOUR_MS) });
      expect(await newWorker().runDue()).toEqual({ done: 0, failed: 0 });
      await jobs.enqueue('note', { version: 3 }, { key: 'one', runAt: new Date(Date.now() - HOUR_MS) });
      expect(await newWorker().runDue()).toEqual({ done: 1, failed: 0 });
      expect(seen).toEqual([{ version: 3 }]);
    });
  });

  describe('handlers', () => {
    it('run through everything due, and what that enqueues, in one call', async () => {
      const worker = newWorker();
      worker.handle('chain', async ({ left }) => jobs.enqueue(Number(left) > 0 ? 'chain' : 'note', { left: Number(left) - 1 }));
      await jobs.enqueue('chain', { left: 2 });
      expect(await worker.runDue()).toEqual({ done: 4, failed: 0 });
      expect(seen).toEqual([{ left: -1 }]);
      expect(await waiting()).toEqual([]);
    });

    it('that fail are tried again later, and logged without the payload', async () => {
      const worker = newWorker();
      let failing = true;
      worker.handle('fragile', () => (failing ? Promise.reject(new Error('the river is dry')) : Promise.resolve()));
      await jobs.enqueue('fragile', { marker: 'planted-4711' });
      expect(await worker.runDue()).toEqual({ done: 0, failed: 1 });
      expect(await waiting()).toEqual([{ name: 'fragile', attempts: 1, locked_by: null, due: false }]);
      const text = log.join('');
      expect(text).toContain('the river is dry');
      expect(text).toMatch(/"name":"fragile","attempt":1,"attempts":25/);
      expect(text).not.toContain('planted-4711');
      expect(await worker.runDue()).toEqual({ done: 0, failed: 0 });
      failing = false;
      await makeDue();
      expect(await worker.runDue()).toEqual({ done: 1, failed: 0 });
    });

    it('that always fail are given up after the attempts asked for, which is an error in the log', async () => {
      const worker = newWorker();
      worker.handle('hopeless', () => Promise.reject(new Error('never')));
      await jobs.enqueue('hopeless', {}, { maxAttempts: 2 });
      for (const level of ['warn', 'error']) {
        await makeDue();
        expect(await worker.runDue()).toEqual({ done: 0, failed: 1 });
        expect(log.join('')).toMatch(new RegExp(`"level":"${level}".*"name":"hopeless"`));
      }
      await makeDue();
      expect(await worker.runDue()).toEqual({ done: 0, failed: 0 });
    });

    it('of an unknown name are waited for', async () => {
      await jobs.enqueue('of-the-next-release', { id: 5 });
      expect(await newWorker().runDue()).toEqual({ done: 0, failed: 0 });
      expect(await waiting()).toMatchObject([{ name: 'of-the-next-release', attempts: 0 }]);
      const newer = newWorker();
      newer.handle('of-the-next-release', (payload) => Promise.resolve(void seen.push(payload)));
      expect(await newer.runDue()).toEqual({ done: 1, failed: 0 });
      expect(seen).toEqual([{ id: 5 }]);
    });

    it('are registered once, before the start, with a cron expression that is one', async () => {
      const worker = newWorker();
      expect(() => worker.handle('note', () => Promise.resolve())).toThrow('note has a handler already');
      expect(() => worker.schedule('note', '* * * * *', () => Promise.resolve())).toThrow('note has a handler already');
      expect(() => worker.schedule('other', 'every day', () => Promise.resolve())).toThrow();
      worker.handle('constructor', () => Promise.resolve());
      await worker.start();
      expect(() => worker.handle('late', () => Promise.resolve())).toThrow('after the worker had started');
    });

    it('run two at a time and never the same job twice, over two workers', async () => {
      let running = 0;
      let most = 0;
      const both = [newWorker(), newWorker()];
      for (const worker of both) {
        worker.handle('slow', async ({ id }) => {
          most = Math.max(most, ++running);
          await session.query('SELECT pg_sleep(0.01)');
          running -= 1;
          seen.push({ id: id ?? null });
        });
      }
      await session.run(async () => {
        for (let id = 0; id < 40; id++) await jobs.enqueue('slow', { id });
      });
      await Promise.all(both.map((worker) => worker.start()));
      await eventually('all jobs are done', async () => (await waiting()).length === 0);
      expect(seen.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, id) => id));
      expect(most).toBeLessThanOrEqual(4);
    });
  });

  describe('schedules', () => {
    /** A daily schedule whose last tick, in UTC, was an hour ago, known since yesterday. */
    async function scheduleMissedAnHourAgo(...of: GraphileWorker[]): Promise<void> {
      const tick = new Date(Date.now() - HOUR_MS);
      for (const worker of of) {
        worker.schedule('daily', `${tick.getUTCMinutes()} ${tick.getUTCHours()} * * *`, (payload) => {
          seen.push(payload);
          return Promise.resolve();
        });
      }
      await session.execute(
        `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
         VALUES ('daily', now() - interval '2 days', now() - interval '20 hours')`,
      );
    }

    it('run a tick once over all instances, caught up when none ran at its time', async () => {
      const both = [newWorker(), newWorker()];
      await scheduleMissedAnHourAgo(...both);
      await Promise.all(both.map((worker) => worker.start()));
      await eventually('the schedule ran', () => seen.length > 0);
      await Promise.all(both.map((worker) => worker.stop()));
      const third = newWorker();
      third.handle('daily', () => Promise.resolve());
      expect(await third.runDue()).toEqual({ done: 0, failed: 0 });
      expect(seen).toEqual([{}]);
    });

    it('do not run when they are first heard of', async () => {
      const worker = newWorker();
      worker.schedule('hourly', `${new Date(Date.now() - HOUR_MS / 2).getUTCMinutes()} * * * *`, () =>
        Promise.resolve(void seen.push({ hourly: true })),
      );
      await worker.start();
      await eventually(
        'the schedule is known',
        async () => (await session.execute(`SELECT FROM graphile_worker._private_known_crontabs WHERE identifier = 'hourly'`)) > 0,
      );
      await worker.stop();
      expect(seen).toEqual([]);
      expect(await waiting()).toEqual([]);
    });
  });

  describe('when the database goes away', () => {
    it('a connection that is let go twice is let go once', async () => {
      const settings = { connectionString: database.url, concurrency: 1, deadlines: USUAL_DEADLINES, logger: createLogger('silent') };
      const pool = createWorkerPool(settings);
      await new Promise<void>((resolve, reject) => {
        pool.connect((error, _client, done) => {
          if (error) return reject(error);
          done();
          expect(() => done()).not.toThrow();
          resolve();
        });
      });
      expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
      await pool.end();
    });

    it('the worker goes on after every connection was ended, time and again', async () => {
      const worker = newWorker();
      await worker.start();
      for (let round = 1; round <= 3; round++) {
        await endOtherConnections();
        await jobs.enqueue('note', { round });
        await eventually(`round ${round} runs`, () => seen.some((payload) => payload['round'] === round));
      }
      await eventually('the jobs are gone', async () => (await waiting()).length === 0);
    });

    it('a job whose end could not be written down runs again, and the worker goes on', async () => {
      await session.execute(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`);
      await session.execute('CREATE TRIGGER refuse BEFORE DELETE ON graphile_worker._private_jobs EXECUTE FUNCTION refuse()');
      const worker = newWorker();
      await worker.start();
      await jobs.enqueue('note', { id: 1 });
      await jobs.enqueue('note', { id: 2 });
      await eventually('the end is refused', () => log.join('').includes('not now'));
      await session.execute('DROP FUNCTION refuse CASCADE');
      await jobs.enqueue('note', { id: 3 });
      await eventually('all jobs are gone', async () => (await waiting()).length === 0);
      for (const id of [1, 2, 3]) expect(seen).toContainEqual({ id });
      expect(seen.length).toBeGreaterThan(3);
    });

    it('a job that ends meanwhile is acknowledged later, and those that came meanwhile run', async () => {
      const proxy = newProxy();
      const worker = newWorker(await proxy.open());
      let finish = (): void => undefined;
      worker.handle('long', async () => {
        seen.push({ long: true });
        await new Promise<void>((resolve) => (finish = resolve));
      });
      await jobs.enqueue('long', {});
      await worker.start();
      await eventually('the job runs', () => seen.length > 0);
      await proxy.cut();
      finish();
      await jobs.enqueue('note', { id: 2 });
      await eventually('the worker notices', () => /ECONN|terminated|complete/i.test(log.join('')));
      await proxy.open();
      await eventually('all jobs are gone', async () => (await waiting()).length === 0);
      expect(seen).toEqual([{ long: true }, { id: 2 }]);
    });

    it('before the start, the worker starts when it is there', async () => {
      const proxy = newProxy();
      const url = await proxy.open();
      await proxy.cut();
      await jobs.enqueue('note', { id: 3 });
      const worker = newWorker(url);
      await worker.start();
      expect(log.join('')).toContain('the job worker cannot start yet');
      await proxy.open();
      await eventually('the job runs', () => seen.length > 0);
    });

    it('just when the worker learns the names of its jobs, it starts anew', async () => {
      await jobs.enqueue('note', { id: 4 });
      await session.execute('ALTER TABLE graphile_worker._private_tasks RENAME TO gone');
      const worker = newWorker();
      await worker.start();
      await eventually('the look-up fails', () => log.join('').includes('_private_tasks'));
      await session.execute('ALTER TABLE graphile_worker.gone RENAME TO _private_tasks');
      await eventually('the job runs', () => seen.length > 0);
    });

    it('a call that runs what is due says so', async () => {
      const proxy = newProxy();
      const worker = newWorker(await proxy.open());
      await proxy.cut();
      await expect(worker.runDue()).rejects.toThrow();
    });
  });

  describe('stopping', () => {
    it('waits for running jobs and takes no new ones', async () => {
      const worker = newWorker(database.url, 1);
      let finish = (): void => undefined;
      worker.handle('long', async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        seen.push({ finished: true });
      });
      await jobs.enqueue('long', {});
      await worker.start();
      await eventually('the job runs', async () => (await waiting())[0]?.locked_by?.startsWith('pool-') === true);
      const stopped = worker.stop();
      await jobs.enqueue('note', { late: true });
      finish();
      await stopped;
      expect(seen).toEqual([{ finished: true }]);
      expect(await waiting()).toEqual([{ name: 'note', attempts: 0, locked_by: null, due: true }]);
    });

    it('hands back what outlasts the deadline', async () => {
      const worker = newWorker();
      worker.handle('endless', () => new Promise(() => seen.push({})));
      await jobs.enqueue('endless', {});
      await worker.start();
      await eventually('the job runs', () => seen.length > 0);
      await worker.stop(10);
      expect(await waiting()).toEqual([{ name: 'endless', attempts: 1, locked_by: null, due: false }]);
    });

    it('may come twice, before the start, and while the database is away', async () => {
      await newWorker().stop();
      const proxy = newProxy();
      const worker = newWorker(await proxy.open());
      await worker.start();
      await proxy.cut();
      await worker.stop(10);
      await worker.stop();
    });
  });

  describe('jobs of a killed worker', () => {
    it('are released, those of a living one are not', async () => {
      const living = newWorker();
      living.handle('long', () => new Promise(() => seen.push({ long: true })));
      await jobs.enqueue('long', {});
      await living.start();
      await eventually('the long job runs', () => seen.length > 0);
      await eventually(
        'the worker is declared alive',
        async () => (await session.execute(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 4712027`)) > 0,
      );
      await jobs.enqueue('note', { of: 'the dead' }, { runAt: new Date(Date.now() + HOUR_MS) });
      await session.execute(
        `UPDATE graphile_worker._private_jobs SET locked_by = coalesce(locked_by, 'pool-dead'), locked_at = now() - interval '3 minutes', run_at = now()`,
      );
      const next = newWorker();
      next.handle('long', () => Promise.resolve(void seen.push({ twice: true })));
      await next.start();
      await eventually('the job of the dead runs', () => seen.some((payload) => payload['of'] === 'the dead'));
      await eventually('it is gone', async () => (await waiting()).length === 1);
      await next.stop();
      expect(await waiting()).toMatchObject([{ name: 'long', attempts: 1 }]);
      expect(seen).not.toContainEqual({ twice: true });
      expect(log.join('')).toContain('pool-dead');
      await living.stop(10);
    });

    it('are released although it held them until just now, for its death shows by its lock', async () => {
      await jobs.enqueue('note', { of: 'the dead' });
      await session.execute(`UPDATE graphile_worker._private_jobs SET locked_by = 'pool-just-died', locked_at = now()`);
      await newWorker().start();
      await eventually('the job of the dead runs', () => seen.length > 0);
      expect(log.join('')).toContain('pool-just-died');
    });
  });
});
