import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLAIN_CONSTRAINT } from '../../src/engines/catalog-reader/relation.js';
import sqlite from 'node-sqlite3-wasm';
import { SqliteReader } from '../../src/engines/catalog-reader/sqlite/sqlite-reader.js';
import { readConsistently } from '../../src/engines/catalog-reader/sqlite/consistent-read.js';
import { ReadOnlyFiles } from '../../src/platform/sqlite/read-only-files.js';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import type { Target } from '../../src/engines/catalog-reader/target.js';
import type { Relation } from '../../src/engines/catalog-reader/relation.js';
import { type Change, type Fixture, ODD_NAMES, opened, readSchema, sourceReaderContract } from '../contracts/source-reader.contract.js';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const RIVERS = `
  CREATE TABLE countries (code char(2) PRIMARY KEY NOT NULL, name text NOT NULL UNIQUE);
  CREATE TABLE rivers (
    id INTEGER PRIMARY KEY, name text NOT NULL, length_km int NOT NULL DEFAULT 0 CHECK (length_km >= 0),
    country char(2) REFERENCES countries ON UPDATE CASCADE ON DELETE SET NULL,
    label text GENERATED ALWAYS AS (upper(name)) STORED, kind text);
  CREATE INDEX rivers_country_name ON rivers (country, name);
  CREATE INDEX rivers_lower ON rivers (lower(name));
  CREATE INDEX rivers_long ON rivers (length_km) WHERE length_km > 1000;
  CREATE TABLE river_countries (river_id int, country char(2), PRIMARY KEY (river_id, country));
  CREATE TABLE crossings (id integer primary key, river_id int, country char(2),
    FOREIGN KEY (river_id, country) REFERENCES RIVER_COUNTRIES ON DELETE CASCADE);
  CREATE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 1000;`;

const FIXTURES: Record<Fixture, string> = {
  rivers: RIVERS,
  'odd names': ODD_NAMES.map((name) => `CREATE TABLE ${quoted(name)} (${quoted(name)} int);`).join('\n'),
  types: `CREATE TABLE exotic (a "no such type(3)", b, c DECIMAL(10,2), d VARCHAR(40) COLLATE NOCASE, e UNSIGNED BIG INT)`,
  many: `BEGIN; ${manyTables()}; COMMIT`,
  empty: '',
};

function manyTables(): string {
  const names = Array.from({ length: 1200 }, (_, at) => `t_${String(at).padStart(4, '0')}`);
  return names
    .map((name) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, name text)`)
    .reverse()
    .join(';');
}

const CHANGES: Record<Change, string> = {
  rows: `INSERT INTO countries VALUES ('no', 'Norway'); ANALYZE;`,
  'add column': 'ALTER TABLE crossings ADD COLUMN added int',
  'drop column': 'ALTER TABLE rivers DROP COLUMN kind',
  comment: '',
  index: 'CREATE INDEX crossings_river ON crossings (river_id)',
  view: 'DROP VIEW long_rivers; CREATE VIEW long_rivers AS SELECT id, name FROM rivers WHERE length_km > 2000',
  table: 'CREATE TABLE another (a int)',
};

let directory: string;
let sqlite3: Awaited<ReturnType<typeof startSqlite>>;
let files: ReadOnlyFiles;

beforeAll(async () => {
  sqlite3 = await startSqlite(64);
  files = new ReadOnlyFiles(sqlite3);
  directory = mkdtempSync(join(tmpdir(), 'sqlite-reader-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the files that the engine is given', () => {
  const openedAs = (filename: string): unknown => {
    const database = new sqlite3.oo1.DB({ filename, flags: 'r', vfs: 'headgate' });
    try {
      return database.selectValues('SELECT name FROM secrets');
    } finally {
      database.close();
    }
  };

  it('are none once a database is open, whatever their names', () => {
    const file = fileOf(`CREATE TABLE secrets (name text); INSERT INTO secrets VALUES ('kept')`);
    const before = process.cwd();
    files.open(fileOf('CREATE TABLE t (a)')).close();
    process.chdir(join(file, '..'));
    try {
      for (const name of ['undefined-wal', 'undefined', 'null-wal', '-wal']) {
        copyFileSync(file, name);
        expect(() => openedAs(name)).toThrow();
      }
      expect(() => openedAs(file)).toThrow();
    } finally {
      process.chdir(before);
    }
  });

  it('are no others by a link in the place of the write-ahead log', () => {
    const [own, theirs] = [fileOf('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (a)'), fileOf('')];
    const writing = new sqlite.Database(theirs);
    writing.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE secrets (name text)`);
    symlinkSync(`${theirs}-wal`, `${own}-wal`);
    try {
      expect(() => files.open(own)).toThrow();
    } finally {
      writing.close();
    }
  });
});

