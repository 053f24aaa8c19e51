import { describe, expect, it } from '@jest/globals';
import { namesHidden } from './hidden-names.js';

const NO_VALUES = { masked: [], filtersRows: false };
const HIDDEN = [
  { schema: 'hr', name: 'payroll', columns: null, ...NO_VALUES },
  { schema: 'hr', name: 'staff', columns: ['salary', 'sa"l`ary', 'größe', 'net pay'], ...NO_VALUES },
];

describe('a kept text names what is hidden', () => {
  it.each([
    ['SELECT 1 FROM payroll', true],
    ['SELECT 1 FROM "hr"."PAYROLL"p', true],
    ['SELECT 1 FROM payroll_2', false],
    ['SELECT 1 FROM my$payroll', false],
    ['SELECT salary FROM staff', true],
    ['SELECT s."id","salary"FROM staff s', true],
    ['select `Salary` from `hr`.`Staff`', true],
    ['SELECT [salary] FROM [staff]', true],
    ['SELECT "sa""l`ary" FROM staff', true],
    ['SELECT `sa"l``ary` FROM staff', true],
    ['SELECT GRÖßE FROM staff', true],
    ['SELECT "net pay" FROM staff', true],
    ['SELECT salary FROM offers', false],
    ['SELECT name, salaryband FROM staff', false],
    ['SELECT name FROM staff', false],
    ['SELECT U&"\\0073alary" FROM staff', true],
    ['SELEC broken ( payroll', true],
  ])('%s: %s', (text, expected) => {
    expect(namesHidden(text, HIDDEN, 'statement')).toBe(expected);
  });

  it('of an expression, by the column alone', () => {
    expect(namesHidden('sum(salary)', HIDDEN, 'expression')).toBe(true);
    expect(namesHidden('sum(salaries)', HIDDEN, 'expression')).toBe(false);
  });

  it('at once, however many quotes a name has', () => {
    const hidden = [{ schema: 'hr', name: 'staff', columns: [`${'"'.repeat(60)}a`], ...NO_VALUES }];
    expect(namesHidden(`SELECT '${'"'.repeat(90)}b' FROM staff`, hidden, 'statement')).toBe(false);
    expect(namesHidden(`SELECT "${'"'.repeat(120)}a" FROM staff`, hidden, 'statement')).toBe(true);
  });

  it('nowhere, where nothing is hidden', () => {
    expect(namesHidden('SELECT U&"\\0073alary" FROM staff', [], 'statement')).toBe(false);
  });
});
