import { describe, expect, it } from '@jest/globals';
import { MySqlSession } from '../../src/engines/catalog-reader/mysql/mysql-session.js';
import { mySqlEngine } from '../../src/statements/adapters/querying/mysql/mysql-engine.js';
import { keptConnectionsContract } from '../contracts/kept-connections.contract.js';
import { target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;
const SCHEMA = 'kept_connections';
const USER = 'kept';

whereThereIsAServer('a connection to MySQL or MariaDB that is kept (needs TEST_MYSQL_URL)', () => {
  keptConnectionsContract({
    session: 'SELECT CONNECTION_ID()',
    slow: 'SELECT SLEEP(3600)',
    failing: 'SELECT nonsense()',
    leaving: [
      [`SELECT @secret := 'x'`, 'SELECT @secret', null],
      [`SELECT GET_LOCK('headgate', 1)`, `SELECT IS_USED_LOCK('headgate')`, null],
      ['SELECT LAST_INSERT_ID(77)', 'SELECT LAST_INSERT_ID()', 0],
      [`SELECT ${SCHEMA}.leaving('mode')`, "SELECT @@sql_mode LIKE '%ANSI_QUOTES%'", 0],
      [`SELECT ${SCHEMA}.leaving('zone')`, 'SELECT @@time_zone', '+00:00'],
      [`SELECT ${SCHEMA}.leaving('rows')`, 'SELECT @@max_statement_time', 10],
      [
        `SELECT ${SCHEMA}.leaving('names')`,
        'SELECT CONCAT(@@character_set_client, @@character_set_results, @@collation_connection)',
        'utf8mb4utf8mb4utf8mb4_general_ci',
      ],
      [`SELECT ${SCHEMA}.leaving('write')`, 'SELECT @@tx_read_only', 1],
    ],
    start: async () => {
      const server = await MySqlServer.connect();
      await server.database(SCHEMA);
      await server.run(`USE ${SCHEMA}; ${LEAVING}`);
      const user = await server.user(USER, `ALL ON ${SCHEMA}.*`, 'SELECT ON mysql.*');
      return {
        target: target(user, { database: SCHEMA }),
        connections: async () => {
          const { ids, atWork } = await server.connectionsOf(USER);
          return ids.map((id) => (atWork.includes(id) ? 'works' : 'rests')).sort();
        },
        endAll: async () => {
          for (const id of (await server.connectionsOf(USER)).ids) await server.run(`KILL ${id}`);
        },
        onlyOne: () => server.run(`ALTER USER '${USER}'@'%' WITH MAX_USER_CONNECTIONS 1`),
        stop: () => server.stop(),
      };
    },
  });
});

whereThereIsAServer('a session of MySQL or MariaDB after a statement (needs TEST_MYSQL_URL)', () => {
  it('keeps no table, no prepared statement, no database and no transaction', async () => {
    const server = await MySqlServer.connect();
    await server.database(SCHEMA);
    await server.run(`CREATE TABLE ${SCHEMA}.things (id int)`);
    const user = await server.user(USER, `ALL ON ${SCHEMA}.*`);
    const session = await MySqlSession.connect(user, 5_000);
    for (const left of [
      `USE ${SCHEMA}`,
      'CREATE TEMPORARY TABLE left_behind (id int)',
      `PREPARE left_behind FROM 'SELECT 1'`,
      'START TRANSACTION',
      'INSERT INTO things VALUES (1)',
    ])
      await session.query(left);
    expect(await session.renew()).toBe(true);
    expect(await session.query('SELECT DATABASE(), @@in_transaction')).toEqual([[null, '0']]);
    expect(await session.query(`SELECT COUNT(*) FROM ${SCHEMA}.things`)).toEqual([['0']]);
    await expect(session.query(`SELECT * FROM ${SCHEMA}.left_behind`)).rejects.toMatchObject({ errno: 1146 });
    await expect(session.query('EXECUTE left_behind')).rejects.toMatchObject({ errno: 1243 });
    await server.run(`ALTER USER '${USER}'@'%' IDENTIFIED BY 'another'`);
    // A password that was changed at the server counts at once.
    expect(await session.renew()).toBe(false);
    await session.close();
    await server.stop();
  });

  it('is not used in another role: MariaDB keeps it through a login', async () => {
    const server = await MySqlServer.connect();
    const user = await server.user(USER);
    await server.run(`CREATE OR REPLACE ROLE kept_role; GRANT kept_role TO '${USER}'@'%'`);
    const { signal } = new AbortController();
    const there = { ...target(user, {}) };
    const open = async (): Promise<Awaited<ReturnType<typeof mySqlEngine.open>>> => mySqlEngine.open(there, 5_000, signal);
    const [calm, left] = [await open(), await open()];
    // No statement that is let through sets a role: a function that a view calls may.
    await (left as unknown as { session: MySqlSession }).session.query('SET ROLE kept_role');
    expect([await calm.undone(), await left.undone()]).toEqual([true, true]);
    await calm.beginAgain(5_000, signal);
    await expect(left.beginAgain(5_000, signal)).rejects.toThrow('Another role');
    for (const connection of [calm, left]) await connection.close();
    await server.run('DROP ROLE kept_role');
    await server.stop();
  });
});

const LEAVING = `CREATE FUNCTION leaving(what varchar(20)) RETURNS int MODIFIES SQL DATA
  BEGIN
    CASE what
      WHEN 'mode' THEN SET SESSION sql_mode = 'ANSI_QUOTES';
      WHEN 'zone' THEN SET SESSION time_zone = '+09:00';
      WHEN 'rows' THEN SET SESSION max_statement_time = 0;
      WHEN 'names' THEN SET SESSION character_set_client = 'latin1', character_set_results = 'latin1', collation_connection = 'latin1_bin';
      ELSE SET SESSION tx_read_only = 0;
    END CASE;
    RETURN 1;
  END`;
