import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MARKER = 'planted-marker-4711';

describe('the log', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { LOG_LEVEL: 'trace' } });
  });
  afterAll(() => app.close());

  it('holds no password, token, cookie, query or body of any request, at the most talkative level', async () => {
    const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
    await app.http.post('/api/auth/login', { username: MARKER, password: MARKER });
    await app.http.post('/api/auth/login', `{"password":"${MARKER}"`, {
      headers: { 'Content-Type': 'application/json' },
    });
    await app.http.post('/api/auth/refresh', { refresh_token: MARKER });
    await app.http.post('/api/auth/refresh', { refresh_token: refreshToken });
    await app.http.get(`/api/rivers?access_token=${MARKER}`, {
      token: accessToken,
      headers: { Cookie: `session=${MARKER}`, 'X-Device-Token': MARKER },
    });
    await app.http.get(`/api/v1/me`, { token: MARKER });
    await app.http.get(`/api/v1/invitations/${MARKER}`, { token: accessToken });
    await app.http.post(
      '/api/auth/password',
      { current_password: MARKER, new_password: `${MARKER} and some more` },
      { token: accessToken },
    );
    await app.dataSource.query('ALTER TABLE users RENAME COLUMN email_key TO email_key_gone');
    expect((await app.http.post('/api/auth/login', { username: MARKER, password: MARKER })).status).toBe(500);
    await app.dataSource.query('ALTER TABLE users RENAME COLUMN email_key_gone TO email_key');
    const text = app.log.join('');
    expect(app.log.length).toBeGreaterThan(8);
    expect(text).toContain('"route":"/api/auth/login"');
    for (const secret of [MARKER, accessToken, refreshToken, 'river-delta-headgate'])
      expect(text).not.toContain(secret);
  });
});
