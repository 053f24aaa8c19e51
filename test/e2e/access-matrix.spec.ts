import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { PERMISSIONS } from '../../src/shared/permission.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { readApiDocument } from '../setup/api-contract.js';
import { accessMatrix, accessMatrixLines, permissionsOf } from '../support/access-matrix.js';
import { ABOUT_RESTRICTED, putInForce } from '../support/policies.js';
import { column, plant, table as plantedTable } from '../support/planted-schema.js';
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
  let scene: Record<string, number>;
  let isSet = false;

  beforeAll(async () => {
    app = await startTestApp({
      // There is no server, so it fails at once.
      environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_NAME_SERVERS: '127.0.0.1:9' },
    });
    await app.dataSource.query('DELETE FROM mfa_factors');
    const { router } = app.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    routes = router.stack
      .flatMap(({ route }) => (route === undefined ? [] : [route]))
      .flatMap(({ path, methods }) =>
        [path].flat().flatMap((one) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${one}`)),
      )
      .filter((route) => !NOT_HERE.test(route));
  });
  afterAll(() => app.close());

  /** Organization 1 as it was, with one of everything that a route may name. */
  const setTheScene = async (): Promise<void> => {
    const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
    await sql(`DELETE FROM invitations`);
    await sql(`DELETE FROM sso_enforcement`);
    await sql(`DELETE FROM sso_domains`);
    await sql(`DELETE FROM sso_connections`);
    const [{ connection }] = await sql(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (1, 'Matrix', 'oidc', 'draft', 'https://127.0.0.1:9', $1, now(), now()) RETURNING id AS connection`,
      [
        {
          clientId: 'headgate',
          scopes: ['openid'],
          tenant: null,
          clientAuthentication: 'none',
          attributes: { email: 'email', name: 'name', groups: 'groups' },
          addressProof: 'claim',
          provisions: false,
          trustsMfa: false,
        },
      ],
    );
    const [{ test }] = await sql(
      `INSERT INTO sso_tests (organization_id, connection_id, configuration_version, started_by, ticket_hash, status, steps,
                              started_at, expires_at)
       VALUES (1, $1, 1, (SELECT id FROM users WHERE username = 'olivia'), '\\x00', 'running', '[]', now(), now())
       RETURNING id AS test`,
      [connection],
    );
    const [{ identity }] = await sql(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       VALUES (1, $1, (SELECT id FROM users WHERE username = 'vera'), 'https://gone.example', 'matrix', 'proof', now()) RETURNING id AS identity`,
      [connection],
    );
    const [{ domain }] = await sql(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
       VALUES (1, 'matrix.example', 'challenge', 'pending', now()) RETURNING id AS domain`,
    );
    await sql(`DELETE FROM abac_policies`);
    const [{ policy }] = await sql(
      `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at)
       VALUES (1, 'Matrix', 'draft', now(), now()) RETURNING id AS policy`,
    );
    const all = { op: 'All' };
    await sql(
      `INSERT INTO abac_policy_versions (policy_id, version, organization_id, text, tree, effect, actions, sha256, examples, state,
                                         author_id, created_at)
       VALUES ($1, 1, 1, '', $2, 'forbid', '{}', repeat('0', 64), '[]', 'draft', 1, now())`,
      [
        policy,
        {
          ...{ effect: 'forbid', action: all, resource: all, conditions: [] },
          principal: { op: '==', entity: { type: 'User', id: '2000000000' } },
        },
      ],
    );
    await sql('DELETE FROM data_policies');
    const [{ data_policy }] = await sql(
      `INSERT INTO data_policies (organization_id, name, description, tree, rules, status, version, updated_by, updated_at)
       VALUES (1, 'Matrix', '', '{}', '[]', 'draft', 1, 1, now()) RETURNING id AS data_policy`,
    );
    const [{ decision }] = await sql(
      `INSERT INTO abac_decisions (organization_id, decided_at, user_id, is_allowed, reason, policies, errors, request, request_hash)
       VALUES (1, $1, 1, false, 'policy', '[]', '{}', $2, '') RETURNING id::int AS decision`,
      [
        app.clock.now(),
        {
          ...{ organizationId: 1, action: 'workspace.read', resource: { type: 'Organization' }, allowedByRoles: true },
          principal: { userId: 1, attributes: {}, own: {} },
          context: { now: app.clock.now() },
        },
      ],
    );
    await sql(`TRUNCATE scim_tokens CASCADE`);
    const [{ token }] = await sql(
      `INSERT INTO scim_tokens (organization_id, name, token_hash, scopes, created_at)
       VALUES (1, 'Matrix', '\\x00', '{read}', now()) RETURNING id AS token`,
    );
    await sql(`TRUNCATE access_keys`);
    await sql(`DELETE FROM workspace_members`);
    await sql(`DELETE FROM workspaces WHERE id > 1`);
    await sql(
      `DELETE FROM organization_members WHERE user_id IN (SELECT id FROM users WHERE username LIKE 'matrix-%')`,
    );
    await sql(`DELETE FROM roles WHERE organization_id = 1 AND NOT is_built_in`);
    await sql(`DELETE FROM users WHERE username = 'new-user'`);
    await sql(`UPDATE users SET status = 'active' WHERE username LIKE 'matrix-%'`);
    // Whom the organization brought, so that it may help them with their account.
    for (const name of ['matrix-member', 'matrix-outsider'])
      await sql(
        `INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at,
                            provisioned_by)
         VALUES ($1, $1, $1 || '@delta.example', $1 || '@delta.example', 'active', false, 1, now(), now(), 1)
         ON CONFLICT DO NOTHING`,
        [name],
      );
    const [{ viewer }] = await sql(`SELECT id AS viewer FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    const [{ member }] = await sql(`SELECT id AS member FROM users WHERE username = 'matrix-member'`);
    const [{ outsider }] = await sql(`SELECT id AS outsider FROM users WHERE username = 'matrix-outsider'`);
    for (const user of [member, outsider])
      await sql(
        `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (1, $1, $2, now())`,
        [user, viewer],
      );
    const [{ role }] = await sql(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Matrix', false, '{workspace.read}') RETURNING id AS role`,
    );
    const [{ workspace }] = await sql(
      `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
       VALUES (1, 'Matrix', $1, now(), now()) RETURNING id AS workspace`,
      [viewer],
    );
    await sql(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at) VALUES ($1, 1, $2, $3, now())`,
      [workspace, member, viewer],
    );
    const expiresAt = new Date(app.clock.now().getTime() + 86_400_000);
    const [{ invitation }] = await sql(
      `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                                invited_by, created_at, expires_at)
       VALUES (1, $1, $2, 'viewer', 'invited@elsewhere.example', 'invited@elsewhere.example', $3, 'pending',
               (SELECT id FROM users WHERE username = 'olivia'), $4, $5) RETURNING id AS invitation`,
      [workspace, viewer, mintToken().hash, app.clock.now(), expiresAt],
    );
    const [{ key }] = await sql(
      `INSERT INTO access_keys (organization_id, user_id, name, token_hash, hint, scopes, trust_epoch, created_at, expires_at)
       VALUES (1, $1, 'Matrix', '\\x00', 'abcd', '{query.run}', 1, $2, $3) RETURNING id AS key`,
      [member, app.clock.now(), expiresAt],
    );
    await sql(`DELETE FROM access_requests`);
    const [{ request }] = await sql(
      `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, created_at, expires_at)
       VALUES (1, 'act_as_owner', '{}', 'Matrix', false, 'requested', (SELECT id FROM users WHERE username = 'sysadmin'), $1, $2)
       RETURNING id AS request`,
      [app.clock.now(), expiresAt],
    );
    await sql(`DELETE FROM ask_settings`);
    await sql(`DELETE FROM data_sources WHERE id > 2`);
    const [{ source }] = await sql(
      `INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
       VALUES (1, 'Matrix', 'sqlite', '{"file": "matrix.db"}', now(), now()) RETURNING id AS source`,
    );
    const [{ discovery }] = await sql(
      `INSERT INTO schema_discoveries (data_source_id, state, requested_at, heartbeat_at)
       VALUES ($1, 'running', now(), now()) RETURNING id AS discovery`,
      [source],
    );
    const [{ running }] = await sql(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, outcome, started_at, heartbeat_at)
       VALUES (1, (SELECT id FROM users WHERE username = 'olivia'), $1, 'running', now(), now()) RETURNING id AS running`,
      [source],
    );
    await plant(app.dataSource, source, [{ name: 'main', relations: [plantedTable('main', 'one', [column('id')])] }]);
    await sql(`DELETE FROM prompt_templates WHERE id > 4`);
    const [{ template }] = await sql(
      `INSERT INTO prompt_templates (organization_id, name, description, template_text, parameters, category, tags,
                                     compatible_data_source_ids, status, is_public, created_by_user_id, created_at, updated_at)
       VALUES (1, 'Matrix', '', 'Which rivers?', '[]', 'general', '{}', '{}', 'draft', false, $1, now(), now())
       RETURNING id AS template`,
      [member],
    );
    await sql(
      `INSERT INTO prompt_template_versions (template_id, number, name, description, template_text, parameters, category,
                                             tags, compatible_data_source_ids, checksum, message, author_user_id, published_at)
       VALUES ($1, 1, 'Matrix', '', 'Which lakes?', '[]', 'general', '{}', '{}', '', '', $2, now())`,
      [template, member],
    );
    await sql(`UPDATE prompt_templates SET status = 'published', published_version = 1 WHERE id = $1`, [template]);
    const [{ execution }] = await sql(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, template_id, question, sql, outcome,
                                     started_at, heartbeat_at)
       VALUES (1, $1, $2, $3, 'Which lakes?', 'SELECT 1', 'generated', now(), now()) RETURNING id AS execution`,
      [member, source, template],
    );
    const known = async (kind: string): Promise<number> => {
      const [{ id }] = await sql(
        `INSERT INTO knowledge (organization_id, data_source_id, kind, name, definition, sql, state, version, changed_by, created_at,
                                changed_at)
         VALUES (1, $1, $2, 'Rivers', 'Flowing water.', 'SELECT 1', 'valid', 1, $3, now(), now()) RETURNING id`,
        [source, kind, member],
      );
      return id;
    };
    const [{ conversation }] = await sql(
      `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
       VALUES (1, (SELECT id FROM users WHERE username = 'olivia'), $1, 'Which lakes?', now(), now()) RETURNING id AS conversation`,
      [source],
    );
    scene = {
      org_id: 1,
      organization_id: 1,
      connection_id: connection,
      test_id: test,
      domain_id: domain,
      policy_id: policy,
      data_policy_id: data_policy,
      version: 1,
      decision_id: decision,
      identity_id: identity,
      template_id: template,
      execution_id: execution,
      conversation_id: conversation,
      pair_id: await known('verified_pair'),
      term_id: await known('glossary_term'),
      number: 1,
      user_id: member,
      role_id: role,
      workspace_id: workspace,
      invitation_id: invitation,
      access_key_id: key,
      request_id: request,
      token_id: token,
      data_source_id: source,
      discovery_id: discovery,
      'DELETE execution_id': running,
      viewer,
      outsider,
      device_id: 1,
      factor_id: 1,
      session_id: 2_000_000_000,
    };
  };

  const tokenOf = async (caller: Caller): Promise<string | undefined> => {
    const username = CALLERS[caller];
    if (username === null) return undefined;
    const known = tokens.get(caller);
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

  describe('a permission that the API document names', () => {
    const needed = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
        return permissionsOf(operation).map((permission) => [route, permission] as const);
      }),
    );

    it('is named for many routes', () => expect(needed.length).toBeGreaterThan(150));

    it.each(needed)('%s is refused to a role that has all others, but not %s', async (route, permission) => {
      await setTheScene();
      isSet = true;
      const others = Object.keys(PERMISSIONS).filter((one) => one !== permission);
      await app.dataSource.query(
        `WITH made AS (INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'All others', false, $1) RETURNING id)
         UPDATE organization_members SET role_id = made.id FROM made
          WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
        [others],
      );
      try {
        expect(['403', '404']).toContain(await statusFor(route, 'viewer'));
      } finally {
        await app.dataSource.query(
          `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
            WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
        );
      }
    });
  });

  describe('a policy that closes what has a label', () => {
    const ABOUT_THINGS = /:(workspace|data_source|execution|conversation|pair|term|discovery|invitation)_id/;
    const ABOUT_THEM_IN_BODIES = /\$(workspace|data_source)_id/;
    afterAll(() => putInForce(app, 1, {}));

    const answerFor = async (route: string, caller: Caller): Promise<string> => {
      if (!isSet) await setTheScene();
      isSet = true;
      await app.dataSource.query(`UPDATE workspaces SET labels = '{restricted}' WHERE id = $1`, [
        scene['workspace_id'],
      ]);
      await app.dataSource.query(`UPDATE data_sources SET labels = '{restricted}' WHERE id = $1`, [
        scene['data_source_id'],
      ]);
      // The scene has policies of its own.
      await putInForce(app, 1, ABOUT_RESTRICTED);
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