function write(file: string, sql: string): void {
  const database = new sqlite.Database(file);
  try {
    if (sql !== '') database.exec(sql);
  } finally {
    database.close();
  }
}

/** A directory of its own for each file, so that one sees what else appears in it. */
function fileOf(sql: string): string {
  const own = join(directory, randomUUID());
  mkdirSync(own);
  const file = join(own, 'source.db');
  write(file, sql);
  return file;
}

const target = (file: string): Target => ({ engine: 'sqlite', file });

async function read(file: string): Promise<ReadonlyMap<string, Relation>> {
  return (await opened(new SqliteReader(), target(file), (source) => readSchema(source, 'main'))).relations;
}

async function faultOf(file: string, timeoutMs = 15_000): Promise<string | undefined> {
  const reader = new SqliteReader();
  const error: unknown = await reader.open(target(file), timeoutMs).then(
    (source) => source.close(),
    (reason: unknown) => reason,
  );
  return reader.faultOf(error);
}

function changed(file: string, change: (bytes: Buffer) => void): string {
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
  return file;
}

/** Everything in the directory, to the byte. */
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
  engine: 'sqlite',
  has: {
    identity: true,
    generated: 'stored',
    generatedText: true,
    foreignKeyActions: true,
    expressionIndex: true,
    partialIndex: true,
  },
  exoticTypes: {
    a: 'no such type(3)',
    b: '',
    c: 'DECIMAL(10,2)',
    d: 'VARCHAR(40)',
    e: 'UNSIGNED BIG INT',
  },
  start: async () => ({
    reader: new SqliteReader(),
    prepare: async (fixture) => {
      const file = fileOf(FIXTURES[fixture]);
      return { target: target(file), schema: 'main', change: async (what) => write(file, CHANGES[what]) };
    },
    failing: async () => {
      const text = join(directory, 'text.db');
      writeFileSync(text, 'This is no database, it is a text. '.repeat(100));
      const whole = fileOf(FIXTURES.many);
      writeFileSync(`${whole}.half`, readFileSync(whole).subarray(0, 8192));
      return [
        ['no such file', target(join(directory, 'missing.db')), 'FILE_MISSING'],
        ['a directory', target(directory), 'UNREACHABLE'],
        ['a text', target(text), 'FILE_OF_TEXT'],
        ['half a file', target(`${whole}.half`), 'FILE_DAMAGED'],
      ];
    },
    stop: async () => undefined,
  }),
});

