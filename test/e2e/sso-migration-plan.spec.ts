import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RULES } from '../../src/sso-migration/domain/rule.js';
import type { Answer } from '../support/http-client.js';
import { FIRST_CONNECTION, FIRST_USER, type Person, populate } from '../support/population.js';
import { addBreakGlass, addConnection } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const BASE = '/api/v1/sso/enforcement/migration-plan';
const ORGANIZATION = 9_001;
const MINE = 'https://idp.example';

const nobody: Omit<Person, 'id' | 'email'> = {
  isDisabled: false,
  isSuspended: false,
  isSystemAdmin: false,
  isBreakGlass: false,
  exemption: 'none',
  directory: null,
  links: [],
  factors: [],
  hasRecoveryCode: false,
  elsewhere: 'nothing',
};
const entry = { isInferred: false, isActive: true, userType: null };
const link = { connection: 1, issuer: MINE, subject: 's', isUsed: false, email: null };

/** One for each row of the table of precedence, in its order, and last an exempt one; all but those it is about could be ready. */
const PEOPLE: Person[] = [
  { isSuspended: true },
  { isSuspended: true, directory: { ...entry, isActive: false, address: 'p2@delta.example' } },
  { directory: { ...entry, userType: 'service', address: 'p3@delta.example' } },
  { isBreakGlass: true, links: [{ ...link, subject: 'p4', isUsed: true }] },
  { links: [{ ...link, subject: 'p5', isUsed: true, email: 'p7@delta.example' }] },
  { links: [{ ...link, connection: 2, subject: 'p6', isUsed: true }] },
  {},
  { directory: { ...entry, address: 'old-p8@delta.example' } },
  { email: 'p9@guests.example' },
  { elsewhere: 'everybody' as const },
  { isSystemAdmin: true },
  {},
  { factors: [{ type: 'totp' as const, isConfirmed: false }] },
  { factors: [], hasRecoveryCode: true },
  { factors: [] },
  { factors: [], exemption: 'running' as const, directory: { ...entry, userType: 'service', address: 'p16@delta.example' } },
].map((person, index) => ({
  ...nobody,
  factors: [{ type: 'webauthn', isConfirmed: true }],
  id: index + 1,
  email: `p${index + 1}@delta.example`,
  ...person,
}));

