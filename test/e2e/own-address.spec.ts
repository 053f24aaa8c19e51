import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox, linkIn, tokenIn } from '../support/mailbox.js';
import { person } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { addConnection, addMember, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Where the code looks up or keeps an address, and what becomes of it when a person changes theirs. */
const PLACES: Readonly<Record<string, string>> = {
  'abac/adapters/persistence/sql-policy-facts.ts': 'read at each access: the new address, which is proved',
  'accounts/adapters/persistence/schemas.ts':
    'users: changed; mailed_tokens: bound to the old address, so resets and confirmations are void',
  'accounts/adapters/persistence/sql-reading-preferences.ts': 'found by the address that the account has now',
  'accounts/adapters/persistence/typeorm-mailed-tokens.ts': 'see schemas.ts',
  'accounts/adapters/persistence/typeorm-users.ts': 'changed, with the username if that was the address',
  'evidence/adapters/persistence/files-of-person.ts': 'read when the export is made, and only a confirmed one',
  'invitations/adapters/persistence/schemas.ts':
    'stays: it went to a mailbox, and whoever reads that may still join with an account of that address',
  'invitations/adapters/persistence/typeorm-invitations.ts': 'see schemas.ts; those to the new address can be accepted from now on',
  'scim/adapters/persistence/sql-awaited-people.ts': 'stays: what the directory said of a person who has not come',
  'scim/adapters/persistence/sql-user-links.ts': 'see sql-awaited-people.ts; users of members that no client has seen get the new address',
  'sso-enforcement/adapters/persistence/sql-security-states.ts': 'read at each look',
  'sso-migration/adapters/persistence/classification-statement.ts': 'read at each look',
  'sso-migration/adapters/persistence/sql-moves.ts': 'read at each look',
  'sso/adapters/persistence/schemas.ts': 'what the provider said; of linked accounts the organization changes the address',
  'sso/adapters/persistence/typeorm-identities.ts': 'see schemas.ts; a proposed link counts only for the address that it named',
};

describe('changing the address of the own account', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, TRUST_PROXY: 'loopback' } });
  });
  beforeEach(async () => {
    await sql('DELETE FROM attempt_throttles');
    ({ accessToken: token } = await logIn(app.http, await someone()));
    await mailbox.arrived(app);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const nameNow = () => `person${made}`;
  /** A new account, whose username is another than its address. */
  async function someone(username = `person${(made += 1)}`): Promise<string> {
    await sql(
      `INSERT INTO users (username, username_key, username_look, email, email_key, email_verified_at, claimed_at, status, is_system_admin, password_hash,
                          trust_epoch, created_at, updated_at)
       SELECT $1, $1, $1, $2, $2, now(), now(), 'active', false, password_hash, 1, now(), now() FROM users WHERE username = 'nora'`,
      [username, username.includes('@') ? username : `${username}@old.example`],
    );
    return username;
  }
  const own = async (bearer = token) => (await app.http.get('/api/v1/me/address', { token: bearer })).body.data.address;
  const ask = (email: unknown, bearer = token, headers: Record<string, string> = {}) =>
    app.http.post('/api/v1/me/address', { email }, { token: bearer, headers });
  const confirm = (mailed: unknown, bearer = token) => app.http.post('/api/v1/me/address/confirm', { token: mailed }, { token: bearer });
  const login = async (username: string) => (await app.http.post('/api/auth/login', { username, password: DEMO_PASSWORD })).status;
  const mails = async () => {
    const arrived = await mailbox.arrived(app);
    return (address: string) => arrived.filter(({ to }) => to?.[0]?.address === address);
  };
  const mailedTo = async (address: string): Promise<string> => {
    expect((await ask(address)).status).toBe(202);
    return tokenIn((await mails())(address)[0]);
  };
  const events = async () =>
    (await sql('SELECT action, outcome FROM audit_events WHERE actor_user_id = $1 ORDER BY id', [await userIdOf(app, nameNow())]))
      .filter(({ action }: { action: string }) => action.startsWith('user.'))
      .map((event: { action: string; outcome: string }) => `${event.action} ${event.outcome}`);

  it('is decided for each place that keeps or looks up an address', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /adapters\/persistence\/.*[.]ts$/.test(name),
    );
    const found = sources.filter((name) => /email_key|emailKey:/.test(readFileSync(`src/${name}`, 'utf8'))).sort();
    expect(found).toEqual(Object.keys(PLACES).sort());
  });

  it('goes by a link to the new address, with word to the old one before and after', async () => {
    const other = (await logIn(app.http, nameNow())).accessToken;
    const [old, next] = [`${nameNow()}@old.example`, `${nameNow()}@new.example`];
    const asked = await ask(` Person <${next}> `, token, { 'user-agent': 'curl/8.5.0', 'x-forwarded-for': '198.51.100.7' });
    expect([asked.status, asked.body]).toEqual([
      202,
      { message: 'We have sent a mail to the new address. Open the link in it to finish the change.' },
    ]);
    expect(await own()).toMatchObject({ email: old, is_verified: true, managed_by: null, pending: { email: next } });
    const before = await mails();
    expect(before(old)[0]?.text?.replaceAll(/\s+/g, ' ')).toContain(`change its address to ${next}, with curl 8 from 198.51.100.7.`);
    expect(before(old)[0]?.text).not.toContain('token=');
    expect(linkIn(before(next)[0])).toMatch(/^http:\/\/headgate\.test\/email-verification\?new=1#token=[\w-]{43}$/);
    expect([await login(next), await login(old)]).toEqual([401, 200]);
    const done = await confirm(tokenIn(before(next)[0]));
    expect([done.status, done.body.data.email]).toEqual([200, next]);
    expect(await own()).toEqual({ email: next, is_verified: true, managed_by: null, pending: null });
    expect((await mails())(old).map(({ subject }) => subject)).toEqual(['The address of your Headgate account was changed']);
    expect([await login(old), await login(next), await login(nameNow())]).toEqual([401, 200, 200]);
    expect((await app.http.get('/api/v1/me', { token: other })).status).toBe(401);
    expect(await events()).toEqual(['user.address_change_requested success', 'user.address_changed success']);
  });

  it('warns the old mailbox in the language of its owner, whatever the browser of the change speaks', async () => {
    expect((await app.http.put('/api/v1/me/preferences', { language: 'de', time_zone: null }, { token })).status).toBe(200);
    const mailed = await mailedTo(`german${made}@new.example`);
    await app.http.post('/api/v1/me/address/confirm', { token: mailed }, { token, headers: { 'accept-language': 'en' } });
    const [mail] = (await mails())(`${nameNow()}@old.example`);
    expect(mail?.subject).toBe('Die Adresse Ihres Headgate-Kontos wurde geändert');
  });

  it('takes a username that was the address along, and leaves any other', async () => {
    await someone(`follows${made}@old.example`);
    ({ accessToken: token } = await logIn(app.http, `follows${made}@old.example`));
    const mailed = await mailedTo(`follows${made}@new.example`);
    expect((await confirm(mailed)).status).toBe(200);
    const { body } = await app.http.get('/api/v1/me', { token });
    expect(body.data.user).toMatchObject({ username: `follows${made}@new.example`, email: `follows${made}@new.example` });
    expect(outcome(await ask('a!b@new.example'))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('takes a link once, of 20 that come at once too, and only the newest', async () => {
    const older = await mailedTo('first@new.example');
    const newest = await mailedTo(`once${made}@new.example`);
    expect(outcome(await confirm(older))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(newest)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(400)]);
    expect(outcome(await confirm(newest))).toEqual([400, 'INVALID_VERIFICATION_TOKEN']);
  });

  it('does not give the account to whoever reads the mail of a mistyped address', async () => {
    const mailed = await mailedTo(`mistyped${made}@new.example`);
    expect(outcome(await app.http.post('/api/v1/me/address/confirm', { token: mailed }))).toEqual([401, 'UNAUTHORIZED']);
    const stranger = (await logIn(app.http, 'nora')).accessToken;
    const refused = await confirm(mailed, stranger);
    expect([outcome(refused), refused.body.message]).toEqual([
      [403, 'FORBIDDEN'],
      'Another account asked for this link. Sign out, sign in with that account, and open the link again.',
    ]);
    expect((await confirm(mailed)).status).toBe(200);
  });

  it.each([
    ['is cancelled', () => app.http.delete('/api/v1/me/address/pending', { token })],
    ['is too old', async () => app.clock.advance({ minutes: 61 })],
    ['is followed by a new password', () => sql('UPDATE users SET trust_epoch = trust_epoch + 1 WHERE username = $1', [nameNow()])],
    ['is followed by another address', () => sql(`UPDATE users SET email_key = $1 || '@moved.example' WHERE username = $1`, [nameNow()])],
  ])('ends when it %s', async (_, end) => {
    const mailed = await mailedTo(`ended${made}@new.example`);
    await end();
    ({ accessToken: token } = await logIn(app.http, nameNow()));
    expect([outcome(await confirm(mailed)), (await own()).pending]).toEqual([[400, 'INVALID_VERIFICATION_TOKEN'], null]);
  });

  it('is cancelled once, however often that is asked', async () => {
    await mailedTo(`cancelled${made}@new.example`);
    const cancel = () => app.http.delete('/api/v1/me/address/pending', { token });
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200]);
    expect(await events()).toEqual(['user.address_change_requested success', 'user.address_change_cancelled success']);
  });

  it('reveals no account: the same answer and state, and the owner of the address is told', async () => {
    const free = await ask(`free${made}@new.example`);
    const stateOfFree = { ...(await own()).pending, email: null };
    const taken = await ask('OLIVIA@delta.example');
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect({ ...(await own()).pending, email: null }).toEqual(stateOfFree);
    const [mail] = (await mails())('OLIVIA@delta.example');
    expect([mail?.subject, mail?.text]).toEqual([
      'Somebody asked to use your address for Headgate',
      expect.stringMatching(/There is an account with this address already/),
    ]);
    expect(mail?.text).not.toMatch(/token=|person\d/);
  });

  it('refuses the proof when another account has got the address meanwhile, and says so to whoever reads its mail', async () => {
    const address = `raced${made}@new.example`;
    const mailed = await mailedTo(address);
    await sql(`UPDATE users SET email = $1, email_key = $1 WHERE username = 'vera'`, [address]);
    expect(outcome(await confirm(mailed))).toEqual([409, 'CONFLICT']);
    await sql(`UPDATE users SET email = 'vera@delta.example', email_key = 'vera@delta.example' WHERE username = 'vera'`);
    expect(await events()).toEqual(['user.address_change_requested success', 'user.address_changed refused']);
    expect((await confirm(mailed)).status).toBe(200);
  });

  it('refuses what is no address, and the one that the account has', async () => {
    const refusals = [await ask('no address'), await ask(`${nameNow().toUpperCase()}@OLD.example`), await ask(undefined)];
    expect(refusals.map(outcome)).toEqual(Array(3).fill([400, 'VALIDATION_FAILED']));
    expect(await mailbox.arrived(app)).toEqual([]);
  });

  it('needs a fresh proof, and takes neither keys of AI clients nor tokens of directories', async () => {
    app.clock.advance({ minutes: 11 });
    expect(outcome(await ask(`stale${made}@new.example`))).toEqual([401, 'STEP_UP_REQUIRED']);
    for (const key of [`hgk_${'a'.repeat(43)}`, (await scimClient(app, 1)).token])
      expect(outcome(await ask(`key${made}@new.example`, key))).toEqual([401, 'UNAUTHORIZED']);
  });

  it('is slowed as reset mails are, for the old mailbox and for the new one', async () => {
    for (let mail = 0; mail < 5; mail += 1) expect((await ask(`slow${mail}@new.example`)).status).toBe(202);
    expect(outcome(await ask('slow5@new.example'))).toEqual([429, 'RATE_LIMITED']);
    await sql('DELETE FROM attempt_throttles');
    for (let mail = 0; mail < 5; mail += 1) {
      ({ accessToken: token } = await logIn(app.http, await someone()));
      expect((await ask('flooded@new.example')).status).toBe(202);
    }
    ({ accessToken: token } = await logIn(app.http, await someone()));
    expect(outcome(await ask('flooded@new.example'))).toEqual([429, 'RATE_LIMITED']);
  });

  it('is refused before the owner of the account has come', async () => {
    await sql('UPDATE users SET claimed_at = NULL WHERE username = $1', [nameNow()]);
    expect(outcome(await ask(`unclaimed${made}@new.example`))).toEqual([403, 'EMAIL_VERIFICATION_REQUIRED']);
  });

  it('voids a reset of the password that is on its way, and leaves invitations to the old address to its mailbox', async () => {
    await app.http.post('/api/auth/password-reset/request', { email: `${nameNow()}@old.example` });
    const reset = tokenIn((await mails())(`${nameNow()}@old.example`)[0]);
    expect((await confirm(await mailedTo(`resets${made}@new.example`))).status).toBe(200);
    const set = await app.http.post('/api/auth/password-reset', { token: reset, new_password: 'a heron stands in shallow water' });
    expect(outcome(set)).toEqual([400, 'INVALID_RESET_TOKEN']);
  });

  describe('of an account that an organization manages', () => {
    const joined = async (): Promise<number> => {
      await addMember(app, nameNow());
      return userIdOf(app, nameNow());
    };

    it('is not up to the person: the directory of the organization', async () => {
      await joined();
      const scim = await scimClient(app, 1);
      expect((await scim.post('/Users', person(`${nameNow()}@old.example`))).status).toBe(201);
      const refused = await ask(`managed${made}@new.example`);
      expect([outcome(refused), refused.body.message]).toEqual([
        [409, 'CONFLICT'],
        'The directory of Delta Analytics manages this account, so you cannot change its address here. Ask the administrators of the organization.',
      ]);
      expect((await own()).managed_by).toEqual({ by: 'directory', organization: 'Delta Analytics' });
      await sql('UPDATE scim_tokens SET revoked_at = now()');
      expect((await own()).managed_by).toBeNull();
    });

    it('is not up to the person: the identity provider, also when it is linked after the request', async () => {
      const mailed = await mailedTo(`linked${made}@new.example`);
      await joined();
      const connectionId = await addConnection(app);
      await logInBySso(app, nameNow(), connectionId);
      expect((await own()).managed_by).toEqual({ by: 'single_sign_on', organization: 'Delta Analytics' });
      for (const refused of [await ask(`linked${made}@new.example`), await confirm(mailed)])
        expect(outcome(refused)).toEqual([409, 'CONFLICT']);
      await enforce(app, 'required');
      ({ accessToken: token } = await logIn(app.http, await someone()));
      expect(outcome(await ask('newcomer@delta.example'))).toEqual([400, 'VALIDATION_FAILED']);
      await enforce(app, 'off');
      await sql(`UPDATE sso_connections SET status = 'disabled'`);
    });

    const inferred = (id: number) =>
      sql(
        `INSERT INTO scim_resources (id, organization_id, type, user_id, name_key, attributes, search, is_inferred, version, created_at, last_modified_at)
         SELECT gen_random_uuid(), 1, 'User', $1, $2, jsonb_build_object('userName', $2::text), '{}', true, 1, now(), now() RETURNING id`,
        [id, `${nameNow()}@old.example`],
      );

    it('is not up to the person: the organization that verified the domain, also after the request', async () => {
      const mailed = await mailedTo(`left${made}@new.example`);
      const id = await joined();
      const claim = (organizationId: number, status: string) =>
        sql(
          `INSERT INTO sso_domains (organization_id, domain, challenge, status, verified_at, created_at)
           VALUES ($1, 'old.example', 'challenge', $2, now(), now())`,
          [organizationId, status],
        );
      await claim(2, 'verified');
      expect((await own()).managed_by).toBeNull();
      await sql(`DELETE FROM sso_domains WHERE domain = 'old.example'`);
      await claim(1, 'verified');
      for (const refused of [await ask(`left${made}@new.example`), await confirm(mailed)])
        expect([outcome(refused), refused.body.message]).toEqual([
          [409, 'CONFLICT'],
          'Your address is in a domain that Delta Analytics has verified, so you cannot change it here. Ask the administrators of the organization.',
        ]);
      expect((await own()).managed_by).toEqual({ by: 'verified_domain', organization: 'Delta Analytics' });
      await sql('DELETE FROM organization_members WHERE user_id = $1', [id]);
      expect((await own()).managed_by).toBeNull();
      await sql(`DELETE FROM sso_domains WHERE domain = 'old.example'`);
    });

    it('is not undone by a directory that read the user before the change and saves it after', async () => {
      const userId = await joined();
      const [{ id }] = await inferred(userId);
      const mailed = await mailedTo(`late${made}@new.example`);
      const scim = await scimClient(app, 1);
      const holder = app.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
      const waits = (count: number) =>
        eventually('they wait for the account', async () => {
          const [{ waiting }] = await sql(
            `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return waiting >= count;
        });
      const confirmed = confirm(mailed);
      await waits(1);
      const patched = scim.patch(`/Users/${id}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'title', value: 'Analyst' }],
      });
      await waits(2);
      await holder.commitTransaction();
      await holder.release();
      expect([(await confirmed).status, (await patched).status]).toEqual([200, 200]);
      const [user] = await sql('SELECT name_key, attributes FROM scim_resources WHERE id = $1', [id]);
      expect(user).toMatchObject({
        name_key: `late${made}@new.example`,
        attributes: { userName: `late${made}@new.example`, title: 'Analyst', emails: [{ value: `late${made}@new.example` }] },
      });
      await sql('UPDATE scim_tokens SET revoked_at = now()');
    });

    it('is followed by the users that its directory has not seen yet', async () => {
      const id = await joined();
      await inferred(id);
      expect((await confirm(await mailedTo(`seen${made}@new.example`))).status).toBe(200);
      const [user] = await sql('SELECT name_key, attributes, version FROM scim_resources WHERE user_id = $1', [id]);
      expect(user).toMatchObject({
        name_key: `seen${made}@new.example`,
        version: 1,
        attributes: { userName: `seen${made}@new.example`, emails: [{ value: `seen${made}@new.example` }] },
      });
    });
  });
});
