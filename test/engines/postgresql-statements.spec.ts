import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import { judge } from '../../src/engines/sql-guard/judge.js';
import { qualified } from '../../src/engines/sql-guard/judgement.js';
import { type KnownSource, UNKNOWN_SOURCE } from '../../src/engines/sql-guard/known-source.js';
import {
  FUNCTIONS,
  FUNCTION_COLUMNS,
  NAMED_BY_ALIAS,
  NAMED_VALUES,
  TABLE_FUNCTIONS,
  TYPES,
} from '../../src/engines/sql-guard/postgresql/functions.js';
import {
  POSTGRESQL_EXTENDED,
  POSTGRESQL_HONEST_EXTENDED,
  POSTGRESQL_HOSTILE_EXTENDED,
  POSTGRESQL_SOURCE,
} from '../fixtures/statements/postgresql-extended.js';
import { POSTGRESQL_HONEST, POSTGRESQL_SALES } from '../fixtures/statements/postgresql-honest.js';
import { SourceDatabase } from '../support/source-database.js';

/** Volatile for PostgreSQL, and still without an effect on anything. */
const VOLATILE = `array_sample array_shuffle clock_timestamp gen_random_uuid random random_normal timeofday uuidv4 uuidv7`;

/** Take a row of any kind, and so may be what `alias.name` calls; none does more than look at that row. */
const OF_ANY_ROW = `any_out any_value anycompatible_out anycompatiblenonarray_out anyelement_out anynonarray_out array_agg
  concat count cume_dist dense_rank first_value hash_record json_agg json_agg_strict json_build_array json_build_object
  jsonb_agg jsonb_agg_strict jsonb_build_array jsonb_build_object lag last_value lead max min mode num_nonnulls num_nulls
  percent_rank quote_literal quote_nullable rank record_out record_send row_to_json to_json to_jsonb`;

