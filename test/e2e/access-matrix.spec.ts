import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { ALL_PERMISSIONS, type Permission, includedIn } from '../../src/shared/permission.js';
import { readApiDocument } from '../setup/api-contract.js';
import { ACCESS_MATRIX_FILE, accessMatrix, permissionsOf, readAccessMatrix, withColons, writeDown } from '../support/access-matrix.js';
import { type Scene, sceneOfAccess } from '../support/access-scene.js';
import type { Answer } from '../support/http-client.js';
import { ABOUT_RESTRICTED, putInForce, versionsOf } from '../support/policies.js';
import { bodyFor, bodyTemplate, headersFor } from '../support/route-requests.js';
import { requireFactor } from '../support/sign-on.js';
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

/** What the routes ask for in their query. */
const QUERIES: Readonly<Record<string, string>> = {
  'POST /access/v1/evaluation': '?organization_id=1',
  'POST /access/v1/evaluations': '?organization_id=1',
  'POST /access/v1/search/action': '?organization_id=1',
  'POST /access/v1/search/resource': '?organization_id=1',
  'POST /access/v1/search/subject': '?organization_id=1',
  'GET /api/v1/sso/moves/:organization_id/people': '?from_connection_id=1&to_connection_id=999999',
  'GET /api/v1/prompt-templates/export': '?organization_id=1',
  'GET /api/v1/sso/abac/decisions': '?organization_id=1',
  'GET /api/v1/sso/abac/data-policies': '?organization_id=1',
  'GET /api/v1/prompt-templates/:template_id/versions/diff': '?from=1&to=1',
};

/** Answer everyone alike, take tokens of organizations, or are about the caller's own: other tests hold them. */
const NOT_HERE =
  /\/scim\/v2|^(GET|POST) (\/$|\/front-page|\/favicon|\/docs|\/openapi|\/health|\/metrics|\/\.well-known|\/api\/auth\/(login|browser\/|sign-in-options|refresh|mfa\/verify|mfa\/webauthn|password-reset|email-verification$|sso\/(?!logout)))|invitation_token|v1\/invitations\/(open|accept|decline)/;

const OWN = 'The own account, its sessions, factors and devices: no organization decides about them.';
const SYSTEM = 'Only system administrators may, and they run the installation outside of policies.';
const LEAVES_OUT = 'A list of all organizations of a person leaves out what a policy refuses.';
const ASKS = 'It tells what a program asks for. What it gets is decided when the person allows it.';
const ALIKE = 'It answers everyone who is logged in alike.';

