import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import bcrypt from 'bcrypt';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { KNOWN_PHRASES } from '../../src/accounts/adapters/passwords/known-phrases.js';
import { CheckNewPassword } from '../../src/accounts/application/check-new-password.js';
import { RegisterUser } from '../../src/accounts/application/register-user.js';
import { DEMO_PASSWORD, DEMO_USERS } from '../../src/demo/demo-data.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { SecretBox } from '../../src/shared/ports/secret-box.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a quiet estuary at low tide';
const WRONG = 'this-is-not-the-password';
/** Four bytes and two code units each, no neighbours, none twice: nothing but the length can be wrong with them. */
const characters = (count: number) => Array.from({ length: count }, (_, at) => String.fromCodePoint(0x20000 + at * 17)).join('');

describe('the standard for passwords', () => {
  let app: TestApp;
  let olivia: LoggedIn;
  let password: string;

  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await setHash('olivia', await hashOf('oscar'));
    password = DEMO_PASSWORD;
    olivia = await logIn(app.http, 'olivia');
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  const login = (username: string, attempt: string, on = app) => on.http.post('/api/auth/login', { username, password: attempt });
  const change = (next: string, current = password) =>
    app.http.post('/api/auth/password', { current_password: current, new_password: next }, { token: olivia.accessToken });
  /** Changes it and proves by a login that it is this very password which counts from now on. */
  async function takes(next: string): Promise<void> {
    expect([next, (await change(next)).status]).toEqual([next, 200]);
    expect([next, (await login('olivia', next)).status]).toEqual([next, 200]);
    password = next;
  }
  async function refuses(next: string, reason: RegExp): Promise<void> {
    const { status, body } = await change(next);
    expect([next, status, body.code]).toEqual([next, 400, 'VALIDATION_FAILED']);
    expect(body.details).toMatchObject([{ field: 'new_password', message: expect.stringMatching(reason) }]);
    expect((await login('olivia', password)).status).toBe(200);
  }

  describe('length', () => {
    it.each([1, 7, 8, 14])('of %i characters is refused, however many bytes they have [statement 1]', async (count) => {
      await refuses(characters(count), /at least 15 characters/);
    });

    it('of 15 characters is enough, however few bytes they have [statement 1]', async () => {
      await takes('mhzbqwlkxotrunv');
      await takes(characters(15));
    });

    it('of 14 characters is refused too when an account is made [statement 1]', async () => {
      const register = (next: string) =>
        app.app.get(RegisterUser).execute({ username: 'heron', email: 'heron@delta.example', password: next, isSystemAdmin: true });
      await expect(register(characters(14))).rejects.toMatchObject({
        details: [{ field: 'password', message: expect.objectContaining({ with: { least: 15 } }) }],
      });
      expect((await register(characters(15))).username).toBe('heron');
    });

    it.each([64, 128])('of %i characters is taken, and every one of them counts [statement 2]', async (count) => {
      await takes(characters(count));
      expect((await login('olivia', characters(count - 1))).status).toBe(401);
      expect((await login('olivia', `${characters(count - 1)}x`)).status).toBe(401);
    });

    it('of 10,000 characters is refused with 400 without any hashing [statement 2]', async () => {
      const queued = jest.spyOn(app.app.get(HashQueue), 'run');
      const compare = jest.spyOn(bcrypt, 'compare');
      const hash = jest.spyOn(bcrypt, 'hash');
      const long = 'x'.repeat(10_000);
      const answers = [await change(long), await change(NEW, long), await login('olivia', long), await change(characters(257))];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([400, 'VALIDATION_FAILED']));
      for (const spy of [queued, compare, hash]) expect(spy).not.toHaveBeenCalled();
    });
  });

  it.each(['otters swim low', 'mhzbqwlkxotrunv', '839201748392017'])(
    'needs no mixture of characters: "%s" is taken [statements 3, 11]',
    async (next) => {
      expect(next).toHaveLength(15);
      await takes(next);
    },
  );

  it('tells the 73rd byte, a leading space and the case of one letter apart [statement 4]', async () => {
    const seventyTwo = 'lagoon reed heron otter kettle winter '.repeat(2).slice(0, 72);
    expect(Buffer.byteLength(seventyTwo)).toBe(72);
    await takes(`${seventyTwo}1`);
    for (const near of [seventyTwo, `${seventyTwo}2`, `${seventyTwo}1 `, ` ${seventyTwo}1`, `L${seventyTwo.slice(1)}1`]) {
      expect([near, (await login('olivia', near)).status]).toEqual([near, 401]);
    }
  });

  describe('common passwords', () => {
    const COMMON = /common one/;
    const PREDICTABLE = /common one|repetition or a sequence/;

    it('that are long enough are refused, every one on the list, with the reason [statement 6]', async () => {
      const listed = [...dictionary['passwords-common'], ...KNOWN_PHRASES].filter((entry) => entry.length >= 15);
      expect(listed.length).toBeGreaterThan(100);
      for (const entry of listed) expect([entry, await reasonOf(entry)]).toEqual([entry, matching(PREDICTABLE)]);
    });

    it('of the three thousand commonest are refused when made long enough [statement 6]', async () => {
      const commonest = dictionary['passwords-common'].slice(0, 3_000);
      const accepted: string[] = [];
      for (const entry of commonest) {
        const doubled = entry.repeat(Math.max(2, Math.ceil(15 / entry.length)));
        if ((await reasonOf(doubled)) === null) accepted.push(doubled);
      }
      expect(accepted).toEqual([]);
    });

    it.each(['correct horse battery staple', 'momsanaladventure', 'mailcreated5240'])(
      'are refused over HTTP with the reason: "%s" [statement 6]',
      (listed) => refuses(listed, COMMON),
    );

    function matching(pattern: RegExp): unknown {
      return expect.stringMatching(pattern);
    }
    /** By the use case that every way to set a password goes through; thousands of requests would only be slower. */
    function reasonOf(candidate: string): Promise<string | null> {
      return app.app
        .get(CheckNewPassword, { strict: false })
        .execute({ password: candidate, username: 'otter', email: 'otter@reeds.example', userId: null, field: 'p' })
        .then(
          () => null,
          (error: { details: [{ message: string }] }) => error.details[0].message,
        );
    }
  });

  describe('names', () => {
    const OWN = /your name, your e-mail address, your organization or the name of this product/;

    it.each([
      ['the e-mail address', 'olivia@delta.example'],
      ['the e-mail address with digits', 'olivia@delta.example73620184'],
      ['the organization', 'Delta Analytics'],
      ['the organization with digits', 'deltaanalytics73620184'],
      ['the username with digits', 'olivia736201849'],
      ['the product with digits', 'headgate7362018'],
      ['the product with digits and a capital', 'Headgate 2026 11 20'],
    ])('%s is no password [statement 7]', (_, next) => refuses(next, OWN));

    it('a username cannot be the password of its owner, alone or with digits [statement 7]', async () => {
      const username = 'brackishwaterheron';
      const register = (next: string) =>
        app.app.get(RegisterUser).execute({ username, email: 'bw@reeds.example', password: next, isSystemAdmin: false });
      for (const next of [username, username.toUpperCase(), `${username}7362`])
        await expect(register(next)).rejects.toMatchObject({
          details: [{ message: expect.stringMatching(OWN) }],
        });
      expect((await register(NEW)).username).toBe(username);
      olivia = await logIn(app.http, username, NEW);
      password = NEW;
      const { status, body } = await change(`${username}2026`);
      expect([status, body.details[0].message]).toEqual([400, expect.stringMatching(OWN)]);
    });
  });

  it.each([
    ['no current password', { new_password: NEW }],
    ['an empty one', { current_password: '', new_password: NEW }],
    ['a wrong one', { current_password: WRONG, new_password: NEW }],
    ['null for it', { current_password: null, new_password: NEW }],
  ])('a change with %s changes nothing [statement 8]', async (_, body) => {
    expect((await app.http.post('/api/auth/password', body, { token: olivia.accessToken })).status).toBe(400);
    expect((await login('olivia', NEW)).status).toBe(401);
    expect((await login('olivia', DEMO_PASSWORD)).status).toBe(200);
  });

  describe('at rest', () => {
    /** An instance that hashes at what is the least in production. */
    let dear: TestApp;
    beforeAll(async () => {
      dear = await startTestApp({ database: { url: app.databaseUrl }, environment: { BCRYPT_COST: '10' } });
    });
    afterAll(() => dear.close());

    it('every password is bcrypt of cost 10 or more over the peppered pre-hash [statement 9]', async () => {
      // The template's are cheap: a login makes them as dear as is configured.
      for (const name of DEMO_USERS) await login(name, DEMO_PASSWORD, dear);
      const rows = await app.dataSource.query('SELECT password_hash FROM users WHERE username = ANY($1)', [DEMO_USERS]);
      expect(rows.length).toBeGreaterThan(5);
      for (const { password_hash: stored } of rows) {
        expect(stored).toMatch(/^hs384-bcrypt:\$2b\$\d\d\$[./A-Za-z0-9]{53}$/);
        expect(bcrypt.getRounds(bareHash(stored))).toBeGreaterThanOrEqual(10);
      }
      const stored = bareHash(await hashOf('olivia'));
      expect(await bcrypt.compare(await prehash(DEMO_PASSWORD), stored)).toBe(true);
      expect(await bcrypt.compare(DEMO_PASSWORD, stored)).toBe(false);
      const unpeppered = createHmac('sha384', '').update(DEMO_PASSWORD).digest('base64');
      expect(await bcrypt.compare(unpeppered, stored)).toBe(false);
    });

    it('two accounts with one password have two hashes [statement 9]', async () => {
      expect(await hashOf('adam')).not.toBe(await hashOf('vera'));
    });

    it('no cost below 10 can be configured [statement 9]', () => {
      expect(() => loadConfig({ BCRYPT_COST: '9' })).toThrow(/BCRYPT_COST/);
      expect(loadConfig({}).passwords.bcryptCost).toBeGreaterThanOrEqual(10);
    });

    it('a hash of a lower cost is replaced at the next login and not by a wrong password [statement 9]', async () => {
      const weak = `hs384-bcrypt:${await bcrypt.hash(await prehash(DEMO_PASSWORD), 5)}`;
      await setHash('olivia', weak);
      expect((await login('olivia', WRONG, dear)).status).toBe(401);
      expect(await hashOf('olivia')).toBe(weak);
      expect((await login('olivia', DEMO_PASSWORD, dear)).status).toBe(200);
      expect(bcrypt.getRounds(bareHash(await hashOf('olivia')))).toBe(10);
      expect((await login('olivia', DEMO_PASSWORD, dear)).status).toBe(200);
    });

    async function pepper(): Promise<Buffer> {
      const name = 'password_pepper';
      const [row] = await app.dataSource.query('SELECT value_sealed FROM application_secrets WHERE name = $1', [name]);
      return app.app.get(SecretBox, { strict: false }).open(row.value_sealed, `application_secrets.value_sealed:${name}`);
    }
    const bareHash = (stored: string) => stored.slice(stored.indexOf(':') + 1);
    const prehash = async (text: string) =>
      createHmac('sha384', await pepper())
        .update(text.normalize('NFC'), 'utf8')
        .digest('base64');
  });

  it('a password never expires [statement 11]', async () => {
    const later = new FixedClock(app.clock.now());
    later.advance({ days: 5 * 365 });
    const aged = await startTestApp({ clock: later, database: { url: app.databaseUrl } });
    const { accessToken } = await logIn(aged.http, 'oscar');
    expect((await aged.http.get('/api/v1/me', { token: accessToken })).status).toBe(200);
    await aged.close();
  });

  it('there is no hint and no secret question, neither kept nor told [statement 11]', async () => {
    const columns = await app.dataSource.query(
      `SELECT column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~* 'hint|question|reminder'
          -- What was asked of the data, how often a person was asked to move to single sign-on, and the last signs of a key.
          AND (table_name, column_name) NOT IN (('query_executions', 'question'), ('query_executions', 'saved_question_id'), ('saved_questions', 'question'), ('board_questions', 'question_id'), ('conversation_turns', 'question'),
                ('sso_wave_members', 'reminders'), ('access_keys', 'hint'), ('agent_client_secrets', 'hint'))`,
    );
    expect(columns).toEqual([]);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { status, body } = await login('olivia', WRONG);
      expect([status, body]).toEqual([
        401,
        {
          success: false,
          code: 'UNAUTHORIZED',
          message: 'The username or password is wrong.',
          request_id: expect.any(String),
        },
      ]);
    }
    const extra = { current_password: DEMO_PASSWORD, new_password: NEW, hint: 'where the river ends' };
    expect((await app.http.post('/api/auth/password', extra, { token: olivia.accessToken })).status).toBe(400);
  });

  async function hashOf(username: string): Promise<string> {
    const [row] = await app.dataSource.query('SELECT password_hash FROM users WHERE username = $1', [username]);
    return row.password_hash;
  }
  /** All demo accounts have one password, so the hash of one gives another its first password back. */
  async function setHash(username: string, hash: string): Promise<void> {
    await app.dataSource.query('UPDATE users SET password_hash = $2 WHERE username = $1', [username, hash]);
  }
});
