import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { FailAbandonedExecutions } from '../../src/query-generation/application/fail-abandoned-executions.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { eventsIn } from '../support/event-stream.js';
import { mcpClient } from '../support/mcp-client.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { type Turn, proposing, saying, streaming } from '../support/scripted-model.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const LONGEST = 'SELECT name, length_km FROM hydro.rivers ORDER BY length_km DESC';
const SUMMARY = saying(JSON.stringify({ sentence: '{{row_count}} rivers.', chart: null }));
const DELTA = (content: string) => ({ choices: [{ delta: { content } }] });

describe('a question whose ground moves while it is answered', () => {
  let scene: ExecutionScene;
  /** Waits no longer than three seconds for its model. */
  let hasty: TestApp;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
    const { app, model } = scene;
    const environment = { ...model.environment, LLM_TIMEOUT_SECONDS: '3' };
    hasty = await startTestApp({ environment, clock: app.clock, database: { url: app.databaseUrl } });
  });
  afterAll(async () => {
    await hasty.close();
    await scene.end();
  });
  afterEach(() => scene.app.dataSource.query('DELETE FROM token_spending'));

  const ask = (
    body: object = {},
    who = scene.users.olivia,
    sourceId = scene.sourceId,
    headers: Record<string, string> = {},
    { http } = scene.app,
  ) =>
    http.post(
      `/api/v1/data-sources/${sourceId}/ask`,
      { question: 'Which are the longest rivers?', ...body },
      { token: who.accessToken, headers },
    );
  const streamed = async (who = scene.users.olivia, sourceId = scene.sourceId) =>
    eventsIn((await ask({}, who, sourceId, { Accept: 'text/event-stream' })).text);
  const after =
    (change: () => Promise<unknown>, turn: Turn = proposing(LONGEST)): Turn =>
    async (response, asked) => {
      await change();
      await turn(response, asked);
    };
  const latest = async (): Promise<{ outcome: string; error_code: string | null }> =>
    (await scene.app.dataSource.query('SELECT outcome, error_code FROM query_executions ORDER BY id DESC LIMIT 1'))[0];

  it.each([
    ['leaves the organization', 'FORBIDDEN', (id: number) => ['DELETE FROM organization_members WHERE user_id = $1', id]],
    ['is suspended', 'FORBIDDEN', (id: number) => ['UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', id]],
    [
      'becomes a viewer',
      'FORBIDDEN',
      (id: number) => [
        `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer') WHERE user_id = $1`,
        id,
      ],
    ],
    ['loses the account', 'UNAUTHORIZED', (id: number) => [`UPDATE users SET status = 'disabled' WHERE id = $1`, id]],
  ] as const)('reads no row for a person who %s', async (_, code, statementFor) => {
    const { dataSource } = scene.app;
    const { mia } = scene.users;
    const [sql, ...values] = statementFor(mia.userId) as [string, number];
    const members = await dataSource.query('SELECT * FROM organization_members WHERE user_id = $1', [mia.userId]);
    for (const answersAsStream of [false, true]) {
      scene.model.play(after(() => dataSource.query(sql, values)));
      scene.proxy.reset();
      const told = answersAsStream ? (await streamed(mia)).at(-1)?.data : (await ask({}, mia)).body;
      expect([answersAsStream, told.code, scene.proxy.connections]).toEqual([answersAsStream, code, 0]);
      expect(await latest()).toEqual({ outcome: 'failed', error_code: code });
      await dataSource.query('DELETE FROM organization_members WHERE user_id = $1', [mia.userId]);
      for (const member of members) {
        const names = Object.keys(member);
        await dataSource.query(
          `INSERT INTO organization_members (${names.join()}) VALUES (${names.map((__, at) => `$${at + 1}`).join()})`,
          Object.values(member),
        );
      }
      await dataSource.query(`UPDATE users SET status = 'active' WHERE id = $1`, [mia.userId]);
    }
    scene.model.play(proposing(LONGEST), SUMMARY);
    expect((await ask({}, mia)).status).toBe(200);
  });

  it('reads no row for a template either, once its person has left', async () => {
    const id = await scene.template();
    const { dataSource } = scene.app;
    const adam = await logIn(scene.app.http, 'adam');
    const member = `UPDATE organization_members SET suspended_at = $2 WHERE user_id = $1`;
    scene.model.play(after(() => dataSource.query(member, [adam.userId, new Date()])));
    scene.proxy.reset();
    const answer = await scene.execute(id, { run: true }, adam);
    expect([answer.status, answer.body.code, scene.proxy.connections]).toEqual([403, 'FORBIDDEN', 0]);
    await dataSource.query(member, [adam.userId, null]);
  });

  const REFUSED = { code: 'UNAUTHORIZED', connections: 0, outcome: 'failed', error_code: 'UNAUTHORIZED' };
  const ending = async (end: () => Promise<unknown>, asking: () => Promise<{ code?: unknown }>): Promise<Record<string, unknown>> => {
    scene.model.play(after(end), SUMMARY);
    scene.proxy.reset();
    const { code } = await asking();
    const { connections } = scene.proxy;
    scene.model.play();
    return { code, connections, ...(await latest()) };
  };

  it.each<[string, (who: LoggedIn) => Promise<unknown>]>([
    [
      'is logged out',
      async ({ accessToken: token }) => {
        const answer = await scene.app.http.post('/api/auth/logout', undefined, { token });
        expect(answer.status).toBeLessThan(300);
      },
    ],
    ['has expired', ({ userId }) => scene.app.dataSource.query('UPDATE sessions SET expires_at = created_at WHERE user_id = $1', [userId])],
  ])('reads no row for a session that %s, in words and by a template', async (_, end) => {
    const template = await scene.template();
    const ways: ((who: LoggedIn) => Promise<{ code?: unknown }>)[] = [
      async (who) => (await ask({}, who)).body,
      async (who) => (await streamed(who)).at(-1)?.data,
      async (who) => (await scene.execute(template, { run: true }, who)).body,
    ];
    for (const way of ways) {
      const who = await logIn(scene.app.http, 'adam');
      expect(
        await ending(
          () => end(who),
          () => way(who),
        ),
      ).toEqual(REFUSED);
    }
  });

  it('keeps no refusal of an ended session for the next one that repeats the request', async () => {
    const template = await scene.template();
    const key = { 'Idempotency-Key': 'asked-while-logged-in' };
    const who = await logIn(scene.app.http, 'adam');
    const logOut = () => scene.app.http.post('/api/auth/logout', undefined, { token: who.accessToken });
    const asking = async () => (await scene.execute(template, { run: true }, who, key)).body;
    expect(await ending(logOut, asking)).toEqual(REFUSED);
    const again = await scene.execute(template, { run: true }, await logIn(scene.app.http, 'adam'), key);
    expect(again.status).toBe(409);
  });

  it.each<[string, (id: number, who: LoggedIn) => Promise<unknown>]>([
    [
      'is revoked',
      async (id, { accessToken: token }) => {
        const answer = await scene.app.http.delete(`/api/v1/access-keys/${id}`, { token });
        expect(answer.status).toBeLessThan(300);
      },
    ],
    [
      'expires',
      (id) =>
        scene.app.dataSource.query(
          `UPDATE access_keys SET created_at = created_at - interval '1 day', expires_at = created_at WHERE id = $1`,
          [id],
        ),
    ],
    ['is forgotten', (id) => scene.app.dataSource.query('DELETE FROM access_keys WHERE id = $1', [id])],
  ])('reads no row for a key that %s', async (_, end) => {
    const who = await logIn(scene.app.http, 'adam');
    const wanted = { name: `Key ${Math.random()}`, organization_id: 1, scopes: ['ask'] };
    const made = await scene.app.http.post('/api/v1/access-keys', wanted, { token: who.accessToken });
    const { id, token } = made.body.data.access_key;
    const { call, client } = await mcpClient(scene.app.url, token);
    const asked = { data_source_id: scene.sourceId, question: 'Which are the longest rivers?' };
    scene.model.play(proposing(LONGEST), SUMMARY);
    expect((await call('ask', asked)).isError).toBe(false);
    expect(
      await ending(
        () => end(id, who),
        async () => (await call('ask', asked)).data,
      ),
    ).toEqual(REFUSED);
    await client.close();
  });

  it('ends with a sentence where the data source is deleted meanwhile, and keeps the conversation', async () => {
    const { olivia } = scene.users;
    for (const answersAsStream of [false, true]) {
      const sourceId = await scene.anotherSource();
      const remove = () => scene.app.http.delete(`/api/v1/data-sources/${sourceId}`, { token: olivia.accessToken });
      scene.model.play(after(remove));
      const told = answersAsStream ? (await streamed(olivia, sourceId)).at(-1)?.data : (await ask({}, olivia, sourceId)).body;
      expect([told.code, told.message]).toEqual(['NOT_FOUND', 'Data source not found.']);
    }
    const { body } = await scene.app.http.get('/api/v1/conversations?limit=1', { token: olivia.accessToken });
    const [{ id, data_source_id }] = body.data.conversations;
    expect(data_source_id).toBeNull();
    const read = await scene.app.http.get(`/api/v1/conversations/${id}`, { token: olivia.accessToken });
    expect(read.body.data.conversation.turns).toMatchObject([{ error_code: 'NOT_FOUND', sql: null }]);
  });

  it('ends where the conversation is deleted meanwhile, and answers all the same', async () => {
    const { olivia } = scene.users;
    scene.model.play(
      after(async () => {
        const { body } = await scene.app.http.get('/api/v1/conversations?limit=1', { token: olivia.accessToken });
        const [{ id }] = body.data.conversations;
        await scene.app.http.delete(`/api/v1/conversations/${id}`, { token: olivia.accessToken });
      }),
      SUMMARY,
    );
    const answer = await ask();
    expect([answer.status, answer.body.data?.sentence.text]).toEqual([200, '3 rivers.']);
    const { conversation_id } = answer.body.data;
    expect((await ask({ conversation_id })).status).toBe(404);
  });

  it.each<[string, Turn, string]>([
    ['never comes to an end', endless, 'too_large'],
    ['says rubbish', saying('\u0000\ud800{"sql": 1}'), 'malformed'],
    ['breaks off in the middle of a stream', streaming(DELTA('{"sql": "SELECT 1')), 'cut_off'],
    ['writes a statement of 30,000 characters', proposing(`SELECT '${'x'.repeat(30_000)}'`), 'no_allowed_statement'],
  ])('says what is wrong with a model that %s', async (_, turn, fault) => {
    scene.model.play(turn);
    const { status, body } = await ask();
    expect([status, body.code, body.fault]).toEqual([502, 'MODEL_FAILED', fault]);
    const { execution_id } = body;
    const read = await scene.app.http.get(`/api/v1/query-executions/${execution_id}`, {
      token: scene.users.olivia.accessToken,
    });
    expect(read.body.data.query_execution.error_code).toBe('MODEL_FAILED');
  });

  it('waits no longer than it was told for a model that hangs, and answers with the rows where they are there already', async () => {
    const { olivia } = scene.users;
    scene.model.play(() => undefined);
    const refused = await ask({}, olivia, scene.sourceId, {}, hasty);
    expect([refused.status, refused.body.fault]).toEqual([502, 'timeout']);
    scene.model.play(proposing(LONGEST), () => undefined);
    const answered = await ask({}, olivia, scene.sourceId, {}, hasty);
    expect(answered.body.data?.sentence).toEqual({ text: '3 rows.', by: 'service' });
  });

  it('is answered to its end where the tokens of the day end in its middle', async () => {
    const { olivia } = scene.users;
    const almost = 'INSERT INTO token_spending VALUES ($1, $2, $3, $4)';
    const today = scene.app.clock.now().toISOString().slice(0, 10);
    await scene.app.dataSource.query(almost, [today, 'person', olivia.userId, 499_999]);
    scene.model.play(proposing(LONGEST), SUMMARY);
    expect((await ask()).body.data?.sentence.text).toBe('3 rivers.');
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'DAILY_QUOTA_EXCEEDED']);
  });

  it('ends at the source, and in its conversation, where the client hangs up while rows are read', async () => {
    const lock = new Client({ connectionString: scene.source.url.href });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE hydro.rivers IN ACCESS EXCLUSIVE MODE');
    scene.model.play(proposing(LONGEST), SUMMARY);
    const leaving = new AbortController();
    const gone = fetch(`${scene.app.url}/api/v1/data-sources/${scene.sourceId}/ask`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        Authorization: `Bearer ${scene.users.olivia.accessToken}`,
      },
      body: JSON.stringify({ question: 'Which are the longest rivers?' }),
      signal: leaving.signal,
    }).then((response) => response.text());
    gone.catch(() => undefined);
    const isRunning = async () => (await scene.source.sessions()).some(({ query }) => /length_km/.test(query));
    await eventually('the statement waits at the source', isRunning);
    leaving.abort();
    await eventually('the execution is cancelled', async () => (await latest()).outcome === 'cancelled');
    await eventually('nothing runs at the source', async () => !(await isRunning()));
    await lock.query('ROLLBACK');
    await lock.end();
    const { accessToken: token } = scene.users.olivia;
    const { body } = await scene.app.http.get('/api/v1/conversations?limit=1', { token });
    const { id } = body.data.conversations[0];
    const turnsOf = async () => (await scene.app.http.get(`/api/v1/conversations/${id}`, { token })).body.data;
    await eventually('the turn has ended', async () => {
      const [turn] = (await turnsOf()).conversation.turns;
      return turn.error_code === 'QUERY_CANCELLED';
    });
    scene.model.play(proposing(LONGEST), SUMMARY);
    expect((await ask({ conversation_id: id })).status).toBe(200);
  });

  it('is told as interrupted where its instance was killed, and the conversation goes on', async () => {
    const { olivia } = scene.users;
    const { dataSource } = scene.app;
    scene.model.play(proposing(LONGEST), SUMMARY);
    const { conversation_id } = (await ask()).body.data;
    // What a killed process leaves: a turn without an end, and an execution without signs of life.
    const [{ id }] = await dataSource.query(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, question, outcome, started_at, heartbeat_at)
       VALUES (1, $1, $2, 'And now?', 'running', now(), now() - interval '1 minute') RETURNING id`,
      [olivia.userId, scene.sourceId],
    );
    await dataSource.query(
      `INSERT INTO conversation_turns (conversation_id, position, execution_id, question, asked_at)
       VALUES ($1, 2, $2, 'And now?', now())`,
      [conversation_id, id],
    );
    const path = `/api/v1/conversations/${conversation_id}`;
    const turns = async () => (await scene.app.http.get(path, { token: olivia.accessToken })).body.data.conversation.turns;
    expect((await turns())[1]).toMatchObject({ error_code: null, sql: null });
    expect((await ask({ conversation_id })).status).toBe(409);
    await scene.app.app.get(FailAbandonedExecutions, { strict: false }).execute();
    expect((await turns())[1]).toMatchObject({ error_code: 'QUERY_INTERRUPTED', sql: null });
    const [event] = await dataSource.query(
      `SELECT action, outcome, detail FROM audit_events WHERE target_type = 'query_execution' AND target_id = $1`,
      [String(id)],
    );
    expect(event).toMatchObject({
      action: 'query.asked',
      outcome: 'refused',
      detail: { reason: 'QUERY_INTERRUPTED' },
    });
    scene.model.play(proposing(LONGEST), SUMMARY);
    expect((await ask({ conversation_id })).status).toBe(200);
  });
});

function endless(response: Parameters<Turn>[0]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.on('error', () => undefined);
  const more = (): void => {
    while (!response.destroyed && response.write(`data: ${JSON.stringify(DELTA('x'.repeat(10_000)))}\n\n`));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}
