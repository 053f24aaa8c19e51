import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { makeFile } from '../support/make-file.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const RIVERS = `
  CREATE TABLE countries (code char(2) PRIMARY KEY, name text NOT NULL);
  CREATE TABLE rivers (id int PRIMARY KEY, name text NOT NULL, country char(2) REFERENCES countries (code));
  CREATE VIEW names AS SELECT name FROM rivers;`;

describe.each(['sqlite', 'duckdb'] as const)('discovering a file of %s', (engine) => {
  let app: TestApp;
  let directory: string;
  let olivia: LoggedIn, oscar: LoggedIn;
  let serial = 0;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'files-'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory, DISCOVERY_TIMEOUT_SECONDS: '60' } });
    [olivia, oscar] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'oscar')];
  });
  beforeEach(() => {
    for (const organization of ['1', '2']) mkdirSync(join(directory, organization));
  });
  afterEach(() => {
    for (const organization of ['1', '2']) rmSync(join(directory, organization), { recursive: true, force: true });
  });
  afterAll(async () => {
    await app.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const make = (path: string, sql: string): void => makeFile(engine, join(directory, path), sql);
  const register = (file: string, organization = 1, who = olivia): Promise<Answer> => {
    const body = { organization_id: organization, name: `File ${(serial += 1)}`, engine, connection: { file } };
    return app.http.post('/api/v1/data-sources', body, { token: who.accessToken });
  };
  const registered = async (...given: Parameters<typeof register>): Promise<number> => {
    const { status, body } = await register(...given);
    expect(status).toBe(201);
    return body.data.data_source.id;
  };
  const discover = (id: number, query = '?refresh=true', who = olivia): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema${query}`, undefined, { token: who.accessToken });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const read = async (id: number): Promise<number> =>
    (
      await app.dataSource.query(
        `SELECT detail->'relations_read' AS read FROM audit_events
          WHERE action = 'data_source.schema_discovered' AND outcome = 'success' AND target_id = $1 ORDER BY id DESC LIMIT 1`,
        [String(id)],
      )
    )[0].read;

  it('counts its tables, views and columns', async () => {
    make('1/rivers.db', RIVERS);
    const answer = await discover(await registered('rivers.db'));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      schemas_discovered: [{ schema_name: 'main', tables_count: 2, views_count: 1 }],
      total_tables: 2,
      total_columns: 6,
    });
  });

  it('reads a file that was replaced anew, and one that was not changed not at all', async () => {
    make('1/rivers.db', RIVERS);
    const id = await registered('rivers.db');
    expect((await discover(id)).status).toBe(200);
    expect(await read(id)).toBe(3);
    expect((await discover(id)).body.data.total_tables).toBe(2);
    expect(await read(id)).toBe(0);
    make('1/next.db', `${RIVERS} CREATE TABLE lakes (id int)`);
    renameSync(join(directory, '1', 'next.db'), join(directory, '1', 'rivers.db'));
    expect((await discover(id, '')).body.data.total_tables).toBe(2);
    expect((await discover(id)).body.data.total_tables).toBe(3);
    expect(await read(id)).toBe(4);
  });

  it('opens no file of another organization, by its name, by a link or by a path that leads out', async () => {
    make('2/theirs.db', RIVERS);
    symlinkSync(join(directory, '2', 'theirs.db'), join(directory, '1', 'link.db'));
    symlinkSync(join(directory, '2'), join(directory, '1', 'two'));
    expect(outcome(await discover(await registered('theirs.db')))).toEqual([502, 'DATA_SOURCE_UNREACHABLE']);
    for (const path of ['link.db', 'two/theirs.db'])
      expect(outcome(await discover(await registered(path)))).toEqual([403, 'HOST_NOT_ALLOWED']);
    for (const path of ['../2/theirs.db', join(directory, '2', 'theirs.db'), 'two/../../2/theirs.db', 'a\0.db', ''])
      expect(outcome(await register(path))).toEqual([400, 'VALIDATION_FAILED']);
    const theirs = await registered('theirs.db', 2, oscar);
    expect(outcome(await discover(theirs))).toEqual([404, 'NOT_FOUND']);
    expect((await discover(theirs, '', oscar)).status).toBe(200);
  });

  it.each<[string, (file: string) => void]>([
    ['is gone', (file) => rmSync(file)],
    ['is damaged', (file) => writeFileSync(file, Buffer.alloc(20_000, 0xa5))],
    ['is of another program', (file) => writeFileSync(file, '<html>'.repeat(2_000))],
    ['was cut off', (file) => writeFileSync(file, Buffer.from('SQLite format 3\0'))],
  ])('answers 502 for one that %s, and keeps what was known', async (_, harm) => {
    make('1/rivers.db', RIVERS);
    const id = await registered('rivers.db');
    const known = (await discover(id)).body.data;
    harm(join(directory, '1', 'rivers.db'));
    const { status, body } = await discover(id);
    expect([status, body.code]).toEqual([502, expect.stringMatching(/^DATA_SOURCE_(UNREACHABLE|LOST)$/)]);
    expect((await discover(id, '')).body.data).toEqual(known);
    expect(outcome(await discover(id, '?schema_name=no_such'))).toEqual([404, 'SCHEMA_NOT_FOUND']);
  });
});

describe('a file whose catalog takes ages to read', () => {
  it('is given up at the deadline in mid-statement, with nothing of it left, and others are read afterwards', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'files-'));
    mkdirSync(join(directory, '1'));
    const wide = Array.from({ length: 1_900 }, (_, at) => `c${at}`).join();
    // Each of these keys means the primary key of a table that has none, which is looked for in all its columns.
    const slow = `CREATE TABLE wide (${wide}); CREATE TABLE slow (a ${'REFERENCES wide '.repeat(100_000)})`;
    makeFile('sqlite', join(directory, '1', 'slow.db'), slow);
    makeFile('sqlite', join(directory, '1', 'good.db'), RIVERS);
    const environment = { DATA_SOURCE_FILES_DIR: directory, DISCOVERY_TIMEOUT_SECONDS: '2' };
    const app = await startTestApp({ environment });
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const discovered = async (file: string): Promise<Answer> => {
      const body = { organization_id: 1, name: file, engine: 'sqlite', connection: { file } };
      const { id } = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source;
      return app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
    };
    try {
      const { status, body } = await discovered('slow.db');
      expect([status, body.code]).toEqual([504, 'DISCOVERY_TIMEOUT']);
      // The answer need not wait for the thread to end.
      const copies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith(`headgate-sqlite-${process.pid}-`));
      await eventually('its copies are gone', () => copies().length === 0);
      await eventually('the file is closed', () => openFiles().every((name) => !name.endsWith('slow.db')));
      expect(readdirSync(join(directory, '1')).sort()).toEqual(['good.db', 'slow.db']);
      expect((await discovered('good.db')).body.data.total_tables).toBe(2);
    } finally {
      await app.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

/** Of this process, its threads included. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}
