import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { withColons } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import type { Answer } from '../support/http-client.js';
import { bodyFor, headersFor } from '../support/route-requests.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** What changes nothing, and is answered anew. */
const READS = [
  ...['judgeAgentRequest', 'openInvitation', 'previewDraftAsMember', 'previewSsoEnforcement', 'renderPromptTemplate', 'renderText'],
  ...['simulatePolicy', 'testConnection', 'validateDataPolicy', 'validatePolicy', 'validateQuery'],
];

/** Who sends it needs no account, and keys belong to accounts. */
const OF_STRANGERS = ['declineInvitation'];

/** What the trail says of people who have looked at something. */
const LOOKS = ['abac.data_policy.previewed', 'data_source.tested'];

const TWENTY = 20;
const isRepeat = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

const posts = Object.entries(readApiDocument().paths).flatMap(([path, { post }]) =>
  post !== undefined && path.startsWith('/api/v1/') ? [{ path, ...post }] : [],
);
const keyOf = ({ parameters = [] }: (typeof posts)[number]) => parameters.find(({ name }) => name === 'Idempotency-Key');
const keepsNothing = (post: (typeof posts)[number]): boolean => keyOf(post)?.description?.endsWith('is answered anew.') === true;
const isRead = (post: (typeof posts)[number]): boolean => READS.includes(post.operationId);

describe('every POST below /api/v1', () => {
  it('takes a key', () => {
    expect(posts.length).toBeGreaterThan(75);
    expect(posts.filter((post) => keyOf(post) === undefined).map(({ operationId }) => operationId)).toEqual([]);
    expect(posts.filter((post) => keyOf(post)?.required === true)).toEqual([]);
    const anew = posts.filter(keepsNothing).map(({ operationId }) => operationId);
    expect(anew.toSorted()).toEqual([...READS, ...OF_STRANGERS].toSorted());
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

    /** Twenty answers, one more, and how many requests have changed something. */
    const sendAll = async (path: string) => {
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
        `SELECT DISTINCT request_id FROM audit_events
          WHERE id > $1 AND outcome = 'success' AND request_id IS NOT NULL AND action <> ALL ($2)`,
        [last, LOOKS],
      );
      return { answers, again, done, changing };
    };

    it.each(posts.filter(isRead).map(({ path }) => path))('%s answers each, changes nothing, and keeps no answer', async (path) => {
      const { answers, again, changing } = await sendAll(path);
      const statuses = new Set([...answers, again].map(({ status }) => status));
      const stored = await app.dataSource.query('SELECT id FROM idempotency_keys');
      expect([statuses.size, changing, stored, isRepeat(again)]).toEqual([1, [], [], false]);
    });

    it.each(posts.filter((post) => !keepsNothing(post)).map(({ path }) => path))('%s does it once', async (path) => {
      const { answers, again, done, changing } = await sendAll(path);
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