describe('SQLite counting', () => {
  it('leaves out its own tables and those behind virtual tables, and counts a virtual table', async () => {
    const file = fileOf(`CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE); INSERT INTO a(b) VALUES (1); ANALYZE;
      CREATE VIRTUAL TABLE notes USING fts5(title, body); CREATE TABLE notes_of_mine (x)`);
    const relations = await read(file);
    expect([...relations.values()].map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'table'],
      ['notes', 'table'],
      ['notes_of_mine', 'table'],
    ]);
    expect(relations.get('notes')?.columns.map((column) => column.name)).toEqual(['title', 'body']);
  });

  it('reads the columns of virtual tables whose modules are missing', async () => {
    const definitions = {
      letters: `CREATE VIRTUAL TABLE letters USING fts4(subject, "the body" TEXT, content="", tokenize=porter "x", notindexed=subject)`,
      bare: 'CREATE VIRTUAL TABLE bare USING fts3',
      boxes: 'CREATE VIRTUAL TABLE boxes USING rtree(id, west, east, +label TEXT)',
      grid: 'CREATE VIRTUAL TABLE grid USING rtree_i32(id, low, high)',
      other: 'CREATE VIRTUAL TABLE other USING no_such(a, b)',
    };
    const rows = Object.entries(definitions).map(
      ([name, sql]) => `INSERT INTO sqlite_schema VALUES ('table', '${name}', '${name}', 0, '${sql}');`,
    );
    const relations = await read(fileOf(`CREATE TABLE a (x); PRAGMA writable_schema = ON; ${rows.join('')}`));
    const columnsOf = (name: string) => relations.get(name)?.columns.map((column) => [column.name, column.type]);
    expect(columnsOf('letters')?.map(([name]) => name)).toEqual(['subject', 'the body']);
    expect(columnsOf('bare')?.map(([name]) => name)).toEqual(['content']);
    expect(columnsOf('boxes')).toEqual([
      ['id', 'INTEGER'],
      ['west', 'REAL'],
      ['east', 'REAL'],
      ['label', 'TEXT'],
    ]);
    expect(columnsOf('grid')?.at(-1)).toEqual(['high', 'INTEGER']);
    expect(columnsOf('other')).toEqual([]);
  });

  it('reads the columns of an R-tree as they were written, and hides its own tables', async () => {
    const file = fileOf('');
    const { oo1, capi } = await startSqlite(64);
    const database = new oo1.DB(':memory:');
    database.exec('CREATE VIRTUAL TABLE boxes USING rtree(id, west, east, +label TEXT)');
    writeFileSync(file, capi.sqlite3_js_db_export(database));
    database.close();
    const relations = await read(file);
    expect([...relations.keys()]).toEqual(['boxes']);
    expect(relations.get('boxes')?.columns.map(({ type }) => type)).toEqual(['INTEGER', 'REAL', 'REAL', 'TEXT']);
  });

  it('spells the target of a foreign key and its columns as the target does', async () => {
    const relations = await read(
      fileOf(`CREATE TABLE "Countries" ("Code" text PRIMARY KEY, "Part" int, UNIQUE ("Part", "Code"));
        CREATE TABLE towns (c text REFERENCES countries (CODE), p int, FOREIGN KEY (p, c) REFERENCES COUNTRIES (part, code))`),
    );
    expect(relations.get('towns')?.foreignKeys.map(({ target }) => target)).toEqual([
      { schema: 'main', relation: 'Countries', columns: ['Code'] },
      { schema: 'main', relation: 'Countries', columns: ['Part', 'Code'] },
    ]);
  });

  it('estimates rows where the database was analyzed and nowhere else', async () => {
    const file = fileOf(`CREATE TABLE a (x int); CREATE INDEX a_x ON a(x); CREATE TABLE b (x int);
      INSERT INTO a SELECT value FROM json_each('[1,2,3,4,5,6,7]'); ANALYZE`);
    const relations = await read(file);
    expect([relations.get('a')?.rowEstimate, relations.get('b')?.rowEstimate]).toEqual([7, null]);
  });

  it('numbers itself only where the key is another name of the number of the row', async () => {
    const relations = await read(
      fileOf(`CREATE TABLE yes (k integer primary key); CREATE TABLE w (k INTEGER PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE int (k INT PRIMARY KEY); CREATE TABLE d (k INTEGER PRIMARY KEY DESC);
        CREATE TABLE two (k INTEGER, l, PRIMARY KEY (k, l))`),
    );
    expect([...relations].map(([name, { columns }]) => [name, columns[0]?.identity, columns[0]?.nullable])).toEqual([
      ['d', null, true],
      ['int', null, true],
      ['two', null, true],
      ['w', null, false],
      ['yes', 'by_default', false],
    ]);
  });

  it('reads what only the text of a definition shows, and is not misled by strings and comments', async () => {
    const relations = await read(
      fileOf(`CREATE TABLE p (a, b, PRIMARY KEY (a, b));
        CREATE TABLE t ( -- CHECK (no)
          "a,(" text DEFAULT 'CHECK (1)' CONSTRAINT "of a" CHECK ("a,(" <> ')' /* ) */), [b c] AS (length("a,(")) VIRTUAL,
          x int CONSTRAINT first REFERENCES p (a), y DEFAULT (1 + (2)), "check" int,
          CONSTRAINT second FOREIGN KEY (x, y) REFERENCES p
          CHECK (x > 1) CHECK ((y) < 2));
        CREATE UNIQUE INDEX "i ""(" ON t (x COLLATE NOCASE DESC, (x + y), "b c") WHERE "a,(" <> 'where'`),
    );
    const t = relations.get('t');
    expect(t?.checks).toEqual([
      { name: 'of a', expression: `"a,(" <> ')'`, ...PLAIN_CONSTRAINT },
      { name: 't_check_2', expression: 'x > 1', ...PLAIN_CONSTRAINT },
      { name: 't_check_3', expression: '(y) < 2', ...PLAIN_CONSTRAINT },
    ]);
    expect(t?.columns.map(({ name, generated, default: text }) => [name, generated, text])).toEqual([
      ['a,(', null, `'CHECK (1)'`],
      ['b c', 'virtual', 'length("a,(")'],
      ['x', null, null],
      ['y', null, '1 + (2)'],
      ['check', null, null],
    ]);
    expect(t?.foreignKeys.map(({ name, columns, target }) => [name, columns, target.columns])).toEqual([
      ['first', ['x'], ['a']],
      ['second', ['x', 'y'], ['a', 'b']],
    ]);
    expect(t?.indexes).toEqual([
      {
        name: 'i "(',
        columns: ['x', '(x + y)', 'b c'],
        unique: true,
        predicate: `"a,(" <> 'where'`,
        comment: null,
        options: [
          { option: 'COLLATE NOCASE', columns: ['x'] },
          { option: 'DESC', columns: ['x'] },
        ],
      },
    ]);
  });

  it('reads what is unusual about tables and indexes, and about nothing else', async () => {
    const relations = await read(
      fileOf(`CREATE TABLE plain (id INTEGER PRIMARY KEY, strict TEXT DEFAULT 'WITHOUT ROWID', n TEXT COLLATE NOCASE UNIQUE);
        CREATE INDEX by_strict ON plain (strict, n);
        CREATE TABLE apart (a INT, b INT, PRIMARY KEY (a DESC, b)) /* x */ STRICT, without /* y */ rowid;
        CREATE INDEX by_n ON plain (n COLLATE BINARY)`),
    );
    const told = (name: string) => [relations.get(name)?.options, relations.get(name)?.indexes.map(({ options }) => options)];
    expect(told('plain')).toEqual([[], [[{ option: 'COLLATE BINARY', columns: ['n'] }], [], []]]);
    expect(told('apart')).toEqual([['STRICT', 'WITHOUT ROWID'], [[{ option: 'DESC', columns: ['a'] }]]]);
  });

  it('reads triggers, collations and when a foreign key is checked from their definitions', async () => {
    const relations = await read(
      fileOf(
        `CREATE TABLE p (a PRIMARY KEY);
        CREATE TABLE "T t" (a text COLLATE NOCASE, b text COLLATE BINARY, c REFERENCES p DEFERRABLE INITIALLY DEFERRED,
          d REFERENCES p NOT DEFERRABLE INITIALLY DEFERRED, e REFERENCES p (a) DEFERRABLE);
        CREATE VIEW v AS SELECT a FROM p;
        CREATE TRIGGER "before" AFTER UPDATE OF a, "b" ON "t T" WHEN new.a > 'BEGIN' BEGIN SELECT 1; SELECT CASE WHEN 1 THEN 2 END; END;
        CREATE TRIGGER plain INSERT ON "T t" BEGIN DELETE FROM p; END;
        CREATE TRIGGER instead INSTEAD OF DELETE ON v BEGIN SELECT 1; END`.replace('"t T"', '"t t"'),
      ),
    );
    const table = relations.get('T t');
    expect(table?.columns.map(({ name, collation }) => [name, collation])).toEqual([
      ['a', 'NOCASE'],
      ...['b', 'c', 'd', 'e'].map((name) => [name, null]),
    ]);
    expect(table?.foreignKeys.map(({ columns, deferrable }) => [columns[0], deferrable])).toEqual([
      ['c', 'initially_deferred'],
      ['d', 'no'],
      ['e', 'initially_immediate'],
    ]);
    const usual = { level: 'row', function: null, enabled: true };
    expect(table?.triggers).toEqual([
      {
        name: 'before',
        timing: 'after',
        events: ['update'],
        columns: ['a', 'b'],
        condition: `new.a > 'BEGIN'`,
        statement: 'SELECT 1; SELECT CASE WHEN 1 THEN 2 END;',
        ...usual,
      },
      {
        name: 'plain',
        timing: 'before',
        events: ['insert'],
        columns: [],
        condition: null,
        statement: 'DELETE FROM p;',
        ...usual,
      },
    ]);
    expect(relations.get('v')?.triggers).toMatchObject([{ name: 'instead', timing: 'instead_of', events: ['delete'] }]);
  });
});

