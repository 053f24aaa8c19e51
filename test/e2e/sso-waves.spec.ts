import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClassifyMembers } from '../../src/sso-migration/application/classify-members.js';
import { addMember, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

const BASE = '/api/v1/sso/enforcement/migration-plan/1/waves';

describe('waves of a migration', () => {
  let app: TestApp;
  let migration: Migration;
  let adam: number, mia: number, vera: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' } });
    migration = await Migration.prepare(app);
    ({ adam, mia, vera } = migration.ids);
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_waves');
    await sql('DELETE FROM sso_identities');
    await enforce(app, 'optional');
  });
  afterAll(() => app.close());

  it('accepts no plan that people have moved from, and says who has', async () => {
    await sql('DELETE FROM sso_plans');
    const without = await migration.propose({ user_ids: [vera] });
    expect(without).toMatchObject({ status: 409, body: { code: 'PLAN_STALE', diff: null } });
    await migration.plan();
    await logInBySso(app, 'mia', migration.connectionId);
    const { status, body } = await migration.propose({ user_ids: [vera] });
    expect([status, body.code]).toEqual([409, 'PLAN_STALE']);
    expect(body.diff.moves).toEqual([{ from: 'READY', to: 'SSO_OK', users: 1, user_ids: [mia] }]);
    expect(await sql('SELECT 1 FROM sso_waves')).toEqual([]);
    await migration.plan();
    expect((await migration.propose({ user_ids: [vera] })).status).toBe(201);
  });

  it('takes no one who would be locked out, no stranger, and no one twice', async () => {
    await addMember(app, 'oscar');
    await migration.plan();
    const [olivia, oscar] = [await userIdOf(app, 'olivia'), await userIdOf(app, 'oscar')];
    const refused = await migration.propose({ user_ids: [vera, olivia, oscar] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'MEMBERS_NOT_READY' } });
    expect(refused.body.members).toEqual([
      { user_id: olivia, group: 'requires_admin_intervention', reason: 'BREAK_GLASS_EXEMPT' },
      { user_id: oscar, group: 'requires_admin_intervention', reason: 'EXTERNAL_DOMAIN' },
    ]);
    await sql('DELETE FROM organization_members WHERE user_id = $1', [oscar]);
    await migration.plan();
    expect((await migration.propose({ user_ids: [oscar] })).status).toBe(400);
    expect((await migration.propose({ user_ids: [vera] })).status).toBe(201);
    const twice = await migration.propose({ user_ids: [vera, mia] });
    expect(twice).toMatchObject({ status: 409, body: { code: 'CONFLICT', user_ids: [vera] } });
    const rest = await migration.propose({ group: 'ready_for_migration', percent: 50 });
    expect(rest.body.data.wave).toMatchObject({ status: 'draft', members: { total: 1 } });
    expect(await migration.statesOf(rest.body.data.wave.number)).toEqual({ adam: 'pending' });
    for (const body of [{}, { user_ids: [] }, { user_ids: [vera], limit: 1 }, { group: 'ready_for_migration' }, { x: 1 }])
      expect((await migration.propose(body)).status).toBe(400);
  });

  it('takes a number, or a percentage, of those who are in no wave', async () => {
    const classify = app.app.get(ClassifyMembers, { strict: false });
    const free = async (percent: number, limit: number): Promise<number[]> => {
      const members = await classify.execute(1, { group: 'ready_for_migration', percent, limit });
      return members.map(({ userId }) => userId);
    };
    const everybody = await free(100, 100);
    expect(new Set(everybody)).toEqual(new Set([adam, mia, vera]));
    const [first = 0, second = 0, third = 0] = everybody;
    const number = await migration.wave({ user_ids: [first] });
    for (const [percent, limit, expected] of [
      [100, 1, [second]],
      [50, 100, [second]],
      [51, 100, [second, third]],
    ] as const)
      expect(await free(percent, limit)).toEqual(expected);
    await migration.step(number, 'rollback');
    expect(await free(100, 100)).toEqual(everybody);
  });

  it('does not start before every gate is open, names each that is not, and requires nothing', async () => {
    const number = await migration.wave({ user_ids: [vera] });
    await enforce(app, 'off');
    await sql(`UPDATE sso_connections SET status = 'disabled'`);
    await sql(`UPDATE sso_domains SET status = 'drifted'`);
    await sql(`UPDATE sso_break_glass SET drilled_at = NULL`);
    const { status, body } = await migration.step(number, 'start');
    expect([status, body.code]).toEqual([409, 'WAVE_BLOCKED']);
    const shut = [
      ...['ENFORCEMENT_MODE', 'CONNECTION_ACTIVE', 'CONNECTION_TESTED', 'DOMAIN_VERIFIED', 'BREAK_GLASS_READY'],
      'NOBODY_TO_MOVE',
    ];
    expect(body.gates.map(({ code }: { code: string }) => code)).toEqual(shut);
    expect(await migration.login('vera')).toBe('MFA_REQUIRED');
    await sql(`UPDATE sso_connections SET status = 'active'`);
    await sql(`UPDATE sso_domains SET status = 'verified'`);
    await sql('UPDATE sso_break_glass SET drilled_at = $1', [app.clock.now()]);
    const [event] = await sql(
      `SELECT outcome, detail FROM audit_events WHERE action = 'sso.migration.wave_started' ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toEqual({ outcome: 'refused', detail: { reason: 'WaveBlocked', gates: shut } });
  });

  it('starts once for twenty administrators at once, and binds its members alone', async () => {
    const number = await migration.wave({ user_ids: [vera], grace_hours: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => migration.step(number, 'start')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      expect([status, body.code, body.status]).toEqual([409, 'CONFLICT', 'enforced']);
    expect(await migration.login('vera')).toBe('SSO_REQUIRED');
    expect(await migration.login('mia')).toBe('MFA_REQUIRED');
    expect(await migration.statesOf(number)).toEqual({ vera: 'pending' });
    await logInBySso(app, 'vera', migration.connectionId);
    expect(await migration.statesOf(number)).toEqual({ vera: 'enforced' });
  });

  it('keeps the only connection that its members can log in through', async () => {
    const number = await migration.wave({ user_ids: [vera] });
    expect((await migration.step(number, 'start')).status).toBe(200);
    const { accessToken: token } = await logIn(app.http, 'sysadmin');
    const path = `/api/v1/sso/connections/${migration.connectionId}/disable`;
    const refused = await app.http.post(path, undefined, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_REQUIRED']);
    expect(await sql('SELECT status FROM sso_connections')).toEqual([{ status: 'active' }]);
  });

  it('leaves behind members who would be locked out by now', async () => {
    const number = await migration.wave({ user_ids: [vera, mia] });
    await sql(`UPDATE organization_members SET suspended_at = $2 WHERE user_id = $1`, [mia, app.clock.now()]);
    const { body } = await migration.step(number, 'start');
    await sql(`UPDATE organization_members SET suspended_at = NULL WHERE user_id = $1`, [mia]);
    expect(body.data.wave).toMatchObject({ status: 'enforced', members: { total: 2, required: 1 } });
    expect(await migration.statesOf(number)).toMatchObject({ mia: 'failed', vera: 'pending' });
    expect(await migration.login('mia')).toBe('MFA_REQUIRED');
  });

  it('waits until 95 % of the wave before have come through single sign-on', async () => {
    const [first, second] = [await migration.wave({ user_ids: [vera] }), await migration.wave({ user_ids: [mia] })];
    expect((await migration.step(first, 'start')).status).toBe(200);
    const early = await migration.step(second, 'start');
    expect(early.body.gates).toEqual([expect.objectContaining({ code: 'PREVIOUS_WAVE' })]);
    await logInBySso(app, 'vera', migration.connectionId);
    await migration.step(first, 'pause');
    expect((await migration.step(second, 'start')).body.code).toBe('WAVE_BLOCKED');
    await sql(`UPDATE sso_break_glass SET drilled_at = NULL`);
    expect((await migration.step(first, 'resume')).body.code).toBe('WAVE_BLOCKED');
    await sql('UPDATE sso_break_glass SET drilled_at = $1', [app.clock.now()]);
    const refused = await sql(
      `SELECT action, detail -> 'gates' AS gates FROM audit_events WHERE outcome = 'refused' ORDER BY id DESC LIMIT 2`,
    );
    expect(refused).toEqual([
      { action: 'sso.migration.wave_resumed', gates: ['BREAK_GLASS_READY'] },
      { action: 'sso.migration.wave_started', gates: ['PREVIOUS_WAVE'] },
    ]);
    expect((await migration.step(first, 'resume')).body.data.wave.success_pct).toBe(100);
    expect((await migration.step(second, 'start')).status).toBe(200);
  });

  it('opens every way in when it is paused or rolled back, and lets another wave take its members then', async () => {
    const number = await migration.wave({ user_ids: [vera, adam] });
    expect((await migration.step(number, 'resume')).body).toMatchObject({ code: 'CONFLICT', status: 'draft' });
    await migration.step(number, 'start');
    expect(await migration.login('vera')).toBe('SSO_REQUIRED');
    expect((await migration.step(number, 'pause')).body.data.wave).toMatchObject({ paused_because: ['BY_HAND'] });
    expect(await migration.login('vera')).toBe('MFA_REQUIRED');
    await migration.step(number, 'resume');
    expect(await migration.login('vera')).toBe('SSO_REQUIRED');
    expect((await migration.step(number, 'rollback')).body.data.wave.status).toBe('rolled_back');
    expect(await migration.login('vera')).toBe('MFA_REQUIRED');
    expect(await sql('SELECT 1 FROM sso_requirements')).toEqual([]);
    expect((await migration.step(number, 'start')).status).toBe(409);
    expect(await migration.statesOf(await migration.wave({ user_ids: [vera] }))).toEqual({ vera: 'pending' });
  });

  it('that was paused before it started waits again when it is resumed, or gets another date', async () => {
    const inDays = (days: number) => ({
      starts_at: new Date(app.clock.now().getTime() + days * 86_400_000).toISOString(),
    });
    const number = await migration.wave({ user_ids: [vera], ...inDays(10) });
    for (const status of ['scheduled', 'notified']) {
      await sql(`UPDATE sso_waves SET notified_at = $1`, [status === 'notified' ? app.clock.now() : null]);
      expect((await migration.step(number, 'pause')).body.data.wave.status).toBe('paused');
      const { wave } = (await migration.step(number, 'resume')).body.data;
      expect(wave).toMatchObject({ status, enforced_at: null, paused_because: [] });
      expect(await migration.login('vera')).toBe('MFA_REQUIRED');
    }
    await migration.step(number, 'pause');
    const { wave } = (await migration.step(number, 'schedule', inDays(20))).body.data;
    expect(wave).toMatchObject({ status: 'scheduled', paused_because: [], ...inDays(20) });
    await migration.step(number, 'pause');
    await sql('UPDATE sso_waves SET starts_at = $1', [app.clock.now()]);
    expect((await migration.step(number, 'resume')).body.data.wave.status).toBe('enforced');
    await migration.step(number, 'pause');
    const begun = await migration.step(number, 'schedule', inDays(20));
    expect([begun.status, begun.body.status]).toEqual([409, 'paused']);
  });

  it('is read by those who administer single sign-on, and steered by owners', async () => {
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [adam]);
    const number = await migration.wave({ user_ids: [vera] });
    const [admin, other] = [await logIn(app.http, 'adam'), await logIn(app.http, 'oscar')];
    const list = await app.http.get(BASE, { token: admin.accessToken });
    expect(list.body.data).toMatchObject({ waves: [{ number }], pagination: { total: 1 } });
    expect((await app.http.post(`${BASE}/${number}/start`, undefined, { token: admin.accessToken })).status).toBe(403);
    expect((await app.http.get(`${BASE}/${number}`, { token: other.accessToken })).status).toBe(403);
    expect((await migration.step(number + 1, 'start')).status).toBe(404);
    for (const id of ['0', 'x', '2147483648']) expect((await app.http.get(`${BASE}/${id}`, { token: admin.accessToken })).status).toBe(400);
  });
});
