import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { accessMatrix, accessMatrixLines } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import { ABOUT_RESTRICTED, putInForce } from '../support/policies.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const CALLERS = {
  anonymous: null,
  'other tenant': 'oscar',
  'no organization': 'nora',
  viewer: 'vera',
  editor: 'mia',
  admin: 'adam',
  owner: 'olivia',
  'system admin': 'sysadmin',
} as const;

type Caller = keyof typeof CALLERS;

const POLICY = 'forbid (principal == User::"2000000000", action, resource);';

/** Of AuthZEN. */
const QUESTION = {
  subject: { type: 'user', id: '1' },
  action: { name: 'organization.read' },
  resource: { type: 'organization', id: '1' },
};

/** What the routes that need a body are sent; `$name` stands for an id of the scene. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /access/v1/evaluation': QUESTION,
  'POST /access/v1/evaluations': QUESTION,
  'POST /access/v1/search/action': QUESTION,
  'POST /access/v1/search/resource': QUESTION,
  'POST /access/v1/search/subject': QUESTION,
  'POST /api/auth/password': { current_password: 'wrong', new_password: 'a heron stands in shallow water' },
  'POST /api/auth/mfa/step-up': { method: 'totp', code: '000000' },
  'POST /api/auth/step-up/password': { password: 'wrong' },
  'POST /api/auth/step-up/sso/complete': { step_up_code: 'A'.repeat(43) },
  'POST /api/v1/devices/activate': { activation_token: 'A'.repeat(43) },
  'POST /api/v1/devices/skip-activation': { activation_token: 'A'.repeat(43) },
  'PATCH /api/v1/devices/:device_id': { device_name: 'Mine' },
  'POST /api/v1/mfa/totp': {},
  'POST /api/v1/mfa/totp/:factor_id/confirm': { code: '000000' },
  'POST /api/v1/mfa/webauthn': { attestation: {} },
  'POST /api/v1/access-keys': { name: 'Another', organization_id: '$org_id', scopes: ['template.read'] },
  'PUT /api/v1/organizations/:org_id/access-key-rules': { allowed: true },
  'POST /api/v1/organizations': { name: 'New', plan: 'starter' },
  'POST /api/v1/organizations/:org_id/access-requests': { kind: 'act_as_owner', reason: 'A member asked for help.' },
  'PATCH /api/v1/organizations/:org_id': { settings: { device_trust_days: 30 } },
  'PATCH /api/v1/organizations/:org_id/members/:user_id': { role_id: '$viewer' },
  'PUT /api/v1/organizations/:org_id/members/:user_id/attributes': { attributes: { regions: ['EU'] } },
  'POST /api/v1/organizations/:org_id/roles': { name: 'Another', permissions: ['workspace.read'] },
  'PUT /api/v1/roles/:role_id': { name: 'Renamed' },
  'POST /api/v1/organizations/:org_id/scim-tokens': { name: 'Another' },
  'POST /api/v1/organizations/:org_id/scim-tokens/:token_id/rotate': {},
  'POST /api/v1/organizations/:org_id/scim-tokens/:token_id/approve': { up_to: 'administrator' },
  'POST /api/v1/organizations/:org_id/workspaces': { name: 'Another' },
  'PUT /api/v1/workspaces/:workspace_id': { name: 'Renamed' },
  'POST /api/v1/workspaces/:workspace_id/members': { user_id: '$outsider', role_id: '$viewer' },
  'PUT /api/v1/organizations/:org_id/scim-mapping': { mappings: [] },
  'POST /api/v1/organizations/:org_id/invitations': {
    email: 'guest@elsewhere.example',
    workspace_id: '$workspace_id',
    role_id: '$viewer',
  },
  'POST /api/v1/data-sources': {
    organization_id: '$org_id',
    name: 'Another',
    engine: 'postgresql',
    connection: { host: 'db.elsewhere.example', database: 'warehouse', username: 'reader' },
  },
  'POST /api/v1/data-sources/test': { organization_id: '$org_id', engine: 'sqlite', connection: { file: 'gone.db' } },
  'PATCH /api/v1/data-sources/:data_source_id': { name: 'Renamed' },
  'POST /api/v1/data-sources/:data_source_id/verified-pairs': { question: 'Which lakes?', sql: 'SELECT 2' },
  'PUT /api/v1/verified-pairs/:pair_id': { question: 'Which lakes?', sql: 'SELECT 2' },
  'POST /api/v1/data-sources/:data_source_id/glossary-terms': {
    ...{ name: 'Lake', definition: 'Still water.', synonyms: [], expression: null },
  },
  'PUT /api/v1/glossary-terms/:term_id': { name: 'Lake', definition: 'Still water.', synonyms: [], expression: null },
  'PUT /api/v1/data-sources/:data_source_id/sampled-columns': {
    ...{ schema_name: 'main', table_name: 'one', column_name: 'id', sampled: true },
  },
  'POST /api/v1/data-sources/:data_source_id/ask': { question: 'Which rivers?' },
  'PUT /api/v1/organizations/:org_id/ask-settings': { shows_rows: true, conversation_days: null },
  // Refused for every sender, so that nothing has to exist.
  'POST /api/v1/data-sources/:data_source_id/query': { sql: 'DELETE FROM one' },
  'POST /api/v1/data-sources/:data_source_id/query/validate': { sql: 'SELECT 1' },
  'POST /api/v1/prompt-templates': { organization_id: '$org_id', name: 'Another', template_text: 'Which rivers?' },
  'PUT /api/v1/prompt-templates/:template_id': {
    name: 'Renamed',
    description: '',
    template_text: 'Which rivers?',
    parameters: [],
    category: 'general',
    tags: [],
    compatible_data_source_ids: [],
    is_public: false,
  },
  'PUT /api/v1/prompt-templates/:template_id/system': { is_system_template: true },
  'POST /api/v1/prompt-templates/import': {
    organization_id: '$org_id',
    document: { format: 'headgate.prompt-templates', version: 1, templates: [] },
  },
  'POST /api/v1/prompt-templates/render': { organization_id: '$org_id', template_text: 'Which rivers?' },
  'POST /api/v1/prompt-templates/:template_id/render': { parameters: {} },
  'POST /api/v1/prompt-templates/:template_id/execute': { parameters: {}, data_source_id: '$data_source_id' },
  'PUT /api/v1/query-executions/:execution_id/feedback': { right: true },
  'POST /api/v1/organizations/:org_id/sso/connections': {
    name: 'Another',
    type: 'oidc',
    config: { issuer: 'https://idp.example', client_id: 'headgate' },
  },
  'PATCH /api/v1/sso/connections/:connection_id': { name: 'Renamed' },
  'POST /api/v1/organizations/:org_id/sso/domains': { domain: 'another.example' },
  'PATCH /api/v1/sso/domains/:domain_id': { connection_id: '$connection_id' },
  // Needs a plan that was made just now.
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves': { name: 'Another', user_ids: ['$outsider'] },
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/schedule': {
    starts_at: '2026-12-01T07:00:00Z',
  },
  'POST /api/v1/sso/abac/data-policies': {
    organization_id: '$org_id',
    name: 'Another',
    rules: [{ kind: 'tag', tag: 'email', effect: 'null' }],
  },
  'PUT /api/v1/sso/abac/data-policies/:data_policy_id': {
    name: 'Renamed',
    rules: [{ kind: 'tag', tag: 'email', effect: 'null' }],
  },
  'PUT /api/v1/data-sources/:data_source_id/tags': {
    schema: 'a',
    relation: 'b',
    column: 'c',
    tag: 'email',
    state: 'set',
  },
  'POST /api/v1/data-sources/:data_source_id/tags/review': { schema: 'a', relation: 'b', columns: ['c'] },
  'POST /api/v1/sso/abac/policies': { organization_id: '$org_id', name: 'Another', text: POLICY },
  'POST /api/v1/sso/abac/policies/simulate': { organization_id: '$org_id', text: POLICY },
  'POST /api/v1/sso/abac/policies/validate': { organization_id: '$org_id', text: POLICY },
  'POST /api/v1/sso/abac/policies/:policy_id/versions': { text: POLICY },
  'PUT /api/v1/sso/enforcement/:organization_id': { mode: 'optional' },
  'PUT /api/v1/sso/enforcement/:organization_id/break-glass': { user_ids: [] },
  'POST /api/v1/users': { username: 'new-user', email: 'new-user@elsewhere.example' },
};

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'PUT /api/v1/sso/abac/data-policies/:data_policy_id': { 'If-Match': '"1"' },
  'DELETE /api/v1/sso/abac/data-policies/:data_policy_id': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/data-policies/:data_policy_id/activate': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/data-policies/:data_policy_id/disable': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/policies/:policy_id/archive': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/policies/:policy_id/versions': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/policies/:policy_id/versions/:version/activate': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/policies/:policy_id/versions/:version/disable': { 'If-Match': '"1"' },
  'POST /api/v1/sso/abac/policies/:policy_id/versions/:version/shadow': { 'If-Match': '"1"' },
  'PUT /api/v1/organizations/:org_id/ask-settings': { 'If-Match': '"0"' },
  'PUT /api/v1/verified-pairs/:pair_id': { 'If-Match': '"1"' },
  'DELETE /api/v1/verified-pairs/:pair_id': { 'If-Match': '"1"' },
  'PUT /api/v1/glossary-terms/:term_id': { 'If-Match': '"1"' },
  'DELETE /api/v1/glossary-terms/:term_id': { 'If-Match': '"1"' },
  'PUT /api/v1/sso/enforcement/:organization_id': { 'If-Match': '"0"' },
};

/** What the routes ask for in their query. */
const QUERIES: Readonly<Record<string, string>> = {
  'POST /access/v1/evaluation': '?organization_id=1',
  'POST /access/v1/evaluations': '?organization_id=1',
  'POST /access/v1/search/action': '?organization_id=1',
  'POST /access/v1/search/resource': '?organization_id=1',
  'POST /access/v1/search/subject': '?organization_id=1',
  'GET /api/v1/prompt-templates/export': '?organization_id=1',
  'GET /api/v1/sso/abac/decisions': '?organization_id=1',
  'GET /api/v1/sso/abac/data-policies': '?organization_id=1',
  'GET /api/v1/prompt-templates/:template_id/versions/diff': '?from=1&to=1',
};

