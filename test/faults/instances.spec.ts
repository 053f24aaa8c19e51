import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { MIGRATIONS } from '../../src/boot/database.js';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { eventually } from '../platform/fixtures/eventually.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import { type Answer, HttpClient } from '../support/http-client.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { installation } from '../support/installation.js';
import { tokenIn } from '../support/mailbox.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, logIn } from '../support/test-app.js';

const THREE = [0, 1, 2];
/** One after the other, round and round. */
const RACERS = Array.from({ length: 21 }, (_, index) => index);
const as = ({ accessToken }: LoggedIn) => ({ token: accessToken });
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('three instances that start at once', () => {
  const ours = installation();

  it('on an empty database: one migrates, each migration once, and all serve', async () => {
    const empty = await ours().emptyDatabase();
    const programs = THREE.map(() => ours().run('main', { environment: { DATABASE_URL: empty.url } }));
    for (const program of programs) expect((await new HttpClient(await program.listening()).get('/health/ready')).status).toBe(200);
    const migrating = programs.filter(({ stdout }) => stdout.includes('"database migrated"'));
    expect(migrating).toHaveLength(1);
    expect(await rowsOf(empty.url, 'SELECT name FROM schema_migrations')).toHaveLength(MIGRATIONS.length);
    for (const program of programs) expect((await program.stop()).code).toBe(0);
    await empty.drop();
  });
});

