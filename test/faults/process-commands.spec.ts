import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { testEnvironment } from '../setup/test-environment.mjs';
import { HttpClient } from '../support/http-client.js';
import { type Installation, installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';

describe('the program', () => {
  const ours = installation();
  const run: Installation['run'] = (...given) => ours().run(...given);

  describe('npm run admin', () => {
    const create = (options: { stdin?: string; arguments?: string[] }) =>
      run('cli/admin', {
        arguments: ['create-system-admin', '--username', 'root', '--email', 'root@corp.example'],
        ...options,
      });

    it('creates a system administrator with the password from standard input, once', async () => {
      const first = await create({ stdin: 'an island of reeds\n' }).finished();
      expect([first.code, first.stdout]).toEqual([0, 'System administrator root created.\n']);
      const second = await create({ stdin: 'an island of reeds\n' }).finished();
      expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/already exists/)]);
      const program = run('main');
      const answer = await new HttpClient(await program.listening()).post('/api/auth/login', {
        username: 'root',
        password: 'an island of reeds',
      });
      expect(answer.body.user).toMatchObject({ username: 'root', role: 'system_admin' });
    });

    it('tells its commands without a failure', async () => {
      const { code, stdout, stderr } = await run('cli/admin', { arguments: ['--help'] }).finished();
      expect([code, stdout.split('\n')[0], stderr]).toEqual([0, 'Usage: npm run admin -- <command>', '']);
    });

    it('refuses what a command without arguments does not take, before it does anything', async () => {
      for (const name of ['rotate-signing-key', 'list-email-collisions', 'verify-audit-archive']) {
        const { code, stdout, stderr } = await run('cli/admin', { arguments: [name, 'now'] }).finished();
        expect([name, code, stdout, stderr]).toEqual([name, 1, '', expect.stringContaining(`The command is:\n\n  ${name}`)]);
      }
    });

    it.each([
      ['no password', { stdin: '' }, /No password/],
      ['a weak one, and says why', { stdin: 'short\n' }, /\n {2}password: .*15/],
      ['a password as an argument', { stdin: 'x', arguments: ['create-system-admin', '--password', 'secret'] }, /password/],
      ['an unknown command', { arguments: ['drop-everything'] }, /There is no command "drop-everything"[^]*Usage/],
      [
        'too few arguments, and names the command',
        { arguments: ['disable-user'] },
        /^Arguments are missing or wrong.*\n\n +disable-user <username/,
      ],
      [
        'an option where a name stands',
        { arguments: ['reset-mfa', '--username'] },
        /^Arguments are missing or wrong.*\n\n +reset-mfa <username/,
      ],
    ])('refuses %s', async (_, options, message) => {
      const { code, stderr } = await create(options).finished();
      expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    });

    it('disables and enables an account', async () => {
      const disabled = await run('cli/admin', { arguments: ['disable-user', 'vera'] }).finished();
      expect(disabled.code).toBe(0);
      const program = run('main');
      const http = new HttpClient(await program.listening());
      expect((await http.post('/api/auth/login', { username: 'vera', password: 'river-delta-headgate' })).status).toBe(401);
      expect((await run('cli/admin', { arguments: ['enable-user', 'vera@delta.example'] }).finished()).code).toBe(0);
      await logIn(http, 'vera');
    });
  });

  it('npm run migrate brings a database up to date, names what it applies, and does nothing the next time', async () => {
    const empty = await ours().emptyDatabase();
    const migrated = () => run('cli/migrate', { environment: { DATABASE_URL: empty.url } }).finished();
    expect(await migrated()).toMatchObject({ code: 0, stdout: expect.stringMatching(/up to date\.\n$/) });
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    await client.query(`ALTER TABLE schema_relations DROP extension; DELETE FROM schema_migrations WHERE name LIKE 'RelationExtensions%'`);
    await client.end();
    const upgrade = await migrated();
    expect(upgrade.stdout).toMatch(/"name":"RelationExtensions\d+","number":1,"of":1,"msg":"applying a migration"/);
    expect(await migrated()).toMatchObject({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
    await empty.drop();
  });

  it.each(['migrate', 'rotate-master-key'] as const)(
    'npm run %s does nothing but say what it does when it is asked, or has arguments',
    async (name) => {
      for (const [argument, code] of [
        ['--help', 0],
        ['-h', 0],
        ['--dry-run', 1],
      ] as const) {
        const ended = await run(`cli/${name}`, { arguments: [argument] }).finished();
        expect([argument, ended.code, ended.stdout + ended.stderr]).toEqual([
          argument,
          code,
          expect.stringMatching(new RegExp(`^(?:It takes no arguments\\. )?Usage: npm run ${name} .*\n$`)),
        ]);
      }
    },
  );

  it('npm run rotate-master-key seals everything anew, and the old key is not needed after it', async () => {
    const old = testEnvironment['HEADGATE_MASTER_KEY'] ?? '';
    const fresh = Buffer.alloc(32, 9).toString('base64');
    const { code, stdout } = await run('cli/rotate-master-key', {
      environment: { HEADGATE_MASTER_KEY: `${fresh},${old}` },
    }).finished();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/application_secrets\.value_sealed: 6 resealed/)]);
    const program = run('main', { environment: { HEADGATE_MASTER_KEY: fresh } });
    await logIn(new HttpClient(await program.listening()), 'olivia');
    await program.stop();
    const locked = await run('main', { environment: { HEADGATE_MASTER_KEY: old } }).finished();
    expect([locked.code, locked.stderr]).toEqual([1, expect.stringMatching(/cannot be opened.*HEADGATE_MASTER_KEY/)]);
    const restore = await run('cli/rotate-master-key', {
      environment: { HEADGATE_MASTER_KEY: `${old},${fresh}` },
    }).finished();
    expect(restore.code).toBe(0);
  });

  it('npm run rotate-master-key refuses to change the key file under a running server', async () => {
    const empty = await ours().emptyDatabase();
    const environment = {
      DATABASE_URL: empty.url,
      HEADGATE_MASTER_KEY: '',
      HEADGATE_DATA_DIR: join(ours().directory, 'key-file'),
      HEADGATE_DEMO: 'true',
    };
    const program = run('main', { environment });
    await program.listening();
    const refused = await run('cli/rotate-master-key', { environment }).finished();
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/stop/i)]);
    await program.stop();
    const before = await readFile(join(ours().directory, 'key-file', 'master.key'), 'utf8');
    expect((await run('cli/rotate-master-key', { environment }).finished()).code).toBe(0);
    expect(await readFile(join(ours().directory, 'key-file', 'master.key'), 'utf8')).not.toBe(before);
    const again = run('main', { environment });
    await logIn(new HttpClient(await again.listening()), 'olivia');
    await again.stop();
    await empty.drop();
  });
});
