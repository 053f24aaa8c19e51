import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Restriction } from '../../src/engines/sql-guard/restriction.js';
import { type EngineOfFour, FOUR_ENGINES, FourEngines } from '../support/four-engines.js';

const HIDDEN = 'zone-hidden-0815';
const TABLES = [
  'CREATE TABLE vip (id integer, level integer, town varchar(40), zone varchar(40), wages integer)',
  `INSERT INTO vip VALUES (1, 7, 'Bern', 'allowed-4711', 10), (9, 9, '${HIDDEN}', '${HIDDEN}', 0)`,
  'CREATE TABLE notes (id integer, body varchar(40))',
  `INSERT INTO notes VALUES (1, 'first')`,
];
const column = (name: string, type: string, mask: Restriction['columns'][number]['mask'] = null) => ({
  name,
  type,
  mask,
});
/** The zone chooses the rows and is denied, as are wages; towns are hashed. */
const VIP: Omit<Restriction, 'schema'> = {
  name: 'vip',
  isDenied: false,
  policies: ['p'],
  rows: { kind: 'compare', column: 'zone', operator: '=', value: 'allowed-4711', isText: true },
  columns: [
    column('id', 'integer'),
    column('level', 'integer'),
    column('town', 'varchar(40)', { kind: 'hash', key: '9d1c4f0a5b6e7788990011aabbccddee' }),
  ],
};
const UNTOLD = /^It cannot run\. Headgate does not say why/;

/** Wrong by their text alone, and what the person has to read of it. */
const WRONG: readonly (readonly [sql: string, told: RegExp, only?: readonly EngineOfFour[]])[] = [
  ['SELECT id FROM vip ORDER BY 9', /(?:9|out of range)/],
  ['SELECT id FROM vip GROUP BY 7', /(?:7|out of range)/],
  ['SELECT id FROM vip UNION SELECT id, level FROM vip', /number of (?:result )?columns|the same/],
  ['SELECT id FROM notes UNION ALL SELECT id, level FROM vip', /number of (?:result )?columns|the same/],
  ['SELECT id FROM vip WHERE id IN (SELECT id, level FROM vip)', /columns|column\(s\)/],
  ['SELECT v.nonsense FROM vip v', /column/],
  ['SELECT x.id FROM vip v', /column/],
  ['SELECT id FROM vip WHERE count(*) > 1', /aggregate|group function/],
  ['SELECT max(max(id)) FROM vip', /aggregate|group function/],
  ['SELECT id FROM vip WHERE row_number() OVER () = 1', /window/i],
  ['SELECT v.id FROM vip v JOIN notes v ON true', /v|ambiguous/],
  ['WITH c (a, b) AS (SELECT id FROM vip) SELECT * FROM c', /column/, ['postgresql', 'sqlite', 'mysql']],
  ['SELECT id FROM vip LIMIT id', /LIMIT|variable|column/],
  ['SELECT id FROM vip JOIN notes USING (body)', /column|USING/i],
  [`SELECT 'ü😀', id FROM vip ORDER BY 9`, /(?:9|out of range)/],
  ['SELECT sum(level) OVER (ORDER BY count(*) OVER ()) FROM vip', /window|aggregate/i],
];
/** Wrong for the rows that they meet, with values in the words of the source. */
const FAILING: readonly (readonly [sql: string, only: readonly EngineOfFour[]])[] = [
  ["SELECT CAST(CAST(level AS varchar(9)) || 'x' AS integer) FROM vip", ['postgresql', 'duckdb']],
  ['SELECT id / (id - 1) FROM vip', ['postgresql']],
  ['SELECT json(town) FROM vip', ['sqlite']],
  [
    'SELECT (SELECT n.id FROM notes n, vip) + id, (SELECT a.id FROM vip a, (SELECT 1 UNION SELECT 2) b) FROM vip',
    ['postgresql', 'mysql', 'duckdb'],
  ],
];

describe('a restricted statement that is wrong by its text', () => {
  let engines: FourEngines;
  beforeAll(async () => {
    engines = await FourEngines.start('refusals_of_text', { all: () => TABLES });
  });
  afterAll(() => engines?.close());
  beforeEach(() => {
    engines.restrictions = null;
  });

  describe.each(FOUR_ENGINES)('at %s', (engine) => {
    it.each(WRONG.flatMap(([sql, told, only = FOUR_ENGINES]) => (only.includes(engine) ? [[sql, told] as const] : [])))(
      'is refused with the reason: %s',
      async (sql, told) => {
        const whole = await engines.run(engine, sql);
        engines.restrictions = [VIP];
        const { status, body } = await engines.run(engine, sql);
        const reason = body.reason ?? body.violations?.[0]?.message;
        expect([status, body.code]).toEqual([422, whole.body.code]);
        expect(reason).toMatch(told);
        expect(reason).not.toMatch(UNTOLD);
        expect(JSON.stringify(body)).not.toMatch(/zone|wages|4711|0815|headgate_|(?<!\w)h[0-9a-f]{16}/);
      },
    );

    it.each(FAILING.flatMap(([sql, only]) => (only.includes(engine) ? [sql] : [])))(
      'is told in no words of the source where it fails for its rows: %s',
      async (sql) => {
        engines.restrictions = [VIP];
        const { status, body } = await engines.run(engine, sql);
        expect([status, body.code]).toEqual([422, 'QUERY_FAILED']);
        expect(body.reason).toMatch(/^(?:A value|It divides|A subquery)/);
        expect(JSON.stringify(body)).not.toMatch(/Bern|zone|4711|0815|[0-9a-f]{32}/);
      },
    );

    it('names no hidden column beside the one that was misspelt', async () => {
      engines.restrictions = [VIP];
      for (const sql of ['SELECT v.wagess FROM vip v', 'SELECT zonee FROM vip', 'SELECT id FROM vip ORDER BY zonee, 9'])
        expect(JSON.stringify((await engines.run(engine, sql)).body).replaceAll(/wagess|zonee/g, '')).not.toMatch(/wages|zone/);
    });
  });
});
