import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMember, enforce, logInBySso } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

const WAVES = '/api/v1/sso/enforcement/migration-plan/1/waves';

describe('the preview of a wave', () => {
  let app: TestApp;
  let migration: Migration;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const preview = async (number: number, username = 'sysadmin') => {
    const { accessToken: token } = await logIn(app.http, username);
    return app.http.get(`${WAVES}/${number}/preview`, { token });
  };

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' } });
    migration = await Migration.prepare(app);
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_waves');
    await enforce(app, 'optional');
  });
  afterAll(() => app.close());

  it('says who would move, who would stay behind and why, and is what the start then does', async () => {
    const { adam, mia, vera } = migration.ids;
    const number = await migration.wave({ user_ids: [adam, mia, vera], grace_hours: 0 });
    await logInBySso(app, 'mia', migration.connectionId);
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera]);
    await logIn(app.http, 'vera');
    await sql(
      `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
       VALUES ($1, '\\x01', '{pwd}', 'aal1', $2, $2, $2, $2::timestamptz + interval '1 day', 'unknown', 'Test')`,
      [adam, app.clock.now()],
    );
    const { status, body } = await preview(number);
    expect([status, body.data.preview]).toEqual([
      200,
      { gates: [], movable: 2, left_behind: [{ reason: 'MFA_MISSING', users: 1 }], sessions_to_end: 1 },
    ]);
    expect((await migration.read(number)).wave.status).toBe('draft');
    const started = await migration.step(number, 'start');
    expect(started.body.data.wave.members.required).toBe(2);
    expect((await preview(number)).body.data.preview.sessions_to_end).toBe(0);
  });

  it('lists the gates that a start would be refused by, in the same words', async () => {
    const number = await migration.wave({ user_ids: [migration.ids.adam] });
    await enforce(app, 'off');
    const refused = await migration.step(number, 'start');
    expect(refused.body.code).toBe('WAVE_BLOCKED');
    expect((await preview(number)).body.data.preview.gates).toEqual(refused.body.gates);
  });

  it('is not shown to another organization, nor for an unknown wave', async () => {
    const number = await migration.wave({ user_ids: [migration.ids.adam] });
    expect((await preview(number, 'oscar')).status).toBe(403);
    expect((await preview(number + 1)).body.code).toBe('NOT_FOUND');
    await addMember(app, 'oscar', 'viewer');
    expect((await preview(number, 'oscar')).status).toBe(403);
  });
});
