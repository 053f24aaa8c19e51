import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Restriction, RowPredicate } from '../../src/engines/sql-guard/restriction.js';
import { MYSQL_URL } from '../support/mysql-server.js';
import { type PolicyEngine, type Sent, evaluate } from '../support/policies/evaluation.js';
import { masked } from '../support/policies/meaning.js';
import { mysqlPolicies } from '../support/policies/mysql-policies.js';
import { duckDbPolicies } from '../support/policies/duckdb-policies.js';
import { postgresqlPolicies } from '../support/policies/postgresql-policies.js';
import { KEY } from '../support/policies/scene.js';
import { sqlitePolicies } from '../support/policies/sqlite-policies.js';
import { SourceDatabase } from '../support/source-database.js';

/** Seeds of random schemas, each with 30 statements; the long run takes hundreds. */
const SEEDS = Number(process.env['TEST_POLICY_SEEDS'] ?? 8);
const STATEMENTS = 30;
const FIRST = Number(process.env['TEST_POLICY_FIRST_SEED'] ?? 1);

const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST + index);

function plain(statement: string): Sent {
  return { statement, values: [], isFenced: false, columns: null };
}

/** Most of them say something: neither refused by a rule of its own nor failing in both places. */
async function expectAsIfHiddenWereAbsent(engine: PolicyEngine): Promise<void> {
  const { compared, answered, refused, computing, ordered, wrong } = await evaluate(engine, seeds, STATEMENTS);
  expect(wrong).toEqual([]);
  expect(compared + refused + computing).toBe(SEEDS * STATEMENTS);
  expect(computing).toBeLessThan(0.15 * compared);
  expect(refused).toBeLessThan(0.15 * compared);
  expect(answered).toBeGreaterThan(0.5 * compared);
  expect(ordered.length < 0.01 * compared + 2 ? [] : ordered).toEqual([]);
}

describe('statements under policies at PostgreSQL', () => {
  let source: SourceDatabase;
  let engine: Awaited<ReturnType<typeof postgresqlPolicies>>;
  beforeAll(async () => {
    source = await SourceDatabase.create();
    engine = await postgresqlPolicies(source.url.href);
  });
  afterAll(async () => {
    await engine.end();
    await source.drop();
  });

  it('answer as a database would that holds only what may be seen, and depend on nothing else', async () => {
    await expectAsIfHiddenWereAbsent(engine);
  }, 600_000);

  it.each([
    ['by key', 'SELECT note FROM t0 WHERE id = 500', `SELECT note FROM whole.t0 WHERE region = 'EU' AND id = 500`],
    [
      'by a range',
      'SELECT count(*) FROM t0 AS a WHERE a.id BETWEEN 10 AND 90',
      `SELECT count(*) FROM whole.t0 AS a WHERE region = 'EU' AND a.id BETWEEN 10 AND 90`,
    ],
    [
      'in a join',
      'SELECT a.note, b.note FROM t0 AS a JOIN t0 AS b ON b.id = a.ref WHERE a.id = 7',
      `SELECT a.note, b.note FROM whole.t0 AS a JOIN whole.t0 AS b ON b.id = a.ref AND b.region = 'EU' WHERE a.region = 'EU' AND a.id = 7`,
    ],
    [
      'of the first ten',
      'SELECT id / 2 FROM t0 ORDER BY id LIMIT 10',
      `SELECT id / 2 FROM whole.t0 WHERE region = 'EU' ORDER BY id LIMIT 10`,
    ],
    [
      'of a mask that is not selected',
      'SELECT id FROM t0 WHERE d IS NULL AND id = 9',
      `SELECT id FROM whole.t0 WHERE region = 'EU' AND id = 9`,
    ],
  ])('have the plan of what would be written by hand, where they need no fence: %s', async (_, sql, byHand) => {
    const kinds = { id: 'integer', ref: 'integer', region: 'text', note: 'text', d: 'date' } as const;
    const rows = Array.from({ length: 2_000 }, (__, n) => [n, (n * 7) % 2_000, n % 4 === 0 ? 'EU' : 'US', `${n}`, null]);
    const columns = Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
    await engine.fill('whole', [{ name: 't0', columns, rows }]);
    const restriction: Restriction = {
      schema: 'whole',
      name: 't0',
      isDenied: false,
      policies: ['p'],
      columns: columns.map(({ name, kind: type }) => ({ name, type, mask: name === 'd' ? { kind: 'null' } : null })),
      rows: { kind: 'compare', column: 'region', operator: '=', value: 'EU' },
    };
    const relations = (await engine.relationsOf(sql)) ?? [];
    const uses = relations.map(() => ({ schema: 'whole', name: 't0', restriction }));
    const restricting = await engine.restrict(sql, uses);
    if (!restricting.ok) throw new Error('It is refused.');
    expect(await planOf(restricting)).toEqual(await planOf(plain(byHand)));
  });

  it('have one hash for values that are written alike, and others for those that are only equal', async () => {
    await engine.fill('whole', []);
    const ddl = `CREATE TABLE whole.kinds (id int, amount numeric, size double precision, region text COLLATE whole.de)`;
    const collation = `CREATE COLLATION whole.de (provider = icu, locale = 'de-u-ks-level2', deterministic = false)`;
    const cells = `(1, 1.0, 0, 'EU'), (2, 1.0, '0', 'EU'), (3, 1.00, '-0', 'eu')`;
    for (const sql of [collation, ddl, `INSERT INTO whole.kinds VALUES ${cells}`]) {
      const answer = await engine.run(plain(sql), 'whole');
      expect(answer).toMatchObject({ kind: 'rows' });
    }
    const columns = ['amount', 'size', 'region'].map((name) => {
      return { name, type: 'text', mask: { kind: 'hash', key: KEY } as const };
    });
    const restriction: Restriction = {
      schema: 'whole',
      name: 'kinds',
      isDenied: false,
      policies: ['p'],
      rows: null,
      columns: [{ name: 'id', type: 'int', mask: null }, ...columns],
    };
    const restricting = await engine.restrict('SELECT amount, size, region FROM kinds ORDER BY id', [
      { schema: 'whole', name: 'kinds', restriction },
    ]);
    if (!restricting.ok) throw new Error('It is refused.');
    const answer = await engine.run(restricting, 'whole');
    const hashed = (...texts: string[]) => texts.map((text) => masked(text, { kind: 'hash', key: KEY }));
    const first = hashed('1.0', '0', 'EU');
    expect(answer).toMatchObject({ rows: [first, first, hashed('1.00', '-0', 'eu')] });
  });

  /** Its lines without the aliases of relations. */
  async function planOf(sent: Sent): Promise<string[]> {
    const answer = await engine.run({ ...sent, statement: `EXPLAIN (COSTS OFF) ${sent.statement}` }, 'whole');
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.rows.map(([line]) =>
      String(line)
        .replace(/ on t0 .*/, ' on t0')
        .replaceAll(/\b(?:h[0-9a-f]{16}(?:_\d+)?|t0|a|b)\./g, '')
        .trim(),
    );
  }
});

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

