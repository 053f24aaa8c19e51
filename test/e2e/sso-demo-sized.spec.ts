import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RecheckDomains } from '../../src/sso/application/recheck-domains.js';
import { logInWithTotp } from '../support/mfa.js';
import { addConnection, addMember, enrol, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/enforcement/1';

describe('an organization of four', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { SSO_BREAK_GLASS_TOTP: 'true' } });
    // What the name servers say is another test's business.
    const seen = [{ domain: 'delta.example', isVerified: true }];
    jest.spyOn(app.app.get(RecheckDomains, { strict: false }), 'execute').mockResolvedValue(seen);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  it('comes to require single sign-on step by step, each taking away what stood against it', async () => {
    // As if the installation did not vouch for the domains of the demo.
    await app.dataSource.query('DELETE FROM sso_domains');
    const connectionId = await addConnection(app, { domain: 'other.example', status: 'disabled' });
    for (const username of ['adam', 'vera']) {
      await addMember(app, username, 'owner');
      await enrol(app, username);
    }
    const require = async (token: string) => {
      const seen = (await app.http.get(PATH, { token })).headers.get('etag') ?? '';
      return app.http.put(PATH, { mode: 'required' }, { token, headers: { 'If-Match': seen } });
    };
    const blockers = async (token: string): Promise<string[]> =>
      ((await require(token)).body.blockers ?? []).map(({ code }: { code: string }) => code);
    const olivia = await logIn(app.http, 'olivia');
    expect(await blockers(olivia.accessToken)).toHaveLength(7);

    await app.dataSource.query(`UPDATE sso_connections SET status = 'active'`);
    await app.dataSource.query(`UPDATE sso_domains SET domain = 'delta.example'`);
    const { accessToken: token } = await logInBySso(app, 'olivia', connectionId);
    expect(await blockers(token)).toEqual(['BREAK_GLASS_READY', 'PLAN_FRESH']);

    const user_ids = [await userIdOf(app, 'adam'), await userIdOf(app, 'vera')];
    expect((await app.http.put(`${PATH}/break-glass`, { user_ids }, { token })).status).toBe(200);
    for (const username of ['adam', 'vera']) {
      const { accessToken } = await logInWithTotp(app, {}, { username });
      expect((await app.http.post(`${PATH}/break-glass/drill`, undefined, { token: accessToken })).status).toBe(200);
    }
    expect(await blockers(token)).toEqual(['PLAN_FRESH']);

    const plan = '/api/v1/sso/enforcement/migration-plan/1';
    expect((await app.http.post(plan, undefined, { token })).status).toBe(200);
    await app.dataSource.query(`UPDATE users SET status = 'disabled' WHERE username = 'mia'`);
    expect(await blockers(token)).toEqual(['PLAN_FRESH']);
    expect((await app.http.post(plan, undefined, { token })).status).toBe(200);
    app.clock.advance({ hours: 25 });
    await app.dataSource.query('UPDATE sso_connections SET tested_at = $1', [app.clock.now()]);
    const { accessToken: nextDay } = await logInBySso(app, 'olivia', connectionId);
    expect(await blockers(nextDay)).toEqual(['PLAN_FRESH']);
    // No member has changed groups, so it is the same plan, and holds for another day.
    expect((await app.http.post(plan, undefined, { token: nextDay })).body.data.plan.number).toBe(2);
    const { status, body } = await require(nextDay);
    expect([status, body.data.enforcement.mode]).toEqual([200, 'required']);
    await expect(logIn(app.http, 'olivia')).rejects.toThrow('403');
  });
});
