import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_NAMES, DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { Reader } from '../support/as-shown.js';
import { logInWithTotp } from '../support/mfa.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { addBreakGlass, enforce, enrol, userIdOf } from '../support/sign-on.js';
import { exchange, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const CONNECTIONS = '/api/v1/organizations/1/sso/connections';

describe('answers about single sign-on are as the document shows them', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let reader: Reader;
  let connection: string;
  let id: number;
  beforeAll(async () => {
    app = await startSsoApp({ environment: { SSO_BREAK_GLASS_TOTP: 'true' } });
    const accounts = (['olivia', 'vera'] as const).map((name) => ({
      sub: `${name}-there`,
      email: `${name}@delta.example`,
      email_verified: true,
      name: DEMO_NAMES[name] ?? name,
      groups: ['analysts'],
    }));
    idp = await startOidcIdp({ accounts, clock: app.clock });
    await ownDomain(app, 'delta.example');
    reader = new Reader(app, (await logIn(app.http, 'olivia')).accessToken);
    const { issuer, clientId: client_id, clientSecret: client_secret } = idp;
    const config = { issuer, client_id, client_secret, provisions: true };
    const made = await reader.send('POST', CONNECTIONS, { name: 'Corporate', type: 'oidc', config });
    ({ id } = made.body.data.connection);
    connection = `/api/v1/sso/connections/${id}`;
    const [{ id: editor }] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'editor'`);
    await reader.send(
      'PUT',
      `${connection}/group-mapping`,
      { mappings: [{ group: 'analysts', role_id: editor, workspace_id: 1 }] },
      { headers: { 'If-Match': '"0"' } },
    );
  });
  afterEach(() => app.clock.advance({ minutes: 1 }));
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it('of tests of a connection', async () => {
    const { test } = (await reader.send('POST', `${connection}/test`)).body.data;
    app.clock.advance({ minutes: 1 });
    await signIn(app, idp, id, 'olivia-there', { query: { test: new URL(test.start_url).searchParams.get('test') ?? '' } });
    await reader.shown('GET', `${connection}/tests`);
    await reader.shown('GET', `${connection}/tests/${test.id}`);
    await reader.send('POST', `${connection}/activate`);
    expect(reader.unlike()).toEqual([]);
  });

  it('of linked identities', async () => {
    const end = await signIn(app, idp, id, 'vera-there');
    const linked = await app.http.post('/api/auth/sso/link', {
      link_token: end.get('link_token'),
      password: DEMO_PASSWORD,
    });
    expect([linked.status, linked.text]).toEqual([200, expect.anything()]);
    app.clock.advance({ minutes: 1 });
    const { body: session } = await exchange(app, (await signIn(app, idp, id, 'vera-there')).get('code'));
    await reader.shown('GET', `${connection}/identities`);
    await reader.shown('GET', '/api/v1/me/identities', undefined, { token: session.access_token });
    expect(reader.unlike()).toEqual([]);
  });

  it('of provisioning tokens and sign-in requirements', async () => {
    await enrol(app, 'olivia');
    reader.token = (await logInWithTotp(app, {}, { username: 'olivia' })).accessToken;
    const { body } = await reader.send('POST', '/api/v1/organizations/1/scim-tokens', { name: 'Microsoft Entra ID' });
    const token = body.data.scim_token;
    await reader.send('POST', `/api/v1/organizations/1/scim-tokens/${token.id}/approve`, { up_to: 'owner' });
    await app.http.get('/scim/v2/Users', { token: token.token });
    await reader.shown('GET', '/api/v1/organizations/1/scim-tokens');
    await reader.send(
      'PUT',
      '/api/v1/organizations/1/sign-in-requirements',
      { second_factor: { required: true, from: '2027-01-15T08:00:00.000Z', grace_days: 7 }, sessions: { max_hours: 12, idle_minutes: 60 } },
      { headers: { 'If-Match': '"0"' } },
    );
    await reader.shown('GET', '/api/v1/organizations/1/sign-in-requirements');
    expect(reader.unlike()).toEqual([]);
  });

  it('of what an organization requires', async () => {
    for (const owner of ['olivia', 'nora']) await addBreakGlass(app, owner);
    app.clock.advance({ hours: 1 });
    await enforce(app, 'required', { graceSeconds: 8 * 3600 });
    const user_ids = [await userIdOf(app, 'olivia'), await userIdOf(app, 'nora')];
    await app.dataSource.query('UPDATE sso_enforcement SET changed_by = $1', user_ids.slice(0, 1));
    const { accessToken: token } = await logInWithTotp(app, {}, { username: 'olivia' });
    await reader.shown('PUT', '/api/v1/sso/enforcement/1/break-glass', { user_ids }, { token });
    await reader.shown('POST', '/api/v1/sso/enforcement/1/break-glass/drill', undefined, { token });
    await reader.shown('POST', '/api/auth/sso/discover', { email: 'vera@delta.example' }, { token: undefined });
    expect(reader.unlike()).toEqual([]);
  });
});
