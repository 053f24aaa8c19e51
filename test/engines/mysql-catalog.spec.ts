import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLAIN_CONSTRAINT } from '../../src/engines/catalog-reader/relation.js';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import type { Column, Relation } from '../../src/engines/catalog-reader/relation.js';
import { opened, readSchema } from '../contracts/source-reader.contract.js';
import { target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer, quoted } from '../support/mysql-server.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

whereThereIsAServer('what is read of MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let server: MySqlServer;
  let all: Awaited<ReturnType<MySqlServer['user']>>;

  beforeAll(async () => {
    server = await MySqlServer.connect();
    all = await server.user('catalog_all', 'ALL ON `catalog%`.*');
  });
  afterAll(() => server.stop());

  async function made(name: string, ddl: string): Promise<string> {
    const schema = await server.database(name);
    await server.run(`USE ${quoted(schema)}; ${ddl}`);
    return schema;
  }

  async function read(schema: string, as = all): Promise<ReadonlyMap<string, Relation>> {
    return (await opened(mySqlReader, target(as), (source) => readSchema(source, schema))).relations;
  }

  async function columnsOf(schema: string, table: string): Promise<Record<string, Partial<Column>>> {
    const columns = (await read(schema)).get(table)?.columns ?? [];
    return Object.fromEntries(columns.map((column) => [column.name, column]));
  }

  it('counts system-versioned tables and broken views, and no sequence', async () => {
    const schema = await made(
      'catalog_kinds',
      `CREATE SEQUENCE numbers; CREATE TABLE history (id int) WITH SYSTEM VERSIONING; CREATE TABLE gone (id int);
       CREATE VIEW broken AS SELECT id FROM gone; DROP TABLE gone`,
    );
    const relations = await read(schema);
    expect([...relations.values()].map(({ name, kind, comment }) => [name, kind, comment])).toEqual([
      ['broken', 'view', null],
      ['history', 'table', null],
    ]);
    expect(relations.get('broken')?.columns).toEqual([]);
  });

  it('keeps partitions under their table, those of a second level too', async () => {
    const schema = await made(
      'catalog_partitions',
      `CREATE TABLE days (id int, y int) PARTITION BY RANGE (y) SUBPARTITION BY HASH (id) SUBPARTITIONS 2
         (PARTITION old VALUES LESS THAN (2000), PARTITION rest VALUES LESS THAN MAXVALUE);
       CREATE TABLE lists (c varchar(9)) PARTITION BY LIST COLUMNS (c) (PARTITION de VALUES IN ('a', 'b'));
       CREATE TABLE hashes (id int) PARTITION BY HASH (id) PARTITIONS 3`,
    );
    const relations = await read(schema);
    expect([...relations.keys()]).toEqual(['days', 'hashes', 'lists']);
    expect(relations.get('days')).toMatchObject({
      kind: 'partitioned_table',
      columns: [{ name: 'id' }, { name: 'y' }],
    });
    expect(relations.get('days')?.partitions).toEqual({
      count: 6,
      by: 'RANGE (`y`)',
      bounds: [
        { name: 'old', bound: 'LESS THAN (2000)' },
        { name: 'rest', bound: 'LESS THAN MAXVALUE' },
        { name: 'oldsp0', bound: '' },
        { name: 'oldsp1', bound: '' },
        { name: 'restsp0', bound: '' },
        { name: 'restsp1', bound: '' },
      ],
    });
    expect(relations.get('lists')?.partitions?.bounds).toEqual([{ name: 'de', bound: "IN ('a','b')" }]);
    expect(relations.get('hashes')?.partitions).toMatchObject({ count: 3, by: 'HASH (`id`)' });
  });

  it('gives a default as the expression it is, and none where there is none', async () => {
    const schema = await made(
      'catalog_defaults',
      `CREATE TABLE t (
        none int NOT NULL, nothing int, said_null int DEFAULT NULL, empty varchar(9) DEFAULT '', quoted varchar(9) DEFAULT 'it''s',
        word varchar(9) DEFAULT 'NULL', number decimal(4,2) DEFAULT 1.5, now timestamp DEFAULT current_timestamp ON UPDATE current_timestamp,
        bits bit(3) DEFAULT b'101', computed int DEFAULT (1 + 2), hidden int INVISIBLE DEFAULT 5
      )`,
    );
    const columns = await columnsOf(schema, 't');
    expect(Object.entries(columns).map(([name, column]) => [name, column.default])).toEqual([
      ['none', null],
      ['nothing', null],
      ['said_null', null],
      ['empty', "''"],
      ['quoted', "'it''s'"],
      ['word', "'NULL'"],
      ['number', '1.50'],
      ['now', 'current_timestamp()'],
      ['bits', "b'101'"],
      ['computed', '(1 + 2)'],
      ['hidden', '5'],
    ]);
  });

  it('recognises stored, virtual and self-numbering columns', async () => {
    const schema = await made(
      'catalog_generated',
      'CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, a int, v int AS (a + 1) VIRTUAL, s int AS (a % 7) STORED)',
    );
    expect(await columnsOf(schema, 't')).toMatchObject({
      id: { identity: 'by_default', generated: null, nullable: false },
      v: { generated: 'virtual', default: '`a` + 1', identity: null },
      s: { generated: 'stored', default: '`a` MOD 7' },
    });
  });

  it('reads the labels of enum and set as they are: quotes, commas, backslashes, line breaks', async () => {
    const labels = ["it's", 'a,b', '"q"', 'back\\slash', 'two\nlines', '', "''", '漢字'];
    const list = labels.map((label) => server.admin.escape(label)).join(', ');
    const schema = await made('catalog_enums', `CREATE TABLE t (e enum(${list}), s set('x', 'y''z'))`);
    expect(await columnsOf(schema, 't')).toMatchObject({ e: { values: labels }, s: { values: ['x', "y'z"] } });
  });

  it('cuts texts of any length at the source', async () => {
    const long = '漢'.repeat(5_000);
    const labels = Array.from({ length: 1_200 }, (_, number) => `'label ${number}'`).join();
    const schema = await made(
      'catalog_lengths',
      `CREATE TABLE t (a text DEFAULT ('${long}'), b text AS (concat(a, '${long}')), kind enum(${labels}),
        CONSTRAINT one CHECK (a <> '${long}'));
       CREATE VIEW v AS SELECT ${Array.from({ length: 30 }, (_, number) => `'${long}' AS c${number}`).join()}`,
    );
    const lengthOf = (text: string | null | undefined): number => Array.from(text ?? '').length;
    const { a, b, kind } = await columnsOf(schema, 't');
    const relations = await read(schema);
    const texts = [a?.default, b?.default, relations.get('t')?.checks[0]?.expression];
    expect(texts.map(lengthOf)).toEqual([4_000, 4_000, 4_000]);
    expect(lengthOf(relations.get('v')?.definition)).toBe(100_000);
    for (const cut of [...texts, relations.get('v')?.definition]) expect(cut).toMatch(/\.\.\.$/);
    expect([kind?.values?.length, kind?.values?.at(-1)]).toEqual([1_000, 'label 999']);
  });

  it('shows how much of a text is indexed, and takes no such column for unique', async () => {
    const schema = await made(
      'catalog_indexes',
      `CREATE TABLE t (id int, body text, code varchar(40), PRIMARY KEY (id), KEY beginning (body(20)),
        UNIQUE KEY part (code(5)), UNIQUE KEY whole (code, id), FULLTEXT KEY words (body))`,
    );
    const table = (await read(schema)).get('t');
    expect(table?.indexes.map(({ name, columns, unique }) => [name, columns, unique])).toEqual([
      ['PRIMARY', ['id'], true],
      ['beginning', ['body(20)'], false],
      ['part', ['code(5)'], true],
      ['whole', ['code', 'id'], true],
      ['words', ['body'], false],
    ]);
    expect(table?.uniqueKeys).toEqual([{ name: 'whole', columns: ['code', 'id'], ...PLAIN_CONSTRAINT }]);
    expect(table?.primaryKey).toEqual({ name: 'PRIMARY', columns: ['id'], ...PLAIN_CONSTRAINT });
  });

  it('reads what is unusual about tables, views, columns and indexes, and the fingerprint has it', async () => {
    const schema = await made(
      'catalog_options',
      `CREATE TABLE t (id int PRIMARY KEY, a int, body text, seen timestamp DEFAULT current_timestamp ON UPDATE current_timestamp INVISIBLE,
         KEY down (a DESC, id), KEY plain (a), FULLTEXT KEY words (body)) WITH SYSTEM VERSIONING;
       CREATE VIEW v AS SELECT id FROM t; CREATE SQL SECURITY INVOKER VIEW w AS SELECT id FROM t WHERE a > 0 WITH LOCAL CHECK OPTION`,
    );
    const relations = await read(schema);
    const t = relations.get('t');
    expect([t?.options, relations.get('v')?.options, relations.get('w')?.options]).toEqual([
      ['WITH SYSTEM VERSIONING'],
      [],
      ['SQL SECURITY INVOKER', 'WITH LOCAL CHECK OPTION'],
    ]);
    expect(t?.columns.map(({ options }) => options)).toEqual([[], [], [], ['on update current_timestamp()', 'INVISIBLE']]);
    expect(t?.indexes.map(({ name, options }) => [name, options])).toEqual([
      ['PRIMARY', []],
      ['down', [{ option: 'DESC', columns: ['a'] }]],
      ['plain', []],
      ['words', [{ option: 'USING FULLTEXT', columns: [] }]],
    ]);
    const fingerprint = async () => (await opened(mySqlReader, target(all), (source) => source.schemas(schema)))[0]?.fingerprint;
    let before = await fingerprint();
    for (const change of [
      'ALTER TABLE t DROP SYSTEM VERSIONING',
      'ALTER TABLE t ALTER INDEX plain IGNORED',
      'ALTER TABLE t DROP INDEX down, ADD INDEX down (a, id)',
      'CREATE OR REPLACE SQL SECURITY INVOKER VIEW v AS SELECT id FROM t',
    ]) {
      await server.run(`USE ${quoted(schema)}; ${change}`);
      const after = await fingerprint();
      expect([change, after === before]).toEqual([change, false]);
      before = after;
    }
    const plain = (await read(schema)).get('t')?.indexes.find(({ name }) => name === 'plain');
    expect(plain?.options).toEqual([{ option: 'INVISIBLE', columns: [] }]);
  });

  it('reads checks of a table and of a column', async () => {
    const schema = await made('catalog_checks', 'CREATE TABLE t (a int CHECK (a > 0), b int, CONSTRAINT sum CHECK (a + b < 9))');
    expect((await read(schema)).get('t')?.checks).toEqual([
      { name: 'a', expression: '`a` > 0', ...PLAIN_CONSTRAINT },
      { name: 'sum', expression: '`a` + `b` < 9', ...PLAIN_CONSTRAINT },
    ]);
  });

  it('reads triggers, collations that are not those of the table, and comments of indexes', async () => {
    const schema = await made(
      'catalog_triggers',
      `CREATE TABLE t (a varchar(9), b varchar(9) COLLATE utf8mb4_bin, n int, KEY by_b (b) COMMENT 'to the letter')
         COLLATE utf8mb4_general_ci;
       CREATE TRIGGER later AFTER DELETE ON t FOR EACH ROW SET @n = OLD.n;
       CREATE TRIGGER checked BEFORE INSERT ON t FOR EACH ROW SET NEW.n = NEW.n + 1`,
    );
    const table = (await read(schema)).get('t');
    expect(table?.columns.map(({ name, collation }) => [name, collation])).toEqual([
      ['a', null],
      ['b', 'utf8mb4_bin'],
      ['n', null],
    ]);
    expect(table?.indexes.map(({ name, comment }) => [name, comment])).toEqual([['by_b', 'to the letter']]);
    const usual = { columns: [], level: 'row', condition: null, function: null, enabled: true };
    expect(table?.triggers).toEqual([
      { name: 'checked', timing: 'before', events: ['insert'], statement: 'SET NEW.n = NEW.n + 1', ...usual },
      { name: 'later', timing: 'after', events: ['delete'], statement: 'SET @n = OLD.n', ...usual },
    ]);
  });

  it('keeps names apart that differ in case only, of tables and of schemas', async () => {
    const lower = await made('catalog_case', 'CREATE TABLE shop (a int); CREATE TABLE Shop (b int); CREATE TABLE SHOP (c int)');
    const upper = await made('catalog_CASE', 'CREATE TABLE shop (other int)');
    const columns = [...(await read(lower))].map(([name, table]) => [name, table.columns.map((column) => column.name)]);
    expect(columns).toEqual([
      ['SHOP', ['c']],
      ['Shop', ['b']],
      ['shop', ['a']],
    ]);
    expect([...(await read(upper)).values()].map((table) => table.columns.map((column) => column.name))).toEqual([['other']]);
    const both = await opened(mySqlReader, target(all), async (source) => [
      ...(await source.schemas(lower)),
      ...(await source.schemas(upper)),
      ...(await source.schemas(null)).filter((schema) => schema.name === lower || schema.name === upper),
    ]);
    expect(both.map((schema) => schema.name)).toEqual([lower, upper, upper, lower]);
    expect(both[0]?.fingerprint).not.toBe(both[1]?.fingerprint);
    expect([both[3], both[2]]).toEqual([both[0], both[1]]);
  });

  it('names the target of a foreign key as the target spells itself, also if it came later, and one that is missing as declared', async () => {
    const other = await server.database('catalog_targets');
    const schema = await made(
      'catalog_spelling',
      `CREATE TABLE orders (id int PRIMARY KEY, Customer_Id int, city int, lost int,
         CONSTRAINT a FOREIGN KEY (CUSTOMER_ID) REFERENCES Customers (ID),
         CONSTRAINT b FOREIGN KEY (CITY) REFERENCES ${other}.cities (CODE),
         CONSTRAINT c FOREIGN KEY (lost) REFERENCES Missing (Id));
       CREATE TABLE Customers (Id int PRIMARY KEY); CREATE TABLE customers (iD int PRIMARY KEY);
       CREATE TABLE ${other}.cities (Code int PRIMARY KEY)`,
    );
    expect((await read(schema)).get('orders')?.foreignKeys).toMatchObject([
      { columns: ['Customer_Id'], target: { schema, relation: 'Customers', columns: ['Id'] } },
      { columns: ['city'], target: { schema: other, relation: 'cities', columns: ['Code'] } },
      { columns: ['lost'], target: { schema, relation: 'Missing', columns: ['Id'] } },
    ]);
  });

  it('reads views, defaults, checks and labels alike under whatever mode they were made', async () => {
    const schema = await made(
      'catalog_modes',
      String.raw`SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT';
        CREATE TABLE "t" ("a" varchar(9) DEFAULT 'x\y', e enum('p\q'), CHECK ("a" <> '\'));
        CREATE VIEW v AS SELECT "a" || '\' AS s FROM t WHERE a LIKE 'a\_%'; SET sql_mode = ''`,
    );
    const relations = await read(schema);
    const [a, e] = relations.get('t')?.columns ?? [];
    expect([a?.default, e?.values]).toEqual([String.raw`'x\\y'`, [String.raw`p\q`]]);
    const texts = [relations.get('t')?.checks[0]?.expression, relations.get('v')?.definition];
    expect(texts.map((text) => text?.replaceAll('`', ''))).toEqual([
      String.raw`a <> '\\'`,
      String.raw`select concat(catalog_modes.t.a,'\\') AS s from catalog_modes.t where catalog_modes.t.a like 'a\\_%'`,
    ]);
  });

  it("gives a view's column the type that it has under the server's mode", async () => {
    const schema = await made('catalog_minus', 'CREATE TABLE t (a int unsigned); CREATE VIEW v AS SELECT a - 1 AS b FROM t');
    const types = [(await columnsOf(schema, 'v')).b?.type];
    const [[{ mode }]] = (await server.admin.query('SELECT @@GLOBAL.sql_mode AS mode')) as unknown as [[{ mode: string }]];
    await server.run(`SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,NO_UNSIGNED_SUBTRACTION'`);
    try {
      types.push((await columnsOf(schema, 'v')).b?.type);
    } finally {
      await server.run(`SET GLOBAL sql_mode = '${mode}'`);
    }
    expect(types).toEqual(['bigint(11) unsigned', 'bigint(11)']);
  });

  it.each([["catalog ' OR 1=1 -- \\"], ['catalog`"\n"'], ['catalog_漢字 %']])('reads a schema named %j', async (name) => {
    const schema = await made(name, 'CREATE TABLE t (id int PRIMARY KEY)');
    expect((await read(schema)).get('t')?.primaryKey?.columns).toEqual(['id']);
    const found = await opened(mySqlReader, target(all), (source) => source.schemas(name));
    expect(found).toEqual([{ name, comment: null, fingerprint: expect.any(String), engineId: null }]);
  });
});
