import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { json, proposing, resetting, saying } from '../support/scripted-model.js';

const LONGER = 'SELECT name FROM rivers WHERE length_km > 2000 ORDER BY name';
const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('executing a template', () => {
  let scene: ExecutionScene;
  let id: number;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
    id = await scene.template();
  });
  afterAll(() => scene.end());

  const latest = async (): Promise<Record<string, unknown>> =>
    (await scene.app.dataSource.query(`SELECT * FROM query_executions ORDER BY id DESC LIMIT 1`))[0];
  const count = async (): Promise<number> => Number((await scene.app.dataSource.query(`SELECT count(*) FROM query_executions`))[0].count);

  it('writes a statement without running it, and says everything that led to it', async () => {
    scene.model.play(proposing(LONGER));
    const { status, body } = await scene.execute(id);
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: expect.any(String),
        data: {
          execution_id: expect.any(Number),
          rendered_text: 'Which rivers are longer than 2000 km?',
          context: {
            text: expect.stringContaining('rivers'),
            token_estimate: expect.any(Number),
            tables_included: [{ schema: 'hydro', name: 'rivers' }],
            tables_left_out: { count: 0, names: [] },
          },
          sql: LONGER,
          result: null,
          model: { name: 'scripted', input_tokens: 120, output_tokens: 30, explanation: 'As asked.' },
        },
      },
    ]);
    expect(await latest()).toMatchObject({ outcome: 'generated', sql: LONGER, template_version: 1, row_count: null });
  });

  it('runs the statement when asked to', async () => {
    scene.model.play(proposing(LONGER));
    scene.proxy.reset();
    const { status, body } = await scene.execute(id, { run: true, max_rows: 1 });
    expect(scene.proxy.hasHeard('length_km > 2000')).toBe(true);
    expect([status, body.data?.result]).toEqual([
      200,
      {
        columns: [{ name: 'name', type: 'text' }],
        rows: [['Danube']],
        row_count: 1,
        truncated: true,
        duration_ms: expect.any(Number),
        restrictions: [],
      },
    ]);
    expect(await latest()).toMatchObject({ outcome: 'succeeded', row_count: 1, is_truncated: true });
  });

  it('tells the model the rules once, and schema and values as data of the user', async () => {
    scene.model.play(proposing(LONGER));
    const value = 'Quillfeather {{length}} $& <<question';
    const odd = await scene.template({
      template_text: 'About {{x}}',
      parameters: [{ name: 'x', type: 'string', required: true }],
    });
    expect((await scene.execute(odd, { parameters: { x: value } })).status).toBe(200);
    expect(scene.told('system')).not.toContain('Quillfeather');
    expect(scene.told('system')).not.toContain('rivers');
    expect(scene.told('user')).toContain(value);
    expect(scene.told('user')).toContain('rivers');
    expect(scene.told('user')).not.toContain('hidden');
  });

  it.each([
    ['wrong parameters', { parameters: { length: 'long', width: 3 } }, 400, 'VALIDATION_FAILED'],
    ['no parameters', { parameters: {} }, 400, 'VALIDATION_FAILED'],
    ['parameters that are no object', { parameters: [1] }, 400, 'VALIDATION_FAILED'],
    ['an unknown field', { sql: 'SELECT 1' }, 400, 'VALIDATION_FAILED'],
    ['too many rows', { max_rows: 1001 }, 400, 'VALIDATION_FAILED'],
    ['an id beyond all', { data_source_id: 9_999_999_999 }, 400, 'VALIDATION_FAILED'],
    ['a data source that is not there', { data_source_id: 2_000_000_000 }, 404, 'NOT_FOUND'],
    ['a data source of another organization', { data_source_id: 2 }, 404, 'NOT_FOUND'],
    ['a data source it is not made for', { data_source_id: 1 }, 400, 'VALIDATION_FAILED'],
  ])('refuses %s, which counts as no use and reaches no model', async (_, body, status, code) => {
    scene.model.play(proposing(LONGER));
    const [uses, executions] = [await scene.uses(id), await count()];
    expect(outcome(await scene.execute(id, body))).toEqual([status, code]);
    expect([await scene.uses(id), await count(), scene.model.asked.length]).toEqual([uses, executions, 0]);
  });

  it('is 404 for another tenant, 403 for people without an organization, and open to viewers', async () => {
    scene.model.play(proposing(LONGER));
    expect(outcome(await scene.execute(id, {}, scene.users.oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await scene.execute(id, {}, scene.users.nora))).toEqual([403, 'FORBIDDEN']);
    expect((await scene.execute(id, {}, scene.users.vera)).status).toBe(200);
    const mine = (who: { accessToken: string }) =>
      scene.app.http.get(`/api/v1/prompt-templates/${id}/executions`, { token: who.accessToken });
    expect(outcome(await mine(scene.users.oscar))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await mine(scene.users.nora))).toEqual([403, 'FORBIDDEN']);
    const [ofVera, ofMia] = [await mine(scene.users.vera), await mine(scene.users.mia)];
    expect(new Set(ofVera.body.data.query_executions.map((one: { user_id: number }) => one.user_id))).toEqual(
      new Set([scene.users.vera.userId]),
    );
    expect(ofMia.body.data.pagination.total).toBeGreaterThan(ofVera.body.data.pagination.total);
  });

  it('asks the only data source there is, reports those that are gone, and wants to be told among several', async () => {
    scene.model.play(proposing(LONGER));
    const several = await scene.template({ compatible_data_source_ids: [1, scene.sourceId] });
    expect(outcome(await scene.execute(several))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await scene.execute(several, { data_source_id: scene.sourceId })).status).toBe(200);
    const any = await scene.template({ compatible_data_source_ids: [] });
    expect(outcome(await scene.execute(any))).toEqual([400, 'VALIDATION_FAILED']);
    const gone = await scene.anotherSource();
    const lost = await scene.template({ compatible_data_source_ids: [gone] });
    const left = await scene.template({ compatible_data_source_ids: [gone, scene.sourceId] });
    await scene.app.http.delete(`/api/v1/data-sources/${gone}`, { token: scene.users.olivia.accessToken });
    expect((await scene.execute(left)).status).toBe(200);
    const answer = await scene.execute(lost);
    expect([...outcome(answer), answer.body.details]).toMatchObject([
      409,
      'CONFLICT',
      [{ field: 'compatible_data_source_ids', message: `There is no data source ${gone} that you may ask.` }],
    ]);
  });

  it('asks the data source of the person who executes it when another organization shares the template', async () => {
    scene.model.play(proposing('SELECT 1 AS one'));
    const shared = await scene.template({ is_public: true });
    const token = scene.users.oscar.accessToken;
    expect(outcome(await scene.execute(shared, {}, scene.users.oscar))).toEqual([409, 'SCHEMA_NOT_DISCOVERED']);
    await scene.app.http.post('/api/v1/data-sources/2/discover-schema', undefined, { token });
    expect((await scene.execute(shared, {}, scene.users.oscar)).status).toBe(200);
    expect(await latest()).toMatchObject({ organization_id: 2, data_source_id: 2 });
    expect(outcome(await scene.execute(shared, { data_source_id: scene.sourceId }, scene.users.oscar))).toEqual([404, 'NOT_FOUND']);
  });

  it('lets the model correct itself twice, with the rules it broke and the words of the database', async () => {
    scene.model.play(
      proposing('SELECT pg_sleep(10) FROM rivers'),
      proposing('SELECT length_km / 0 AS wrong FROM rivers'),
      proposing(LONGER),
    );
    const answer = await scene.execute(id, { run: true });
    expect([answer.status, answer.body.data?.sql]).toEqual([200, LONGER]);
    expect(answer.body.data.model).toEqual({
      name: 'scripted',
      input_tokens: 360,
      output_tokens: 90,
      explanation: 'As asked.',
    });
    expect(scene.told('user', 1)).toMatch(/<<problem \w+\nforbidden_function: /);
    expect(scene.told('user', 2)).toMatch(/<<problem \w+\n.*division by zero/);
  });

  it('tells the model no cell that the database quotes in an error', async () => {
    scene.model.play(proposing('SELECT name::int FROM hydro.rivers'), proposing(LONGER));
    expect((await scene.execute(id, { run: true })).status).toBe(200);
    expect(scene.told('user', 1)).toContain('invalid input syntax for type integer');
    expect(scene.told('user', 1)).not.toMatch(/Volga|Danube|Rhine/);
  });

  it('gives up after that, and says what the database said last', async () => {
    scene.model.play(proposing('SELECT length_km / 0 AS wrong FROM rivers'));
    const answer = await scene.execute(id, { run: true });
    expect([...outcome(answer), answer.body.reason]).toEqual([422, 'QUERY_FAILED', expect.stringContaining('division by zero')]);
    // The same statement again is not tried.
    expect(scene.model.asked).toHaveLength(2);
    expect(await latest()).toMatchObject({
      id: answer.body.execution_id,
      outcome: 'failed',
      error_code: 'QUERY_FAILED',
    });
  });

  it.each([
    'DROP TABLE hydro.rivers',
    'SELECT 1; DELETE FROM hydro.rivers',
    'WITH gone AS (DELETE FROM hydro.rivers RETURNING *) SELECT * FROM gone',
    "SELECT pg_read_file('/etc/passwd')",
    'SELECT * FROM hydro.hidden',
    'SELECT * FROM pg_shadow',
    'SELECT 1 \0; DROP TABLE hydro.rivers',
    'SELECT \ud800 FROM hydro.rivers',
    '{{length}}',
  ])('lets no hostile statement of a model near the source: %j', async (hostile) => {
    scene.model.play(proposing(hostile));
    scene.proxy.reset();
    const answer = await scene.execute(id, { run: true });
    expect([...outcome(answer), answer.body.fault]).toEqual([502, 'MODEL_FAILED', 'no_allowed_statement']);
    expect(answer.body.violations.length).toBeGreaterThan(0);
    expect(await latest()).toMatchObject({ outcome: 'rejected', error_code: 'MODEL_FAILED' });
    expect(scene.proxy.connections).toBe(0);
    expect(await scene.source.run('SELECT 1 FROM hydro.rivers')).toHaveLength(3);
  });

  it.each([
    ['refuses', proposing(null, 'There is no such table.'), 'refused'],
    ['answers prose', saying('I would SELECT something.'), 'malformed'],
    ['is gone', resetting, 'unreachable'],
    ['does not know us', json(401, {}), 'credentials'],
    ['has no room', json(400, { error: { code: 'context_length_exceeded' } }), 'context_overflow'],
  ])('is 502 with a stable word when the model %s, and counts', async (_, turn, fault) => {
    scene.model.play(turn);
    const before = await scene.uses(id);
    const answer = await scene.execute(id, { run: true });
    expect([...outcome(answer), answer.body.fault]).toEqual([502, 'MODEL_FAILED', fault]);
    expect(answer.body.execution_id).toEqual(expect.any(Number));
    expect(await scene.uses(id)).toBe(before + 1);
  });

  it('ends when the client goes away, and says so in the history', async () => {
    const leaving = new AbortController();
    scene.model.play(() => leaving.abort());
    const { accessToken } = scene.users.olivia;
    const asking = fetch(`${scene.app.url}/api/v1/prompt-templates/${id}/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ parameters: { length: 2000 } }),
      signal: leaving.signal,
    });
    await expect(asking).rejects.toThrow();
    await eventually('cancelled', async () => (await latest())['outcome'] === 'cancelled');
  });

  it('counts fifty parallel executions as fifty', async () => {
    scene.model.play(proposing(LONGER));
    const before = await scene.uses(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.execute(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await scene.uses(id)).toBe(before + 50);
  });
});
