import { describe, expect, it } from '@jest/globals';
import { type Dialect } from './judgement.js';
import { judge } from './judge.js';
import { judgeFileStatement } from './judge-file-statement.js';
import { withWords } from '../../shared/sentence.js';
import { pastedIn } from './pasted.js';

const DIALECTS: readonly Dialect[] = ['postgresql', 'mysql', 'sqlite', 'duckdb'];

async function judged(dialect: Dialect, sql: string): Promise<unknown> {
  const tables = [{ name: 'rivers', columns: ['id', 'name'], mayBeFullText: false }];
  const isFile = dialect === 'sqlite' || dialect === 'duckdb';
  return withWords(await (isFile ? judgeFileStatement({ engine: dialect, sql, tables }) : judge(dialect, sql)), 'en');
}

describe.each(DIALECTS)('a statement for %s that was pasted', (dialect) => {
  it.each([
    ['a no-break space', 'SELECT id\u00A0FROM rivers', 9, 'U+00A0'],
    ['an ideographic space', 'SELECT id FROM\u3000rivers', 14, 'U+3000'],
    ['a byte order mark', '\uFEFFSELECT id FROM rivers', 0, 'U+FEFF'],
    ['a space without width', 'SELECT id, \u200Bname FROM rivers', 11, 'U+200B'],
    ['typographic quotes', 'SELECT id FROM rivers WHERE name = ’Aare’', 35, 'typographic'],
    ['typographic double quotes', 'SELECT “id” FROM rivers', 7, 'typographic'],
    ['a fence', '```sql\nSELECT id FROM rivers\n```', 0, 'fence'],
    ['a closing fence', 'SELECT id FROM rivers\n~~~', 22, 'fence'],
  ])('is told of %s, and where', async (_, sql, position, words) => {
    const violation = { rule: 'syntax', position, message: expect.stringContaining(words) };
    expect(await judged(dialect, sql)).toEqual({ ok: false, violations: [violation] });
  });

  it.each([
    `SELECT 'a\u00A0b “x”', "id" FROM rivers`,
    `SELECT 'it''s \u00A0' FROM rivers`,
    `SELECT id /* \u00A0’ */ FROM rivers -- ‘\u00A0`,
    'SELECT id AS می\u200Cخواهم FROM rivers',
  ])('may hold such characters in texts, names and comments: %s', (sql) => {
    expect(pastedIn(sql, dialect)).toBeNull();
  });
});

describe('each engine has its own quotes', () => {
  it.each<[Dialect, string]>([
    ['postgresql', `SELECT E'\\'\u00A0', $a$ \u00A0 $a$`],
    ['mysql', `SELECT 'it\\'s \u00A0', \`\u00A0\` # \u00A0`],
    ['sqlite', 'SELECT [\u00A0], `\u00A0`'],
    ['duckdb', 'SELECT $$\u00A0$$'],
  ])('%s: %s', (dialect, sql) => {
    expect(pastedIn(sql, dialect)).toBeNull();
  });

  it('and takes no longer for what is not closed', () => {
    for (const dialect of DIALECTS)
      for (const open of ["'", '"', '/*', '$a$', '`', '[', "E'"])
        expect(() => pastedIn(`${open.repeat(5_000)}\u00A0`, dialect)).not.toThrow();
  });
});

describe('a limit is named', () => {
  it.each<[Dialect, string, string]>([
    ['mysql', 'SELECT SUM (id) FROM rivers', 'Remove the space after SUM'],
    ['mysql', 'SELECT NOW ()', 'Remove the space after NOW'],
    ['mysql', 'SELECT JSON_ARRAYAGG (id) FROM rivers', 'Remove the space after JSON_ARRAYAGG'],
    ['mysql', 'SELECT 1;;', 'second semicolon'],
    ['sqlite', 'SELECT 1;;', 'second semicolon'],
    ['sqlite', Array.from({ length: 150 }, () => 'SELECT 1').join(' UNION ALL '), 'may combine 100 queries'],
    ['sqlite', `SELECT id FROM rivers WHERE ${Array.from({ length: 600 }, (_, at) => `id = ${at}`).join(' OR ')}`, '500 operators'],
    ['postgresql', `SELECT * FROM ${'(SELECT * FROM '.repeat(25)}rivers${') x'.repeat(25)}`, 'nested 20 deep'],
    ['postgresql', 'SELECT array_fill(0, ARRAY[1000, 1000])', '10000 elements'],
    ['postgresql', `SELECT array_fill(0, '{9}'::int[])`, '10000 elements'],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n + 1 FROM t) SELECT * FROM t', 'WHERE n < 100'],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n % 3 + n FROM t) SELECT * FROM t', 'WHERE n < 100'],
    [
      'postgresql',
      'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) CYCLE n SET c USING p SELECT * FROM t',
      'WHERE n < 100',
    ],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n % 3 + 1 FROM t) SELECT * FROM t', 'WHERE n < 100'],
    ...[
      'SELECT 1 UNION SELECT s.x FROM t, LATERAL (SELECT t.n + 1 AS x) s) SELECT * FROM t',
      'SELECT 1 UNION SELECT x FROM (SELECT n + 1 AS x FROM t) s) SELECT * FROM t',
      'SELECT 1 UNION (WITH s AS (SELECT n + 1 AS x FROM t) SELECT x FROM s)) SELECT * FROM t',
      'SELECT 1 UNION ALL SELECT g FROM t, generate_series(t.n + 1, t.n + 1) g) CYCLE n SET c USING p SELECT * FROM t',
      'SELECT 1.0 UNION SELECT (n * 1.1) % 3 FROM t) SELECT * FROM t',
      'SELECT 0::numeric UNION SELECT random()::numeric % 3 FROM t) SELECT * FROM t',
    ].map((rest): [Dialect, string, string] => ['postgresql', `WITH RECURSIVE t(n) AS (${rest}`, 'WHERE n < 100']),
  ])('%s: %s', async (dialect, sql, words) => {
    expect(await judged(dialect, sql)).toMatchObject({ ok: false, violations: [{ message: expect.stringContaining(words) }] });
  });

  it.each<[Dialect, string]>([
    ['mysql', 'SELECT SUM(id), AVG (id), LOWER (name) FROM rivers WHERE id IN (1)'],
    ['postgresql', `SELECT JSON('{}' WITH UNIQUE KEYS), JSON_SCALAR(1.5), JSON_SERIALIZE('{}' RETURNING text)`],
    ['postgresql', 'SELECT array_fill(0, ARRAY[3, 4])'],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT (n + 7) % 3 + 1 FROM t) SELECT * FROM t'],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT r.id FROM t JOIN rivers r ON true) SELECT * FROM t'],
    ['postgresql', 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n % 3 + 1 FROM t) CYCLE n SET c USING p SELECT * FROM t'],
  ])('and what is within it is allowed: %s: %s', async (dialect, sql) => {
    expect(await judged(dialect, sql)).toMatchObject({ ok: true });
  });
});
