import { describe } from '@jest/globals';
import { statementRunnerContract } from '../contracts/statement-runner.contract.js';
import { target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;
const SCHEMA = 'statements_contract';

whereThereIsAServer('statements at MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  statementRunnerContract({
    things: `${SCHEMA}.things`,
    types: {
      sql: `SELECT 1 AS a, 9007199254740993 AS a, CAST(1.50 AS decimal(9,2)) AS b, 1.5e0 AS c, true AS d,
        CAST('2026-01-02' AS date) AS e, CAST('2026-01-02 03:04:05.678' AS datetime(3)) AS f, x'00ff' AS g,
        '{"a": 1}' AS h, NULL AS i, 'ü🌊\\' AS j, CAST(18446744073709551615 AS unsigned) AS k`,
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
    failing: ['SELECT * FROM missing.missing', 'SELECT nonsense()', `SELECT "x"`, `SELECT CAST('x' AS nonsense)`],
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
          const [tables] = await server.admin.query(
            'SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = ?',
            [SCHEMA],
          );
          return JSON.stringify([things, tables]);
        },
        leftovers: async () => [...(await server.connectionsOf('statements')).ids],
        stop: () => server.stop(),
      };
    },
  });
});

const THINGS = `CREATE TABLE things (id int, name varchar(20));
  INSERT INTO things VALUES (1, 'one'), (2, 'two'), (3, NULL);
  CREATE FUNCTION wipe() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM things; RETURN 1; END`;
