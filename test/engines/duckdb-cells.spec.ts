import { describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDbType } from '../../src/engines/catalog-reader/duckdb/duckdb-driver.js';
import { cellOf, numbered } from '../../src/statements/adapters/querying/duckdb/cells.js';

/** An expression of each type, and what it is as a cell. */
const VALUES: Readonly<Record<string, unknown>> = {
  true: true,
  '1::TINYINT': 1,
  '9007199254740993::BIGINT': '9007199254740993',
  '170141183460469231731687303715884105727::HUGEINT': '170141183460469231731687303715884105727',
  '0.1::FLOAT': 0.1,
  '16777216::FLOAT': 16777216,
  '3.4028235e38::FLOAT': 3.4028235e38,
  '0.1::DOUBLE': 0.1,
  '-0.0::DOUBLE': '-0',
  "'NaN'::DOUBLE": 'NaN',
  "'-infinity'::FLOAT": '-Infinity',
  '1.50::DECIMAL(5,2)': '1.50',
  "'a\"b'": 'a"b',
  "'\\x00\\xff'::BLOB": '\\x00ff',
  "'101'::BIT": '101',
  "date '2026-01-02'": '2026-01-02',
  "'infinity'::DATE": 'infinity',
  "'-infinity'::DATE": '-infinity',
  "'infinity'::TIMESTAMP": 'infinity',
  "'infinity'::TIMESTAMP_S": 'infinity',
  "'-infinity'::TIMESTAMP_MS": '-infinity',
  "'infinity'::TIMESTAMP_NS": 'infinity',
  "'-infinity'::TIMESTAMPTZ": '-infinity',
  "timestamp '2026-01-02 03:04:05.5'": '2026-01-02T03:04:05.5',
  "timestamptz '2026-01-02 03:04:05+01'": '2026-01-02T02:04:05Z',
  "'2026-01-02 03:04:05.123456789'::TIMESTAMP_NS": '2026-01-02T03:04:05.123456789',
  "time '01:02:03'": '01:02:03',
  "timetz '01:02:03+02'": '01:02:03+02',
  'interval 1 day': '1 day',
  "uuid '00000000-0000-0000-0000-000000000001'": '00000000-0000-0000-0000-000000000001',
  "uuid '80000000-0000-0000-7fff-ffffffffffff'": '80000000-0000-0000-7fff-ffffffffffff',
  "'a'::ENUM('a', 'b')": 'a',
  NULL: null,
};

/** What may hold any value: how it is written, and what it is then. */
const HOLDERS: readonly (readonly [string, (value: string) => string, (value: unknown) => unknown])[] = [
  ['a list', (value) => `[${value}, NULL]`, (value) => [value, null]],
  ['a list of lists', (value) => `[[${value}], NULL]`, (value) => [[value], null]],
  ['an array', (value) => `array_value(${value}, ${value})`, (value) => [value, value]],
  [
    'a struct',
    (value) => `{'a b': ${value}, '__proto__': 1}`,
    (value) =>
      Object.fromEntries([
        ['a b', value],
        ['__proto__', 1],
      ]),
  ],
  ['a row', (value) => `ROW(${value}, 'x', NULL)`, (value) => [value, 'x', null]],
  ['a list of rows', (value) => `[ROW(1, ${value}), NULL]`, (value) => [[1, value], null]],
  ['a map', (value) => `MAP {'k': ${value}}`, (value) => [{ key: 'k', value }]],
  ['a union in a list', (value) => `[union_value(u := ${value})]`, (value) => [value]],
  ['a struct in a map in a list', (value) => `[MAP {1: {'s': ROW(${value})}}]`, (value) => [[{ key: 1, value: { s: [value] } }]]],
];

async function cells(expressions: readonly string[]): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  try {
    const result = await connection.stream(`SELECT ${expressions.join(', ')} FROM range(2)`);
    const chunk = await result.fetchChunk();
    return expressions.map((_, at) => {
      const vector = chunk?.getColumnVector(at);
      const type = vector?.type as unknown as DuckDbType;
      numbered(type);
      const both = [0, 1].map((row) => cellOf(vector?.getItem(row), type));
      expect(both[0]).toEqual(both[1]);
      return both[0];
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe('a cell of DuckDB', () => {
  const expressions = Object.keys(VALUES);

  it('is exact for each type', async () => {
    const found = await cells(expressions);
    expect(Object.fromEntries(expressions.map((expression, at) => [expression, found[at]]))).toEqual(VALUES);
  });

  it.each(HOLDERS)('is JSON whose parts are what they are as cells: %s', async (_, written, held) => {
    const found = await cells(expressions.map(written));
    const parts = found.map((cell) => JSON.parse(String(cell)) as unknown);
    expect(parts).toEqual(expressions.map((expression) => held(VALUES[expression])));
  });

  it('is the value of a union by itself', async () => {
    expect(await cells(['union_value(num := 2)', `union_value(when_ := 'infinity'::DATE)`, 'union_value(f := 0.1::FLOAT)'])).toEqual([
      2,
      'infinity',
      0.1,
    ]);
  });
});
