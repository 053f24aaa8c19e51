import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { POSTGRESQL_HONEST } from '../../../../test/fixtures/statements/postgresql-honest.js';
import {
  POSTGRESQL_HONEST_EXTENDED,
  POSTGRESQL_HOSTILE_EXTENDED,
  POSTGRESQL_SOURCE,
} from '../../../../test/fixtures/statements/postgresql-extended.js';
import { POSTGRESQL_HOSTILE, POSTGRESQL_PRODUCTS } from '../../../../test/fixtures/statements/postgresql-hostile.js';
import { type Judgement, qualified } from '../judgement.js';
import { inEnglish, saidOf } from '../../../shared/sentence.js';
import { judge as judgeAny } from '../judge.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const judge = (sql: string): Promise<Judgement> => judgeAny('postgresql', sql, POSTGRESQL_SOURCE);
const rulesOf = (judgement: Judgement): string[] => (judgement.ok ? [] : [...new Set(judgement.violations.map(({ rule }) => rule))]);
const hostile = [...Object.entries(POSTGRESQL_HOSTILE), ...Object.entries(POSTGRESQL_HOSTILE_EXTENDED)].flatMap(([rule, list]) =>
  list.map((sql) => [rule, sql] as const),
);
const honest = [...POSTGRESQL_HONEST, ...POSTGRESQL_HONEST_EXTENDED];
const short = (sql: string): string => JSON.stringify(sql.slice(0, 120));

describe('a statement for PostgreSQL', () => {
  it('has large corpora', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200);
    expect(new Set(honest).size).toBeGreaterThanOrEqual(150);
  });

  it.each(hostile.map(([rule, sql]) => [rule, short(sql), sql]))('is refused as %s: %s', async (rule, _, sql) => {
    const judgement = await judge(sql);
    expect([judgement.ok, ...rulesOf(judgement)]).toEqual([false, rule]);
    for (const { position, message } of judgement.ok ? [] : judgement.violations) {
      expect(position === null || (position >= 0 && position <= sql.length)).toBe(true);
      expect(inEnglish(saidOf(message))).toMatch(/^.{10,300}\.$/s);
    }
  });

  it.each(honest.map((sql) => [short(sql), sql]))('is let through: %s', async (_, sql) => {
    expect(await judge(sql)).toMatchObject({ ok: true });
  });

  it.each(POSTGRESQL_PRODUCTS)('is left to the planner, which estimates its cost, if nothing ties its relations: %s', async (sql) => {
    expect(await judge(sql)).toMatchObject({ ok: true, isProduct: true });
  });

  it.each([
    `SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id JOIN order_items i ON i.order_id = o.id`,
    `SELECT * FROM orders o, customers c WHERE c.id = o.customer_id`,
    `SELECT * FROM orders o CROSS JOIN (SELECT sum(total) FROM orders) t`,
    `SELECT * FROM customers c CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.customer_id = c.id) o`,
  ])('needs no estimate of its cost if its relations are tied: %s', async (sql) => {
    expect(await judge(sql)).toMatchObject({ ok: true, isProduct: false });
  });

  it.each([
    [`SELECT 'x'::mood`, `SELECT 'x'::"sales".mood`],
    [`SELECT CAST('x' AS mood[]), 'é' || mood 'y'`, `SELECT CAST('x' AS "sales".mood[]), 'é' || "sales".mood 'y'`],
    [`SELECT 'x'::sales.mood`, `SELECT 'x'::sales.mood`],
    [`SELECT unaccent('ö')`, `SELECT "public".unaccent('ö')`],
    [`SELECT email = 'x', 'ö' % note`, `SELECT email OPERATOR("public".=) 'x', 'ö' OPERATOR("public".%) note`],
    [`SELECT 7 % id, note || 'x' = 'y', email || 'x' = 'y'`, `SELECT 7 % id, note || 'x' = 'y', email || 'x' = 'y'`],
    [`SELECT data -> 'a', attributes -> 'a'`, `SELECT data -> 'a', attributes OPERATOR("public".->) 'a'`],
    [`SELECT email != 'x', email<>'y'`, `SELECT email OPERATOR("public".<>) 'x', email OPERATOR("public".<>)'y'`],
    [`SELECT "unaccent"('ö'), UNACCENT ('ö')`, `SELECT "public"."unaccent"('ö'), "public".UNACCENT ('ö')`],
    [`SELECT 'ann' <% note`, `SELECT 'ann' OPERATOR("public".<%) note`],
  ])('gets a schema before each name that is not of PostgreSQL itself: %s', async (sql, text) => {
    const judgement = await judge(sql);
    expect(judgement.ok ? qualified(judgement, []) : judgement.violations).toBe(text);
  });

  it('may not use anything that its source is not known to have', async () => {
    for (const sql of [`SELECT 'x'::mood`, `SELECT unaccent('x')`, `SELECT (home).street FROM people`])
      expect(await judgeAny('postgresql', sql)).toMatchObject({ ok: false });
  });

  it('is refused with at most twenty violations', async () => {
    const judgement = await judge(`SELECT * FROM ${Array.from({ length: 30 }, (_, n) => `pg_catalog.t${n}`).join()}`);
    expect(judgement.ok ? 0 : judgement.violations.length).toBe(20);
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
    [`SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), 2 FROM a`, ['a'], `SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), 2 FROM "s".a`],
    [`WITH a AS (SELECT 1) SELECT 1 UNION (SELECT 2 FROM a WHERE EXISTS (SELECT FROM a)) ORDER BY (SELECT 1 FROM a)`, [], null],
  ])('tells tables from common table expressions, and names them in full: %s', async (sql, relations, sent) => {
    const judgement = await judge(sql);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
    expect(judgement.relations.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`))).toEqual(relations);
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

  it('is judged as before after one that broke the grammar', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(rulesOf(await judge(`SELECT 1${'+1'.repeat(9_900)}`))).toEqual(['forbidden_syntax']);
      expect(await judge('SELECT 1')).toMatchObject({ ok: true });
      expect(rulesOf(await judge('SELECT pg_sleep(1)'))).toEqual(['forbidden_function']);
    }
  });

  /** The spacing changes only between lexemes: a text, a quoted name, a comment, a word, a number, an operator. */
  const LEXEME =
    /\$(\w*)\$[^]*?\$\1\$|[eE]'(?:[^'\\]|\\.|'')*'|(?:[uU]&)?'(?:[^']|'')*'|(?:[uU]&)?"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\/|[\p{L}_][\p{L}\p{N}_$]*|[\d.][\w.]*|[-+*/<>=~!@#%^&|`?:]+|\s+|[^]/gu;
  /** After these words the grammar looks at the next token. This build mistakes a comment for one, and then it refuses the statement. */
  const LOOKS_AHEAD = /^(?:not|nulls|with|without|format)$/i;
  const GAPS = [' ', '\n', '\t', ' /* ; DROP TABLE x */ ', ' -- x;\n', '\r\n', ' /* /* nested */ */ '];

  it('is let through in upper or lower case, in any spacing and with comments', async () => {
    const decisions = fc.array(fc.nat(999), { minLength: 40, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...honest), decisions, async (sql, choices) => {
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

  it('never makes the guard throw, for any text', async () => {
    const any = fc.string({ unit: anyCharacter, maxLength: 200 });
    const broken = fc
      .tuple(fc.constantFrom(...honest, ...hostile.map(([, sql]) => sql.slice(0, 400))), fc.nat(400), any)
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
