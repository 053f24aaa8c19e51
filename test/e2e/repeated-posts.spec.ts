import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import type { Answer } from '../support/http-client.js';
import { bodyFor, headersFor } from '../support/route-requests.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** What a repetition would do no harm to, and why. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  openInvitation: 'It reads.',
  testConnection: 'It reads: nothing is stored.',
  renderText: 'It reads.',
  renderPromptTemplate: 'It reads.',
  validateQuery: 'It reads.',
  previewSsoEnforcement: 'It reads.',
  validateDataPolicy: 'It reads.',
  previewDraftAsMember: 'It reads, and shows rows.',
  simulatePolicy: 'It reads.',
  validatePolicy: 'It reads.',
  beginWebauthnRegistration: 'Its challenge is for the ceremony that begins now.',
  beginIdentityLink: 'Its address and cookie are for the browser that goes there now.',
};

const TWENTY = 20;
const isRepeat = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

const posts = Object.entries(readApiDocument().paths).flatMap(([path, { post }]) =>
  post !== undefined && path.startsWith('/api/v1/') ? [{ path, ...post }] : [],
);
const takesKey = ({ parameters = [] }: (typeof posts)[number]): boolean => parameters.some(({ name }) => name === 'Idempotency-Key');

describe('every POST below /api/v1', () => {
  it('takes a key, or has a reason why not', () => {
    expect(posts.length).toBeGreaterThan(75);
    expect(
      posts
        .filter((post) => !takesKey(post))
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(Object.keys(WITHOUT_KEY).sort());
    expect(JSON.stringify(readApiDocument())).not.toContain('x-kept-for-repeats');
  });

  describe('twenty times at once with one key', () => {
    let app: TestApp;
    let setScene: () => Promise<Scene>;
    const succeeded: string[] = [];
    beforeAll(async () => {
      app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' } });
      await app.dataSource.query('DELETE FROM mfa_factors');
      setScene = await sceneOfAccess(app);
    });
    afterAll(() => app.close());

    it.each(posts.filter(takesKey).map(({ path }) => path))('%s does it once', async (path) => {
      const scene = await setScene();
      const route = `POST ${withColons(path)}`;
      const address = path.replaceAll(/{(\w+)}/g, (_, name: string) => String(scene[`POST ${name}`] ?? scene[name]));
      const asksSystem = /^\/api\/v1\/(users|organizations$)/.test(path);
      const { accessToken: token } = await logIn(app.http, asksSystem ? 'sysadmin' : 'olivia');
      const [{ last }] = await app.dataSource.query('SELECT max(id) AS last FROM audit_events');
      const headers = { ...headersFor(route), 'Idempotency-Key': 'one' };
      const body = bodyFor(route, scene);
      await app.dataSource.query('DELETE FROM idempotency_keys');
      const answers = await Promise.all(Array.from({ length: TWENTY }, () => app.http.post(address, body, { token, headers })));
      const again = await app.http.post(address, body, { token, headers });
      const done = answers.filter((answer) => answer.status < 300 && !isRepeat(answer));
      const changing = await app.dataSource.query(
        `SELECT DISTINCT request_id FROM audit_events WHERE id > $1 AND outcome = 'success' AND request_id IS NOT NULL`,
        [last],
      );
      expect([path, done.length <= 1, changing.length <= 1]).toEqual([path, true, true]);
      if (done.length === 0) return;
      succeeded.push(path);
      const others = answers.filter((answer) => answer !== done[0]).map(({ status, text, body: { code } }) => (status < 300 ? text : code));
      expect([done[0]?.text, 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_ANSWER_NOT_KEPT', 'CONFLICT']).toEqual(expect.arrayContaining(others));
      // What was done may have ended the session.
      if (again.status !== 401)
        expect([path, [done[0]?.text, 'IDEMPOTENCY_ANSWER_NOT_KEPT']]).toEqual([
          path,
          expect.arrayContaining([again.body.code ?? again.text]),
        ]);
    });

    it('succeeds at many of them', () => expect(succeeded.length).toBeGreaterThan(30));
  });
});

describe('what costs something, with a key', () => {
  let scene: ExecutionScene;
  beforeAll(async () => {
    scene = await ExecutionScene.set();
  });
  afterAll(() => scene.end());

  const post = (what: 'ask' | 'query', key: string, body: object, accept = 'application/json') =>
    scene.app.http.post(`/api/v1/data-sources/${scene.sourceId}/${what}`, body, {
      token: scene.users.olivia.accessToken,
      headers: { 'Idempotency-Key': key, Accept: accept },
    });
  const executions = async (): Promise<number> =>
    Number((await scene.app.dataSource.query('SELECT count(*) FROM query_executions'))[0].count);
  const storedRows = async (name: string): Promise<boolean> =>
    JSON.stringify(await scene.app.dataSource.query('SELECT * FROM idempotency_keys')).includes(name);

  it.each(['application/json', 'text/event-stream'])('is asked of the model once, also as %s', async (accept) => {
    scene.model.play(proposing('SELECT name FROM hydro.rivers'), saying(JSON.stringify({ sentence: 'Some.', chart: null })));
    const [before, asked] = [await executions(), scene.model.asked.length];
    const body = { question: 'Which rivers?' };
    const first = await post('ask', accept, body, accept);
    expect(first.status).toBe(200);
    const paid = scene.model.asked.length - asked;
    const again = await post('ask', accept, body, accept);
    const { execution_id } = first.body?.data ?? JSON.parse(/event: started\ndata: (.*)/.exec(first.text)?.[1] ?? '');
    expect([again.status, again.body.code, again.body.made.execution_id]).toEqual([409, 'IDEMPOTENCY_ANSWER_NOT_KEPT', execution_id]);
    expect([await executions(), scene.model.asked.length - asked]).toEqual([before + 1, paid]);
  });

  it('runs a statement once, and stores none of its rows', async () => {
    const before = await executions();
    const body = { sql: `SELECT 'a row' AS value FROM hydro.rivers` };
    const twenty = await Promise.all(Array.from({ length: TWENTY }, () => post('query', 'statement', body)));
    const [done, ...more] = twenty.filter(({ status }) => status === 200);
    expect([more, await executions(), await storedRows('a row')]).toEqual([[], before + 1, false]);
    const again = await post('query', 'statement', body);
    expect(again.body.made).toEqual({ execution_id: done?.body.data.execution_id });
  });

  it('repeats a refusal, and keeps no words of the data source', async () => {
    const before = await executions();
    const body = { sql: `SELECT name::int FROM hydro.rivers` };
    const [first, again] = [await post('query', 'failing', body), await post('query', 'failing', body)];
    expect([first.status, first.body.code, again.body.code]).toEqual([422, 'QUERY_FAILED', 'IDEMPOTENCY_ANSWER_NOT_KEPT']);
    expect(await executions()).toBe(before + 1);
  });
});
