import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import sqlite from 'node-sqlite3-wasm';
import { duckDbFault } from '../../src/engines/catalog-reader/duckdb/duckdb-driver.js';
import { DuckDbReader } from '../../src/engines/catalog-reader/duckdb/duckdb-reader.js';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import { EngineUnavailable } from '../../src/engines/catalog-reader/source-fault.js';
import type { Relation } from '../../src/engines/catalog-reader/relation.js';
import {
  type Change,
  type Fixture,
  HOSTILE_COMMENT,
  ODD_NAMES,
  opened,
  readSchema,
  sourceReaderContract,
} from '../contracts/source-reader.contract.js';

const COMPILED = join(process.cwd(), 'dist/src/engines/catalog-reader/duckdb');
const READING = { program: join(COMPILED, 'duckdb-process.js'), driver: '@duckdb/node-api' };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

const RIVERS = [
  `CREATE TABLE countries (code char(2) PRIMARY KEY, name text NOT NULL UNIQUE)`,
  `CREATE TYPE kind AS ENUM ('stream', 'river', 'it''s')`,
  `CREATE TABLE rivers (
    id int PRIMARY KEY, name text NOT NULL, length_km int NOT NULL DEFAULT 0 CHECK (length_km >= 0),
    country char(2) REFERENCES countries (code), label text GENERATED ALWAYS AS (upper(name)), kind kind)`,
  `CREATE INDEX rivers_country_name ON rivers (country, name)`,
  `CREATE INDEX rivers_lower ON rivers (lower(name))`,
  `CREATE TABLE river_countries (river_id int, country char(2), PRIMARY KEY (river_id, country))`,
  `CREATE TABLE crossings (id int PRIMARY KEY, river_id int, country char(2),
    FOREIGN KEY (river_id, country) REFERENCES river_countries (river_id, country))`,
  `CREATE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 1000`,
  `COMMENT ON TABLE countries IS ${literal(HOSTILE_COMMENT)}`,
  `COMMENT ON COLUMN countries.code IS 'Ünïcode 🌊'`,
  `CREATE SCHEMA archive`,
  `CREATE TABLE archive.rivers (id int PRIMARY KEY)`,
  `CREATE TABLE archive.notes (river_id int)`,
];

const EXOTIC = {
  a: 'STRUCT(x INTEGER, y VARCHAR[])',
  b: 'MAP(VARCHAR, DECIMAL(10,2))',
  c: 'INTEGER[3]',
  d: 'UNION(n INTEGER, s VARCHAR)',
  e: 'HUGEINT',
  f: 'BIT',
  g: "ENUM('a, b', 'it''s')",
};

const FIXTURES: Record<Fixture, readonly string[]> = {
  rivers: RIVERS,
  'odd names': ODD_NAMES.map((name) => `CREATE TABLE ${quoted(name)} (${quoted(name)} int)`),
  types: [
    `CREATE TABLE exotic (${Object.entries(EXOTIC)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')})`,
  ],
  many: [
    'BEGIN',
    ...Array.from({ length: 1200 }, (_, at) => `t_${String(at).padStart(4, '0')}`)
      .reverse()
      .map((name) => `CREATE TABLE ${name} (id int PRIMARY KEY, name text)`),
    'COMMIT',
  ],
  empty: [],
};

const CHANGES: Record<Change, readonly string[]> = {
  rows: [`INSERT INTO countries VALUES ('no', 'Norway')`],
  'add column': ['ALTER TABLE crossings ADD COLUMN added int'],
  'drop column': [
    'DROP VIEW long_rivers',
    'DROP INDEX rivers_country_name',
    'DROP INDEX rivers_lower',
    'ALTER TABLE rivers DROP COLUMN kind',
  ],
  comment: [`COMMENT ON COLUMN countries.name IS 'another'`],
  index: ['CREATE INDEX rivers_name ON rivers (name)'],
  view: ['CREATE OR REPLACE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 2000'],
  table: ['CREATE TABLE another (a int)'],
};

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'duckdb-reader-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function write(file: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    for (const statement of statements) await connection.run(statement);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function fileOf(statements: readonly string[], name = 'source.duckdb'): Promise<string> {
  const own = join(directory, randomUUID());
  mkdirSync(own);
  await write(join(own, name), statements);
  return join(own, name);
}

const target = (file: string): Target => ({ engine: 'duckdb', file });

async function read(file: string): Promise<ReadonlyMap<string, Relation>> {
  return (await opened(new DuckDbReader(READING), target(file), (source) => readSchema(source, 'main'))).relations;
}

