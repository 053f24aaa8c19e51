import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RemindOfFactors } from '../../src/sso-enforcement/application/remind-of-factors.js';
import { mcpClient } from '../support/mcp-client.js';
import type { Answer } from '../support/http-client.js';
import { enrolTotp, logInTo, logInWithTotp, nextTotp, trustedClient } from '../support/mfa.js';
import {
  addBreakGlass,
  addConnection,
  addMember,
  addPerson,
  enforce,
  enrol,
  logInBySso,
  requireFactor,
  userIdOf,
} from '../support/sign-on.js';
import { withApproval } from '../support/owner-approval.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const DAY = 86_400_000;
const outcome = ({ status, body }: Answer) => [status, body?.code];
const NEEDED = [403, 'SECOND_FACTOR_NEEDED'];
const STEP_UP = [401, 'STEP_UP_REQUIRED'];
const OPEN = [200, undefined];

describe('an organization that requires a second factor', () => {
  let app: TestApp;
  let own: number;
  let foreign: number;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    own = await addConnection(app);
    foreign = await addConnection(app, { organizationId: 2, domain: 'estuary.example' });
    await addPerson(app, 'ruth');
    await addMember(app, 'ruth', 'viewer', 2);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    for (const table of ['mfa_factors', 'devices', 'sign_in_requirements', 'factor_reminders', 'outbox_mails'])
      await app.dataSource.query(`DELETE FROM ${table}`);
  });

  const see = (token: string, organizationId = 1) => app.http.get(`/api/v1/organizations/${organizationId}/members`, { token });
  const needsOf = async (token: string): Promise<Record<number, string | null>> => {
    const { organizations } = (await app.http.get('/api/v1/me', { token })).body.data;
    return Object.fromEntries(organizations.map(({ id, needs }: { id: number; needs: string | null }) => [id, needs]));
  };
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY);
  const put = (token: string, body: object, version = 0, organizationId = 1) =>
    app.http.put(`/api/v1/organizations/${organizationId}/sign-in-requirements`, body, { token, headers: { 'If-Match': `"${version}"` } });
  const read = async (token: string) => (await app.http.get('/api/v1/organizations/1/sign-in-requirements', { token })).body.data;
  const requiring = (from?: Date, graceDays = 0) => ({
    second_factor: { required: true, ...(from && { from: from.toISOString() }), grace_days: graceDays },
  });
  const owner = async () => {
    await enrol(app, 'olivia');
    return (await logInWithTotp(app, {}, { username: 'olivia' })).accessToken;
  };

  describe('lets in a session', () => {
    it('without one until the day, and refuses the same session from the very moment on', async () => {
      const { accessToken } = await logIn(app.http, 'ruth');
      await requireFactor(app, inDays(1));
      expect(outcome(await see(accessToken))).toEqual(OPEN);
      app.clock.advance({ seconds: 86_399 });
      const { accessToken: later } = await logIn(app.http, 'ruth');
      expect(outcome(await see(later))).toEqual(OPEN);
      app.clock.advance({ seconds: 1 });
      expect(outcome(await see(later))).toEqual(NEEDED);
      expect(await needsOf(later)).toEqual({ 1: 'second_factor', 2: null });
      // The clock of another instance may be a little behind.
      app.clock.advance({ seconds: -1 });
      expect(outcome(await see(later))).toEqual(OPEN);
    });

    it('once its person has enrolled a factor and used it, and keeps the way there open', async () => {
      const { accessToken } = await logIn(app.http, 'ruth');
      await requireFactor(app);
      const refused = await see(accessToken);
      expect(outcome(refused)).toEqual(NEEDED);
      expect(refused.body.message).toBe('The organization requires a second factor. Enrol one in your account, then confirm it.');
      const { secret } = await enrolTotp(app, accessToken);
      const demanded = await see(accessToken);
      expect([...outcome(demanded), demanded.body.step_up]).toEqual([...STEP_UP, { acr: 'aal2', max_age: 600, methods: ['mfa'] }]);
      const body = { method: 'totp', code: nextTotp(app.clock, secret) };
      const stepped = await app.http.post('/api/auth/mfa/step-up', body, { token: accessToken });
      expect(outcome(await see(stepped.body.access_token))).toEqual(OPEN);
      expect(await needsOf(stepped.body.access_token)).toEqual({ 1: null, 2: null });
    });

    it('of a new member during the days of grace', async () => {
      await requireFactor(app, inDays(-30), { graceDays: 7 });
      await addPerson(app, 'newcomer');
      const { accessToken } = await logIn(app.http, 'newcomer');
      expect(outcome(await see(accessToken))).toEqual(OPEN);
      app.clock.advance({ days: 7 });
      const { accessToken: later } = await logIn(app.http, 'newcomer');
      expect(outcome(await see(later))).toEqual(NEEDED);
    });

    it('of someone whom a directory brought long before they came, during the days of grace after that', async () => {
      const of = await userIdOf(app, 'ruth');
      const moved = (joined: Date) =>
        app.dataSource.query('UPDATE organization_members SET joined_at = $2 WHERE organization_id = 1 AND user_id = $1', [of, joined]);
      await requireFactor(app, inDays(-30), { graceDays: 7 });
      await moved(inDays(-60));
      await app.dataSource.query('UPDATE organization_members SET arrived_at = $2 WHERE organization_id = 1 AND user_id = $1', [
        of,
        inDays(-6),
      ]);
      const { accessToken } = await logIn(app.http, 'ruth');
      expect([outcome(await see(accessToken)), (await needsOf(accessToken))[1]]).toEqual([OPEN, null]);
      const dueAt = inDays(1).toISOString();
      const { people } = (await app.http.get('/api/v1/organizations/1/sign-in-requirements/people', { token: await owner() })).body.data;
      const due = people.find(({ username }: { username: string }) => username === 'ruth').due_at;
      expect(due).toBe(dueAt);
      app.clock.advance({ days: 1 });
      expect(outcome(await see((await logIn(app.http, 'ruth')).accessToken))).toEqual(NEEDED);
    });

    it('no longer after its person has removed the factor that they proved', async () => {
      const { accessToken } = await logIn(app.http, 'ruth');
      const { secret } = await enrolTotp(app, accessToken);
      const body = { method: 'totp', code: nextTotp(app.clock, secret) };
      const { access_token: token } = (await app.http.post('/api/auth/mfa/step-up', body, { token: accessToken })).body;
      await requireFactor(app);
      expect(outcome(await see(token))).toEqual(OPEN);
      const [{ id }] = await app.dataSource.query('SELECT id FROM mfa_factors');
      expect((await app.http.delete(`/api/v1/mfa/factors/${id}`, { token })).status).toBeLessThan(300);
      expect(outcome(await see(token))).toEqual(NEEDED);
      const find = 'SELECT acr, amr FROM sessions WHERE ended_at IS NULL AND user_id = $1';
      const rows = await app.dataSource.query(find, [await userIdOf(app, 'ruth')]);
      expect(rows).toEqual([{ acr: 'aal1', amr: ['pwd'] }]);
    });

    it('again at once when the rule is taken back', async () => {
      const { accessToken } = await logIn(app.http, 'ruth');
      await requireFactor(app);
      expect(outcome(await see(accessToken))).toEqual(NEEDED);
      await requireFactor(app, null);
      expect(outcome(await see(accessToken))).toEqual(OPEN);
    });

    it('of its own identity provider, but not of that of another organization', async () => {
      await requireFactor(app);
      expect(outcome(await see((await logInBySso(app, 'ruth', own)).accessToken))).toEqual(OPEN);
      expect(outcome(await see((await logInBySso(app, 'ruth', foreign)).accessToken))).toEqual(NEEDED);
    });

    it('of a trusted device, for as long as the organization lets it be trusted', async () => {
      await enrol(app, 'ruth');
      await requireFactor(app);
      const { deviceToken } = await trustedClient(app, { username: 'ruth' });
      const { body } = await logInTo(app.http, { 'X-Device-Token': deviceToken }, 'ruth');
      const token = body.access_token;
      expect(outcome(await see(token))).toEqual(OPEN);
      const trustDays = (days: number | null) =>
        app.dataSource.query('UPDATE organizations SET device_trust_days = $1 WHERE id = 1', [days]);
      await trustDays(0);
      expect(outcome(await see(token))).toEqual(STEP_UP);
      await trustDays(1);
      expect(outcome(await see(token))).toEqual(OPEN);
      await app.dataSource.query(`UPDATE devices SET status = 'revoked', revoked_at = now()`);
      expect(outcome(await see(token))).toEqual(STEP_UP);
      await trustDays(null);
    });
  });

  it('decides for itself: another organization of the same person has another rule', async () => {
    await requireFactor(app, inDays(-1), { organizationId: 2 });
    const { accessToken } = await logIn(app.http, 'ruth');
    expect([outcome(await see(accessToken)), outcome(await see(accessToken, 2))]).toEqual([OPEN, NEEDED]);
    const listed = await app.http.get('/api/v1/organizations', { token: accessToken });
    expect(listed.body.data.organizations.map(({ id }: { id: number }) => id)).toEqual([1]);
  });

  it('keeps out system administrators who are members like all others, in single reads and lists alike', async () => {
    await addMember(app, 'sysadmin', 'owner');
    const { accessToken } = await logIn(app.http, 'sysadmin');
    const sources = async () =>
      (await app.http.get('/api/v1/data-sources', { token: accessToken })).body.data.data_sources.filter(
        ({ organization_id: id }: { organization_id: number }) => id === 1,
      ).length;
    expect(await sources()).toBeGreaterThan(0);
    await requireFactor(app);
    expect([outcome(await see(accessToken)), await sources()]).toEqual([NEEDED, 0]);
    await app.dataSource.query(`DELETE FROM organization_members WHERE user_id = $1`, [await userIdOf(app, 'sysadmin')]);
  });

  it('keeps them out also where an owner lets them act as one', async () => {
    await addMember(app, 'sysadmin', 'viewer');
    const { accessToken } = await logIn(app.http, 'sysadmin');
    const [userId, now] = [await userIdOf(app, 'sysadmin'), app.clock.now()];
    await app.dataSource.query(
      `INSERT INTO access_requests (organization_id, requested_by, kind, subject, reason, status, is_emergency, created_at, decided_at, expires_at)
       VALUES (1, $1, 'act_as_owner', '{}', 'Help', 'approved', true, $2, $2, $3)`,
      [userId, now, inDays(1)],
    );
    const sources = async () => (await app.http.get('/api/v1/data-sources', { token: accessToken })).body.data.data_sources.length;
    expect(await sources()).toBeGreaterThan(0);
    await requireFactor(app);
    expect(await sources()).toBe(0);
    await app.dataSource.query('DELETE FROM access_requests');
    await app.dataSource.query('DELETE FROM organization_members WHERE user_id = $1', [userId]);
  });

  it('refuses a key that was made without one, and takes one that was made with it', async () => {
    const keyOf = async (token: string, name = 'Desk'): Promise<string> => {
      const made = await app.http.post('/api/v1/access-keys', { name, organization_id: 1, scopes: ['schema.read'] }, { token });
      expect(made.status).toBe(201);
      return made.body.data.access_key.token;
    };
    const called = async (key: string): Promise<unknown> => {
      const { call, client } = await mcpClient(app.url, key);
      const { isError, data } = await call('schema', { data_source_id: 1, question: 'How long are the rivers?' });
      const { data: listed } = await call('list_data_sources');
      await client.close();
      return [isError ? data['code'] : 'shown', JSON.stringify(listed).includes('Rivers')];
    };
    const { accessToken } = await logIn(app.http, 'ruth');
    const without = await keyOf(accessToken);
    const ofForeign = await keyOf((await logInBySso(app, 'ruth', foreign)).accessToken, 'Foreign');
    const ofOwn = await keyOf((await logInBySso(app, 'ruth', own)).accessToken, 'Own');
    await enrol(app, 'mia');
    const withFactor = await keyOf((await logInWithTotp(app, {}, { username: 'mia' })).accessToken);
    const before = await called(withFactor);
    // Both get as far as the schema, which nobody has discovered.
    const isIn = ['SCHEMA_NOT_DISCOVERED', true];
    expect([before, await called(without)]).toEqual([isIn, isIn]);
    await requireFactor(app);
    expect(await called(without)).toEqual(['SECOND_FACTOR_NEEDED', false]);
    for (const key of [withFactor, ofOwn]) expect(await called(key)).toEqual(before);
    expect(await called(ofForeign)).toEqual(['SECOND_FACTOR_NEEDED', false]);
  });

  describe('is set up', () => {
    it('by an owner with a factor, on record, and every owner is told', async () => {
      const token = await owner();
      expect(await read(token)).toMatchObject({
        sign_in_requirements: { version: 0, second_factor: { required: false, from: null, grace_days: 0 } },
      });
      const from = inDays(10);
      const { status, body, headers } = await put(token, requiring(from, 7));
      expect([status, body.data.sign_in_requirements.second_factor, headers.get('etag')]).toEqual([
        200,
        { required: true, from: from.toISOString(), grace_days: 7 },
        '"1"',
      ]);
      const [event] = await app.dataSource.query(
        `SELECT outcome, detail FROM audit_events WHERE action = 'sign_in_requirements.changed' ORDER BY id DESC LIMIT 1`,
      );
      expect(event).toEqual({ outcome: 'success', detail: { second_factor: true, from: from.toISOString(), grace_days: 7 } });
      const [{ count }] = await app.dataSource.query('SELECT count(*)::int FROM outbox_mails');
      expect(count).toBeGreaterThan(0);
      expect((await put(token, { second_factor: { required: false } }, 1)).body.data.sign_in_requirements.second_factor).toEqual({
        required: false,
        from: null,
        grace_days: 0,
      });
    });

    it('by no owner who would keep themselves out, by nobody else, and for no other organization', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expect(outcome(await put(accessToken, requiring()))).toEqual(NEEDED);
      expect(await app.dataSource.query('SELECT 1 FROM sign_in_requirements')).toEqual([]);
      for (const username of ['adam', 'vera', 'oscar', 'nora'])
        expect([username, ...outcome(await put((await logIn(app.http, username)).accessToken, requiring()))]).toEqual([
          username,
          403,
          'FORBIDDEN',
        ]);
      expect(outcome(await put(await owner(), requiring(), 0, 2))).toEqual([403, 'FORBIDDEN']);
    });

    it('by an owner from their own identity provider, but not from that of another organization', async () => {
      const { accessToken } = await logInBySso(app, 'olivia', foreign);
      expect(outcome(await put(accessToken, requiring(inDays(3))))).toEqual(NEEDED);
      expect(outcome(await put((await logInBySso(app, 'olivia', own)).accessToken, requiring(inDays(3))))).toEqual(OPEN);
    });

    it('without a factor only in its other parts, while the day lies ahead', async () => {
      const from = inDays(5);
      await requireFactor(app, from, { graceDays: 2 });
      const { accessToken } = await logIn(app.http, 'olivia');
      const sessions = { max_hours: 12, idle_minutes: 60 };
      expect(outcome(await put(accessToken, { ...requiring(from, 2), sessions }, 1))).toEqual(OPEN);
      expect(outcome(await put(accessToken, requiring(from, 3), 2))).toEqual(NEEDED);
      expect(outcome(await put(accessToken, requiring(inDays(4), 2), 2))).toEqual(NEEDED);
    });

    it('less strictly by a system administrator only as an owner approves it', async () => {
      await enrol(app, 'sysadmin');
      const { accessToken: proved } = await logInWithTotp(app, {}, { username: 'sysadmin' });
      const limits = (hours: number | null, minutes: number | null) => ({ sessions: { max_hours: hours, idle_minutes: minutes } });
      const from = inDays(5);
      // What makes it stricter needs nobody.
      expect(outcome(await put(proved, { ...requiring(from, 1), ...limits(12, 60) }))).toEqual(OPEN);
      expect(outcome(await put(proved, { ...requiring(inDays(4), 1), ...limits(11, null) }, 1))[1]).toBe('OWNER_APPROVAL_REQUIRED');
      const later = inDays(6).toISOString();
      const was = from.toISOString();
      for (const [body, setting] of [
        [{ second_factor: { required: false } }, `second_factor: off, was on`],
        [requiring(inDays(6), 1), `second_factor.from: ${later}, was ${was}`],
        [requiring(from, 2), 'second_factor.grace_days: 2, was 1'],
        [limits(13, 60), 'sessions.max_hours: 13, was 12'],
        [limits(12, null), 'sessions.idle_minutes: no limit, was 60'],
      ] as const) {
        const refused = await put(proved, body, 1);
        expect([outcome(refused)[1], refused.body.access_request?.subject]).toEqual([
          'OWNER_APPROVAL_REQUIRED',
          { change: 'loosen_settings', settings: [setting] },
        ]);
      }
      const token = await owner();
      const send = () => put(proved, { second_factor: { required: false } }, 1);
      expect(outcome(await withApproval(app.http, { asker: proved, owner: token }, send))).toEqual(OPEN);
      expect(outcome(await put(token, requiring(from), 2))).toEqual(OPEN);
      expect(outcome(await put(token, { second_factor: { required: false } }, 3))).toEqual(OPEN);
    });

    it('after a fresh proof alone', async () => {
      const token = await owner();
      app.clock.advance({ minutes: 11 });
      expect(outcome(await put(token, requiring()))).toEqual(STEP_UP);
    });

    it('once by twenty at the same time', async () => {
      const token = await owner();
      const answers = await Promise.all(Array.from({ length: 20 }, () => put(token, requiring())));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
    });

    it('only as it makes sense', async () => {
      const token = await owner();
      const fieldsOf = async (factor: object) => {
        const { status, body } = await put(token, { second_factor: factor });
        return [status, ...(body.details ?? []).map(({ field }: { field: string }) => field)];
      };
      expect(await fieldsOf({ required: false, from: inDays(1), grace_days: 3 })).toEqual([
        400,
        'second_factor.from',
        'second_factor.grace_days',
      ]);
      expect(await fieldsOf({ required: true, from: inDays(367) })).toEqual([400, 'second_factor.from']);
      expect(await fieldsOf({ required: true, grace_days: 91 })).toEqual([400, 'second_factor.grace_days']);
      expect(await fieldsOf({})).toEqual([400, 'second_factor.required']);
      expect((await put(token, {})).status).toBe(400);
    });
  });

  describe('tells who lacks one', () => {
    const people = async (token: string, query = '') =>
      app.http.get(`/api/v1/organizations/1/sign-in-requirements/people${query}`, { token });

    it('a page at a time, without those who have one or have to come through the identity provider', async () => {
      const token = await owner();
      await requireFactor(app, inDays(3));
      const { body } = await people(token, '?limit=2');
      const second = (await people(token, '?limit=2&page=2')).body.data.people;
      const ids = [...body.data.people, ...second].map(({ user_id: id }: { user_id: number }) => id);
      expect([ids.length > 2, new Set(ids).size]).toEqual([true, ids.length]);
      expect(body.data.people[0].due_at).toBe(inDays(3).toISOString());
      const { total } = body.data.pagination;
      expect((await read(token)).sign_in_requirements.people_without_factor).toBe(total);
      const names = (await people(token, '?limit=100')).body.data.people.map(({ username }: { username: string }) => username);
      expect(names).toContain('ruth');
      expect(names).not.toContain('olivia');
      await addBreakGlass(app, 'olivia');
      await enforce(app, 'required');
      expect((await people(token)).body.data.people).toEqual([]);
      await enforce(app, 'off');
    });

    it('to nobody else', async () => {
      for (const username of ['vera', 'oscar'])
        expect(outcome(await people((await logIn(app.http, username)).accessToken))).toEqual([403, 'FORBIDDEN']);
    });

    it('by mail, once for each of the days before, also when two instances remind', async () => {
      const remind = () => app.app.get(RemindOfFactors, { strict: false }).execute();
      const recipients = async () =>
        (await app.dataSource.query('SELECT recipient FROM outbox_mails ORDER BY id')).map(
          ({ recipient }: { recipient: string }) => recipient,
        );
      await enrol(app, 'ruth');
      // They come by the identity provider of the organization, so nothing is missing.
      await logInBySso(app, 'vera', own);
      await requireFactor(app, inDays(20));
      expect(await remind()).toBe(0);
      app.clock.advance({ days: 6 });
      const [{ count }] = await app.dataSource.query(
        `SELECT count(*)::int FROM organization_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
          WHERE m.organization_id = 1 AND m.suspended_at IS NULL AND m.arrived_at IS NOT NULL
            AND NOT EXISTS (SELECT FROM mfa_factors f WHERE f.user_id = u.id)
            AND NOT EXISTS (SELECT FROM sso_identities i WHERE i.user_id = u.id AND i.connection_id = $1)`,
        [own],
      );
      expect(count).toBeGreaterThan(0);
      const before = await recipients();
      const sent = await Promise.all([remind(), remind()]);
      const told = (await recipients()).slice(before.length);
      expect([told.length, new Set(told).size, told.includes('vera@delta.example')]).toEqual([count, count, false]);
      expect(sent.reduce((sum, one) => sum + one)).toBe(count);
      expect(await remind()).toBe(0);
      app.clock.advance({ days: 7 });
      expect(await remind()).toBe(count);
      app.clock.advance({ days: 6 });
      expect(await remind()).toBe(count);
      app.clock.advance({ days: 1 });
      expect(await remind()).toBe(0);
      // Another day begins anew.
      await requireFactor(app, inDays(1));
      expect(await remind()).toBe(count);
      await requireFactor(app, null);
      expect(await remind()).toBe(0);
    });
  });
});
