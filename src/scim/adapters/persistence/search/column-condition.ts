import type { Test } from '../../../../engines/scim-protocol/filter/condition.js';
import { isStorable } from '../../../../engines/scim-protocol/storable-text.js';
import { isResourceId } from '../resource-id.js';
import type { StatementValues } from './search-scope.js';

/** True of no row. */
export const NEVER = 'FALSE';
const SIGNS = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const WILDCARDS = /[\\%_]/g;

/** A condition on an expression of the type text. */
export function textCondition(values: StatementValues, sql: string, test: Test): string {
  if (test.kind === 'present') return `${sql} <> ''`;
  const { operator } = test;
  const operand = String(test.operand);
  if (!isStorable(operand)) return NEVER;
  const literal = operand.replace(WILDCARDS, '\\$&');
  switch (operator) {
    case 'co':
      return `${sql} LIKE ${values.add(`%${literal}%`)}`;
    case 'sw':
      return `${sql} LIKE ${values.add(`${literal}%`)}`;
    case 'ew':
      return `${sql} LIKE ${values.add(`%${literal}`)}`;
    case 'eq':
      return `${sql} = ${values.add(operand)}`;
    default:
      return `${sql} COLLATE "C" ${SIGNS[operator]} ${values.add(operand)}`;
  }
}

/** On a column of the type uuid. Identifiers are given out in lower case, and they are case exact. */
export function idCondition(values: StatementValues, column: string, test: Test): string {
  if (test.kind === 'present') return 'TRUE';
  if (test.operator !== 'eq') return textCondition(values, `${column}::text`, test);
  const id = String(test.operand);
  return isResourceId(id) && id === id.toLowerCase() ? `${column} = ${values.add(id)}::uuid` : NEVER;
}

/** On a column of the type timestamptz, in milliseconds as answers show it. */
export function instantCondition(values: StatementValues, column: string, test: Test): string {
  if (test.kind === 'present') return 'TRUE';
  const { operator, operand } = test;
  if (typeof operand === 'number' && operator in SIGNS) {
    const sign = SIGNS[operator as keyof typeof SIGNS];
    return `date_trunc('milliseconds', ${column}) ${sign} to_timestamp(${values.add(operand)}::float8 / 1000)`;
  }
  const shown = `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return textCondition(values, shown, test);
}
