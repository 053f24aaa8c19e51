import type { ErrorObject } from 'ajv';

const MOST_LISTED = 20;
const LONGEST_NAME = 64;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-11-20',
  'date-time': 'a date and time with its offset, such as 2026-11-20T08:30:00Z',
};

type Params = Readonly<Record<string, unknown>>;

const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `Must be ${TYPES[String(type)] ?? String(type)}.`,
  format: ({ format }) => `Must be ${FORMATS[String(format)] ?? String(format)}.`,
  enum: ({ allowedValues }) => `Must be one of ${listed(allowedValues as unknown[])}.`,
  minimum: ({ limit }) => `Must be ${String(limit)} or more.`,
  maximum: ({ limit }) => `Must be ${String(limit)} or less.`,
  minLength: ({ limit }) => `Must have ${String(limit)} characters or more.`,
  maxLength: ({ limit }) => `Must have ${String(limit)} characters or fewer.`,
  minItems: ({ limit }) => `Must have ${String(limit)} items or more.`,
  maxItems: ({ limit }) => `Must have ${String(limit)} items or fewer.`,
  uniqueItems: () => 'Must not contain the same item twice.',
  pattern: ({ pattern }) => `Must match ${String(pattern)}.`,
  required: () => 'Is required.',
  additionalProperties: () => 'Is not known here.',
};

function listed(options: readonly unknown[]): string {
  return [...options.slice(0, MOST_LISTED).map(String), ...(options.length > MOST_LISTED ? ['…'] : [])].join(', ');
}

/** @returns one sentence, which says what is asked for and never what was given */
export function sentenceOf({ keyword, params }: ErrorObject): string {
  return SENTENCES[keyword]?.(params as Params) ?? 'Is not valid.';
}

/** `limit`, `items.type`, `[2]`: where in the value it is; empty for the value itself. */
export function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const segments = instancePath.split('/').slice(1);
  if (keyword === 'required' && missingProperty !== undefined) segments.push(missingProperty);
  if (keyword === 'additionalProperties' && additionalProperty !== undefined) segments.push(additionalProperty.slice(0, LONGEST_NAME));
  return segments.map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : `.${segment}`)).join('');
}
