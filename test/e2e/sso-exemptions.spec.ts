import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExpireExemptions } from '../../src/sso-enforcement/application/expire-exemptions.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { logInWithTotp } from '../support/mfa.js';
import { addMember, addPerson, enforce, exempt, logInBySso, unsignedSessionsOf, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

const BASE = '/api/v1/sso/enforcement';
const REASON = 'The provider does not know them before the merger.';
const DAY_MS = 86_400_000;
const outcome = ({ status, body }: Answer) => [status, body.code];

describe('exemptions from required single sign-on', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let migration: Migration;
  let token: string;
  let mia: number, vera: number, ruth: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    const environment = { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' };
    app = await startTestApp({ environment });
    migration = await Migration.prepare(app);
    ({ mia, vera } = migration.ids);
    ruth = await addPerson(app, 'ruth', 'owner');
  });
  beforeEach(async () => {
    for (const table of ['sso_waves', 'sso_identities', 'sso_exemptions', 'attempt_throttles']) await sql(`DELETE FROM ${table}`);
    await enforce(app, 'optional');
    app.clock.advance({ minutes: 1 });
    token = (await logIn(app.http, 'sysadmin')).accessToken;
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const inDays = (days: number): string => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString();
  const grant = (user_id: unknown, more: object = {}, who = token, organizationId = 1) =>
    app.http.post(`${BASE}/${organizationId}/exemptions`, { user_id, reason: REASON, expires_at: inDays(30), ...more }, { token: who });
  const end = (userId: number, who = token) => app.http.delete(`${BASE}/1/exemptions/${userId}`, { token: who });
  const list = async () => (await app.http.get(`${BASE}/1/exemptions`, { token })).body.data;
  const audits = (action: string) =>
    sql('SELECT outcome, actor_user_id, target_id, detail FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 20', [action]);
  const expire = () => app.app.get(ExpireExemptions, { strict: false }).execute();
  const subjects = async () => (await mailbox.arrived(app)).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`);

  it('are granted with a reason and an end, told to the member and the trail, listed, and ended', async () => {
    const granted = await grant(mia);
    expect([granted.status, granted.body.data.exemption]).toEqual([
      201,
      expect.objectContaining({ user_id: mia, username: 'mia', reason: REASON, expires_at: inDays(30), granted_by_username: 'sysadmin' }),
    ]);
    const [mail] = await mailbox.arrived(app);
    expect([mail?.to?.[0]?.address, mail?.subject]).toEqual(['mia@delta.example', 'You are exempt from single sign-on: Delta Analytics']);
    expect(mail?.text).toContain('until 20 December 2026 at 09:01 UTC');
    expect(mail?.text).toContain(REASON);
    expect(mail?.text).toContain('/signin?by=password');
    expect((await audits('sso.exemption.granted'))[0]).toMatchObject({
      outcome: 'success',
      target_id: String(mia),
      detail: { reason: REASON, expires_at: inDays(30) },
    });
    expect(await list()).toMatchObject({ exemptions: [{ user_id: mia }], pagination: { total: 1 } });
    expect((await end(mia)).status).toBe(200);
    expect(await subjects()).toEqual(['mia@delta.example: Your exemption from single sign-on has ended: Delta Analytics']);
    expect((await audits('sso.exemption.ended'))[0]).toMatchObject({ outcome: 'success', detail: { by: 'administrator' } });
    expect(outcome(await end(mia))).toEqual([404, 'NOT_FOUND']);
    expect((await list()).exemptions).toEqual([]);
  });

  it('need a reason in one line and an end within 90 days', async () => {
    for (const more of [
      ...[undefined, '', 'short', 'x'.repeat(501), 'two lines\nof a reason', 7].map((reason) => ({ reason })),
      ...[undefined, null, 'soon', inDays(0), inDays(-1), inDays(90.01)].map((expires_at) => ({ expires_at })),
    ])
      expect([more, ...outcome(await grant(mia, more))]).toEqual([more, 400, 'VALIDATION_FAILED']);
    for (const id of [undefined, null, 0, '5', 2.5]) expect(outcome(await grant(id))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await grant(mia, { expires_at: inDays(90) })).status).toBe(201);
  });

  it('are for active members who are not kept for emergencies, and never for oneself', async () => {
    const refusedBecause = async (userId: number): Promise<string> => {
      const refused = await grant(userId);
      expect([...outcome(refused), refused.body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'user_id']);
      return refused.body.details[0].message;
    };
    const stranger = 'This is not an active member of the organization.';
    expect(await refusedBecause(await userIdOf(app, 'oscar'))).toBe(stranger);
    expect(await refusedBecause(999_999)).toBe(stranger);
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [mia]);
    expect(await refusedBecause(mia)).toBe(stranger);
    await sql('UPDATE organization_members SET suspended_at = NULL, arrived_at = NULL WHERE user_id = $1', [mia]);
    expect(await refusedBecause(mia)).toBe(stranger);
    await sql('UPDATE organization_members SET arrived_at = now() WHERE user_id = $1', [mia]);
    expect(await refusedBecause(await userIdOf(app, 'olivia'))).toContain('kept for emergencies');
    const owner = await logInBySso(app, 'ruth', migration.connectionId);
    const self = await grant(ruth, {}, owner.accessToken);
    expect([...outcome(self), self.body.details[0].message]).toEqual([
      ...[400, 'VALIDATION_FAILED'],
      'You cannot exempt yourself. Ask another administrator.',
    ]);
    expect((await audits('sso.exemption.granted'))[0]).toMatchObject({ outcome: 'refused', actor_user_id: ruth });
    expect(await sql('SELECT 1 FROM sso_exemptions')).toEqual([]);
    // And the other way round.
    await exempt(app, 'ruth', new Date(inDays(1)));
    const ids = [await userIdOf(app, 'olivia'), await userIdOf(app, 'nora'), ruth];
    const designated = await app.http.put(`${BASE}/1/break-glass`, { user_ids: ids }, { token });
    expect([...outcome(designated), designated.body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'user_ids[2]']);
  });

  it('are managed by those who manage the migration, in their own organization, with a fresh proof', async () => {
    const admin = (await logInWithTotp(app, {}, { username: 'adam' })).accessToken;
    const stranger = (await logIn(app.http, 'oscar')).accessToken;
    for (const who of [admin, stranger]) expect(outcome(await grant(mia, {}, who))).toEqual([403, 'FORBIDDEN']);
    await exempt(app, 'vera', new Date(inDays(1)));
    for (const who of [admin, stranger]) expect(outcome(await end(vera, who))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await app.http.get(`${BASE}/1/exemptions`, { token: stranger }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await grant(mia, {}, token, 999_999))).toEqual([404, 'NOT_FOUND']);
    app.clock.advance({ minutes: 11 });
    expect(outcome(await grant(mia))).toEqual([401, 'STEP_UP_REQUIRED']);
    expect(outcome(await end(vera))).toEqual([401, 'STEP_UP_REQUIRED']);
  });

  it('are granted once to twenty who ask at once, and ended once', async () => {
    const granted = await Promise.all(Array.from({ length: 20 }, () => grant(mia)));
    expect(granted.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await subjects()).toHaveLength(1);
    const ended = await Promise.all(Array.from({ length: 20 }, () => end(mia)));
    expect(ended.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
    expect(await subjects()).toHaveLength(1);
  });

  it('are 100 at most', async () => {
    await sql(
      `INSERT INTO users (id, username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
       SELECT n, 'e' || n, 'e' || n, mail, mail, 'active', false, 1, now(), now()
         FROM generate_series(500001, 500099) n, LATERAL (SELECT 'e' || n || '@delta.example' AS mail) x`,
    );
    await sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT 1, u.id, r.id, now() FROM users u JOIN roles r ON r.organization_id = 1 AND r.name = 'viewer' WHERE u.id > 500000`,
    );
    await sql(
      `INSERT INTO sso_exemptions (organization_id, user_id, reason, granted_at, expires_at)
       SELECT 1, id, 'Merger', $1, $2 FROM users WHERE id > 500000`,
      [app.clock.now(), inDays(1)],
    );
    expect((await grant(mia)).status).toBe(201);
    const refused = await grant(vera);
    expect([...outcome(refused), refused.body.message]).toEqual([
      ...[409, 'CONFLICT'],
      '100 members are exempt, and more are not allowed. End an exemption first.',
    ]);
    for (const [table, column] of [
      ['organization_members', 'user_id'],
      ['users', 'id'],
    ])
      await sql(`DELETE FROM ${table} WHERE ${column} > 500000`);
  });

  it('end by the clock at the very next request, before any job has run, which then tells the member once', async () => {
    await exempt(app, 'ruth', new Date(app.clock.now().getTime() + 60_000));
    await enforce(app, 'required');
    const { accessToken } = await logIn(app.http, 'ruth');
    const me = () => app.http.get('/api/v1/me', { token: accessToken });
    expect((await me()).status).toBe(200);
    app.clock.advance({ seconds: 59 });
    expect((await me()).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(outcome(await me())).toEqual([401, 'UNAUTHORIZED']);
    expect(await migration.login('ruth')).toBe('SSO_REQUIRED');
    expect(await unsignedSessionsOf(app, 'ruth')).toBe(0);
    await mailbox.arrived(app);
    expect([await expire(), await expire()]).toEqual([1, 0]);
    expect(await subjects()).toEqual(['ruth@delta.example: Your exemption from single sign-on has ended: Delta Analytics']);
    expect((await audits('sso.exemption.ended'))[0]).toMatchObject({ actor_user_id: null, detail: { by: 'clock' } });
  });

  it('keep a session by password that began before single sign-on was required, and no longer than themselves', async () => {
    await exempt(app, 'ruth', new Date(app.clock.now().getTime() + 60_000));
    const { accessToken } = await logIn(app.http, 'ruth');
    await enforce(app, 'required');
    const members = () => app.http.get('/api/v1/organizations/1/members', { token: accessToken });
    expect((await members()).status).toBe(200);
    app.clock.advance({ seconds: 60 });
    expect(outcome(await members())).toEqual([401, 'UNAUTHORIZED']);
  });

  it('leave a member in the grace period of the others when they end within it', async () => {
    await exempt(app, 'ruth', new Date(inDays(1)));
    const { accessToken } = await logIn(app.http, 'ruth');
    await enforce(app, 'required', { graceSeconds: 600 });
    const me = () => app.http.get('/api/v1/me', { token: accessToken });
    const { accessToken: who } = await logIn(app.http, 'sysadmin');
    expect((await end(ruth, who)).status).toBe(200);
    expect([(await me()).status, await migration.login('ruth')]).toEqual([200, 'SSO_REQUIRED']);
    app.clock.advance({ seconds: 600 });
    expect((await me()).status).toBe(401);
  });

  it('are lost by a member who leaves, and count again for one who was suspended', async () => {
    await exempt(app, 'ruth', new Date(inDays(1)));
    await enforce(app, 'required');
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [ruth]);
    await sql('UPDATE organization_members SET suspended_at = NULL WHERE user_id = $1', [ruth]);
    expect(await migration.login('ruth')).toBe('OK');
    await sql('DELETE FROM organization_members WHERE user_id = $1', [ruth]);
    await addMember(app, 'ruth', 'owner');
    expect(await migration.login('ruth')).toBe('SSO_REQUIRED');
    expect((await list()).exemptions).toEqual([]);
  });

  it('count in the organization that granted them alone', async () => {
    await addMember(app, 'ruth', 'viewer', 2);
    await exempt(app, 'ruth', new Date(inDays(1)), 2);
    await enforce(app, 'required');
    expect(await migration.login('ruth')).toBe('SSO_REQUIRED');
    await sql('DELETE FROM organization_members WHERE user_id = $1 AND organization_id = 2', [ruth]);
  });

  it('let readiness reach 100 %, and leave the member out of waves', async () => {
    const plan = async () => (await app.http.post(`${BASE}/migration-plan/1`, undefined, { token })).body.data.plan;
    const before = await plan();
    expect(before.readiness_pct).toBeLessThan(100);
    const { body } = await app.http.get(`${BASE}/migration-plan/1/users?limit=100`, { token });
    for (const { user_id, group, primary_reason } of body.data.users)
      if (!['already_using_sso', 'ready_for_migration'].includes(group) && primary_reason !== 'BREAK_GLASS_EXEMPT')
        expect((await grant(user_id)).status).toBe(201);
    expect((await plan()).readiness_pct).toBe(100);
    const number = await migration.wave({ user_ids: [mia, vera] });
    expect((await grant(mia, {}, (await logIn(app.http, 'sysadmin')).accessToken)).status).toBe(201);
    expect((await migration.step(number, 'start')).status).toBe(200);
    expect(await migration.statesOf(number)).toEqual({ mia: 'exempt', vera: 'pending' });
    expect(await migration.login('mia')).toBe('MFA_REQUIRED');
  });

  it('let a member of a started wave use the password, until they end', async () => {
    const number = await migration.wave({ user_ids: [mia], grace_hours: 0 });
    expect((await migration.step(number, 'start')).status).toBe(200);
    expect(await migration.login('mia')).toBe('SSO_REQUIRED');
    const who = (await logIn(app.http, 'sysadmin')).accessToken;
    expect((await grant(mia, {}, who)).status).toBe(201);
    expect(await migration.login('mia')).toBe('MFA_REQUIRED');
    expect((await migration.read(number)).wave.members).toMatchObject({ required: 0 });
    expect((await end(mia, who)).status).toBe(200);
    expect(await migration.login('mia')).toBe('SSO_REQUIRED');
  });
});
