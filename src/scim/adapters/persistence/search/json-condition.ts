import type { Operand, Test } from '../../../../engines/scim-protocol/filter/condition.js';
import { isStorable } from '../../../../engines/scim-protocol/storable-text.js';
import { NEVER, textCondition } from './column-condition.js';
import type { StatementValues } from './search-scope.js';

const SIGNS = { eq: '==', gt: '>', ge: '>=', lt: '<', le: '<=', sw: 'starts with' } as const;
/** RFC 7644 section 3.4.2.2: "pr" wants a value that is not empty, at any depth. */
const HAS_VALUE = '(@.type() == "string" && @ != "") || @.type() == "number" || @.type() == "boolean"';

/**
 * A condition on what is at the keys in a jsonb expression, in an SQL/JSON path where that can say it: the index serves `==` there.
 * Paths are lax, so that lists on the way count by any of their values; text is ordered by code points.
 */
export function jsonCondition(values: StatementValues, base: string, keys: readonly string[], test: Test): string {
  const path = jsonPath(keys);
  if (test.kind === 'present') return `${base} @? ${values.add(`${path}.** ? (${HAS_VALUE})`)}::jsonpath`;
  const predicate = jsonPredicate('@', test);
  if (predicate === null) return textWithin(values, base, path, test);
  return predicate === NEVER ? NEVER : `${base} @? ${values.add(`${path} ? (${predicate})`)}::jsonpath`;
}

/** @returns `null` for what no path can say */
export function jsonPredicate(subject: string, test: Test): string | null {
  if (test.kind === 'present' || test.operator === 'co' || test.operator === 'ew') return null;
  const literal = jsonLiteral(test.operand);
  return literal === null ? NEVER : `${subject} ${SIGNS[test.operator]} ${literal}`;
}

export function jsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`;
}

/** JSON's escapes are those of a path. @returns `null` for what no JSON in the database holds */
function jsonLiteral(operand: Operand): string | null {
  return typeof operand === 'string' && !isStorable(operand) ? null : JSON.stringify(operand);
}

function textWithin(values: StatementValues, base: string, path: string, test: Test): string {
  const texts = `jsonb_path_query(${base}, ${values.add(`${path}[*] ? (@.type() == "string")`)}::jsonpath)`;
  return `EXISTS (SELECT FROM ${texts} AS t (value) WHERE ${textCondition(values, "(t.value #>> '{}')", test)})`;
}
