import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { HttpClient } from '../support/http-client.js';
import { type Installation, installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';

/** What a shell may say of another server; the embedded one speaks no TLS. */
const OF_ANOTHER_SERVER = { PGHOST: '192.0.2.1', PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct', PGOPTIONS: '-c search_path=nowhere' };

describe('the program', () => {
  const ours = installation();
  const run: Installation['run'] = (...given) => ours().run(...given);

  describe('refuses to start, with a message that names the cause and exit code 1,', () => {
    it('a wrong variable', async () => {
      const { code, stdout, stderr } = await run('main', {
        environment: { PORT: '70000', BCRYPT_COST: 'cheap' },
      }).finished();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/PORT must be a whole number from 0 to 65535/);
      expect(stderr).toMatch(/BCRYPT_COST must be/);
    });

    it('a database that is down', async () => {
      const { code, stderr } = await run('main', {
        environment: { DATABASE_URL: 'postgres://u:sekret@127.0.0.1:1/db' },
      }).finished();
      expect(code).toBe(1);
      expect(stderr).toMatch(/Cannot connect to the database 127\.0\.0\.1:1\/db.*DATABASE_URL/);
      expect(stderr).not.toMatch(/sekret|\n\s+at /);
    });

    it('a wrong database password, which it does not print', async () => {
      const url = new URL(ours().database.url);
      url.password = 'not-the-password';
      const { code, stderr } = await run('main', { environment: { DATABASE_URL: url.href } }).finished();
      expect(code).toBe(1);
      expect(stderr).toMatch(/password authentication failed/);
      expect(stderr).not.toContain('not-the-password');
    });

    it('a port that is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as { port: number };
      const { code, stderr } = await run('main', { environment: { PORT: String(port) } }).finished();
      other.close();
      expect([code, stderr]).toEqual([1, expect.stringMatching(/EADDRINUSE/)]);
    });
  });

  it('says so when its start waits for what never comes, which Node itself ends without a word', async () => {
    const silence = 'import { Server } from "node:net"; Server.prototype.listen = function () { return this; };';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(silence)}`;
    const { code, stderr } = await run('main', { environment: { NODE_OPTIONS } }).finished();
    expect([code, stderr]).toEqual([13, expect.stringMatching(/^Headgate cannot start\. It waited for something/m)]);
  });

  it('finishes a request under way before it stops, and takes no new one', async () => {
    const program = run('main', { environment: { METRICS_TOKEN: 'metrics-token-for-tests' } });
    const http = new HttpClient(await program.listening());
    const logins = Array.from({ length: 8 }, () => http.post('/api/auth/login', { username: 'olivia', password: 'river-delta-headgate' }));
    await arrived(http, logins.length);
    const { code } = await program.stop('SIGTERM');
    expect(code).toBe(0);
    expect((await Promise.all(logins)).map((answer) => answer.status)).toEqual(Array(8).fill(200));
    await expect(http.get('/health/live')).rejects.toThrow();
  });

  it('does not hurry at a second Ctrl-C', async () => {
    const program = run('main');
    await program.listening();
    program.child.kill('SIGINT');
    program.child.kill('SIGINT');
    expect((await program.finished()).code).toBe(0);
  });

  it('leaves no half state when it is killed during logins [statement 71]', async () => {
    const program = run('main');
    const http = new HttpClient(await program.listening());
    const sessionsBefore = await count('sessions');
    const loginsBefore = await count(`audit_events WHERE action = 'session.logged_in' AND outcome = 'success' AND target_type = 'session'`);
    const logins = Array.from({ length: 12 }, () =>
      http.post('/api/auth/login', { username: 'olivia', password: 'river-delta-headgate' }).catch(() => undefined),
    );
    await Promise.race(logins);
    await program.stop('SIGKILL');
    await Promise.all(logins);
    const opened = (await count('sessions')) - sessionsBefore;
    expect(opened).toBeGreaterThan(0);
    expect(
      (await count(`audit_events WHERE action = 'session.logged_in' AND outcome = 'success' AND target_type = 'session'`)) - loginsBefore,
    ).toBe(opened);
    const again = run('main');
    await logIn(new HttpClient(await again.listening()), 'olivia');
  });

  it('does not seed a demo on a server of your own unless asked [statement 18]', async () => {
    const empty = await ours().emptyDatabase();
    const program = run('main', { environment: { DATABASE_URL: empty.url } });
    expect(await program.listening()).toMatch(/^http/);
    expect(program.stdout).not.toMatch(/river-delta-headgate/);
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    expect((await client.query('SELECT 1 FROM users')).rowCount).toBe(0);
    await client.end();
    await program.stop();
    await empty.drop();
  });

  it('lets two instances start at once on an empty database: one migrates and seeds, both serve', async () => {
    const empty = await ours().emptyDatabase();
    const environment = { DATABASE_URL: empty.url, HEADGATE_DEMO: 'true' };
    const pair = [run('main', { environment }), run('main', { environment })];
    for (const program of pair) await logIn(new HttpClient(await program.listening()), 'olivia');
    const seeded = pair.filter((program) => program.stdout.includes('demo data seeded'));
    expect(seeded).toHaveLength(1);
    for (const program of pair) await program.stop();
    await empty.drop();
  });

  it('starts from nothing: embedded database, demo, and key and mail files that only their owner can read', async () => {
    const data = join(ours().directory, 'fresh');
    const environment = { DATABASE_URL: '', HEADGATE_DATA_DIR: data, HEADGATE_MASTER_KEY: '', NODE_ENV: '', ...OF_ANOTHER_SERVER };
    const program = run('main', { environment });
    const http = new HttpClient(await program.listening());
    const { accessToken } = await logIn(http, 'olivia');
    expect((await http.get('/api/rivers?limit=1', { token: accessToken })).body.rivers[0].name).toBe('Nile');
    const change = { current_password: 'river-delta-headgate', new_password: 'three herons at the weir' };
    expect((await http.post('/api/auth/password', change, { token: accessToken })).status).toBe(200);
    await program.printed(/mail/);
    const mail = await firstMail(join(data, 'mail'));
    expect(mail.text).toMatch(/^To: olivia@delta\.example$/m);
    expect(program.stdout).not.toContain('three herons');
    expect((await stat(mail.path)).mode & 0o077).toBe(0);
    expect((await stat(join(data, 'master.key'))).mode & 0o077).toBe(0);
    await program.stop('SIGKILL');
    const again = run('main', { environment });
    await logIn(new HttpClient(await again.listening()), 'olivia', 'three herons at the weir');
    expect((await again.stop()).code).toBe(0);
  });

  async function count(from: string): Promise<number> {
    const client = new Client({ connectionString: ours().database.url });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`);
    await client.end();
    return rows[0]?.count ?? 0;
  }
});

/** A connection that the program has not accepted yet when it stops is the kernel's to refuse, and no request under way. */
async function arrived(http: HttpClient, count: number): Promise<void> {
  for (;;) {
    const { text } = await http.get('/metrics', { token: 'metrics-token-for-tests' });
    // The question itself is under way, too.
    if (Number(/^http_requests_under_way (\d+)$/m.exec(text)?.[1]) === count + 1) return;
  }
}

async function firstMail(mailDirectory: string): Promise<{ path: string; text: string }> {
  for (;;) {
    const [name] = (await readdir(mailDirectory).catch(() => [])).filter((file) => file.endsWith('.eml'));
    if (name !== undefined) {
      const path = join(mailDirectory, name);
      return { path, text: (await readFile(path, 'utf8')).replaceAll('\r\n', '\n') };
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
