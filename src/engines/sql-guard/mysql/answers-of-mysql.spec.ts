import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mysql2/promise';
import { BUSINESS_TABLES } from '../../../../test/fixtures/statements/business-tables.js';
import { MYSQL_TABLES } from '../../../../test/fixtures/statements/mysql-analysts.js';
import { MYSQL_HONEST } from '../../../../test/fixtures/statements/mysql-honest.js';
import { MARIADB_SEQUENCES, MYSQL_SERVER_WORDS } from '../../../../test/fixtures/statements/mysql-server-words.js';
import { reportsOf } from '../../../../test/fixtures/statements/report-statements.js';
import { MYSQL_REPORTS } from '../../../../test/fixtures/statements/report-statements-own.js';
import { SHARED_HONEST } from '../../../../test/fixtures/statements/shared-honest.js';
import { MYSQL_URL, MySqlServer } from '../../../../test/support/mysql-server.js';
import { qualified } from '../judgement.js';
import { UNKNOWN_SOURCE } from '../known-source.js';
import type { PermittedColumn } from '../restriction.js';
import { judgeMysql } from './judge-mysql.js';
import { restrictMysql } from './restrict-mysql.js';

const REPORTS = [...reportsOf('amount', 'placed_on'), ...MYSQL_REPORTS];
const HONEST = [...REPORTS, ...SHARED_HONEST, ...MYSQL_HONEST, ...MYSQL_SERVER_WORDS, ...MARIADB_SEQUENCES];
const MARIADB = { ...UNKNOWN_SOURCE, serverVersion: '10.11.6-MariaDB-log' };

function sent(sql: string, schema: string): string {
  const judgement = judgeMysql(sql, MARIADB);
  if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
  return qualified(
    judgement,
    judgement.relations.map((relation) => ({ schema: relation.schema ?? schema, name: relation.name })),
  );
}

const EVERYTHING = {
  isDenied: false,
  policies: ['p'],
  rows: { kind: 'compare', column: 'id', operator: '<', value: 100 },
} as const;
const COLUMNS: Readonly<Record<string, readonly PermittedColumn[]>> = {
  customers: ['id', 'name', 'region'].map((column) => ({ name: column, type: 'text', mask: null })),
  orders: ['id', 'customer_id', 'amount', 'placed_on', 'status'].map((column) => ({
    name: column,
    type: 'text',
    mask: null,
  })),
};

(MYSQL_URL === undefined ? describe.skip : describe)('a statement at a real server (needs TEST_MYSQL_URL)', () => {
  const name = `honest_${process.pid}`;
  let server: MySqlServer;
  let asGiven: Connection;
  let asSent: Connection;
  const answer = async (connection: Connection, sql: string) => {
    const [rows, fields] = await connection.query({ sql, rowsAsArray: true });
    // Some statements leave the order of the rows to the server.
    return {
      columns: fields.map((field) => field.name),
      rows: (rows as unknown[]).map((row) => JSON.stringify(row)).sort(),
    };
  };

  beforeAll(async () => {
    server = await MySqlServer.connect();
    await server.database(name);
    [asGiven, asSent] = await Promise.all([server.another(), server.another()]);
    await asGiven.query(`USE ${name}`);
    // As in the sessions in which statements run.
    await asSent.query('SET SESSION max_recursive_iterations = 4294967295');
    for (const sql of [...BUSINESS_TABLES, ...MYSQL_TABLES]) await asGiven.query(sql);
  });
  afterAll(async () => {
    await asGiven.end();
    await asSent.end();
    await server.stop();
  });

  it.each([...MYSQL_SERVER_WORDS, ...MARIADB_SEQUENCES])('has the same answer where policies restrict: %s', async (sql) => {
    const judgement = judgeMysql(sql, MARIADB);
    if (!judgement.ok) throw new Error('It is refused.');
    const uses = judgement.relations.map((relation) => {
      const columns = COLUMNS[relation.name] ?? [];
      const named = { schema: name, name: relation.name };
      return { ...named, restriction: { ...named, ...EVERYTHING, columns } };
    });
    const restricting = restrictMysql(sql, MARIADB, uses);
    if (!restricting.ok) throw new Error(JSON.stringify(restricting.violations));
    expect((await answer(asSent, restricting.statement)).rows).toEqual((await answer(asGiven, sql)).rows);
  });

  it.each(HONEST)('has the same answer as what is sent for it: %s', async (sql) => {
    const given = await answer(asGiven, sql);
    const got = await answer(asSent, sent(sql, name));
    expect(got).toEqual(given);
  });
});
