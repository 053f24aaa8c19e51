import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { connectAgent } from '../support/agents.js';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { enrolTotp, logInWithTotp } from '../support/mfa.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { ExecutionScene } from '../support/scripted-executions.js';
import { proposing, saying } from '../support/scripted-model.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { plansDuring, sentAgain, sentDuring } from '../support/sent-statements.js';
import { activeConnection, exchange, ownDomain, signIn } from '../support/sso-login.js';

/** `BEGIN` and `COMMIT` included. Before a number is raised, look at what is sent again: it may be passed on instead. */
const AT_MOST: Readonly<Record<string, number>> = {
  'GET /api/v1/me': 2,
  'GET /api/v1/sessions': 2,
  'GET /api/rivers': 2,
  'a refresh': 1,
  'a login by password': 11,
  'an AuthZEN evaluation': 3,
  // The last one asks in which language its mail is read.
  'the activation of a device': 20,
  'a login by single sign-on: start, callback and exchange': 29,
  'SCIM PATCH of a title': 9,
  // It names the account as well.
  'SCIM PATCH of a display name': 13,
  'SCIM PATCH of active': 10,
  'SCIM GET of a user': 2,
  'SCIM search for a userName': 3,
  'SCIM POST of a user': 11,
  'MCP with a key': 1,
  'MCP with the token of a connected AI client': 1,
  'a query': 8,
  'a question in words': 29,
};
/** The hot ones. */
const PLANNED_ONCE = [
  ...['GET /api/v1/me', 'GET /api/v1/sessions', 'GET /api/rivers', 'a refresh', 'an AuthZEN evaluation', 'a login by password'],
  ...[
    'SCIM PATCH of active',
    'SCIM GET of a user',
    'SCIM search for a userName',
    'SCIM POST of a user',
    'a query',
    'MCP with a key',
    'MCP with the token of a connected AI client',
  ],
];
/** The first one fills caches. Of the others the one with the fewest counts: now and then one marks that it is still at work. */
const RUNS = 4;
/** More than the five for which PostgreSQL plans in any case; the second connection of a request gets fewer. */
const RUNS_OF_PLANS = 12;
const PATCHED = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

type Request = () => Promise<Answer>;

describe('A warm request', () => {
  let scene: ExecutionScene;
  let idp: OidcIdp;
  let scim: ScimClient;
  /** Each makes what a request needs, and the request. */
  const requests: Record<string, () => Request | Promise<Request>> = {
    'GET /api/v1/me': () => () => scene.app.http.get('/api/v1/me', olivia()),
    'GET /api/v1/sessions': () => () => scene.app.http.get('/api/v1/sessions', olivia()),
    'GET /api/rivers': () => () => scene.app.http.get('/api/rivers', olivia()),
    'an AuthZEN evaluation': () => () => {
      const subject = { type: 'user', id: String(scene.users.adam.userId) };
      const evaluation = { subject, action: { name: 'workspace.read' }, resource: { type: 'workspace', id: '1' } };
      return scene.app.http.post('/access/v1/evaluation', evaluation, olivia());
    },
    'a refresh': () => () => scene.app.http.post('/api/auth/refresh', { refresh_token: scene.users.adam.refreshToken }),
    'a login by password': () => () => scene.app.http.post('/api/auth/login', { username: 'olivia', password: DEMO_PASSWORD }),
    'a query': () => () => scene.app.http.post(`${source()}/query`, { sql: 'SELECT name FROM hydro.rivers' }, olivia()),
    'a question in words': () => {
      const sentence = JSON.stringify({ sentence: 'There are {{row_count}} rivers.', chart: null });
      scene.model.play(proposing('SELECT name FROM hydro.rivers'), saying(sentence));
      return () => scene.app.http.post(`${source()}/ask`, { question: 'Which rivers are there?' }, olivia());
    },
  };
  const olivia = () => ({ token: scene.users.olivia.accessToken });
  const source = () => `/api/v1/data-sources/${scene.sourceId}`;

  beforeAll(async () => {
    scene = await ExecutionScene.set({ SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: 'https://app.example/signed-in' });
    const { app, users } = scene;
    const walker = { sub: 'walker', email: 'walker@delta.example', email_verified: true, name: 'Walker' };
    idp = await startOidcIdp({ accounts: [walker], clock: app.clock });
    const connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'delta.example');
    scim = await scimClient(app, 1);
    const { secret } = await enrolTotp(app, users.mia.accessToken);
    requests['the activation of a device'] = async () => {
      const { activationToken, accessToken } = await logInWithTotp(app, {}, { username: 'mia', secret });
      const body = { activation_token: activationToken };
      return () => app.http.post('/api/v1/devices/activate', body, { token: accessToken });
    };
    requests['a login by single sign-on: start, callback and exchange'] = () => async () => {
      const ended = await signIn(app, idp, connectionId, walker.sub, { browser: new Browser() });
      return exchange(app, ended.get('code'));
    };
    const scopes = ['schema.read'];
    const made = await app.http.post('/api/v1/access-keys', { name: 'Warm', organization_id: 1, scopes }, olivia());
    const { access_token: token } = await connectAgent(app, users.olivia.accessToken, { scopes });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { Accept: 'application/json, text/event-stream' };
    requests['MCP with a key'] = () => () => app.http.post('/mcp', list, { token: made.body.data.access_key.token, headers });
    requests['MCP with the token of a connected AI client'] = () => () => app.http.post('/mcp', list, { token, headers });
    const userOf = (userName: string) => ({ schemas: [USER], userName, emails: [{ value: userName, type: 'work', primary: true }] });
    const userName = 'patched@delta.example';
    const { body } = await scim.post('/Users', userOf(userName));
    const patching = (name: string) => () => {
      const value = { [name]: `Patched at ${performance.now()}` };
      return () => scim.patch(`/Users/${body.id}`, { schemas: [PATCHED], Operations: [{ op: 'replace', value }] });
    };
    requests['SCIM PATCH of a title'] = patching('title');
    requests['SCIM PATCH of a display name'] = patching('displayName');
    let active = true;
    requests['SCIM PATCH of active'] = () => {
      active = !active;
      return () => scim.patch(`/Users/${body.id}`, { schemas: [PATCHED], Operations: [{ op: 'replace', value: { active } }] });
    };
    requests['SCIM GET of a user'] = () => () => scim.get(`/Users/${body.id}`);
    requests['SCIM search for a userName'] = () => () => scim.get(`/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    requests['SCIM POST of a user'] = () => () => scim.post('/Users', userOf(`made-${performance.now()}@delta.example`));
  });
  afterAll(async () => {
    await idp?.close();
    await scene?.end();
  });

  it.each(Object.entries(AT_MOST))('sends at most so many statements to PostgreSQL: %s: %i', async (name, most) => {
    const runs: (readonly string[])[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const request = await requests[name]?.();
      const sent = await sentDuring(async () => expect([200, 201]).toContain((await request?.())?.status));
      if (run > 0) runs.push(sent);
    }
    const [sent = []] = runs.sort((one, other) => one.length - other.length);
    expect(sent.length <= most ? null : { sent, again: sentAgain(sent) }).toBeNull();
  });

  it('gets no new plan from PostgreSQL after its first runs', async () => {
    const { again, kept } = await plansDuring(async () => {
      for (const name of PLANNED_ONCE)
        for (let run = 0; run < RUNS_OF_PLANS; run += 1) expect([200, 201]).toContain((await (await requests[name]?.())?.())?.status);
    });
    expect(again).toEqual([]);
    expect(kept).toBeGreaterThan(PLANNED_ONCE.length);
  });
});
