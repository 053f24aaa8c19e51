import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { seal } from '../support/audit.js';
import { challengeOf, enrolTotp, verify } from '../support/mfa.js';
import { login } from '../support/people.js';
import { addConnection, addMember, logInBySso, userIdOf } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';
const [DELTA, HARBOUR] = [1, 2];

interface Told {
  readonly action: string;
  readonly outcome: string;
  readonly actor: { readonly username: string | null } | null;
  readonly target: object;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

describe('what organizations are told of the accounts of their members', () => {
  let app: TestApp;
  let olivia: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let third: number;
  let vera: number;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    oscar = await logIn(app.http, 'oscar');
    sysadmin = await logIn(app.http, 'sysadmin');
    vera = await userIdOf(app, 'vera');
    const made = await app.http.post('/api/v1/organizations', { name: 'Third', plan: 'professional' }, { token: sysadmin.accessToken });
    third = made.body.data.organization.id;
    await addMember(app, 'nora', 'owner', third);
  });
  beforeEach(async () => {
    app.clock.advance({ minutes: 2 });
    await sql('DELETE FROM attempt_throttles');
    await sql('DELETE FROM organization_members WHERE user_id = $1', [vera]);
    for (const organizationId of [DELTA, HARBOUR]) await addMember(app, 'vera', 'viewer', organizationId);
    [{ last }] = await sql('SELECT max(id)::int AS last FROM audit_events');
  });
  afterAll(() => app.close());

  let last: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const read = async (path: string, { accessToken }: LoggedIn) =>
    (await app.http.get(path, { token: accessToken })).body.data.audit_events.filter(({ id }: { id: number }) => id > last);
  /** Since the test began, the oldest first. */
  const told = async (organizationId: number, userId = vera): Promise<Told[]> => {
    const reader = { [DELTA]: olivia, [HARBOUR]: oscar }[organizationId] ?? (await logIn(app.http, 'nora'));
    const path = `/api/v1/organizations/${organizationId}/audit-events?limit=100&member_id=${userId}`;
    return (await read(path, reader)).reverse();
  };
  const actions = async (organizationId: number) => (await told(organizationId)).map(({ action, outcome }) => `${action} ${outcome}`);
  const leave = (organizationId: number) =>
    sql('DELETE FROM organization_members WHERE organization_id = $1 AND user_id = $2', [organizationId, vera]);

