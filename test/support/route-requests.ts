import { type ApiDocument, type Operation, readApiDocument } from '../setup/api-contract.js';
import { withColons } from './access-matrix.js';
import { exampleBody } from '../../src/platform/http/example-body.js';

const POLICY = 'forbid (principal == User::"2000000000", action, resource);';

/** Of AuthZEN. */
const QUESTION = {
  subject: { type: 'user', id: '1' },
  action: { name: 'organization.read' },
  resource: { type: 'organization', id: '1' },
};

/** Bodies in place of examples that change what others need, or name what the scene does not have; `$name` stands for an id of the scene. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/v1/organizations/:org_id/webhooks/:webhook_id/again': { event_id: '$event_id' },
  'POST /access/v1/evaluation': QUESTION,
  'POST /access/v1/evaluations': QUESTION,
  'POST /access/v1/search/action': QUESTION,
  'POST /access/v1/search/resource': QUESTION,
  'POST /access/v1/search/subject': QUESTION,
  'POST /api/auth/password': { current_password: 'wrong', new_password: 'a heron stands in shallow water' },
  'POST /api/auth/mfa/step-up': { method: 'totp', code: '000000' },
  'POST /api/auth/step-up/password': { password: 'wrong' },
  'POST /api/v1/mfa/webauthn': { attestation: {} },
  'POST /api/v1/access-keys': { name: 'Another', organization_id: '$org_id', scopes: ['template.read'] },
  'POST /api/v1/agents': {
    request:
      'response_type=code&client_id=headgate-demo&redirect_uri=http%3A%2F%2Flocalhost%3A8765%2Fcallback&scope=schema.read' +
      '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
    organization_id: '$org_id',
    scopes: ['schema.read'],
    days: 30,
  },
  'POST /api/v1/organizations': { name: 'New', plan: 'starter' },
  'POST /api/v1/organizations/:org_id/access-requests': {
    kind: 'reset_factors',
    user_id: '$user_id',
    reason: 'A member asked for help.',
  },
  'PATCH /api/v1/organizations/:org_id': { settings: { device_trust_days: 30 } },
  'PATCH /api/v1/organizations/:org_id/members/:user_id': { role_id: '$viewer' },
  'POST /api/v1/organizations/:org_id/roles': { name: 'Another', permissions: ['workspace.read'] },
  'POST /api/v1/organizations/:org_id/scim-tokens': { name: 'Another' },
  'POST /api/v1/organizations/:org_id/scim-tokens/:token_id/rotate': {},
  'POST /api/v1/organizations/:org_id/workspaces': { name: 'Another' },
  'PUT /api/v1/workspaces/:workspace_id': { name: 'Renamed' },
  'POST /api/v1/workspaces/:workspace_id/members': { user_id: '$outsider', role_id: '$viewer' },
  'PUT /api/v1/organizations/:org_id/scim-mapping': { mappings: [] },
  'PUT /api/v1/sso/connections/:connection_id/group-mapping': { mappings: [] },
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
  'PUT /api/v1/data-sources/:data_source_id/sampled-columns': {
    schema_name: 'main',
    table_name: 'one',
    column_name: 'id',
    sampled: true,
  },
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
  'POST /api/v1/prompt-templates/import': {
    organization_id: '$org_id',
    document: { format: 'headgate.prompt-templates', version: 1, templates: [] },
  },
  'POST /api/v1/prompt-templates/render': { organization_id: '$org_id', template_text: 'Which rivers?' },
  'POST /api/v1/prompt-templates/:template_id/render': { parameters: {} },
  'POST /api/v1/prompt-templates/:template_id/execute': { parameters: {}, data_source_id: '$data_source_id' },
  'PUT /api/v1/query-executions/:execution_id/feedback': { right: true },
  'POST /api/v1/query-executions/:execution_id/verified-pair': {},
  'POST /api/v1/organizations/:org_id/sso/connections': {
    name: 'Another',
    type: 'oidc',
    config: { issuer: 'https://idp.example', client_id: 'headgate' },
  },
  'PATCH /api/v1/sso/connections/:connection_id': { name: 'Renamed' },
  'PATCH /api/v1/sso/domains/:domain_id': { connection_id: '$connection_id' },
  // The owner of the scene has no second factor.
  'PUT /api/v1/organizations/:org_id/sign-in-requirements': { second_factor: { required: false } },
  'POST /api/v1/sso/enforcement/:organization_id/exemptions': {
    user_id: '$outsider',
    reason: 'Not known to the provider.',
    expires_at: '2026-12-01T07:00:00Z',
  },
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
  'POST /api/v1/sso/abac/data-policies/validate': {
    organization_id: '$org_id',
    rules: [{ kind: 'tag', tag: 'email', effect: 'null' }],
  },
  'POST /api/v1/data-sources/:data_source_id/members/:user_id/preview': {
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
  'PUT /api/v1/sso/enforcement/:organization_id/break-glass': { user_ids: [] },
  'POST /api/v1/users': { username: 'new-user', email: 'new-user@elsewhere.example' },
};

/** Routes whose thing was never written, so that its version is 0. */
const UNWRITTEN = [
  'PUT /api/v1/organizations/:org_id/agent-rules',
  'PUT /api/v1/organizations/:org_id/ask-settings',
  'PUT /api/v1/organizations/:org_id/sign-in-requirements',
  'PUT /api/v1/sso/connections/:connection_id/group-mapping',
  'PUT /api/v1/sso/enforcement/:organization_id',
];

