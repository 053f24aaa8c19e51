import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { testEnvironment } from '../setup/test-environment.mjs';
import { urlOf } from '../../src/platform/embedded-postgres/ensure-running.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { type Answer, HttpClient } from '../support/http-client.js';
import { logIn } from '../support/test-app.js';

const MOST_WRITES = 5_000;
const FAILED_RESTART = 'embedded PostgreSQL could not be restarted';

/** A file system of its own in memory; `undefined` where this account may not mount one. */
function mounted(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'full-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', directory], { stdio: 'ignore' });
    // The server runs under another account, which passes through.
    chmodSync(directory, 0o711);
    return directory;
  } catch {
    rmSync(directory, { recursive: true });
    return undefined;
  }
}

const disk = mounted();

/** Takes all that is left of it. @returns gives it back */
function fill(directory: string): () => void {
  const path = join(directory, 'filler');
  const file = openSync(path, 'w');
  for (const size of [1024 ** 2, 4096]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return () => rmSync(path, { force: true });
}

(disk === undefined ? describe.skip : describe)('a disk that is full (skipped where nothing may be mounted)', () => {
  const directory = disk ?? '';
  let program: HeadgateProcess;
  let http: HttpClient;
  let token: string;
  const acknowledged: string[] = [];
  let empty: () => void = () => undefined;

  const write = async (): Promise<Answer> => {
    const name = `Workspace ${acknowledged.length} ${'x'.repeat(60)}`;
    const answer = await http.post('/api/v1/organizations/1/workspaces', { name }, { token });
    if (answer.status === 201) acknowledged.push(name);
    return answer;
  };
  const untilRefused = async (): Promise<Answer> => {
    for (let count = 0; count < MOST_WRITES; count += 1) {
      const answer = await write();
      if (answer.status !== 201) return answer;
    }
    throw new Error('Everything was written.');
  };
  const ready = async (): Promise<number> => (await http.get('/health/ready')).status;
  const operator = async (sql: string): Promise<Record<string, unknown>[]> => {
    const cluster = join(directory, 'postgres', 'cluster');
    const port = Number(readFileSync(join(cluster, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]);
    const password = readFileSync(join(cluster, 'password'), 'utf8').trim();
    const client = new Client({ connectionString: urlOf(port, password, 'headgate') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const expectAllThere = async (): Promise<void> => {
    const rows = await operator(`SELECT name FROM workspaces WHERE name LIKE 'Workspace %xxx' ORDER BY id`);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged));
  };
  const expectRefused = ({ status, body, headers }: Answer): void =>
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);

  beforeAll(async () => {
    program = HeadgateProcess.run('main', {
      environment: {
        ...testEnvironment,
        PUBLIC_URL: '',
        HEADGATE_DEMO: 'true',
        HEADGATE_DATA_DIR: directory,
        RATE_LIMIT_MULTIPLIER: '1000',
      },
    });
    http = new HttpClient(await program.listening());
    token = (await logIn(http, 'olivia')).accessToken;
  });
  afterAll(async () => {
    empty();
    await program.stop();
    execFileSync('umount', ['--lazy', directory]);
    rmSync(directory, { recursive: true });
  });

  it('for tables: writes are answered 503, reads go on, and it writes again once there is space', async () => {
    // A file of the log that is almost full would need the next one before a table needs a page.
    await operator('SELECT pg_switch_wal()');
    expect((await write()).status).toBe(201);
    empty = fill(directory);
    expectRefused(await untilRefused());
    // The answer and the line come by two ways.
    await program.printed(/"code":"53100".*request failed/);
    expect(await ready()).toBe(503);
    expect((await http.get('/health/live')).status).toBe(200);
    for (const path of ['/api/v1/me', '/api/v1/organizations/1/workspaces', '/api/rivers'])
      expect([path, (await http.get(path, { token })).status]).toEqual([path, 200]);
    empty();
    await eventually('it is ready', async () => (await ready()) === 200);
    expect((await write()).status).toBe(201);
    await expectAllThere();
  });

  it('for the log of the database, which ends then: everything is answered 503 until there is space', async () => {
    empty = fill(directory);
    // What is left of the log is used up at once.
    await operator('SELECT pg_switch_wal() FROM generate_series(1, 20)').catch(() => undefined);
    await eventually('the server has ended', () => program.stdout.includes('embedded PostgreSQL ended unexpectedly'));
    expectRefused(await untilRefused());
    expectRefused(await http.get('/api/v1/me', { token }));
    expect([await ready(), (await http.get('/health/live')).status]).toEqual([503, 200]);
    // For longer than a server that ends again and again would be started.
    for (const times of [3, 5, 6])
      await eventually(`restart ${times} has failed`, () => program.stdout.split(FAILED_RESTART).length > times);
    empty();
    await eventually('it is ready', async () => (await ready()) === 200);
    expect((await write()).status).toBe(201);
    await expectAllThere();
  });
});
