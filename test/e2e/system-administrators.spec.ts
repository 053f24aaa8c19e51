import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accessMatrix } from '../support/access-matrix.js';
import type { Answer } from '../support/http-client.js';
import { enrolTotp, logInWithTotp } from '../support/mfa.js';
import { bodyFor, headersFor } from '../support/route-requests.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NOBODY = 2_000_000_000;
const outcome = ({ status, body }: Answer): unknown[] => [status, body.code];

/** Every route of the tables of who may do what that changes organizations, accounts or the installation; the last one is one's own. */
function writesToOrganizations(): string[] {
  return (
    [...accessMatrix().keys()]
      .filter((route) => !route.startsWith('GET '))
      .filter((route) => /v1\/(organizations|users|roles|workspaces|sso)|\/system$/.test(route))
      .filter((route) => !route.endsWith('/link'))
      // What a model may see of an organization's rows is for its own people to decide.
      .filter((route) => !route.endsWith('/ask-settings'))
      // So is which of its data stays under policies: system administrators may neither see nor release any.
      .filter((route) => !route.includes('/remembered-data/'))
  );
}

describe('a system administrator', () => {
  let app: TestApp;
  let admin: LoggedIn;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    app = await startTestApp();
    const sql = async (text: string): Promise<number> => (await app.dataSource.query(text))[0].id;
    ids['org_id'] = ids['organization_id'] = 1;
    ids['workspace_id'] = await sql('SELECT id FROM workspaces WHERE organization_id = 1 LIMIT 1');
    ids['role_id'] = await sql(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Plain', false, '{workspace.read}') RETURNING id`,
    );
    ids['connection_id'] = await sql(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (1, 'Idle', 'oidc', 'draft', 'https://127.0.0.1:9',
               '{"clientId":"h","scopes":["openid"],"tenant":null,"clientAuthentication":"none","attributes":{"email":"email","name":"name","groups":"groups"},
                "addressProof":"claim","provisions":false,"trustsMfa":false}', now(), now())
       RETURNING id`,
    );
    ids['data_policy_id'] = await sql(
      `INSERT INTO data_policies (organization_id, name, description, tree, rules, status, version, updated_by, updated_at)
       VALUES (1, 'Idle', '', '{}', '[]', 'draft', 1, 1, now()) RETURNING id`,
    );
    ids['policy_id'] = await sql(
      `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at)
       VALUES (1, 'Idle', 'draft', now(), now()) RETURNING id`,
    );
    ids['domain_id'] = await sql(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
       VALUES (1, 'idle.example', 'challenge', 'pending', now()) RETURNING id`,
    );
    ids['identity_id'] = await sql(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       VALUES (1, ${ids['connection_id']}, (SELECT id FROM users WHERE username = 'vera'), 'https://gone.example', 'idle', 'proof', now())
       RETURNING id`,
    );
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    admin = await logIn(app.http, 'sysadmin');
  });
  afterAll(() => app.close());

  const send = (route: string) => {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[name] ?? NOBODY));
    const options = { token: admin.accessToken, headers: headersFor(route) };
    return app.http.send(method, path, bodyFor(route, ids), options);
  };

  it('changes nothing of an organization or of accounts when the proof of who they are is ten minutes old', async () => {
    const routes = writesToOrganizations();
    expect(routes.length).toBeGreaterThan(35);
    app.clock.advance({ minutes: 10 });
    const refused: unknown[] = [];
    for (const route of routes) refused.push([route, ...outcome(await send(route))]);
    expect(refused).toEqual(routes.map((route) => [route, 401, 'STEP_UP_REQUIRED']));
  });

  it('needs a second factor for that in production, and passes once one is enrolled', async () => {
    const environment = { NODE_ENV: 'production', PUBLIC_URL: 'https://headgate.example' };
    const production = await startTestApp({ environment });
    const { accessToken } = await logIn(production.http, 'sysadmin');
    const create = (token: string) => production.http.post('/api/v1/organizations', { name: 'New', plan: 'starter' }, { token });
    expect(outcome(await create(accessToken))).toEqual([403, 'SECOND_FACTOR_NEEDED']);
    expect((await production.http.get('/api/v1/organizations/1', { token: accessToken })).status).toBe(200);
    const { secret } = await enrolTotp(production, accessToken);
    expect(outcome(await create(accessToken))).toEqual([401, 'STEP_UP_REQUIRED']);
    const proved = await logInWithTotp(production, {}, { username: 'sysadmin', secret });
    expect((await create(proved.accessToken)).status).toBe(201);
  });
});
