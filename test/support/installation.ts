import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { Client } from 'pg';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type TestDatabase, createTestDatabase } from './database.js';
import { HeadgateProcess } from './headgate-process.js';

type Run = typeof HeadgateProcess.run;

export interface Installation {
  readonly directory: string;
  readonly database: TestDatabase;
  /** Ended after its test at the latest. */
  readonly run: (...given: Parameters<Run>) => HeadgateProcess;
  /** One that no migration has seen, beside the cloned one. */
  emptyDatabase(): Promise<TestDatabase>;
}

/** What the processes of one test file work on: a database and a directory of their own. */
export function installation(): () => Installation {
  let made: Installation;
  const running: HeadgateProcess[] = [];
  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'headgate-process-'));
    await chmod(directory, 0o711);
    const database = await createTestDatabase();
    const environment = {
      ...testEnvironment,
      PUBLIC_URL: '',
      DATABASE_URL: database.url,
      HEADGATE_DATA_DIR: join(directory, 'data'),
    };
    const run: Installation['run'] = (entry, options = {}) => {
      const process = HeadgateProcess.run(entry, {
        ...options,
        environment: { ...environment, ...options.environment },
      });
      running.push(process);
      return process;
    };
    made = { directory, database, run, emptyDatabase: () => emptyBeside(database) };
  });
  afterEach(async () => {
    for (const process of running.splice(0)) if (process.child.exitCode === null) await process.stop('SIGKILL');
  });
  afterAll(async () => {
    await made.database.drop();
    await rm(made.directory, { recursive: true, force: true });
  });
  return () => made;
}

async function emptyBeside(database: TestDatabase): Promise<TestDatabase> {
  const name = `empty_${process.hrtime.bigint()}`;
  const onServer = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
