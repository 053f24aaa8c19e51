import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import type { Answer } from '../support/http-client.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const THINGS = 'CREATE TABLE things (id integer)';
const MAKE = {
  sqlite(file: string): void {
    const database = new sqlite.Database(file);
    database.exec(THINGS);
    database.close();
  },
  // In a process of its own: an instance keeps its file open for as long as the process likes.
  duckdb(file: string): void {
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const connection = await (await DuckDBInstance.create(process.argv[1])).connect();
      await connection.run(process.argv[2]);
      connection.closeSync();`;
    execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, THINGS]);
  },
} as const;

/** Of the processes that this one began, so many MiB each at its peak. */
function peaksOfChildren(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const status = readFileSync(`/proc/${id}/status`, 'latin1');
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) return [];
        return [Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024];
      } catch {
        return [];
      }
    });
}

/** Of the processes that this one began those that run statements. */
function statementProcesses(): number[] {
  return readdirSync('/proc').flatMap((id) => {
    try {
      const isOurs = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(process.pid);
      return isOurs && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('statement-process') ? [Number(id)] : [];
    } catch {
      return [];
    }
  });
}

/** A text that doubles so many times. */
const doubled = (times: number): string => `
  WITH RECURSIVE r(t, n) AS (SELECT 'x' AS t, 0 AS n UNION ALL SELECT t || t, n + 1 FROM r WHERE n < ${times})
  SELECT max(length(t)) AS l FROM r`;

const ENDLESS = `
  WITH RECURSIVE r(n) AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 1000000000000) SELECT count(*) AS c FROM r`;

describe.each([
  ['sqlite', doubled(28)],
  ['duckdb', doubled(30)],
] as const)('statements that want more memory of %s than there is', (engine, hungry) => {
  let app: TestApp;
  let directory: string;
  let token: string;
  let id: number;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hungry-'));
    mkdirSync(join(directory, '1'));
    MAKE[engine](join(directory, '1', 'things.db'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory, QUERY_MEMORY_MB: '256' } });
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
    const body = { organization_id: 1, name: 'Things', engine, connection: { file: 'things.db' } };
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
  });
  afterAll(async () => {
    await app?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const query = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql, timeout_ms: 60_000 }, { token });

  it('get an answer that says so, three at once, and the next statement runs', async () => {
    let largest = 0;
    const looking = setInterval(() => (largest = Math.max(largest, ...peaksOfChildren())), 20);
    const answers = await Promise.all([query(hungry), query(hungry), query(hungry)]);
    clearInterval(looking);
    const told = { status: 422, code: 'QUERY_MEMORY_EXCEEDED', message: expect.stringContaining('fewer rows') };
    expect(answers.map(({ status, body }) => ({ status, code: body.code, message: body.message }))).toEqual(Array(3).fill(told));
    // What it may write to, the program itself and the file.
    expect(largest).toBeLessThan(256 + 256);
    const [{ outcome, error_code: code }] = await app.dataSource.query(
      'SELECT outcome, error_code FROM query_executions ORDER BY id DESC LIMIT 1',
    );
    expect([outcome, code]).toEqual(['failed', 'QUERY_MEMORY_EXCEEDED']);
    const next = await query('SELECT count(*) AS n FROM things');
    expect([next.status, next.body.data?.rows]).toEqual([200, [[0]]]);
  });

  it('give what fits of a few huge cells, and of millions of small rows', async () => {
    const cells = await query(`
      WITH RECURSIVE r(t, n) AS (SELECT '"' AS t, 0 AS n UNION ALL SELECT t || t, n + 1 FROM r WHERE n < 22)
      SELECT max(t) AS a, max(t) AS b FROM r`);
    const cut = '"'.repeat(65_536);
    expect([cells.status, cells.body.data?.truncated, cells.body.data?.rows]).toEqual([200, true, [[cut, cut]]]);
    const rows = await query(`
      WITH RECURSIVE r(n) AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 2000) SELECT a.n, b.n AS m FROM r a, r b`);
    expect([rows.status, rows.body.data?.truncated, rows.body.data?.row_count]).toEqual([200, true, 100]);
    expect((await query('SELECT count(*) AS n FROM things')).body.data?.rows).toEqual([[0]]);
  });

  it('can be asked again after another program has ended their process', async () => {
    const ending = setInterval(() => statementProcesses().forEach((pid) => process.kill(pid, 'SIGKILL')), 20);
    const { status, body, headers } = await query(ENDLESS);
    clearInterval(ending);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    expect((await query('SELECT count(*) AS n FROM things')).status).toBe(200);
  });
});
