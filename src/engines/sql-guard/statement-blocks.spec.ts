import { describe, expect, it } from '@jest/globals';
import { StatementBlocks } from './statement-blocks.js';

function read(sql: string): StatementBlocks {
  const pieces = [...sql.matchAll(/"[^"]*"|\w+|[^\s\w]/g)].map(({ 0: text, index: start }) => ({ text, start }));
  return new StatementBlocks(pieces);
}

/** The place of what is marked with a number in the statement. */
function placeOf(sql: string, mark: number): number {
  return sql.indexOf(`m${mark}`);
}

describe('the queries of a statement', () => {
  it.each([
    ['of one select', 'SELECT m1 FROM m2', true],
    ['with a function around', 'SELECT lower(trim(m1)) FROM m2', true],
    ['of a join in parentheses', 'SELECT m1 FROM (a JOIN m2 ON true)', true],
    ['of two parts', 'SELECT m1 FROM a UNION SELECT b FROM m2', false],
    ['of two parts within another one', 'SELECT 1 FROM z WHERE x IN (SELECT m1 FROM a EXCEPT SELECT b FROM m2)', false],
    ['of a subquery', 'SELECT m1 FROM (SELECT a FROM m2) s', false],
    ['behind a query in parentheses', 'SELECT 1 WHERE ((SELECT a FROM m2) ORDER BY m1)', true],
    ['beside a query among arguments', 'SELECT coalesce((SELECT a FROM m2), m1) FROM b', false],
  ])('are told apart: %s', (_, sql, areOne) => {
    const blocks = read(sql);
    expect(blocks.isSame(blocks.at(placeOf(sql, 1)), blocks.at(placeOf(sql, 2)))).toBe(areOne);
  });

  it.each([
    ['a subquery', 'SELECT m1 FROM a WHERE x IN (SELECT m2 FROM b)', true],
    ['one within two', 'SELECT m1 FROM a, ((SELECT m2 FROM b)) s', true],
    ['a common table expression', 'WITH c AS (SELECT m2 FROM b) SELECT m1 FROM c', false],
    ['a materialized one', 'WITH c AS NOT MATERIALIZED (SELECT m2 FROM b) SELECT m1 FROM c', false],
  ])('stand within each other: %s', (_, sql, isWithin) => {
    const blocks = read(sql);
    const around = blocks.around(blocks.at(placeOf(sql, 2)));
    expect(around !== null && blocks.isSame(around, blocks.at(placeOf(sql, 1)))).toBe(isWithin);
  });

  it('of a common table expression of a subquery stand within what is around that', () => {
    const sql = 'SELECT m1 FROM a WHERE x IN (WITH c AS (SELECT m2 FROM b) SELECT m3 FROM c)';
    const blocks = read(sql);
    const around = blocks.around(blocks.at(placeOf(sql, 2)));
    expect(around).toEqual(blocks.at(placeOf(sql, 1)));
    expect(blocks.around(blocks.at(placeOf(sql, 3)))).toEqual(around);
  });

  it('have relations with aliases', () => {
    const alias = (sql: string): string => read(sql).aliasBehind(sql.indexOf('m1'));
    expect(alias('SELECT 1 FROM m1 AS "a b"')).toBe('a b');
    expect(alias('SELECT 1 FROM m1.t.u a, b')).toBe('a');
    expect(alias('SELECT 1 FROM m1')).toBe('');
  });

  it.each([
    ['SELECT lower(b) AS m1 FROM a ORDER BY m1', true],
    ['SELECT c, lower(b) AS m1 FROM a GROUP BY c, m1 HAVING count(*) > 1', true],
    ['SELECT lower(b) AS m1 FROM a ORDER BY lower(m1)', false],
    ['SELECT lower(b) AS m1 FROM a ORDER BY m1 + 1', false],
    ['SELECT lower(b) AS m1 FROM a WHERE c = m1', false],
    ['SELECT lower(b) FROM a ORDER BY m1', false],
    ['SELECT (SELECT c AS m1 FROM d) FROM a ORDER BY m1', false],
  ])('are sorted by what they give a name: %s', (sql, isGiven) => {
    const blocks = read(sql);
    const at = sql.lastIndexOf('m1');
    expect(blocks.sortsByAlias('m1', at, blocks.at(at))).toBe(isGiven);
  });
});
