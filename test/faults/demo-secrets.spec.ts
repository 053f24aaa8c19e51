import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DEMO_PASSWORD, DEMO_SCIM_TOKEN, DEMO_TOTP, DEMO_USERNAMES, DEMO_USERS } from '../../src/demo/demo-data.js';
import { HttpClient } from '../support/http-client.js';
import { type Installation, installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';

type Variables = Readonly<Record<string, string>>;

const PUBLIC = { NODE_ENV: 'production', PUBLIC_URL: 'https://headgate.example', TRUST_PROXY: '1' };
const published = [DEMO_PASSWORD, DEMO_TOTP.secret, DEMO_SCIM_TOKEN.text];

describe('the secrets of the demo', () => {
  const ours = installation();
  const run: Installation['run'] = (...given) => ours().run(...given);
  const usersOf = (http: HttpClient, token: string) => http.get('/scim/v2/Users', { token, headers: { Accept: 'application/scim+json' } });

  it('are minted where others can reach the service, and printed once, outside the log', async () => {
    const empty = await ours().emptyDatabase();
    const environment = { ...PUBLIC, DATABASE_URL: empty.url, HEADGATE_DEMO: 'true' };
    const program = run('main', { environment });
    const http = new HttpClient(await program.listening());
    const [, password = ''] = /password of all: (\S+)/.exec(program.stdout) ?? [];
    const [, totp = ''] = /TOTP secret (\S+)/.exec(program.stdout) ?? [];
    const [, token = ''] = /token of organization 1: (hgscim_[\w-]{43})\n/.exec(program.stdout) ?? [];
    expect([password.length >= 24, totp]).toEqual([true, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    await logIn(http, 'olivia', password);
    expect((await usersOf(http, token)).status).toBe(200);
    for (const username of DEMO_USERNAMES)
      expect((await http.post('/api/auth/login', { username, password: DEMO_PASSWORD })).status).toBe(401);
    expect((await usersOf(http, DEMO_SCIM_TOKEN.text)).status).toBe(401);
    for (const secret of published) expect(program.stdout).not.toContain(secret);
    const logged = program.stdout.split('\n').filter((line) => line.startsWith('{'));
    for (const secret of [password, totp, token]) expect(logged.join('\n')).not.toContain(secret);
    await program.stop();
    const again = run('main', { environment });
    await again.listening();
    const { stdout } = await again.stop();
    expect(stdout).toMatch(/printed at the start that made them/);
    for (const secret of [...published, password, totp, token]) expect(stdout).not.toContain(secret);
    expect(stdout).not.toContain('WARNING');
    await empty.drop();
  });

  it('do not exist behind a proxy or under a public name, unless the settings ask for them', async () => {
    for (const opened of [{ TRUST_PROXY: '1' }, { PUBLIC_URL: 'https://headgate.example' }] as Variables[]) {
      const environment = {
        NODE_ENV: '',
        DATABASE_URL: '',
        HEADGATE_DATA_DIR: `${ours().directory}/${Object.keys(opened)[0]}`,
      };
      const program = run('main', { environment: { ...environment, ...opened } });
      const http = new HttpClient(await program.listening());
      const { status } = await http.post('/api/auth/login', { username: 'olivia', password: DEMO_PASSWORD });
      expect([opened, status]).toEqual([opened, 401]);
      const { stdout } = await program.stop();
      for (const secret of published) expect(stdout).not.toContain(secret);
    }
  });

  describe('that are published', () => {
    it('are warned of at each start that opens them to others, with what to do, until they are changed', async () => {
      for (const opened of [{ TRUST_PROXY: '1' }, { PUBLIC_URL: 'https://headgate.example' }, { HOST: '0.0.0.0' }] as Variables[]) {
        const program = run('main', { environment: { ...opened, HEADGATE_DEMO: 'false' } });
        const [, names] = await program.printed(/WARNING: others can reach[^]*log in as: (.*)\n[^]*Revoke it: .*\n/);
        // This database is seeded, and not furnished.
        expect(names).toBe(DEMO_USERS.join(', '));
        const { stdout } = await program.stop();
        const line = stdout.split('\n').find((each) => each.includes('published_demo_secrets')) ?? '{}';
        expect(JSON.parse(line)).toMatchObject({ level: 'warn', usernames: [...DEMO_USERS], has_scim_token: true });
        expect(stdout).not.toContain(DEMO_SCIM_TOKEN.text);
      }
      await onDatabase(`UPDATE users SET password_hash = NULL WHERE username <> 'vera'`);
      await onDatabase('UPDATE scim_tokens SET revoked_at = now()');
      const program = run('main', { environment: { TRUST_PROXY: '1' } });
      const [, names] = await program.printed(/log in as: (.*)\n/);
      expect(names).toBe('vera');
      await program.stop();
    });

    it('do not matter on a machine that others cannot reach', async () => {
      const program = run('main', { environment: { HEADGATE_DEMO: 'true' } });
      await logIn(new HttpClient(await program.listening()), 'vera');
      expect((await program.stop()).stdout).not.toContain('WARNING');
    });
  });

  async function onDatabase(sql: string): Promise<void> {
    const client = new Client({ connectionString: ours().database.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
});

describe('a public address without TLS in production', () => {
  const ours = installation();
  const environment = { NODE_ENV: 'production', PUBLIC_URL: 'http://headgate.example' };

  it('keeps the service from starting, with a message that says what to do', async () => {
    for (const entry of ['main', 'cli/migrate'] as const) {
      const { code, stderr } = await ours().run(entry, { environment }).finished();
      expect([entry, code]).toEqual([entry, 1]);
      expect(stderr).toMatch(/PUBLIC_URL must be https in production.*ALLOW_INSECURE_PUBLIC_URL=true/);
    }
  });

  it('causes a warning at each start if the settings ask for it', async () => {
    const program = ours().run('main', { environment: { ...environment, ALLOW_INSECURE_PUBLIC_URL: 'true' } });
    await program.listening();
    expect((await program.stop()).stdout).toMatch(/"level":"warn".*"reason":"insecure_public_url"/);
  });
});
