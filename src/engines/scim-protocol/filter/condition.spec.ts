import { describe, expect, it } from '@jest/globals';
import type { AttributeDefinition } from '../schema/attribute-definition.js';
import { conditionOf } from './condition.js';
import { parseFilter } from './parse-filter.js';

const DEFINITION: Omit<AttributeDefinition, 'type'> = {
  ...{ name: 'value', description: 'A value.', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
};

function saidOf(text: string, type: AttributeDefinition['type'] | null): unknown {
  const leaf = parseFilter(text);
  if (leaf.kind !== 'compare') return leaf.kind;
  try {
    return conditionOf(leaf, type === null ? null : { ...DEFINITION, type });
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe('a value that the type does not accept', () => {
  it.each([
    ['value eq 17', 'string'],
    ['value sw true', 'string'],
    ['value eq 5', 'reference'],
    ['value eq 5', 'binary'],
    ['value co 17', null],
  ] as const)('may lack its quotes: %s of a %s', (text, type) =>
    expect(saidOf(text, type)).toMatch(/Put texts in straight double quotes\.$/),
  );

  it.each(['value gt 2015', 'value gt "2015-10-10"', 'value lt "yesterday"', 'value eq true', 'value co 2015'])(
    'may be half a date: %s',
    (text) => expect(saidOf(text, 'dateTime')).toMatch(/Write a date with its time, .*"2026-01-31T00:00:00Z"\.$/),
  );

  it.each([
    ['value gt true', 'boolean'],
    ['value eq 1', 'boolean'],
    ['value gt "eA=="', 'binary'],
    ['value eq "1"', 'integer'],
  ] as const)('needs no quotes: %s of a %s', (text, type) => expect(saidOf(text, type)).toMatch(/cannot be asked of it\.$/));
});
