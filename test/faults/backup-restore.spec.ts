import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { DEMO_TOTP } from '../../src/demo/demo-data.js';
import { thisMachine } from '../../src/platform/embedded-postgres/machine.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start-embedded-postgres.js';
import { type PreparedDatabase, documented, prepareDatabase } from '../support/documented.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { challengeOf, verify } from '../support/mfa.js';
import { SourceDatabase } from '../support/source-database.js';
import { logIn } from '../support/test-app.js';

const PAGE = 'docs/database.md';
const LATER = 'three herons at the weir';
const KEY = Buffer.alloc(32, 5).toString('base64');

/** PostgreSQL as Debian packages it, with the programs that the embedded binaries lack. */
const { systemDirectory } = thisMachine();
const hasPgDump = existsSync(systemDirectory) && ['pg_dump', 'psql'].every((name) => spawnSync(name, ['--version']).status === 0);
const whereDebians = hasPgDump ? it : it.skip;
if (!hasPgDump) process.stdout.write('pg_dump is not installed here: its backup and restore are skipped.\n');

describe('a backup', () => {
  const ours = installation();
  let source: SourceDatabase;
  beforeAll(async () => {
    source = await SourceDatabase.create();
  });
  afterAll(() => source.drop());

  const shell = (commands: string | undefined, environment: Record<string, string> = {}) =>
    promisify(execFile)('bash', ['-euc', commands ?? ''], {
      cwd: ours().directory,
      env: { PATH: process.env['PATH'], ...environment },
    });

  /** @returns what ends the service */
  const started = async (environment: Record<string, string>, work: (http: HttpClient) => Promise<void>) => {
    const program = ours().run('main', { environment });
    await work(new HttpClient(await program.listening()));
    expect((await program.stop()).code).toBe(0);
  };
  const register = async (http: HttpClient): Promise<number> => {
    const { accessToken: token } = await logIn(http, 'olivia');
    const body = { organization_id: 1, name: 'Kept', engine: 'postgresql', connection: source.connection() };
    return (await http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
  };
  const change = async (http: HttpClient, id: number): Promise<void> => {
    const { accessToken: token } = await logIn(http, 'olivia');
    expect((await http.delete(`/api/v1/data-sources/${id}`, { token })).status).toBeLessThan(300);
    const body = { current_password: 'river-delta-headgate', new_password: LATER };
    expect((await http.post('/api/auth/password', body, { token })).status).toBe(200);
  };
  /** The state before the change, and what is sealed: the password of a data source, and a second factor. */
  const expectRestored = async (http: HttpClient, id: number): Promise<void> => {
    const { accessToken: token } = await logIn(http, 'olivia');
    const tried = await http.post(`/api/v1/data-sources/${id}/test`, undefined, { token });
    expect([tried.status, tried.body.data]).toEqual([200, expect.objectContaining({ ok: true })]);
    const code = generateSync({ secret: DEMO_TOTP.secret });
    expect((await verify(http, await challengeOf(http), code)).status).toBe(200);
  };

  it('of the embedded server is a copy of its directory; without the key in it nothing starts', async () => {
    const data = join(ours().directory, '.data');
    const environment = { DATABASE_URL: '', HEADGATE_DATA_DIR: data, HEADGATE_MASTER_KEY: '', NODE_ENV: '' };
    const [backUp, restore] = documented(PAGE, '### On the embedded server', 'sh');
    let id = 0;
    await started(environment, async (http) => void (id = await register(http)));
    await shell(backUp);
    await started(environment, (http) => change(http, id));
    await shell(restore);
    await started(environment, (http) => expectRestored(http, id));

    await rename(join(data, 'master.key'), join(data, 'elsewhere.key'));
    const refused = await ours().run('main', { environment }).finished();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/master\.key is missing, but the database holds .* Restore the file from a backup/),
    ]);
    expect(existsSync(join(data, 'master.key'))).toBe(false);
  });

  describe('of a server of one’s own', () => {
    let server: EmbeddedPostgres;
    let database: PreparedDatabase;
    beforeAll(async () => {
      if (!hasPgDump) return;
      const dataDirectory = join(ours().directory, 'debian');
      server = await startEmbeddedPostgres({ dataDirectory, durable: false }, { ...thisMachine(), nativeDirectory: undefined });
      database = await prepareDatabase(server.url);
    });
    afterAll(() => server?.stop());

    whereDebians('is a dump, and the key', async () => {
      const environment = { DATABASE_URL: database.url, HEADGATE_MASTER_KEY: KEY, HEADGATE_DEMO: 'true' };
      const [backUp, restore] = documented(PAGE, '### On your own server', 'sh');
      let id = 0;
      await started(environment, async (http) => void (id = await register(http)));
      await shell(backUp, environment);
      await started(environment, (http) => change(http, id));
      const named = restore?.replaceAll(/(?<=DATABASE |TO |\/)headgate(?=_before|[\s;"])/g, database.name);
      const { stdout } = await shell(`${named}\necho "$HEADGATE_MASTER_KEY"`, { ADMIN_URL: server.url });
      await started({ ...environment, HEADGATE_MASTER_KEY: stdout.trim() }, (http) => expectRestored(http, id));
    });
  });
});
