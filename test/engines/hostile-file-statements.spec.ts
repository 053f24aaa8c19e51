import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { BUSINESS_TABLES } from '../fixtures/statements/business-tables.js';
import { DUCKDB_HOSTILE } from '../fixtures/statements/duckdb-hostile.js';
import { SHARED_HONEST } from '../fixtures/statements/shared-honest.js';
import { SQLITE_HOSTILE } from '../fixtures/statements/sqlite-hostile.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MAKE = {
  sqlite(file: string): void {
    const database = new sqlite.Database(file);
    for (const sql of BUSINESS_TABLES) database.exec(sql);
    database.close();
  },
  // In a process of its own: an instance keeps its file open for as long as the process likes.
  duckdb(file: string): void {
    const program = `import { DuckDBInstance } from '@duckdb/node-api';
      const [file, list] = process.argv.slice(1);
      const connection = await (await DuckDBInstance.create(file)).connect();
      for (const statement of JSON.parse(list)) await connection.run(statement);
      connection.closeSync();`;
    const list = JSON.stringify(BUSINESS_TABLES);
    execFileSync(process.execPath, ['--input-type=module', '--eval', program, file, list]);
  },
} as const;

/** What only this engine reads like that. */
const OWN = {
  sqlite: [
    `SELECT count(*) FROM customers WHERE region = 'north'`,
    `SELECT o.id, e.value FROM 'orders' o, json_each(o.details) e WHERE e.key = 'channel'`,
    `WITH x AS (SELECT 1) SELECT count(*) FROM x`,
  ],
  duckdb: [
    `FROM orders`,
    `DESCRIBE orders`,
    `SUMMARIZE sales.main.orders`,
    `PIVOT orders ON status IN ('paid', 'open') USING sum(amount) GROUP BY customer_id`,
    `SELECT COLUMNS('amount|id'), name.upper() FROM orders o JOIN customers USING (id) USING SAMPLE 50%`,
  ],
} as const;

describe.each([
  ['sqlite', SQLITE_HOSTILE],
  ['duckdb', DUCKDB_HOSTILE],
] as const)('statements that would do harm to a file of %s', (engine, hostile) => {
  let app: TestApp;
  let directory: string;
  let file: string;
  let olivia: LoggedIn;
  let id: number;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hostile-'));
    mkdirSync(join(directory, '1'));
    file = join(directory, '1', 'sales.db');
    MAKE[engine](file);
    app = await startTestApp({
      environment: { DATA_SOURCE_FILES_DIR: directory, RATE_LIMIT_MULTIPLIER: '1000000' },
    });
    olivia = await logIn(app.http, 'olivia');
    const body = { organization_id: 1, name: 'Sales', engine, connection: { file: 'sales.db' } };
    const token = olivia.accessToken;
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
  });
  afterAll(async () => {
    await app?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const query = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: olivia.accessToken });
  const outcomes = async (statements: readonly string[]): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const sql of statements) {
      const { status, body } = await query(sql);
      found.push([sql.slice(0, 200), status, body.code]);
    }
    return found;
  };
  const state = (): unknown => [readdirSync(directory, { recursive: true }), createHash('sha256').update(readFileSync(file)).digest('hex')];

  it('are refused, and leave the file and its directory as they were', async () => {
    const before = state();
    const statements = hostile.map(([, sql]) => sql);
    expect(statements.length).toBeGreaterThanOrEqual(40);
    expect(await outcomes(statements)).toEqual(statements.map((sql) => [sql.slice(0, 200), 422, 'QUERY_REJECTED']));
    expect(state()).toEqual(before);
  });

  it('are refused in the same words when the file is missing, which every other statement reports', async () => {
    renameSync(file, `${file}.away`);
    try {
      const statements = hostile.map(([, sql]) => sql);
      expect(await outcomes(statements)).toEqual(statements.map((sql) => [sql.slice(0, 200), 422, 'QUERY_REJECTED']));
      expect((await query(SHARED_HONEST[0] ?? '')).status).toBe(502);
    } finally {
      renameSync(`${file}.away`, file);
    }
  });

  it('do not include honest ones, some of which run here', async () => {
    for (const sql of [...SHARED_HONEST.slice(0, 4), ...OWN[engine]]) expect([sql, (await query(sql)).status]).toEqual([sql, 200]);
  });
});
