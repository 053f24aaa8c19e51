import { afterAll, beforeAll, expect } from '@jest/globals';
import { Client } from 'pg';
import type { Locator, Page } from 'playwright-core';
import type { Watched, browser } from '../browser/chromium.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { type DemoService, startDemoPages } from './demo-service.js';
import { installation } from './installation.js';
import { enter } from './pages.js';
import { SourceDatabase } from './source-database.js';
import { logIn } from './test-app.js';

/** Text that an attacker has put into a database, in the hope that a page runs it. */
export const IMAGE = '<img src=x onerror="window.hacked = 1">';
export const SCRIPT = '"><script>window.hacked = 1</script>';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export interface Workbench {
  readonly service: DemoService;
  readonly address: string;
  /** Has `rivers`, `gauges` that stand in them, and a table with hostile names. */
  readonly database: SourceDatabase;
  /** Of olivia. */
  readonly token: string;
  /** That database, discovered. */
  readonly source: number;
  /** Has the service do a scheduled job now, and waits until it is done. */
  runJob(name: string): Promise<void>;
  /** Registers a database without the pages, and discovers it. */
  register(name: string, database?: SourceDatabase): Promise<number>;
  signedIn(username: string, path: string, options?: Parameters<ReturnType<typeof browser>>[1]): Promise<Watched>;
}

/** The service in its demo with a data source, for the tests of a file. */
export function workbench(
  open: ReturnType<typeof browser>,
  environment: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): () => Workbench {
  const ours = installation();
  let made: Workbench;
  beforeAll(async () => {
    const { service, address } = await startDemoPages(ours(), await environment());
    const database = await riversDatabase();
    const token = (await logIn(service.http, 'olivia')).accessToken;
    const register = async (name: string, of = database): Promise<number> => {
      const body = { organization_id: 1, name, engine: 'postgresql', connection: of.connection() };
      const answer = await service.http.post('/api/v1/data-sources', body, { token });
      const { id } = answer.body.data.data_source;
      await service.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
      return id;
    };
    const signedIn: Workbench['signedIn'] = async (username, path, options = {}) => {
      const watched = await open(address, options);
      await enter(watched.page, address, username, path);
      return watched;
    };
    const runJob = async (name: string): Promise<void> => {
      const client = new Client({ connectionString: ours().database.url });
      await client.connect();
      const { rows } = await client.query('SELECT id FROM graphile_worker.add_job($1)', [name]);
      await eventually(`${name} is done`, async () => {
        const left = await client.query('SELECT FROM graphile_worker.jobs WHERE id = $1', [rows[0]?.id]);
        return left.rowCount === 0;
      });
      await client.end();
    };
    made = { service, address, database, token, register, runJob, signedIn, source: await register('Queried') };
  });
  afterAll(async () => {
    await made?.service.program.stop('SIGKILL');
    await made?.database.drop();
  });
  return () => made;
}

async function riversDatabase(): Promise<SourceDatabase> {
  const database = await SourceDatabase.create(
    'CREATE TABLE rivers (id int PRIMARY KEY, name text NOT NULL, length_km numeric(8,1), measured_on date)',
    `INSERT INTO rivers SELECT n, 'River ' || n, n * 1.5, date '2026-01-01' + n % 28 FROM generate_series(1, 1200) n`,
    `UPDATE rivers SET name = '=HYPERLINK("x")' WHERE id = 2`,
    `COMMENT ON TABLE rivers IS '${IMAGE}'`,
    'CREATE TABLE gauges (id int PRIMARY KEY, river_id int NOT NULL REFERENCES rivers (id))',
    `CREATE TABLE ${quoted(SCRIPT)} (${quoted(IMAGE)} text)`,
    `INSERT INTO ${quoted(SCRIPT)} VALUES ('${IMAGE}')`,
  );
  await database.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${database.role}`);
  return database;
}

/** Against no policy, no foreign address, nothing thrown. */
export function expectClean({ violations, foreign, errors }: Watched): void {
  expect([violations, foreign, errors]).toEqual([[], [], []]);
}

export const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^SQL statement/ });

/** A whole statement at once, without what the editor would complete by itself. */
export async function write(page: Page, sql: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Escape');
}
