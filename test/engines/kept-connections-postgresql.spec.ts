import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { begin, beginAgain, undo } from '../../src/statements/adapters/querying/postgresql/beginning.js';
import { keptConnectionsContract } from '../contracts/kept-connections.contract.js';
import { PostgresqlSource } from '../support/postgresql-source.js';

describe('a connection to PostgreSQL that is kept', () => {
  keptConnectionsContract({
    session: 'SELECT pg_backend_pid()',
    slow: 'SELECT pg_sleep(3600)',
    failing: 'SELECT 1 / 0',
    leaving: [
      [`SELECT set_config('app.secret', 'x', false)`, `SELECT coalesce(current_setting('app.secret', true), '')`, ''],
      [`SELECT set_config('search_path', 'public', false)`, `SELECT current_setting('search_path')`, 'pg_catalog'],
      [`SELECT set_config('default_transaction_read_only', 'off', false)`, `SELECT current_setting('default_transaction_read_only')`, 'on'],
      [`SELECT set_config('timezone', 'Asia/Tokyo', false)`, `SELECT current_setting('timezone')`, 'UTC'],
      [`SELECT set_config('statement_timeout', '0', false)`, `SELECT current_setting('statement_timeout')`, '10s'],
      ['SELECT pg_advisory_lock(4711)', "SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'", 0],
      [
        `SELECT public.leaving('PREPARE left_behind AS SELECT 1')`,
        "SELECT count(*) FROM pg_prepared_statements WHERE name = 'left_behind'",
        0,
      ],
      [`SELECT public.leaving('LISTEN left_behind')`, 'SELECT count(*) FROM pg_listening_channels()', 0],
      [
        `SELECT public.leaving('DECLARE left_behind CURSOR WITH HOLD FOR SELECT 1')`,
        `SELECT count(*) FROM pg_cursors WHERE name = 'left_behind'`,
        0,
      ],
    ],
    start: async () => {
      const source = await PostgresqlSource.create(
        `CREATE FUNCTION public.leaving(what text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE what; RETURN 1; END $$`,
      );
      const role = await source.role();
      const ours = `application_name = 'headgate-query' AND usename = '${role.name}'`;
      return {
        target: source.as(role),
        connections: async () =>
          (
            await source.run(`SELECT CASE WHEN state = 'idle' AND xact_start IS NULL
                AND NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid) THEN 'rests' ELSE 'works' END
              FROM pg_stat_activity a WHERE ${ours} ORDER BY 1`)
          ).map(([state]) => String(state)),
        endAll: async () => void (await source.run(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${ours}`)),
        onlyOne: async () => void (await source.run(`ALTER ROLE ${role.name} CONNECTION LIMIT 1`)),
        stop: () => source.drop(),
      };
    },
  });
});

describe('a session of PostgreSQL after a statement', () => {
  let source: PostgresqlSource;
  const clients: Client[] = [];

  beforeAll(async () => {
    source = await PostgresqlSource.create('CREATE SEQUENCE public.counter', 'CREATE TABLE public.things (id int)');
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    await source.drop();
  });

  const connected = async (changes: { user?: string; password?: string } = {}): Promise<Client> => {
    const { database, port, username, password, addresses } = source.target().server;
    const client = new Client({ host: addresses[0], port, database, user: username, password: password ?? '', ...changes });
    await client.connect();
    clients.push(client);
    return client;
  };
  const rowsOf = async (client: Client, text: string): Promise<string[][]> =>
    (await client.query<string[]>({ text, rowMode: 'array' })).rows;
  const stateOf = async (client: Client) => ({
    settings: await rowsOf(
      client,
      `SELECT name, setting, source FROM pg_settings WHERE name !~ '^(transaction_|plpgsql\\.)' ORDER BY name`,
    ),
    users: await rowsOf(client, 'SELECT current_user, session_user'),
    prepared: await rowsOf(client, 'SELECT name FROM pg_prepared_statements'),
    cursors: await rowsOf(client, 'SELECT name FROM pg_cursors WHERE is_holdable'),
    channels: await rowsOf(client, 'SELECT pg_listening_channels()'),
    locks: await rowsOf(client, `SELECT locktype FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'`),
    temporary: await rowsOf(client, 'SELECT relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()'),
  });

  it('is like one that has just begun, whatever it has left', async () => {
    const fresh = await stateOf(await connected());
    const client = await connected();
    await begin(client, 5_000);
    await client.query('ROLLBACK');
    for (const left of [
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
      `SET application_name = 'other'; SET work_mem = '99MB'; SET app.secret = 'x'; SET session_replication_role = 'replica'`,
      'SET ROLE pg_monitor',
      'RESET ROLE; SET SESSION AUTHORIZATION pg_monitor',
      'RESET SESSION AUTHORIZATION; CREATE TEMP TABLE pg_roles (rolname text)',
      'CREATE TEMP VIEW things AS SELECT 1',
      'PREPARE left_behind AS SELECT 1',
      'BEGIN; DECLARE left_behind CURSOR WITH HOLD FOR SELECT 1; COMMIT',
      'LISTEN left_behind',
      'SELECT pg_advisory_lock(1), pg_advisory_lock_shared(2)',
      `SELECT nextval('public.counter')`,
      'BEGIN; LOCK TABLE public.things; SELECT pg_advisory_xact_lock(3)',
    ])
      await client.query(left);
    await undo(client);
    await expect(client.query('SELECT lastval()')).rejects.toThrow('not yet defined in this session');
    const after = await stateOf(client);
    const kept = after.settings.filter(([name]) => name !== 'app.secret');
    expect({ ...after, settings: kept }).toEqual(fresh);
  });

  it('begins again with every setting that protects', async () => {
    const settings = async (client: Client): Promise<unknown> =>
      (await stateOf(client)).settings.filter(([, , from]) => from === 'session' || from === 'override');
    const [first, second] = [await connected(), await connected()];
    await begin(first, 5_000);
    const begun = await begin(second, 5_000);
    await undo(second);
    await beginAgain(second, 5_000, begun);
    expect(await settings(second)).toEqual(await settings(first));
    expect(await rowsOf(second, 'SHOW transaction_read_only')).toEqual([['on']]);
    await expect(second.query('INSERT INTO public.things VALUES (1)')).rejects.toMatchObject({ code: '25006' });
  });

  it('may only read as soon as its role is made a superuser', async () => {
    const role = await source.role();
    const client = await connected({ user: role.name, password: role.password });
    const begun = await begin(client, 5_000);
    await undo(client);
    await source.run(`ALTER ROLE ${role.name} SUPERUSER`);
    await beginAgain(client, 5_000, begun);
    expect(await rowsOf(client, 'SELECT current_user')).toEqual([['pg_read_all_data']]);
  });

  it('has the role that its administrator has chosen for the account', async () => {
    const [account, weak] = [await source.role(), await source.role()];
    await source.run(`GRANT ${weak.name} TO ${account.name}; ALTER ROLE ${account.name} SET role = '${weak.name}'`);
    const client = await connected({ user: account.name, password: account.password });
    const begun = await begin(client, 5_000);
    await undo(client);
    await beginAgain(client, 5_000, begun);
    expect(await rowsOf(client, 'SELECT current_user')).toEqual([[weak.name]]);
  });

  it('is not used when another one has taken its place, as behind a pooler', async () => {
    const client = await connected();
    const begun = await begin(client, 5_000);
    await undo(client);
    await expect(beginAgain(client, 5_000, { ...begun, backend: ['1', ''] })).rejects.toThrow('Another session');
  });
});