describe('three instances, each a process of its own,', () => {
  const ours = installation();
  let mails: MailCatcher;
  let source: SourceDatabase;
  let programs: HeadgateProcess[] = [];
  let clients: HttpClient[] = [];

  const start = (keys = testEnvironment['HEADGATE_MASTER_KEY'] ?? ''): HeadgateProcess =>
    HeadgateProcess.run('main', {
      environment: {
        ...testEnvironment,
        DATABASE_URL: ours().database.url,
        HEADGATE_DATA_DIR: ours().directory,
        HEADGATE_DEMO: 'true',
        HEADGATE_MASTER_KEY: keys,
        SMTP_URL: mails.url,
        RATE_LIMIT_MULTIPLIER: '1000',
      },
    });
  const at = (index: number): HttpClient => {
    const client = clients[index % THREE.length];
    if (client === undefined) throw new Error('The instances have not started.');
    return client;
  };
  const everywhere = (ask: (http: HttpClient) => Promise<Answer>): Promise<Answer[]> => Promise.all(clients.map(ask));
  const race = (ask: (http: HttpClient, index: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(RACERS.map((index) => ask(at(index), index)));
  const mailTo = async (address: string): Promise<Email> => {
    const place = (): number => mails.recipients.findLastIndex((recipients) => recipients.includes(address));
    await eventually(`a mail to ${address}`, () => place() !== -1);
    return PostalMime.parse(mails.received[place()] ?? Buffer.of());
  };
  const challengeAt = async (http: HttpClient): Promise<string> => {
    const credentials = { username: DEMO_TOTP.user, password: DEMO_PASSWORD };
    return (await http.post('/api/auth/login', credentials)).body.mfa.token;
  };
  const answerWith = (http: HttpClient, mfa_token: string, method: string, code: string): Promise<Answer> =>
    http.post('/api/auth/mfa/verify', { mfa_token, method, code });

  const invite = async (http: HttpClient, who: LoggedIn, email: string): Promise<Answer> => {
    const sql = `SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`;
    const [role] = await rowsOf(ours().database.url, sql);
    const body = { email, workspace_id: 1, role_id: role?.['id'] };
    return http.post('/api/v1/organizations/1/invitations', body, as(who));
  };

  beforeAll(async () => {
    mails = await new MailCatcher().up();
    source = await SourceDatabase.create('CREATE TABLE lakes (id int); GRANT SELECT ON lakes TO PUBLIC');
    programs = THREE.map(() => start());
    clients = [];
    for (const program of programs) clients.push(new HttpClient(await program.listening()));
  });
  afterAll(async () => {
    for (const program of programs) await program.stop('SIGKILL');
    await source.drop();
    await mails.down();
  });

  it('refuse with the next request a session, refresh token or membership that was ended at one of them', async () => {
    const vera = await logIn(at(0), 'vera');
    const elsewhere = [await logIn(at(1), 'vera'), await logIn(at(2), 'vera')];
    const change = { current_password: DEMO_PASSWORD, new_password: 'three herons at the weir' };
    expect((await at(0).post('/api/auth/password', change, as(vera))).status).toBe(200);
    for (const ended of elsewhere) {
      expect(statusesOf(await everywhere((http) => http.get('/api/v1/me', as(ended))))).toEqual([401, 401, 401]);
      const again = { refresh_token: ended.refreshToken };
      expect(statusesOf(await everywhere((http) => http.post('/api/auth/refresh', again)))).toEqual([401, 401, 401]);
    }
    const list = (http: HttpClient): Promise<Answer> => http.get('/api/v1/organizations/1/workspaces', as(vera));
    expect(statusesOf(await everywhere(list))).toEqual([200, 200, 200]);
    const olivia = await logIn(at(2), 'olivia');
    expect((await at(2).delete(`/api/v1/organizations/1/members/${vera.userId}`, as(olivia))).status).toBe(200);
    expect(statusesOf(await everywhere(list))).toEqual([403, 403, 403]);
  });

  it('accept a code that is good once from one of 21 callers at all of them: an authenticator code, a recovery code', async () => {
    const challenges = await Promise.all(RACERS.map((index) => challengeAt(at(index))));
    const code = generateSync({ secret: DEMO_TOTP.secret });
    const answers = await race((http, index) => answerWith(http, challenges[index] ?? '', 'totp', code));
    const [mia, ...others] = answers.filter(({ status }) => status === 200);
    expect([mia?.status, others]).toEqual([200, []]);
    const made = await at(1).post('/api/v1/mfa/recovery-codes', undefined, { token: mia?.body.access_token });
    const [recovery = ''] = made.body.data.recovery_codes as string[];
    const more = await Promise.all(RACERS.map((index) => challengeAt(at(index))));
    const used = await race((http, index) => answerWith(http, more[index] ?? '', 'recovery_code', recovery));
    expect(used.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accept a link that resets a password, or an invitation, from one of 21 callers', async () => {
    expect((await at(0).post('/api/auth/password-reset/request', { email: 'adam@delta.example' })).status).toBe(202);
    const token = tokenIn(await mailTo('adam@delta.example'));
    const passwords = RACERS.map((index) => `the tide number ${index} of many`);
    const answers = await race((http, index) => http.post('/api/auth/password-reset', { token, new_password: passwords[index] }));
    const winners = passwords.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    for (const http of clients) await logIn(http, 'adam', winners[0]);

    const olivia = await logIn(at(0), 'olivia');
    expect((await invite(at(1), olivia, 'racer@delta.example')).status).toBe(201);
    const [, invitation] = /^([\w-]{43})$/m.exec((await mailTo('racer@delta.example')).text ?? '') ?? [];
    const joined = await race((http, index) =>
      http.post(`/api/v1/invitations/${invitation}/accept`, { username: `racer${index}`, password: passwords[0] }),
    );
    expect(joined.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowsOf(ours().database.url, `SELECT FROM users WHERE username LIKE 'racer%'`)).toHaveLength(1);
  });

  it('send each mail once, although all of them work on what waits', async () => {
    const olivia = await logIn(at(0), 'olivia');
    const addresses = RACERS.map((index) => `guest${index}@delta.example`);
    const invited = await race((http, index) => invite(http, olivia, addresses[index] ?? ''));
    expect(statusesOf(invited)).toEqual(RACERS.map(() => 201));
    const waiting = () => rowsOf(ours().database.url, 'SELECT FROM graphile_worker.jobs');
    await eventually('nothing waits', async () => (await waiting()).length === 0);
    const got = mails.recipients.flat().filter((address) => address.startsWith('guest'));
    expect(got.sort()).toEqual([...addresses].sort());
  });

  it('tell of a discovery that another began, and show what it found', async () => {
    const olivia = await logIn(at(0), 'olivia');
    const body = { organization_id: 1, name: 'Shared', engine: 'postgresql', connection: source.connection() };
    const made = await at(0).post('/api/v1/data-sources', body, as(olivia));
    const path = `/api/v1/data-sources/${made.body.data.data_source.id}`;
    const headers = { Prefer: 'respond-async' };
    const begun = await at(1).post(`${path}/discover-schema`, undefined, { ...as(olivia), headers });
    const follow = () => at(2).get(begun.headers.get('location') ?? '', as(olivia));
    await eventually('it is done', async () => (await follow()).body.data.discovery.state === 'completed');
    const shown = await everywhere((http) => http.get(`${path}/schema`, as(olivia)));
    for (const answer of shown) expect(answer.body.data.tables).toMatchObject([{ name: 'lakes' }]);
  });

  it('continue while the master key is replaced as documented; what one seals, all can open', async () => {
    const [old = '', fresh] = [testEnvironment['HEADGATE_MASTER_KEY'], Buffer.alloc(32, 9).toString('base64')];
    let serial = 0;
    /** What one seals, all open: the password of a data source. */
    const works = async (index: number): Promise<void> => {
      const olivia = await logIn(at(index), 'olivia');
      const name = `Sealed ${(serial += 1)}`;
      const body = { organization_id: 1, name, engine: 'postgresql', connection: source.connection() };
      const made = await at(index).post('/api/v1/data-sources', body, as(olivia));
      const test = `/api/v1/data-sources/${made.body.data.data_source.id}/test`;
      const opened = await everywhere((http) => http.post(test, undefined, as(olivia)));
      expect(opened.map(({ status, body: { data } }) => [status, data?.ok])).toEqual(THREE.map(() => [200, true]));
    };
    const deploy = async (keys: string, ...replaced: number[]): Promise<void> => {
      for (const index of replaced) {
        expect((await programs[index]?.stop())?.code).toBe(0);
        programs[index] = start(keys);
      }
      for (const index of replaced) clients[index] = new HttpClient((await programs[index]?.listening()) ?? '');
      for (const index of THREE) await works(index);
    };
    await deploy(`${old},${fresh}`, ...THREE);
    // Now one seals under the new key and the others under the old one.
    await deploy(`${fresh},${old}`, 0);
    await deploy(`${fresh},${old}`, 1, 2);
    const environment = { HEADGATE_MASTER_KEY: `${fresh},${old}`, HEADGATE_DATA_DIR: ours().directory };
    const { code, stdout } = await ours().run('cli/rotate-master-key', { environment }).finished();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/data_sources\.password_sealed: \d+ resealed/)]);
    await deploy(fresh, ...THREE);
  });
});
