import { inEnglish, saidOf } from '../../shared/sentence.js';
import { describe, expect, it } from '@jest/globals';
import { POSTGRESQL_HONEST } from '../../../test/fixtures/statements/postgresql-honest.js';
import type { GrammarDialect } from './judgement.js';
import { UNKNOWN_SOURCE } from './known-source.js';
import { type Restriction, narrowed } from './restriction.js';
import { judge } from './judge.js';
import { restrict } from './restrict.js';

const SOURCE = { ...UNKNOWN_SOURCE, serverVersion: '10.11-MariaDB', searchPath: ['shop'] };
const EMP: Restriction = {
  schema: 'shop',
  name: 'emp',
  isDenied: false,
  policies: ['p'],
  rows: { kind: 'compare', column: 'region', operator: '=', value: `E'U\\` },
  columns: [
    { name: 'id', type: 'integer', mask: null },
    { name: 'a"`b', type: 'text', mask: { kind: 'null' } },
  ],
};

/** With the alias of each derived table as `h`. */
async function written(dialect: GrammarDialect, sql: string, restriction: Restriction = EMP): Promise<string> {
  const judgement = await judge(dialect, sql, SOURCE);
  if (!judgement.ok) return inEnglish(saidOf(judgement.violations[0]?.message ?? ''));
  const uses = judgement.relations.map(({ schema, name }) => ({
    schema: schema ?? 'shop',
    name,
    restriction: name.toLowerCase() === restriction.name && (schema ?? 'shop') === 'shop' ? restriction : null,
  }));
  const restricting = await restrict(dialect, sql, SOURCE, uses);
  if (!restricting.ok) return restricting.violations.map(({ rule, message }) => `${rule}: ${inEnglish(saidOf(message))}`).join();
  expect(restricting.values).toEqual(dialect === 'postgresql' ? [`E'U\\`] : []);
  return restricting.statement.replaceAll(/\bh[0-9a-f]{16}\b/g, 'h');
}

const PG = `(SELECT h."id", CASE WHEN 1 = 0 THEN h."a""\`b" END AS "a""\`b" FROM "shop"."emp" AS h WHERE (h."region" = $1))`;
const MY = `(SELECT h.\`id\`, CASE WHEN 1 = 0 THEN h.\`a"\`\`b\` END AS \`a"\`\`b\` FROM \`shop\`.\`emp\` AS h WHERE (h.\`region\` = 'E''U\\\\'))`;
const fenced = (table: string): string => `${table.slice(0, -1)}${table === PG ? ' OFFSET 0' : ' LIMIT 18446744073709551615'})`;

