import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PauseFailingWaves } from '../../src/sso-migration/application/pause-failing-waves.js';
import { RemindMembers } from '../../src/sso-migration/application/remind-members.js';
import { StartDueWaves } from '../../src/sso-migration/application/start-due-waves.js';
import { Mailbox, linkIn } from '../support/mailbox.js';
import { enforce, logInBySso } from '../support/sign-on.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

describe('waves that run on their own', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let migration: Migration;
  let adam: number, mia: number, vera: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const startDue = () => app.app.get(StartDueWaves, { strict: false }).execute();
  const pauseFailing = () => app.app.get(PauseFailingWaves, { strict: false }).execute();
  const remind = () => app.app.get(RemindMembers, { strict: false }).execute();
  const inDays = (days: number): string => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    const environment = { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true', ...mailbox.environment };
    app = await startTestApp({ environment });
    migration = await Migration.prepare(app);
    ({ adam, mia, vera } = migration.ids);
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_waves');
    await sql('DELETE FROM sso_identities');
    await sql('DELETE FROM sso_denials');
    await enforce(app, 'optional');
    await migration.logInAgain();
    app.clock.advance({ minutes: 30 });
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const started = async (userIds: number[]): Promise<number> => {
    const number = await migration.wave({ user_ids: userIds });
    const { status } = await migration.step(number, 'start');
    expect(status).toBe(200);
    await mailbox.arrived(app);
    return number;
  };

  it('tells each member the date once for each reminder, until they have come through single sign-on', async () => {
    const number = await migration.wave({ user_ids: [mia, vera], starts_at: inDays(10) });
    const invitations = await mailbox.arrived(app);
    expect(new Set(invitations.map(({ subject, to }) => `${to?.[0]?.address}: ${subject}`))).toEqual(
      new Set([
        'mia@delta.example: Your organization moves to single sign-on',
        'vera@delta.example: Your organization moves to single sign-on',
      ]),
    );
    expect(invitations).toHaveLength(2);
    expect(linkIn(invitations[0])).toMatch(
      new RegExp(`/api/auth/sso/${migration.connectionId}/start\\?return_to=http%3A%2F%2Fheadgate.test%2Fsigned-in$`),
    );
    expect((await migration.read(number)).wave.status).toBe('notified');
    expect(await migration.statesOf(number)).toEqual({ mia: 'invited', vera: 'invited' });
    const counts = await Promise.all([remind(), remind(), remind()]);
    expect(counts).toEqual([0, 0, 0]);
    await logInBySso(app, 'mia', migration.connectionId);
    for (const [days, told] of [
      [3, 1],
      [4, 1],
      [0, 0],
      [2, 1],
    ] as const) {
      app.clock.advance({ days });
      await remind();
      const mails = await mailbox.arrived(app);
      expect([days, mails.map(({ to }) => to?.[0]?.address)]).toEqual([days, told === 1 ? ['vera@delta.example'] : []]);
    }
  });

  it('does not count members as told who need an administrator and so receive no mail', async () => {
    const number = await migration.wave({ user_ids: [mia, vera] });
    await sql('UPDATE organization_members SET suspended_at = $2 WHERE user_id = $1', [mia, app.clock.now()]);
    await migration.step(number, 'schedule', { starts_at: inDays(10) });
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['vera@delta.example']);
    const told = await sql('SELECT user_id FROM sso_wave_members WHERE reminded_at = $1 AND first_told_at = $1', [app.clock.now()]);
    expect(told).toEqual([{ user_id: vera }]);
    app.clock.advance({ days: 3 });
    expect(await remind()).toBe(1);
    await sql('UPDATE organization_members SET suspended_at = NULL WHERE user_id = $1', [mia]);
    app.clock.advance({ days: 4 });
    expect(await remind()).toBe(2);
  });

  it('starts at its time, and is paused with the reason when a gate is closed', async () => {
    const [good, bad] = [
      await migration.wave({ user_ids: [vera], starts_at: inDays(0.1), grace_hours: 0 }),
      await migration.wave({ user_ids: [mia], starts_at: inDays(0.1) }),
    ];
    await startDue();
    expect((await migration.read(good)).wave.status).toBe('scheduled');
    app.clock.advance({ hours: 3 });
    await migration.logInAgain();
    await mailbox.arrived(app);
    await Promise.all([startDue(), startDue()]);
    expect((await migration.read(good)).wave.status).toBe('enforced');
    expect(await migration.login('vera')).toBe('SSO_REQUIRED');
    // No member of the first wave has come through single sign-on yet.
    expect((await migration.read(bad)).wave).toMatchObject({ status: 'paused', paused_because: ['PREVIOUS_WAVE'] });
    expect(await migration.login('mia')).toBe('MFA_REQUIRED');
    const paused = (await mailbox.arrived(app)).filter(({ subject }) => subject?.includes('was paused'));
    expect(paused.map(({ to }) => to?.[0]?.address)).toContain('olivia@delta.example');
    expect(paused).toHaveLength(2);
  });

  it('is paused when five people are refused and do not get in, and not when one tries five times', async () => {
    const number = await started([adam, mia, vera]);
    for (let times = 0; times < 5; times++) expect(await migration.login('vera')).toBe('SSO_REQUIRED');
    expect(await pauseFailing()).toBe(0);
    await sql(
      `INSERT INTO sso_wave_members (organization_id, wave_number, user_id)
       SELECT 1, $1, user_id FROM organization_members WHERE organization_id = 1 ON CONFLICT DO NOTHING`,
      [number],
    );
    await sql(
      `INSERT INTO sso_denials (organization_id, user_id, was_enforced, path, occurred_at)
       SELECT 1, user_id, true, 'pwd', $1 FROM organization_members WHERE organization_id = 1`,
      [app.clock.now()],
    );
    expect(await pauseFailing()).toBe(1);
    expect((await migration.read(number)).wave).toMatchObject({ paused_because: ['TOO_MANY_REFUSALS'] });
    expect(await migration.login('vera')).toBe('MFA_REQUIRED');
    expect(await pauseFailing()).toBe(0);
    const [event] = await sql(`SELECT detail FROM audit_events WHERE action = 'sso.migration.wave_auto_paused'
                                ORDER BY id DESC LIMIT 1`);
    expect(event.detail).toEqual({ from: 'enforced', because: ['TOO_MANY_REFUSALS'] });
    expect((await mailbox.arrived(app)).map(({ subject }) => subject)).toContain('The wave Wave of your move to single sign-on was paused');
  });

  const refuse = (fault: string, ip: string, userId?: number): Promise<unknown> =>
    sql(
      `INSERT INTO audit_events (occurred_at, action, outcome, organization_id, ip, request_id, detail)
       VALUES ($1, 'sso.login.refused', 'refused', 1, $2, 'request', $3)`,
      [app.clock.now(), ip, { fault, user_id: userId }],
    );

  it('is paused by a conflict of identities of a member, and by nothing that a stranger can bring about', async () => {
    const number = await started([vera]);
    for (const fault of ['PROVIDER_REFUSED', 'EMAIL_MISSING', 'EMAIL_NOT_VERIFIED', 'EMAIL_DOMAIN_NOT_OWNED'])
      for (let host = 1; host < 9; host++) await refuse(fault, `203.0.113.${host}`);
    await refuse('IDENTITY_CONFLICT', '203.0.113.9');
    await refuse('IDENTITY_CONFLICT', '203.0.113.9', mia);
    expect(await pauseFailing()).toBe(0);
    await refuse('IDENTITY_CONFLICT', '203.0.113.9', vera);
    expect(await pauseFailing()).toBe(1);
    expect((await migration.read(number)).wave).toMatchObject({ paused_because: ['IDENTITY_CONFLICT'] });
  });

  it('counts each member once, whether they were refused here or after the provider had named them', async () => {
    const number = await started([vera]);
    const members = await sql(
      `INSERT INTO sso_wave_members (organization_id, wave_number, user_id)
       SELECT 1, $1, user_id FROM organization_members WHERE organization_id = 1
       ON CONFLICT (organization_id, user_id) DO UPDATE SET wave_number = $1 RETURNING user_id`,
      [number],
    );
    const [first, second, third, fourth, fifth]: number[] = members.map(({ user_id }: { user_id: number }) => user_id);
    await sql(
      `INSERT INTO sso_denials (organization_id, user_id, was_enforced, path, occurred_at)
       SELECT 1, user_id, true, 'pwd', $1 FROM unnest($2::int[]) AS user_id`,
      [app.clock.now(), [first, second, third]],
    );
    for (const userId of [third, fourth, fourth]) await refuse('EMAIL_DOMAIN_NOT_OWNED', '203.0.113.1', userId);
    // Any person may have any address at a provider that does not verify addresses.
    await refuse('EMAIL_NOT_VERIFIED', '203.0.113.1', fifth);
    expect(await pauseFailing()).toBe(0);
    await refuse('ACCOUNT_NOT_ACTIVE', '203.0.113.1', fifth);
    expect(await pauseFailing()).toBe(1);
    expect((await migration.read(number)).wave).toMatchObject({ paused_because: ['TOO_MANY_REFUSALS'] });
  });

  it('is paused when every way to log in is opened for the whole organization', async () => {
    const number = await started([vera]);
    expect(await pauseFailing()).toBe(0);
    await enforce(app, 'optional');
    expect(await pauseFailing()).toBe(1);
    expect((await migration.read(number)).wave).toMatchObject({ paused_because: ['ENFORCEMENT_RELEASED'] });
  });
});