describe('PostgreSQL, as the guard believes it to be', () => {
  let source: SourceDatabase;
  let client: Client;
  let known: KnownSource = UNKNOWN_SOURCE;

  beforeAll(async () => {
    source = await SourceDatabase.create(POSTGRESQL_SALES, POSTGRESQL_EXTENDED);
    await source.run(`ALTER ROLE ${source.role} SET search_path = sales, "$user", missing, public`);
    await source.run(`GRANT USAGE ON SCHEMA sales, "Odd ""Schema""" TO ${source.role}`);
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA sales, "Odd ""Schema""" TO ${source.role}`);
    const { hostname: host, port } = source.url;
    client = new Client({
      host,
      port: Number(port),
      database: source.name,
      user: source.role,
      password: source.password,
    });
    await client.connect();
    const reading = await open();
    known = (await reading.facts?.()) ?? UNKNOWN_SOURCE;
    await reading.close();
    await client.query(`SET default_transaction_read_only = on; SET search_path = pg_catalog`);
  });
  afterAll(async () => {
    await client?.end();
    await source?.drop();
  });

  const open = async () => {
    const { hostname: host, port } = source.url;
    const server = { name: 'localhost', addresses: [host], port: Number(port), database: source.name };
    const account = { username: source.role, password: source.password, tls: { mode: 'disable', ca: null } } as const;
    return new PostgresqlReader().open({ engine: 'postgresql', server: { ...server, ...account } }, 10_000);
  };

  const names = async (text: string, values: unknown[] = []): Promise<string[]> =>
    (await source.run<{ name: string }>(text, values)).map(({ name }) => name);

  it.each([...POSTGRESQL_HONEST, ...POSTGRESQL_HONEST_EXTENDED].map((sql) => [sql]))(
    'runs what the guard would send of %s',
    async (sql) => {
      const judgement = await judge('postgresql', sql, known);
      if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
      const schemaOf = (name: string): string => (name === 'Größe' ? 'Odd "Schema"' : 'sales');
      const statement = qualified(
        judgement,
        judgement.relations.map(({ name }) => ({ schema: schemaOf(name), name })),
      );
      const { rows } = await client.query({ text: statement, queryMode: 'extended' } as { text: string });
      await client.query(`SET search_path = sales, "Odd ""Schema""", public`);
      const asWritten = await client.query(sql);
      await client.query(`SET search_path = pg_catalog`);
      if (!/random|bernoulli|now/i.test(sql)) expect(rows).toEqual(asWritten.rows);
    },
  );

  it('reports what reads its statements', () => {
    expect(known.searchPath).toEqual(['sales', 'public']);
    expect(known.enums).toEqual([{ schema: 'sales', name: 'mood' }]);
    expect(known.fields).toEqual(expect.arrayContaining(['street', 'city', 'total', 'email']));
    expect(known.fields).not.toContain('pg_read_file');
    expect(known.fields).not.toContain('name');
    const names = known.extensions.map(({ name }) => name);
    expect(names).toEqual(POSTGRESQL_SOURCE.extensions.map(({ name }) => name).sort());
    const trigrams = known.extensions.find(({ name }) => name === 'pg_trgm');
    expect(trigrams?.functions).toContain('word_similarity');
    // A user has given it another meaning for other arguments.
    expect(trigrams?.functions).not.toContain('similarity');
    for (const expected of POSTGRESQL_SOURCE.extensions) {
      const found = known.extensions.find(({ name }) => name === expected.name);
      for (const member of ['functions', 'operators', 'types', 'columns'] as const)
        expect([expected.name, found?.[member]]).toEqual([expected.name, expect.arrayContaining(expected[member])]);
    }
  });

  it('says of an account whether it may do more than read', async () => {
    const mayWrite = async (): Promise<unknown> => {
      const reading = await open();
      const answer = await reading.mayWrite?.();
      await reading.close();
      return answer;
    };
    expect(await mayWrite()).toBe(false);
    for (const right of ['UPDATE ON sales.orders', 'pg_write_all_data']) {
      await source.run(`GRANT ${right} TO ${source.role}`);
      expect([right, await mayWrite()]).toEqual([right, true]);
      await source.run(`REVOKE ${right} FROM ${source.role}`);
    }
    expect(await mayWrite()).toBe(false);
  });

  it.each(Object.values(POSTGRESQL_HOSTILE_EXTENDED).flat())('is not asked %s', async (sql) => {
    expect(await judge('postgresql', sql, known)).toMatchObject({ ok: false });
  });

  it('has every function that is allowed, in its own languages', async () => {
    expect(
      await names(
        `SELECT name FROM unnest($1::text[]) AS name EXCEPT
         SELECT proname FROM pg_proc JOIN pg_language l ON l.oid = prolang
          WHERE pronamespace = 'pg_catalog'::regnamespace AND l.lanname IN ('internal', 'sql') ORDER BY 1`,
        [[...FUNCTIONS]],
      ),
    ).toEqual([]);
  });

  it('has every type that is allowed, or reads it as one', async () => {
    for (const type of TYPES)
      if (!['smallint', 'integer', 'bigint', 'decimal', 'boolean'].includes(type))
        await expect(source.run(`SELECT NULL::pg_catalog."${type}"`)).resolves.toHaveLength(1);
  });

  it('promises of the functions that are allowed that they change nothing, or these do not', async () => {
    const found = await names(
      `SELECT DISTINCT proname AS name FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace AND provolatile = 'v' AND proname = ANY($1) ORDER BY 1`,
      [[...FUNCTIONS]],
    );
    expect(found.join(' ')).toBe(VOLATILE);
  });

  it('answers a value, named by the alias, where a function in FROM is believed to', async () => {
    expect(
      await names(
        `SELECT DISTINCT proname AS name FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY($1)
            AND (NOT proretset OR proargmodes && '{o,b,t}' AND NOT (proname = 'unnest' AND proargtypes::text LIKE '3614'))`,
        [[...NAMED_BY_ALIAS]],
      ),
    ).toEqual([]);
    expect([...NAMED_BY_ALIAS, ...NAMED_VALUES].filter((name) => !TABLE_FUNCTIONS.has(name))).toEqual([]);
  });

  it('has no function with the name of a column that functions answer', async () => {
    expect(await names(`SELECT proname AS name FROM pg_proc WHERE proname = ANY($1)`, [[...FUNCTION_COLUMNS]])).toEqual([]);
  });

  it('has no harmful function that a statement can call by naming a missing column of a row', async () => {
    const found = await names(
      `SELECT DISTINCT proname AS name FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace AND pronargs - pronargdefaults <= 1 AND pronargs >= 1
          AND proname NOT LIKE 'pg\\_%' AND proargtypes[0] IN ('record'::regtype, '"any"'::regtype, 'anyelement'::regtype, 'anynonarray'::regtype,
                                 'anycompatible'::regtype, 'anycompatiblenonarray'::regtype)
        ORDER BY 1`,
    );
    expect(found).toEqual(OF_ANY_ROW.split(/\s+/));
  });
});