/** What a policy that forbids everything does not refuse to an owner, and why. `NOT_HERE` has no session that it could refuse. */
const OUTSIDE_OF_POLICIES: Readonly<Record<string, string>> = {
  'POST /api/auth/email-verification/request': OWN,
  'POST /api/auth/logout': OWN,
  'POST /api/auth/mfa/step-up': OWN,
  'POST /api/auth/mfa/step-up/webauthn/options': OWN,
  'POST /api/auth/password': OWN,
  'POST /api/auth/sso/logout': OWN,
  'POST /api/auth/step-up/password': OWN,
  'POST /api/auth/step-up/sso': OWN,
  'POST /api/auth/step-up/sso/complete': OWN,
  'GET /api/v1/access-keys': OWN,
  'DELETE /api/v1/access-keys/:access_key_id': OWN,
  'GET /api/v1/agents': OWN,
  'DELETE /api/v1/agents/:agent_id': OWN,
  'POST /api/v1/agent-requests': ASKS,
  'GET /api/v1/devices': OWN,
  'DELETE /api/v1/devices/:device_id': OWN,
  'PATCH /api/v1/devices/:device_id': OWN,
  'POST /api/v1/devices/activate': OWN,
  'POST /api/v1/devices/skip-activation': OWN,
  'GET /api/v1/me': OWN,
  'PATCH /api/v1/me': OWN,
  'GET /api/v1/me/address': OWN,
  'POST /api/v1/me/address': OWN,
  'POST /api/v1/me/address/confirm': OWN,
  'DELETE /api/v1/me/address/pending': OWN,
  'GET /api/v1/me/export': OWN,
  'POST /api/v1/me/export': OWN,
  'GET /api/v1/me/export/file': OWN,
  'GET /api/v1/me/preferences': OWN,
  'PUT /api/v1/me/preferences': OWN,
  'GET /api/v1/me/identities': OWN,
  'DELETE /api/v1/me/organizations/:org_id': OWN,
  'GET /api/v1/me/security-events': OWN,
  'DELETE /api/v1/me/workspaces/:workspace_id': OWN,
  'GET /api/v1/mfa/factors': OWN,
  'DELETE /api/v1/mfa/factors/:factor_id': OWN,
  'POST /api/v1/mfa/recovery-codes': OWN,
  'POST /api/v1/mfa/totp': OWN,
  'POST /api/v1/mfa/totp/:factor_id/confirm': OWN,
  'POST /api/v1/mfa/webauthn': OWN,
  'POST /api/v1/mfa/webauthn/options': OWN,
  'GET /api/v1/sessions': OWN,
  'DELETE /api/v1/sessions': OWN,
  'DELETE /api/v1/sessions/:session_id': OWN,
  'POST /api/v1/sso/connections/:connection_id/link': 'People link the own account before they can come by single sign-on.',
  'GET /api/rivers': ALIKE,
  'GET /api/v1/permissions': ALIKE,
  'GET /api/v1/sso/abac/schema': ALIKE,
  'GET /icons/:key': 'The link is signed, and was told to a person whom the policies let read the template.',
  'GET /api/v1/boards': LEAVES_OUT,
  'GET /api/v1/conversations': LEAVES_OUT,
  'GET /api/v1/data-sources': LEAVES_OUT,
  'GET /api/v1/organizations': LEAVES_OUT,
  'GET /api/v1/prompt-templates': LEAVES_OUT,
  'GET /api/v1/saved-questions': LEAVES_OUT,
  'GET /api/v1/sso/abac/policies': 'Of all organizations of a person; where none is left it answers 403 FORBIDDEN.',
  'GET /api/v1/audit-events': SYSTEM,
  'GET /api/v1/audit-events/actions': SYSTEM,
  'GET /api/v1/audit-events/export': SYSTEM,
  'GET /api/v1/audit-events/refusals': SYSTEM,
  'GET /api/v1/audit-events/verify': SYSTEM,
  'POST /api/v1/organizations': SYSTEM,
  'PUT /api/v1/prompt-templates/:template_id/system': SYSTEM,
  'GET /api/v1/users': SYSTEM,
  'POST /api/v1/users': SYSTEM,
  'GET /api/v1/users/:user_id': SYSTEM,
  'POST /api/v1/users/:user_id/disable': SYSTEM,
  'POST /api/v1/users/:user_id/enable': SYSTEM,
  'POST /api/v1/users/:user_id/mfa-reset': SYSTEM,
  'POST /api/v1/users/:user_id/password-reset': SYSTEM,
  'GET /api/v1/users/:user_id/sessions': SYSTEM,
  'DELETE /api/v1/users/:user_id/sessions': SYSTEM,
};

const OWNERS_ONLY = { status: '403', why: 'Only the role of owner may, whatever permissions another role has.' };
const NO_WAVE = { status: '404', why: 'The scene has no migration plan with waves.' };
const NO_SECRET = { status: '404', why: 'The webhook of the scene has no secret, as one that is being deleted.' };
const NO_MOVE = { status: '404', why: 'The scene has one connection, so nobody moves to another.' };
const NO_SCHEMA = { status: '404', why: 'The schema of the scene is not discovered, so it has no column.' };

