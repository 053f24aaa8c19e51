import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { connectAgent } from '../support/agents.js';
import { mcpClient } from '../support/mcp-client.js';
import { enrolTotp } from '../support/mfa.js';
import { activating, idOf } from '../support/people.js';
import { rewinding } from '../support/rewinding.js';
import { scimClient } from '../support/scim.js';
import { addBreakGlass, addConnection, addMember, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** A connected client has another credential, and stands on the same. */
describe.each(['a key for AI clients', 'a connected AI client'])('%s', (kind) => {
  let app: TestApp;
  let rewind: () => Promise<void>;
  beforeAll(async () => {
    app = await startTestApp({ environment: { SSO_BREAK_GLASS_TOTP: 'true' } });
    rewind = await rewinding(app);
  });
  // Each test takes from the account what the key stands on.
  afterEach(() => rewind());
  afterAll(() => app.close());

  const keyOf = async (accessToken: string, scopes = ['schema.read', 'template.read'], organizationId = 1) => {
    if (kind !== 'a key for AI clients') return (await connectAgent(app, accessToken, { scopes, organizationId })).access_token;
    const body = { name: 'Claude', organization_id: organizationId, scopes };
    const answer = await app.http.post('/api/v1/access-keys', body, { token: accessToken });
    expect(answer.status).toBe(201);
    return answer.body.data.access_key.token as string;
  };
  const listing = async (key: string): Promise<unknown> => {
    const { call, client } = await mcpClient(app.url, key);
    const { isError, data } = await call('list_data_sources');
    await client.close();
    return isError ? data['code'] : 'listed';
  };
  const outcomeOf = (key: string): Promise<unknown> =>
    listing(key).catch((error: Error) => (/401|Unauthorized|UNAUTHORIZED/.test(String(error.stack)) ? 401 : error));
  const veras = async (): Promise<{ key: string; accessToken: string; userId: number }> => {
    const { accessToken, userId } = await logIn(app.http, 'vera');
    const key = await keyOf(accessToken);
    expect(await outcomeOf(key)).toBe('listed');
    return { key, accessToken, userId };
  };

  it('lives on when the session that made it ends', async () => {
    const { key, accessToken } = await veras();
    await app.http.post('/api/auth/logout', undefined, { token: accessToken });
    expect(await outcomeOf(key)).toBe('listed');
  });

  it('ends with the password that is changed', async () => {
    const { key, accessToken } = await veras();
    const body = { current_password: DEMO_PASSWORD, new_password: 'a heron stands in shallow water' };
    expect((await app.http.post('/api/auth/password', body, { token: accessToken })).status).toBe(200);
    expect(await outcomeOf(key)).toBe(401);
  });

  it('ends with a second factor that is added', async () => {
    const { key, accessToken } = await veras();
    await enrolTotp(app, accessToken);
    expect(await outcomeOf(key)).toBe(401);
  });

  it('ends with the account that is disabled, and does not come back with it', async () => {
    const { key } = await veras();
    const set = (status: 'active' | 'disabled') => app.app.get(SetAccountStatus).execute({ login: 'vera', status, actorUserId: null });
    await set('disabled');
    expect(await outcomeOf(key)).toBe(401);
    await set('active');
    expect(await outcomeOf(key)).toBe(401);
  });

  it('ends with the membership, and does not come back with it', async () => {
    const { key, userId } = await veras();
    const { accessToken: owner } = await logIn(app.http, 'olivia');
    expect((await app.http.delete(`/api/v1/organizations/1/members/${userId}`, { token: owner })).status).toBe(200);
    expect(await outcomeOf(key)).toBe(401);
    await addMember(app, 'vera');
    expect(await outcomeOf(key)).toBe(401);
  });

  it('rests while a directory has suspended its person', async () => {
    const scim = await scimClient(app, 1);
    const { key } = await veras();
    const id = await idOf(app, 'vera');
    await activating(scim, id, false);
    expect(await outcomeOf(key)).toBe(401);
    await activating(scim, id, true);
    expect(await outcomeOf(key)).toBe('listed');
  });

  it('loses what its person may not do any more', async () => {
    const { key } = await veras();
    await app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions)
       VALUES (1, 'Nothing', false, '{workspace.read}')`,
    );
    await app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE name = 'Nothing') WHERE user_id = $1`,
      [await userIdOf(app, 'vera')],
    );
    const { call, client } = await mcpClient(app.url, key);
    expect((await call('list_data_sources')).data).toEqual({ data_sources: [], total: 0 });
    expect(await call('schema', { data_source_id: 1 })).toMatchObject({ isError: true, data: { code: 'FORBIDDEN' } });
    await client.close();
  });

  it('from a password is good for nothing once single sign-on is required', async () => {
    const { key } = await veras();
    await addConnection(app);
    await enforce(app, 'required');
    const { call, client } = await mcpClient(app.url, key);
    expect(await call('schema', { data_source_id: 1 })).toMatchObject({
      isError: true,
      data: { code: 'SSO_REQUIRED' },
    });
    expect((await call('list_data_sources')).data).toEqual({ data_sources: [], total: 0 });
    await client.close();
  });

  it('from single sign-on works while that is required, and as long as a session would', async () => {
    const connectionId = await addConnection(app);
    await enforce(app, 'required');
    const key = await keyOf((await logInBySso(app, 'vera', connectionId)).accessToken);
    expect(await outcomeOf(key)).toBe('listed');
    app.clock.advance({ days: 31 });
    expect(await outcomeOf(key)).toBe(401);
    await logInBySso(app, 'vera', connectionId);
    expect(await outcomeOf(key)).toBe('listed');
  });

  it('from single sign-on ends with the connection and with the link', async () => {
    const connectionId = await addConnection(app);
    const key = await keyOf((await logInBySso(app, 'vera', connectionId)).accessToken);
    const status = (to: string) => app.dataSource.query('UPDATE sso_connections SET status = $2 WHERE id = $1', [connectionId, to]);
    await status('disabled');
    expect(await outcomeOf(key)).toBe(401);
    await status('active');
    expect(await outcomeOf(key)).toBe('listed');
    await app.dataSource.query('DELETE FROM sso_identities');
    expect(await outcomeOf(key)).toBe(401);
    await logInBySso(app, 'vera', connectionId);
    expect(await outcomeOf(key)).toBe(401);
  });

  it('from the provider of another organization does not get round the second factor', async () => {
    const elsewhere = await addConnection(app, { organizationId: 2, domain: 'elsewhere.example' });
    await addMember(app, 'vera', 'viewer', 2);
    const { accessToken } = await logInBySso(app, 'vera', elsewhere);
    const key = await keyOf(accessToken);
    expect(await outcomeOf(key)).toBe('listed');
    await app.dataSource.query(
      `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, confirmed_at, created_at)
       SELECT $1, type, name, secret_sealed, confirmed_at, created_at FROM mfa_factors LIMIT 1`,
      [await userIdOf(app, 'vera')],
    );
    const { call, client } = await mcpClient(app.url, key);
    expect(await call('schema', { data_source_id: 1 })).toMatchObject({ isError: true });
    expect((await call('schema', { data_source_id: 1 })).data['code']).toBe('SECOND_FACTOR_NEEDED');
    await client.close();
  });

  it('is none of an account for emergencies', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const key = await keyOf(accessToken);
    await addBreakGlass(app, 'olivia');
    expect(await outcomeOf(key)).toBe(401);
    await app.dataSource.query('DELETE FROM sso_break_glass');
    await app.dataSource.query(
      `INSERT INTO sso_break_glass (organization_id, user_id, designated_at) SELECT 1, user_id, now() FROM organization_members
        WHERE organization_id = 1 AND user_id = $1`,
      [await userIdOf(app, 'adam')],
    );
    const { accessToken: adam } = await logIn(app.http, 'adam');
    await expect(keyOf(adam)).rejects.toThrow(/403|FORBIDDEN/);
  });
});
