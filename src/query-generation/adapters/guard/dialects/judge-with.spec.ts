import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DUCKDB_HONEST } from '../../../../../test/fixtures/statements/duckdb-honest.js';
import { DUCKDB_HOSTILE } from '../../../../../test/fixtures/statements/duckdb-hostile.js';
import { mutated } from '../../../../../test/fixtures/statements/hostile-mutations.js';
import { MYSQL_HONEST } from '../../../../../test/fixtures/statements/mysql-honest.js';
import { MYSQL_HOSTILE } from '../../../../../test/fixtures/statements/mysql-hostile.js';
import { SHARED_HONEST } from '../../../../../test/fixtures/statements/shared-honest.js';
import { SQLITE_HONEST } from '../../../../../test/fixtures/statements/sqlite-honest.js';
import { SQLITE_HOSTILE } from '../../../../../test/fixtures/statements/sqlite-hostile.js';
import { qualified } from '../../../domain/judgement.js';
import { judge } from '../judge.js';
import { judgeWith } from './judge-with.js';

const CORPORA = [
  { dialect: 'mysql', hostile: MYSQL_HOSTILE, honest: [...SHARED_HONEST, ...MYSQL_HONEST] },
  { dialect: 'sqlite', hostile: SQLITE_HOSTILE, honest: [...SHARED_HONEST, ...SQLITE_HONEST] },
  { dialect: 'duckdb', hostile: DUCKDB_HOSTILE, honest: [...SHARED_HONEST, ...DUCKDB_HONEST] },
] as const;
type Dialect = (typeof CORPORA)[number]['dialect'];

/** What would be sent, with each relation named as it was; the violations where nothing would. */
function sent(dialect: Dialect, sql: string): unknown {
  const judgement = judgeWith(dialect, sql);
  if (!judgement.ok) return judgement.violations;
  return qualified(
    judgement,
    judgement.relations.map(({ schema, name }) => ({ schema: schema ?? 'main', name })),
  );
}

function relations(dialect: Dialect, sql: string): unknown {
  const judgement = judgeWith(dialect, sql);
  return judgement.ok
    ? judgement.relations.map(({ schema, name }) => (schema ? `${schema}.${name}` : name))
    : judgement;
}