async function faultOf(file: string, timeoutMs = 15_000): Promise<string | undefined> {
  const reader = new DuckDbReader(READING);
  const error: unknown = await reader.open(target(file), timeoutMs).then(
    (source) => source.close(),
    (reason: unknown) => reason,
  );
  return reader.faultOf(error);
}

function traces(file: string): string[] {
  const around = join(file, '..');
  return readdirSync(around).map(
    (name) =>
      `${name} ${createHash('sha256')
        .update(readFileSync(join(around, name)))
        .digest('hex')}`,
  );
}

sourceReaderContract({
  engine: 'duckdb',
  has: {
    identity: false,
    generated: 'virtual',
    generatedText: true,
    foreignKeyActions: false,
    expressionIndex: true,
    partialIndex: false,
    keysAcrossSchemas: false,
  },
  exoticTypes: EXOTIC,
  start: async () => ({
    reader: new DuckDbReader(READING),
    prepare: async (fixture) => {
      const file = await fileOf(FIXTURES[fixture]);
      return { target: target(file), schema: 'main', change: (what) => write(file, CHANGES[what]) };
    },
    failing: async () => {
      const text = join(directory, 'text.duckdb');
      writeFileSync(text, 'This is no database, it is a text. '.repeat(1000));
      const random = join(directory, 'random.duckdb');
      writeFileSync(random, createHash('sha512').update('random').digest());
      const empty = join(directory, 'empty.duckdb');
      writeFileSync(empty, '');
      const ofSqlite = join(directory, 'sqlite.duckdb');
      const database = new sqlite.Database(ofSqlite);
      database.exec('CREATE TABLE a (b)');
      database.close();
      const whole = readFileSync(await fileOf(FIXTURES.many));
      const half = join(directory, 'half.duckdb');
      writeFileSync(half, whole.subarray(0, whole.length / 2));
      const rotten = join(directory, 'rotten.duckdb');
      writeFileSync(rotten, Buffer.from(whole).fill(0xa5, 12_288 + 8, 20_000));
      return [
        ['no such file', target(join(directory, 'missing.duckdb')), 'FILE_MISSING'],
        ['a directory', target(directory), 'UNREACHABLE'],
        ['a text', target(text), 'FILE_OF_TEXT'],
        ['random bytes', target(random), 'FILE_UNKNOWN'],
        ['an empty file', target(empty), 'FILE_EMPTY'],
        ['an encrypted file', target(await encryptedFile()), 'FILE_ENCRYPTED'],
        ['a file of SQLite', target(ofSqlite), 'FILE_OF_SQLITE'],
        ['half a file', target(half), 'FILE_DAMAGED'],
        ['a file with wrong checksums', target(rotten), 'FILE_DAMAGED'],
      ];
    },
    stop: async () => undefined,
  }),
});

async function encryptedFile(): Promise<string> {
  const file = join(directory, 'encrypted.duckdb');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run('SET force_mbedtls_unsafe = true');
  await connection.run(`ATTACH '${file}' AS kept (ENCRYPTION_KEY 'a key of sixteen')`);
  await connection.run('CREATE TABLE kept.t (a int)');
  await connection.run('DETACH kept');
  connection.closeSync();
  instance.closeSync();
  return file;
}

