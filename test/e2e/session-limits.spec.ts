import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndOutlivedSessions } from '../../src/sessions/application/end-outlived-sessions.js';
import { enrol, addConnection, addMember, addPerson, logInBySso } from '../support/sign-on.js';
import { logInWithTotp } from '../support/mfa.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('the limits that organizations set to sessions', () => {
  let app: TestApp;
  let ruth: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    await addPerson(app, 'ruth');
    await addMember(app, 'ruth', 'viewer', 2);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM sign_in_requirements');
    ruth = await logIn(app.http, 'ruth');
  });

  const limit = (organizationId: number, hours: number | null, minutes: number | null) =>
    app.dataSource.query(
      `INSERT INTO sign_in_requirements (organization_id, version, session_max_hours, session_idle_minutes, changed_at) VALUES ($1, 1, $2, $3, $4)
       ON CONFLICT (organization_id) DO UPDATE SET session_max_hours = $2, session_idle_minutes = $3`,
      [organizationId, hours, minutes, app.clock.now()],
    );
  const use = async ({ accessToken: token } = ruth) => (await app.http.get('/api/v1/sessions', { token })).status;
  const refresh = ({ refreshToken } = ruth) => app.http.post('/api/auth/refresh', { refresh_token: refreshToken });
  /** Uses the session so often that only its age ends it. */
  const useFor = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 10) {
      app.clock.advance({ minutes: 10 });
      const { status, body } = await refresh();
      if (status === 200) ruth = { ...ruth, accessToken: body.access_token };
    }
  };

  it('end one at its age to the second, however much it is used, also at a refresh and in the list', async () => {
    await limit(1, 2, null);
    await useFor(110);
    app.clock.advance({ seconds: 599 });
    expect([await use(), (await refresh()).status]).toEqual([200, 200]);
    app.clock.advance({ seconds: 1 });
    expect([await use(), (await refresh()).status]).toEqual([401, 401]);
    const again = await logIn(app.http, 'ruth');
    const { body } = await app.http.get('/api/v1/sessions', { token: again.accessToken });
    expect(body.data.pagination.total).toBe(1);
  });

  it('end one that rests, and leave one that is used', async () => {
    await limit(1, null, 15);
    await useFor(60);
    expect(await use()).toBe(200);
    app.clock.advance({ minutes: 15 });
    expect([await use(), (await refresh()).status]).toEqual([401, 401]);
  });

  it('count by the strictest organization of the person, for all of them, and for nobody else', async () => {
    await limit(1, 5, null);
    await limit(2, 1, null);
    const vera = await logIn(app.http, 'vera');
    await useFor(60);
    expect([await use(), (await refresh(vera)).status]).toEqual([401, 200]);
  });

  it('take effect on open sessions with the next request, and only while the person is a member who is not suspended', async () => {
    await useFor(60);
    expect(await use()).toBe(200);
    await limit(2, 1, null);
    expect(await use()).toBe(401);
    await app.dataSource.query('UPDATE organization_members SET suspended_at = now() WHERE organization_id = 2 AND user_id = $1', [
      ruth.userId,
    ]);
    expect(await use()).toBe(200);
    await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL WHERE organization_id = 2 AND user_id = $1', [
      ruth.userId,
    ]);
  });

  it('end sessions of an identity provider as all others, but no key', async () => {
    const connection = await addConnection(app);
    const session = await logInBySso(app, 'ruth', connection);
    const body = { name: 'Desk', organization_id: 1, scopes: ['schema.read'] };
    const made = await app.http.post('/api/v1/access-keys', body, { token: ruth.accessToken });
    await limit(1, 1, null);
    app.clock.advance({ minutes: 60 });
    expect((await refresh(session)).status).toBe(401);
    const asked = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { Accept: 'application/json, text/event-stream' };
    expect((await app.http.post('/mcp', asked, { token: made.body.data.access_key.token, headers })).status).toBe(200);
  });

  it('are set by owners, and leave what the request does not name', async () => {
    await enrol(app, 'olivia');
    const { accessToken: token } = await logInWithTotp(app, {}, { username: 'olivia' });
    const path = '/api/v1/organizations/1/sign-in-requirements';
    const put = async (body: object, version: number) => {
      const answer = await app.http.put(path, body, { token, headers: { 'If-Match': `"${version}"` } });
      return answer.body.data?.sign_in_requirements ?? answer.body.details?.map(({ field }: { field: string }) => field);
    };
    const wrong = { sessions: { max_hours: 721, idle_minutes: 14 } };
    expect(await put(wrong, 0)).toEqual(['sessions.max_hours', 'sessions.idle_minutes']);
    expect(await put({ sessions: { max_hours: 12 } }, 0)).toEqual(['sessions.idle_minutes']);
    expect(await put({}, 0)).toEqual(['second_factor']);
    const sessions = { max_hours: 12, idle_minutes: 60 };
    expect(await put({ sessions }, 0)).toMatchObject({ sessions, second_factor: { required: false } });
    expect(await put({ second_factor: { required: true }, sessions: null }, 1)).toMatchObject({
      sessions,
      second_factor: { required: true },
    });
    expect(await put({ second_factor: null, sessions: { max_hours: null, idle_minutes: null } }, 2)).toMatchObject({
      sessions: { max_hours: null, idle_minutes: null },
      second_factor: { required: true },
    });
    const rows = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'sign_in_requirements.changed' AND outcome = 'success' ORDER BY id`,
    );
    expect(rows[0].detail).toEqual({ second_factor: false, session_max_hours: 12, session_idle_minutes: 60 });
    for (const username of ['adam', 'oscar']) {
      const { accessToken } = await logIn(app.http, username);
      const refused = await app.http.put(path, { sessions }, { token: accessToken, headers: { 'If-Match': '"3"' } });
      expect([username, refused.status]).toEqual([username, 403]);
    }
  });

  it('end one for good, also when they are taken back', async () => {
    await enrol(app, 'olivia');
    const end = () => app.app.get(EndOutlivedSessions, { strict: false }).execute();
    const isLive = async () => (await refresh()).status === 200;
    const lift = async () => {
      const { accessToken: token } = await logInWithTotp(app, {}, { username: 'olivia' });
      const body = { sessions: { max_hours: null, idle_minutes: null } };
      return app.http.put('/api/v1/organizations/1/sign-in-requirements', body, { token, headers: { 'If-Match': '"1"' } });
    };
    await limit(1, null, 15);
    app.clock.advance({ minutes: 20 });
    expect((await lift()).status).toBe(200);
    expect(await isLive()).toBe(false);
    ruth = await logIn(app.http, 'ruth');
    await limit(1, 1, null);
    app.clock.advance({ minutes: 61 });
    const fresh = await logIn(app.http, 'ruth');
    expect(await end()).toBeGreaterThan(0);
    expect(await end()).toBe(0);
    await app.dataSource.query('DELETE FROM sign_in_requirements');
    expect([await isLive(), (await refresh(fresh)).status]).toEqual([false, 200]);
    const ended = `SELECT 1 FROM sessions WHERE user_id = $1 AND end_reason = 'limit_reached' AND ended_at = $2`;
    expect(await app.dataSource.query(ended, [ruth.userId, app.clock.now()])).toHaveLength(1);
  });
});
