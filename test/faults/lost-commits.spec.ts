import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing } from '../support/scripted-model.js';

/** The name of a prepared statement, whose text is sent only once for each connection. */
const FINISH = 'query_executions_finish';
const SQL = 'SELECT name FROM hydro.rivers ORDER BY name';

describe('when a commit is done and the answer to it is lost', () => {
  let database: TestDatabase;
  let proxy: CuttableProxy;
  let scene: ExecutionScene;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = new CuttableProxy(new URL(database.url));
    scene = await ExecutionScene.set({}, { url: await proxy.open() });
    ({ accessToken: token } = scene.users.olivia);
  });
  afterAll(async () => {
    await scene?.end();
    await proxy?.cut();
    await database?.drop();
  });

  const audited = (action: string, id: number): Promise<unknown[]> =>
    scene.app.dataSource.query(
      `SELECT outcome, detail->>'reason' AS reason FROM audit_events
        WHERE action = $1 AND coalesce(detail->>'execution_id', detail->>'discovery_id') = $2`,
      [action, String(id)],
    );
  const run = (sql: string) => scene.app.http.post(`/api/v1/data-sources/${scene.sourceId}/query`, { sql }, { token });
  const latest = async (): Promise<{ id: number; outcome: string; error_code: string | null }> =>
    (await scene.app.dataSource.query('SELECT * FROM query_executions ORDER BY id DESC LIMIT 1'))[0];

  it.each([
    ['a query that succeeded', SQL, [200, undefined], ['succeeded', null], { outcome: 'success', reason: null }],
    [
      'a query that was refused',
      'DELETE FROM hydro.rivers',
      [422, 'QUERY_REJECTED'],
      ['rejected', 'QUERY_REJECTED'],
      { outcome: 'refused', reason: 'QUERY_REJECTED' },
    ],
  ])('%s ends once, with one row in the trail', async (_, sql, answered, ended, row) => {
    const lost = proxy.loseCommitOf(FINISH);
    const { status, body } = await run(sql);
    await lost;
    expect([status, body.code]).toEqual(answered);
    const { id, outcome, error_code: code } = await latest();
    expect([outcome, code]).toEqual(ended);
    expect(await audited('query.run', id)).toEqual([row]);
  });

  it('a template ends once, and a repeated request with the key gets its answer', async () => {
    const template = await scene.template();
    scene.model.play(proposing(SQL));
    const headers = { 'Idempotency-Key': 'lost' };
    const lost = proxy.loseCommitOf(FINISH);
    const first = await scene.execute(template, { run: true }, scene.users.olivia, headers);
    await lost;
    const second = await scene.execute(template, { run: true }, scene.users.olivia, headers);
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data]);
    expect(await latest()).toMatchObject({ id: first.body.data.execution_id, outcome: 'succeeded', error_code: null });
  });

  it('a discovery has found what it found, with one row in the trail', async () => {
    const path = `/api/v1/data-sources/${scene.sourceId}/discover-schema?refresh=true`;
    await scene.source.run('ALTER TABLE hydro.rivers ADD basin text');
    const lost = proxy.loseCommitOf('INSERT INTO "schema_snapshots"');
    const { status, body } = await scene.app.http.post(path, undefined, { token });
    await lost;
    expect([status, body.code]).toEqual([200, undefined]);
    const [{ id, state }] = await scene.app.dataSource.query('SELECT id, state FROM schema_discoveries ORDER BY id DESC LIMIT 1');
    expect(state).toBe('completed');
    expect(await audited('data_source.schema_discovered', id)).toEqual([{ outcome: 'success', reason: null }]);
  });
});