describe('SQLite files that are broken or hostile', () => {
  it('reads the rest when a relation makes no sense', async () => {
    const file = fileOf(`CREATE TABLE gone (x); CREATE VIEW of_gone AS SELECT * FROM gone; DROP TABLE gone;
      CREATE TABLE good (x int); CREATE VIEW round AS SELECT 1; PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE VIEW round AS SELECT * FROM round' WHERE name = 'round';
      INSERT INTO sqlite_schema VALUES ('table', 'nonsense', 'nonsense', 2, 'CREATE TABLE nonsense (a,,)');
      INSERT INTO sqlite_schema VALUES ('table', 'foreign', 'foreign', 0, 'CREATE VIRTUAL TABLE "foreign" USING no_such(a)')`);
    const relations = await read(file);
    expect([...relations].map(([name, { columns }]) => [name, columns.length])).toEqual([
      ['foreign', 0],
      ['good', 1],
      ['nonsense', 0],
      ['of_gone', 0],
      ['round', 0],
    ]);
    expect(relations.get('of_gone')?.definition).toBe('SELECT * FROM gone');
  });

  it('runs no view, not even one by the name of its statistics', async () => {
    const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS tbl, x AS idx, x AS stat FROM n';
    const file = fileOf(`CREATE VIEW endless AS ${endless}; PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('view', 'sqlite_stat1', 'sqlite_stat1', 0, 'CREATE VIEW sqlite_stat1 AS ${endless}');`);
    expect([...(await read(file)).keys()]).toEqual(['endless']);
  });

  it('ends with views that double each other', async () => {
    const views = Array.from({ length: 50 }, (_, at) => `CREATE VIEW v${at + 1} AS SELECT 1 AS a FROM v${at} x, v${at} y;`);
    expect((await read(fileOf(`CREATE TABLE v0 (a);${views.join('')}`))).size).toBe(51);
  });

  it('marks what the engine cannot read', async () => {
    const file = fileOf(`CREATE TABLE here (a text); CREATE VIEW of_here AS SELECT a FROM here; CREATE TABLE gone (a, b);
      CREATE VIEW of_gone AS SELECT a FROM gone; CREATE VIEW of_column AS SELECT b FROM gone; CREATE VIEW of_function AS SELECT sortconcat(a) AS a FROM here;
      CREATE VIEW of_view AS SELECT * FROM of_gone; DROP TABLE gone; PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'old', 'old', 0, 'CREATE VIRTUAL TABLE old USING fts4(title, body)'),
        ('table', 'older', 'older', 0, 'CREATE VIRTUAL TABLE older USING fts3(title)'),
        ('table', 'spell', 'spell', 0, 'CREATE VIRTUAL TABLE spell USING spellfix1'),
        ('table', 'tokens', 'tokens', 0, 'CREATE VIRTUAL TABLE tokens USING fts5(title, tokenize=''icu'')')`);
    const relations = await read(file);
    const broken = ['of_column', 'of_function', 'of_gone', 'of_view', 'old', 'older', 'spell', 'tokens'];
    for (const [name, { readable, columns }] of relations) {
      expect([name, readable]).toEqual([name, !broken.includes(name)]);
      for (const column of columns) expect([name, column.readable]).toEqual([name, readable]);
    }
    expect([...relations.keys()]).toEqual([
      'here',
      'of_column',
      'of_function',
      'of_gone',
      'of_here',
      'of_view',
      'old',
      'older',
      'spell',
      'tokens',
    ]);
    expect(relations.get('old')?.columns.map(({ name }) => name)).toEqual(['title', 'body']);
  });

  it('reads names with NUL and with bytes that are not UTF-8', async () => {
    const file = fileOf(`CREATE TABLE "name12345678901234567890" ("column1234" int); CREATE TABLE "short_" (a); PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET name = CAST(x'6e00756c' AS text) WHERE name = 'short_'`);
    // Bytes of the file, because no statement can say them: a lone byte, and half of a pair of surrogates.
    changed(file, (bytes) => {
      for (let at = bytes.indexOf('name1234'); at >= 0; at = bytes.indexOf('name1234')) bytes.set([0xff, 0xed, 0xa0, 0x80], at);
      bytes.set([0xc3], bytes.indexOf('column1234'));
    });
    const relations = await read(file);
    expect([...relations.keys()]).toEqual(['n\0ul', '\ufffd\ufffd\ufffd\ufffd12345678901234567890'.slice(0, 24)]);
    expect([...relations.values()].at(-1)?.columns.map((column) => column.name)).toEqual(['\ufffdolumn1234']);
  });

  it('refuses what it cannot read with a clear fault', async () => {
    const utf16 = changed(fileOf('CREATE TABLE a (x)'), (bytes) => bytes.writeUInt32BE(2, 56));
    const encrypted = changed(fileOf('CREATE TABLE a (x)'), (bytes) => bytes.set(createHash('sha512').digest(), 0));
    const rotten = changed(fileOf(FIXTURES.many), (bytes) => bytes.fill(0xa5, 100, 4096));
    const ofDuckDb = changed(fileOf('CREATE TABLE a (x)'), (bytes) => bytes.fill(0, 0, 16).write('DUCK', 8));
    const short = join(directory, 'short.db');
    writeFileSync(short, readFileSync(rotten).subarray(0, 60));
    expect([await faultOf(ofDuckDb), await faultOf(short)]).toEqual(['FILE_OF_DUCKDB', 'FILE_DAMAGED']);
    expect([await faultOf(utf16), await faultOf(encrypted), await faultOf(rotten)]).toEqual([
      'FILE_IN_UTF16',
      'FILE_UNKNOWN',
      'FILE_DAMAGED',
    ]);
  });

  it('takes an empty file for an empty database', async () => {
    const file = join(directory, 'nothing.db');
    writeFileSync(file, '');
    expect((await read(file)).size).toBe(0);
  });

  it('gives up when the time is over', async () => {
    const reader = new SqliteReader();
    const source = await reader.open(target(fileOf(FIXTURES.many)), -1);
    try {
      const error: unknown = await readSchema(source, 'main').catch((reason: unknown) => reason);
      expect(reader.faultOf(error)).toBe('TIMEOUT');
    } finally {
      await source.close();
    }
  });
});

