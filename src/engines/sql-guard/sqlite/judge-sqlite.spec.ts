import { inEnglish, saidOf, withWords } from '../../../shared/sentence.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@sqlite.org/sqlite-wasm';
import fc from 'fast-check';
import { BUSINESS_TABLES } from '../../../../test/fixtures/statements/business-tables.js';
import { COMMON_TABLES } from '../../../../test/fixtures/statements/decoy-queries.js';
import { mutated } from '../../../../test/fixtures/statements/hostile-mutations.js';
import { reportsOf } from '../../../../test/fixtures/statements/report-statements.js';
import { SQLITE_REPORTS } from '../../../../test/fixtures/statements/report-statements-own.js';
import { SHARED_HONEST } from '../../../../test/fixtures/statements/shared-honest.js';
import { SQLITE_HONEST, SQLITE_TABLES } from '../../../../test/fixtures/statements/sqlite-honest.js';
import { SQLITE_HOSTILE } from '../../../../test/fixtures/statements/sqlite-hostile.js';
import { SQLITE_KNOWN } from '../../../../test/fixtures/statements/sqlite-known.js';
import { startSqlite } from '../../../platform/sqlite/sqlite-engine.js';
import type { Judgement } from '../judgement.js';
import { judgeFileStatement } from '../judge-file-statement.js';
import { namesIn } from './sqlite-tokens.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const REPORTS = [...reportsOf('amount', 'placed_on'), ...SQLITE_REPORTS];
const HONEST = [...REPORTS, ...SHARED_HONEST, ...SQLITE_HONEST];

async function judged(sql: string, tables = SQLITE_KNOWN): Promise<Judgement> {
  const end = await judgeFileStatement({ engine: 'sqlite', sql, tables });
  if ('missing' in end) throw new Error('SQLite is not installed.');
  return end;
}

async function relations(sql: string, ...tables: readonly string[]): Promise<unknown> {
  const known = tables.map((name) => ({ name, columns: ['x'], mayBeFullText: false }));
  const judgement = await judged(sql, known);
  return judgement.ok ? judgement.relations.map(({ name }) => name).sort() : judgement;
}

