import { afterEach, describe, expect, it } from '@jest/globals';
import { postgresqlEngine } from '../../src/statements/adapters/querying/postgresql/postgresql-engine.js';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import type { Relation } from '../../src/engines/catalog-reader/relation.js';
import type { UserType } from '../../src/engines/catalog-reader/user-type.js';
import { PostgresqlSource } from '../support/postgresql-source.js';

/** What no client can read: where the bytes go in SQL_ASCII, and the one of WIN1251 that Unicode lacks. */
const UNREADABLE = { SQL_ASCII: '\\xe4', WIN1251: '\\x98', WIN1252: '\\x81', WIN1253: '\\xd2', WIN1255: '\\xd9', WIN1257: '\\xa1' };

/** Each place of the catalog that holds text. The bytes are made at the server, because no client could send them. */
const PLACES: readonly (readonly [place: string, sql: string])[] = [
  ['comment', `COMMENT ON TABLE kept IS '#K¤'`],
  ['column', `COMMENT ON COLUMN kept.id IS '#K¤'`],
  ['default', `CREATE TABLE # (a text DEFAULT '#K¤')`],
  ['view', `CREATE VIEW # AS SELECT '#K¤'::text AS a`],
  ['label', `CREATE TYPE e AS ENUM ('#K¤'); CREATE TABLE # (a e)`],
  ['check', `CREATE TABLE # (a text CHECK (a <> '#K¤'))`],
  ['domain', `CREATE DOMAIN d AS text CHECK (VALUE <> '#K¤')`],
  ['field', `CREATE TYPE # AS ("#K¤" int)`],
  ['index', `CREATE TABLE # (a text); CREATE INDEX ON # ((a || '#K¤'))`],
  ['predicate', `CREATE TABLE # (a text); CREATE INDEX ON # (a) WHERE a <> '#K¤'`],
  [
    'trigger',
    `CREATE TABLE # (a text); CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER "#K¤" BEFORE UPDATE ON # FOR EACH ROW WHEN (OLD.a <> '#K¤') EXECUTE FUNCTION f()`,
  ],
  ['policy', `CREATE TABLE # (a text); CREATE POLICY "#K¤" ON # USING (a <> '#K¤')`],
  ['partition', `CREATE TABLE # (a text) PARTITION BY LIST (a); CREATE TABLE "#K¤" PARTITION OF # FOR VALUES IN ('#K¤')`],
  ['key', `CREATE TABLE # (a int CONSTRAINT "#K¤" PRIMARY KEY)`],
  ['name', `CREATE TABLE # ("#K¤" int, a int)`],
  ['relation', `CREATE TABLE "#K¤" (a int); CREATE TABLE "#K¤¤" (a int)`],
  ['schema', `COMMENT ON SCHEMA public IS '#K¤'`],
  ['space', `CREATE SCHEMA "#K¤"; CREATE TABLE "#K¤".t (a int)`],
].map(([place = '', sql = '']) => [`a_${place}`, sql.replaceAll('#', `a_${place}`)]);
const reader = new PostgresqlReader();