  it('is a login, in each of them, with the way and without address and request', async () => {
    await logIn(app.http, 'vera');
    const [one, ...others] = await told(DELTA);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      action: 'session.logged_in',
      outcome: 'success',
      occurred_at: app.clock.now().toISOString(),
      actor: { user_id: vera, username: 'vera', display_name: 'Vera Lindqvist' },
      organization_id: DELTA,
      target: { type: 'member', id: String(vera), username: 'vera', display_name: 'Vera Lindqvist' },
      ip: null,
      request_id: null,
      detail: { amr: ['pwd'], acr: 'aal1' },
    });
    expect(await told(HARBOUR)).toMatchObject([{ action: 'session.logged_in', organization_id: HARBOUR }]);
    expect(await told(third)).toEqual([]);
  });

  it('is a refused guess by an unknown person', async () => {
    await login(app, 'vera', WRONG);
    for (const organizationId of [DELTA, HARBOUR])
      expect(await told(organizationId)).toMatchObject([
        {
          action: 'session.logged_in',
          outcome: 'refused',
          actor: null,
          ip: null,
          detail: { reason: 'wrong_credentials' },
        },
      ]);
  });

  it('holds at most ten refusals of one action for one person in a minute', async () => {
    for (let guess = 0; guess < 14; guess += 1) {
      await sql('DELETE FROM attempt_throttles');
      await login(app, 'vera', WRONG);
    }
    await login(app, 'olivia', WRONG);
    expect((await told(DELTA)).length).toBe(10);
    expect((await told(HARBOUR)).length).toBe(10);
    expect((await told(DELTA, olivia.userId)).length).toBe(1);
    const origins = `SELECT count(*)::int AS n FROM audit_events WHERE id > $1 AND target_type = 'user' AND target_id = $2`;
    expect(await sql(origins, [last, String(vera)])).toEqual([{ n: 14 }]);
  });

  it('is a factor added and removed, a wrong code, a password changed and a reset', async () => {
    const { accessToken: token } = await logIn(app.http, 'vera');
    const { factorId } = await enrolTotp(app, token);
    await verify(app.http, await challengeOf(app.http, {}, 'vera'), '000000');
    await sql('DELETE FROM mfa_factors WHERE id = $1', [factorId]);
    const change = (current_password: string, new_password: string) =>
      app.http.post('/api/auth/password', { current_password, new_password }, { token });
    expect((await change(DEMO_PASSWORD, 'another-river-delta')).status).toBeLessThan(300);
    await change('another-river-delta', DEMO_PASSWORD);
    await app.http.post(`/api/v1/users/${vera}/mfa-reset`, undefined, { token: sysadmin.accessToken });
    expect(await actions(DELTA)).toEqual([
      'session.logged_in success',
      'session.all_ended success',
      'mfa.factor_added success',
      'mfa.verified refused',
      ...['session.all_ended success', 'user.password_changed success'],
      ...['session.all_ended success', 'user.password_changed success'],
      ...['session.all_ended success', 'mfa.factors_reset success'],
    ]);
    expect(await actions(HARBOUR)).toEqual(await actions(DELTA));
    const details = (await told(DELTA)).flatMap(({ detail }) => Object.keys(detail));
    expect([...new Set(details)].sort()).toEqual(['acr', 'amr', 'reason', 'type']);
  });

  it('names an actor only to those who know them', async () => {
    const path = `/api/v1/users/${vera}/sessions`;
    sysadmin = await logIn(app.http, 'sysadmin');
    expect((await app.http.delete(path, { token: sysadmin.accessToken })).status).toBe(200);
    await addMember(app, 'sysadmin', 'viewer', HARBOUR);
    expect((await app.http.delete(path, { token: sysadmin.accessToken })).status).toBe(200);
    await sql('DELETE FROM organization_members WHERE user_id = $1', [sysadmin.userId]);
    const actors = async (organizationId: number) => (await told(organizationId)).map(({ actor }) => actor?.username);
    expect(await actors(DELTA)).toEqual([undefined, undefined]);
    expect(await actors(HARBOUR)).toEqual([undefined, 'sysadmin']);
    expect((await told(DELTA))[0]?.detail).toEqual({ reason: 'revoked' });
  });

  it('leaves out logins through the identity provider of another organization', async () => {
    await logInBySso(app, 'vera', await addConnection(app, { organizationId: HARBOUR, domain: 'harbour.example' }));
    for (const organizationId of [DELTA, HARBOUR, third]) expect(await told(organizationId)).toEqual([]);
  });

  it('ends when they leave, and begins when they join', async () => {
    await leave(HARBOUR);
    await logIn(app.http, 'vera');
    expect([(await told(DELTA)).length, (await told(HARBOUR)).length]).toEqual([1, 0]);
    await addMember(app, 'vera', 'viewer', HARBOUR);
    expect((await told(HARBOUR)).length).toBe(0);
    await logIn(app.http, 'vera');
    expect([(await told(DELTA)).length, (await told(HARBOUR)).length]).toEqual([2, 1]);
  });

  it('stays with the name of a member who has left, and tells none of other accounts that somebody tried', async () => {
    const other = await userIdOf(app, 'oscar');
    const members = `/api/v1/organizations/${DELTA}/members`;
    const remove = (id: number) => app.http.delete(`${members}/${id}`, { token: olivia.accessToken });
    expect((await remove(vera)).status).toBe(200);
    expect((await remove(other)).status).toBe(404);
    const events: Told[] = await read(`/api/v1/organizations/${DELTA}/audit-events?limit=100`, olivia);
    expect(events.find(({ action, outcome }) => action === 'member.removed' && outcome === 'success')?.target).toEqual({
      ...{ type: 'user', id: String(vera) },
      ...{ username: 'vera', display_name: 'Vera Lindqvist' },
    });
    const tried = events.filter(({ target }) => (target as { id?: string } | null)?.id === String(other));
    expect(tried.map(({ target, outcome }) => [target, outcome])).toEqual(
      tried.map(() => [{ type: 'user', id: String(other) }, 'refused']),
    );
    expect(JSON.stringify(events)).not.toContain('oscar');
  });

  it('is nothing of a person whom a directory brings and who has not come', async () => {
    await sql('UPDATE organization_members SET arrived_at = NULL WHERE organization_id = $1 AND user_id = $2', [HARBOUR, vera]);
    await login(app, 'vera', WRONG);
    expect([(await told(DELTA)).length, (await told(HARBOUR)).length]).toEqual([1, 0]);
    await logIn(app.http, 'vera');
    expect(await actions(HARBOUR)).toEqual(['session.logged_in success']);
  });

  it('is each of twenty logins at once, and the trails hold', async () => {
    await Promise.all(Array.from({ length: 20 }, () => logIn(app.http, 'vera')));
    for (const [organizationId, reader] of [
      [DELTA, olivia],
      [HARBOUR, oscar],
    ] as const) {
      expect(await actions(organizationId)).toEqual(Array(20).fill('session.logged_in success'));
      await seal(app);
      const path = `/api/v1/organizations/${organizationId}/audit-events/verify`;
      const { body } = await app.http.get(path, { token: reader.accessToken });
      expect(body.data).toMatchObject({ verified: true, broken_at: null, events_not_sealed_yet: 0 });
    }
  });

  it('is read by people who may read the trail, and is in no other list', async () => {
    const { accessToken: token } = await logIn(app.http, 'vera');
    const path = `/api/v1/organizations/${DELTA}/audit-events?member_user_id=${vera}`;
    expect((await app.http.get(path, { token })).status).toBe(403);
    expect((await app.http.get(path, { token: oscar.accessToken })).status).toBe(403);
    const own = await app.http.get('/api/v1/me/security-events?limit=100', { token });
    const logins = own.body.data.security_events.filter(({ id }: { id: number }) => id > last);
    expect(logins).toMatchObject([{ action: 'session.logged_in', by: 'you', ip: '127.0.0.1' }]);
    const all = await read('/api/v1/audit-events?limit=100&action=session.logged_in', sysadmin);
    expect(all).toMatchObject([{ organization_id: null, target: { type: 'session' } }]);
  });

  it('can be exported alone, and the export says so', async () => {
    await logIn(app.http, 'vera');
    const path = `/api/v1/organizations/${DELTA}/audit-events/export?member_id=${vera}`;
    const { text } = await app.http.get(path, { token: olivia.accessToken });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ target }) => target.type))).toEqual(new Set(['member']));
    const [{ detail }] = await sql(`SELECT detail FROM audit_events WHERE action = 'audit.exported' ORDER BY id DESC LIMIT 1`);
    expect(detail).toEqual({ member_id: vera });
  });
});
