import { describe, expect, it } from '@jest/globals';
import { holdsLiteral, namesIn, readsMasked, readsPart } from './hidden-values.js';

const RIVERS = { schema: 'hydro', name: 'rivers', columns: [], masked: ['name'], filtersRows: false };
const READINGS = { schema: 'hydro', name: 'readings', columns: [], masked: [], filtersRows: true };
const HIDDEN = [RIVERS, READINGS];

describe('a kept text may hold a hidden value', () => {
  it.each([
    ["name = 'Nile'", true],
    ['name = "Nile"', true],
    ['name = $$Nile$$', true],
    ['name = $of$Nile$of$', true],
    ["name = x'4e'", true],
    ["name IN (E'Nile', lower(code))", true],
    ['name = 0x4e', true],
    ['length BETWEEN 6000 AND low', true],
    ['length > -.5', true],
    ['SELECT name -- of the Nile', true],
    ['SELECT name /* Nile */', true],
    ['SELECT name # Nile', true],
    ['SELECT name FROM rivers LIMIT 10 OFFSET 20', false],
    ['SELECT name FROM rivers LIMIT 10, 20', false],
    ['SELECT name FROM rivers FETCH FIRST 5 ROWS ONLY', false],
    ['SELECT name, length FROM rivers GROUP BY 1, 2 ORDER BY 2 DESC, 1', false],
    ['SELECT name FROM rivers r2 WHERE r2.name IS NOT NULL AND r2.a1 = t$1', false],
    ['SELECT name FROM rivers LIMIT 10 + 5', true],
  ])('%s: %s', (text, expected) => {
    expect(holdsLiteral(text)).toBe(expected);
  });

  it('of the history, where it reads a relation of which people see a part, however it names columns', () => {
    expect(readsPart("SELECT 1 FROM Rivers r WHERE r::text LIKE '%Nile%'", HIDDEN)).toBe(true);
    expect(readsPart("SELECT 1 FROM readings WHERE region = 'AP'", HIDDEN)).toBe(true);
    expect(readsPart("SELECT 1 FROM lakes WHERE name = 'Victoria'", HIDDEN)).toBe(false);
    expect(readsPart('SELECT 1 FROM rivers', [{ ...RIVERS, masked: [], columns: ['x'] }])).toBe(false);
  });

  it.each([
    ["SELECT length FROM rivers WHERE name = 'Nile'", true],
    ["SELECT * FROM (SELECT * FROM rivers) AS t(a, b) WHERE a = 'Nile'", true],
    ["SELECT r.* FROM rivers r WHERE id = 'Nile'", true],
    ["SELECT length, * FROM rivers WHERE id = 'Nile'", true],
    ["FROM rivers WHERE id = 'Nile'", true],
    ['SELECT count(*), length * 2 FROM rivers WHERE length > 2000', false],
    ["SELECT name FROM lakes WHERE name = 'Victoria'", false],
    ["SELECT note FROM readings WHERE region = 'AP'", false],
  ])('of what is written for all, only where it is about masked columns: %s: %s', (text, expected) => {
    expect(readsMasked(text, HIDDEN, 'statement')).toBe(expected);
  });

  it('of an expression, by the column alone', () => {
    expect(readsMasked("count(*) FILTER (WHERE name = 'Nile')", HIDDEN, 'expression')).toBe(true);
    expect(readsMasked("count(*) FILTER (WHERE code = 'Nile')", HIDDEN, 'expression')).toBe(false);
  });

  it('at once, however much white space it has', () => {
    const space = ' '.repeat(100_000);
    expect(holdsLiteral(`LIMIT${space}x FETCH FIRST${space}x ORDER BY 1${space}x`)).toBe(false);
    expect(readsMasked(`SELECT${space}x FROM rivers`, HIDDEN, 'statement')).toBe(false);
  });

  it('names whatever may be a relation, quoted in any way', () => {
    expect([...namesIn('SELECT a FROM "My ""View""" JOIN `b``c` JOIN [d e] ON Ünder_1')]).toEqual(
      expect.arrayContaining(['My "View"', 'b`c', 'd e', 'Ünder_1', 'a']),
    );
  });

  it.each(["SELECT '[' FROM \"My View\" WHERE a = ']'", `SELECT '"' FROM "My View"`, "SELECT '`', '[' FROM [My View]"])(
    'names what stands behind a mark that opens no name: %s',
    (text) => {
      expect([...namesIn(text)]).toContain('My View');
    },
  );

  it('names a relation with a bracket in its name', () => {
    expect([...namesIn('SELECT 1 FROM [d[e]')]).toContain('d[e');
  });

  it.each(['[', '"', '`', '[a', '"a""', '`a``', '[]', '[a]'])('names at once what is in very many %s', (mark) => {
    expect(namesIn(mark.repeat(300_000)).size).toBeLessThan(10);
  });
});
