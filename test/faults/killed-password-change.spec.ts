import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { createTestDatabase } from '../support/database.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { type LoggedIn, logIn } from '../support/test-app.js';

const NEW = 'a quiet estuary at low tide';
const CHANGE = { current_password: DEMO_PASSWORD, new_password: NEW };

describe('a process that is killed during a password change', () => {
  const killedWaitingFor = async ({ http, program, client, sessions }: Scene, table: string): Promise<void> => {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const answer = http.post('/api/auth/password', CHANGE, { token: sessions[0]?.accessToken }).catch(() => null);
    await eventually('the change waits for the table', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return ((await client.query(waiting)).rowCount ?? 0) > 0;
    });
    await program.stop('SIGKILL');
    expect(await answer).toBeNull();
    await client.query('COMMIT');
    await serverHasLetGo(client);
  };

  it.each(['users', 'outbox_mails'])('with its write to %s not done leaves the old state whole [statement 71]', (table) =>
    withProcess(async (process) => {
      const before = await process.state();
      await killedWaitingFor(process, table);
      expect(await process.state()).toEqual(before);
      return { password: DEMO_PASSWORD, open: [true, true] };
    }),
  );

  it('with its last write and its COMMIT on the way leaves the old or the new state whole [statement 71]', () =>
    withProcess(async (process) => {
      const before = await process.state();
      await killedWaitingFor(process, 'audit_events');
      const after = await process.state();
      const isDone = after.hash !== before.hash;
      expect(after).toEqual(isDone ? changed(before, after.hash) : before);
      return isDone ? { password: NEW, open: [true, false] } : { password: DEMO_PASSWORD, open: [true, true] };
    }));

  it('just after its answer leaves the new state whole [statement 71]', () =>
    withProcess(async ({ http, program, client, sessions, state }) => {
      const before = await state();
      const answer = await http.post('/api/auth/password', CHANGE, { token: sessions[0]?.accessToken });
      await program.stop('SIGKILL');
      expect(answer.status).toBe(200);
      await serverHasLetGo(client);
      const after = await state();
      expect(after.hash).not.toBe(before.hash);
      expect(after).toEqual(changed(before, after.hash));
      return { password: NEW, open: [true, false] };
    }));

  interface State {
    readonly hash: string;
    readonly epoch: number;
    readonly live: number;
    readonly mails: number;
    readonly changes: number;
  }
  const changed = ({ epoch, mails, changes }: State, hash: string): State => ({
    hash,
    epoch: epoch + 1,
    live: 1,
    mails: mails + 1,
    changes: changes + 1,
  });
  interface Scene {
    readonly http: HttpClient;
    readonly program: HeadgateProcess;
    readonly client: Client;
    readonly sessions: readonly LoggedIn[];
    readonly state: () => Promise<State>;
  }

  /** Runs the program with two sessions of olivia, and after the act starts it again and looks what is valid. */
  async function withProcess(act: (scene: Scene) => Promise<{ password: string; open: boolean[] }>): Promise<void> {
    const database = await createTestDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'headgate-killed-'));
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const environment = { ...testEnvironment, DATABASE_URL: database.url, HEADGATE_DATA_DIR: directory };
    const running: HeadgateProcess[] = [];
    const started = async () => {
      const program = HeadgateProcess.run('main', { environment });
      running.push(program);
      return { program, http: new HttpClient(await program.listening()) };
    };
    try {
      const { program, http } = await started();
      const sessions = [await logIn(http, 'olivia'), await logIn(http, 'olivia')];
      const state = async () => (await client.query<State>(STATE)).rows[0] as State;
      const expected = await act({ http, program, client, sessions, state });
      const again = (await started()).http;
      for (const [index, session] of sessions.entries()) {
        const me = await again.get('/api/v1/me', { token: session.accessToken });
        expect([index, me.status === 200]).toEqual([index, expected.open[index]]);
      }
      for (const password of [DEMO_PASSWORD, NEW]) {
        const { status } = await again.post('/api/auth/login', { username: 'olivia', password });
        expect([password, status]).toEqual([password, password === expected.password ? 200 : 401]);
      }
    } finally {
      for (const { child } of running) child.kill('SIGKILL');
      await client.end();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    }
  }
});

const STATE = `
  SELECT u.password_hash AS hash, u.trust_epoch AS epoch,
         (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL) AS live,
         (SELECT count(*)::int FROM outbox_mails) AS mails,
         (SELECT count(*)::int FROM audit_events WHERE action = 'user.password_changed' AND target_type = 'user') AS changes
    FROM users u WHERE u.username = 'olivia'`;

/** The server notices that its client is gone only when it next listens to it; until then the transaction is open. */
function serverHasLetGo(client: Client): Promise<void> {
  return eventually('the connections of the killed process are gone', async () => {
    const others = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                       AND backend_type = 'client backend'`;
    return (await client.query(others)).rowCount === 0;
  });
}
