import { appendFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ArchiveAudit } from '../../src/audit/application/archive-audit.js';
import { ArchiveStore } from '../../src/audit/application/ports/archive-store.js';
import { VerifyAuditArchive } from '../../src/audit/application/verify-audit-archive.js';
import { Config } from '../../src/platform/config/config.js';
import { insertEvents, seal } from '../support/audit.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ESTUARY = '/api/v1/organizations/2/audit-events';
const KEPT = { AUDIT_RETENTION_DAYS: '30' };

describe('The archive of the audit trail', () => {
  let app: TestApp;
  let oscar: LoggedIn;

  beforeEach(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'headgate-archive-'));
    app = await startTestApp({ environment: { ...KEPT, AUDIT_ARCHIVE_DIR: directory } });
    await insertEvents(app, 2_500);
    await seal(app);
    app.clock.advance({ days: 31 });
    oscar = await logIn(app.http, 'oscar');
  });
  afterEach(async () => {
    await rm(directory(), { recursive: true });
    await app.close();
  });

  const archive = (on = app) => on.app.get(ArchiveAudit, { strict: false }).execute();
  const directory = (on = app) => on.app.get(Config).audit.archive.directory;
  const verify = async () => (await app.http.get(`${ESTUARY}/verify`, { token: oscar.accessToken })).body;
  const events = async (): Promise<number> =>
    (await app.dataSource.query('SELECT count(*)::int AS n FROM audit_events WHERE chain_id = 2'))[0].n;
  const held = async (on = app): Promise<boolean[]> => {
    const found: boolean[] = [];
    for await (const { holds } of on.app.get(VerifyAuditArchive, { strict: false }).execute()) found.push(holds);
    return found;
  };
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const asOwner = (table: string, text: string) =>
    app.dataSource.transaction(async (manager) => {
      await manager.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await manager.query(text);
      await manager.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER append_only`);
    });

  it('archives nothing without a retention, and no event that is too young', async () => {
    const keeps = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    expect(await archive(keeps)).toEqual({ files: [], broken: [] });
    await keeps.close();
    await archive();
    await insertEvents(app, 5, { action: 'test.later' });
    await seal(app);
    expect((await archive()).files).toEqual([]);
    expect(await events()).toBeGreaterThanOrEqual(5);
  });

  it('moves sealed links, and the chain holds from its anchor on', async () => {
    const { files, broken } = await archive();
    expect(broken).toEqual([]);
    expect(await readdir(directory())).toEqual([...files].sort());
    const lines = (await readFile(join(directory(), 'audit-2-1-3.ndjson'), 'utf8')).trim().split('\n');
    expect(lines.length).toBeGreaterThan(2_500);
    const checked = await verify();
    expect(checked.data).toMatchObject({ verified: true, archived_until: '2026-11-20T09:00:00.000Z' });
    const list = await app.http.get(ESTUARY, { token: oscar.accessToken });
    expect(list.body.data.archived_until).toBe('2026-11-20T09:00:00.000Z');
    expect(await held()).toEqual(files.map(() => true));
    await insertEvents(app, 10, { action: 'test.later' });
    await seal(app);
    expect((await verify()).data).toMatchObject({ verified: true, events_not_sealed_yet: 0 });
    app.clock.advance({ days: 32 });
    expect((await archive()).files).toContain('audit-2-4-4.ndjson');
    expect(await held()).not.toContain(false);
  });

  it('loses and doubles nothing when it dies between the file and the deletion', async () => {
    const before = await events();
    const store = app.app.get(ArchiveStore, { strict: false });
    const put = store.put.bind(store);
    const dying = jest.spyOn(store, 'put').mockImplementation(async (file, bytes) => {
      await put(file, bytes);
      throw new Error('killed');
    });
    await expect(archive()).rejects.toThrow('killed');
    dying.mockRestore();
    expect(await events()).toBe(before);
    const left = await readdir(directory());
    app.clock.advance({ days: 2 });
    const { files } = await archive();
    expect(files).toEqual(expect.arrayContaining(left));
    expect((await readdir(directory())).sort()).toEqual([...files].sort());
    expect(await held()).not.toContain(false);
  });

  it('is made once by two instances at a time', async () => {
    const other = await startTestApp({
      clock: app.clock,
      database: { url: app.databaseUrl },
      environment: { ...KEPT, AUDIT_ARCHIVE_DIR: directory() },
    });
    const reports = await Promise.all([archive(), archive(other), archive(), archive(other)]);
    await archive();
    const files = reports.flatMap((report) => report.files);
    expect(new Set(files).size).toBe(files.length);
    expect((await verify()).data.verified).toBe(true);
    expect(await held()).not.toContain(false);
    await other.close();
  });

  it('is the only way to delete, and deletes only sealed and archived events, for every caller of the function', async () => {
    await expect(sql('SELECT delete_archived_audit_events(2, 1)')).rejects.toThrow('Nothing of chain 2 is archived');
    const forged = (hash: string) =>
      sql(
        `INSERT INTO audit_archives SELECT organization_id, 1, position, last_event_id, event_count, ${hash}, sealed_at,
                'forged', '\\x00', now(), '\\x00' FROM audit_seals WHERE organization_id = 2 AND position = 3`,
      );
    await expect(forged(`'\\x00'`)).rejects.toThrow('Only sealed links are archived');
    await archive();
    await insertEvents(app, 3, { action: 'test.unsealed' });
    const left = await events();
    await sql('SELECT delete_archived_audit_events(2, 3)');
    expect(await events()).toBe(left);
    for (const table of ['audit_events', 'audit_seals', 'audit_archives'])
      await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow('is append-only: DELETE is refused');
    const byHand = app.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('headgate.deletes_archived', 'on', true)`);
      await manager.query('DELETE FROM audit_events WHERE chain_id = 2');
    });
    await expect(byHand).rejects.toThrow('only what is archived is deleted');
  });

  it('is found broken when a file or its anchor was changed, or something was planted before it', async () => {
    const { files } = await archive();
    await appendFile(join(directory(), files[0] ?? ''), 'x');
    expect(await held()).toContain(false);
    await rm(join(directory(), files[0] ?? ''));
    expect(await held()).toContain(false);
    await sql(`INSERT INTO audit_events (id, occurred_at, action, outcome, organization_id, detail)
               OVERRIDING SYSTEM VALUE VALUES (-5, now(), 'test.planted', 'success', 2, '{}')`);
    expect((await verify()).message).toContain('Events were inserted');
    await asOwner('audit_events', 'DELETE FROM audit_events WHERE id = -5');
    expect((await verify()).data.verified).toBe(true);
    await asOwner('audit_archives', `UPDATE audit_archives SET last_event_id = last_event_id + 1 WHERE organization_id = 2`);
    expect((await verify()).message).toContain('The record of the archive was changed');
  });
});
