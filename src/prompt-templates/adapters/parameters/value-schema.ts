import type { SchemaObject } from 'ajv';
import type { Parameter } from '../../domain/parameter.js';

const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER;
/** What a pattern is matched against: with its steps, the bound of the work. */
export const LONGEST_MATCHED = 1_000;
const MOST_ITEMS = 1_000;
/** RFC 3339 has it and the format takes it; databases and calendars do not. */
const YEAR_0 = { type: 'string', pattern: '^0000' };

/** JSON Schema 2020-12 of the values of a parameter. */
export function valueSchemaOf(parameter: Omit<Parameter, 'name' | 'required'>): SchemaObject {
  const { type, minimum, maximum, minLength, maxLength, pattern, items, minItems, maxItems } = parameter;
  switch (type) {
    case 'string':
      return present({
        type: 'string',
        minLength,
        maxLength: maxLength ?? (pattern === undefined ? undefined : LONGEST_MATCHED),
        pattern,
      });
    case 'number':
      return present({ type: 'number', minimum, maximum });
    case 'integer':
      return { type: 'integer', minimum: minimum ?? -LARGEST_INTEGER, maximum: maximum ?? LARGEST_INTEGER };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date', not: YEAR_0 };
    case 'datetime':
      return { type: 'string', format: 'date-time', not: YEAR_0 };
    case 'enum':
      return { enum: [...(parameter.enum ?? [])] };
    case 'array':
      return present({
        type: 'array',
        items: valueSchemaOf(items ?? { type: 'string' }),
        minItems,
        maxItems: maxItems ?? MOST_ITEMS,
      });
  }
}

function present(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
