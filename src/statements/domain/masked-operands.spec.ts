import { inEnglish, saidOf } from '../../shared/sentence.js';
import { describe, expect, it } from '@jest/globals';
import { maskedOperands } from './masked-operands.js';
import type { Mask, Restriction } from '../../engines/sql-guard/restriction.js';

const HASH: Mask = { kind: 'hash', key: '00' };

function restriction(name: string, masks: Readonly<Record<string, readonly [type: string, mask: Mask | null]>>): Restriction {
  const columns = Object.entries(masks).map(([column, [type, mask]]) => ({ name: column, type, mask }));
  return { schema: 'main', name, isDenied: false, columns, rows: null, policies: ['p'] };
}

const EMP = restriction('emp', {
  id: ['integer', null],
  age: ['integer', HASH],
  born: ['date', HASH],
  mail: ['text', HASH],
  card: ['bigint', { kind: 'last_four' }],
  code: ['varchar(20)', { kind: 'last_four' }],
  pay: ['integer', { kind: 'null' }],
});
const USES = [
  { name: 'emp', restriction: EMP },
  { name: 'dept', restriction: null },
  { name: 'visit', restriction: restriction('visit', { age: ['integer', null] }) },
];
const DIALECTS = ['postgresql', 'mysql', 'sqlite', 'duckdb'] as const;

