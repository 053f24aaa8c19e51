import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PostgresqlReader } from '../../src/engines/catalog-reader/postgresql/postgresql-reader.js';
import { type Change, type Fixture, HOSTILE_COMMENT, ODD_NAMES, sourceReaderContract } from '../contracts/source-reader.contract.js';
import { PostgresqlSource } from '../support/postgresql-source.js';

const EXOTIC: Readonly<Record<string, string>> = {
  a_range: 'int4multirange',
  a_point: 'point[]',
  a_row: 'public."Odd Row"',
  an_own: 'public.mood[]',
  a_domain: 'public.short_text',
  a_number: 'numeric(10,2)',
  a_text: 'character varying(40)[]',
  a_moment: 'timestamp(3) with time zone',
  a_span: 'interval day to second(2)',
  a_vector: 'tsvector',
  a_bit: 'bit varying(7)',
};

const RIVERS = `
  CREATE TYPE kind AS ENUM ('stream', 'river', 'it''s');
  CREATE TABLE countries (code char(2) PRIMARY KEY, name text NOT NULL UNIQUE);
  COMMENT ON TABLE countries IS ${literal(HOSTILE_COMMENT)};
  COMMENT ON COLUMN countries.code IS 'Ünïcode 🌊';
  CREATE TABLE rivers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    length_km numeric NOT NULL DEFAULT 0 CHECK (length_km >= 0),
    country char(2) REFERENCES countries (code) ON UPDATE CASCADE ON DELETE SET NULL,
    label text GENERATED ALWAYS AS (upper(name)) STORED,
    kind kind
  );
  CREATE INDEX rivers_country_name ON rivers (country, name);
  CREATE INDEX rivers_lower ON rivers (lower(name));
  CREATE INDEX rivers_long ON rivers (length_km) WHERE length_km > 1000;
  CREATE TABLE river_countries (river_id bigint, country char(2), PRIMARY KEY (river_id, country));
  CREATE TABLE crossings (
    id int PRIMARY KEY, river_id bigint, country char(2),
    FOREIGN KEY (river_id, country) REFERENCES river_countries (river_id, country) ON DELETE CASCADE
  );
  CREATE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 1000;
  CREATE SCHEMA archive;
  CREATE TABLE archive.rivers (id int PRIMARY KEY);
  CREATE TABLE archive.notes (river_id bigint REFERENCES public.rivers (id));`;

const FIXTURES: Readonly<Record<Fixture, string>> = {
  rivers: RIVERS,
  'odd names': ODD_NAMES.map((name) => `CREATE TABLE ${quoted(name)} (${quoted(name)} int)`).join(';'),
  types: `
    CREATE TYPE "Odd Row" AS (a int, b text);
    CREATE TYPE mood AS ENUM ('well', 'unwell');
    CREATE DOMAIN short_text AS varchar(9) CHECK (VALUE <> '');
    CREATE TABLE exotic (${Object.entries(EXOTIC)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`,
  many: Array.from({ length: 1200 }, (_, index) => `CREATE TABLE t_${String(index).padStart(4, '0')} (id int PRIMARY KEY, name text)`).join(
    ';',
  ),
  empty: 'SELECT 1',
};

const CHANGES: Readonly<Record<Change, string>> = {
  rows: `INSERT INTO countries VALUES ('CH', 'Switzerland')`,
  'add column': `ALTER TABLE countries ADD population bigint`,
  'drop column': `ALTER TABLE rivers DROP kind`,
  comment: `COMMENT ON COLUMN rivers.name IS 'as the locals say'`,
  index: `CREATE INDEX ON countries (name, code)`,
  view: `CREATE OR REPLACE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 2000`,
  table: `CREATE TABLE lakes (id int)`,
};

sourceReaderContract({
  engine: 'postgresql',
  has: {
    identity: true,
    generated: 'stored',
    generatedText: true,
    foreignKeyActions: true,
    expressionIndex: true,
    partialIndex: true,
  },
  exoticTypes: EXOTIC,
  start: async () => {
    const sources: PostgresqlSource[] = [];
    async function lay(ddl: string): Promise<PostgresqlSource> {
      const source = await PostgresqlSource.create(ddl);
      sources.push(source);
      return source;
    }
    return {
      reader: new PostgresqlReader(),
      prepare: async (fixture) => {
        const source = await lay(FIXTURES[fixture]);
        return {
          target: source.target(),
          schema: 'public',
          change: async (what) => {
            await source.run(CHANGES[what]);
          },
        };
      },
      failing: async () => {
        const source = await lay('SELECT 1');
        await source.run(`REVOKE CONNECT ON DATABASE ${source.name} FROM PUBLIC`);
        const nobody = await source.role();
        return [
          ['a wrong password', source.target({ password: 'wrong' }), 'LOGIN_FAILED'],
          ['no password', source.target({ password: null }), 'LOGIN_FAILED'],
          ['an unknown role', source.target({ username: 'no such "role"' }), 'LOGIN_FAILED'],
          ['an unknown database', source.target({ database: "no such 'database" }), 'NO_DATABASE'],
          ['a closed port', source.target({ port: await closedPort() }), 'UNREACHABLE'],
          ['no address', source.target({ addresses: [] }), 'UNREACHABLE'],
          ['a role that may not connect', source.as(nobody), 'ACCESS_DENIED'],
          ['a server without TLS', source.target({ tls: { mode: 'require', ca: null } }), 'TLS_FAILED'],
        ];
      },
      stop: async () => {
        for (const source of sources) await source.drop();
      },
    };
  },
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
