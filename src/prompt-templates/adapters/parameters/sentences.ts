import type { ErrorObject } from 'ajv';
import { type Sentence, say } from '../../../shared/sentence.js';

const MOST_LISTED = 20;
const LONGEST_NAME = 64;

const TYPES: Readonly<Record<string, Sentence>> = {
  string: 'Must be a text.',
  number: 'Must be a number.',
  integer: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

const FORMATS: Readonly<Record<string, Sentence>> = {
  date: 'Must be a date such as 2026-11-20.',
  'date-time': 'Must be a date and time with its offset, such as 2026-11-20T08:30:00Z.',
};

type Params = Readonly<Record<string, unknown>>;

const SENTENCES: Readonly<Record<string, (params: Params) => Sentence>> = {
  type: ({ type }) => TYPES[String(type)] ?? 'Is not valid.',
  format: ({ format }) => FORMATS[String(format)] ?? 'Is not valid.',
  enum: ({ allowedValues }) => say('Must be one of {allowed}.', { allowed: listed(allowedValues as unknown[]) }),
  minimum: ({ limit }) => say('Must be {limit} or more.', { limit: String(limit) }),
  maximum: ({ limit }) => say('Must be {limit} or less.', { limit: String(limit) }),
  minLength: ({ limit }) => say('Must have {limit} characters or more.', { limit: String(limit) }),
  maxLength: ({ limit }) => say('Must have {limit} characters or fewer.', { limit: String(limit) }),
  minItems: ({ limit }) => say('Must have {limit} items or more.', { limit: String(limit) }),
  maxItems: ({ limit }) => say('Must have {limit} items or fewer.', { limit: String(limit) }),
  uniqueItems: () => 'Must not contain the same item twice.',
  pattern: ({ pattern }) => say('Must match {pattern}.', { pattern: String(pattern) }),
  not: () => 'There is no year 0000.',
  required: () => 'Is required.',
  additionalProperties: () => 'Is not known here.',
};

function listed(options: readonly unknown[]): string[] {
  return [...options.slice(0, MOST_LISTED).map(String), ...(options.length > MOST_LISTED ? ['…'] : [])];
}

/** @returns one sentence, which says what is asked for and never what was given */
export function sentenceOf({ keyword, params }: ErrorObject): Sentence {
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
