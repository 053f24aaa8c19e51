import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { enrolTotp, nextTotp } from '../support/mfa.js';
import { putInForce } from '../support/policies.js';
import { addConnection } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ROLES = '/api/v1/organizations/1/roles';
const WORKSPACES = '/api/v1/organizations/1/workspaces';

describe('a refusal by an access policy', () => {
  let app: TestApp;
  let olivia: LoggedIn, vera: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await app.dataSource.query('DELETE FROM mfa_factors');
    vera = await logIn(app.http, 'vera');
  });
  beforeEach(async () => void (olivia = await logIn(app.http, 'olivia')));
  afterEach(async () => {
    await putInForce(app, 1, {});
    await app.dataSource.query('DELETE FROM mfa_factors');
    await app.dataSource.query('DELETE FROM sso_domains');
    await app.dataSource.query('DELETE FROM sso_connections');
  });
  afterAll(() => app.close());

  const demanding = (proof: string) => putInForce(app, 1, { Proof: `forbid (principal, action, resource) unless { ${proof} };` });
  const get = (path: string, token: string): Promise<Answer> => app.http.get(path, { token });
  const refusal = async (token = olivia.accessToken, path = ROLES) => {
    const { status, body } = await get(path, token);
    expect([status, body.code, body.policies]).toEqual([403, 'POLICY_REFUSED', [{ id: expect.any(Number), name: 'Proof' }]]);
    return body;
  };

  it('tells who may read policies which proof is missing, and that there is none to give yet', async () => {
    await demanding('context.acr == "aal2"');
    const body = await refusal();
    expect([body.missing_proofs, body.step_up]).toEqual([['second_factor'], undefined]);
    expect(body.message).toBe(
      'The access policy "Proof" does not allow this here and now. Your session lacks a second factor (acr aal2): confirm one. You have no second factor yet: enrol one in your account.',
    );
  });

  it('says how the session can give it, and that is enough', async () => {
    const { secret } = await enrolTotp(app, olivia.accessToken);
    await demanding('context.acr == "aal2"');
    const body = await refusal();
    expect([body.missing_proofs, body.step_up]).toEqual([['second_factor'], { acr: 'aal2', max_age: 600, methods: ['mfa'] }]);
    const code = nextTotp(app.clock, secret);
    const stepped = await app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token: olivia.accessToken });
    expect((await get(ROLES, stepped.body.access_token)).status).toBe(200);
  });

  it('says that the person has no second factor only to those who have none, also where a device is missing', async () => {
    await demanding('context.deviceTrusted && context.acr == "aal2"');
    const enrol = 'You have no second factor yet: enrol one in your account.';
    expect((await refusal()).message).toContain(enrol);
    await enrolTotp(app, olivia.accessToken);
    const body = await refusal();
    expect([body.missing_proofs, body.step_up]).toEqual([['second_factor', 'trusted_device'], undefined]);
    expect(body.message).not.toContain(enrol);
  });

  it('names a device, single sign-on, and what is too long ago', async () => {
    await demanding('context.deviceTrusted');
    expect((await refusal()).missing_proofs).toEqual(['trusted_device']);
    await demanding('context.deviceTrusted && context.acr == "aal2"');
    expect((await refusal()).missing_proofs).toEqual(['second_factor', 'trusted_device']);
    await demanding('context has connectionId');
    expect((await refusal()).missing_proofs).toEqual([]);
    await addConnection(app);
    expect((await refusal()).missing_proofs).toEqual(['single_sign_on']);
    await demanding('context.proofAgeSeconds < 300');
    app.clock.advance({ seconds: 301 });
    expect(await refusal()).toMatchObject({
      missing_proofs: ['recent_proof'],
      step_up: { acr: 'aal1', max_age: 600, methods: ['password'] },
    });
  });

  it('says that no proof helps where none does', async () => {
    await demanding('context.network.isInRange(ip("203.0.113.0/24"))');
    const body = await refusal();
    expect([body.missing_proofs, body.step_up]).toEqual([[], undefined]);
    expect(body.message).toContain('No further proof of who you are changes that');
  });

  it('tells everyone else whom to ask, and nothing of what the policy asks for', async () => {
    await demanding('context.acr == "aal2"');
    const body = await refusal(vera.accessToken, WORKSPACES);
    expect(Object.keys(body).sort()).toEqual(['code', 'message', 'policies', 'request_id', 'success']);
    expect(body.message).toBe(
      'The access policy "Proof" does not allow this here and now. Ask an owner or an administrator of the organization what it requires.',
    );
  });
});