describe('a statement over a restricted relation', () => {
  it.each([
    ['postgresql', 'SELECT id FROM emp', `SELECT id FROM ${PG} AS "emp"`],
    ['postgresql', 'SELECT e.id FROM shop . "emp" /* of all */ AS e', `SELECT e.id FROM ${PG} /* of all */ AS e`],
    ['postgresql', `SELECT 'ü', shop.emp.id FROM shop.emp`, `SELECT 'ü', emp.id FROM ${PG} AS "emp"`],
    ['mysql', 'SELECT id FROM emp', `SELECT id FROM ${MY} AS \`emp\``],
    ['mysql', 'SELECT e.id FROM `shop`.emp e WHERE id > 1', `SELECT e.id FROM ${MY} e WHERE id > 1`],
    ['mysql', `SELECT shop.emp.id, emp.* FROM shop.emp`, `SELECT emp.id, emp.* FROM ${MY} AS \`emp\``],
    ['mysql', 'SELECT id FROM dept JOIN emp USING (id)', `SELECT id FROM \`shop\`.\`dept\` JOIN ${MY} AS \`emp\` USING (id)`],
  ] as const)('reads a derived table in its place: %s, %s', async (dialect, sql, expected) => {
    expect(await written(dialect, sql)).toBe(expected);
  });

  it.each([
    ['a division', 'SELECT 1 FROM emp WHERE 1 / id > 2'],
    ['arithmetic', 'SELECT 1 FROM emp WHERE id + 1 > 2'],
    ['a function', 'SELECT 1 FROM emp WHERE abs(id) > 2'],
    ['a cast', 'SELECT 1 FROM emp WHERE cast(id AS char(3)) = 2'],
    ['a scalar subquery', 'SELECT 1 FROM emp WHERE id = (SELECT max(id) FROM dept)'],
    ['a condition of a join', 'SELECT 1 FROM emp JOIN dept d ON emp.id = abs(d.id)'],
    ['a condition of groups', 'SELECT 1 FROM emp GROUP BY id HAVING abs(id) > 2'],
    ['the list of a subquery', 'SELECT x FROM (SELECT 1 / id AS x FROM emp) s'],
    ['the list of a common table expression', 'WITH s AS (SELECT 1 / id AS x FROM emp) SELECT x FROM s'],
    ['the list of a union', 'SELECT 1 / id FROM emp UNION ALL SELECT 2'],
  ])('gets a fence for what could fail before the policy has filtered: %s', async (_, sql) => {
    expect(await written('postgresql', sql)).toContain(fenced(PG));
    expect(await written('mysql', sql)).toContain(fenced(MY));
  });

  it.each([
    'SELECT 1 / id, abs(id), (SELECT 1) FROM emp GROUP BY id ORDER BY 1 / id',
    `SELECT * FROM emp WHERE id IN (1, 2) AND NOT (id IS NULL OR id BETWEEN 3 AND 4) AND lower(name) LIKE 'a%'`,
    'SELECT count(*) FROM emp e WHERE EXISTS (SELECT 1 FROM dept d WHERE d.id = e.id)',
    'SELECT 1 FROM emp WHERE id IN (SELECT id FROM dept) AND coalesce(name, x) = trim(x)',
    'SELECT m FROM (SELECT name, max(id) AS m FROM emp GROUP BY name) s WHERE m > 3',
    'SELECT e.id FROM emp e LEFT JOIN dept d ON d.id = e.id AND d.name = e.name',
  ])('gets none for what tells nothing: %s', async (sql) => {
    expect(await written('postgresql', sql)).toContain(PG);
    expect(await written('mysql', sql)).toContain(MY);
  });

  it('gets none where all rows may be seen', async () => {
    const sql = 'SELECT 1 FROM emp WHERE 1 / id > 2';
    const { statement } = (await restrict('mysql', sql, SOURCE, [
      { schema: 'shop', name: 'emp', restriction: { ...EMP, rows: null } },
    ])) as { statement: string };
    expect(statement).not.toMatch(/LIMIT|region/);
  });

  it.each([
    ['postgresql', 'SELECT shop.emp.id FROM shop.emp, dept AS emp', /^restricted_relation: .*alias/],
    ['mysql', 'SELECT shop.emp.id FROM shop.emp, shop.dept AS emp', /^restricted_relation: .*alias/],
    ['postgresql', `SELECT * FROM emp WHERE name LIKE 'a' || 'b'`, /^restricted_relation: .*pattern/],
  ] as const)('is refused where it cannot be placed: %s, %s', async (dialect, sql, why) => {
    expect(await written(dialect, sql)).toMatch(why);
  });

  it('is refused if it is not the one that was judged', async () => {
    for (const dialect of ['postgresql', 'mysql'] as const)
      expect(await restrict(dialect, 'SELECT 1 FROM emp', SOURCE, [])).toMatchObject({ ok: false });
  });

  it('is written for each honest statement of the list, whatever of it is restricted', async () => {
    const refused: string[] = [];
    for (const { sql } of POSTGRESQL_HONEST.map((one) => (typeof one === 'string' ? { sql: one } : one))) {
      const judgement = await judge('postgresql', sql, SOURCE);
      if (!judgement.ok) continue;
      const uses = judgement.relations.map(({ schema, name }) => ({
        schema: schema ?? 'shop',
        name,
        restriction: { ...EMP, schema: schema ?? 'shop', name },
      }));
      const restricting = await restrict('postgresql', sql, SOURCE, uses);
      if (!restricting.ok) refused.push(sql);
    }
    // A sample of pages tells how many rows are hidden.
    expect(refused).toEqual(['SELECT count(*) >= 0 FROM orders TABLESAMPLE SYSTEM (10)']);
  });
});

describe('two restrictions of one relation', () => {
  it('show what both show, whichever comes first', () => {
    const other: Restriction = {
      ...EMP,
      rows: { kind: 'is_null', column: 'id' },
      columns: [{ name: 'a"`b', type: 'text', mask: { kind: 'last_four' } }],
      policies: ['q'],
    };
    expect(narrowed(EMP, other)).toEqual({
      ...EMP,
      rows: { kind: 'and', terms: [EMP.rows, other.rows] },
      columns: [{ name: 'a"`b', type: 'text', mask: { kind: 'null' } }],
      policies: ['p', 'q'],
    });
    expect(narrowed(other, EMP).columns).toEqual(narrowed(EMP, other).columns);
    expect(narrowed(EMP, { ...EMP, isDenied: true }).isDenied).toBe(true);
  });
});
