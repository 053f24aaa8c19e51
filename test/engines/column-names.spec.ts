import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import { FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const KEY = '9d1c4f0a5b6e7788990011aabbccddee';
/** The blocks of HMAC that hold the key, which tell it as well. */
const BLOCKS = [0x36, 0x5c].map((pad) => Buffer.from(KEY, 'hex').map((byte) => byte ^ pad)).map((one) => Buffer.from(one).toString('hex'));
const ALLOWED = 'zone-allowed-4711';
const HIDDEN = 'zone-hidden-0815';
const TABLES = [
  'CREATE TABLE areas (code varchar(20), title varchar(60), wages integer, zone varchar(40))',
  ...['EU', 'AP', 'US'].map((code, at) => `INSERT INTO areas VALUES ('${code}', 'Title ${code}', ${at}, '${at < 2 ? ALLOWED : HIDDEN}')`),
  'CREATE TABLE sites (id integer, code varchar(20))',
  `INSERT INTO sites VALUES (1, 'EU'), (2, 'US')`,
];

const column = (name: string, mask: Restriction['columns'][number]['mask'] = null) => ({
  name,
  mask,
  type: name === 'title' ? 'varchar(60)' : name === 'zone' ? 'varchar(40)' : 'varchar(20)',
});

/** Titles are hashed, wages denied, and rows filtered by a value. */
const AREAS: Omit<Restriction, 'schema'> = {
  name: 'areas',
  isDenied: false,
  policies: ['p'],
  rows: { kind: 'compare', column: 'zone', operator: '=', value: ALLOWED, isText: true },
  columns: [column('code'), column('title', { kind: 'hash', key: KEY })],
};

const QUERY = `(SELECT title FROM areas WHERE code='EU')`;
/** What is asked, and what the columns are called where engines name them by the text; `null` where each does so in its own way. */
const STATEMENTS: readonly (readonly [string, readonly string[] | null])[] = [
  [`SELECT ${QUERY}`, [QUERY]],
  [`SELECT /* one */ ${QUERY} /* two */, id FROM sites`, null],
  [`SELECT EXISTS (SELECT 1 FROM areas), (SELECT count(*) FROM areas)`, null],
  [`SELECT id IN (SELECT 1 FROM areas) FROM sites`, null],
  [`SELECT CASE WHEN EXISTS (SELECT 1 FROM areas) THEN 1 ELSE 0 END`, null],
  [`SELECT CAST((SELECT count(*) FROM areas) AS char(5))`, null],
  [`SELECT coalesce((SELECT max(title) FROM areas), 'none')`, null],
  [`SELECT * FROM (SELECT (SELECT max(code) FROM areas), id FROM sites) AS s`, ['(SELECT max(code) FROM areas)', 'id']],
  [`WITH c AS (SELECT (SELECT max(code) FROM areas) FROM sites) SELECT * FROM c`, ['(SELECT max(code) FROM areas)']],
  [`SELECT ${QUERY} UNION ALL SELECT code FROM sites`, [QUERY]],
  [`SELECT DISTINCT ${QUERY} FROM sites ORDER BY ${QUERY}`, [QUERY]],
  [`SELECT ${QUERY}, ${QUERY}`, null],
  [`SELECT (SELECT max((SELECT max(title) FROM areas)) FROM sites)`, ['(SELECT max((SELECT max(title) FROM areas)) FROM sites)']],
  [`SELECT *, (SELECT max(title) FROM areas AS a WHERE a.code = sites.code) FROM sites`, null],
];
const OF_DUCKDB = [
  `DESCRIBE SELECT ${QUERY}`,
  `SUMMARIZE SELECT ${QUERY}`,
  `SELECT s FROM (SELECT ${QUERY}) AS s`,
  `SELECT COLUMNS(*) = ${QUERY} FROM (SELECT code FROM sites)`,
  `SELECT ARRAY(SELECT title FROM areas)`,
  `SELECT {k: ${QUERY}}, row(${QUERY}), [${QUERY}]`,
  `SELECT CAST(${QUERY} AS varchar(20)), ${QUERY}::BLOB`,
  `FROM (DESCRIBE SELECT ${QUERY}) SELECT column_name`,
  `UNPIVOT (SELECT ${QUERY}) ON * INTO NAME n VALUE v`,
  `VALUES (${QUERY})`,
];

describe('the columns of an answer that policies restrict', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    engines = await FourEngines.start('column_names', { all: () => TABLES });
  });
  afterAll(() => engines?.close());
  beforeEach(() => {
    engines.restrictions = null;
  });

  describe.each(FOUR_ENGINES)('at %s', (engine) => {
    it.each([...STATEMENTS, ...(engine === 'duckdb' ? OF_DUCKDB.map((sql) => [sql, null] as const) : [])])(
      'are those of what the person wrote: %s',
      async (sql, names) => {
        const whole = await engines.run(engine, sql);
        engines.restrictions = [AREAS];
        engines.sent.length = 0;
        const { status, body } = await engines.run(engine, sql);
        expect([status, body.violations, body.reason]).toEqual([whole.status, undefined, whole.body.reason]);
        expect(body.data?.columns.map(({ name }: { name: string }) => name)).toEqual(
          // Of types with a size DuckDB tells nothing beforehand, so where nothing is restricted it names what is sent, with schemas.
          whole.body.data?.columns.map(({ name }: { name: string }) =>
            engine === 'duckdb' ? name.replaceAll('main.areas', 'areas') : name,
          ),
        );
        if (names !== null && engine !== 'postgresql' && engine !== 'duckdb')
          expect(body.data.columns.map(({ name }: { name: string }) => name)).toEqual(names);
        // Policies are named, and the filtered rows counted; the statement that was sent stands nowhere.
        expect(JSON.stringify(body)).not.toMatch(new RegExp(`${ALLOWED}|wages|zone|headgate_|(?<!\\w)h[0-9a-f]{16}`));
        for (const part of [KEY, ...BLOCKS]) {
          expect(JSON.stringify(body)).not.toContain(part);
          expect(engines.sent.join()).not.toContain(part);
        }
        expect(engines.sent).toHaveLength(1);
      },
    );
  });
});
