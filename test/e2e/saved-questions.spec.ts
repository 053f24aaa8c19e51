import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, RequestOptions } from '../support/http-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import type { LoggedIn } from '../support/test-app.js';

const SQL = 'SELECT name, length_km FROM hydro.rivers ORDER BY length_km DESC';
const CHART = { shape: 'bar', along: 'name', measures: ['length_km'], split: null };
const SAVED = { title: 'Longest rivers', description: 'For the report.', question: 'Which rivers are long?', sql: SQL, chart: CHART };

describe('saved questions', () => {
  let scene: ExecutionScene;
  let source: string;
  beforeAll(async () => {
    scene = await ExecutionScene.set({ RATE_LIMIT_MULTIPLIER: '1000000' });
    source = `/api/v1/data-sources/${scene.sourceId}`;
  });
  afterAll(() => scene.end());

  const as = ({ accessToken }: LoggedIn, version?: number): RequestOptions => ({
    token: accessToken,
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });
  const save = (body: object = SAVED, who = scene.users.mia): Promise<Answer> =>
    scene.app.http.post(`${source}/saved-questions`, body, as(who));
  const saved = async (body: object = SAVED, who = scene.users.mia): Promise<number> => (await save(body, who)).body.data.saved_question.id;
  const one = (id: number) => `/api/v1/saved-questions/${id}`;
  const read = (id: number, who: LoggedIn): Promise<Answer> => scene.app.http.get(one(id), as(who));
  const run = (id: number, who: LoggedIn, body?: object): Promise<Answer> => scene.app.http.post(`${one(id)}/run`, body, as(who));
  const publish = async (rules: object[]): Promise<void> => {
    const path = '/api/v1/sso/abac/data-policies';
    const body = { organization_id: 1, data_source_id: scene.sourceId, name: `${Math.random()}`, rules };
    const made = await scene.app.http.post(path, { ...body, applies_when: 'principal.roles.contains("admin")' }, as(scene.users.olivia));
    const active = `${path}/${made.body.data.data_policy.id}/activate`;
    expect((await scene.app.http.post(active, undefined, as(scene.users.olivia, 1))).status).toBe(200);
  };

  it('are saved, read, changed and deleted at the version that was seen', async () => {
    const { mia, olivia, adam } = scene.users;
    const made = await save();
    expect([made.status, made.headers.get('etag'), made.body.data.saved_question]).toEqual([
      201,
      '"1"',
      expect.objectContaining({ ...SAVED, version: 1, data_source_id: scene.sourceId, workspace_id: null, withheld: null }),
    ]);
    const { id } = made.body.data.saved_question;
    expect((await read(id, adam)).body.data.saved_question).toMatchObject({
      ...SAVED,
      created_by_user_id: made.body.data.saved_question.created_by_user_id,
    });
    const change = (who: LoggedIn, version: number | undefined, body: object) => scene.app.http.patch(one(id), body, as(who, version));
    expect((await change(mia, undefined, { title: 'Rivers' })).status).toBe(428);
    expect((await change(mia, 1, {})).status).toBe(400);
    const changed = await Promise.all(Array.from({ length: 10 }, (_, at) => change(mia, 1, { title: `Rivers ${at}` })));
    expect(changed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
    expect((await change(olivia, 2, { chart: null })).body.data.saved_question).toMatchObject({ sql: SQL, chart: null, version: 3 });
    expect((await scene.app.http.delete(one(id), as(mia))).status).toBe(428);
    expect((await scene.app.http.delete(one(id), as(mia, 2))).status).toBe(412);
    expect((await scene.app.http.delete(one(id), as(mia, 3))).status).toBe(200);
    expect((await read(id, mia)).status).toBe(404);
    const trail = await scene.app.dataSource.query(
      `SELECT action, outcome FROM audit_events WHERE target_type = 'saved_question' AND target_id = $1 AND outcome = 'success' ORDER BY id`,
      [String(id)],
    );
    expect(trail.map(({ action }: { action: string }) => action)).toEqual([
      ...['saved_question.created', 'saved_question.changed', 'saved_question.changed', 'saved_question.deleted'],
    ]);
  });

  it('are for those who may query the source, and changed by their author and those who verify', async () => {
    const { vera, oscar, nora, mia } = scene.users;
    const id = await saved({ ...SAVED, title: 'Reached' });
    expect([(await save(SAVED, vera)).status, (await save(SAVED, oscar)).status, (await save(SAVED, nora)).status]).toEqual([
      403, 404, 403,
    ]);
    for (const [who, status] of [
      [vera, 403],
      [oscar, 404],
      [nora, 403],
    ] as const) {
      expect([(await read(id, who)).status, (await run(id, who)).status]).toEqual([status, status]);
      expect((await scene.app.http.patch(one(id), { title: 'Mine' }, as(who, 1))).status).toBe(status);
      expect((await scene.app.http.delete(one(id), as(who, 1))).status).toBe(status);
    }
    await scene.app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Asker', false, '{data_source.read,query.run}')`,
    );
    await scene.app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE name = 'Asker') WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
    );
    expect([(await read(id, vera)).status, (await run(id, vera)).status]).toEqual([200, 200]);
    expect((await scene.app.http.patch(one(id), { title: 'Hers' }, as(vera, 1))).status).toBe(403);
    const own = await saved({ ...SAVED, title: 'Of vera' }, vera);
    expect((await scene.app.http.patch(one(own), { title: 'Hers' }, as(vera, 1))).status).toBe(200);
    expect((await scene.app.http.delete(one(own), as(mia, 2))).status).toBe(200);
  });

  it('store no rows, and run as a query of the reader: restricted, in their history, under the guard', async () => {
    const { adam, olivia } = scene.users;
    const sql = "SELECT name, length_km FROM hydro.rivers WHERE name <> 'zq7nile' ORDER BY length_km DESC";
    const id = await saved({ ...SAVED, title: 'Restricted', sql });
    const hidden = await saved({ ...SAVED, title: 'Of notes', sql: 'SELECT secret_note FROM hydro.rivers' });
    const wrong = await saved({ ...SAVED, title: 'Wrong', sql: "SELECT name::int FROM hydro.rivers WHERE name <> 'zq7nile'" });
    const forbidden = await saved({ ...SAVED, title: 'Forbidden', sql: 'DROP TABLE hydro.rivers' });
    expect((await run(forbidden, olivia)).body.code).toBe('QUERY_REJECTED');
    const river = { schema: 'hydro', relation: 'rivers' };
    await publish([
      { kind: 'column', ...river, column: 'name', effect: 'null' },
      { kind: 'column', ...river, column: 'secret_note', effect: 'deny' },
    ]);
    expect((await run(id, olivia, { max_rows: 1 })).body.data).toMatchObject({ rows: [['Volga', 3530]], truncated: true });
    const mine = await run(id, adam);
    expect(mine.body.data.restrictions).not.toEqual([]);
    expect(mine.text).not.toContain('Volga');
    const shown = (await read(id, adam)).body.data.saved_question;
    expect(shown).toMatchObject({ title: 'Restricted', sql: null, chart: null, withheld: expect.stringContaining('not shown') });
    // Nor by their own history, nor by what was refused.
    const history = await scene.app.http.get(`${source}/query-executions`, as(adam));
    expect(history.body.data.query_executions[0]).toMatchObject({ id: mine.body.data.execution_id, sql: null });
    const refused = await run(hidden, adam);
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ code: 'QUERY_FAILED', reason: expect.stringContaining('not shown'), policies: [expect.anything()] }),
    ]);
    for (const answer of [refused, await run(wrong, adam), await scene.app.http.get(`${source}/query-executions`, as(adam))])
      for (const secret of ['secret_note', 'zq7nile']) expect(answer.text).not.toContain(secret);
    expect((await scene.app.http.patch(one(id), { title: 'Unseen' }, as(adam, 1))).status).toBe(403);
    // Judged is what the caller has seen, or nothing.
    expect((await scene.app.http.patch(one(id), { title: 'Unseen' }, as(adam, 2))).status).toBe(412);
    // What ran stays another person's after the question is gone.
    expect((await scene.app.http.delete(one(id), as(olivia, 1))).status).toBe(200);
    expect((await scene.app.http.get(`${source}/query-executions?limit=100`, as(adam))).text).not.toContain('zq7nile');
    await scene.app.dataSource.query('DELETE FROM data_policies');
  });

  it('run once for a key', async () => {
    const { olivia } = scene.users;
    const id = await saved({ ...SAVED, title: 'Keyed' });
    const headers = { 'Idempotency-Key': 'saved' };
    const answers = [];
    for (let at = 0; at < 2; at += 1) answers.push(await scene.app.http.post(`${one(id)}/run`, {}, { token: olivia.accessToken, headers }));
    const runs = await scene.app.dataSource.query('SELECT count(*)::int AS count FROM query_executions WHERE saved_question_id = $1', [id]);
    expect([answers[0]?.status, runs[0].count]).toEqual([200, 1]);
  });

  it('run at the version that was seen, and are named in the trail', async () => {
    const { olivia } = scene.users;
    const id = await saved({ ...SAVED, title: 'Seen' });
    const stale = await run(id, olivia, { version: 2 });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await run(id, olivia, { version: 0 })).status).toBe(400);
    const ran = await run(id, olivia, { version: 1 });
    expect(ran.status).toBe(200);
    const trail = await scene.app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'query.run' AND detail->>'saved_question_id' = $1`,
      [String(id)],
    );
    expect(trail).toEqual([{ detail: { saved_question_id: id, execution_id: ran.body.data.execution_id } }]);
  });

  it('are listed with a search, a page at a time, from an index among 100,000', async () => {
    const { olivia, oscar } = scene.users;
    await scene.app.dataSource.query(
      `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at, changed_at)
       SELECT 1, $1, 'Question ' || n, CASE WHEN n = 77 THEN 'Ab_50%' ELSE '' END, 'SELECT 1', 1, 1, 1, now(), now() FROM generate_series(1, 100000) n`,
      [scene.sourceId],
    );
    await scene.app.dataSource.query('ANALYZE saved_questions');
    const plan = await scene.app.dataSource.query(
      `EXPLAIN SELECT id FROM saved_questions WHERE organization_id = ANY('{1}') AND data_source_id = ANY('{${scene.sourceId}}')
         AND lower(title || ' ' || description || ' ' || coalesce(question, '')) LIKE '%question 77%'`,
    );
    expect(JSON.stringify(plan)).toContain('saved_questions_words');
    const list = async (query: string, who = olivia) =>
      (await scene.app.http.get(`/api/v1/saved-questions?organization_id=1&${query}`, as(who))).body;
    const titles = ({ data }: { data: { saved_questions: { title: string }[] } }) => data.saved_questions.map(({ title }) => title);
    const found = await list('search=B_50%25');
    expect([titles(found), found.data.pagination.total, found.data.saved_questions[0].sql]).toEqual([['Question 77'], 1, undefined]);
    expect(titles(await list('search=b_5_'))).toEqual([]);
    expect(titles(await list('limit=2&search=question+9999'))).toEqual(['Question 9999', 'Question 99990']);
    expect(titles(await list('limit=1&page=2&search=question+9999'))).toEqual(['Question 99990']);
    expect((await list(`data_source_id=${scene.sourceId + 1}`)).data.pagination.total).toBe(0);
    expect((await list('workspace_id=2000000000')).data.pagination.total).toBe(0);
    expect((await list('', oscar)).code).toBe('FORBIDDEN');
    expect((await scene.app.http.get('/api/v1/saved-questions', as(oscar))).body.data.pagination.total).toBe(0);
    const tooMany = await save();
    expect([tooMany.status, tooMany.body.code, tooMany.body.message]).toEqual([409, 'CONFLICT', expect.stringContaining('Delete one')]);
    await scene.app.dataSource.query("DELETE FROM saved_questions WHERE title LIKE 'Question %'");
  });

  it('are at most 1,000 for a data source, also when many are saved at once', async () => {
    await scene.app.dataSource.query(
      `INSERT INTO saved_questions (organization_id, data_source_id, title, description, sql, version, created_by, changed_by, created_at, changed_at)
       SELECT 1, $1, 'Full ' || n, '', 'SELECT 1', 1, 1, 1, now(), now()
         FROM generate_series(1, 999 - (SELECT count(*)::int FROM saved_questions WHERE data_source_id = $1)) n`,
      [scene.sourceId],
    );
    const made = await Promise.all(Array.from({ length: 5 }, () => save()));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    await scene.app.dataSource.query("DELETE FROM saved_questions WHERE title LIKE 'Full %'");
  });

  it('refuse what cannot be stored', async () => {
    for (const [member, value] of [
      ['title', ''],
      ['title', null],
      ['description', 'a\0'],
      ['question', ''],
      ['sql', ''],
      ['sql', null],
      ['chart', { ...CHART, shape: 'map' }],
      ['chart', { ...CHART, measures: [] }],
      ['chart', { ...CHART, along: 7 }],
      ['chart', 'bar'],
    ] as const)
      expect([member, value, (await save({ ...SAVED, [member]: value })).status]).toEqual([member, value, 400]);
    expect((await save({ title: 'Short', sql: 'SELECT 1' })).body.data.saved_question).toMatchObject({
      description: '',
      question: null,
      chart: null,
    });
  });
});
