import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp, nextTotp, totpAt } from '../support/mfa.js';
import { addConnection, addMember, enrol, logInBySso } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const outcome = ({ status, body }: Answer) => [status, body.code];

describe('a session that an identity provider opened', () => {
  let app: TestApp;
  let connectionId: number;
  let token: string;

  const get = (path: string) => app.http.get(path, { token });
  const organizations = async () => (await get('/api/v1/organizations')).body.data.organizations.map(({ id }: { id: number }) => id);
  const templates = async () =>
    (await get('/api/v1/prompt-templates?limit=100')).body.data.prompt_templates.map(
      ({ organization_id }: { organization_id: number }) => organization_id,
    );
  const stepUp = async () => {
    const code = nextTotp(app.clock);
    const { status, body } = await app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token });
    expect(status).toBe(200);
    token = body.access_token;
  };

  beforeAll(async () => {
    app = await startTestApp();
    connectionId = await addConnection(app);
    for (const organizationId of [1, 2]) await addMember(app, 'vera', 'owner', organizationId);
  });
  afterAll(() => app.close());
  beforeEach(() => app.dataSource.query('DELETE FROM mfa_factors'));

  const signIn = async (through = connectionId) => {
    ({ accessToken: token } = await logInBySso(app, 'vera', through));
  };

  it('gets into the other organizations of a user who has no second factor here', async () => {
    await signIn();
    for (const id of [1, 2]) expect((await get(`/api/v1/organizations/${id}`)).status).toBe(200);
    expect(await organizations()).toEqual([1, 2]);
  });

  it('waits at the doors of others for the second factor of a user who has one, whatever the provider says of its own', async () => {
    await enrol(app, 'vera');
    await signIn();
    expect((await get('/api/v1/organizations/1')).status).toBe(200);
    for (const path of ['', '/members', '/roles', '/workspaces', '/audit-events']) {
      const refused = await get(`/api/v1/organizations/2${path}`);
      expect([path, ...outcome(refused)]).toEqual([path, 401, 'STEP_UP_REQUIRED']);
      expect(refused.body.step_up).toEqual({ acr: 'aal2', max_age: 600, methods: ['mfa'] });
    }
    expect(await organizations()).toEqual([1]);
    expect(await templates()).not.toContain(2);
    const [{ detail }] = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'access.refused' AND organization_id = 2 ORDER BY id DESC LIMIT 1`,
    );
    expect(detail).toMatchObject({ reason: 'factor_owed' });
    await stepUp();
    expect((await get('/api/v1/organizations/2')).status).toBe(200);
    expect(await organizations()).toEqual([1, 2]);
    expect(await templates()).toContain(2);
  });

  it('stays let in for as long as it lives once the factor was proved in it', async () => {
    await enrol(app, 'vera');
    await signIn();
    await stepUp();
    app.clock.advance({ minutes: 50 });
    expect((await get('/api/v1/organizations/2')).status).toBe(200);
  });

  it('is let in by any connection of the organization itself', async () => {
    await enrol(app, 'vera');
    await signIn(await addConnection(app, { organizationId: 2, domain: 'ridge.example' }));
    expect((await get('/api/v1/organizations/2')).status).toBe(200);
    expect(outcome(await get('/api/v1/organizations/1'))).toEqual([401, 'STEP_UP_REQUIRED']);
  });

  it('proves no second factor of the user for what needs one', async () => {
    await enrol(app, 'vera');
    await signIn();
    const change = () => app.http.put('/api/v1/sso/enforcement/1/break-glass', { user_ids: [] }, { token });
    expect(outcome(await change())).toEqual([401, 'STEP_UP_REQUIRED']);
    await stepUp();
    expect((await change()).status).toBe(200);
  });

  it('is asked for the factor by no more guesses than one session has, however many the provider opens', async () => {
    await enrol(app, 'vera');
    const statuses: number[] = [];
    for (let opened = 0; opened < 4; opened += 1) {
      await signIn();
      for (let guess = 0; guess < 4; guess += 1) {
        const body = { method: 'totp', code: '000000' };
        statuses.push((await app.http.post('/api/auth/mfa/step-up', body, { token })).status);
      }
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(11)).toEqual(Array(5).fill(429));
    const { accessToken } = await logInWithTotp(app, {}, { username: 'vera' });
    const code = nextTotp(app.clock);
    const own = await app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token: accessToken });
    expect(own.status).toBe(200);
    await app.dataSource.query('DELETE FROM attempt_throttles');
  });

  it('binds no first factor to an account that has a password', async () => {
    await signIn();
    const post = (path: string, body: object = {}) => app.http.post(`/api/v1/mfa${path}`, body, { token });
    expect(outcome(await post('/totp'))).toEqual([403, 'PASSWORD_LOGIN_REQUIRED']);
    expect(outcome(await post('/webauthn/options'))).toEqual([403, 'PASSWORD_LOGIN_REQUIRED']);
    const { accessToken } = await logIn(app.http, 'vera');
    const begun = await app.http.post('/api/v1/mfa/totp', {}, { token: accessToken });
    const code = totpAt(app.clock, { secret: begun.body.secret ?? begun.body.data?.secret });
    const confirm = `/totp/${begun.body.factor_id ?? begun.body.data?.factor_id}/confirm`;
    expect(outcome(await post(confirm, { code }))).toEqual([403, 'PASSWORD_LOGIN_REQUIRED']);
    expect(await app.dataSource.query('SELECT 1 FROM mfa_factors WHERE confirmed_at IS NOT NULL')).toEqual([]);
  });

  it('binds the first factor of an account that only single sign-on opens', async () => {
    await app.dataSource.query(`UPDATE users SET password_hash = NULL WHERE username = 'vera'`);
    await signIn();
    expect((await app.http.post('/api/v1/mfa/totp', {}, { token })).status).toBe(201);
  });

  it('is asked for nothing that a session by password is not', async () => {
    await addMember(app, 'oscar', 'viewer', 2);
    await enrol(app, 'oscar');
    ({ accessToken: token } = await logInWithTotp(app, {}, { username: 'oscar' }));
    expect((await get('/api/v1/organizations/2')).status).toBe(200);
  });
});
