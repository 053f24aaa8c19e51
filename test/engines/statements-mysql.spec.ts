import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import { mySqlEngine } from '../../src/statements/adapters/querying/mysql/mysql-engine.js';
import { StatementRefused } from '../../src/statements/adapters/querying/statement-engine.js';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import { statementRunnerContract } from '../contracts/statement-runner.contract.js';
import { target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;
const SCHEMA = 'statements_contract';
const MODES = 'statements_modes';

whereThereIsAServer('statements at MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  statementRunnerContract({
    things: `${SCHEMA}.things`,
    types: {
      sql: `SELECT 1 AS a, 9007199254740993 AS a, CAST(1.50 AS decimal(9,2)) AS b, 1.5e0 AS c, true AS d,
        CAST('2026-01-02' AS date) AS e, CAST('2026-01-02 03:04:05.678' AS datetime(3)) AS f, x'00ff' AS g,
        '{"a": 1}' AS h, NULL AS i, 'ü🌊\\\\' AS j, CAST(18446744073709551615 AS unsigned) AS k`,
      cells: [
        ...[1, '9007199254740993', '1.50', 1.5, 1, '2026-01-02', '2026-01-02T03:04:05.678', '\\x00ff'],
        ...['{"a": 1}', null, 'ü🌊\\', '18446744073709551615'],
      ],
      names: ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'],
    },
    series: (n) => `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${n}) SELECT n FROM s`,
    endless: [
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 1000)
        SELECT count(*) FROM s a, s b, s c, s d WHERE a.n + b.n = c.n * d.n`,
      'WITH RECURSIVE bomb(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM bomb, (SELECT 1 UNION ALL SELECT 2) d) SELECT max(n) FROM bomb',
      'SELECT SLEEP(3600)',
    ],
    giant: (letters) => `repeat('x', ${letters})`,
    writes: [
      `DELETE FROM ${SCHEMA}.things RETURNING id`,
      `INSERT INTO ${SCHEMA}.things VALUES (4, NULL) RETURNING id`,
      `UPDATE ${SCHEMA}.things SET name = 'x'`,
      `SELECT * FROM ${SCHEMA}.things INTO OUTFILE '/tmp/headgate-outfile'`,
      `SELECT 1 INTO @x`,
      'SET SESSION transaction_read_only = 0',
      'COMMIT',
      `LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE ${SCHEMA}.things`,
      `LOCK TABLES ${SCHEMA}.things WRITE`,
      `SELECT GET_LOCK('x', 1)`,
      `SELECT ${SCHEMA}.wipe()`,
      `HANDLER ${SCHEMA}.things OPEN`,
      'KILL 1',
    ],
    failing: [
      'SELECT * FROM missing.missing',
      'SELECT nonsense()',
      'SELECT `x`',
      'SELECT * FROM things',
      'SELECT wipe()',
      `SELECT CAST('x' AS nonsense)`,
    ],
    start: async () => {
      const server = await MySqlServer.connect();
      await server.database(SCHEMA);
      await server.run(`USE ${SCHEMA}; ${THINGS}`);
      const user = await server.user('statements', `ALL ON ${SCHEMA}.*`);
      return {
        target: target(user, { database: SCHEMA }),
        nowhere: target(user, { port: 1 }),
        state: async () => {
          const [things] = await server.admin.query(`SELECT * FROM ${SCHEMA}.things`);
          const [tables] = await server.admin.query('SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = ?', [SCHEMA]);
          return JSON.stringify([things, tables]);
        },
        leftovers: async () => [...(await server.connectionsOf('statements')).atWork],
        stop: () => server.stop(),
      };
    },
  });
});

whereThereIsAServer('the session of a statement at MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let server: MySqlServer;
  let there: Target;

  beforeAll(async () => {
    server = await MySqlServer.connect();
    await server.database(MODES);
    await server.run(`USE ${MODES}; CREATE TABLE things (id int PRIMARY KEY, name varchar(20), kind varchar(20));
      INSERT INTO things VALUES (1, 'a', 'x'), (2, 'b', 'x')`);
    there = target(await server.user('modes', `SELECT ON ${MODES}.*`), { database: MODES });
  });
  afterAll(() => server?.stop());

  const run = async (sql: string, timeoutMs = 5_000): Promise<unknown> => {
    const connection = await mySqlEngine.open(there, timeoutMs, new AbortController().signal);
    try {
      return (await connection.run({ statement: sql, values: [], reads: [], isFenced: false }, 10)).rows;
    } catch (error) {
      return error instanceof StatementRefused ? error.reason : mySqlEngine.faultOf(error);
    } finally {
      await connection.close();
    }
  };

  it('has the modes of the server but those that change how it reads', async () => {
    const [[before]] = (await server.admin.query('SELECT @@GLOBAL.sql_mode AS mode')) as unknown as [[{ mode: string }]];
    try {
      await server.run(`SET GLOBAL sql_mode = 'ANSI,ORACLE,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES,PIPES_AS_CONCAT'`);
      expect(await run('SELECT @@sql_mode')).toEqual([[expect.stringMatching(/^(?=.*PIPES_AS_CONCAT)(?=.*STRICT_ALL_TABLES)/)]]);
      expect(await run('SELECT @@sql_mode')).not.toEqual([[expect.stringMatching(/ANSI|ORACLE|NO_BACKSLASH_ESCAPES|IGNORE_SPACE/)]]);
      expect(await run(`SELECT "a\\"b", 'c' || 'd'`)).toEqual([['a"b', 'cd']]);
    } finally {
      await server.run(`SET GLOBAL sql_mode = '${before.mode}'`);
    }
  });

  it('may group by a key alone where the server lets it', async () => {
    expect(await run(`SELECT id, name, count(*) FROM ${MODES}.things GROUP BY id ORDER BY id`)).toEqual([
      [1, 'a', 1],
      [2, 'b', 1],
    ]);
  });

  it('opens no database, so a name that is not written in full finds neither a table nor a stored function', async () => {
    expect(await run('SELECT DATABASE()')).toEqual([[null]]);
    expect(await run('SELECT * FROM things')).toMatch(/No database selected/);
  });

  it('never answers with what an endless recursion has come to', async () => {
    const endless = 'WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT (n + 1) % 3000000000 FROM r) SELECT count(*) FROM r';
    expect(await run(endless, 1_500)).toBe('TIMEOUT');
    const counted = 'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 20000) SELECT count(*) FROM r';
    expect(await run(counted)).toEqual([[20_000]]);
  });

  it('is of an account that says whether it may do more than read', async () => {
    const mayWrite = async (...grants: string[]): Promise<unknown> => {
      const account = target(await server.user('modes_account', ...grants), { database: MODES });
      const reading = await mySqlReader.open(account, 5_000);
      const answer = await reading.mayWrite?.();
      await reading.close();
      return answer;
    };
    expect(await mayWrite(`SELECT ON ${MODES}.*`, `SHOW VIEW ON ${MODES}.*`)).toBe(false);
    expect(await mayWrite(`SELECT (id) ON ${MODES}.things`)).toBe(false);
    expect(await mayWrite(`SELECT (id), UPDATE (name) ON ${MODES}.things`)).toBe(true);
    expect(await mayWrite(`SELECT ON ${MODES}.*`, 'FILE ON *.*')).toBe(true);
    expect(await mayWrite(`ALL ON ${MODES}.*`)).toBe(true);
  });

  it('runs nothing that answers no columns, and no second statement', async () => {
    expect(await run('DO 1')).toMatch(/no rows/);
    expect(await run('SET @x = 1')).toMatch(/no rows/);
    expect(await run('SELECT 1; SELECT 2')).toMatch(/syntax/);
  });
});

const THINGS = `CREATE TABLE things (id int, name varchar(20));
  INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, NULL);
  CREATE FUNCTION wipe() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM things; RETURN 1; END`;
