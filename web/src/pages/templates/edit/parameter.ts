import type { Parameter, ParameterType } from '../template';

export const TYPES: readonly ParameterType[] = ['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'enum', 'array'];

type Limit = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

/** The limits that a type has. */
export const NUMBERS: Readonly<Record<ParameterType, readonly Limit[]>> = {
  string: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  date: [],
  datetime: [],
  enum: [],
  array: ['minItems', 'maxItems'],
};

/** Types whose values can be matched against a pattern. */
export const TEXTS: readonly ParameterType[] = ['string'];

const LIMITS: readonly string[] = Object.values(NUMBERS).flat();

/** With the present content of a field; an empty field means no rule, except for the name. */
export function withField(parameter: Parameter, field: Limit | 'name' | 'description' | 'default' | 'pattern', text: string): Parameter {
  const value = LIMITS.includes(field) ? Number(text) : text;
  return { ...parameter, [field]: text === '' && field !== 'name' ? undefined : value };
}

/** With another type, without the rules of the old one. */
export function retyped({ name, required, description, sensitive }: Parameter, type: ParameterType): Parameter {
  return {
    name,
    type,
    required,
    ...(description !== undefined && { description }),
    ...(sensitive !== undefined && { sensitive }),
    ...(type === 'enum' && { enum: [] }),
    ...(type === 'array' && { items: { type: 'string' as const } }),
  };
}
