import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClassifyMembers } from '../../src/sso-migration/application/classify-members.js';
import { ReadLatestPlan } from '../../src/sso-migration/application/read-latest-plan.js';
import { RecordProgress } from '../../src/sso-migration/application/record-progress.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const BASE = '/api/v1/sso/enforcement/migration-plan/1';

describe('the course of a migration', () => {
  let app: TestApp;
  let adam: LoggedIn, vera: LoggedIn;
  const make = (): Promise<Answer> => app.http.post(BASE, undefined, { token: adam.accessToken });
  const get = (path = ''): Promise<Answer> => app.http.get(`${BASE}${path}`, { token: adam.accessToken });
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const enrol = (userId: number) =>
    sql(
      `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at, confirmed_at)
       VALUES ($1, 'totp', 'Phone', 'sealed', $2, $2)`,
      [userId, app.clock.now()],
    );

  beforeAll(async () => {
    app = await startTestApp();
    adam = await logIn(app.http, 'adam');
    vera = await logIn(app.http, 'vera');
  });
  afterAll(() => app.close());

  it('stays one plan under 20 requests at once to two instances, and confirms it as long as no member changes groups', async () => {
    // Of one instance they queue up before they reach the database; it takes another to meet there.
    const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    const makeAt = ({ http }: TestApp): Promise<Answer> => http.post(BASE, undefined, { token: adam.accessToken });
    for (let round = 0; round < 5; round += 1) {
      await sql('DELETE FROM sso_plans');
      await sql('DELETE FROM sso_snapshots');
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => makeAt(index % 2 === 0 ? app : other)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.plan.number}`))).toEqual(new Set(['200 1']));
      expect(await sql('SELECT number FROM sso_plans')).toEqual([{ number: 1 }]);
    }
    await other.close();
    const madeAt = app.clock.now().toISOString();
    app.clock.advance({ minutes: 5 });
    const { plan } = (await make()).body.data;
    expect(plan).toMatchObject({ number: 1, made_at: madeAt, confirmed_at: app.clock.now().toISOString(), diff: null });
  });

  it('says who moved since the plan before, and keeps the history', async () => {
    const [before] = [(await make()).body.data];
    const read = app.app.get(ReadLatestPlan, { strict: false });
    expect(await read.execute(1)).toMatchObject({ number: 1, isFresh: true });
    await enrol(vera.userId);
    expect(await read.execute(1)).toMatchObject({ number: 1, isFresh: false });
    const { data } = (await make()).body;
    expect(data.plan).toMatchObject({ number: 2 });
    expect(data.plan.snapshot_hash).not.toBe(before.plan.snapshot_hash);
    expect(data.plan.diff).toEqual({
      against_number: 1,
      groups: {
        users_already_using_sso: 0,
        users_ready_for_migration: 1,
        users_needing_mfa_setup: -1,
        users_requiring_admin_intervention: 0,
        total_users: 0,
      },
      reasons: { READY: 1, MFA_MISSING: -1 },
      moves: [
        {
          from: { group: 'needing_mfa_setup', reason: 'MFA_MISSING' },
          to: { group: 'ready_for_migration', reason: 'READY' },
          users: 1,
          user_ids: [vera.userId],
        },
      ],
    });
    const shown = (await get('?limit=1&page=2')).body.data;
    expect(shown.plan).toEqual(data.plan);
    expect(shown.migration_plan).toEqual(data.migration_plan);
    expect(shown.history.map(({ number }: { number: number }) => number)).toEqual([1]);
    expect(shown.pagination).toMatchObject({ total: 2, pages: 2 });
    const kept = await sql('SELECT DISTINCT snapshot_hash AS hash FROM sso_snapshots WHERE organization_id = 1');
    expect(kept).toHaveLength(2);
    const [event] = await sql(
      `SELECT outcome, actor_user_id AS actor, organization_id AS organization, detail FROM audit_events
        WHERE action = 'sso.migration.plan_made' ORDER BY id DESC LIMIT 1`,
    );
    expect(event).toMatchObject({
      outcome: 'success',
      actor: adam.userId,
      organization: 1,
      detail: { number: 2, is_new: true },
    });
  });

  it('sees two people change places, although the counts stay', async () => {
    const { plan, migration_plan: counts } = (await make()).body.data;
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera.userId]);
    await enrol(adam.userId);
    const after = (await make()).body.data;
    expect(after.migration_plan).toEqual(counts);
    expect(after.plan.number).toBe(plan.number + 1);
    expect(after.plan.diff.moves).toHaveLength(2);
  });

  it('records each day once, however often it is asked to', async () => {
    await make();
    const record = app.app.get(RecordProgress, { strict: false });
    app.clock.advance({ days: 1 });
    await enrol(vera.userId);
    expect(await record.execute()).toBeGreaterThan(0);
    await record.execute();
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera.userId]);
    await record.execute();
    adam = await logIn(app.http, 'olivia');
    const { progress, pagination } = (await get('/progress')).body.data;
    expect(pagination.total).toBe(2);
    expect(progress.map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-20']);
    expect(progress[0]).toMatchObject({ users_ready_for_migration: 2, users_needing_mfa_setup: 2, total_users: 4 });
  });

  it('replays the logins: who would have been sent to a connection, and who would have stood outside', async () => {
    const all = (await get('/forecast')).body.data.forecast;
    expect(all).toMatchObject({
      period_days: 30,
      denied: { logins: 3, people: 3 },
      locked_out: { logins: 3, people: 3 },
    });
    await sql(
      `INSERT INTO sso_connections (id, organization_id, name, type, status, issuer, settings, tested_version, created_at, updated_at)
       VALUES (77, 1, 'Provider', 'oidc', 'active', 'https://idp.example', '{}', 1, now(), now())`,
    );
    await sql(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at) VALUES (1, 'delta.example', '', 'verified', now())
       ON CONFLICT DO NOTHING`,
    );
    await sql(
      `INSERT INTO sso_break_glass (organization_id, user_id, designated_at) SELECT 1, id, now() FROM users WHERE username = 'olivia'`,
    );
    await sql(`UPDATE users SET email_key = 'vera@guests.example' WHERE id = $1`, [vera.userId]);
    const { forecast } = (await get('/forecast')).body.data;
    expect(forecast).toMatchObject({
      all: { logins: 3, people: 3 },
      denied: { logins: 2, people: 2 },
      locked_out: { logins: 1, people: 1 },
    });
    expect(forecast.by_group).toEqual([
      { group: 'ready_for_migration', logins: 1, people: 1, people_locked_out: 0 },
      { group: 'requires_admin_intervention', logins: 1, people: 1, people_locked_out: 1 },
    ]);
    expect(forecast.by_day).toEqual([{ day: '2026-11-20', logins: 2, people: 2 }]);
    app.clock.advance({ days: 30 });
    adam = await logIn(app.http, 'olivia');
    expect((await get('/forecast')).body.data.forecast.denied).toEqual({ logins: 0, people: 0 });
  });

  it('exports CSV that no spreadsheet takes for a formula, and records the export', async () => {
    const evil = `=cmd|' /C calc'!A1","x`;
    await sql('UPDATE users SET username = $2, email = $3 WHERE id = $1', [vera.userId, evil, '@SUM(1+1)*2@guests.example']);
    const { status, headers, text } = await get('/users.csv');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/csv; charset=utf-8', 'no-store']);
    expect(headers.get('content-disposition')).toBe('attachment; filename="migration-users-1.csv"');
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(1 + 4 + 1);
    expect(lines[0]).toMatch(/^"user_id","username","email","role","group","primary_reason",/);
    expect(text).toContain(
      `"'=cmd|' /C calc'!A1"",""x","'@SUM(1+1)*2@guests.example","viewer","requires_admin_intervention","EXTERNAL_DOMAIN"`,
    );
    for (const [name, cell] of [
      [' =1+1', `"' =1+1"`],
      ['x;=1+1', `"x;'=1+1"`],
      ['x";@a', `"x"";'@a"`],
      ['a-b+c', `"a-b+c"`],
    ] as const) {
      await sql('UPDATE users SET username = $2 WHERE id = $1', [vera.userId, name]);
      expect((await get('/users.csv')).text).toContain(`${cell},"'@SUM(`);
    }
    const only = await get('/users.csv?group=requires_admin_intervention&reason=EXTERNAL_DOMAIN');
    expect(only.text.split('\r\n')).toHaveLength(1 + 1 + 1);
    expect((await get('/users.csv?group=x')).status).toBe(400);
    const [event] = await sql(`SELECT detail FROM audit_events WHERE action = 'sso.migration.exported' ORDER BY id DESC LIMIT 1`);
    expect(event.detail).toEqual({ group: 'requires_admin_intervention', reason: 'EXTERNAL_DOMAIN', stuck: false });
  });

  it('judges single people and stretches of a group for others, by the same rules', async () => {
    const classify = app.app.get(ClassifyMembers, { strict: false });
    const [one] = await classify.execute(1, { userIds: [vera.userId, 2_000_000_000] });
    expect(one).toEqual({
      userId: vera.userId,
      group: 'requires_admin_intervention',
      reason: 'EXTERNAL_DOMAIN',
      isLockedOut: true,
      connectionId: null,
      hasCome: true,
    });
    const free = async (percent: number, limit: number) => {
      const members = await classify.execute(1, { group: 'requires_admin_intervention', percent, limit });
      return members.map(({ reason }) => reason).sort();
    };
    expect(await free(100, 10)).toEqual(['BREAK_GLASS_EXEMPT', 'EXTERNAL_DOMAIN']);
    for (const [percent, limit] of [
      [100, 1],
      [50, 10],
      [1, 10],
    ] as const)
      expect(await free(percent, limit)).toHaveLength(1);
  });
});
