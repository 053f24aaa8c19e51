import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { POSTGRESQL_HONEST } from '../../../../../test/fixtures/statements/postgresql-honest.js';
import { POSTGRESQL_HOSTILE } from '../../../../../test/fixtures/statements/postgresql-hostile.js';
import { type Judgement, qualified } from '../../../domain/judgement.js';
import { judge as judgeAny } from '../judge.js';

const judge = (sql: string): Promise<Judgement> => judgeAny('postgresql', sql);
const rulesOf = (judgement: Judgement): string[] =>
  judgement.ok ? [] : [...new Set(judgement.violations.map(({ rule }) => rule))];
const hostile = Object.entries(POSTGRESQL_HOSTILE).flatMap(([rule, list]) => list.map((sql) => [rule, sql] as const));
const short = (sql: string): string => JSON.stringify(sql.slice(0, 120));

describe('a statement for PostgreSQL', () => {
  it('has corpora that are worth their name', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200);
    expect(POSTGRESQL_HONEST.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostile.map(([rule, sql]) => [rule, short(sql), sql]))('is refused as %s: %s', async (rule, _, sql) => {
    const judgement = await judge(sql);
    expect([judgement.ok, ...rulesOf(judgement)]).toEqual([false, rule]);
    for (const { position, message } of judgement.ok ? [] : judgement.violations) {
      expect(position === null || (position >= 0 && position <= sql.length)).toBe(true);
      expect(message).toMatch(/^.{10,300}\.$/s);
    }
  });

  it.each(POSTGRESQL_HONEST.map((sql) => [short(sql), sql]))('is let through: %s', async (_, sql) => {
    expect(await judge(sql)).toMatchObject({ ok: true });
  });

  it.each([
    [`SELECT 'ä😀', pg_sleep(1)`, `pg_sleep(1)`],
    [`SELECT "ü" FROM "😀", sales.t; DROP TABLE x`, `DROP TABLE x`],
    [`SELECT '😀' FROM FROM`, `FROM`],
    [`SELECT 1, 'é'::regclass`, `regclass`],
  ])('is refused with the place in the text: %s', async (sql, at) => {
    const judgement = await judge(sql);
    expect(judgement.ok ? null : judgement.violations[0]?.position).toBe(sql.lastIndexOf(at));
  });

  it.each([
    [`SELECT * FROM t`, ['t'], `SELECT * FROM "s".t`],
    [
      `SELECT 'ä😀' FROM "ü 😀" AS x JOIN ONLY (b) ON true -- t`,
      ['ü 😀', 'b'],
      `SELECT 'ä😀' FROM "s"."ü 😀" AS x JOIN ONLY ("s".b) ON true -- t`,
    ],
    [`TABLE t`, ['t'], `TABLE "s".t`],
    [`SELECT * FROM u.t, T`, ['u.t', 't'], `SELECT * FROM u.t, "s".T`],
    [`SELECT * FROM U&"d!0061ta" UESCAPE '!'`, ['data'], `SELECT * FROM "s".U&"d!0061ta" UESCAPE '!'`],
    [`WITH a AS (SELECT * FROM a) SELECT * FROM a`, ['a'], `WITH a AS (SELECT * FROM "s".a) SELECT * FROM a`],
    [
      `WITH a AS (SELECT 1), b AS (SELECT * FROM a, c), c AS (SELECT 2) SELECT * FROM b, c`,
      ['c'],
      `WITH a AS (SELECT 1), b AS (SELECT * FROM a, "s".c), c AS (SELECT 2) SELECT * FROM b, c`,
    ],
    [
      `WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a`,
      [],
      `WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a`,
    ],
    [`WITH a AS (SELECT 1) SELECT * FROM s.a`, ['s.a'], `WITH a AS (SELECT 1) SELECT * FROM s.a`],
    [
      `SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), 2 FROM a`,
      ['a'],
      `SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), 2 FROM "s".a`,
    ],
    [
      `WITH a AS (SELECT 1) SELECT 1 UNION (SELECT 2 FROM a WHERE EXISTS (SELECT FROM a)) ORDER BY (SELECT 1 FROM a)`,
      [],
      null,
    ],
  ])('tells tables from common table expressions, and names them in full: %s', async (sql, relations, sent) => {
    const judgement = await judge(sql);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
    expect(judgement.relations.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`))).toEqual(
      relations,
    );
    expect(
      qualified(
        judgement,
        judgement.relations.map(({ name }) => ({ schema: 's', name })),
      ),
    ).toBe(sent ?? sql);
  });

  it.each([
    ['queries in each other', `${'SELECT 1 FROM t WHERE a IN ('.repeat(25)}SELECT 1${')'.repeat(25)}`],
    ['lateral queries in each other', `${'SELECT * FROM LATERAL ('.repeat(25)}SELECT a${')x'.repeat(25)}`],
    ['comments', `SELECT 1${'/**/'.repeat(1_000)}`],
  ])('is refused with more %s than can be judged at once', async (_, sql) => {
    expect(await judge(sql)).toMatchObject({ ok: false, violations: [{ rule: 'forbidden_syntax' }] });
  });

  it('may have a long chain of set operations and some queries in each other', async () => {
    const chain = Array(300).fill('SELECT 1').join(' UNION ALL ');
    expect(await judge(chain)).toMatchObject({ ok: true });
    expect(await judge(`${'SELECT * FROM ('.repeat(15)}${chain}${') x'.repeat(15)}`)).toMatchObject({ ok: true });
  });

  it('keeps a hostile name of a schema a name', async () => {
    const judgement = await judge('SELECT * FROM t');
    expect(judgement.ok && qualified(judgement, [{ schema: 'a"; DROP TABLE b; --', name: 't' }])).toBe(
      'SELECT * FROM "a""; DROP TABLE b; --".t',
    );
  });

  it('is judged as ever after one that broke the grammar', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(rulesOf(await judge(`SELECT 1${'+1'.repeat(9_900)}`))).toEqual(['forbidden_syntax']);
      expect(await judge('SELECT 1')).toMatchObject({ ok: true });
      expect(rulesOf(await judge('SELECT pg_sleep(1)'))).toEqual(['forbidden_function']);
    }
  });

  /** Lexemes are left alone: a text, a quoted name, a comment, a word, a number, an operator. */
  const LEXEME =
    /\$(\w*)\$[^]*?\$\1\$|[eE]'(?:[^'\\]|\\.|'')*'|(?:[uU]&)?'(?:[^']|'')*'|(?:[uU]&)?"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|[\p{L}_][\p{L}\p{N}_$]*|[\d.][\w.]*|[-+*/<>=~!@#%^&|`?:]+|\s+|[^]/gu;
  /** After these the grammar looks at the next token, and this build of it takes a comment for one: refused, not misread. */
  const LOOKS_AHEAD = /^(?:not|nulls|with|without|format)$/i;
  const GAPS = [' ', '\n', '\t', ' /* ; DROP TABLE x */ ', ' -- x;\n', '\r\n', ' /* /* nested */ */ '];

  it('is let through in any case, spacing and with comments', async () => {
    const decisions = fc.array(fc.nat(999), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...POSTGRESQL_HONEST), decisions, async (sql, choices) => {
        let turn = 0;
        const choose = (): number => choices[(turn += 1) % choices.length] ?? 0;
        let before = '';
        const text = [...sql.matchAll(LEXEME)]
          .map(([part]) => {
            const isAlone = LOOKS_AHEAD.test(before);
            before = part.trim() === '' ? before : part;
            if (/^\s+$/.test(part) || part.startsWith('--')) return GAPS[choose() % (isAlone ? 3 : GAPS.length)];
            if (/^[a-z_]\w*$/i.test(part)) return choose() % 2 === 0 ? part.toUpperCase() : part.toLowerCase();
            return part;
          })
          .join('');
        expect([text, await judge(text)]).toEqual([text, expect.objectContaining({ ok: true })]);
      }),
      { numRuns: 400 },
    );
  });

  it('never makes the guard throw, whatever it is', async () => {
    const any = fc.string({ unit: 'binary', maxLength: 200 });
    const broken = fc
      .tuple(fc.constantFrom(...POSTGRESQL_HONEST, ...hostile.map(([, sql]) => sql.slice(0, 400))), fc.nat(400), any)
      .map(([sql, at, noise]) => sql.slice(0, at) + noise + sql.slice(at));
    await fc.assert(
      fc.asyncProperty(fc.oneof(any, broken), async (sql) => {
        const judgement = await judge(sql);
        expect(judgement.ok || judgement.violations.length > 0).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});