/** What a role with all permissions is refused in the scene, and why. */
const REFUSED_EVEN_SO: Readonly<Record<string, { readonly status: string; readonly why: string }>> = {
  'POST /api/v1/organizations/:org_id/access-requests/:request_id/approve': OWNERS_ONLY,
  'POST /api/v1/organizations/:org_id/access-requests/:request_id/refuse': OWNERS_ONLY,
  'POST /api/v1/organizations/:org_id/scim-tokens/:token_id/approve': OWNERS_ONLY,
  'PUT /api/v1/sso/enforcement/:organization_id/break-glass': OWNERS_ONLY,
  'POST /api/v1/sso/enforcement/:organization_id/break-glass/drill': {
    status: '404',
    why: 'The person is not designated.',
  },
  'GET /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number': NO_WAVE,
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/pause': NO_WAVE,
  'GET /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/preview': NO_WAVE,
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/resume': NO_WAVE,
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/rollback': NO_WAVE,
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/schedule': NO_WAVE,
  'POST /api/v1/sso/enforcement/migration-plan/:organization_id/waves/:number/start': NO_WAVE,
  'POST /api/v1/organizations/:org_id/webhooks/:webhook_id/again': NO_SECRET,
  'POST /api/v1/organizations/:org_id/webhooks/:webhook_id/test': NO_SECRET,
  'GET /api/v1/sso/moves/:organization_id/people': NO_MOVE,
  'POST /api/v1/sso/moves/:organization_id/:number/confirm': NO_MOVE,
  'POST /api/v1/sso/moves/:organization_id/:number/rollback': NO_MOVE,
  'PUT /api/v1/data-sources/:data_source_id/tags': NO_SCHEMA,
  'POST /api/v1/data-sources/:data_source_id/tags/review': NO_SCHEMA,
};

interface Layer {
  readonly route?: { readonly path: string | string[]; readonly methods: Readonly<Record<string, boolean>> };
}

const wrongBody = (route: string, details: unknown): string =>
  `${route} refuses the example of its body: correct the @example, or add the body to BODIES in test/support/route-requests.ts. ` +
  JSON.stringify(details);

