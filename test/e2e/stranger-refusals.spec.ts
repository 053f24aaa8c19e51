import { afterAll, beforeEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PurgeRefusals } from '../../src/audit/application/purge-refusals.js';
import { AuditTrail } from '../../src/shared/ports/audit-trail.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { runWithOrigin } from '../../src/platform/http/request-context.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const REFUSALS = '/api/v1/audit-events/refusals';
const UNKNOWN = 'A'.repeat(43);
const OFFICE = '198.51.100.7';
const WRONG = 'this-is-not-the-password';

interface Counted {
  minute: string;
  network: string;
  action: string;
  reason: string;
  count: number;
}

describe('Refusals of strangers are counted for each network, action and minute, and leave no row', () => {
  let app: TestApp;
  let sysadmin: LoggedIn;

  beforeAll(async () => {
    // Tenths of the limits: ten refused refreshes of a network are free.
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.1', TRUST_PROXY: '1' } });
    sysadmin = await logIn(app.http, 'sysadmin');
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const from = (ip: string) => ({ headers: { 'X-Forwarded-For': ip } });
  const refresh = (ip = OFFICE, token = UNKNOWN, on = app) => on.http.post('/api/auth/refresh', { refresh_token: token }, from(ip));
  const rows = async (): Promise<number> =>
    (await app.dataSource.query(`SELECT count(*)::int AS n FROM audit_events WHERE target_type IS DISTINCT FROM 'member'`))[0].n;
  const thisMinute = (on = app) => new Date(Math.floor(on.clock.now().getTime() / 60_000) * 60_000).toISOString();
  const counted = async (query = ''): Promise<Counted[]> => {
    const { status, body } = await app.http.get(`${REFUSALS}?limit=100&from=${thisMinute()}${query}`, {
      token: sysadmin.accessToken,
    });
    expect(status).toBe(200);
    return body.data.refusals;
  };
  const refused = (action: string, reason: string, count: number, network = OFFICE): Counted => ({
    minute: thisMinute(),
    network,
    action,
    reason,
    count,
  });

  it('of 600 refreshes with unknown tokens', async () => {
    const before = await rows();
    await Promise.all(Array.from({ length: 600 }, () => refresh()));
    expect(await rows()).toBe(before);
    const found = await counted();
    expect(found.map(({ reason }) => reason).sort()).toEqual(['throttled', 'unknown_or_ended']);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(600);
  });

  it('of logins under unknown names, and of challenges and links that were never sent', async () => {
    const before = await rows();
    await app.http.post('/api/auth/login', { username: 'nobody-at-all', password: WRONG }, from(OFFICE));
    await app.http.post('/api/auth/mfa/verify', { mfa_token: UNKNOWN, method: 'totp', code: '000000' }, from(OFFICE));
    await app.http.post('/api/auth/password-reset', { token: UNKNOWN, new_password: 'a heron stands in water' }, from(OFFICE));
    await app.http.get(`/api/v1/invitations/${UNKNOWN}`, from(OFFICE));
    expect(await rows()).toBe(before);
    expect(await counted()).toEqual(
      expect.arrayContaining([
        refused('session.logged_in', 'wrong_credentials', 1),
        refused('mfa.verified', 'unknown_or_ended', 1),
        refused('user.password_reset', 'invalid_token', 1),
        refused('invitation.read', 'unknown', 1),
      ]),
    );
  });

  it('and a throttled one writes nothing at all', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) await refresh();
    const written: string[] = [];
    const session = app.app.get(TypeOrmSession);
    const execute = session.execute.bind(session);
    const spy = jest.spyOn(session, 'execute').mockImplementation((sql, values) => {
      const text = typeof sql === 'string' ? sql : sql.text;
      if (!text.includes('refusal_counts')) written.push(text);
      return execute(sql, values);
    });
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await refresh()).status).toBe(429);
    spy.mockRestore();
    expect(written).toEqual([]);
    expect(await counted()).toContainEqual(refused('session.refreshed', 'throttled', 21));
  });

  it('by networks that are one subscriber, and by no more of them than a minute has place for', async () => {
    await Promise.all(['2001:db8:1:2::1', '2001:db8:1:2::2'].map((ip) => refresh(ip)));
    expect(await counted()).toEqual([refused('session.refreshed', 'unknown_or_ended', 2, '2001:db8:1:2::/64')]);
    for (let subnet = 0; subnet < 150; subnet += 1) await refresh(`2001:db8:${(subnet + 16).toString(16)}::1`);
    const [{ n: networks }] = await app.dataSource.query('SELECT count(DISTINCT network)::int AS n FROM refusal_counts WHERE minute = $1', [
      thisMinute(),
    ]);
    expect(networks).toBe(101);
    expect(await counted('&network=other')).toEqual([refused('session.refreshed', 'unknown_or_ended', 51, 'other')]);
  });

  it('by two instances into the same counter, and by an instance that is about to end', async () => {
    const other = await startTestApp({
      clock: app.clock,
      database: { url: app.databaseUrl },
      environment: { RATE_LIMIT_MULTIPLIER: '0.1', TRUST_PROXY: '1' },
    });
    for (let attempt = 0; attempt < 11; attempt += 1) await refresh();
    await Promise.all([app, app, other, other, other].map((on) => refresh(OFFICE, UNKNOWN, on)));
    await other.close();
    expect(await counted('&action=session.refreshed')).toEqual(
      expect.arrayContaining([refused('session.refreshed', 'unknown_or_ended', 11), refused('session.refreshed', 'throttled', 5)]),
    );
  });

  it('while a refusal of a known caller stays a row', async () => {
    const vera = await logIn(app.http, 'vera');
    const before = await rows();
    await app.http.get('/api/v1/audit-events', { token: vera.accessToken });
    expect(await rows()).toBe(before + 1);
    expect(await counted('&action=access.refused')).toEqual([]);
  });

  it('while one whose account is named as its target stays a row, unless it is throttled', async () => {
    const trail = app.app.get(AuditTrail, { strict: false });
    const gone = new AbortController().signal;
    const origin = {
      requestId: 'guess',
      method: 'POST',
      ip: OFFICE,
      country: null,
      userAgent: null,
      platformVersion: null,
      gone,
    };
    const guess = (reason: string) =>
      runWithOrigin(origin, () =>
        trail.record({
          action: 'session.logged_in',
          outcome: 'refused',
          actorUserId: null,
          detail: { reason },
          target: { type: 'user', id: 2 },
        }),
      );
    const before = await rows();
    await guess('wrong_credentials');
    expect(await rows()).toBe(before + 1);
    await guess('throttled');
    expect(await rows()).toBe(before + 1);
  });

  it('are listed only for system administrators, newest first, and forgotten after 30 days', async () => {
    const olivia = await logIn(app.http, 'olivia');
    expect((await app.http.get(REFUSALS, { token: olivia.accessToken })).status).toBe(403);
    await refresh('192.0.2.1');
    app.clock.advance({ minutes: 1 });
    await refresh('192.0.2.2');
    const { body } = await app.http.get(`${REFUSALS}?limit=1&action=session.refreshed`, {
      token: sysadmin.accessToken,
    });
    expect(body.data.refusals).toEqual([refused('session.refreshed', 'unknown_or_ended', 1, '192.0.2.2')]);
    expect(body.data.pagination).toMatchObject({ page: 1, limit: 1, has_next: true });
    expect((await app.http.get(`${REFUSALS}?action=Not!`, { token: sysadmin.accessToken })).status).toBe(400);
    app.clock.advance({ days: 30, minutes: 1 });
    await app.app.get(PurgeRefusals, { strict: false }).execute();
    expect((await app.dataSource.query('SELECT FROM refusal_counts')).length).toBe(0);
  });
});
