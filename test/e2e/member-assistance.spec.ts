import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { logInWithTotp } from '../support/mfa.js';
import { addPerson } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;
type Act = 'end-sessions' | 'reset-factors';
const ACTS: Act[] = ['end-sessions', 'reset-factors'];

describe('help for a member', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let mia: number, vera: number, factor: Record<string, unknown>;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    const idOf = async (name: string): Promise<number> => (await sql('SELECT id FROM users WHERE username = $1', [name]))[0].id;
    [mia, vera] = [await idOf('mia'), await idOf('vera')];
    [factor] = await sql('SELECT * FROM mfa_factors WHERE user_id = $1', [mia]);
  });
  beforeEach(async () => {
    await sql('DELETE FROM attempt_throttles');
    await sql('DELETE FROM sso_break_glass');
    await sql('DELETE FROM sso_domains');
    await sql('DELETE FROM organization_members WHERE organization_id = 2 AND user_id = $1', [mia]);
    await sql(`UPDATE users SET is_system_admin = username = 'sysadmin', status = 'active', provisioned_by = NULL`);
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [mia]);
    const columns = Object.keys(factor);
    await sql(
      `INSERT INTO mfa_factors (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      columns.map((name) => factor[name]),
    );
    await sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 1, $1, id, now(), now() FROM roles WHERE organization_id = 1 AND name = 'editor'
       ON CONFLICT (organization_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
      [mia],
    );
    await verify(1);
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    oscar = await logIn(app.http, 'oscar');
    sysadmin = await logIn(app.http, 'sysadmin');
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const verify = (organizationId: number) =>
    sql(
      `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
       VALUES ($1, 'delta.example', 'challenge', 'verified', now())`,
      [organizationId],
    );
  const assist = (who: LoggedIn, act: Act, userId: number, organizationId = 1) =>
    app.http.post(`/api/v1/organizations/${organizationId}/members/${userId}/${act}`, {}, { token: who.accessToken });
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const session = async (): Promise<string> => (await logInWithTotp(app)).accessToken;
  const isIn = async (token: string): Promise<boolean> => (await app.http.get('/api/v1/me', { token })).status === 200;
  const factorsLeft = async (): Promise<number> => (await sql('SELECT count(*)::int AS n FROM mfa_factors WHERE user_id = $1', [mia]))[0].n;
  const rows = (action: string) =>
    sql(
      `SELECT outcome, actor_user_id AS actor, organization_id AS organization, detail FROM audit_events
        WHERE action = $1 AND target_id = $2 AND target_type <> 'member' ORDER BY id`,
      [action, String(mia)],
    );
  const refused = async (userId = mia, who = olivia) => {
    for (const act of ACTS) expect(outcome(await assist(who, act, userId))).toEqual([403, 'FORBIDDEN']);
  };

  it('signs them out everywhere, tells them, and leaves a row in the trail of the organization', async () => {
    const token = await session();
    const before = (await rows('member.sessions_ended')).length;
    expect((await assist(olivia, 'end-sessions', mia)).status).toBe(200);
    expect(await isIn(token)).toBe(false);
    expect(await factorsLeft()).toBe(1);
    const [mail, ...more] = await mailbox.arrived(app);
    expect([mail?.subject, mail?.to?.[0]?.address, more]).toEqual(['You were signed out of Headgate everywhere', 'mia@delta.example', []]);
    expect(mail?.text).toContain('Delta Analytics');
    expect((await rows('member.sessions_ended')).slice(before)).toEqual([
      { outcome: 'success', actor: olivia.userId, organization: 1, detail: {} },
    ]);
  });

  it('removes their factors with their sessions, so that they get in by password alone', async () => {
    const token = await session();
    expect((await assist(olivia, 'reset-factors', mia)).status).toBe(200);
    expect([await isIn(token), await factorsLeft()]).toEqual([false, 0]);
    expect((await mailbox.arrived(app)).map(({ subject }) => subject)).toEqual([
      'The second factors of your Headgate account were removed',
    ]);
    expect((await rows('member.factors_reset')).at(-1)).toMatchObject({ outcome: 'success', organization: 1 });
    expect((await logIn(app.http, 'mia')).userId).toBe(mia);
  });

  it.each(ACTS)('%s happens once, however many ask at once', async (act) => {
    await session();
    const action = act === 'end-sessions' ? 'member.sessions_ended' : 'member.factors_reset';
    const before = (await rows(action)).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => assist(olivia, act, mia)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rows(action)).toHaveLength(before + 1);
    expect(await mailbox.arrived(app)).toHaveLength(1);
  });

  it('is refused for an account that the organization does not manage', async () => {
    await sql('DELETE FROM sso_domains');
    await refused();
    await verify(2);
    await refused();
    await sql('UPDATE users SET provisioned_by = 2 WHERE id = $1', [mia]);
    await refused();
    expect(await factorsLeft()).toBe(1);
    expect((await rows('member.factors_reset')).at(-1)).toEqual({
      outcome: 'refused',
      actor: olivia.userId,
      organization: 1,
      detail: { reason: 'NotManagedHere' },
    });
    await sql('UPDATE users SET provisioned_by = 1 WHERE id = $1', [mia]);
    expect((await assist(olivia, 'reset-factors', mia)).status).toBe(200);
  });

  it('spares the factors of people who also belong to another organization, in the same words', async () => {
    await sql(
      `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at)
       SELECT 2, $1, id, now(), now() FROM roles WHERE organization_id = 2 AND name = 'viewer'`,
      [mia],
    );
    const answer = await assist(olivia, 'reset-factors', mia);
    await sql('DELETE FROM sso_domains');
    const unmanaged = await assist(olivia, 'reset-factors', mia);
    expect([answer.status, answer.body.message]).toEqual([403, unmanaged.body.message]);
    await verify(1);
    expect((await assist(olivia, 'end-sessions', mia)).status).toBe(200);
  });

  it('is refused for system administrators, accounts for emergencies, and one’s own account', async () => {
    await sql('UPDATE users SET is_system_admin = true WHERE id = $1', [mia]);
    await refused();
    await sql('UPDATE users SET is_system_admin = false WHERE id = $1', [mia]);
    await sql('INSERT INTO sso_break_glass (organization_id, user_id, designated_at) VALUES (1, $1, now())', [mia]);
    await refused();
    await refused(olivia.userId);
  });

  it('is refused without the permission, and for members who hold more', async () => {
    for (const who of [adam, oscar, sysadmin]) await refused(mia, who);
    const [{ id: viewerId, permissions }] = await sql(`SELECT id, permissions FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    const [{ id: helper }] = await sql(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'helper', false, $1) RETURNING id`,
      [[...permissions, 'member.assist']],
    );
    const give = (userId: number, roleId: number) =>
      sql('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [userId, roleId]);
    const [{ id: admin }] = await sql(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'admin'`);
    await give(adam.userId, helper);
    await refused(mia, adam);
    await refused(olivia.userId, adam);
    await give(mia, viewerId);
    expect((await assist(adam, 'end-sessions', mia)).status).toBe(200);
    // A role in a workspace counts as well.
    await sql(
      `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
       SELECT w.id, 1, $1, $2, now() FROM workspaces w WHERE organization_id = 1 ORDER BY w.id LIMIT 1
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET role_id = excluded.role_id`,
      [mia, admin],
    );
    await refused(mia, adam);
    await sql('DELETE FROM workspace_members WHERE user_id = $1', [mia]);
    await give(adam.userId, admin);
    await sql('DELETE FROM roles WHERE id = $1', [helper]);
  });

  it('is refused for unknown people, members of others, members removed meanwhile, and disabled accounts', async () => {
    for (const userId of [MISSING, oscar.userId])
      for (const act of ACTS) expect(outcome(await assist(olivia, act, userId))).toEqual([404, 'NOT_FOUND']);
    await sql(`UPDATE users SET status = 'disabled' WHERE id = $1`, [mia]);
    expect(outcome(await assist(olivia, 'end-sessions', mia))).toEqual([409, 'CONFLICT']);
    await sql(`UPDATE users SET status = 'active' WHERE id = $1`, [mia]);
    await session();
    const [removed, ...answers] = await Promise.all([
      app.http.delete(`/api/v1/organizations/1/members/${mia}`, { token: olivia.accessToken }),
      ...Array.from({ length: 5 }, () => assist(olivia, 'end-sessions', mia)),
    ]);
    expect(removed?.status).toBe(200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expect(outcome(await assist(olivia, 'end-sessions', mia))).toEqual([404, 'NOT_FOUND']);
  });

  it('asks for a fresh proof', async () => {
    app.clock.advance({ minutes: 30 });
    for (const act of ACTS) expect(outcome(await assist(olivia, act, vera))).toEqual([401, 'STEP_UP_REQUIRED']);
  });

  describe('that takes a second person', () => {
    const settings = (who: LoggedIn, factor_resets: 'direct' | 'needs_approval') =>
      app.http.send('PATCH', '/api/v1/organizations/1', { settings: { factor_resets } }, { token: who.accessToken });
    const ask = (who: LoggedIn, body: object, organization = 1) =>
      app.http.post(
        `/api/v1/organizations/${organization}/access-requests`,
        { reason: 'The phone is lost; ticket 4712.', ...body },
        { token: who.accessToken },
      );
    const decide = (who: LoggedIn, { body }: Answer, decision: 'approve' | 'refuse') =>
      app.http.post(`/api/v1/organizations/1/access-requests/${body.data.access_request.id}/${decision}`, {}, { token: who.accessToken });
    const NEEDED = [403, 'OWNER_APPROVAL_REQUIRED'];
    let rhea: LoggedIn, reset: { kind: string; user_id: number };

    beforeAll(() => addPerson(app, 'rhea', 'owner'));
    beforeEach(async () => {
      await sql('DELETE FROM access_requests');
      await sql(`UPDATE organizations SET factor_resets = 'direct'`);
      rhea = await logIn(app.http, 'rhea');
      reset = { kind: 'reset_factors', user_id: mia };
      expect((await settings(olivia, 'needs_approval')).status).toBe(200);
    });
    afterAll(() => sql(`UPDATE organizations SET factor_resets = 'direct'`));

    it('is refused to an owner alone, asked for, approved by another owner and done once', async () => {
      const token = await session();
      expect(outcome(await assist(olivia, 'reset-factors', mia))).toEqual(NEEDED);
      expect((await assist(olivia, 'end-sessions', mia)).status).toBe(200);
      expect([await isIn(token), await factorsLeft()]).toEqual([false, 1]);
      await mailbox.arrived(app);
      const asked = await ask(olivia, reset);
      expect(asked.status).toBe(201);
      const mails = await mailbox.arrived(app);
      expect(mails.map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`).sort()).toEqual([
        'olivia@delta.example: A member asks for your approval: Delta Analytics',
        'rhea@delta.example: A member asks for your approval: Delta Analytics',
      ]);
      expect(mails[0]?.text).toMatch(/olivia asks to remove the second factors[^]*member: mia/);
      expect(outcome(await decide(olivia, asked, 'approve'))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await decide(adam, asked, 'approve'))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await assist(olivia, 'reset-factors', mia))).toEqual(NEEDED);
      expect((await decide(rhea, asked, 'approve')).status).toBe(200);
      // For the person who asked, and for that member alone.
      expect(outcome(await assist(rhea, 'reset-factors', mia))).toEqual(NEEDED);
      const done = async () =>
        (await rows('member.factors_reset')).filter(({ outcome: one }: { outcome: string }) => one === 'success').length;
      const before = await done();
      await Promise.all(Array.from({ length: 20 }, () => assist(olivia, 'reset-factors', mia)));
      expect(await done()).toBe(before + 1);
      expect([
        await factorsLeft(),
        (await sql(`SELECT status FROM access_requests`)).map(({ status }: { status: string }) => status),
      ]).toEqual([0, ['used']]);
    });

    it('is refused to a system administrator, too, who asks the owners', async () => {
      const resetByUser = () => app.http.post(`/api/v1/users/${mia}/mfa-reset`, {}, { token: sysadmin.accessToken });
      expect(outcome(await resetByUser())).toEqual(NEEDED);
      await decide(olivia, await ask(sysadmin, reset), 'approve');
      expect([(await resetByUser()).status, await factorsLeft()]).toEqual([200, 0]);
    });

    it('ends when an owner refuses it, also the one who asked', async () => {
      const asked = await ask(olivia, reset);
      await decide(rhea, asked, 'approve');
      expect((await decide(olivia, asked, 'refuse')).status).toBe(200);
      expect(outcome(await assist(olivia, 'reset-factors', mia))).toEqual(NEEDED);
      expect(await factorsLeft()).toBe(1);
    });

    it('is asked for by those who may help members, where it is needed, for members, and by no member as an emergency', async () => {
      expect(outcome(await ask(adam, reset))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await ask(oscar, reset))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await ask(oscar, reset, 2))).toEqual([409, 'CONFLICT']);
      expect(outcome(await ask(olivia, { kind: 'reset_factors', user_id: MISSING }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(outcome(await ask(olivia, { ...reset, emergency: true }))).toEqual([403, 'FORBIDDEN']);
      for (const kind of ['act_as_owner', 'give_role', 'activate_connection'])
        expect(outcome(await ask(olivia, { kind, email: 'a@b.example', role_id: 1, connection_id: 1, configuration_version: 1 }))).toEqual([
          403,
          'FORBIDDEN',
        ]);
      expect((await sql('SELECT 1 FROM access_requests')).length).toBe(0);
    });

    it('is given up by two owners together, or by the only one', async () => {
      const refused = await settings(olivia, 'direct');
      expect([outcome(refused), refused.body.access_request.subject]).toEqual([
        NEEDED,
        { change: 'loosen_settings', settings: ['factor_resets: direct, was needs_approval'] },
      ]);
      const { change } = refused.body.access_request;
      expect(outcome(await ask(rhea, { kind: 'change', change }))).toEqual([400, 'VALIDATION_FAILED']);
      await decide(rhea, await ask(olivia, { kind: 'change', change }), 'approve');
      expect((await settings(olivia, 'direct')).status).toBe(200);
      expect((await settings(olivia, 'needs_approval')).status).toBe(200);
      expect(outcome(await settings(adam, 'direct'))).toEqual(NEEDED);
      expect(outcome(await settings(sysadmin, 'direct'))).toEqual(NEEDED);
      await sql(`UPDATE users SET status = 'disabled' WHERE username = 'rhea'`);
      expect((await settings(olivia, 'direct')).status).toBe(200);
      await sql(`UPDATE users SET status = 'active' WHERE username = 'rhea'`);
    });
  });
});
