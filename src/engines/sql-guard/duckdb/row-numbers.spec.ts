import { expect, it } from '@jest/globals';
import { judgeFileStatement, restrictFileStatement } from '../judge-file-statement.js';

const ALL = { schema: 'main', isDenied: false, policies: ['p'], rows: null };

/** Whether it is refused, where `emp` and `staff` are restricted, and `staff` has a column `rowid`. */
async function isRefused(sql: string): Promise<boolean> {
  const judgement = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in judgement || !judgement.ok) throw new Error(`The guard refuses ${sql}`);
  const uses = judgement.relations.map(({ name }) => {
    const columns = (name === 'staff' ? ['id', 'rowid'] : ['id']).map((column) => {
      return { name: column, type: 'INTEGER', mask: null };
    });
    const isRestricted = name === 'emp' || name === 'staff';
    return { schema: 'main', name, restriction: isRestricted ? { ...ALL, name, columns } : null };
  });
  const restricting = await restrictFileStatement({ engine: 'duckdb', sql, tables: [], uses });
  return !('missing' in restricting) && !restricting.ok;
}

it.each([
  'SELECT rowid FROM emp',
  'SELECT ROWID FROM emp e',
  'SELECT e.rowid FROM dept, emp e',
  'SELECT main.emp.rowid FROM main.emp',
  'SELECT 1 FROM dept d WHERE EXISTS (SELECT 1 FROM emp WHERE emp.rowid = d.id)',
  'SELECT id FROM emp ORDER BY rowid',
  'SELECT max(rowid) FROM emp JOIN emp AS other USING (id)',
])('a row number of a restricted relation is refused: %s', async (sql) => {
  expect(await isRefused(sql)).toBe(true);
});

it.each([
  'SELECT rowid FROM dept',
  'SELECT d.rowid FROM dept d, emp',
  'SELECT rowid FROM dept WHERE id IN (SELECT id FROM emp)',
  'SELECT (SELECT rowid FROM dept LIMIT 1) FROM emp',
  'SELECT id AS rowid FROM emp ORDER BY rowid',
  'SELECT rowid FROM emp AS e(rowid)',
  'SELECT rowid FROM (SELECT rowid FROM dept)',
  'WITH numbered AS (SELECT rowid FROM dept) SELECT rowid FROM numbered, emp',
  'SELECT rowid FROM staff',
])('and nothing else that has that name: %s', async (sql) => {
  expect(await isRefused(sql)).toBe(false);
});
