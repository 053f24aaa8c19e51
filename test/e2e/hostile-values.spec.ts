import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing } from '../support/scripted-model.js';

const RIGHT = 'SELECT name FROM rivers WHERE length_km > 2000';
const VALUES = ['a\0b', '\0', '😀'.repeat(50), '{{x}} $& $1 }}', '\u202eabc', "'; DROP TABLE x --\0"];
const LARGE = [1e308, -1e308, 5e-324, -0];
const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];

describe('values that no database stores as they are', () => {
  let scene: ExecutionScene;
  let id: number;
  beforeAll(async () => {
    scene = await ExecutionScene.set({ ASK_TOKENS_PER_PERSON: '5000000' });
    id = await scene.template({
      template_text: 'About {{what}} and {{number}}{{list}}.',
      parameters: [
        { name: 'what', type: 'string', required: false },
        { name: 'number', type: 'number', required: false },
        { name: 'list', type: 'array', items: { type: 'string' }, required: false },
      ],
    });
  });
  afterAll(() => scene.end());

  const render = (parameters: unknown): Promise<Answer> =>
    scene.app.http.post(`/api/v1/prompt-templates/${id}/render`, { parameters }, { token: scene.users.olivia.accessToken });

  it.each(VALUES.map((what) => [JSON.stringify(what), what]))('come out literally of a rendering: %s', async (_, what) => {
    const answer = await render({ what });
    expect([answer.status, answer.body.data?.text]).toEqual([200, `About ${what} and .`]);
  });

  it.each(VALUES.map((what) => [JSON.stringify(what), what]))('are executed, kept and read again: %s', async (_, what) => {
    scene.model.play(proposing(RIGHT));
    const answer = await scene.execute(id, { parameters: { what, list: [what] }, run: true });
    expect(answer.status).toBe(200);
    expect(answer.body.data.rendered_text).toContain(`About ${what} and `);
    const { execution_id: execution } = answer.body.data;
    const token = scene.users.olivia.accessToken;
    const kept = await scene.app.http.get(`/api/v1/query-executions/${execution}`, { token });
    expect(kept.status).toBe(200);
    const judged = await scene.app.http.put(`/api/v1/query-executions/${execution}/feedback`, { right: true }, { token });
    expect(judged.status).toBe(200);
  });

  it.each(VALUES.map((what) => [JSON.stringify(what), what]))('are answered again by key: %s', async (_, what) => {
    scene.model.play(proposing(RIGHT));
    const headers = { 'Idempotency-Key': `key-${VALUES.indexOf(what)}` };
    const body = { parameters: { what } };
    const first = await scene.execute(id, body, scene.users.olivia, headers);
    const second = await scene.execute(id, body, scene.users.olivia, headers);
    expect([first.status, second.status, second.body.data]).toEqual([200, 200, first.body.data]);
  });

  it.each(['\ud800', 'x\udfffy'])('are refused as texts when they are halves of characters: %j', async (what) => {
    expect(outcome(await render({ what }))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await scene.execute(id, { parameters: { what } }))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(LARGE)('are numbers such as %d', async (number) => {
    scene.model.play(proposing(RIGHT));
    expect((await render({ number })).status).toBe(200);
    expect((await scene.execute(id, { parameters: { number } })).status).toBe(200);
  });

  it.each(['1e400', '-1e999'])('are refused as numbers when they are %s', async (number) => {
    scene.model.play(proposing(RIGHT));
    for (const what of ['render', 'execute']) {
      const response = await fetch(`${scene.app.url}/api/v1/prompt-templates/${id}/${what}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${scene.users.olivia.accessToken}`,
        },
        body: `{"parameters":{"number":${number}}}`,
      });
      expect([what, response.status]).toEqual([what, 400]);
    }
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a\0b', '\ud800'])(
    'are refused as names of parameters: %j',
    async (name) => {
      for (const what of ['render', 'execute']) {
        const response = await fetch(`${scene.app.url}/api/v1/prompt-templates/${id}/${what}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${scene.users.olivia.accessToken}`,
          },
          body: `{"parameters":{${JSON.stringify(name)}:1}}`,
        });
        expect([what, response.status]).toEqual([what, 400]);
      }
    },
  );

  it.each(['SELECT 1\0', "SELECT '\0'", "SELECT '\ud800'", '\0', '', ' '.repeat(20_001), '😀'.repeat(10_001)])(
    'are refused as statements: %j',
    async (sql) => {
      const token = scene.users.olivia.accessToken;
      scene.proxy.reset();
      const path = `/api/v1/data-sources/${scene.sourceId}/query`;
      expect(outcome(await scene.app.http.post(path, { sql }, { token }))).toEqual([422, 'QUERY_REJECTED']);
      expect((await scene.app.http.post(`${path}/validate`, { sql }, { token })).body.data.valid).toBe(false);
      expect(scene.proxy.connections).toBe(0);
    },
  );

  it.each([RIGHT + '\0', "SELECT '\ud800'", '\0'])('are refused as statements of a model: %j', async (sql) => {
    scene.model.play(proposing(sql, 'Why\0\ud800'));
    const answer = await scene.execute(id, { parameters: { what: 'x' }, run: true });
    expect(outcome(answer)).toEqual([502, 'MODEL_FAILED']);
  });

  it('are nothing to keep when a model writes a statement without end', async () => {
    scene.model.play(proposing(`SELECT '${'x'.repeat(900_000)}'`));
    const answer = await scene.execute(id, { parameters: { what: 'x' }, run: true });
    expect(outcome(answer)).toEqual([502, 'MODEL_FAILED']);
    const [row] = await scene.app.dataSource.query('SELECT sql, outcome FROM query_executions WHERE id = $1', [answer.body.execution_id]);
    expect(row).toEqual({ sql: null, outcome: 'rejected' });
  });

  it('are words of a model that refuses', async () => {
    scene.model.play(proposing(null, 'Why\0\ud800'));
    const headers = { 'Idempotency-Key': 'refuses' };
    for (let time = 0; time < 2; time += 1)
      expect(outcome(await scene.execute(id, { parameters: {} }, scene.users.olivia, headers))).toEqual([502, 'MODEL_FAILED']);
  });

  it.each(['search', 'category', 'tag', 'status', 'data_source_id', 'page', 'limit'])(
    'are no failures of the list by %s',
    async (filter) => {
      for (const value of ['%00', 'a%00b', '%ED%A0%80', '%F0%9F%98%80', '__proto__', '9'.repeat(400), '1e400', '%25_\\']) {
        const path = `/api/v1/prompt-templates?${filter}=${value}`;
        const { status } = await scene.app.http.get(path, { token: scene.users.olivia.accessToken });
        expect([value, status < 500]).toEqual([value, true]);
      }
      for (const query of [`${filter}[]=1`, `${filter}[__proto__]=1`, `${filter}=1&${filter}=2`]) {
        const { status } = await scene.app.http.get(`/api/v1/prompt-templates?${query}`, {
          token: scene.users.olivia.accessToken,
        });
        expect([query, status < 500]).toEqual([query, true]);
      }
    },
  );

  it('leave no trace in the log, and neither does a statement or the key of the model', () => {
    const log = scene.app.log.join('\n');
    expect(log).not.toMatch(/DROP TABLE|length_km|key-of-the-model|About|\{\{x\}\}/);
  });
});
