import { describe, expect, it } from '@jest/globals';
import { comparable } from './column-values.js';

/** By types as engines write them: what fits, and what is refused in rules and attributes alike. */
const TYPES: readonly (readonly [
  types: readonly string[],
  fitting: readonly (string | number | boolean)[],
  others: readonly (string | number | boolean)[],
])[] = [
  [
    ['date', 'DATE'],
    ['1990-12-31', '2024-02-29', '0001-01-01'],
    ['31.12.1990', 'last month', '', '1990-13-45', '2023-02-29', '1990-1-1', '0000-01-01', '1990-12-31x', 19901231, true],
  ],
  [
    ['timestamp without time zone', 'timestamp(3) without time zone', 'datetime', 'datetime(6)', 'timestamp', 'TIMESTAMP', 'TIMESTAMP_NS'],
    ['1990-12-31', '1990-12-31 23:59', '1990-12-31T23:59:59.123456'],
    ['1990-12-31 24:00', '1990-02-30 10:00', '1990-12-31 10:00:00Z', 'now', 'yesterday', '', 0],
  ],
  [
    ['timestamp with time zone', 'TIMESTAMP WITH TIME ZONE', 'timestamptz'],
    ['1990-12-31 10:00:00Z', '1990-12-31T10:00:00+02:00', '1990-12-31'],
    ['1990-12-31 10:00:00 Berlin', '1990-12-31Z', ''],
  ],
  [
    ['time without time zone', 'time', 'TIME', 'time(3)'],
    ['18:30', '18:30:00.5'],
    ['25:00', '6pm', '', '18:30+02:00'],
  ],
  [['year', 'year(4)'], ['1999'], ['99', '', 'last year']],
  [
    ['uuid', 'UUID'],
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    ['123e4567', '', '123e4567-e89b-12d3-a456-42661417400g', 7],
  ],
  [
    ['boolean', 'BOOLEAN', 'bool'],
    [true, false],
    ['true', 'yes', '', 1, 0],
  ],
  [
    ['integer', 'bigint', 'int(11)', 'bigint(20) unsigned', 'HUGEINT', 'smallint', 'tinyint(1)'],
    [1, -1, '7', '007', '3.00', '123456789012345'],
    [3.5, '3.5', '', '1e3', '1 OR 1=1', '0x10', ' 1', 'many', true, 9_007_199_254_740_992, 1e21],
  ],
  [
    ['numeric(20,2)', 'decimal(30,10)', 'DECIMAL(18,3)', 'double precision', 'real', 'DOUBLE'],
    [3.5, '3.50', '-0.25', 1e-7],
    ['3,5', '', 'NaN', 'Infinity', '.5', 9_007_199_254_740_992, 0.1234567890123456],
  ],
  [
    ['interval', 'INTERVAL'],
    ['2 days', '1 year 3 mons'],
    ['', 'soon', '2'],
  ],
  [['jsonb'], ['{"a": 1}', '"x"'], ['', '{a}']],
  [['bit(1)', 'json'], [], ['1', '', 'x']],
  [
    ['text', 'character varying(40)', 'varchar(20)', 'VARCHAR', 'citext', ''],
    ['EU', '', "it's"],
    ['a\0b', 'a\ud800b', 1, true],
  ],
];

describe('a value that rows are compared with', () => {
  it.each(TYPES.flatMap(([types, fitting, others]) => types.map((type) => [type, fitting, others] as const)))(
    'fits a column of the type %j or is refused',
    (type, fitting, others) => {
      const column = { name: 'c', type };
      expect(fitting.filter((value) => comparable(column, value) === null)).toEqual([]);
      expect(others.filter((value) => comparable(column, value) !== null)).toEqual([]);
    },
  );

  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['0009007199254740993', '9007199254740993'],
    ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
    ['1234567890123456.70', '1234567890123456.7'],
    ['0.0000000001', '0.0000000001'],
  ])('keeps every digit of %s', (text, exact) => {
    expect(comparable({ name: 'c', type: 'numeric' }, text)).toEqual({ exact });
  });

  it('has 38 digits at most', () => {
    expect(comparable({ name: 'c', type: 'numeric' }, '1'.repeat(39))).toBeNull();
  });

  it('is one of the labels of an enumerated type, spelt as there, where all are known', () => {
    const mood = { name: 'c', type: 'mood', values: ['glad', 'sad'] };
    expect(['glad', 'Glad', 'angry', ''].map((value) => comparable(mood, value))).toEqual(['glad', null, null, null]);
    expect(comparable({ ...mood, valuesCut: true }, 'angry')).toBe('angry');
    const set = { name: 'c', type: "set('a','b')", values: ['a', 'b'] };
    expect(['', 'a', 'a,b', 'a,c'].map((value) => comparable(set, value))).toEqual(['', 'a', 'a,b', null]);
  });

  it('is read in steps that grow with its length alone', () => {
    const zeros = '0'.repeat(200_000);
    expect(
      [`${zeros}x`, `1.${zeros}x`, `1.${'50'.repeat(100_000)}x`].map((value) => comparable({ name: 'c', type: 'integer' }, value)),
    ).toEqual(Array(3).fill(null));
    expect(comparable({ name: 'c', type: 'integer' }, `-${zeros}7.${zeros}`)).toBe(-7);
  });
});