/** Answer everyone alike, take tokens of organizations, or are about the caller's own: other tests hold them. */
const NOT_HERE =
  /\/scim\/v2|^(GET|POST) (\/$|\/front-page|\/favicon|\/docs|\/openapi|\/health|\/metrics|\/\.well-known|\/api\/auth\/(login|browser\/|sign-in-options|refresh|mfa\/verify|mfa\/webauthn|password-reset|email-verification$|sso\/(?!logout)))|invitation_token/;

interface Layer {
  readonly route?: { readonly path: string | string[]; readonly methods: Readonly<Record<string, boolean>> };
}

describe('who may do what', () => {
  const table = accessMatrix();
  let app: TestApp;
  let routes: string[];
  const tokens = new Map<Caller, string>();
  /** Whose tokens nothing can have ended since they were used. */
  const alive = new Set<Caller>();
  let setScene: () => Promise<Scene>;
  let scene: Scene;
  let isSet = false;

  beforeAll(async () => {
    app = await startTestApp({
      // There is no server, so it fails at once.
      environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' },
    });
    await app.dataSource.query('DELETE FROM mfa_factors');
    setScene = await sceneOfAccess(app);
    const { router } = app.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    routes = router.stack
      .flatMap(({ route }) => (route === undefined ? [] : [route]))
      .flatMap(({ path, methods }) =>
        [path].flat().flatMap((one) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${one}`)),
      )
      .filter((route) => !NOT_HERE.test(route));
  });
  afterAll(() => app.close());

  const setTheScene = async (): Promise<void> => {
    scene = await setScene();
    // What changed something may have ended a session.
    alive.clear();
  };

  const tokenOf = async (caller: Caller): Promise<string | undefined> => {
    const username = CALLERS[caller];
    if (username === null) return undefined;
    const known = tokens.get(caller);
    if (known !== undefined && alive.has(caller)) return known;
    alive.add(caller);
    if (known !== undefined && (await app.http.get('/api/v1/me', { token: known })).status === 200) return known;
    const { accessToken } = await logIn(app.http, username, DEMO_PASSWORD);
    tokens.set(caller, accessToken);
    return accessToken;
  };

  const statusFor = async (route: string, caller: Caller): Promise<string> => {
    if (!isSet) await setTheScene();
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(scene[`${method} ${name}`] ?? scene[name]));
    const body = JSON.stringify(BODIES[route])?.replaceAll(/"\$(\w+)"/g, (_, name: string) => String(scene[name]));
    const query = QUERIES[route] ?? '';
    const options = { token: await tokenOf(caller), headers: HEADERS[route] ?? {} };
    const { status } = await app.http.send(method, `${path}${query}`, body, options);
    // Only what was read or refused leaves the scene as it is.
    isSet = method === 'GET' || status >= 400;
    return String(status);
  };

  it('is written down for every route, and for no missing one', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect([...table.keys()].sort()).toEqual([...routes].sort());
  });

  it('has the same columns in every table', () => {
    const headings = accessMatrixLines().filter((line) => line.startsWith('| route '));
    const columns = headings.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
    expect(columns.length).toBeGreaterThan(0);
    expect(columns).toEqual(columns.map(() => ['route', ...Object.keys(CALLERS)]));
  });

  it.each([...table.keys()])('%s answers as the table says [statements 60, 63]', async (route) => {
    const answers: string[] = [];
    for (const caller of Object.keys(CALLERS) as Caller[]) answers.push(await statusFor(route, caller));
    expect([route, ...answers].join(' | ')).toBe([route, ...(table.get(route) ?? [])].join(' | '));
  });

  describe('a policy that closes what has a label', () => {
    const ABOUT_THINGS = /:(workspace|data_source|execution|conversation|pair|term|discovery|invitation)_id/;
    const ABOUT_THEM_IN_BODIES = /\$(workspace|data_source)_id/;
    let isClosed = false;
    afterAll(() => putInForce(app, 1, {}));

    const closeWhatHasALabel = async (): Promise<void> => {
      await app.dataSource.query(`UPDATE workspaces SET labels = '{restricted}' WHERE id = $1`, [
        scene['workspace_id'],
      ]);
      await app.dataSource.query(`UPDATE data_sources SET labels = '{restricted}' WHERE id = $1`, [
        scene['data_source_id'],
      ]);
      // The scene has policies of its own.
      await putInForce(app, 1, ABOUT_RESTRICTED);
    };
    const answerFor = async (route: string, caller: Caller): Promise<string> => {
      if (!isSet) await setTheScene();
      if (!isSet || !isClosed) await closeWhatHasALabel();
      isSet = true;
      isClosed = true;
      return statusFor(route, caller);
    };
    const closed = [...table.keys()].filter(
      (route) => ABOUT_THINGS.test(route) || ABOUT_THEM_IN_BODIES.test(JSON.stringify(BODIES[route] ?? {})),
    );

    it('covers many routes', () => expect(closed.length).toBeGreaterThan(40));

    it.each(closed)('%s refuses the owner, and strangers as before', async (route) => {
      const [anonymous, stranger] = table.get(route) ?? [];
      const refused = await answerFor(route, 'owner');
      expect([route, refused, await answerFor(route, 'anonymous'), await answerFor(route, 'other tenant')]).toEqual([
        route,
        '403',
        anonymous,
        stranger,
      ]);
      const [last] = await app.dataSource.query(
        `SELECT detail->>'reason' AS reason FROM audit_events WHERE action = 'access.refused'
            AND actor_user_id = (SELECT id FROM users WHERE username = 'olivia') ORDER BY id DESC LIMIT 1`,
      );
      expect(last).toEqual({ reason: 'policy' });
    });
  });
});
