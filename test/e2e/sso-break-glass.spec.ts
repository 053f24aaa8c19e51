import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_TOTP } from '../../src/demo/demo-data.js';
import { ImportTotp } from '../../src/mfa/application/import-totp.js';
import { mintReadableToken } from '../../src/shared/readable-token.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { challengeOf, logInTo, logInWithTotp, nextTotp, trustedClient } from '../support/mfa.js';
import { activating, idOf } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { addBreakGlass, addConnection, addMember, enforce, enrol, logInBySso, unsignedSessionsOf, userIdOf } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/enforcement/1/break-glass';
const outcome = ({ status, body }: Answer) => [status, body.code];

describe('break-glass accounts', () => {
  let mailbox: Mailbox;
  let app: TestApp;
  let connectionId: number;
  let owner: LoggedIn;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, SSO_BREAK_GLASS_TOTP: 'true' } });
    connectionId = await addConnection(app);
  });
  beforeEach(async () => {
    await enforce(app, 'off');
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await app.dataSource.query('DELETE FROM sso_break_glass');
    await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL');
    await app.dataSource.query('DELETE FROM sessions');
    for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
    for (const username of ['oscar', 'vera']) await addMember(app, username, 'owner');
    owner = await logInBySso(app, 'oscar', connectionId);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const login = (username: string, password: string) => app.http.post('/api/auth/login', { username, password });
  const designate = async (names: readonly string[], who = owner) => {
    const user_ids = await Promise.all(names.map((name) => userIdOf(app, name)));
    return app.http.put(PATH, { user_ids }, { token: who.accessToken });
  };
  const drill = (token: string) => app.http.post(`${PATH}/drill`, undefined, { token });
  const designated = async () =>
    (await app.dataSource.query('SELECT u.username FROM sso_break_glass b JOIN users u ON u.id = b.user_id ORDER BY u.username')).map(
      ({ username }: { username: string }) => username,
    );
  const audits = (action: string) =>
    app.dataSource.query(`SELECT detail FROM audit_events WHERE action = $1 AND target_type <> 'member' ORDER BY id DESC LIMIT 1`, [
      action,
    ]);

  it('are owners, five at most, and designated by owners', async () => {
    expect((await designate(['olivia', 'oscar'])).status).toBe(200);
    expect(await designated()).toEqual(['olivia', 'oscar']);
    const refused = await designate(['olivia', 'adam']);
    expect([...outcome(refused), refused.body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'user_ids[1]']);
    for (const user_ids of [[1, 2, 3, 4, 5, 6], [2, 2], ['2'], [0], 2, undefined])
      expect(outcome(await app.http.put(PATH, { user_ids }, { token: owner.accessToken }))).toEqual([400, 'VALIDATION_FAILED']);
    const adam = await logInBySso(app, 'adam', connectionId);
    expect(outcome(await designate(['olivia'], adam))).toEqual([403, 'FORBIDDEN']);
    // A member who may decide about single sign-on, but is not an owner.
    const permit = (change: string) =>
      app.dataSource.query(
        `UPDATE roles SET permissions = ${change}(permissions, 'sso.enforce') WHERE organization_id = 1 AND name = 'admin'`,
      );
    await permit('array_append');
    expect(outcome(await designate(['olivia'], adam))).toEqual([403, 'FORBIDDEN']);
    await permit('array_remove');
    expect(await audits('sso.break_glass.designated')).toEqual([{ detail: { reason: 'Forbidden' } }]);
    expect(await designated()).toEqual(['olivia', 'oscar']);
  });

  it('are drilled by nothing but their own password and second factor, just now', async () => {
    const { accessToken } = await logInWithTotp(app, {}, { username: 'olivia' });
    const drilled = await drill(accessToken);
    expect([drilled.status, drilled.body.data.enforcement.break_glass[0]]).toMatchObject([
      200,
      { username: 'olivia', drilled_at: app.clock.now().toISOString(), is_ready: true },
    ]);
    app.clock.advance({ minutes: 11 });
    expect(outcome(await drill(accessToken))).toEqual([401, 'STEP_UP_REQUIRED']);
    const { accessToken: token } = await logInBySso(app, 'olivia', connectionId);
    const code = nextTotp(app.clock);
    const { body: raised } = await app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token });
    expect(outcome(await drill(raised.access_token))).toEqual([409, 'DRILL_NOT_PROVED']);
    const { token: recoveryCode, hash } = mintReadableToken();
    const values = [await userIdOf(app, 'olivia'), hash];
    await app.dataSource.query('INSERT INTO mfa_recovery_codes (user_id, code_hash) VALUES ($1, $2)', values);
    const mfaToken = await challengeOf(app.http, {}, 'olivia');
    const recovered = await app.http.post('/api/auth/mfa/verify', {
      mfa_token: mfaToken,
      method: 'recovery_code',
      code: recoveryCode,
    });
    expect(outcome(await drill(recovered.body.access_token))).toEqual([409, 'DRILL_NOT_PROVED']);
    expect(outcome(await drill(owner.accessToken))).toEqual([404, 'NOT_FOUND']);
  });

  it('are offered no trust for a device, and a device from before is asked for the second factor again', async () => {
    await app.dataSource.query('DELETE FROM sso_break_glass');
    const headers = { 'X-Device-Token': (await trustedClient(app, { username: 'olivia' })).deviceToken };
    expect((await logInTo(app.http, headers, 'olivia')).status).toBe(200);
    for (const state of ['off', 'required'] as const) {
      await app.dataSource.query('DELETE FROM sso_break_glass');
      for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
      await enforce(app, state);
      const again = await logInTo(app.http, headers, 'olivia');
      expect([state, ...outcome(again)]).toEqual([state, 401, 'MFA_REQUIRED']);
      const { activationToken: offered } = await logInWithTotp(app, {}, { username: 'olivia' });
      expect([state, offered]).toEqual([state, '']);
    }
  });

  it('get in for an hour while single sign-on is required, and every owner hears of it', async () => {
    await enforce(app, 'required');
    await mailbox.arrived(app);
    const { accessToken, refreshToken } = await logInWithTotp(app, {}, { username: 'olivia' });
    const mails = (await mailbox.arrived(app)).filter(({ subject }) => subject?.includes('break-glass') === true);
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(
      ['nora', 'olivia', 'oscar', 'vera'].map((name) => expect.stringMatching(new RegExp(`^${name}@`))),
    );
    expect(await audits('sso.break_glass.used')).toEqual([{ detail: { path: 'pwd+otp' } }]);
    expect(await audits('session.logged_in')).toEqual([
      { detail: expect.objectContaining({ sso_exempt: 'break_glass', amr: ['pwd', 'otp'] }) },
    ]);
    expect((await app.http.get('/api/v1/organizations/1', { token: accessToken })).status).toBe(200);
    app.clock.advance({ minutes: 60 });
    expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
  });

  it('get in only with a second factor', async () => {
    await addBreakGlass(app, 'vera');
    await app.dataSource.query('DELETE FROM mfa_factors WHERE user_id = $1', [await userIdOf(app, 'vera')]);
    expect((await logInTo(app.http, {}, 'vera')).status).toBe(200);
    await enforce(app, 'required');
    expect(outcome(await logInTo(app.http, {}, 'vera'))).toEqual([403, 'SSO_REQUIRED']);
  });

  it('are not revealed by a wrong password from unknown addresses, and wrong passwords count', async () => {
    await enforce(app, 'required');
    const seen = async (name: string) => {
      const { status, body } = await login(name, 'this-is-not-the-password');
      return { status, ...body, request_id: '' };
    };
    const unknown = await seen('nobody-at-all@delta.example');
    expect([unknown.status, unknown.code, unknown.sso.connection_id]).toEqual([403, 'SSO_REQUIRED', connectionId]);
    for (const name of ['olivia@delta.example', 'adam@delta.example']) expect(await seen(name)).toEqual(unknown);
    const right = await login('adam@delta.example', 'river-delta-headgate');
    expect({ ...right.body, request_id: '', status: right.status }).toEqual(unknown);
    // A name that is no address says nothing about any organization.
    expect((await seen('olivia')).status).toBe(401);
    expect((await seen('nobody@elsewhere.example')).status).toBe(401);
    for (let failure = 0; failure < 10; failure += 1) await seen('olivia@delta.example');
    expect(outcome(await logInTo(app.http, {}, 'olivia@delta.example'))).toEqual([429, 'RATE_LIMITED']);
  });

  it('are out of reach of the directory, which may be what fails; other owners are not', async () => {
    const directory = await scimClient(app, 1);
    const olivia = await idOf(app, 'olivia');
    expect((await activating(directory, olivia, false)).status).toBe(403);
    expect((await directory.delete(`/Users/${olivia}`)).status).toBe(403);
    const [{ suspended_at }] = await app.dataSource.query(
      `SELECT suspended_at FROM organization_members WHERE organization_id = 1 AND user_id = $1`,
      [await userIdOf(app, 'olivia')],
    );
    expect([suspended_at, await designated()]).toEqual([null, ['nora', 'olivia']]);
    expect((await activating(directory, await idOf(app, 'vera'), false)).status).toBe(200);
  });

  it('are not spared while single sign-on is required and two would not be left', async () => {
    await enforce(app, 'required');
    const path = `/api/v1/organizations/1/members/${await userIdOf(app, 'olivia')}`;
    const { accessToken: token } = owner;
    const [{ id: viewer }] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
    const demote = () => app.http.patch(path, { role_id: viewer }, { token });
    expect(outcome(await demote())).toEqual([409, 'BREAK_GLASS_NEEDED']);
    expect(outcome(await app.http.delete(path, { token }))).toEqual([409, 'BREAK_GLASS_NEEDED']);
    expect(outcome(await designate(['olivia']))).toEqual([409, 'BREAK_GLASS_NEEDED']);
    expect(await designated()).toEqual(['nora', 'olivia']);
    await enforce(app, 'optional');
    expect((await demote()).status).toBe(200);
    expect(await designated()).toEqual(['nora']);
  });

  describe('have second factors', () => {
    const removal = async (username: string) => {
      const { accessToken: token } = await logInWithTotp(app, {}, { username });
      const { body } = await app.http.get('/api/v1/mfa/factors', { token });
      return () => app.http.delete(`/api/v1/mfa/factors/${body.data.factors[0].id}`, { token });
    };
    const factorsOf = async (...names: string[]) =>
      (
        await app.dataSource.query(`SELECT count(*)::int FROM mfa_factors f JOIN users u ON u.id = f.user_id WHERE u.username = ANY ($1)`, [
          names,
        ])
      )[0].count;
    afterEach(async () => {
      for (const username of ['olivia', 'nora', 'adam']) await enrol(app, username);
    });

    it('that they keep while single sign-on is required and two would not be left with one', async () => {
      await enforce(app, 'required');
      const remove = await removal('olivia');
      expect(outcome(await remove())).toEqual([409, 'BREAK_GLASS_NEEDED']);
      expect(await factorsOf('olivia')).toBe(1);
      const [{ outcome: recorded }] = await app.dataSource.query(
        `SELECT outcome FROM audit_events WHERE action = 'mfa.factor_removed' AND target_type = 'mfa_factor' ORDER BY id DESC LIMIT 1`,
      );
      expect(recorded).toBe('refused');
      await enforce(app, 'optional');
      expect((await remove()).status).toBe(200);
    });

    it('of which one may go while another as good stays', async () => {
      await enforce(app, 'required');
      await app.app
        .get(ImportTotp, { strict: false })
        .execute({ userId: await userIdOf(app, 'olivia'), name: 'Another', secret: DEMO_TOTP.secret });
      const remove = await removal('olivia');
      expect((await remove()).status).toBe(200);
      expect(await factorsOf('olivia')).toBe(1);
    });

    it('of which two of three cannot give up the last at once', async () => {
      await addBreakGlass(app, 'adam');
      await enforce(app, 'required');
      const removals = [await removal('olivia'), await removal('nora'), await removal('adam')];
      const answers = await Promise.all(removals.map((remove) => remove()));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await factorsOf('olivia', 'nora', 'adam')).toBe(2);
      await addMember(app, 'adam', 'admin');
    });
  });

  it('get an hour at most of what they had open when single sign-on became required', async () => {
    const before = await logInWithTotp(app, {}, { username: 'olivia' });
    await enforce(app, 'required');
    const read = () => app.http.get('/api/v1/organizations/1', { token: before.accessToken });
    expect((await read()).status).toBe(200);
    app.clock.advance({ minutes: 59 });
    expect((await read()).status).toBe(200);
    app.clock.advance({ minutes: 2 });
    const refresh = { refresh_token: before.refreshToken };
    expect([(await read()).status, (await app.http.post('/api/auth/refresh', refresh)).status]).toEqual([401, 401]);
  });

  it('use single sign-on like everyone else as soon as they are taken off the list', async () => {
    await addBreakGlass(app, 'vera');
    await enforce(app, 'required');
    const vera = await logInWithTotp(app, {}, { username: 'vera' });
    expect((await designate(['olivia', 'nora'])).status).toBe(200);
    expect(await unsignedSessionsOf(app, 'vera')).toBe(0);
    expect((await app.http.get('/api/v1/me', { token: vera.accessToken })).status).toBe(401);
    expect(outcome(await logInTo(app.http, {}, 'vera'))).toEqual([403, 'SSO_REQUIRED']);
  });

  it('get in although another organization of theirs requires single sign-on, and not into that one', async () => {
    const other = await addConnection(app, { organizationId: 2, domain: 'estuary.example' });
    await addMember(app, 'olivia', 'viewer', 2);
    await enforce(app, 'required');
    await enforce(app, 'required', { organizationId: 2 });
    const { accessToken: token } = await logInWithTotp(app, {}, { username: 'olivia' });
    expect((await app.http.get('/api/v1/organizations/1', { token })).status).toBe(200);
    const refused = await app.http.get('/api/v1/organizations/2', { token });
    expect([...outcome(refused), refused.body.sso?.connection_id]).toEqual([403, 'SSO_REQUIRED', other]);
    await enforce(app, 'off', { organizationId: 2 });
  });
});