interface DocumentedRoute extends Operation {
  readonly example: unknown;
}

let documented: ReadonlyMap<string, DocumentedRoute> | undefined;

function documentedRoute(route: string): DocumentedRoute | undefined {
  documented ??= documentedRoutes(readApiDocument());
  return documented.get(route);
}

function documentedRoutes(document: ApiDocument): ReadonlyMap<string, DocumentedRoute> {
  const routes = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, DocumentedRoute] => [
        `${method.toUpperCase()} ${withColons(path)}`,
        { ...operation, example: exampleBody(document, path, method) },
      ]),
    ),
  );
  const gone = Object.keys(BODIES).find((route) => !routes.has(route));
  if (gone !== undefined) throw new Error(`There is no route ${gone}: remove it from BODIES.`);
  return routes;
}

/** What `BODIES` has for the route, or else the example of the API document; `undefined` where it takes none. */
export function bodyTemplate(route: string): unknown {
  return BODIES[route] ?? documentedRoute(route)?.example;
}

/** The body that a route takes in a scene with these ids; an id that the scene does not have is 1. */
export function bodyFor(route: string, ids: Readonly<Record<string, number>> = {}): string | undefined {
  return JSON.stringify(bodyTemplate(route))?.replaceAll(/"\$(\w+)"/g, (_, name: string) => String(ids[name] ?? 1));
}

/** `If-Match` where the route takes no change of a state that was not seen. */
export function headersFor(route: string): Readonly<Record<string, string>> {
  const parameters = documentedRoute(route)?.parameters ?? [];
  if (!parameters.some(({ name, required }) => name === 'If-Match' && required === true)) return {};
  return { 'If-Match': UNWRITTEN.includes(route) ? '"0"' : '"1"' };
}

const ICON = 'PUT /api/v1/prompt-templates/:template_id/icon';
const QUERIES: Readonly<Record<string, string>> = {
  'GET /api/v1/prompt-templates/:template_id/versions/diff': '?from=1&to=1',
  'GET /api/v1/sso/moves/:organization_id/people': '?from_connection_id=1&to_connection_id=999999',
  'GET /api/v1/data-sources/:data_source_id/schema/context': '?question=rivers',
};

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request that only the caller can make wrong: about these ids, and about 1 where it names others. */
export function requestFor(route: string, ids: Readonly<Record<string, number>>): SampleRequest {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? 1)) + (QUERIES[route] ?? '');
  const isIcon = route === ICON;
  const body = isIcon ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : bodyFor(route);
  const headers: Readonly<Record<string, string>> = { ...(isIcon && { 'Content-Type': 'image/svg+xml' }), ...headersFor(route) };
  return { method, path, body, headers };
}