describe('A PostgreSQL database whose text has bytes that are no characters', () => {
  let source: PostgresqlSource;
  afterEach(() => source.drop());

  describe.each(Object.entries(UNREADABLE))('in %s', (encoding, bytes) => {
    it('shows the rest, and the text with a mark', async () => {
      source = await PostgresqlSource.encoded(encoding, 'CREATE TABLE kept (id int PRIMARY KEY)');
      for (const [, sql] of PLACES) await source.run(executed(sql, bytes));
      const read = await everything(source);
      expect(read.relations.find(({ name }) => name === 'kept')?.columns).toMatchObject([{ name: 'id', readable: true }]);
      const text = JSON.stringify(read);
      for (const [place] of PLACES) expect([place, text.includes(`${place}K\uFFFD`)]).toEqual([place, true]);
      const keys = read.relations.map(({ schema, name }) => JSON.stringify([schema, name]));
      expect(new Set(keys).size).toBe(keys.length);
      const named = read.relations.flatMap(({ name, readable, columns }) => [{ name, readable }, ...columns]);
      for (const { name, readable } of named) if (name.includes('\uFFFD')) expect({ name, readable }).toEqual({ name, readable: false });
    });

    it('keeps the letters that it has', async () => {
      source = await PostgresqlSource.encoded(encoding, 'CREATE TABLE kept (id int)');
      const letter = { SQL_ASCII: 'ä🌊', WIN1251: 'Ж', WIN1252: 'ä', WIN1253: 'Ω', WIN1255: 'א', WIN1257: 'ą' }[encoding] ?? '';
      await source.run(`CREATE TABLE "${letter}" ("${letter} ""," text); COMMENT ON TABLE "${letter}" IS 'a\\b ${letter}'`);
      const { relations } = await everything(source);
      expect(relations.find(({ name }) => name === letter)).toMatchObject({
        readable: true,
        comment: `a\\b ${letter}`,
        columns: [{ name: `${letter} ",`, readable: true }],
      });
    });

    it('shows rows with such a cell', async () => {
      source = await PostgresqlSource.encoded(encoding, 'CREATE TABLE kept (id int, note text)');
      await source.run(executed(`INSERT INTO kept VALUES (1, 'K¤'), (2, NULL), (3, ''), (4, 'a"b\\c')`, bytes));
      const connection = await postgresqlEngine.open(source.target(), 10_000, new AbortController().signal);
      const statement = 'SELECT NULL::text AS none, id, note, true AS yes FROM public.kept ORDER BY id; -- all; of them';
      const { rows } = await connection.run({ statement, values: [], restricted: null } as never, 10);
      await connection.close();
      expect(rows).toEqual([
        [null, 1, 'K\uFFFD', true],
        [null, 2, null, true],
        [null, 3, '', true],
        [null, 4, 'a"b\\c', true],
      ]);
    });
  });

  describe('a statement whose rows have such a cell', () => {
    const run = async (statement: string, values: readonly string[] = []): Promise<unknown> => {
      const connection = await postgresqlEngine.open(source.target(), 10_000, new AbortController().signal);
      try {
        return (await connection.run({ statement, values, restricted: null } as never, 10)).rows;
      } catch (error) {
        return error;
      } finally {
        await connection.close();
      }
    };
    const FROM = 'FROM public.kept WHERE id < 3';

    it('is read again with its parameters, comments and marks in texts', async () => {
      source = await PostgresqlSource.encoded('WIN1251', 'CREATE TABLE kept (id int, note text)');
      await source.run(executed(`INSERT INTO kept VALUES (1, 'K¤'), (3, 'x')`, String.raw`\x98`));
      const K = 'K\uFFFD';
      for (const [sql, values, row] of [
        [`SELECT note, $1::text AS a ${FROM} AND id = $2::int`, ['a;', '1'], [K, 'a;']],
        [`SELECT note /* a; b */ ${FROM} -- c; /* d`, [], [K]],
        [`/* a */ SELECT note, '*/ ;' AS a /*;*/ ${FROM} /* b */;`, [], [K, '*/ ;']],
        [`SELECT note, '-- ;' AS "a;""", 'e' AS b -- ; '\n ${FROM};`, [], [K, '-- ;', 'e']],
      ] as const)
        expect([sql, await run(sql, values)]).toEqual([sql, [row]]);
    });

    it('is read again whatever its comments and texts look like, and no condition falls away', async () => {
      source = await PostgresqlSource.encoded('WIN1251', 'CREATE TABLE kept (id int, note text)');
      await source.run(executed(`INSERT INTO kept VALUES (1, 'K¤'), (3, 'L¤')`, String.raw`\x98`));
      const K = 'K\uFFFD';
      for (const [sql, row] of [
        [`SELECT note /* a /* ; */ b */ ${FROM}`, [K]],
        [`SELECT note, $a$;$a$ ${FROM}`, [K, ';']],
        [`SELECT note, $$ -- '$$ ${FROM}; -- $$`, [K, " -- '"]],
        [String.raw`SELECT note, E'\'; --' ${FROM}`, [K, "'; --"]],
        [`SELECT note, e'a'\n'\\'' ${FROM} ; -- '`, [K, "a'"]],
        [`SELECT note, name';' AS ж ${FROM} /* ; /* */ */ ;;`, [K, ';']],
      ] as const)
        expect([sql, await run(sql)]).toEqual([sql, [row]]);
    });
  });

  async function everything(from: PostgresqlSource): Promise<{ schemas: unknown; types: UserType[]; relations: Relation[] }> {
    const opened = await reader.open(from.target(), 10_000);
    try {
      await opened.facts?.();
      const schemas = await opened.schemas(null);
      const types: UserType[] = [];
      const relations: Relation[] = [];
      for (const { name } of schemas) {
        types.push(...(await opened.types(name)));
        for await (const batch of opened.relations(name)) relations.push(...batch);
      }
      return { schemas, types, relations };
    } finally {
      await opened.close();
    }
  }
});

/** Runs the text with the bytes in the place of each mark. */
function executed(sql: string, bytes: string): string {
  const parts = sql.split('¤').map((part) => `$part$${part}$part$`);
  return `DO $do$ DECLARE bad text := ${made(bytes)}; BEGIN EXECUTE ${parts.join(' || bad || ')}; END $do$`;
}

/** SQL_ASCII takes any bytes; in the others their number is the character. */
function made(bytes: string): string {
  return `chr(${Number.parseInt(bytes.slice(2), 16)})`;
}
