import { describe, expect, it } from '@jest/globals';
import { SQLITE_KNOWN } from '../../../../test/fixtures/statements/sqlite-known.js';
import type { Judgement } from '../judgement.js';
import { withWords } from '../../../shared/sentence.js';
import { judgeFileStatement } from '../judge-file-statement.js';

async function judged(sql: string): Promise<Judgement> {
  const end = await judgeFileStatement({ engine: 'sqlite', sql, tables: SQLITE_KNOWN });
  if ('missing' in end) throw new Error('SQLite is not installed.');
  return withWords(end, 'en') as Judgement;
}

describe('a word in double quotes that is no name', () => {
  const MISSPELT = `no such column: "statsu". The nearest is status. Double quotes hold a name: write a text in single quotes.`;

  it.each([
    'SELECT "statsu" FROM orders',
    'SELECT avg("statsu") FROM orders',
    `SELECT id FROM orders WHERE "statsu" > 100000`,
    `SELECT id FROM orders WHERE status = "statsu"`,
    `SELECT id FROM orders WHERE status IN ('paid', "statsu")`,
    `SELECT id FROM orders WHERE status LIKE "statsu" ESCAPE '!'`,
    `SELECT count(*) FROM orders GROUP BY "statsu"`,
    `SELECT count(*) FROM orders HAVING max("statsu") > 1`,
    'SELECT id FROM orders ORDER BY "statsu"',
    'SELECT id FROM orders ORDER BY lower("statsu")',
    'SELECT row_number() OVER (PARTITION BY "statsu") FROM orders',
    'SELECT count(*) FILTER (WHERE "statsu" = 1) FROM orders',
    'SELECT CASE WHEN "statsu" THEN 1 END FROM orders',
    'SELECT a.id FROM orders a JOIN orders b ON "statsu" = a.status',
    'SELECT id FROM orders LIMIT length("statsu")',
    'SELECT (SELECT "statsu" FROM orders)',
    'WITH o AS (SELECT "statsu" FROM orders) SELECT * FROM o',
    'SELECT 1 WHERE EXISTS (SELECT 1 FROM orders WHERE "statsu" > 1)',
    'SELECT id FROM orders UNION SELECT "statsu" FROM orders',
    `SELECT json_extract('{}', "statsu") FROM orders`,
  ])('is refused as a column that does not exist, with the nearest one: %s', async (sql) => {
    expect(await judged(sql)).toEqual({
      ok: false,
      violations: [
        {
          rule: 'syntax',
          position: sql.indexOf('"statsu"'),
          message: `SQLite cannot read the statement: ${MISSPELT}`,
        },
      ],
    });
  });

  it('is told the nearest column without quotes, too, and none where none is near', async () => {
    const messages = async (sql: string) => {
      const judgement = await judged(sql);
      return judgement.ok ? [] : judgement.violations.map(({ message }) => message);
    };
    expect(await messages('SELECT o.statsu FROM orders o')).toEqual([
      'SQLite cannot read the statement: no such column: o.statsu. The nearest is status.',
    ]);
    expect(await messages('SELECT id FROM orders WHERE "say ""é""" = 1')).toEqual([
      'SQLite cannot read the statement: no such column: "say "é"". Double quotes hold a name: write a text in single quotes.',
    ]);
  });
});
