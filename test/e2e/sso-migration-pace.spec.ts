import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RemindMembers } from '../../src/sso-migration/application/remind-members.js';
import { Mailbox } from '../support/mailbox.js';
import { enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';

const BASE = '/api/v1/sso/enforcement/migration-plan/1';

describe('the pace of a migration', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let migration: Migration;
  let adam: number, mia: number, vera: number;
  let token: string;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const remind = () => app.app.get(RemindMembers, { strict: false }).execute();
  const inDays = (days: number): string => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
  const get = (path: string) => app.http.get(`${BASE}${path}`, { token });
  const pass = async (time: Parameters<TestApp['clock']['advance']>[0]): Promise<void> => {
    app.clock.advance(time);
    await migration.logInAgain();
    token = (await logIn(app.http, 'sysadmin')).accessToken;
  };
  const users = async (query = ''): Promise<Record<string, unknown>[]> => (await get(`/users?limit=100${query}`)).body.data.users;
  const usernames = async (query: string): Promise<unknown[]> => (await users(query)).map(({ username }) => username);
  const of = async (username: string) => (await users()).find((one) => one['username'] === username);
  const pace = async () => (await get('/progress')).body.data.pace;
  const announced = async (userIds: number[], days = 30): Promise<number> => {
    const number = await migration.wave({ user_ids: userIds, starts_at: inDays(days) });
    await mailbox.arrived(app);
    return number;
  };

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
    await sql('DELETE FROM sessions');
    await enforce(app, 'optional');
    await pass({ minutes: 30 });
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  it('refuses every other word for stuck', async () => {
    for (const query of ['stuck=false', 'stuck=1', 'stuck=', 'stuck=TRUE', 'stuck=true&stuck=true'])
      for (const path of ['/users', '/users.csv'])
        expect([query, path, (await get(`${path}?${query}`)).status]).toEqual([query, path, 400]);
  });

  it('knows no pace before any member was told, and lists none as stuck', async () => {
    const none = { median_days_to_first_login: null, first_logins: 0, stuck_members: 0, stuck_after_days: 7 };
    expect(await pace()).toEqual(none);
    expect((await get('/users?stuck=true')).body.data).toMatchObject({ users: [], pagination: { total: 0 } });
    await migration.wave({ user_ids: [vera] });
    await pass({ days: 40 });
    expect(await pace()).toEqual(none);
  });

  it('takes a member for stuck more than 7 days after the first notice, until they come through', async () => {
    await announced([mia, vera]);
    await pass({ days: 7 });
    expect([await pace(), await usernames('&stuck=true')]).toMatchObject([{ stuck_members: 0 }, []]);
    await pass({ seconds: 1 });
    expect([await pace(), await usernames('&stuck=true')]).toMatchObject([{ stuck_members: 2 }, ['vera', 'mia']]);
    const { users: first, pagination } = (await get('/users?stuck=true&limit=1')).body.data;
    expect([first.length, pagination]).toEqual([1, expect.objectContaining({ total: 2, pages: 2 })]);
    await logInBySso(app, 'mia', migration.connectionId);
    expect([await pace(), await usernames('&stuck=true')]).toMatchObject([{ stuck_members: 1 }, ['vera']]);
    expect(await usernames('&stuck=true&group=already_using_sso')).toEqual([]);
    expect(await usernames('&stuck=true&reason=READY')).toEqual(['vera']);
    const { text } = await get('/users.csv?stuck=true');
    expect(text.match(/"(vera|mia|adam)@delta.example"/g)).toEqual(['"vera@delta.example"']);
    const [event] = await sql(`SELECT detail FROM audit_events WHERE action = 'sso.migration.exported' ORDER BY id DESC`);
    expect(event.detail).toEqual({ group: null, reason: null, stuck: true });
    // The identity leads nowhere any more once the connection is pointed elsewhere.
    await sql(`UPDATE sso_identities SET issuer = 'https://old.example'`);
    expect(await usernames('&stuck=true')).toEqual(['vera', 'mia']);
  });

  it('does not count members as stuck whose wave is paused, rolled back or a draft, nor break-glass accounts', async () => {
    const number = await migration.wave({ user_ids: [vera, mia] });
    await migration.step(number, 'start');
    await mailbox.arrived(app);
    await pass({ days: 8 });
    expect(await usernames('&stuck=true')).toEqual(['vera', 'mia']);
    await sql('INSERT INTO sso_break_glass (organization_id, user_id, designated_at) VALUES (1, $1, now())', [mia]);
    expect([await pace(), await usernames('&stuck=true')]).toMatchObject([{ stuck_members: 1 }, ['vera']]);
    await sql('DELETE FROM sso_break_glass WHERE user_id = $1', [mia]);
    for (const action of ['pause', 'rollback']) {
      await migration.step(number, action);
      expect([action, await pace(), await usernames('&stuck=true')]).toMatchObject([action, { stuck_members: 0 }, []]);
    }
  });

  it('counts from the first notice to the first login, whatever was said in between', async () => {
    await logInBySso(app, 'adam', migration.connectionId);
    const number = await announced([adam, mia, vera]);
    await pass({ days: 2 });
    await logInBySso(app, 'vera', migration.connectionId);
    expect(await pace()).toMatchObject({ median_days_to_first_login: 2, first_logins: 1 });
    await migration.step(number, 'schedule', { starts_at: inDays(20) });
    await remind();
    await mailbox.arrived(app);
    await pass({ days: 3, hours: 6 });
    await logInBySso(app, 'mia', migration.connectionId);
    await pass({ days: 9 });
    await logInBySso(app, 'mia', migration.connectionId);
    // The median of 2 and 5.25 days; adam had come through before the announcement to adam.
    expect(await pace()).toMatchObject({ median_days_to_first_login: 3.6, first_logins: 2, stuck_members: 0 });
  });

  it('starts to count anew for a member of another wave', async () => {
    const number = await announced([vera]);
    await pass({ days: 9 });
    await migration.step(number, 'rollback');
    await announced([vera]);
    expect(await usernames('&stuck=true')).toEqual([]);
    await pass({ days: 1 });
    await logInBySso(app, 'vera', migration.connectionId);
    expect(await pace()).toMatchObject({ median_days_to_first_login: 1, first_logins: 1 });
  });

  it('says of each the wave they are in and where they stand in it, as the wave itself says', async () => {
    const wave = await announced([vera]);
    await sql(`UPDATE sso_waves SET name = '=Wave'`);
    expect(await of('vera')).toMatchObject({
      wave: { number: wave, name: '=Wave', status: 'notified', state: 'invited' },
    });
    expect(await of('adam')).toMatchObject({ wave: null });
    expect((await get('/users.csv')).text).toContain(`"${wave}","'=Wave","notified","invited"\r\n`);
    await migration.step(wave, 'start');
    for (const state of ['invited', 'enforced']) {
      expect(await of('vera')).toMatchObject({ wave: { status: 'enforced', state } });
      expect(await migration.statesOf(wave)).toEqual({ vera: state });
      await logInBySso(app, 'vera', migration.connectionId);
    }
    await migration.step(wave, 'rollback');
    expect(await of('vera')).toMatchObject({ wave: null });
    expect((await get('/users.csv')).text).toContain(`"0","0","","","",""\r\n`);
  });

  it('counts the refresh tokens and trusted devices that become useless, and none of exempt members', async () => {
    const olivia = await userIdOf(app, 'olivia');
    for (const [userId, status, expires, epoch] of [
      [vera, 'trusted', null, 0],
      [vera, 'trusted', inDays(1), 0],
      [vera, 'trusted', inDays(-1), 0],
      [vera, 'trusted', null, 1],
      [vera, 'revoked', null, 0],
      [olivia, 'trusted', null, 0],
    ] as const)
      await sql(
        `INSERT INTO devices (user_id, family_id, name, status, trust_epoch, created_at, activated_at, expires_at, revoked_at)
         SELECT id, gen_random_uuid(), 'Laptop', $2, trust_epoch + $4::int, $5, $5, $3, CASE WHEN $2 = 'revoked' THEN $5::timestamptz END
           FROM users WHERE id = $1`,
        [userId, status, expires, epoch, app.clock.now()],
      );
    expect(await of('vera')).toMatchObject({ sessions_to_end: 0, tokens_affected: 2 });
    await logInBySso(app, 'vera', migration.connectionId);
    expect(await of('vera')).toMatchObject({ sessions_to_end: 0, tokens_affected: 2 });
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera]);
    for (const who of ['vera', 'vera']) await logIn(app.http, who);
    expect(await of('vera')).toMatchObject({ sessions_to_end: 2, tokens_affected: 4 });
    expect((await get('/users.csv')).text).toContain(`"2","4","","","",""\r\n`);
    expect(await of('olivia')).toMatchObject({ sessions_to_end: 0, tokens_affected: 0 });
  });
});
