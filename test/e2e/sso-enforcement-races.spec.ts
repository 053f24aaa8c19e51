import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RecogniseDevice } from '../../src/devices/application/recognise-device.js';
import { FindBlockers } from '../../src/sso-enforcement/application/find-blockers.js';
import { RecheckDomains } from '../../src/sso/application/recheck-domains.js';
import { addBreakGlass, addConnection, addMember, enforce, enrol, logInBySso, unsignedSessionsOf, userIdOf } from '../support/sign-on.js';
import { nextTotp } from '../support/mfa.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/enforcement/1';

describe('requiring single sign-on while others act', () => {
  let app: TestApp;
  let connectionId: number;
  let owner: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp({
      environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true', DATABASE_POOL_SIZE: '30' },
    });
    connectionId = await addConnection(app);
    for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
    for (const username of ['oscar', 'vera']) await addMember(app, username, 'owner');
  });
  beforeEach(async () => {
    await enforce(app, 'off');
    await app.dataSource.query('UPDATE sso_enforcement SET version = 1');
    owner = await logInBySso(app, 'oscar', connectionId);
    jest.spyOn(app.app.get(FindBlockers, { strict: false }), 'execute').mockResolvedValue([]);
    jest.spyOn(app.app.get(RecheckDomains, { strict: false }), 'execute').mockResolvedValue([]);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  const put = (mode: string, version: number, who = owner) =>
    app.http.put(PATH, { mode }, { token: who.accessToken, headers: { 'If-Match': `"${version}"` } });

  it('lets one of two owners decide, and tells the other that they were not first', async () => {
    const other = await logInBySso(app, 'vera', connectionId);
    const answers = await Promise.all([put('required', 1), put('report_only', 1, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.find(({ status }) => status === 200)?.body.data.enforcement.mode;
    const required = await app.dataSource.query('SELECT 1 FROM sso_requirements');
    expect(required).toHaveLength(winner === 'required' ? 1 : 0);
  });

  it('leaves no session without single sign-on, of twenty logins at the moment of the switch', async () => {
    for (let round = 2; round <= 4; round += 1) {
      const logins = Array.from({ length: 20 }, (_, index) => {
        const username = index % 2 === 0 ? 'adam' : 'vera';
        return app.http.post('/api/auth/login', { username, password: 'river-delta-headgate' });
      });
      // Some are through by now, some are not.
      await Promise.any(logins);
      await enforce(app, 'off');
      const [{ version }] = await app.dataSource.query('SELECT version FROM sso_enforcement WHERE organization_id = 1');
      expect((await put('required', version)).status).toBe(200);
      const statuses = new Set((await Promise.all(logins)).map(({ status }) => status));
      expect([...statuses].filter((status) => status !== 200 && status !== 403)).toEqual([]);
      for (const username of ['adam', 'vera']) expect(await unsignedSessionsOf(app, username)).toBe(0);
      await enforce(app, 'off');
    }
  });

  it('waits for a login that has been judged, and ends its session', async () => {
    const adam = await userIdOf(app, 'adam');
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    // As a login holds it from its judgement to its session.
    await runner.query('SELECT pg_advisory_xact_lock_shared(4712028, 1)');
    const switched = put('required', 1);
    await runner.query(
      `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at, network, device_name)
       VALUES ($1, '\\x01', '{pwd}', 'aal1', $2, $2, $2, $2::timestamptz + interval '1 day', 'unknown', 'Test')`,
      [adam, app.clock.now()],
    );
    const waits = await Promise.race([switched.then(() => 'done'), blocked()]);
    await runner.commitTransaction();
    await runner.release();
    expect([waits, (await switched).status]).toEqual(['waits', 200]);
    expect(await unsignedSessionsOf(app, 'adam')).toBe(0);
  });

  it('waits for a login from its beginning to its session, which reads what is required once', async () => {
    const recogniseDevice = app.app.get(RecogniseDevice, { strict: false });
    const recognise = recogniseDevice.execute.bind(recogniseDevice);
    const steps = new EventEmitter();
    jest.spyOn(recogniseDevice, 'execute').mockImplementationOnce(async (input) => {
      const goesOn = once(steps, 'go on');
      steps.emit('begun');
      await goesOn;
      return recognise(input);
    });
    const begun = once(steps, 'begun');
    const login = app.http.post('/api/auth/login', { username: 'adam', password: 'river-delta-headgate' });
    await begun;
    const switched = put('required', 1);
    const waits = await Promise.race([switched.then(() => 'done'), login.then(() => 'through'), blocked()]);
    steps.emit('go on');
    expect([waits, (await login).status, (await switched).status]).toEqual(['waits', 200, 200]);
    expect(await unsignedSessionsOf(app, 'adam')).toBe(0);
  });

  it('does not wait for a login by single sign-on, which waits for it where it has to', async () => {
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    // A change of what is required takes this lock before the row of the organization, which such a login has locked by then.
    await runner.query('SELECT pg_advisory_xact_lock(4712028, 1)');
    const opened = logInBySso(app, 'adam', connectionId).then(() => 'opened');
    const seen = await Promise.race([opened, blocked()]);
    await runner.rollbackTransaction();
    await runner.release();
    expect([seen, await opened]).toEqual(['opened', 'opened']);
  });

  const blocked = async (): Promise<string> => {
    for (;;) {
      const [{ waiting }] = await app.dataSource.query(
        `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND classid = 4712028 AND NOT granted`,
      );
      if (waiting > 0) return 'waits';
    }
  };

  it('keeps two break-glass owners with a factor, also when one removes theirs while being designated', async () => {
    for (const step of [addMember(app, 'vera', 'owner'), enrol(app, 'vera')]) await step;
    await enforce(app, 'required');
    await logInBySso(app, 'vera', connectionId);
    const { accessToken } = await logInBySso(app, 'vera', connectionId);
    const code = nextTotp(app.clock);
    const raised = await app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token: accessToken });
    const token = raised.body.access_token;
    const { body } = await app.http.get('/api/v1/mfa/factors', { token });
    const userIds = [await userIdOf(app, 'olivia'), await userIdOf(app, 'vera')];
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    // The removal ends this one, too, and waits for it in the middle of its work.
    await runner.query(
      'SELECT 1 FROM sessions WHERE id = (SELECT min(id) FROM sessions WHERE user_id = $1 AND ended_at IS NULL) FOR UPDATE',
      [userIds[1]],
    );
    const removal = app.http.delete(`/api/v1/mfa/factors/${body.data.factors[0].id}`, { token });
    await waiting(1);
    const designation = app.http.put(`${PATH}/break-glass`, { user_ids: userIds }, { token: owner.accessToken });
    await Promise.race([designation, waiting(2)]);
    await runner.rollbackTransaction();
    await runner.release();
    expect((await removal).status).toBe(200);
    expect([(await designation).status, (await designation).body.code]).toEqual([409, 'BREAK_GLASS_NEEDED']);
    await addMember(app, 'vera', 'viewer');
  });

  const waiting = async (count: number): Promise<void> => {
    const locked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await app.dataSource.query(locked)).length < count);
  };

  it('keeps two break-glass owners when several are removed at once', async () => {
    await addBreakGlass(app, 'vera');
    expect((await put('required', 1)).status).toBe(200);
    const remove = async (username: string) =>
      app.http.delete(`/api/v1/organizations/1/members/${await userIdOf(app, username)}`, { token: owner.accessToken });
    const answers = await Promise.all([remove('vera'), remove('nora')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('BREAK_GLASS_NEEDED');
    expect(await app.dataSource.query('SELECT count(*)::int FROM sso_break_glass')).toEqual([{ count: 2 }]);
    await enforce(app, 'off');
    await logIn(app.http, 'adam');
  });
});
