import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClassificationTurns } from '../../src/sso-migration/application/ports/classification-turns.js';
import { MigrationPlans } from '../../src/sso-enforcement/application/ports/migration-plans.js';
import { DescribeSsoReadiness, type SsoReadiness } from '../../src/sso/application/describe-sso-readiness.js';
import { type CheckedDomain, RecheckDomains } from '../../src/sso/application/recheck-domains.js';
import type { Answer } from '../support/http-client.js';
import { addBreakGlass, addConnection, addMember, enforce, logInBySso, unsignedSessionsOf } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/enforcement/1';
const DAY_MS = 86_400_000;
const outcome = ({ status, body }: Answer) => [status, body.code];

describe('requiring single sign-on', () => {
  let app: TestApp;
  let connectionId: number;
  let owner: LoggedIn;
  let readiness: SsoReadiness;
  let checked: CheckedDomain[];
  let plan: { confirmedAt: Date; holds: boolean } | null;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' } });
    connectionId = await addConnection(app);
    for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
    await addMember(app, 'oscar', 'owner');
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM sso_requirements');
    await app.dataSource.query('DELETE FROM sso_enforcement');
    await app.dataSource.query('UPDATE sso_break_glass SET drilled_at = $1', [app.clock.now()]);
    await app.dataSource.query(`DELETE FROM sessions`);
    // As if the connection, the DNS and the migration were all that they should be.
    owner = await logInBySso(app, 'oscar', connectionId);
    const testedAt = app.clock.now();
    readiness = {
      connections: [{ id: connectionId, status: 'active', testedAt }],
      domains: [{ domain: 'delta.example', status: 'verified' }],
      provenUserIds: [owner.userId],
    };
    checked = [{ domain: 'delta.example', isVerified: true }];
    plan = { confirmedAt: app.clock.now(), holds: true };
    const describeReadiness = app.app.get(DescribeSsoReadiness, { strict: false });
    jest.spyOn(describeReadiness, 'execute').mockImplementation(() => Promise.resolve(readiness));
    const recheck = app.app.get(RecheckDomains, { strict: false });
    jest.spyOn(recheck, 'execute').mockImplementation(() => Promise.resolve(checked));
    jest.spyOn(app.app.get(MigrationPlans, { strict: false }), 'latestOf').mockImplementation(() => Promise.resolve(plan));
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  const put = (body: object, ifMatch: string | null = '"0"', who: LoggedIn = owner) =>
    app.http.put(PATH, body, {
      token: who.accessToken,
      headers: ifMatch === null ? {} : { 'If-Match': ifMatch },
    });
  const read = () => app.http.get(PATH, { token: owner.accessToken });
  const audits = (action: string) =>
    app.dataSource.query(
      `SELECT outcome, actor_user_id AS actor, organization_id AS organization, detail FROM audit_events
        WHERE action = $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id DESC LIMIT 1`,
      [action],
    );

  it('is off, at version 0, until an owner decides otherwise', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('etag'), body.data.enforcement]).toEqual([
      200,
      '"0"',
      expect.objectContaining({ organization_id: 1, mode: 'off', changed_at: null, required_since: null }),
    ]);
  });

  it.each([null, '*', ' * '])('answers 428 to a change with If-Match %s, which names no state', async (ifMatch) => {
    expect(outcome(await put({ mode: 'optional' }, ifMatch))).toEqual([428, 'PRECONDITION_REQUIRED']);
    expect((await read()).body.data.enforcement.mode).toBe('off');
  });

  it.each([
    [{}, '"0"'],
    [{ mode: 'sometimes' }, '"0"'],
    [{ mode: 'required', grace_hours: 169 }, '"0"'],
    [{ mode: 'required', grace_hours: 1.5 }, '"0"'],
    [{ mode: 'optional', grace_hours: 1 }, '"0"'],
    [{ mode: 'required', version: 1 }, '"0"'],
  ])('refuses %j with If-Match %s as malformed', async (body, ifMatch) => {
    expect(outcome(await put(body, ifMatch))).toEqual([400, 'VALIDATION_FAILED']);
    expect((await read()).body.data.enforcement.mode).toBe('off');
  });

  it('is for owners: neither an administrator nor a stranger may decide it', async () => {
    const adam = await logIn(app.http, 'adam');
    expect(outcome(await put({ mode: 'optional' }, '"0"', adam))).toEqual([403, 'FORBIDDEN']);
    expect((await app.http.get(PATH, { token: adam.accessToken })).status).toBe(200);
    expect((await app.http.get(PATH, { token: (await logIn(app.http, 'vera')).accessToken })).status).toBe(403);
  });

  const BLOCKERS: Readonly<Record<string, () => unknown>> = {
    CONNECTION_TESTED: () => (readiness = { ...readiness, connections: [{ id: connectionId, status: 'active', testedAt: yesterday() }] }),
    DOMAIN_VERIFIED: () => (checked = [{ domain: 'delta.example', isVerified: false }]),
    ADMIN_HAS_LOGGED_IN_BY_SSO: () => (readiness = { ...readiness, provenUserIds: [] }),
    BREAK_GLASS_READY: () =>
      app.dataSource.query(`UPDATE sso_break_glass SET drilled_at = $1 WHERE user_id = (SELECT id FROM users WHERE username = 'nora')`, [
        new Date(app.clock.now().getTime() - 90 * DAY_MS),
      ]),
    PLAN_FRESH: () => (plan = { confirmedAt: app.clock.now(), holds: false }),
  };
  const yesterday = () => new Date(app.clock.now().getTime() - DAY_MS);

  it.each(Object.keys(BLOCKERS))('is blocked by %s alone, and says so', async (code) => {
    await BLOCKERS[code]?.();
    const answer = await put({ mode: 'required' });
    expect(outcome(answer)).toEqual([409, 'ENFORCEMENT_BLOCKED']);
    expect(answer.body.blockers).toEqual([{ code, message: expect.any(String) }]);
    expect((await read()).body.data.enforcement).toMatchObject({ mode: 'off', required_since: null });
    expect(await audits('sso.enforcement.blocked')).toEqual([
      { outcome: 'refused', actor: owner.userId, organization: 1, detail: { blockers: [code] } },
    ]);
  });

  it('lists everything that stands against it at once, and locks out no one who asks without single sign-on', async () => {
    Object.assign(readiness, { connections: [], domains: [] });
    [checked, plan] = [[], { confirmedAt: yesterday(), holds: true }];
    await app.dataSource.query(`DELETE FROM sessions`);
    await app.dataSource.query(`DELETE FROM mfa_factors WHERE user_id = $1`, [owner.userId]);
    const answer = await put({ mode: 'required' }, '"0"', await logIn(app.http, 'oscar'));
    expect(answer.body.blockers.map(({ code }: { code: string }) => code)).toEqual([
      'CONNECTION_ACTIVE',
      'CONNECTION_TESTED',
      'DOMAIN_VERIFIED',
      'CALLER_NOT_LOCKED_OUT',
      'PLAN_FRESH',
    ]);
  });

  it('ends existing sessions, refuses new ones, and opens every way to log in again at once', async () => {
    const adam = await logIn(app.http, 'adam');
    const required = await put({ mode: 'required' });
    expect([required.status, required.headers.get('etag')]).toEqual([200, '"1"']);
    expect(required.body.data.enforcement).toMatchObject({ mode: 'required', changed_by_user_id: owner.userId, changed_by: owner.userId });
    expect((await app.http.get('/api/v1/me', { token: adam.accessToken })).status).toBe(401);
    expect(outcome(await app.http.post('/api/auth/refresh', { refresh_token: adam.refreshToken }))).toEqual([401, 'UNAUTHORIZED']);
    await expect(logIn(app.http, 'adam')).rejects.toThrow('403');
    expect((await read()).status).toBe(200);
    expect(await audits('sso.enforcement.changed')).toEqual([
      expect.objectContaining({ outcome: 'success', detail: { from: 'off', to: 'required', grace_seconds: 0 } }),
    ]);
    expect((await put({ mode: 'optional' }, '"1"')).status).toBe(200);
    await logIn(app.http, 'adam');
  });

  it('lets sessions live on for the grace and not longer, while logins are refused at once', async () => {
    const adam = await logIn(app.http, 'adam');
    expect((await put({ mode: 'required', grace_hours: 2 })).body.data.enforcement.grace_until).toBe(
      new Date(app.clock.now().getTime() + 7_200_000).toISOString(),
    );
    await expect(logIn(app.http, 'adam')).rejects.toThrow('403');
    const see = (token: string) => app.http.get('/api/v1/organizations/1', { token });
    expect((await see(adam.accessToken)).status).toBe(200);
    app.clock.advance({ minutes: 119 });
    const refreshed = await app.http.post('/api/auth/refresh', { refresh_token: adam.refreshToken });
    expect((await see(refreshed.body.access_token)).status).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect((await see(refreshed.body.access_token)).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: adam.refreshToken })).status).toBe(401);
  });

  it('only records what it would have refused, once per login, while it reports', async () => {
    await enforce(app, 'report_only');
    await app.dataSource.query('DELETE FROM sso_denials');
    await logIn(app.http, 'adam');
    expect(await app.dataSource.query('SELECT organization_id, was_enforced, path FROM sso_denials')).toEqual([
      { organization_id: 1, was_enforced: false, path: 'pwd' },
    ]);
    expect(await audits('sso.enforcement.would_deny')).toEqual([
      expect.objectContaining({ outcome: 'success', organization: 1, detail: { path: 'pwd' } }),
    ]);
  });

  it('shows beforehand what would happen, and changes nothing', async () => {
    await app.dataSource.query('DELETE FROM sso_denials');
    await enforce(app, 'report_only');
    await logIn(app.http, 'adam');
    await enforce(app, 'off');
    await logIn(app.http, 'vera');
    plan = null;
    const { status, body } = await app.http.post(`${PATH}/preview`, undefined, { token: owner.accessToken });
    expect([status, body.data.preview]).toEqual([
      200,
      {
        blockers: [{ code: 'PLAN_FRESH', message: expect.any(String) }],
        // adam, vera and mia: olivia and nora are break-glass accounts, oscar has come through the connection.
        never_signed_on_count: 3,
        sessions_to_end: 2,
        denied_last_30_days: { logins: 1, people: 1 },
      },
    ]);
    expect(await unsignedSessionsOf(app, 'adam')).toBe(1);
  });

  it('shows it in turn with all others who look at all members of the organization', async () => {
    const turns = app.app.get(ClassificationTurns, { strict: false });
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const preview = () => app.http.post(`${PATH}/preview`, undefined, { token: owner.accessToken });
    // One place and a line of fifty.
    const line = Array.from({ length: 51 }, () => turns.take(1, () => held));
    expect(outcome(await preview())).toEqual([503, 'UNAVAILABLE']);
    end();
    await Promise.all(line);
    expect((await preview()).status).toBe(200);
  });

  it('can be taken back by a system administrator, for an organization that has lost its provider', async () => {
    await put({ mode: 'required' });
    await app.dataSource.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [connectionId]);
    expect(outcome(await read())).toEqual([403, 'SSO_REQUIRED']);
    await addMember(app, 'sysadmin');
    const sysadmin = await logIn(app.http, 'sysadmin');
    expect(await audits('session.logged_in')).toEqual([
      expect.objectContaining({ detail: expect.objectContaining({ sso_exempt: 'system_admin' }) }),
    ]);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/preview'],
    ] as const) {
      const missing = `/api/v1/sso/enforcement/2000000000${path}`;
      const answer = await app.http.send(method, missing, undefined, { token: sysadmin.accessToken });
      expect(outcome(answer)).toEqual([404, 'NOT_FOUND']);
    }
    expect((await put({ mode: 'off' }, '"1"', sysadmin)).status).toBe(200);
    await app.dataSource.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [connectionId]);
    await logIn(app.http, 'adam');
  });
});
