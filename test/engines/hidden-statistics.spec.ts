import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import { type EngineOfFour, FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const ROWS = 6_000;
const VISIBLE = 1_500;

/** Statements by whose cost an engine could tell how many rows hold a value, at how many pages, and of how many values. */
function tables(engine: EngineOfFour, hidden: (id: number) => readonly [diag: string, code: number]): string[] {
  const rows = Array.from({ length: ROWS }, (_, id) => {
    const isVisible = id < VISIBLE;
    const [diag, code] = isVisible ? ['seen', id % 4] : hidden(id);
    return `(${id}, '${isVisible ? 'EU' : 'US'}', '${diag}', ${code}, ${code * 7})`;
  });
  return [
    'CREATE TABLE stays (id integer PRIMARY KEY, region varchar(9), diag varchar(40), code integer, cost integer)',
    ...[0, 1, 2, 3, 4, 5].map((at) => `INSERT INTO stays VALUES ${rows.slice(at * 1_000, (at + 1) * 1_000).join(', ')}`),
    'CREATE TABLE wards (id integer PRIMARY KEY, name varchar(20))',
    `INSERT INTO wards VALUES (1, 'north'), (2, 'south')`,
    'CREATE INDEX stays_diag ON stays (diag)',
    engine === 'mysql' ? 'ANALYZE TABLE stays, wards' : 'ANALYZE',
  ];
}

const column = (name: string, type: string, mask: Restriction['columns'][number]['mask'] = null) => ({
  name,
  type,
  mask,
});
const COLUMNS = [column('id', 'integer'), column('region', 'varchar(9)'), column('diag', 'varchar(40)')];
/** Rows by a rule, a masked column, and `cost` denied. */
const RULE: Omit<Restriction, 'schema'> = {
  name: 'stays',
  isDenied: false,
  policies: ['EU only'],
  rows: { kind: 'compare', column: 'region', operator: '=', value: 'EU', isText: true },
  columns: [...COLUMNS, column('code', 'integer', { kind: 'null' })],
};

/** What the guard takes for a product: no condition ties the relations. The first end soon wherever they run. */
const STATEMENTS = [
  `SELECT count(*) FROM stays a, stays b, stays c WHERE a.diag = 'secret-7' AND b.diag = 'secret-7' AND c.diag = 'secret-7'`,
  `SELECT count(*) FROM stays a JOIN stays b ON b.code = a.code, stays c, wards w WHERE a.diag = 'secret-7'`,
  'WITH s AS (SELECT * FROM stays) SELECT count(*) FROM s a, s b, s c WHERE a.code = 3 AND b.code = 3 AND c.code = 3',
  'SELECT count(*) FROM stays a, stays b, stays c WHERE a.cost = 21 AND b.cost = 21',
  `SELECT count(*) FROM wards a CROSS JOIN wards b CROSS JOIN stays c WHERE c.id IN (SELECT id FROM stays WHERE diag = 'seen')`,
  `SELECT count(*) FROM stays a, stays b, stays c WHERE a.diag < 'secret-8'`,
  'SELECT count(*) FROM (SELECT DISTINCT diag FROM stays) a, (SELECT DISTINCT code FROM stays) b, stays c, stays d',
  'SELECT count(*) FROM (SELECT code, count(*) AS n FROM stays GROUP BY code) a, stays b, stays c WHERE a.n > 1',
];

describe('what may run under policies', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    engines = await FourEngines.start('hidden_statistics', {
      many: (engine) => tables(engine, () => ['secret-7', 3]),
      none: (engine) => tables(engine, (id) => [`other-${id % 9}`, 900 + id]),
      // Without statistics, rows, or pages of those that are gone.
      bare: (engine) => [...tables(engine, () => ['gone', 0]).slice(0, -1), `DELETE FROM stays WHERE id >= ${VISIBLE}`],
    });
  });
  afterAll(() => engines?.close());
  beforeEach(() => {
    engines.restrictions = null;
  });

  it.each(FOUR_ENGINES)('does not depend on what the engine has counted of hidden rows: %s', async (engine) => {
    engines.restrictions = [RULE];
    for (const sql of engine === 'postgresql' ? STATEMENTS : STATEMENTS.slice(0, 4)) {
      const outcomes = [];
      for (const variant of ['many', 'none', 'bare']) {
        const { status, body } = await engines.run(engine, sql, variant);
        const { request_id: _id, data, ...failure } = body;
        outcomes.push([status, data === undefined ? failure : [data.rows, data.columns]]);
      }
      for (const outcome of outcomes) expect([sql, outcome]).toEqual([sql, outcomes[0]]);
    }
  });

  it('counts what the person may see, so that a product of few visible rows among many runs', async () => {
    const sql = 'SELECT count(*) FROM stays a, stays b, stays c';
    expect(await engines.answer('postgresql', sql, 'many')).toMatch(/estimates a cost of [\d,]+/);
    engines.restrictions = [{ ...RULE, rows: { kind: 'compare', column: 'id', operator: '<', value: 50 } }];
    expect(await engines.answer('postgresql', sql, 'many')).toEqual([[50 ** 3]]);
  });

  it('refuses a product of many visible rows, and tells no estimate', async () => {
    engines.restrictions = [{ ...RULE, rows: null }];
    expect(await engines.answer('postgresql', 'SELECT count(*) FROM stays a, stays b, stays c', 'many')).toBe(
      'Some relations of FROM are not connected, and that would cost too much. Join them on a condition.',
    );
    expect(await engines.answer('postgresql', 'SELECT count(*) FROM stays a, stays b WHERE a.id = 7 AND b.id = 9', 'many')).toEqual([[1]]);
  });
});
