import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecheckKnowledge } from '../../src/knowledge/application/recheck-knowledge.js';
import type { RequestOptions } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import type { LoggedIn } from '../support/test-app.js';

const PAIR = {
  question: 'How many rivers are longer than 2000 km?',
  sql: 'SELECT count(*) FROM hydro.rivers WHERE length_km > 2000',
};
const TERM = {
  name: 'Great river',
  definition: 'A river of more than 2,000 km.',
  synonyms: ['grand stream'],
  expression: 'count(*) FILTER (WHERE length_km > 2000)',
};
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rows.', chart: null }));

describe('verified pairs and the glossary', () => {
  let scene: ExecutionScene;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
  });
  afterAll(() => scene.end());

  const as = ({ accessToken }: LoggedIn, version?: number): RequestOptions => ({
    token: accessToken,
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });
  const pairs = () => `/api/v1/data-sources/${scene.sourceId}/verified-pairs`;
  const terms = () => `/api/v1/data-sources/${scene.sourceId}/glossary-terms`;
  const unique = () => ({ ...PAIR, question: `${PAIR.question} ${Math.random()}` });

  it('are written by those who may, and read by those who ask', async () => {
    const { olivia, mia, vera, oscar, nora } = scene.users;
    const { http } = scene.app;
    for (const [path, body] of [
      [pairs(), unique()],
      [terms(), TERM],
    ] as const) {
      expect((await http.post(path, body, as(oscar))).status).toBe(404);
      expect((await http.post(path, body, as(nora))).status).toBe(403);
      expect((await http.post(path, body, as(vera))).status).toBe(403);
      expect((await http.get(path, as(oscar))).status).toBe(404);
      expect((await http.get(path, as(vera))).status).toBe(403);
    }
    const made = await http.post(pairs(), unique(), as(mia));
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
    const { id } = made.body.data.verified_pair;
    const one = `/api/v1/verified-pairs/${id}`;
    for (const path of [one, `${one}/versions`]) {
      expect((await http.get(path, as(oscar))).status).toBe(404);
      expect((await http.get(path, as(olivia))).status).toBe(200);
    }
    // A pair is no word of the glossary.
    expect((await http.get(`/api/v1/glossary-terms/${id}`, as(olivia))).status).toBe(404);
    expect((await http.put(one, unique(), as(oscar, 1))).status).toBe(404);
    expect((await http.delete(one, as(oscar, 1))).status).toBe(404);
    expect((await http.delete(one, as(mia))).status).toBe(428);
    expect((await http.delete(one, as(mia, 9))).status).toBe(412);
    expect((await http.delete(one, as(mia, 1))).status).toBe(200);
    expect((await http.get(one, as(mia))).status).toBe(404);
  });

  it('hold no SQL that would be refused', async () => {
    const { olivia } = scene.users;
    for (const sql of ['DROP TABLE hydro.rivers', 'SELECT pg_sleep(1)', 'SELECT 1; SELECT 2', 'SELECT * FROM hydro.hidden']) {
      const refused = await scene.app.http.post(pairs(), { ...unique(), sql }, as(olivia));
      expect([sql, refused.status, refused.body.code]).toEqual([sql, 422, 'QUERY_REJECTED']);
    }
    for (const expression of ['pg_sleep(1)', '1; DROP TABLE hydro.rivers', 'x FROM hydro.hidden', 'sum(']) {
      const refused = await scene.app.http.post(terms(), { ...TERM, name: 'Refused', expression }, as(olivia));
      expect([expression, refused.status, refused.body.code]).toEqual([expression, 422, 'QUERY_REJECTED']);
    }
    for (const body of [{ ...PAIR, question: ' ' }, { ...PAIR, sql: '' }, { ...PAIR, sql: 'a\0' }, { question: 'x' }])
      expect((await scene.app.http.post(pairs(), body, as(olivia))).status).toBe(400);
  });

  it('are made once and changed by one of 20 at a time, and keep how they were', async () => {
    const { olivia } = scene.users;
    const { http } = scene.app;
    const body = unique();
    const made = await Promise.all(Array.from({ length: 20 }, () => http.post(pairs(), body, as(olivia))));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const id: number = made.find(({ status }) => status === 201)?.body.data.verified_pair.id;
    const path = `/api/v1/verified-pairs/${id}`;
    const changed = await Promise.all(
      Array.from({ length: 20 }, (_, at) => http.put(path, { ...body, sql: `SELECT ${at}` }, as(olivia, 1))),
    );
    expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
    const { body: listed } = await http.get(`${path}/versions`, as(olivia));
    expect(listed.data.versions.map((one: { version: number; sql: string }) => [one.version, one.sql])).toEqual([
      [2, expect.stringMatching(/^SELECT \d+$/)],
      [1, body.sql],
    ]);
    const found = await http.get(`${pairs()}?search=${encodeURIComponent(body.question.toUpperCase())}`, as(olivia));
    expect(found.body.data.verified_pairs).toMatchObject([{ id, version: 2, state: 'valid' }]);
    const trail = await scene.app.dataSource.query(
      `SELECT action, outcome FROM audit_events WHERE target_type = 'verified_pair' AND target_id = $1 AND outcome = 'success' ORDER BY id`,
      [String(id)],
    );
    expect(trail.map((event: { action: string }) => event.action)).toEqual(['verified_pair.created', 'verified_pair.changed']);
  });

  it('come into the prompt where a question is like them, of templates too', async () => {
    const { olivia } = scene.users;
    await scene.app.http.post(pairs(), PAIR, as(olivia));
    await scene.app.http.post(terms(), TERM, as(olivia));
    const ask = async (question: string): Promise<string> => {
      scene.model.play(proposing('SELECT 1'), SUMMARY);
      const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
      expect((await scene.app.http.post(path, { question }, as(olivia))).status).toBe(200);
      return scene.model.asked[0]?.body.messages[1].content;
    };
    const told = await ask('How many rivers are longer than 2000 km in Europe, as grand streams?');
    expect(told).toContain(`Question: ${PAIR.question}\nStatement: ${PAIR.sql}`);
    expect(told).toContain('Great river: A river of more than 2,000 km. Computed as: count(*) FILTER');
    const other = await ask('Was wiegt ein Elefant?');
    expect([other.includes('Great river'), other.includes(PAIR.question)]).toEqual([false, false]);
    scene.model.play(proposing('SELECT 1'));
    const template = await scene.template({ template_text: 'How many great rivers are longer than {{length}} km?' });
    expect((await scene.execute(template)).status).toBe(200);
    expect(scene.told('user')).toContain('Great river: ');
  });

  it('are made from an execution, corrected by its feedback', async () => {
    const { olivia, mia, oscar } = scene.users;
    const { http } = scene.app;
    scene.model.play(proposing('SELECT name FROM hydro.rivers'), SUMMARY);
    const question = `Which names do rivers have ${Math.random()}?`;
    const path = `/api/v1/data-sources/${scene.sourceId}/ask`;
    const { execution_id } = (await http.post(path, { question }, as(mia))).body.data;
    const verify = `/api/v1/query-executions/${execution_id}/verified-pair`;
    expect((await http.post(verify, undefined, as(oscar))).status).toBe(404);
    const corrected_sql = 'SELECT DISTINCT name FROM hydro.rivers';
    const feedback = `/api/v1/query-executions/${execution_id}/feedback`;
    expect((await http.put(feedback, { right: false, corrected_sql }, as(mia))).status).toBe(200);
    // The text of another person can change until it is saved, so a person who verifies it sends the text that they saw.
    expect((await http.post(verify, undefined, as(olivia))).status).toBe(409);
    expect((await http.post(verify, { sql: 5 }, as(olivia))).status).toBe(400);
    expect((await http.post(verify, { sql: 'DELETE FROM hydro.rivers' }, as(olivia))).status).toBe(422);
    const made = await http.post(verify, { sql: corrected_sql }, as(olivia));
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const { body } = await http.get(`/api/v1/verified-pairs/${made.body.data.verified_pair_id}`, as(olivia));
    expect(body.data.verified_pair).toMatchObject({ question, sql: corrected_sql });
    expect((await http.post(verify, { sql: corrected_sql }, as(olivia))).status).toBe(409);
    // By hand there is no question.
    const run = await http.post(`/api/v1/data-sources/${scene.sourceId}/query`, { sql: 'SELECT 1' }, as(olivia));
    const none = `/api/v1/query-executions/${run.body.data.execution_id}/verified-pair`;
    expect((await http.post(none, undefined, as(olivia))).status).toBe(409);
  });

  it('say what was not checked where the source cannot be asked, until they are saved again', async () => {
    const { olivia } = scene.users;
    const { http, dataSource } = scene.app;
    const said = 'The data source could not be asked, so names of columns are not checked.';
    scene.model.play(proposing('SELECT name FROM hydro.rivers'), SUMMARY);
    const asked = await http.post(`/api/v1/data-sources/${scene.sourceId}/ask`, { question: `Names ${Math.random()}?` }, as(olivia));
    const moved = (port: number) =>
      dataSource.query(`UPDATE data_sources SET connection = jsonb_set(connection, '{port}', to_jsonb($2::int)) WHERE id = $1`, [
        scene.sourceId,
        port,
      ]);
    await moved(1);
    const pair = (await http.post(pairs(), unique(), as(olivia))).body.data.verified_pair;
    const term = (await http.post(terms(), { ...TERM, name: 'Unchecked' }, as(olivia))).body.data.glossary_term;
    const word = (await http.post(terms(), { ...TERM, name: 'Only a word', expression: null }, as(olivia))).body.data.glossary_term;
    const verify = `/api/v1/query-executions/${asked.body.data.execution_id}/verified-pair`;
    const made = (await http.post(verify, undefined, as(olivia))).body.data;
    expect([pair, term, word, made].map(({ state, unprepared }) => [state, unprepared])).toEqual([
      ['valid', said],
      ['valid', said],
      ['valid', null],
      [undefined, said],
    ]);
    await moved(scene.proxy.port);
    for (const [path, kept] of [
      [`/api/v1/verified-pairs/${pair.id}`, { question: pair.question, sql: pair.sql }],
      [`/api/v1/glossary-terms/${term.id}`, { ...TERM, name: 'Unchecked' }],
    ] as const) {
      const read = Object.values((await http.get(path, as(olivia))).body.data)[0];
      expect(read).toMatchObject({ unprepared: said });
      const saved = Object.values((await http.put(path, kept, as(olivia, 1))).body.data)[0];
      expect(saved).toMatchObject({ state: 'valid', unprepared: null });
    }
  });

  it('are judged again when the schema has changed, and not told of when they are broken', async () => {
    const { olivia } = scene.users;
    const { http } = scene.app;
    await scene.source.run('CREATE TABLE hydro.lakes (name text)');
    await scene.source.run(`GRANT SELECT ON hydro.lakes TO ${scene.source.role}`);
    const discover = async (): Promise<void> => {
      const path = `/api/v1/data-sources/${scene.sourceId}/discover-schema?refresh=true`;
      expect((await http.post(path, undefined, as(olivia))).status).toBe(200);
    };
    await discover();
    const lakes = { question: 'Which lakes are there?', sql: 'SELECT name FROM hydro.lakes' };
    const { id } = (await http.post(pairs(), lakes, as(olivia))).body.data.verified_pair;
    const other = (await http.post(pairs(), unique(), as(olivia))).body.data.verified_pair.id;
    const recheck = scene.app.app.get(RecheckKnowledge, { strict: false });
    const stateOf = async (pair: number) => (await http.get(`/api/v1/verified-pairs/${pair}`, as(olivia))).body.data.verified_pair;
    await recheck.execute();
    expect((await stateOf(id)).state).toBe('valid');
    await scene.source.run('DROP TABLE hydro.lakes');
    await discover();
    await recheck.execute();
    expect(await stateOf(id)).toMatchObject({ state: 'broken', problem: expect.stringMatching(/not allowed/) });
    expect((await stateOf(other)).state).toBe('stale');
    scene.model.play(proposing('SELECT 1'), SUMMARY);
    await http.post(`/api/v1/data-sources/${scene.sourceId}/ask`, { question: lakes.question }, as(olivia));
    expect(scene.model.asked[0]?.body.messages[1].content).not.toContain('hydro.lakes');
    const { question, sql, version } = await stateOf(other);
    const saved = await http.put(`/api/v1/verified-pairs/${other}`, { question, sql }, as(olivia, version));
    expect(saved.body.data.verified_pair).toMatchObject({ state: 'valid', version: 2 });
    expect((await http.put(`/api/v1/verified-pairs/${id}`, lakes, as(olivia, 1))).status).toBe(422);
  });

  it('explains, lists, changes and deletes words', async () => {
    const { olivia } = scene.users;
    const { http } = scene.app;
    const body = { ...TERM, name: 'Basin', synonyms: [], expression: null };
    const made = await http.post(terms(), body, as(olivia));
    expect([made.status, made.body.data.glossary_term]).toMatchObject([201, { ...body, state: 'valid' }]);
    const path = `/api/v1/glossary-terms/${made.body.data.glossary_term.id}`;
    expect((await http.post(terms(), { ...body, name: 'BASIN' }, as(olivia))).status).toBe(409);
    expect((await http.get(path, as(olivia))).headers.get('etag')).toBe('"1"');
    const whole = { ...body, definition: 'Land that drains to one mouth.', synonyms: ['catchment'], expression: TERM.expression };
    const changed = await http.put(path, whole, as(olivia, 1));
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await http.get(path, as(olivia))).body.data.glossary_term).toMatchObject(whole);
    expect((await http.get(`${path}/versions`, as(olivia))).body.data.versions.length).toBe(2);
    const listed = await http.get(`${terms()}?search=MOUTH`, as(olivia));
    expect(listed.body.data.glossary_terms.map((one: { name: string }) => one.name)).toEqual(['Basin']);
    expect((await http.delete(path, as(olivia, 2))).status).toBe(200);
  });
});
