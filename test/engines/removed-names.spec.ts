import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import { type EngineOfFour, FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const TABLES = [
  'CREATE TABLE customers (id integer, email varchar(40), town varchar(20))',
  `INSERT INTO customers VALUES (1, 'a@x', 'Bern'), (2, 'b@x', 'Bonn'), (3, 'c@x', 'Bern')`,
  'CREATE TABLE vip (id integer, email varchar(40), level integer)',
  `INSERT INTO vip VALUES (1, 'a@x', 7), (9, 'z@x', 9)`,
  'CREATE TABLE notes (id integer, email varchar(40), body varchar(20))',
  `INSERT INTO notes VALUES (1, 'a@x', 'first'), (2, 'b@x', 'second')`,
];
const column = (name: string) => ({
  name,
  type: name === 'id' || name === 'level' ? 'integer' : 'varchar(40)',
  mask: null,
});
/** The addresses of important customers are denied. */
const VIP: Omit<Restriction, 'schema'> = {
  name: 'vip',
  isDenied: false,
  policies: ['no addresses'],
  rows: null,
  columns: [column('id'), column('level')],
};
const UNKNOWN =
  'It names a column or relation that does not exist or that you may not see. Look it up in the schema, or ask an administrator.';

/** SQLite groups and sorts by columns of the query itself alone. */
const SEEKS_EVERYWHERE: readonly EngineOfFour[] = ['postgresql', 'duckdb', 'mysql'];

/** Each would be answered, with the address of the customer in the place of the one that is denied. */
const CAPTURED: readonly (readonly [sql: string, only?: readonly EngineOfFour[]])[] = [
  ['SELECT id FROM customers WHERE email IN (SELECT email FROM vip)'],
  ['SELECT id FROM customers WHERE email NOT IN (SELECT "email" FROM vip)', ['postgresql', 'sqlite', 'duckdb']],
  ['SELECT id FROM customers WHERE email IN (SELECT `email` FROM vip)', ['mysql', 'sqlite']],
  ['SELECT id FROM customers WHERE email IN (SELECT EMAIL FROM vip)'],
  ['SELECT id FROM customers AS c WHERE c.email IN (SELECT email FROM vip AS v)'],
  [`SELECT id FROM customers WHERE EXISTS (SELECT 1 FROM vip WHERE email = 'a@x')`],
  [`SELECT id FROM customers WHERE NOT EXISTS (SELECT * FROM vip WHERE vip.id = customers.id AND email LIKE 'a%')`],
  ['SELECT (SELECT max(email) FROM vip) FROM customers'],
  ['SELECT id, (SELECT count(*) FROM vip WHERE lower(email) = lower(customers.email)) FROM customers'],
  ['SELECT id FROM customers ORDER BY (SELECT min(email) FROM vip), id', SEEKS_EVERYWHERE],
  ['SELECT town FROM customers GROUP BY town, email HAVING count(*) = (SELECT count(*) FROM vip WHERE email IS NULL)'],
  ['SELECT c.id FROM customers c JOIN (SELECT id AS k FROM notes) n ON n.k = c.id AND c.town IN (SELECT email FROM vip)'],
  ['SELECT id FROM customers WHERE id IN (SELECT vip.id FROM vip JOIN (SELECT 1 AS one) o ON o.one = length(email))'],
  ['SELECT id FROM customers WHERE id IN (SELECT id FROM vip GROUP BY id, email)', SEEKS_EVERYWHERE],
  ['SELECT id FROM customers WHERE id IN (SELECT id FROM vip WHERE level > 1 AND (email > town OR level = 2))'],
  ['SELECT id FROM customers WHERE id = (SELECT id FROM vip ORDER BY email LIMIT 1)', SEEKS_EVERYWHERE],
  ['SELECT id FROM customers WHERE id IN (SELECT id FROM notes UNION SELECT id FROM vip WHERE email > town)'],
  ['SELECT id FROM customers WHERE id IN (SELECT id FROM vip WHERE id IN (SELECT id FROM notes WHERE body = town) AND email = town)'],
  [`SELECT id FROM customers WHERE 7 IN (SELECT level FROM vip WHERE CASE WHEN email = 'a@x' THEN 1 ELSE 0 END = 1)`],
  ['SELECT c.id, l.e FROM customers c, LATERAL (SELECT email AS e FROM vip) l', ['postgresql', 'duckdb']],
  ['SELECT c.id, l.e FROM customers c LEFT JOIN LATERAL (SELECT email AS e FROM vip) l ON true', ['postgresql', 'duckdb']],
  [
    'SELECT id FROM customers WHERE id IN (WITH v AS (SELECT id FROM vip WHERE email = town) SELECT id FROM v)',
    ['postgresql', 'duckdb', 'sqlite'],
  ],
  ['SELECT id FROM customers WHERE id IN (SELECT s.id FROM (SELECT id FROM vip WHERE email = town) s)', ['postgresql', 'duckdb', 'sqlite']],
  ['SELECT id FROM (SELECT id, email FROM notes) s WHERE email IN (SELECT email FROM vip)'],
  ['WITH s AS (SELECT id, email FROM notes) SELECT id FROM s WHERE email IN (SELECT email FROM vip)'],
  ['SELECT id FROM customers AS vip WHERE EXISTS (SELECT 1 FROM vip WHERE vip.email = vip.town)', ['sqlite', 'duckdb', 'mysql']],
  ['SELECT id FROM customers WHERE ((SELECT id FROM vip) ORDER BY email LIMIT 1) = 1', ['postgresql']],
  ['SELECT id FROM customers WHERE email IN (FROM vip SELECT email)', ['duckdb']],
  ['SELECT list(email) FROM customers WHERE [email] IN (SELECT [email] FROM vip)', ['duckdb']],
];

/** What has the name from elsewhere: the answers are those of a database without the column. */
const HONEST: readonly (readonly [string, unknown])[] = [
  ['SELECT id FROM customers WHERE email IN (SELECT n.email FROM vip JOIN notes n ON n.id = vip.id)', [[1]]],
  ['SELECT id FROM customers WHERE email IN (SELECT email FROM vip JOIN notes n ON n.id = vip.id)', [[1]]],
  ['SELECT id FROM customers WHERE email IN (SELECT email FROM notes WHERE id IN (SELECT id FROM vip))', [[1]]],
  ['SELECT id FROM customers WHERE id IN (SELECT id FROM vip WHERE vip.id = customers.id AND customers.email IS NOT NULL)', [[1]]],
  [`SELECT id FROM customers WHERE id IN (SELECT id FROM vip) AND email = 'a@x'`, [[1]]],
  [`SELECT coalesce((SELECT max(town) FROM customers), email) FROM customers WHERE id IN (SELECT id FROM vip)`, [['Bonn']]],
  ['SELECT email FROM customers JOIN vip ON vip.id = customers.id', [['a@x']]],
  ['SELECT s.email FROM (SELECT id + level AS email FROM vip ORDER BY email) s ORDER BY 1', [[8], [18]]],
  [
    'SELECT id + level AS email, count(*) AS n FROM vip GROUP BY email ORDER BY email',
    [
      [8, 1],
      [18, 1],
    ],
  ],
  ['WITH v AS (SELECT id, level AS email FROM vip) SELECT id FROM customers WHERE id IN (SELECT id FROM v WHERE email = 7)', [[1]]],
  [
    'SELECT id FROM customers WHERE EXISTS (SELECT 1 FROM vip WHERE level > 7) AND town = (SELECT max(town) FROM customers WHERE email IS NOT NULL)',
    [[2]],
  ],
];

describe('a name that a restriction has taken from its relation', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    engines = await FourEngines.start('removed_names', { all: () => TABLES });
  });
  afterAll(() => engines?.close());
  beforeEach(() => {
    engines.restrictions = [VIP];
    engines.sent.length = 0;
  });

  const of = (engine: EngineOfFour) => CAPTURED.flatMap(([sql, only = FOUR_ENGINES]) => (only.includes(engine) ? [sql] : []));

  describe.each(FOUR_ENGINES)('at %s', (engine) => {
    it.each(of(engine))('is not looked for in the query around: %s', async (sql) => {
      const { status, body } = await engines.run(engine, sql);
      expect([status, body.code, body.violations?.[0]]).toEqual([
        422,
        'QUERY_REJECTED',
        { rule: 'restricted_relation', position: expect.any(Number), message: UNKNOWN },
      ]);
      expect(sql.slice(body.violations[0].position)).toMatch(/^(["`]?email|\w+\.email)/i);
      expect(engines.sent).toEqual([]);
      engines.restrictions = null;
      expect((await engines.run(engine, sql)).status).toBe(200);
    });

    it.each(HONEST)('is what others are called, too: %s', async (sql, rows) => {
      expect(await engines.answer(engine, sql)).toEqual(rows);
    });

    it.each([
      'SELECT email FROM vip',
      'SELECT c.id FROM customers c JOIN vip USING (email)',
      'SELECT c.id FROM customers c JOIN vip v ON v.email = c.email',
      'SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM vip v WHERE v.email = c.email)',
      'SELECT id FROM customers c WHERE id IN (SELECT c.id FROM notes JOIN vip USING (email))',
    ])('is unknown where nothing else could be meant: %s', async (sql) => {
      const { status, body } = await engines.run(engine, sql);
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringMatching(/column/i)]);
    });

    it('is joined by no NATURAL JOIN', async () => {
      expect(await engines.answer(engine, 'SELECT customers.id FROM customers NATURAL JOIN vip')).toEqual([[1]]);
    });

    it('is no relation, nor another one of its name, where the whole is denied', async () => {
      engines.restrictions = [{ ...VIP, isDenied: true }];
      const [denied, missing] = await Promise.all(
        ['vip', 'vup'].map((name) =>
          engines.answer(engine, `WITH c AS (SELECT 1 AS email) SELECT id FROM customers WHERE email IN (SELECT email FROM ${name})`),
        ),
      );
      expect(denied).toBe(String(missing).replace('vup', 'vip'));
      expect(String(denied)).toMatch(/vip/);
      const own = 'WITH vip AS (SELECT id, email FROM notes) SELECT id FROM customers WHERE email IN (SELECT email FROM vip)';
      expect(await engines.answer(engine, own)).toEqual([[1], [2]]);
    });
  });

  it.each([
    'SELECT avg("email") FROM vip',
    'SELECT id FROM vip WHERE "email" > 100000',
    'SELECT id FROM vip ORDER BY "email"',
    'SELECT (SELECT "email") FROM vip',
  ])('is no text in double quotes at SQLite, as little as a misspelt one: %s', async (sql) => {
    const denied = await engines.answer('sqlite', sql);
    expect(denied).toBe(
      'SQLite cannot read the statement: no such column: "email". Double quotes hold a name: write a text in single quotes.',
    );
    expect(await engines.answer('sqlite', sql.replace('email', 'emzil'))).toBe(String(denied).replace('email', 'emzil'));
  });
});
