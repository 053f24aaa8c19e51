import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Connection } from 'mysql2/promise';
import sqlite3 from 'node-sqlite3-wasm';
import { BUSINESS_TABLES } from '../../../../../test/fixtures/statements/business-tables.js';
import { DUCKDB_HONEST } from '../../../../../test/fixtures/statements/duckdb-honest.js';
import { MYSQL_HONEST } from '../../../../../test/fixtures/statements/mysql-honest.js';
import { SHARED_HONEST } from '../../../../../test/fixtures/statements/shared-honest.js';
import { SQLITE_HONEST } from '../../../../../test/fixtures/statements/sqlite-honest.js';
import { MYSQL_URL, MySqlServer } from '../../../../../test/support/mysql-server.js';
import { qualified } from '../../../domain/judgement.js';
import { judgeWith } from './judge-with.js';

function canonical(dialect: 'mysql' | 'sqlite' | 'duckdb', sql: string, schema: string): string {
  const judgement = judgeWith(dialect, sql);
  if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
  return qualified(
    judgement,
    judgement.relations.map(({ name }) => ({ schema, name })),
  );
}

describe('an honest statement of SQLite', () => {
  const database = new sqlite3.Database(':memory:');
  const answer = (sql: string) => database.all(sql).map((row) => Object.entries(row));

  beforeAll(() => BUSINESS_TABLES.forEach((sql) => database.exec(sql)));
  afterAll(() => database.close());

  it.each([...SHARED_HONEST, ...SQLITE_HONEST])('has the same answer as what is sent for it: %s', (sql) => {
    const given = answer(sql);
    expect(given).not.toHaveLength(0);
    expect(answer(canonical('sqlite', sql, 'main'))).toEqual(given);
  });

  it('does not take a name that is no column for a string', () => {
    expect(() => answer(canonical('sqlite', 'SELECT "nothing"', 'main'))).toThrow(/no such column: nothing$/);
  });
});

describe('an honest statement of DuckDB', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  const answer = async (sql: string) => {
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowsJson() };
  };

  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    for (const sql of BUSINESS_TABLES) await connection.run(sql);
  });
  afterAll(() => {
    connection.closeSync();
    instance.closeSync();
  });

  it.each([...SHARED_HONEST, ...DUCKDB_HONEST])('has the same answer as what is sent for it: %s', async (sql) => {
    const given = await answer(sql);
    expect(given.rows.length).toBeGreaterThan(0);
    expect(await answer(canonical('duckdb', sql, 'main'))).toEqual(given);
  });

  it('reads an expression and not the table of its name, whatever else has that name', async () => {
    const sql = `WITH orders AS (SELECT 'mine' AS x) SELECT * FROM (SELECT * FROM orders) AS orders`;
    expect((await answer(canonical('duckdb', sql, 'main'))).rows).toEqual([['mine']]);
  });
});

(MYSQL_URL === undefined ? describe.skip : describe)('an honest statement of MySQL', () => {
  const name = `honest_${process.pid}`;
  let server: MySqlServer;
  let asGiven: Connection;
  let asSent: Connection;
  const answer = async (connection: Connection, sql: string) => {
    const [rows, fields] = await connection.query({ sql, rowsAsArray: true });
    return { columns: fields.map((field) => field.name), rows };
  };

  beforeAll(async () => {
    server = await MySqlServer.connect();
    await server.database(name);
    [asGiven, asSent] = await Promise.all([server.another(), server.another()]);
    await asGiven.query(`SET sql_mode = 'ONLY_FULL_GROUP_BY'; USE ${name}`);
    await asSent.query(`SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY'`);
    for (const sql of BUSINESS_TABLES) await asGiven.query(sql);
  });
  afterAll(async () => {
    await asGiven.end();
    await asSent.end();
    await server.stop();
  });

  const honest = [...SHARED_HONEST, ...MYSQL_HONEST];
  it.each(honest)('has the same answer as what is sent for it: %s', async (sql) => {
    const given = await answer(asGiven, sql);
    expect(given.rows).not.toHaveLength(0);
    expect(await answer(asSent, canonical('mysql', sql, name))).toEqual(given);
    expect(await answer(asGiven, canonical('mysql', sql, name))).toEqual(given);
  });
});
