import { describe, expect, it } from '@jest/globals';
import { namedColumns, sourcesOf } from './named-columns.js';

const ORDERS = { schema: 's', name: 'orders', columns: ['id', 'total', 'customer_id'] };
const CUSTOMERS = { schema: 's', name: 'customers', columns: ['id', 'Country', 'home'] };
const NOTES = { schema: 's', name: 'notes', columns: ['id', 'where'] };

function froms(expression: string): string[] {
  const found = sourcesOf(namedColumns(expression), [ORDERS, CUSTOMERS, NOTES]);
  return found.map((from) => from.map(({ name, alias }) => (alias === null ? name : `${name} ${alias}`)).join(', '));
}

describe('what an expression may be selected from', () => {
  it.each<[string, readonly string[]]>([
    ['sum(total)', ['orders']],
    ['sum(TOTAL) / count(DISTINCT customer_id)', ['orders']],
    ["count(*) FILTER (WHERE country = 'total')", ['customers', 'notes', 'customers, notes']],
    ['sum(o.total) / 2', ['orders o']],
    ['sum(orders.total)', ['orders']],
    ['sum(s.orders.total)', ['orders']],
    ['sum(orders.missing)', ['orders']],
    ['sum(total) / count(country)', ['orders', 'customers', 'orders, customers']],
    ['orders.total / count(country)', ['orders, customers', 'orders']],
    ['home.street', ['customers']],
    ['(home).street', ['customers']],
    ['"Country" || `home`', ['customers']],
    ['sum(missing)', []],
    ['1 + 2', []],
    ['count(*)', []],
  ])('%s', (expression, expected) => {
    expect(froms(expression)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['sum(a1) / sum(b1) * max(c1)', ['a, b, c']],
    ['sum(a1 + a2) / sum(b1) * max(c1)', ['a, b, c']],
    ['sum(c1 + c2) / sum(b1) * max(a1) - min(d1)', ['c, a, b, d']],
    ['sum(o.c1) / sum(b1) * max(a1) - min(d1)', ['c o, a, b, d']],
    ['sum(id) / sum(b1) * max(a1) - min(d1)', ['a, b, d']],
    ['sum(missing) / sum(b1) * max(a1) - min(d1)', ['a, b, d']],
  ])('%s is tried over all that have its columns', (expression, expected) => {
    const four = ['a', 'b', 'c', 'd'].map((name) => ({ schema: 's', name, columns: ['id', `${name}1`, `${name}2`] }));
    const found = sourcesOf(namedColumns(expression), four).map((from) =>
      from.map(({ name, alias }) => (alias === null ? name : `${name} ${alias}`)).join(', '),
    );
    expect(found).toEqual(expect.arrayContaining([...expected]));
    expect(found.length).toBeLessThanOrEqual(6);
  });

  it('is never a part of more tables than are tried together', () => {
    const ten = Array.from({ length: 10 }, (_, at) => ({ schema: 's', name: `t${at}`, columns: [`c${at}`] }));
    const lengths = (most: number) => {
      const names = ten.slice(0, most).map(({ columns: [name = ''] }) => name);
      return sourcesOf(namedColumns(names.join(' + ')), ten).map(({ length }) => length);
    };
    expect(lengths(8)).toContain(8);
    expect(Math.max(...lengths(10))).toBeLessThan(3);
  });

  it('is tried a few times only', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ schema: 's', name: `t${at}`, columns: ['a', `b${at}`] }));
    expect(sourcesOf(namedColumns('a + b1 + b2'), many).length).toBeLessThanOrEqual(6);
  });
});