/** Routes, each with a permission that the document names for it. */
function neededPermissions(): (readonly [route: string, permission: Permission])[] {
  return Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const route = `${method.toUpperCase()} ${withColons(path)}`;
      return permissionsOf(operation).map((permission) => [route, permission as Permission] as const);
    }),
  );
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

  /** The scene has a policy of its own, which those that are put into force replace. */
  const putBackPolicy = async (): Promise<void> => {
    await app.dataSource.query(
      `WITH drafted AS (
         INSERT INTO abac_policies (id, organization_id, name, status, created_at, updated_at)
         VALUES ($1, 1, 'Matrix', 'draft', now(), now()) RETURNING id)
       ${versionsOf('id', '1', { from: 'FROM drafted' })}`,
      [scene['policy_id']],
    );
  };

  const answerTo = async (route: string, caller: Caller): Promise<Answer> => {
    if (!isSet) await setTheScene();
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(scene[`${method} ${name}`] ?? scene[name]));
    const query = QUERIES[route] ?? '';
    const options = { token: await tokenOf(caller), headers: headersFor(route) };
    const answer = await app.http.send(method, `${path}${query}`, bodyFor(route, scene), options);
    // Only what was read or refused leaves the scene as it is.
    isSet = method === 'GET' || answer.status >= 400;
    return answer;
  };
  /** @param isTaken whether nobody's body may be refused */
  const statusesOf = async (route: string, isTaken: boolean): Promise<string[]> => {
    const statuses: string[] = [];
    for (const caller of Object.keys(CALLERS) as Caller[]) {
      const { status, body } = await answerTo(route, caller);
      if (status === 400 && isTaken) throw new Error(wrongBody(route, body?.details));
      statuses.push(String(status));
    }
    return statuses;
  };
  const statusFor = async (route: string, caller: Caller): Promise<string> => String((await answerTo(route, caller)).status);

  it('is written down for every route, and for no missing one', async () => {
    expect(routes.length).toBeGreaterThan(50);
    const unknown = routes.filter((route) => !table.has(route));
    const isAsked = process.env['WRITE_ACCESS_MATRIX'] === 'true';
    if (isAsked) for (const route of unknown) writeDown(route, await statusesOf(route, true));
    const missing = isAsked ? [] : unknown;
    const gone = [...table.keys()].filter((route) => !routes.includes(route));
    const toDo = [
      ...missing.map((route) => `Add ${route} to ${ACCESS_MATRIX_FILE}: run npm run access-matrix, and judge the line that it writes.`),
      ...gone.map((route) => `Remove ${route} from ${ACCESS_MATRIX_FILE}: there is no such route.`),
    ];
    expect(toDo).toEqual([]);
  });

  it('has a status for each caller of each route, and notes only about routes', () => {
    const { callers, notes } = readAccessMatrix();
    expect(callers).toEqual(Object.keys(CALLERS));
    const shape = new RegExp(`^\\d{3}( \\d{3}){${callers.length - 1}}$`);
    for (const [route, statuses] of table) expect([route, statuses.join(' ')]).toEqual([route, expect.stringMatching(shape)]);
    expect(Object.keys(notes).filter((route) => !table.has(route))).toEqual([]);
  });

  it.each([...table.keys()])('%s answers as the matrix says [statements 60, 63]', async (route) => {
    const statuses = await statusesOf(route, !table.get(route)?.includes('400'));
    expect([route, ...statuses].join(' | ')).toBe([route, ...(table.get(route) ?? [])].join(' | '));
  });

  describe('a permission that the API document names', () => {
    const needed = neededPermissions();
    const statusForRoleWith = async (permissions: readonly string[], route: string): Promise<string> => {
      if (!isSet) await setTheScene();
      isSet = true;
      await app.dataSource.query(
        `WITH made AS (INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Of the test', false, $1) RETURNING id)
         UPDATE organization_members SET role_id = made.id FROM made
          WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
        [permissions],
      );
      try {
        return await statusFor(route, 'viewer');
      } finally {
        await app.dataSource.query(
          `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
            WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'vera')`,
        );
        await app.dataSource.query(`DELETE FROM roles WHERE organization_id = 1 AND name = 'Of the test'`);
      }
    };
    const all = ALL_PERMISSIONS;

    it('is named for many routes', () => expect(needed.length).toBeGreaterThan(150));

    // Without it a route that refuses everyone would pass below.
    it.each([...new Set(needed.map(([route]) => route))])('%s is open to a role that has all', async (route) => {
      const status = REFUSED_EVEN_SO[route]?.status ?? expect.not.stringMatching(/^40[34]$/);
      expect([route, await statusForRoleWith(all, route)]).toEqual([route, status]);
    });

    it.each(needed)('%s is refused to a role that has all others, but not %s', async (route, permission) => {
      const others = all.filter((one) => one !== permission);
      expect(['403', '404']).toContain(await statusForRoleWith(others, route));
    });
  });

  describe('a policy that closes what has a label', () => {
    const ABOUT_THINGS = /:(workspace|data_source|execution|conversation|pair|term|discovery|invitation)_id/;
    const ABOUT_THEM_IN_BODIES = /\$(workspace|data_source)_id/;
    let isClosed = false;
    afterAll(() => putInForce(app, 1, {}));

    const closeWhatHasALabel = async (): Promise<void> => {
      await app.dataSource.query(`UPDATE workspaces SET labels = '{restricted}' WHERE id = $1`, [scene['workspace_id']]);
      await app.dataSource.query(`UPDATE data_sources SET labels = '{restricted}' WHERE id = $1`, [scene['data_source_id']]);
      // The scene has policies of its own.
      await putInForce(app, 1, ABOUT_RESTRICTED);
    };
    const answerFor = async (route: string, caller: Caller): Promise<Answer> => {
      if (!isSet) await setTheScene();
      if (!isSet || !isClosed) await closeWhatHasALabel();
      isSet = true;
      isClosed = true;
      return answerTo(route, caller);
    };
    const closed = [...table.keys()].filter(
      (route) =>
        OUTSIDE_OF_POLICIES[route] !== OWN &&
        (ABOUT_THINGS.test(route) || ABOUT_THEM_IN_BODIES.test(JSON.stringify(bodyTemplate(route) ?? {}))),
    );

    it('covers many routes', () => expect(closed.length).toBeGreaterThan(40));

    it.each(closed)('%s refuses the owner, and strangers as before', async (route) => {
      const refused = await answerFor(route, 'owner');
      expect([route, refused.status, refused.body.code]).toEqual([route, 403, 'POLICY_REFUSED']);
      const others = [await answerFor(route, 'anonymous'), await answerFor(route, 'other tenant')];
      expect([route, ...others.map(({ status }) => String(status))]).toEqual([route, ...(table.get(route) ?? []).slice(0, 2)]);
      // Of this very request: what else goes on for the same person may be refused too.
      const rows = await app.dataSource.query(
        `SELECT detail->>'reason' AS reason FROM audit_events WHERE action = 'access.refused' AND request_id = $1`,
        [refused.headers.get('x-request-id')],
      );
      expect(rows).toEqual([{ reason: 'policy' }]);
    });
  });

  describe('an organization that requires a second factor', () => {
    beforeAll(() => requireFactor(app));
    afterAll(() => app.dataSource.query('DELETE FROM sign_in_requirements'));

    it.each([...table.keys()])('%s is refused to an owner without one, or has a reason why not', async (route) => {
      const { status, body } = await answerTo(route, 'owner');
      const reason = OUTSIDE_OF_POLICIES[route];
      if (reason === undefined) return expect([route, status, body?.code]).toEqual([route, 403, 'SECOND_FACTOR_NEEDED']);
      expect([route, body?.code]).not.toEqual([route, 'SECOND_FACTOR_NEEDED']);
      if (reason === LEAVES_OUT) expect([status, body.data.pagination.total]).toEqual([200, 0]);
    });
  });

  describe('a policy that forbids one act', () => {
    const OF_SOURCE = /:(data_source|pair|term|question|execution|discovery)_id|\/:template_id\/execute$/;
    const on = (route: string) => (OF_SOURCE.test(route) ? 'DataSource' : route.includes(':workspace_id') ? 'Workspace' : 'Organization');
    const including = neededPermissions()
      .map(([route, permission]) => [route, includedIn(permission, on(route))] as const)
      .flatMap(([route, included]) => included.map((act) => [act, route] as const));
    const pairs = [...new Map(including.map((pair) => [pair.join(' '), pair])).values()].sort();
    let forbidden: string | null = null;
    afterAll(() => putInForce(app, 1, {}));

    it('closes many routes that do more', () => {
      expect(pairs.length).toBeGreaterThan(60);
      for (const route of ['POST /api/v1/data-sources/:data_source_id/test', 'PATCH /api/v1/data-sources/:data_source_id'])
        expect(pairs).toContainEqual(['data_source.read', route]);
    });

    it.each(pairs)('%s refuses %s to an owner', async (act, route) => {
      if (!isSet) [forbidden] = [null, await setTheScene()];
      if (forbidden !== act) await putInForce(app, 1, { One: `forbid (principal, action == Action::"${act}", resource);` });
      if (forbidden !== act) await putBackPolicy();
      forbidden = act;
      isSet = true;
      const { status, body } = await answerTo(route, 'owner');
      expect([route, status, body?.code]).toEqual([route, 403, 'POLICY_REFUSED']);
    });
  });

  describe('a policy that forbids everything', () => {
    let isForbidden = false;
    afterAll(() => putInForce(app, 1, {}));

    const forbidEverything = async (): Promise<void> => {
      await putInForce(app, 1, { Everything: 'forbid (principal, action, resource);' });
      await putBackPolicy();
    };
    const answerFor = async (route: string): Promise<Answer> => {
      if (!isSet) await setTheScene();
      if (!isSet || !isForbidden) await forbidEverything();
      isSet = true;
      isForbidden = true;
      return answerTo(route, 'owner');
    };

    it('knows every operation of the document', () => {
      const operations = Object.entries(readApiDocument().paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${withColons(path)}`),
      );
      expect(operations.filter((route) => !table.has(route) && !NOT_HERE.test(route))).toEqual([]);
      expect(Object.keys(OUTSIDE_OF_POLICIES).filter((route) => !table.has(route))).toEqual([]);
    });

    it.each([...table.keys()])('%s is refused to an owner, or has a reason why not', async (route) => {
      const { status, body } = await answerFor(route);
      const reason = OUTSIDE_OF_POLICIES[route];
      if (reason === undefined) return expect([status, body?.code]).toEqual([403, 'POLICY_REFUSED']);
      expect(body?.code).not.toBe('POLICY_REFUSED');
      if (reason === SYSTEM) expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      if (reason === LEAVES_OUT) expect([status, body.data.pagination.total]).toEqual([200, 0]);
    });
  });
});
