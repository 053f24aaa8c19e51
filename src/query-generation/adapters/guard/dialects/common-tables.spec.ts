import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import type { Connection } from 'mysql2/promise';
import sqlite3 from 'node-sqlite3-wasm';
import { MYSQL_URL, MySqlServer } from '../../../../../test/support/mysql-server.js';
import { qualified } from '../../../domain/judgement.js';
import { judgeWith } from './judge-with.js';

type Dialect = 'mysql' | 'sqlite' | 'duckdb';

/** Tables that no statement has named in full; whoever reads one took for a table what we took for an expression. */
const DECOYS = ['a', 'b', 'c'].map((name) => `CREATE TABLE ${name} AS SELECT 'decoy' AS x`);
const TABLES = ['a', 'b', 'c'].map((name) => `CREATE TABLE real_${name} AS SELECT 'real' AS x`);

/** Where engines differ in whether the name within is the expression or the table. */
const SELF_REFERENCES = [
  `SELECT x FROM a`,
  `SELECT 'own' AS x UNION SELECT x FROM a`,
  `SELECT 'own' AS x UNION SELECT x FROM a UNION SELECT 'own'`,
  `SELECT x FROM a UNION SELECT 'own'`,
  `SELECT x FROM b INTERSECT SELECT x FROM a UNION SELECT 'own'`,
  `SELECT 'own' AS x UNION SELECT x FROM b EXCEPT SELECT x FROM a`,
  `SELECT 'own' AS x UNION (SELECT 'own' UNION SELECT x FROM a)`,
  `SELECT 'own' AS x UNION (SELECT x FROM a)`,
  `WITH c AS (SELECT 'own' AS x) SELECT x FROM c UNION SELECT x FROM a`,
  `SELECT 'own' AS x UNION SELECT x FROM b WHERE x IN (SELECT x FROM a)`,
  `SELECT 'own' AS x UNION SELECT (SELECT x FROM a LIMIT 1)`,
  `(SELECT 'own' AS x UNION SELECT x FROM a)`,
  `SELECT x FROM (SELECT 'own' AS x UNION SELECT x FROM a) AS d`,
].map((body): [string] => [`WITH RECURSIVE a AS (${body}) SELECT x FROM a`]);

const { query } = fc.letrec<{ query: string; source: string; body: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('body'),
    fc
      .tuple(fc.boolean(), fc.array(fc.tuple(name(), tie('query')), { minLength: 1, maxLength: 2 }), tie('body'))
      .map(([isRecursive, tables, body]) => {
        const list = tables.map(([named, inner]) => `${named} AS (${inner})`).join(', ');
        return `WITH ${isRecursive ? 'RECURSIVE ' : ''}${list} ${body}`;
      }),
  ),
  source: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    name(),
    fc.tuple(tie('query'), name()).map(([inner, alias]) => `(${inner}) AS ${alias}`),
  ),
  body: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('source').map((source) => `SELECT x FROM ${source}`),
    tie('source').map((source) => `SELECT 'own' AS x FROM ${source} WHERE 1 = 1`),
    fc
      .array(fc.tuple(fc.constantFrom('UNION', 'UNION', 'EXCEPT', 'INTERSECT'), tie('source')), {
        minLength: 1,
        maxLength: 2,
      })
      .map((arms) => `SELECT 'own' AS x ${arms.map(([word, source]) => `${word} SELECT x FROM ${source}`).join(' ')}`),
    fc.tuple(tie('source'), tie('query')).map(([one, inner]) => `SELECT x FROM ${one} WHERE x IN (${inner})`),
    fc.tuple(tie('source'), tie('query')).map(([one, inner]) => `SELECT (${inner} LIMIT 1) AS x FROM ${one}`),
  ),
}));

function name(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'b', 'c', 'A', 'B');
}

async function readsNoDecoy(dialect: Dialect, schema: string, run: (sql: string) => Promise<unknown>): Promise<void> {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      const judgement = judgeWith(dialect, sql);
      if (!judgement.ok) return;
      const names = judgement.relations.map((relation) => ({ schema, name: `real_${relation.name.toLowerCase()}` }));
      const text = qualified(judgement, names);
      const answer = await run(text).catch(() => null);
      if (answer !== null) answered += 1;
      expect({ text, answer: JSON.stringify(answer) }).toEqual({ text, answer: expect.not.stringContaining('decoy') });
    }),
    { numRuns: 250, examples: SELF_REFERENCES },
  );
  expect(answered).toBeGreaterThan(50);
}

describe('a name that is printed without its schema is a common table expression to', () => {
  it('SQLite', async () => {
    const database = new sqlite3.Database(':memory:');
    [...DECOYS, ...TABLES].forEach((sql) => database.exec(sql));
    await readsNoDecoy('sqlite', 'main', async (sql) => database.all(sql));
    database.close();
  });

  it('DuckDB', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection: DuckDBConnection = await instance.connect();
    for (const sql of [...DECOYS, ...TABLES]) await connection.run(sql);
    await readsNoDecoy('duckdb', 'main', async (sql) => (await connection.runAndReadAll(sql)).getRowsJson());
    connection.closeSync();
    instance.closeSync();
  });
});

(MYSQL_URL === undefined ? describe.skip : describe)('and to MySQL', () => {
  const database = `decoys_${process.pid}`;
  let server: MySqlServer;
  let connection: Connection;

  beforeAll(async () => {
    server = await MySqlServer.connect();
    await server.database(database);
    connection = await server.another();
    await connection.query(`USE ${database}; SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY'`);
    // A few of these queries keep the optimizer of MariaDB 10.11 busy for good.
    await connection
      .query('SET max_statement_time = 0.2')
      .catch(() => connection.query('SET max_execution_time = 200'));
    for (const sql of [...DECOYS, ...TABLES]) await connection.query(sql);
  });
  afterAll(async () => {
    await connection.end();
    await server.stop();
  });

  it('likewise', async () => {
    await readsNoDecoy('mysql', database, async (sql) => (await connection.query(sql))[0]);
  });
});
