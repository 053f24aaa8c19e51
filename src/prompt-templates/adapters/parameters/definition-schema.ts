import type { SchemaObject } from 'ajv';
import type { ParameterType } from '../../domain/parameter.js';

const MOST_OPTIONS = 100;
const LONGEST_OPTION = 200;
const LONGEST_DESCRIPTION = 1_000;
const LONGEST_DEFAULT = 4_000;
const LONGEST_PATTERN = 500;
const LARGEST_COUNT = 65_536;
const MOST_ITEMS = 1_000;

const ITEM_TYPES = ['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'enum'];
const options = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: LONGEST_OPTION },
  minItems: 1,
  maxItems: MOST_OPTIONS,
  uniqueItems: true,
};
const length = { type: 'integer', minimum: 0, maximum: LARGEST_COUNT };
const count = { type: 'integer', minimum: 0, maximum: MOST_ITEMS };
const whole = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

/** The words that a type knows besides those that all know. */
const WORDS: Readonly<Record<ParameterType, Readonly<Record<string, SchemaObject>>>> = {
  string: {
    minLength: length,
    maxLength: length,
    pattern: { type: 'string', minLength: 1, maxLength: LONGEST_PATTERN },
  },
  number: { minimum: { type: 'number' }, maximum: { type: 'number' } },
  integer: { minimum: whole, maximum: whole },
  boolean: {},
  date: {},
  datetime: {},
  enum: { enum: options },
  array: {
    items: {
      type: 'object',
      properties: { type: { type: 'string', enum: ITEM_TYPES }, enum: options },
      required: ['type'],
      additionalProperties: false,
    },
    minItems: count,
    maxItems: count,
  },
};

/** JSON Schema 2020-12 of what an author may declare. */
export function definitionSchemaOf(type: ParameterType): SchemaObject {
  return {
    type: 'object',
    properties: {
      name: { type: 'string' },
      type: { type: 'string' },
      required: { type: 'boolean' },
      description: { type: 'string', maxLength: LONGEST_DESCRIPTION },
      default: { type: 'string', maxLength: LONGEST_DEFAULT },
      sensitive: { type: 'boolean' },
      ...WORDS[type],
    },
    required: type === 'enum' ? ['name', 'required', 'enum'] : ['name', 'required'],
    additionalProperties: false,
  };
}