whereThereIsAServer('statements under policies at MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let engine: Awaited<ReturnType<typeof mysqlPolicies>>;
  beforeAll(async () => {
    engine = await mysqlPolicies();
  });
  afterAll(() => engine.end());

  it('answer as a database would that holds only what may be seen, and depend on nothing else', async () => {
    await expectAsIfHiddenWereAbsent(engine);
  }, 600_000);

  it('tell texts apart that the collation of a column takes for equal, so that no row is shown for another one', async () => {
    const schema = engine.schemaOf('whole');
    for (const sql of [
      `CREATE OR REPLACE TABLE ${schema}.sites (region varchar(20), kind enum('EU', 'US')) CHARACTER SET latin1 COLLATE latin1_swedish_ci`,
      `INSERT INTO ${schema}.sites VALUES ('EU', 'EU'), ('eu', 'EU'), ('EU ', 'US'), ('ÉU', 'US'), ('Ü', 'US'), (NULL, NULL)`,
    ])
      await engine.run(plain(sql), 'whole');
    const regions = async (rows: RowPredicate) => {
      const restriction = {
        schema,
        name: 'sites',
        isDenied: false,
        policies: [],
        rows,
        columns: [{ name: 'region', type: 'varchar(20)', mask: null }],
      };
      const printed = await engine.restrict('SELECT region FROM sites', [{ schema, name: 'sites', restriction }]);
      if (!printed.ok) throw new Error('It was refused.');
      const answer = await engine.run(printed, 'whole');
      return answer.kind === 'rows' ? answer.rows.flat() : answer.reason;
    };
    const text = { column: 'region', isText: true } as const;
    expect(await regions({ kind: 'compare', operator: '=', value: 'EU', ...text })).toEqual(['EU']);
    expect(await regions({ kind: 'in', values: ['eu', 'Ü', 'none'], ...text })).toEqual(['eu', 'Ü']);
    expect(await regions({ kind: 'compare', operator: '=', value: 'EU', column: 'kind', isText: true })).toEqual(['EU', 'eu']);
    // Where fewer rows are shown, what is equal by either reading is left out.
    for (const rows of [
      { kind: 'compare', operator: '<>', value: 'EU', ...text },
      { kind: 'not', term: { kind: 'compare', operator: '=', value: 'EU', ...text } },
      { kind: 'not', term: { kind: 'in', values: ['EU'], ...text } },
    ] as const)
      expect(await regions(rows)).toEqual(['Ü']);
    expect(await regions({ kind: 'not', term: { kind: 'compare', operator: '<>', value: 'EU', ...text } })).toEqual(['EU']);
  });
});

describe.each([
  ['SQLite', sqlitePolicies],
  ['DuckDB', duckDbPolicies],
] as const)('statements under policies at %s', (_, start) => {
  let engine: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.end());

  it('answer as a database would that holds only what may be seen, and depend on nothing else', async () => {
    await expectAsIfHiddenWereAbsent(engine);
  }, 600_000);

  it('show only rows of the rule where a generated column stands before one with an index', async () => {
    const columns = [
      { name: 'twice', kind: 'integer', computed: { sql: 'age * 2', from: ['age'], of: () => null } },
      ...['id', 'age'].map((name) => ({ name, kind: 'integer' as const })),
    ] as const;
    const rows = Array.from({ length: 14 }, (__, n) => [null, n + 1, 14 - n]);
    await engine.fill('whole', [{ name: 't0', columns, rows }]);
    const schema = engine.schemaOf('whole');
    const restriction: Restriction = {
      schema,
      name: 't0',
      isDenied: false,
      policies: ['p'],
      columns: columns.map(({ name, kind: type }) => ({ name, type, mask: null })),
      rows: { kind: 'compare', column: 'id', operator: '<=', value: 2 },
    };
    const restricting = await engine.restrict('SELECT id FROM t0 ORDER BY id', [{ schema, name: 't0', restriction }]);
    if (!restricting.ok) throw new Error('It is refused.');
    expect(await engine.run(restricting, 'whole')).toMatchObject({ rows: [[1], [2]] });
  });
});