describe.each(CORPORA)('the grammar of $dialect', ({ dialect, hostile, honest }) => {
  it.each(hostile.map(([rule, sql]) => ({ rule, sql, title: JSON.stringify(sql.slice(0, 80)) })))(
    'refuses as $rule: $title',
    async ({ rule, sql }) => {
      const judgement = await judge(dialect, sql);
      expect(judgement).toMatchObject({
        ok: false,
        violations: expect.arrayContaining([expect.objectContaining({ rule })]),
      });
      if (judgement.ok) return;
      for (const { position, message } of judgement.violations) {
        expect(message).toMatch(/^[^\n]{10,120}\.$/);
        if (position !== null) expect(position).toBeLessThanOrEqual(sql.length);
      }
    },
  );

  it('refuses each of them in any letters, white space and comments', async () => {
    const accepted: string[] = [];
    for (const text of hostile.flatMap(([, sql]) => Array.from({ length: 12 }, (_, seed) => mutated(sql, seed))))
      if ((await judge(dialect, text)).ok) accepted.push(text);
    expect(accepted).toEqual([]);
  });

  it.each(honest)('lets through, and through again what it printed: %s', (sql) => {
    const first = sent(dialect, sql);
    expect(first).toEqual(expect.any(String));
    expect(sent(dialect, String(first))).toEqual(first);
  });

  it('prints the same whatever the white space and comments', () => {
    for (const sql of honest) {
      const spaced = sql.replace(
        /('(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|--[^\n]*|#.*|\/\*[\s\S]*?\*\/)| +/g,
        (found, quoted: string) => (quoted === undefined ? ' /* x */\n\t' : found),
      );
      const headings = / AS `[^`]*[^`\w][^`]*`/g;
      expect(String(sent(dialect, spaced)).replace(headings, '')).toBe(
        String(sent(dialect, sql)).replace(headings, ''),
      );
    }
  });

  it('never throws, and prints nothing that it would not accept, whatever it is given', () => {
    const vocabulary = [
      ...new Set(
        [...honest, ...hostile.map(([, sql]) => sql.slice(0, 300))].flatMap(
          (sql) => sql.match(/\w+|\s+|[^\w\s]/g) ?? [],
        ),
      ),
    ];
    const soup = fc.array(fc.constantFrom(...vocabulary), { maxLength: 40 }).map((tokens) => tokens.join(''));
    const query = fc
      .array(fc.constantFrom(...vocabulary), { maxLength: 6 })
      .map((tokens) => `SELECT ${tokens.join(' ')}`);
    const anything = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(fc.oneof(soup, query, anything), (sql) => {
        const first = sent(dialect, sql);
        if (typeof first === 'string') expect(sent(dialect, first)).toBe(first);
      }),
      { numRuns: 1_500 },
    );
  });

  it('never accepts half of an honest statement with a word of a hostile one in it', () => {
    const halves = fc.tuple(
      fc.constantFrom(...honest),
      fc.nat(1_000),
      fc.constantFrom('INTO OUTFILE', '; DROP TABLE x', '@x', 'sleep(1)', '/*!', '?'),
    );
    fc.assert(
      fc.property(halves, ([sql, at, hostileWord]) => {
        const cut = at % sql.length;
        const text = `${sql.slice(0, cut)} ${hostileWord} ${sql.slice(cut)}`;
        const printed = sent(dialect, text);
        // Inside a quote or comment it is harmless.
        if (typeof printed === 'string') expect(unquoted(printed)).not.toMatch(/OUTFILE|DROP|@|sleep\(|\/\*|\?/i);
      }),
      { numRuns: 800 },
    );
  });

  it('ends at once where parentheses have no end', () => {
    expect(judgeWith(dialect, '('.repeat(19_000)).ok).toBe(false);
    expect(judgeWith(dialect, `${'('.repeat(9_900)}SELECT 1${')'.repeat(9_900)}`).ok).toBe(false);
    expect(judgeWith(dialect, `SELECT ${'1+'.repeat(9_000)}1`).ok).toBe(true);
    expect(judgeWith(dialect, `SELECT ${'('.repeat(20)}1${')'.repeat(20)}`).ok).toBe(true);
  });

  it('tells common table expressions from tables', () => {
    expect(relations(dialect, 'WITH a AS (SELECT * FROM a) SELECT * FROM a')).toEqual(['a']);
    expect(relations(dialect, 'WITH RECURSIVE a AS (SELECT 1 UNION SELECT * FROM a) SELECT * FROM a')).toEqual([]);
    expect(relations(dialect, 'WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b')).toEqual(['b']);
    expect(relations(dialect, 'SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x, a')).toEqual(['a']);
    expect(relations(dialect, 'WITH a AS (SELECT 1) SELECT * FROM b WHERE EXISTS (SELECT 1 FROM a)')).toEqual(['b']);
    expect(relations(dialect, 'WITH a AS (SELECT 1) SELECT * FROM main.a')).toEqual(['main.a']);
    expect(
      relations(dialect, 'WITH a AS (SELECT 1) SELECT 1 FROM a UNION SELECT 2 FROM c ORDER BY (SELECT 1 FROM a)'),
    ).toEqual(['c']);
    expect(judgeWith(dialect, 'WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a').ok).toBe(false);
    expect(
      judgeWith(dialect, 'WITH a AS (SELECT 1) SELECT * FROM (WITH a AS (SELECT 2) SELECT * FROM a) AS x').ok,
    ).toBe(false);
  });

  it('tells where each relation is, and prints it by the name that is given for it', () => {
    const sql = `SELECT '漢字😀', x.id FROM orders x, "weird ""name" y JOIN main.t ON true`
      .replaceAll('"', dialect === 'mysql' ? '`' : '"')
      .replace('``', '"');
    const judgement = judgeWith(dialect, sql);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
    expect(judgement.relations.map(({ position }) => sql.slice(position).split(/[ ,]/)[0])).toEqual([
      'orders',
      expect.stringContaining('weird'),
      'main.t',
    ]);
    const printed = qualified(
      judgement,
      ['a', 'b', 'c'].map((name) => ({ schema: 'S`"', name })),
    );
    expect(printed).toContain(dialect === 'duckdb' ? '"S`"""."a" AS "x"' : '`S``"`.`a` AS `x`');
    expect(() => qualified(judgement, [])).toThrow(RangeError);
  });

  it('tells of all functions and types that are not allowed, in the order of the statement', () => {
    const judgement = judgeWith(dialect, 'SELECT evil(1), CAST(2 AS regclass), max(worse()) FROM orders');
    expect(judgement).toMatchObject({
      violations: [
        { rule: 'forbidden_function', position: 7 },
        { rule: 'forbidden_type', position: 26 },
        { rule: 'forbidden_function', position: 41 },
      ],
    });
  });
});

describe('what MySQL is sent', () => {
  it('means the same in every mode of the server: no backslash, no double quote around anything', () => {
    const printed = sent('mysql', `SELECT 'a\\'b', "say ""x""", '\\\\', 'a\\n', \`q"\`.\`b\` FROM t WHERE c LIKE 'a'`);
    expect(printed).toBe(
      "SELECT 'a''b' AS `'a\\'b'`, 'say \"x\"' AS `\"say \"\"x\"\"\"`, _utf8mb4 X'5C' AS `'\\\\'`, 'a\n' AS `'a\\n'`, `q\"`.`b` " +
        "FROM `main`.`t` WHERE `c` LIKE 'a' ESCAPE _utf8mb4 X'5C'",
    );
  });

  it('has functions instead of arrows, which MariaDB does not know', () => {
    expect(sent('mysql', `SELECT t.a -> '$.x' AS x, t.a->>'$.y' AS y FROM t`)).toBe(
      "SELECT JSON_EXTRACT(`t`.`a`, '$.x') AS `x`, JSON_UNQUOTE(JSON_EXTRACT(`t`.`a`, '$.y')) AS `y` FROM `main`.`t`",
    );
  });
});

function unquoted(printed: string): string {
  return printed.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`/g, '');
}