describe('the migration plan', () => {
  let app: TestApp;
  let adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  const as = (who: LoggedIn) => ({ token: who.accessToken });
  const make = (organizationId: number | string = ORGANIZATION, who = sysadmin): Promise<Answer> =>
    app.http.post(`${BASE}/${organizationId}`, undefined, as(who));
  const get = (path: string, who = sysadmin): Promise<Answer> => app.http.get(`${BASE}/${path}`, as(who));

  beforeAll(async () => {
    app = await startTestApp();
    [adam, vera, oscar, sysadmin] = [
      await logIn(app.http, 'adam'),
      await logIn(app.http, 'vera'),
      await logIn(app.http, 'oscar'),
      await logIn(app.http, 'sysadmin'),
    ];
  });
  beforeEach(() =>
    populate(app, ORGANIZATION, {
      domains: [{ domain: 'delta.example', status: 'verified', connection: null }],
      connections: [
        { id: 1, status: 'active', issuer: MINE },
        { id: 2, status: 'disabled', issuer: MINE },
      ],
      people: PEOPLE,
    }),
  );
  afterAll(() => app.close());

  it('answers exactly the five integers, beside them what the organization lacks and what the plan is', async () => {
    const { status, body } = await make();
    expect([status, body.data.migration_plan]).toEqual([
      200,
      {
        users_already_using_sso: 1,
        users_ready_for_migration: 1,
        users_needing_mfa_setup: 3,
        users_requiring_admin_intervention: 11,
        total_users: 16,
      },
    ]);
    expect(body.data.org_blockers.map(({ code }: { code: string }) => code)).toEqual(['CONNECTION_NOT_TESTED', 'NO_BREAK_GLASS']);
    expect(body.data.plan).toEqual({
      id: expect.any(Number),
      number: 1,
      made_at: app.clock.now().toISOString(),
      confirmed_at: app.clock.now().toISOString(),
      snapshot_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      // Of 14: the account for emergencies and the exempt member are left out.
      readiness_pct: 14.2,
      lockout_count: 7,
      pending_invitations: 0,
      reasons: expect.any(Array),
      diff: null,
    });
    expect(body.data.plan.reasons).toHaveLength(16);
  });

  it('gives each member their reason with its evidence, who has to act, and where they would log in', async () => {
    const { body } = await get(`${ORGANIZATION}/users?limit=100`);
    const { users } = body.data;
    expect(users.map((user: { primary_reason: string }) => user.primary_reason)).toEqual([
      ...RULES.map(({ code }) => code).filter((code) => code !== 'EXEMPT'),
      'EXEMPT',
    ]);
    const by = Object.fromEntries(users.map((user: { primary_reason: string }) => [user.primary_reason, user]));
    expect(by['READY']).toEqual({
      user_id: FIRST_USER + 12,
      username: 'person-12',
      display_name: null,
      email: 'p12@delta.example',
      role: 'owner',
      group: 'ready_for_migration',
      primary_reason: 'READY',
      reasons: [
        { code: 'READY', severity: 'info', evidence: { factors: ['webauthn'] }, since: expect.stringMatching(/Z$/) },
        { code: 'EMAIL_UNVERIFIED', severity: 'warning', evidence: { email: 'p12@delta.example' }, since: null },
        { code: 'NEVER_LOGGED_IN', severity: 'warning', evidence: null, since: null },
      ],
      next_action: 'Log in through single sign-on once, and confirm with the second factor.',
      actor: 'user',
      locked_out_if_enforced_now: false,
      predicted_connection_id: FIRST_CONNECTION + 1,
      last_login: null,
      sessions_to_end: 0,
      tokens_affected: 0,
      wave: null,
    });
    expect(by['LINK_BROKEN'].reasons[0].evidence).toEqual({
      connection_id: FIRST_CONNECTION + 2,
      connection_status: 'disabled',
      is_current_issuer: true,
      logins: 3,
    });
    expect(by['EMAIL_MISMATCH']).toMatchObject({
      actor: 'idp_admin',
      reasons: [{ evidence: { account: 'p8@delta.example', directory: 'old-p8@delta.example' } }, {}, {}],
    });
    // This organization must not learn which other organization requires it of them.
    expect(by['OTHER_ORG_ENFORCED'].reasons[0]).toMatchObject({ severity: 'blocker', evidence: null });
  });

  it('lists by group and by any reason, a page at a time, and refuses an unknown group', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await get(`${ORGANIZATION}/users?${query}`)).body.data.users.map((user: { user_id: number }) => user.user_id - FIRST_USER);
    expect(await ids('group=needing_mfa_setup')).toEqual([13, 14, 15]);
    expect(await ids('group=needing_mfa_setup&limit=2&page=2')).toEqual([15]);
    expect(await ids('reason=EMAIL_MISMATCH')).toEqual([5, 8]);
    expect(await ids('group=already_using_sso&reason=EMAIL_MISMATCH')).toEqual([5]);
    expect(await ids('limit=3&page=2')).toEqual([4, 5, 6]);
    const { pagination } = (await get(`${ORGANIZATION}/users?group=requires_admin_intervention&limit=4`)).body.data;
    expect(pagination).toMatchObject({ total: 11, pages: 3 });
    for (const query of ['group=everybody', 'reason=%27', 'group=ready_for_migration&group=x', 'limit=101'])
      expect([query, (await get(`${ORGANIZATION}/users?${query}`)).status]).toEqual([query, 400]);
  });

  it('does not change the members', async () => {
    const tables = ['users', 'organization_members', 'scim_resources', 'sso_identities', 'mfa_factors', 'sessions'];
    const versions = async (): Promise<unknown> =>
      app.dataSource.query(
        tables
          .map((table) => `SELECT '${table}' AS name, md5(string_agg(xmin || ctid::text, ',' ORDER BY ctid)) FROM ${table}`)
          .join(' UNION ALL '),
      );
    // A login is used up by asking who calls, so that comes first.
    await make();
    const before = await versions();
    await app.dataSource.query(`UPDATE mfa_factors SET confirmed_at = now() WHERE user_id = 0`);
    await make();
    for (const path of ['/users?limit=100', '/users?group=ready_for_migration', '/users.csv', '/forecast', '/progress', ''])
      expect([path, (await get(`${ORGANIZATION}${path}`)).status]).toEqual([path, 200]);
    expect(await versions()).toEqual(before);
  });

  it('is for those who may see single sign-on of that organization', async () => {
    expect((await make(1, adam)).body.data.migration_plan.total_users).toBe(4);
    for (const path of ['/users', '/users.csv', '/forecast', '/progress', '']) {
      for (const who of [vera, oscar]) expect([path, (await get(`1${path}`, who)).status]).toEqual([path, 403]);
      expect([path, (await get(`0x1${path}`)).status]).toEqual([path, 400]);
    }
    expect((await make(1, oscar)).status).toBe(403);
    expect((await make(1, vera)).status).toBe(403);
    expect((await make('2147483648')).status).toBe(400);
    expect((await make(2_000_000_000)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.http.post(`${BASE}/1`)).status).toBe(401);
    // Guests of both are seen by each, with what is the business of each.
    const everybody = await get('1/users?limit=100', adam);
    expect(everybody.body.data.users.map((user: { username: string }) => user.username).sort()).toEqual(['adam', 'mia', 'olivia', 'vera']);
  });

  it('says of the organization what a switch to required would say, of the active connection and of fit accounts', async () => {
    for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
    await addConnection(app, { status: 'disabled', domain: 'plan.example' });
    const active = await addConnection(app, { domain: 'plan.example' });
    const codes = async () => (await make(1)).body.data.org_blockers.map(({ code }: { code: string }) => code);
    // An authenticator app can be phished, and is not enough unless the configuration says so.
    expect(await codes()).toEqual(['NO_OWNER_USES_SSO', 'BREAK_GLASS_NOT_READY']);
    await app.dataSource.query('UPDATE sso_connections SET tested_version = NULL, tested_at = NULL WHERE id = $1', [active]);
    expect(await codes()).toEqual(['CONNECTION_NOT_TESTED', 'NO_OWNER_USES_SSO', 'BREAK_GLASS_NOT_READY']);
  });
});
