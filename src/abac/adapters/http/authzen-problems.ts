import type { z } from 'zod';
import type { FieldError } from '../../../shared/domain-error.js';
import type { FieldCause } from '../../../shared/field-cause.js';
import { kind, notOneOf } from '../../../platform/http/field-causes.js';
import { type Fixed, recognized, say } from '../../../shared/sentence.js';

type Issue = z.core.$ZodIssue;
type Limit = Extract<Issue, { code: 'too_big' | 'too_small' }>;

const MOST = 20;
const OF_KIND: Readonly<Record<string, readonly [expected: string, message: Fixed]>> = {
  string: ['string', 'Must be a text.'],
  boolean: ['boolean', 'Must be true or false.'],
  int: ['integer', 'Must be a whole number.'],
  number: ['integer', 'Must be a whole number.'],
  array: ['array', 'Must be a list.'],
  object: ['object', 'Must be an object.'],
  record: ['object', 'Must be an object.'],
};

/** Told like what is wrong with other bodies; these alone are judged by zod, because AuthZEN ignores what is not known. */
export function problemsIn({ issues }: z.ZodError): FieldError[] {
  return issues.slice(0, MOST).map((issue) => ({ ...told(issue), field: fieldOf(issue) }));
}

/** Like `context.amr[0]`. */
function fieldOf({ path }: Issue): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function told(issue: Issue): Omit<FieldError, 'field'> {
  const { code, message } = issue;
  if (code === 'invalid_value') return notOneOf('', issue.values.map(String));
  if (code === 'too_big' || code === 'too_small') return beyond(issue);
  if (code !== 'invalid_type') return { message: recognized(message), code: 'malformed' };
  // zod keeps the value to itself and tells only its type in the message.
  if (message.endsWith('undefined')) return { message: 'Is missing.', code: 'missing' };
  const [expected, sentence] = OF_KIND[issue.expected] ?? ['object', 'Must be an object.'];
  return { message: sentence, ...kind(expected) };
}

function beyond(issue: Limit): Omit<FieldError, 'field'> {
  const isHigh = issue.code === 'too_big';
  const limit = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  const cause = (high: FieldCause['code'], low: FieldCause['code']): FieldCause =>
    isHigh ? { code: high, arguments: { max: limit } } : { code: low, arguments: { min: limit } };
  if (issue.origin === 'string')
    return {
      message: isHigh ? say('Must have {limit} characters or fewer.', { limit }) : say('Must have {limit} characters or more.', { limit }),
      ...cause('too_long', 'too_short'),
    };
  if (issue.origin === 'array')
    return {
      message: isHigh ? say('Must have {limit} items or fewer.', { limit }) : say('Must have {limit} items or more.', { limit }),
      ...cause('too_many', 'too_few'),
    };
  return {
    message: isHigh ? say('Must be {limit} or less.', { limit }) : say('Must be {limit} or more.', { limit }),
    ...cause('too_large', 'too_small'),
  };
}
