import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, DEMO_USERNAMES, SECOND_OWNER } from '../../src/demo/demo-data.js';
import { InvitationMails } from '../support/invitation-mails.js';
import { addConnection, enforce } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('what a page knows before anyone has signed in', () => {
  let app: TestApp;
  let mails: InvitationMails;
  beforeAll(async () => {
    mails = await InvitationMails.open();
    app = await startTestApp({ environment: mails.environment });
  });
  afterAll(async () => {
    await app.close();
    await mails.close();
  });

  const factsOf = async (environment: Readonly<Record<string, string>>) => {
    const other = await startTestApp({ environment, database: { url: app.databaseUrl } });
    const { status, body } = await other.http.get('/api/auth/sign-in-options');
    await other.close();
    expect(status).toBe(200);
    return body;
  };

  it('names the accounts of a demo that only its own machine reaches, each with its role', async () => {
    const facts = await factsOf({ PUBLIC_URL: 'http://localhost:3999' });
    expect(facts).toMatchObject({ product: 'Headgate', demo: true, demo_password: DEMO_PASSWORD });
    expect(facts.demo_accounts.map(({ username }: { username: string }) => username)).toEqual(DEMO_USERNAMES);
    expect(facts.demo_accounts).toContainEqual({ username: 'vera', role: 'viewer of Delta Analytics' });
    for (const { username } of facts.demo_accounts) {
      // This application is seeded, and not furnished.
      if (username === SECOND_OWNER.username) continue;
      const { body } = await app.http.post('/api/auth/login', { username, password: facts.demo_password });
      expect(body.code ?? 'tokens').toMatch(/^(tokens|MFA_REQUIRED)$/);
    }
  });

  it.each([
    ['others can reach', {}],
    ['is behind a proxy', { PUBLIC_URL: 'http://localhost:3999', TRUST_PROXY: '1' }],
    ['is in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://localhost' }],
  ])('names no account when the demo %s', async (_, environment) => {
    expect(await factsOf(environment)).toMatchObject({ demo: true, demo_accounts: [], demo_password: null });
  });

  it('names no account outside a demo', async () => {
    const facts = await factsOf({ PUBLIC_URL: 'http://localhost:3999', HEADGATE_DEMO: 'false' });
    expect(facts).toMatchObject({ demo: false, demo_accounts: [], demo_password: null });
  });

  it('shows the domain of passkeys and the rules for passwords', async () => {
    const facts = await factsOf({ WEBAUTHN_RP_ID: 'corp.example' });
    expect(facts.passkeys).toEqual({ rp_id: 'corp.example' });
    const { min_length: shortest, max_length: longest } = facts.password_rules;
    const { accessToken: token } = await logIn(app.http, 'vera');
    const tell = async (new_password: string) =>
      (await app.http.post('/api/auth/password', { current_password: DEMO_PASSWORD, new_password }, { token })).status;
    const text = 'a heron stands in shallow water and looks for fish; '.repeat(6);
    expect(await tell(text.slice(0, shortest - 1))).toBe(400);
    expect(await tell(text.slice(0, longest + 1))).toBe(400);
    expect(await tell(text.slice(0, shortest))).toBe(200);
  });

  it('says with an invitation whether people with such an address sign on elsewhere', async () => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const [{ id: role_id }] = await app.dataSource.query("SELECT id FROM roles WHERE name = 'viewer' LIMIT 1");
    const invite = async (email: string) => {
      const body = { email, workspace_id: 1, role_id };
      const { status } = await app.http.post('/api/v1/organizations/1/invitations', body, { token });
      expect(status).toBe(201);
      return (await mails.next(app, email)).token;
    };
    const ssoOf = async (invitation: string) => (await app.http.get(`/api/v1/invitations/${invitation}`)).body.data.invitation.sso;
    const [inside, outside] = [await invite('ines@delta.example'), await invite('kai@elsewhere.example')];
    expect([await ssoOf(inside), await ssoOf(outside)]).toEqual([null, null]);
    const start_url = `http://headgate.test/api/auth/sso/${await addConnection(app)}/start`;
    expect([await ssoOf(inside), await ssoOf(outside)]).toEqual([{ required: false, start_url }, null]);
    await enforce(app, 'required');
    expect([await ssoOf(inside), await ssoOf(outside)]).toEqual([{ required: true, start_url }, null]);
  });
});