describe('SQLite files that others use', () => {
  it('waits for a transaction that is being written, and gives up in time', async () => {
    const file = fileOf(RIVERS);
    writeFileSync(`${file}-journal`, 'the beginning of a journal');
    expect(await faultOf(file, 100)).toBe('TIMEOUT');
    writeFileSync(`${file}-journal`, '\0'.repeat(512));
    expect((await read(file)).size).toBe(5);
  });

  it('reads what is only in the write-ahead log, and leaves both files and the directory as they are', async () => {
    const writing = fileOf('CREATE TABLE first (a int)');
    const file = join(writing, '..', 'copy.db');
    const database = new sqlite.Database(writing);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE later (b int)');
    copyFileSync(writing, file);
    copyFileSync(`${writing}-wal`, `${file}-wal`);
    database.close();
    const before = traces(file);
    expect([...(await read(file)).keys()]).toEqual(['first', 'later']);
    expect(traces(file)).toEqual(before);
    rmSync(`${file}-wal`);
    expect([...(await read(file)).keys()]).toEqual(['first']);
  });

  it('makes nothing beside the file while it reads, and needs no right to', async () => {
    const file = fileOf(RIVERS);
    const before = traces(file);
    chmodSync(join(file, '..'), 0o500);
    const source = await new SqliteReader().open(target(file), 15_000);
    expect(traces(file)).toEqual(before);
    expect((await readSchema(source, 'main')).relations.size).toBe(5);
    await source.close();
    expect(traces(file)).toEqual(before);
  });

  it('lets others write while it reads, and goes on with what it saw', async () => {
    const file = fileOf(FIXTURES.many);
    await opened(new SqliteReader(), target(file), async (source) => {
      write(file, 'DROP TABLE t_1100; VACUUM');
      rmSync(file);
      expect((await readSchema(source, 'main')).relations.size).toBe(1200);
    });
  });

  it('reads again if the file was written meanwhile', async () => {
    const file = fileOf('CREATE TABLE a (x)');
    let times = 0;
    const { database, taken } = await readConsistently(files, file, Date.now() + 15_000, (database) => {
      const tables = database.selectValues('SELECT name FROM sqlite_schema');
      times += 1;
      if (times === 1) write(file, 'CREATE TABLE b (x)');
      return tables.length;
    });
    database.close();
    expect([times, taken]).toEqual([2, 2]);
  });

  it('gives a file up that is written all the time, after few attempts', async () => {
    const file = fileOf('CREATE TABLE a (x)');
    let times = 0;
    const viewing = readConsistently(files, file, Date.now() + 600_000, () => {
      times += 1;
      write(file, `CREATE TABLE b${times} (x)`);
    });
    await expect(viewing).rejects.toMatchObject({ fault: 'LOST' });
    expect(times).toBe(10);
  });

  it('reads a write-ahead log of any size where it is', async () => {
    const file = fileOf(RIVERS);
    writeFileSync(`${file}-wal`, '');
    truncateSync(`${file}-wal`, 128 * 1024 ** 2 + 1);
    expect((await read(file)).size).toBe(5);
  });

  it('reads several files at once, each with its own log', async () => {
    const one = fileOf(RIVERS);
    const other = fileOf('CREATE TABLE a (x)');
    await opened(new SqliteReader(), target(one), async (first) => {
      await opened(new SqliteReader(), target(other), async (second) => {
        expect((await readSchema(first, 'main')).relations.size).toBe(5);
        expect((await readSchema(second, 'main')).relations.size).toBe(1);
      });
    });
  });

  it('makes nothing in the directory for temporary files', async () => {
    const file = fileOf(RIVERS);
    const before = new Set(readdirSync(tmpdir()));
    await opened(new SqliteReader(), target(file), async (source) => {
      expect((await readSchema(source, 'main')).relations.size).toBe(5);
      expect(readdirSync(tmpdir()).filter((name) => !before.has(name) && name.includes('sqlite'))).toEqual([]);
    });
  });

  it('opens no other file, and has none open afterwards', async () => {
    const file = fileOf(RIVERS);
    const other = fileOf('CREATE TABLE a (x)');
    const database = files.open(file);
    expect(() => database.exec(`ATTACH '${other}' AS other`)).toThrow(/unable to open/);
    expect(() => database.exec('CREATE TABLE b (x)')).toThrow(/readonly/);
    expect(openFiles()).toContain(file);
    database.close();
    await faultOf(changed(file, (bytes) => bytes.fill(0xa5, 100, 4096)));
    expect(openFiles()).not.toContain(file);
  });
});

/** Of this process. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}
