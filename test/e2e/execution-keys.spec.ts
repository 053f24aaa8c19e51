import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { STATEMENT_FORM } from '../../src/query-generation/domain/answer-form.js';
import { LanguageModel } from '../../src/query-generation/application/ports/language-model.js';
import { type TestApp } from '../support/test-app.js';
import { FailAbandonedExecutions } from '../../src/query-generation/application/fail-abandoned-executions.js';
import { json, proposing } from '../support/scripted-model.js';

const LONGER = 'SELECT name FROM rivers WHERE length_km > 2000 ORDER BY name';
const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('the idempotency key of an execution', () => {
  let scene: ExecutionScene;
  let second: TestApp;
  let id: number;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
    id = await scene.template();
    second = await scene.anotherInstance();
  });
  afterAll(async () => {
    await second.close();
    await scene.end();
  });

  const keyed = (key: string, body: Record<string, unknown> = {}, who = scene.users.olivia, http = scene.app.http) =>
    scene.execute(id, { run: true, ...body }, who, { 'Idempotency-Key': key }, http);

  it('answers the same request as the first time, without model, source and another use', async () => {
    scene.model.play(proposing(LONGER));
    const first = await keyed('first');
    const uses = await scene.uses(id);
    scene.model.play(proposing('SELECT 2'));
    scene.proxy.reset();
    const second = await keyed('first', { parameters: { length: 2000 } });
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data]);
    expect([scene.model.asked.length, scene.proxy.connections, await scene.uses(id)]).toEqual([0, 0, uses]);
  });

  it('shows nothing of a data source that is closed since', async () => {
    scene.model.play(proposing(LONGER));
    expect((await keyed('closed')).status).toBe(200);
    const { dataSource } = scene.app;
    await dataSource.query(`UPDATE data_sources SET closed = 'same_data' WHERE id = $1`, [scene.sourceId]);
    expect(outcome(await keyed('closed'))).toEqual([403, 'DATA_SOURCE_CLOSED']);
    await dataSource.query('UPDATE data_sources SET closed = NULL WHERE id = $1', [scene.sourceId]);
    expect((await keyed('closed')).status).toBe(200);
  });

  it('shows nothing of a template or a data source that a workspace hides since', async () => {
    scene.model.play(proposing(LONGER));
    const again = () => keyed('hidden', {}, scene.users.vera);
    expect((await again()).status).toBe(200);
    const { dataSource } = scene.app;
    const [workspace] = await dataSource.query(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       SELECT 1, 'Hidden', id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'viewer' RETURNING id`,
    );
    for (const [table, thing, what] of [
      ['prompt_templates', id, 'Prompt template'],
      ['data_sources', scene.sourceId, 'Data source'],
    ] as const) {
      await dataSource.query(`UPDATE ${table} SET workspace_id = $2 WHERE id = $1`, [thing, workspace.id]);
      const { status, body } = await again();
      expect([status, body.message]).toEqual([404, `${what} not found.`]);
      expect((await keyed('hidden-from-nobody')).status).toBe(200);
      await dataSource.query(`UPDATE ${table} SET workspace_id = NULL WHERE id = $1`, [thing]);
    }
    expect((await again()).status).toBe(200);
  });

  it('belongs to one request', async () => {
    scene.model.play(proposing(LONGER));
    expect((await keyed('other')).status).toBe(200);
    for (const body of [{ parameters: { length: 1 } }, { run: false }, { max_rows: 7 }, { data_source_id: scene.sourceId }])
      expect(outcome(await keyed('other', body))).toEqual([409, 'CONFLICT']);
  });

  it('belongs to one person', async () => {
    scene.model.play(proposing(LONGER));
    const mine = await keyed('shared');
    const theirs = await keyed('shared', {}, scene.users.vera);
    expect(theirs.status).toBe(200);
    expect(theirs.body.data.execution_id).not.toBe(mine.body.data.execution_id);
  });

  it('lets twenty at once run once, on two instances, and all have the answer', async () => {
    let asked = 0;
    scene.model.play((response, request) => {
      asked += 1;
      return proposing(LONGER)(response, request);
    });
    const before = await scene.uses(id);
    const here = Array.from({ length: 10 }, () => keyed('twenty'));
    const there = Array.from({ length: 10 }, () => keyed('twenty', {}, scene.users.olivia, second.http));
    const answers = await Promise.all([...here, ...there]);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect([asked, await scene.uses(id)]).toEqual([1, before + 1]);
  });

  it('answers a refusal again too', async () => {
    scene.model.play(json(401, {}));
    const first = await keyed('refused');
    scene.model.play(proposing(LONGER));
    const second = await keyed('refused');
    const withoutRequestId = ({ body }: Answer) => ({ ...body, request_id: null });
    expect(outcome(first)).toEqual([502, 'MODEL_FAILED']);
    expect([second.status, withoutRequestId(second)]).toEqual([502, withoutRequestId(first)]);
  });

  it('is free again when the service was too busy', async () => {
    scene.model.play(() => undefined);
    const leaving = new AbortController();
    const model = scene.app.app.get(LanguageModel, { strict: false });
    const asking = Array.from({ length: 103 }, () => model.ask([], STATEMENT_FORM, 'organization 1', leaving.signal).catch(() => null));
    const first = await keyed('busy');
    leaving.abort();
    await Promise.all(asking);
    scene.model.play(proposing(LONGER));
    expect([outcome(first), (await keyed('busy')).status]).toEqual([[503, 'UNAVAILABLE'], 200]);
  });

  it('is not used up by what never began', async () => {
    scene.model.play(proposing(LONGER));
    expect((await keyed('free', { parameters: {} })).status).toBe(400);
    expect((await keyed('free')).status).toBe(200);
  });

  it('says so when the first request died without an answer', async () => {
    await scene.app.dataSource.query(
      `UPDATE query_executions SET answer_sealed = NULL, outcome = 'failed' WHERE idempotency_key = 'first'`,
    );
    expect(outcome(await keyed('first'))).toEqual([409, 'CONFLICT']);
  });

  it('reports it for one whose process died in the middle, once that is recorded', async () => {
    scene.model.play(proposing(LONGER));
    expect((await keyed('abandoned')).status).toBe(200);
    await scene.app.dataSource.query(
      `UPDATE query_executions SET answer_sealed = NULL, outcome = 'running', finished_at = NULL,
              heartbeat_at = now() - interval '1 minute' WHERE idempotency_key = 'abandoned'`,
    );
    const waiting = keyed('abandoned', {}, scene.users.olivia, second.http);
    await scene.app.app.get(FailAbandonedExecutions, { strict: false }).execute();
    expect(outcome(await waiting)).toEqual([409, 'CONFLICT']);
  });

  it('is answered after the data source is gone', async () => {
    const other = await scene.anotherSource();
    const template = await scene.template({ compatible_data_source_ids: [other] });
    scene.model.play(proposing(LONGER));
    const body = { run: true, data_source_id: other };
    const ask = () => scene.execute(template, body, scene.users.olivia, { 'Idempotency-Key': 'gone' });
    const first = await ask();
    const token = scene.users.olivia.accessToken;
    const deleted = await scene.app.http.delete(`/api/v1/data-sources/${other}`, { token });
    const repeated = await ask();
    expect([first.status, deleted.status, repeated.status]).toEqual([200, 200, 200]);
    expect(repeated.body.data).toEqual(first.body.data);
  });

  it('answers nothing to people who may no longer execute', async () => {
    scene.model.play(proposing(LONGER));
    expect((await keyed('vera', {}, scene.users.vera)).status).toBe(200);
    await scene.app.dataSource.query(`DELETE FROM organization_members WHERE user_id = $1 AND organization_id = 1`, [
      scene.users.vera.userId,
    ]);
    expect((await keyed('vera', {}, scene.users.vera)).status).toBe(403);
  });

  it.each(['', 'two words', 'ü', 'x'.repeat(256)])('is refused when it is %j', async (key) => {
    const header = encodeURIComponent(key) === key || key === 'two words' ? key : 'caf\u00e9';
    expect(outcome(await keyed(header))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('keeps the answer sealed', async () => {
    scene.model.play(proposing(LONGER));
    await keyed('sealed');
    const [row] = await scene.app.dataSource.query(`SELECT answer_sealed FROM query_executions WHERE idempotency_key = 'sealed'`);
    expect(row.answer_sealed).toEqual(expect.any(String));
    expect(row.answer_sealed).not.toContain('Volga');
  });
});