describe('DuckDB', () => {
  it.each([
    ['IO Error: Trying to read a database file with version number 99, but we can only read versions between 64 and 68.'],
    ["IO Error: Cannot read database file: DuckDB's compiled vector size is 2048 bytes, but the file has a vector size of 512 bytes."],
  ])('knows a file of another version: %s', (message) => {
    expect(duckDbFault(new Error(message))).toBe('FILE_OF_OTHER_VERSION');
  });

  it('counts neither temporary nor internal relations, and a database by any name', async () => {
    for (const name of ['temp.duckdb', 'memory.duckdb', 'a b"c.db']) {
      const file = await fileOf(
        ['CREATE TEMP TABLE t (a int)', 'CREATE TABLE here (a int)', 'CREATE VIEW seen AS SELECT * FROM here'],
        name,
      );
      const relations = await read(file);
      expect([...relations.values()].map(({ name, kind }) => [name, kind])).toEqual([
        ['here', 'table'],
        ['seen', 'view'],
      ]);
    }
  });

  it('reads defaults, sequences, comments, estimates and named enums', async () => {
    const file = await fileOf([
      'CREATE SEQUENCE numbers',
      `CREATE TYPE mood AS ENUM ('so, so', 'it''s')`,
      `COMMENT ON TYPE mood IS 'of people'`,
      `CREATE TABLE t (id int PRIMARY KEY DEFAULT nextval('numbers'), "a,(" text COLLATE NOCASE DEFAULT 'AS (1)', m mood, twice int AS (id * 2), UNIQUE ("a,(", m))`,
      'CREATE UNIQUE INDEX "i ""(" ON t ("a,(", (id + 1))',
      `INSERT INTO t (m) VALUES ('it''s'), ('so, so')`,
      `CREATE VIEW v AS SELECT 1 AS one`,
      `COMMENT ON VIEW v IS 'of one'`,
      `COMMENT ON INDEX "i ""(" IS 'once'`,
    ]);
    await opened(new DuckDbReader(READING), target(file), async (source) => {
      const { types, relations } = await readSchema(source, 'main');
      const t = relations.get('t');
      expect(types).toMatchObject([{ kind: 'enum', name: 'mood', comment: 'of people', values: ['so, so', "it's"] }]);
      expect(t?.columns.map(({ name, default: text, generated, values }) => [name, text, generated, values])).toEqual([
        ['id', "nextval('numbers')", null, null],
        ['a,(', "'AS (1)'", null, null],
        ['m', null, null, ['so, so', "it's"]],
        ['twice', '(id * 2)', 'virtual', null],
      ]);
      expect([t?.rowEstimate, relations.get('v')?.rowEstimate]).toEqual([2, null]);
      expect(t?.uniqueKeys.map((key) => key.columns)).toEqual([['a,(', 'm']]);
      expect(t?.indexes).toEqual([
        { name: 'i "(', columns: ['a,(', '(id + 1)'], unique: true, predicate: null, comment: 'once', options: [] },
      ]);
      expect(t?.columns.map(({ collation }) => collation)).toEqual([null, 'NOCASE', null, null]);
      expect(relations.get('v')?.comment).toBe('of one');
    });
  });

  it('reads the rest when a view is of a table that is gone', async () => {
    const relations = await read(
      await fileOf([
        'CREATE TABLE gone (a int)',
        'CREATE VIEW of_gone AS SELECT * FROM gone',
        'DROP TABLE gone',
        'CREATE TABLE here (a int)',
      ]),
    );
    expect([...relations.keys()]).toEqual(['here', 'of_gone']);
  });

  it('reports a missing driver', async () => {
    const file = await fileOf([]);
    const reader = new DuckDbReader({ ...READING, driver: 'no-such-driver' });
    await expect(reader.open(target(file), 15_000)).rejects.toThrow(new EngineUnavailable().message);
  });

  it('refuses a file that another process writes, and frees it for writing when it is closed', async () => {
    const file = await fileOf(RIVERS);
    const writer = await DuckDBInstance.create(file);
    try {
      expect(await faultOf(file)).toBe('FILE_IN_USE');
    } finally {
      writer.closeSync();
    }
    const source = await new DuckDbReader(READING).open(target(file), 15_000);
    await expect(write(file, [])).rejects.toThrow(/lock/);
    await source.close();
    await write(file, ['CREATE TABLE now (a int)']);
  });

  it('leaves the file and its directory as they are', async () => {
    const file = await fileOf(RIVERS);
    const before = traces(file);
    await read(file);
    expect(traces(file)).toEqual(before);
  });

  it('gives up when the time is over, and is lost when its process dies', async () => {
    expect(await faultOf(await fileOf(RIVERS), -1)).toBe('TIMEOUT');
    const dying = join(directory, 'dying.cjs');
    writeFileSync(dying, `process.kill(process.pid, 'SIGKILL')`);
    const reader = new DuckDbReader({ ...READING, program: dying });
    const error: unknown = await reader.open(target('/nowhere'), 15_000).catch((reason: unknown) => reason);
    expect(reader.faultOf(error)).toBe('LOST');
  });

  it('frees the file when the thread that reads it is terminated', async () => {
    const file = await fileOf(FIXTURES.many);
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       import(workerData.reader).then(async ({ DuckDbReader }) => {
         const source = await new DuckDbReader().open({ engine: 'duckdb', file: workerData.file }, 15000);
         parentPort.postMessage('open');
         for (;;) await source.schemas(null);
       });`,
      { eval: true, workerData: { reader: `file://${join(COMPILED, 'duckdb-reader.js')}`, file } },
    );
    await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await worker.terminate();
    await freed(file);
    await write(file, ['CREATE TABLE now (a int)']);
  });
});

/** The process notices by itself that no one asks any more. */
async function freed(file: string): Promise<void> {
  for (;;) {
    const refused = await write(file, []).catch((error: unknown) => error);
    if (refused === undefined) return;
  }
}
