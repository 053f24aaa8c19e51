import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { Browser } from '../support/browser.js';
import { Mailbox } from '../support/mailbox.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { addPerson, userIdOf } from '../support/sign-on.js';
import { activeConnection, exchange, follow, ownDomain, signIn, startSsoApp, toCallback } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const BASE = '/api/v1/sso/moves/1';
const outcome = ({ status, body }: Answer) => [status, body.code];
const account = (name: string) => ({ sub: name, email: `${name}@delta.example`, email_verified: true });

/** Paul and Rita have no password: the former provider is their only way in. */
const PEOPLE = ['vera', 'adam', 'paul', 'rita'] as const;

describe('a change of provider, with two real ones', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let okta: OidcIdp, entra: OidcIdp;
  let from: number, to: number, foreign: number;
  let token: string;
  const ids: Record<string, number> = {};
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startSsoApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    const names = [...PEOPLE, 'olivia', 'mia'];
    okta = await startOidcIdp({ accounts: names.map(account), clock: app.clock });
    // Another subject for each person, as another provider has.
    entra = await startOidcIdp({ accounts: names.map((name) => ({ ...account(name), sub: `oid-${name}` })), clock: app.clock });
    from = await activeConnection(app, okta);
    to = await activeConnection(app, entra);
    foreign = await activeConnection(app, entra, { organizationId: 2 });
    await ownDomain(app, 'delta.example');
    for (const name of ['paul', 'rita']) await addPerson(app, name);
    await sql(`UPDATE users SET password_hash = NULL, provisioned_by = 1 WHERE username IN ('paul', 'rita')`);
    for (const name of names) ids[name] = await userIdOf(app, name);
  });
  beforeEach(async () => {
    for (const table of ['sso_moves', 'sso_identities', 'sso_break_glass', 'attempt_throttles', 'sessions'])
      await sql(`DELETE FROM ${table}`);
    await sql(`UPDATE sso_connections SET status = 'active', configuration_version = 1, tested_version = 1, tested_at = $1`, [
      app.clock.now(),
    ]);
    for (const name of PEOPLE) await link(name, from, okta.issuer, name);
    token = (await logIn(app.http, 'sysadmin')).accessToken;
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await okta.close();
    await entra.close();
    await mailbox.close();
  });

  const link = (name: string, connection: number, issuer: string, subject: string): Promise<unknown> =>
    sql(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, email, email_key, linked_by, linked_at, last_login_at)
       VALUES (1, $1, $2, $3, $4, $5, $5, 'proof', $6, $6)`,
      [connection, ids[name], issuer, subject, `${name}@delta.example`, app.clock.now()],
    );
  const start = (names: readonly string[], more: object = {}, who = token) =>
    app.http.post(
      BASE,
      { name: 'Pilot', from_connection_id: from, to_connection_id: to, user_ids: names.map((name) => ids[name]), ...more },
      { token: who },
    );
  const end = (number: number, how: 'confirm' | 'rollback', who = token) =>
    app.http.post(`${BASE}/${number}/${how}`, undefined, { token: who });
  const started = async (...names: string[]): Promise<number> => {
    const { status, body } = await start(names);
    expect([status, body.details]).toEqual([201, undefined]);
    return body.data.move.number;
  };
  const read = async () => (await app.http.get(BASE, { token })).body.data.moves[0];
  const standings = async (query = '') => {
    const { body } = await app.http.get(`${BASE}/people?from_connection_id=${from}&to_connection_id=${to}${query}`, { token });
    return Object.fromEntries(body.data.people.map((one: { username: string; standing: string }) => [one.username, one.standing]));
  };
  /** Whose account each connection knows, by name. */
  const linked = async (connection: number): Promise<string[]> => {
    const rows = await sql(
      'SELECT u.username FROM sso_identities i JOIN users u ON u.id = i.user_id WHERE i.connection_id = $1 ORDER BY 1',
      [connection],
    );
    return rows.map(({ username }: { username: string }) => username);
  };
  /** Where a login through the former provider leads: the address without its query, and what stands in it. */
  const throughOkta = async (name: string, query = {}, browser = new Browser()) => {
    const callback = await toCallback(app, okta, from, name, { browser, query });
    return landing(callback, browser);
  };
  const landing = async (callback: URL, browser: Browser) => {
    const { to: query, answer } = await follow(app, callback, browser);
    return { path: new URL(answer.headers.get('location') ?? '').pathname, query, browser };
  };
  const whoIs = async (code: string | null): Promise<unknown> => (await exchange(app, code)).body.user?.username;

  it('tells who can move, who cannot and why', async () => {
    for (const name of ['olivia', 'mia']) await link(name, from, okta.issuer, name);
    expect(await standings()).toEqual({ vera: 'READY', adam: 'READY', paul: 'READY', rita: 'READY', olivia: 'OWNER', mia: 'READY' });
    await link('paul', to, entra.issuer, 'oid-paul');
    await link('rita', to, 'https://former.example', 'oid-rita');
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [ids['adam']]);
    await sql('INSERT INTO sso_break_glass (organization_id, user_id, designated_at) VALUES (1, $1, now())', [ids['olivia']]);
    await sql(`UPDATE sso_identities SET email = 'other@delta.example', email_key = 'other@delta.example' WHERE user_id = $1`, [
      ids['mia'],
    ]);
    const mixed = {
      vera: 'READY',
      adam: 'INACTIVE',
      paul: 'LINKED_ALREADY',
      rita: 'LINK_BROKEN',
      olivia: 'NEVER_LINKED',
      mia: 'ADDRESS_DIFFERS',
    };
    expect(await standings()).toEqual(mixed);
    expect(await standings('&standing=LINK_BROKEN')).toEqual({ rita: 'LINK_BROKEN' });
    const refused = await start(Object.keys(mixed));
    expect(outcome(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.details.map(({ field }: { field: string }) => field)).toEqual([1, 3, 4, 5].map((index) => `user_ids[${index}]`));
    await sql('UPDATE organization_members SET suspended_at = NULL');
    await sql(`UPDATE sso_identities SET email_key = 'mia@delta.example' WHERE user_id = $1`, [ids['mia']]);
    await sql(`UPDATE sso_identities SET email_key = 'vera@delta.example' WHERE user_id = $1 AND connection_id = $2`, [ids['paul'], to]);
    await sql(`UPDATE sso_domains SET status = 'drifted'`);
    expect(await standings()).toMatchObject({ vera: 'DOMAIN_NOT_COVERED', mia: 'DOMAIN_NOT_COVERED' });
    await sql(`UPDATE sso_domains SET status = 'verified'`);
    expect(await standings()).toMatchObject({ vera: 'IDENTITY_CONFLICT', mia: 'READY' });
    await sql(
      `INSERT INTO scim_resources (organization_id, type, user_id, name_key, attributes, search, is_inferred, created_at, last_modified_at)
       SELECT 1, 'User', $1, 'adam@delta.example', '{"userName":"adam@delta.example"}', '{"active": true}', false, now(), now()
        WHERE NOT EXISTS (SELECT FROM scim_resources WHERE organization_id = 1 AND user_id = $1)`,
      [ids['adam']],
    );
    await sql(`UPDATE scim_resources SET is_inferred = user_id <> $1, search = '{"active": "true"}' WHERE organization_id = 1`, [
      ids['adam'],
    ]);
    expect(await standings()).toMatchObject({ adam: 'READY', mia: 'NOT_IN_DIRECTORY' });
    await sql('UPDATE scim_resources SET is_inferred = true WHERE organization_id = 1');
  });

  it('moves people without a password, sends them on from the former provider, and lets the rest be', async () => {
    expect([...(await signIn(app, entra, to, 'oid-paul')).keys()]).toEqual(['link_token']);
    await sql(`UPDATE users SET email_verified_at = NULL WHERE username = 'rita'`);
    const number = await started('vera', 'paul');
    expect((await mailbox.arrived(app)).map(({ to: whom, subject }) => `${whom?.[0]?.address}: ${subject}`).sort()).toEqual([
      'paul@delta.example: Your organization changes its identity provider',
      'vera@delta.example: Your organization changes its identity provider',
    ]);
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const sent = await throughOkta('paul', { code_challenge: challenge });
    expect([sent.path, Object.fromEntries(sent.query)]).toEqual([
      `/api/auth/sso/${to}/start`,
      { return_to: 'https://app.example/signed-in', code_challenge: challenge },
    ]);
    expect(await whoIs((await signIn(app, entra, to, 'oid-paul')).get('code'))).toBe('paul');
    expect(await whoIs((await signIn(app, entra, to, 'oid-vera')).get('code'))).toBe('vera');
    expect([await linked(from), await linked(to)]).toEqual([[...PEOPLE].sort(), ['paul', 'vera']]);
    expect(await sql(`SELECT actor_user_id, target_id, detail FROM audit_events WHERE action = 'sso.login.sent_on'`)).toEqual([
      { actor_user_id: ids['paul'], target_id: String(from), detail: { to_connection_id: to } },
    ]);
    expect(await sql('SELECT DISTINCT linked_by FROM sso_identities WHERE connection_id = $1', [to])).toEqual([{ linked_by: 'wave' }]);
    // Who is in no wave sees nothing of it, at either provider.
    expect(await whoIs((await throughOkta('adam')).query.get('code'))).toBe('adam');
    expect([...(await signIn(app, entra, to, 'oid-rita')).keys()]).toEqual(['link_token']);
    expect(await read()).toMatchObject({ number, status: 'started', members: 2, arrived: 2, is_held_up: false });
  });

  it('is rolled back without loss', async () => {
    const number = await started('paul', 'rita');
    await exchange(app, (await signIn(app, entra, to, 'oid-paul')).get('code'));
    await mailbox.arrived(app);
    expect((await end(number, 'rollback')).body.data.move).toMatchObject({ status: 'rolled_back', members: 2, arrived: 1 });
    expect((await mailbox.arrived(app)).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => 'Your organization took the change of its identity provider back'),
    );
    for (const name of ['paul', 'rita']) expect(await whoIs((await throughOkta(name)).query.get('code'))).toBe(name);
    expect(await whoIs((await signIn(app, entra, to, 'oid-paul')).get('code'))).toBe('paul');
    expect([...(await signIn(app, entra, to, 'oid-rita')).keys()]).toEqual(['link_token']);
    expect(await standings()).toMatchObject({ paul: 'LINKED_ALREADY', rita: 'READY' });
    for (const how of ['confirm', 'rollback'] as const) expect(outcome(await end(number, how))).toEqual([409, 'CONFLICT']);
  });

  it('is confirmed: those who came lose the former link and its sessions, the others keep both', async () => {
    const before = async (name: string) => (await exchange(app, (await throughOkta(name)).query.get('code'))).body.access_token as string;
    const [pauls, ritas] = [await before('paul'), await before('rita')];
    const number = await started('paul', 'rita');
    const arrived = (await exchange(app, (await signIn(app, entra, to, 'oid-paul')).get('code'))).body.access_token as string;
    expect((await end(number, 'confirm')).body.data.move).toMatchObject({ status: 'confirmed', members: 2, arrived: 1 });
    expect([await linked(from), await linked(to)]).toEqual([['adam', 'rita', 'vera'], ['paul']]);
    const me = async (who: string) => (await app.http.get('/api/v1/me', { token: who })).status;
    expect([await me(pauls), await me(ritas), await me(arrived)]).toEqual([401, 200, 200]);
    expect(await whoIs((await throughOkta('rita')).query.get('code'))).toBe('rita');
    expect(await whoIs((await signIn(app, entra, to, 'oid-paul')).get('code'))).toBe('paul');
    const [event] = await sql(`SELECT detail FROM audit_events WHERE action = 'sso.move.confirmed' ORDER BY id DESC LIMIT 1`);
    expect(event.detail).toEqual({ members: 2, arrived: 1 });
    const [unlinked] = await sql(`SELECT target_id FROM audit_events WHERE action = 'sso.identity.unlinked' ORDER BY id DESC LIMIT 1`);
    expect(unlinked.target_id).toBe(String(ids['paul']));
  });

  it('takes a login in progress as the wave stands when it ends', async () => {
    const [atOkta, atEntra] = [new Browser(), new Browser()];
    const begun = await toCallback(app, okta, from, 'paul', { browser: atOkta });
    const number = await started('paul');
    expect((await landing(begun, atOkta)).path).toBe(`/api/auth/sso/${to}/start`);
    const coming = await toCallback(app, entra, to, 'oid-paul', { browser: atEntra });
    await end(number, 'rollback');
    expect([...(await landing(coming, atEntra)).query.keys()]).toEqual(['link_token']);
    expect(await linked(to)).toEqual([]);
  });

  it('is held up while the new connection is another than it was started for, and the former one works', async () => {
    await started('paul');
    for (const change of [`status = 'disabled'`, `status = 'active', configuration_version = 2, tested_version = 2`]) {
      await sql(`UPDATE sso_connections SET ${change} WHERE id = $1`, [to]);
      expect((await read()).is_held_up).toBe(true);
      expect(await whoIs((await throughOkta('paul')).query.get('code'))).toBe('paul');
    }
    expect([...(await signIn(app, entra, to, 'oid-paul')).keys()]).toEqual(['link_token']);
    expect(await linked(to)).toEqual([]);
  });

  it('takes nobody who is in a wave the other way, so that no login goes round', async () => {
    await started('paul');
    await signIn(app, entra, to, 'oid-paul');
    const { status, body } = await start(['paul'], { from_connection_id: to, to_connection_id: from });
    expect([status, body.details]).toEqual([
      400,
      [expect.objectContaining({ field: 'user_ids[0]', message: expect.stringContaining('another wave') })],
    ]);
  });

  it('is confirmed only while the new connection lets people in, and without those who have unlinked themselves since', async () => {
    const number = await started('paul', 'rita');
    for (const name of ['paul', 'rita']) await exchange(app, (await signIn(app, entra, to, `oid-${name}`)).get('code'));
    await sql(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [to]);
    const refused = await end(number, 'confirm');
    expect([...outcome(refused), refused.body.message]).toEqual([409, 'CONFLICT', expect.stringContaining('Roll the wave back')]);
    expect(await linked(from)).toEqual(['adam', 'paul', 'rita', 'vera']);
    await sql(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [to]);
    await sql('DELETE FROM sso_identities WHERE connection_id = $1 AND user_id = $2', [from, ids['rita']]);
    expect((await end(number, 'confirm')).status).toBe(200);
    expect(await linked(from)).toEqual(['adam', 'vera']);
  });

  it('links no owner, not even one who became it in the wave, and nobody who left', async () => {
    await started('paul', 'rita');
    await sql(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner') WHERE user_id = $1`,
      [ids['paul']],
    );
    expect([...(await signIn(app, entra, to, 'oid-paul')).keys()]).toEqual(['link_token']);
    await sql(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer') WHERE user_id = $1`,
      [ids['paul']],
    );
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [ids['rita']]);
    expect((await signIn(app, entra, to, 'oid-rita')).get('error')).toBe('ACCOUNT_NOT_ACTIVE');
    expect((await throughOkta('rita')).query.get('error')).toBe('ACCOUNT_NOT_ACTIVE');
    await sql('UPDATE organization_members SET suspended_at = NULL');
    expect(await linked(to)).toEqual([]);
  });

  it('takes a person once, and ends once, for twenty who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(['paul'])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
    const { number } = await read();
    const other = await started('rita');
    expect(other).toBe(number + 1);
    await signIn(app, entra, to, 'oid-paul');
    const ends = await Promise.all(Array.from({ length: 20 }, (_, index) => end(number, index % 2 === 0 ? 'confirm' : 'rollback')));
    expect(ends.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect((await read()).status).toBe('started');
  });

  it('takes connections and people of the organization alone, active ones, from those who may', async () => {
    for (const more of [{ to_connection_id: foreign }, { from_connection_id: foreign }, { to_connection_id: from }])
      expect(outcome(await start(['paul'], more))).toEqual([409, 'CONFLICT']);
    for (const [user_ids, field] of [
      [[ids['paul'], 999_999], 'user_ids[1]'],
      [[ids['paul'], ids['mia']], 'user_ids[1]'],
      [[], 'user_ids'],
    ] as const) {
      const { status, body } = await start(['paul'], { user_ids });
      expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    }
    for (const shut of [to, from]) {
      await sql(`UPDATE sso_connections SET status = CASE id WHEN $1 THEN 'disabled' ELSE 'active' END`, [shut]);
      expect(outcome(await start(['paul']))).toEqual([409, 'CONFLICT']);
    }
    const people = `${BASE}/people?from_connection_id=${from}&to_connection_id=${foreign}`;
    expect(outcome(await app.http.get(people, { token }))).toEqual([404, 'NOT_FOUND']);
    const vera = (await logIn(app.http, 'vera')).accessToken;
    for (const answer of [await start(['paul'], {}, vera), await app.http.get(BASE, { token: vera })])
      expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await end(1, 'confirm'))).toEqual([404, 'NOT_FOUND']);
    app.clock.advance({ minutes: 11 });
    expect(outcome(await start(['paul']))).toEqual([401, 'STEP_UP_REQUIRED']);
  });
});
