import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('a discovery that is followed', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let proxy: CuttableProxy;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    [olivia, adam, vera, oscar] = (await Promise.all(
      ['olivia', 'adam', 'vera', 'oscar'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn];
    source = await SourceDatabase.create('CREATE TABLE rivers (id int PRIMARY KEY); CREATE TABLE lakes (id int)');
  });
  beforeEach(async () => {
    await proxy?.cut();
    proxy = new CuttableProxy(source.url);
    const connection = source.connection({ port: Number(new URL(await proxy.open()).port) });
    const body = { organization_id: 1, name: `Source ${(serial += 1)}`, engine: 'postgresql', connection };
    id = (await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken })).body.data.data_source.id;
  });
  afterAll(async () => {
    await proxy?.cut();
    await app.close();
    await source?.drop();
  });

  let serial = 0;
  const discover = (headers: Record<string, string> = {}): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token: olivia.accessToken, headers });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const follow = (location: string, who = olivia): Promise<Answer> =>
    app.http.get(location, { token: who.accessToken });
  const ended = async (location: string): Promise<Answer> => {
    for (;;) {
      const answer = await follow(location);
      if (!['waiting', 'running'].includes(answer.body.data.discovery.state)) return answer;
    }
  };

  it('answers 202 with its place, tells its progress, and at the end what it found', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const begun = await discover({ Prefer: 'respond-async, wait=5' });
    expect([begun.status, begun.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const location = begun.headers.get('location') ?? '';
    expect(location).toBe(`/api/v1/data-sources/${id}/discoveries/${begun.body.data.discovery.id}`);
    await reading;
    expect((await follow(location)).body.data.discovery).toMatchObject({
      result: null,
      error: null,
      finished_at: null,
    });
    await proxy.cut();
    expect((await ended(location)).body.data.discovery).toMatchObject({
      state: 'failed',
      error: { code: 'DATA_SOURCE_LOST', message: expect.any(String) },
    });
    await proxy.open();
    const again = await discover({ Prefer: 'respond-async' });
    const done = await ended(again.headers.get('location') ?? '');
    expect(done.body.data.discovery).toMatchObject({
      state: 'completed',
      progress: { schemas_done: 1, schemas_total: 1, tables_seen: 2 },
      result: { data_source_id: id, total_tables: 2, total_columns: 2 },
      error: null,
    });
    // What is known needs no discovery.
    expect((await discover({ Prefer: 'respond-async' })).status).toBe(200);
  });

  it('is cancelled for all who wait, by anybody who may discover, and leaves nothing at the source', async () => {
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const [location] = [(await discover({ Prefer: 'respond-async' })).headers.get('location') ?? ''];
    const waiting = discover();
    await reading;
    for (const [who, expected] of [
      [vera, [403, 'FORBIDDEN']],
      [oscar, [404, 'NOT_FOUND']],
    ] as const)
      expect(outcome(await app.http.delete(location, { token: who.accessToken }))).toEqual(expected);
    expect(outcome(await app.http.delete(location, { token: adam.accessToken }))).toEqual([200, undefined]);
    expect(outcome(await waiting)).toEqual([409, 'DISCOVERY_CANCELLED']);
    expect((await follow(location)).body.data.discovery).toMatchObject({
      state: 'cancelled',
      error: { code: 'DISCOVERY_CANCELLED' },
    });
    expect(outcome(await app.http.delete(location, { token: adam.accessToken }))).toEqual([409, 'DISCOVERY_ENDED']);
    await proxy.cut();
    expect(await source.sessions()).toEqual([]);
    const audited = await app.dataSource.query(
      `SELECT action, outcome, detail->>'reason' AS reason FROM audit_events
        WHERE target_type = 'data_source' AND target_id = $1 AND action <> 'access.refused' ORDER BY id DESC LIMIT 2`,
      [String(id)],
    );
    expect(audited).toEqual([
      { action: 'data_source.schema_discovered', outcome: 'refused', reason: 'DISCOVERY_CANCELLED' },
      { action: 'data_source.discovery_cancelled', outcome: 'success', reason: null },
    ]);
  });

  it('is cancelled from another instance', async () => {
    const other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const waiting = discover();
    await reading;
    const [{ n }] = await app.dataSource.query('SELECT id AS n FROM schema_discoveries WHERE data_source_id = $1', [
      id,
    ]);
    const path = `/api/v1/data-sources/${id}/discoveries/${n}`;
    expect((await other.http.delete(path, { token: olivia.accessToken })).status).toBe(200);
    expect(outcome(await waiting)).toEqual([409, 'DISCOVERY_CANCELLED']);
    await other.close();
  });

  it('is ended by the end of its process, which says so: nobody has cancelled it', async () => {
    const leaving = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const reading = proxy.holdAnswersFrom('pg_attribute');
    const path = `/api/v1/data-sources/${id}/discover-schema`;
    const begun = await leaving.http.post(path, undefined, {
      token: olivia.accessToken,
      headers: { Prefer: 'respond-async' },
    });
    await reading;
    await leaving.close();
    const { body } = await follow(begun.headers.get('location') ?? '');
    expect(body.data.discovery).toMatchObject({ state: 'failed', error: { code: 'INSTANCE_STOPPING' } });
  });

  it('is found only at its own data source, by whoever may see it', async () => {
    const location = (await discover({ Prefer: 'respond-async' })).headers.get('location') ?? '';
    await ended(location);
    expect(outcome(await follow(location, vera))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await follow(location, oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await follow(location.replace(/\d+$/, '2000000000')))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await follow(location.replace(/\d+$/, '0')))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