const refused = (sql: string, dialect: (typeof DIALECTS)[number] = 'sqlite') =>
  maskedOperands(sql, dialect, USES).map(({ rule, position }) => [rule, sql.slice(position ?? 0).match(/^\w+|^["`]\w+/)?.[0]]);

describe('a column that is masked by a text', () => {
  it.each([
    ['SELECT avg(age) FROM emp', 'age'],
    ['SELECT avg(DISTINCT e.age) FROM emp e', 'age'],
    ['SELECT sum(coalesce(age, 0)) FROM emp', 'age'],
    ['SELECT sum(CASE WHEN id > 1 THEN age ELSE 0 END) FROM emp', 'age'],
    ['SELECT max(age) - min(id) FROM emp', 'age'],
    ['SELECT id FROM emp WHERE age > 60', 'age'],
    ['SELECT id FROM emp WHERE 60 <= age', 'age'],
    ['SELECT id FROM emp WHERE NOT (e.age) < 3', 'age'],
    ['SELECT id FROM emp WHERE age NOT BETWEEN 20 AND 30', 'age'],
    ['SELECT id FROM emp WHERE 30 BETWEEN id AND age', 'age'],
    ['SELECT id FROM emp WHERE age = 60', 'age'],
    ['SELECT id FROM emp WHERE -1 <> age', 'age'],
    ['SELECT id FROM emp WHERE age IN (1, 2)', 'age'],
    ['SELECT e.id FROM emp e JOIN visit v ON e.age = v.age', 'age'],
    ['SELECT id FROM emp WHERE 60 < age AND id > 1', 'age'],
    ['SELECT -age FROM emp', 'age'],
    ['SELECT id * (age) FROM emp', 'age'],
    ['SELECT age % 10 FROM emp', 'age'],
    ['SELECT id FROM emp GROUP BY id HAVING max(age) > 60', 'age'],
    [`SELECT id FROM emp WHERE born > '1990-01-01'`, 'born'],
    [`SELECT id FROM emp WHERE born = DATE '1990-01-01'`, 'born'],
    ['SELECT extract(YEAR FROM born) FROM emp', 'born'],
    [`SELECT strftime('%Y', born) FROM emp`, undefined],
    ['SELECT CAST(age AS integer) FROM emp', 'age'],
    ['SELECT avg(card) FROM emp', 'card'],
    ['SELECT avg(x) FROM (SELECT age AS x FROM emp) d', 'x'],
    ['SELECT avg(d.x) FROM (SELECT age x FROM emp) d', 'x'],
    ['SELECT avg(y) FROM (SELECT x AS y FROM (SELECT max(age) AS x FROM emp) a) b', 'y'],
    ['WITH c (i, x) AS (SELECT id, age FROM emp) SELECT x + 1 FROM c', 'x'],
    ['SELECT x + 1 FROM (SELECT id, age FROM emp) AS c (i, x)', 'x'],
    ['SELECT (SELECT max(age) FROM emp) + 1 FROM dept', 'age'],
    ['SELECT avg(age) FROM visit, emp', 'age'],
    ['SELECT age + 1 FROM visit STRAIGHT_JOIN emp', 'age'],
    ['SELECT avg(age) FROM dept WHERE EXISTS (SELECT 1 FROM visit, emp)', 'age'],
    ['SELECT avg(age) FROM visit, (SELECT age FROM emp) e', 'age'],
    ['SELECT id FROM emp WHERE id IN (SELECT id FROM dept WHERE age > 60)', 'age'],
    ['SELECT age + 1 FROM emp UNION SELECT age FROM visit', 'age'],
    ['SELECT age FROM emp UNION SELECT age FROM visit ORDER BY age + 0', 'age'],
    ['SELECT avg(age), 1 IS DISTINCT FROM "visit" FROM emp WHERE EXISTS (SELECT 1 FROM visit)', 'age'],
    ['SELECT avg(age) FROM visit USE INDEX FOR JOIN (ix) RIGHT JOIN emp USING (age)', 'age'],
    ['WITH visit AS (SELECT age FROM emp) SELECT avg(age) FROM visit', 'age'],
    ["SELECT avg(age) /* it's */ FROM emp -- of all", 'age'],
  ])('is no number, day or time: %s', (sql, name) => {
    expect(refused(sql)).toEqual([['restricted_relation', name ?? 'born']]);
  });

  it.each([
    'SELECT age, mail FROM emp ORDER BY age',
    'SELECT *, id * 2 FROM emp',
    'SELECT e.*, id + 1 FROM emp e',
    'SELECT count(age), count(DISTINCT age) * 100 / count(*) FROM emp',
    'SELECT age, count(*) AS n FROM emp GROUP BY age HAVING count(*) > 2',
    'SELECT max(age), min(mail) FROM emp',
    'SELECT a.id FROM emp a JOIN emp b ON a.age = b.age AND a.id < b.id',
    `SELECT id FROM emp WHERE mail = '0123' OR age IN ('0123', '4567')`,
    'SELECT id FROM emp WHERE age IS NOT NULL AND id > 3',
    'SELECT sum(CASE WHEN age IS NULL THEN 1 ELSE 0 END) FROM emp',
    'SELECT sum(age IS NULL), sum(mail = born) FROM emp',
    'SELECT id FROM emp a WHERE a.age < b.age',
    'SELECT avg(pay), avg(id) FROM emp',
    `SELECT id FROM emp WHERE code > '1'`,
    `SELECT id FROM emp WHERE mail LIKE 'a%'`,
    'SELECT v.age + 1, e.age FROM visit v JOIN emp e ON e.id = v.id',
    'SELECT length(mail) + 1 FROM emp',
    `SELECT CAST(age AS text) AS told, id + 1 FROM emp`,
    `SELECT 'age > 60', id FROM emp`,
    'SELECT row_number() OVER (PARTITION BY age ORDER BY id) - 1 FROM emp',
    'SELECT id - (SELECT count(*) FROM emp b WHERE b.age = a.age) FROM emp a',
    'SELECT avg(age) FROM visit WHERE id IN (SELECT id FROM emp)',
    'SELECT id FROM emp WHERE id IN (SELECT id FROM main.visit v JOIN dept d ON d.id = v.id WHERE age > 60)',
    'SELECT id FROM emp UNION SELECT age + 1 FROM visit WHERE id > 1',
    'SELECT avg(x) FROM (SELECT age AS x FROM visit) v JOIN emp e ON e.id = v.x',
  ])('is compared with texts and with its like, is counted and grouped by: %s', (sql) => {
    for (const dialect of DIALECTS) expect([dialect, refused(sql, dialect)]).toEqual([dialect, []]);
  });

  it('is the same on every engine, however its name is quoted', () => {
    for (const [dialect, name] of [
      ['postgresql', '"age"'],
      ['mysql', '`age`'],
      ['sqlite', '[AGE]'],
      ['duckdb', '"Age"'],
    ] as const)
      expect([dialect, maskedOperands(`SELECT avg(${name}) FROM emp`, dialect, USES).length]).toEqual([dialect, 1]);
    // There it quotes a text.
    expect(refused('SELECT id + "age" FROM emp', 'mysql')).toEqual([]);
  });

  it('is looked for only where there is one', () => {
    expect(maskedOperands('SELECT avg(age) FROM emp', 'mysql', [{ name: 'emp', restriction: null }])).toEqual([]);
    const [violation] = maskedOperands('SELECT avg(age) FROM emp', 'mysql', USES);
    expect(inEnglish(saidOf(violation?.message ?? ''))).toMatch(
      /^age is masked for you.*Count it, group by it, join on it, or leave it out\.$/,
    );
  });

  /** Each took seconds or minutes of the process that serves everybody. */
  it.each([
    [
      'a chain of aliases, the last one first',
      `SELECT ${Array.from({ length: 1_400 }, (_, at) => `a${1_399 - at} AS a${1_400 - at}`).join(', ')}, age AS a0 FROM emp`,
    ],
    ['many cases within parentheses', `SELECT ${'(1+'.repeat(300)} CASE ${'WHEN 1 THEN 1 '.repeat(400)} END ${')'.repeat(300)} FROM emp`],
    ['deep parentheses', `SELECT ${'('.repeat(9_000)}1 + 1${')'.repeat(9_000)} FROM emp`],
  ])('is not looked for without end: %s', (_, sql) => {
    for (const dialect of DIALECTS) for (const { message } of maskedOperands(sql, dialect, USES)) expect(message).toContain('too complex');
  });

  it('is looked for in a long statement', () => {
    const columns = Array.from({ length: 900 }, (_, at) => `coalesce(id, ${at}) AS c${at}`).join(', ');
    const sql = `SELECT ${columns} FROM emp WHERE id > 4 AND mail = 'x' ORDER BY 1`;
    expect(sql.length).toBeGreaterThan(20_000);
    expect(maskedOperands(sql, 'postgresql', USES)).toEqual([]);
  });

  it('is looked for in a long statement that names a column of another relation very often', () => {
    const columns = Array.from({ length: 1_000 }, (_, at) => `age + ${at} AS c${at}`).join(', ');
    expect(maskedOperands(`SELECT ${columns} FROM visit UNION SELECT id FROM emp`, 'postgresql', USES)).toEqual([]);
  });

  it('is no column of a relation of which another one with that name alone has it', () => {
    const visitOf = (column: string) => ({
      name: 'visit',
      restriction: restriction('visit', { [column]: ['integer', null] }),
    });
    const sql = 'SELECT id FROM emp WHERE EXISTS (SELECT age + 1 FROM a.visit) AND EXISTS (SELECT 1 FROM b.visit)';
    const found = (...uses: ReturnType<typeof visitOf>[]) => maskedOperands(sql, 'postgresql', [...USES.slice(0, 1), ...uses]).length;
    expect([found(visitOf('age'), visitOf('age')), found(visitOf('day'), visitOf('age'))]).toEqual([0, 1]);
  });

  it('is looked for in a relation that is named many times', () => {
    const uses = Array.from({ length: 1_500 }, () => ({ name: 't', restriction: EMP }));
    const [{ message } = { message: '' }] = maskedOperands(`SELECT 1 FROM ${'t a, '.repeat(1_500)}t`, 'mysql', uses);
    expect(message).toMatch(/^$|too complex/);
  });
});
