import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/support/any-character.js';
import { type Judgement, qualified } from '../judgement.js';
import { judgeFileStatement } from '../judge-file-statement.js';

async function judged(sql: string): Promise<Judgement> {
  const end = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in end) throw new Error('DuckDB is not installed.');
  return end;
}

async function relations(sql: string): Promise<unknown> {
  const judgement = await judged(sql);
  return judgement.ok ? judgement.relations.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`)) : judgement;
}

describe('a relation that a statement for DuckDB reads', () => {
  it('is told unless it is a common table expression', async () => {
    expect(await relations('WITH a AS (SELECT * FROM a) SELECT * FROM a')).toEqual(['a']);
    expect(await relations('WITH RECURSIVE a AS (SELECT 1 UNION SELECT * FROM a) SELECT * FROM a')).toEqual([]);
    expect(await relations('WITH a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a, b')).toEqual(['b']);
    expect(await relations('SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x, a')).toEqual(['a']);
    expect(await relations('WITH a AS (SELECT 1) SELECT * FROM b WHERE EXISTS (FROM A)')).toEqual(['b']);
    expect(await relations('WITH a AS (SELECT 1) SELECT * FROM main.a')).toEqual(['main.a']);
    expect(await relations('PIVOT a ON x IN (1) USING max((SELECT max(y) FROM b))')).toEqual(['a', 'b']);
    expect(await relations('FROM (DESCRIBE a), (SUMMARIZE s.b)')).toEqual(['a', 's.b']);
  });

  it('is told with its place', async () => {
    const sql = `SELECT '漢字😀', x.id FROM orders x, "weird ""name" y JOIN main.t ON true`;
    const judgement = await judged(sql);
    if (!judgement.ok) throw new Error(JSON.stringify(judgement.violations));
    expect(judgement.relations.map(({ position }) => sql.slice(position ?? 0).split(/[ ,]/)[0])).toEqual(['orders', '"weird', 'main.t']);
    const names = ['a', 'b', 'c'].map((name) => ({ schema: 'S"', name }));
    expect(qualified(judgement, names)).toBe(`SELECT '漢字😀', x.id FROM "S"""."a" x, "S"""."b" y JOIN main.t ON true`);
  });

  it('is named where it may not be, in the order of the statement', async () => {
    expect(await judged('SELECT evil(1), CAST(2 AS regclass), max(worse()) FROM orders')).toMatchObject({
      violations: [
        { rule: 'forbidden_function', position: 7 },
        { rule: 'forbidden_type', position: 16 },
        { rule: 'forbidden_function', position: 41 },
      ],
    });
  });

  it.each([
    'SELECT * FROM (PIVOT a ON x USING count(*)) JOIN (PIVOT b ON y USING count(*)) ON true',
    'SELECT * FROM (WITH c AS (SELECT 1) PIVOT c ON x USING count(*))',
  ])('says what to write instead of PIVOT without values that are not looked up: %s', async (sql) => {
    expect(await judged(sql)).toMatchObject({
      ok: false,
      violations: [{ rule: 'forbidden_syntax', message: expect.stringMatching(/List the values with IN\.$/) }],
    });
  });

  it('never throws, whatever it is given, and ends at once where parentheses have no end', async () => {
    const anything = fc.string({ unit: anyCharacter, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(anything, async (sql) => void (await judged(sql))),
      { numRuns: 300 },
    );
    expect((await judged('('.repeat(19_000))).ok).toBe(false);
    expect((await judged(`SELECT ${'['.repeat(9_900)}1${']'.repeat(9_900)}`)).ok).toBe(false);
    expect(await judged(`SELECT ${'1+'.repeat(9_000)}1`)).toMatchObject({ ok: false });
    expect(await judged(`SELECT ${'1,'.repeat(9_990)}1`)).toMatchObject({ ok: true });
  });
});
