import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, startTestApp } from '../support/test-app.js';

/** Every route that answers someone without an access token. A new one has to be added here, in plain sight. */
const PUBLIC_ROUTES = [
  'GET /.well-known/authzen-configuration',
  'GET /.well-known/jwks.json',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/mcp',
  'GET /api/v1/invitations/:invitation_token',
  'POST /api/v1/invitations/:invitation_token/accept',
  'POST /api/v1/invitations/accept',
  'POST /api/v1/invitations/open',
  'POST /api/v1/invitations/decline',
  'GET /',
  'GET /favicon.svg',
  'GET /front-page.css',
  'GET /docs',
  'GET /docs/',
  'GET /health/live',
  'GET /health/ready',
  'GET /icons/:key',
  'GET /metrics',
  'GET /openapi.json',
  'POST /api/auth/browser/exchange',
  'POST /api/auth/browser/link',
  'POST /api/auth/browser/login',
  'POST /api/auth/browser/logout',
  'POST /api/auth/browser/mfa/verify',
  'POST /api/auth/browser/refresh',
  'POST /api/auth/email-verification',
  'POST /api/auth/login',
  'POST /api/auth/mfa/verify',
  'POST /api/auth/mfa/webauthn/options',
  'POST /api/auth/password-reset',
  'POST /api/auth/password-reset/open',
  'POST /api/auth/password-reset/request',
  'POST /api/auth/refresh',
  'GET /api/auth/sign-in-options',
  'GET /api/auth/sso/:connection_id/acs',
  'GET /api/auth/sso/:connection_id/callback',
  'GET /api/auth/sso/:connection_id/finish',
  'GET /api/auth/sso/:connection_id/frontchannel-logout',
  'GET /api/auth/sso/:connection_id/jwks',
  'GET /api/auth/sso/:connection_id/logout',
  'GET /api/auth/sso/:connection_id/metadata',
  'GET /api/auth/sso/:connection_id/slo',
  'GET /api/auth/sso/:connection_id/start',
  'POST /api/auth/sso/:connection_id/acs',
  'POST /api/auth/sso/:connection_id/backchannel-logout',
  'POST /api/auth/sso/:connection_id/slo',
  'POST /api/auth/sso/discover',
  'POST /api/auth/sso/exchange',
  'POST /api/auth/sso/link',
];

const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

interface Layer {
  readonly route?: { readonly path: string | string[]; readonly methods: Readonly<Record<string, boolean>> };
}

describe('every route of the application', () => {
  let app: TestApp;
  let routes: string[];

  beforeAll(async () => {
    app = await startTestApp({ environment: { METRICS_TOKEN: 'metrics-token-for-tests' } });
    const { router } = app.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    routes = router.stack
      .flatMap(({ route }) => (route === undefined ? [] : [route]))
      .flatMap(({ path, methods }) =>
        [path].flat().flatMap((one) =>
          Object.keys(methods)
            .filter((method) => methods[method])
            .map((method) => `${method.toUpperCase()} ${one}`),
        ),
      );
  });
  afterAll(() => app.close());

  it('is known to this test', () => {
    expect(routes.length).toBeGreaterThan(10);
    expect(routes).toContain('GET /api/v1/me');
  });

  it('is either public on purpose or answers 401 to a stranger, whatever the path and body', async () => {
    const open: string[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      if (/openapi|docs/.test(path)) {
        open.push(route);
        continue;
      }
      for (const id of ['1', 'not-an-id']) {
        const answer = await app.http.send(
          method,
          path.replaceAll(/:\w+/g, id),
          ['GET', 'DELETE'].includes(method) ? undefined : { unknown: true },
        );
        if (answer.status !== 401 || path === '/metrics') open.push(route);
        else if (path.startsWith('/scim/v2')) expect(answer.body).toMatchObject({ schemas: [SCIM_ERROR], status: '401' });
        else expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
      }
    }
    const unexpected = [...new Set(open)].filter((route) => !PUBLIC_ROUTES.includes(route) && !/^GET \/(docs|openapi)/.test(route));
    expect(unexpected).toEqual([]);
  });

  it('is described in the OpenAPI document with a summary and every status', async () => {
    const { body } = await app.http.get('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { summary?: string; responses: Record<string, unknown>; security?: object[] }>).map(
        ([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation }),
      ),
    );
    const own = routes
      .filter((route) => !/ \/(docs|openapi|front-page|favicon|$)/.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(described.map(({ name }) => name).sort()).toEqual(own.sort());
    for (const { name, summary, responses, security } of described) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/\w+ \w+/)]);
      expect([name, Object.keys(responses).length > 1]).toEqual([name, true]);
      const isPublic = PUBLIC_ROUTES.includes(name.replaceAll(/{(\w+)}/g, ':$1'));
      expect([name, isPublic || (security !== undefined && '401' in responses)]).toEqual([name, true]);
    }
  });

  it('says that a body has to come in time, wherever a stranger sends a few fields', async () => {
    const { body } = await app.http.get('/openapi.json');
    const isSmall = (path: string): boolean => /^\/api\/(auth|v1\/invitations)\//.test(path);
    const silent = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { requestBody?: { content: object }; responses: object }>)
        .filter(([, { requestBody }]) => requestBody !== undefined && 'application/json' in requestBody.content)
        .filter(([, { responses }]) => isSmall(path) && !('408' in responses))
        .map(([method]) => `${method} ${path}`),
    );
    expect(silent).toEqual([]);
  });
});