describe('a hostile statement of SQLite', () => {
  it.each(SQLITE_HOSTILE.map(([rule, sql]) => ({ rule, sql, title: JSON.stringify(sql.slice(0, 80)) })))(
    'is refused as $rule: $title',
    async ({ rule, sql }) => {
      const judgement = await judged(sql);
      expect(judgement).toMatchObject({
        ok: false,
        violations: expect.arrayContaining([expect.objectContaining({ rule })]),
      });
      if (judgement.ok) return;
      for (const { position, message } of judgement.violations) {
        expect(inEnglish(saidOf(message))).toMatch(/^[^\n]{10,130}\.$/);
        if (position !== null) expect(position).toBeLessThanOrEqual(sql.length);
      }
    },
  );

  it('is refused in any letters, white space and comments', async () => {
    const accepted: string[] = [];
    for (const text of SQLITE_HOSTILE.flatMap(([, sql]) => [1, 2, 3, 4, 5, 6].map((seed) => mutated(sql, seed))))
      if ((await judged(text)).ok) accepted.push(text);
    expect(accepted).toEqual([]);
  });

  it('is not made harmless by what is around it', async () => {
    const words = ['; DROP TABLE x', 'INTO OUTFILE', '?', 'zeroblob(1)', 'FROM sqlite_master', ', pragma_table_list'];
    const halves = fc.tuple(fc.constantFrom(...HONEST), fc.nat(1_000), fc.constantFrom(...words));
    await fc.assert(
      fc.asyncProperty(halves, async ([sql, at, word]) => {
        const cut = at % sql.length;
        const text = `${sql.slice(0, cut)} ${word} ${sql.slice(cut)}`;
        // Inside a quote or comment the word is harmless, and after a value it is an alias.
        if ((await judged(text)).ok) expect(text.replace(QUOTED, '')).not.toMatch(FORBIDDEN);
      }),
      // The seed is fixed because such a word is the harmless name of a type after the AS of a CAST.
      { numRuns: 1_000, seed: 7 },
    );
  });

  it('is refused with all functions that are not allowed', async () => {
    expect(withWords(await judged('SELECT zeroblob(1), max(changes()) FROM orders'), 'en')).toEqual({
      ok: false,
      violations: [
        {
          rule: 'forbidden_function',
          position: 7,
          message: expect.stringContaining('The function zeroblob is not allowed. Use one that computes a value'),
        },
        {
          rule: 'forbidden_function',
          position: 24,
          message: expect.stringContaining('The function changes is not allowed.'),
        },
      ],
    });
  });
});

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const FORBIDDEN = /DROP|OUTFILE|\?|zeroblob\(|FROM sqlite_|pragma_/;

/** They name tables that the engine need not read. */
const UNREAD: [string][] = [
  [
    `SELECT 'own' AS x UNION SELECT x FROM (WITH a AS (WITH a AS (SELECT 'own' AS x FROM c WHERE 1 = 1) SELECT (SELECT x FROM (SELECT x FROM a) AS a LIMIT 1) AS x FROM B) SELECT 'own' AS x FROM a WHERE 1 = 1) AS a`,
  ],
];

describe('an honest statement of SQLite', () => {
  let database: Database;

  beforeAll(async () => {
    const sqlite3 = await startSqlite(64);
    database = new sqlite3.oo1.DB(':memory:');
    for (const sql of [...BUSINESS_TABLES, ...SQLITE_TABLES]) database.exec(sql);
  });
  afterAll(() => database.close());

  it('is refused in less than one of a hundred cases', async () => {
    const refused: unknown[] = [];
    for (const sql of HONEST) {
      expect([sql, database.selectArrays(sql)]).not.toEqual([sql, []]);
      const judgement = await judged(sql);
      if (!judgement.ok) refused.push([sql, judgement.violations]);
      // The statement runs as it was written.
      else expect(judgement.parts).toEqual([sql]);
    }
    expect(HONEST.length).toBeGreaterThanOrEqual(150);
    expect([refused, refused.length / HONEST.length < 0.01]).toEqual([refused, true]);
  });

  it.each([undefined, 2_126_498_427, 1, 2, 3, 4])(
    'can be read in a database that has only the tables that it is said to name (seed %s)',
    async (seed) => {
      const known = ['a', 'b', 'c'].map((name) => ({ name, columns: ['x'], mayBeFullText: false }));
      await fc.assert(
        fc.asyncProperty(COMMON_TABLES, async (sql) => {
          const judgement = await judged(sql, known);
          if (!judgement.ok) return;
          const named = judgement.relations.map(({ name }) => name.toLowerCase());
          const alone = known.filter(({ name }) => named.includes(name));
          expect(await judged(sql, alone)).toEqual(judgement);
        }),
        { numRuns: 300, examples: UNREAD, ...(seed !== undefined && { seed }) },
      );
    },
  );

  it('keeps names in double quotes, whatever is called so', async () => {
    const sql = `SELECT "o"."id", orders.id AS "x", 'say "é"' FROM "orders" "o", orders GROUP BY "x" HAVING "x" > 1 ORDER BY "x"`;
    expect(await judged(sql)).toMatchObject({ ok: true, parts: [sql] });
  });
});

describe('a relation that a statement for SQLite reads', () => {
  it('is told unless it is a common table expression', async () => {
    expect(await relations('WITH a AS (SELECT * FROM b) SELECT * FROM a', 'b')).toEqual(['b']);
    expect(await relations('WITH RECURSIVE a(x) AS (SELECT 1 UNION SELECT x FROM a) SELECT * FROM a')).toEqual([]);
    expect(await relations('WITH a AS (SELECT 1) SELECT count(*) FROM a')).toEqual([]);
    expect(await relations('SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x, a', 'a')).toEqual(['a']);
    expect(await relations('WITH a AS (SELECT 1) SELECT * FROM main.a', 'a')).toEqual(['a']);
    expect(await relations('SELECT (SELECT max(x) FROM B), x IN a FROM c', 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    expect(await relations('SELECT 1')).toEqual([]);
  });

  it('is told with its place, if it can have only one', async () => {
    const placed = async (sql: string) => {
      const judgement = await judged(sql);
      return judgement.ok ? judgement.relations.map(({ name, position }) => [name, position]) : judgement;
    };
    const sql = `SELECT '漢字😀', orders.id FROM "orders" JOIN main.customers ON true`;
    expect(await placed(sql)).toEqual([
      ['orders', sql.indexOf('"orders"')],
      ['customers', sql.indexOf('customers')],
    ]);
    expect(await placed('SELECT orders.id FROM customers, orders')).toEqual([
      ['orders', null],
      ['customers', 22],
    ]);
  });

  it('is searched among everything that may be a name', () => {
    expect(namesIn(`SELECT a.[b c], "d""e", 'f''g' FROM \`h\` -- i\n JOIN é$1 /* j */ ON 12 = x'00'`)).toEqual([
      ...['SELECT', 'a', 'b c', 'd"e', "f'g", 'FROM', 'h', 'JOIN', 'é$1', 'ON', 'x', '00'],
    ]);
  });

  it.each(['[', '[a', '/* '])('is searched at once among very many %s that end nowhere', (opening) => {
    expect(namesIn(opening.repeat(300_000)).length).toBeLessThan(10);
  });

  it('never makes the judge fail, for any text', async () => {
    const anything = fc.string({ unit: anyCharacter, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(anything, async (sql) => void (await judged(sql))),
      { numRuns: 500 },
    );
    const names = fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, names, fc.boolean(), async (tables, columns, mayBeFullText) => {
        const known = tables.map((name) => ({ name, columns, mayBeFullText }));
        expect(await judged('SELECT 1', known)).toMatchObject({ ok: true });
      }),
      { numRuns: 200 },
    );
  });
});
