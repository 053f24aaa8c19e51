import { getMetadataStorage, maxLength, minLength } from 'class-validator';
import type { Type, ValidationError } from '@nestjs/common';
import type { FieldError } from '../../shared/domain-error.js';
import type { FieldCause } from '../../shared/field-cause.js';
import { fieldsOf, meantName } from './meant-name.js';
import { type Fixed, type Said, type Sentence, isTemplate, recognized, say } from '../../shared/sentence.js';

type Limits = readonly unknown[];

/**
 * What is wrong with a value, by the validator that says so. The type of a value comes before its bounds, which another type breaks as well;
 * the order of decorators cannot express this.
 */
const CAUSES: Readonly<Record<string, (limits: Limits, value: unknown) => FieldCause>> = {
  whitelistValidation: () => ({ code: 'unknown_field' }),
  isArray: () => kind('array'),
  isObject: () => kind('object'),
  isString: () => kind('string'),
  isInt: () => kind('integer'),
  isNumber: () => kind('number'),
  isBoolean: () => kind('boolean'),
  nestedValidation: () => kind('object'),
  isText: ([most], value) => causeOfText(value, most),
  isTime: (_, value) => (typeof value === 'string' ? { code: 'malformed', arguments: { format: 'date-time' } } : kind('string')),
  isWhole: wholeNumber,
  isIdUpTo: ([most], value) => wholeNumber([1, most], value),
  isLength: ([least, most], value) => causeOfLength(value, least, most),
  minLength: ([min], value) => ofText(value, bound('too_short', { min })),
  maxLength: ([max], value) => ofText(value, bound('too_long', { max })),
  isByteLength: ([, max]) => bound('too_long', { max, unit: 'bytes' }),
  min: ([min]) => bound('too_small', { min }),
  max: ([max]) => bound('too_large', { max }),
  arrayNotEmpty: () => bound('too_few', { min: 1 }),
  arrayMinSize: ([min]) => bound('too_few', { min }),
  arrayMaxSize: ([max]) => bound('too_many', { max }),
  arrayUnique: () => ({ code: 'not_unique' }),
  isIn: ([allowed]) => ({ code: 'not_one_of', arguments: { allowed: allowed as readonly (number | string)[] } }),
  equals: ([only]) => ({ code: 'not_one_of', arguments: { allowed: [only as number | string] } }),
  isHost: (_, value) => ofText(value, { code: 'malformed' }),
  isTimeZoneName: (_, value) => ofText(value, { code: 'malformed' }),
  matches: (_, value) => ofText(value, { code: 'malformed' }),
  hasFewMarks: () => ({ code: 'malformed' }),
  isIso8601: (_, value) => ofText(value, { code: 'malformed', arguments: { format: 'date-time' } }),
  isUuid: () => ({ code: 'malformed', arguments: { format: 'uuid' } }),
};

const IN_ORDER = Object.keys(CAUSES);

/** What a person has to hear first about a value, or about each wrong one of a list. */
export function causesOf({ constraints = {}, property, target }: ValidationError, field: string): FieldError[] {
  const broken = Object.keys(constraints);
  const [validator, ...others] = [...new Set([...IN_ORDER.filter((name) => broken.includes(name)), ...broken])];
  if (validator === undefined || target === undefined) return [];
  const value = (target as Record<string, unknown>)[property];
  if (value === undefined) return [{ field, message: 'Is missing.', code: 'missing' }];
  const told = (name: string, rule: Rule | undefined, at: string, one: unknown): FieldError => {
    const { cause, message } = faultOf(name, rule, one);
    return { field: at, message: message ?? recognized(constraints[name] ?? ''), ...cause };
  };
  if (validator === 'whitelistValidation') return [unknownField(field, property, target.constructor as Type)];
  const rules = rulesOf(target).filter((one) => one.propertyName === property);
  const ruleOf = (name: string): Rule | undefined => rules.find((one) => (one.name ?? one.type) === name);
  const rule = ruleOf(validator);
  if (!rule?.each || !Array.isArray(value)) return [told(validator, rule, field, value)];
  const ofItems = [validator, ...others].flatMap((name) => ({ name, rule: ruleOf(name) })).filter((one) => one.rule?.each === true);
  const wrong = value.flatMap((item: unknown, at) => {
    const first = ofItems.find((one) => one.rule && breaks(item, one.rule, target));
    return first === undefined ? [] : [told(first.name, first.rule, `${field}[${at}]`, item)];
  });
  return wrong.length > 0 ? wrong : [told(validator, rule, field, value)];
}

function unknownField(field: string, property: string, type: Type): FieldError {
  const nearest = meantName(property, fieldsOf(type));
  if (nearest === null) return { field, message: NO_FIELD, code: 'unknown_field' };
  const message = say('{fault} Did you mean "{nearest}"?', { fault: say(NO_FIELD), nearest });
  return { field, message, code: 'unknown_field', arguments: { nearest } };
}

export const NO_FIELD = 'There is no field of this name.';

const OF_KIND: Readonly<Record<string, Fixed>> = {
  string: 'Must be a text.',
  integer: 'Must be a whole number.',
  number: 'Must be a number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

const NOT_PLAIN = 'Must contain only digits, without leading zeros.';

const FORMATS: Readonly<Record<string, Fixed>> = {
  integer: NOT_PLAIN,
  uuid: 'Must be a UUID.',
  'date-time': 'Must be a day or a time with offset in ISO 8601, such as 2026-11-20T09:15:00Z.',
};

/** One fault has one sentence, whoever finds it. @returns undefined for a fault that only the rule itself can tell */
export function sentenceOf({ code, arguments: given = {} }: FieldCause): Sentence | undefined {
  const { min, max, allowed, expected, format, unit } = given;
  const limit = Number(max ?? min);
  const isRange = min !== undefined && max !== undefined;
  switch (code) {
    case 'missing':
      return 'Is missing.';
    case 'wrong_type':
      return OF_KIND[String(expected)];
    case 'malformed':
      return FORMATS[String(format)];
    case 'too_short':
      return limit === 1 ? 'Must not be empty.' : say('Must have {limit} characters or more.', { limit });
    case 'too_long':
      return unit === 'bytes'
        ? say('Must have {limit} bytes or fewer.', { limit })
        : say('Must have {limit} characters or fewer.', { limit });
    case 'too_few':
      return limit === 1 ? 'Must not be empty.' : say('Must have {limit} items or more.', { limit });
    case 'too_many':
      return say('Must have {limit} items or fewer.', { limit });
    case 'too_small':
    case 'too_large':
      if (isRange) return say('Must be a whole number from {min} to {max}.', { min: Number(min), max: Number(max) });
      return code === 'too_small' ? say('Must be {limit} or more.', { limit }) : say('Must be {limit} or less.', { limit });
    case 'not_unique':
      return 'Must not contain the same item twice.';
    case 'not_one_of':
      return say('Must be one of {allowed}.', { allowed: [allowed ?? []].flat().map(String) });
    default:
      return undefined;
  }
}

type Rule = ReturnType<typeof rulesOf>[number];

function rulesOf(target: object) {
  return getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
}

/** The library says only that one of the items breaks the rule. */
function breaks(value: unknown, rule: Rule, object: object): boolean {
  const [validator] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  const { constraints, propertyName: property } = rule;
  return validator?.instance.validate(value, { value, constraints, targetName: object.constructor.name, object, property }) === false;
}

/** @param rule `undefined` where the framework itself has judged @returns without a message where only the library has words */
export function faultOf(name: string, rule: Rule | undefined, value: unknown): { cause: FieldCause; message: Sentence | undefined } {
  const cause = CAUSES[name]?.(rule?.constraints ?? [], value) ?? { code: 'invalid' };
  // A rule with words of its own knows more than the fault, but speaks of a value of its type.
  const isTold = rule?.message === undefined || cause.code === 'wrong_type';
  return { cause, message: (isTold ? sentenceOf(cause) : undefined) ?? (rule && saidBy(rule)) };
}

/** In the words of the rule, which the catalogues have with `{constraint1}` for `$constraint1`. */
function saidBy(rule: Rule): Said | undefined {
  const [validator] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  const asked = { value: '', constraints: [...limitsOf(rule)], property: rule.propertyName, targetName: '', object: {} };
  const words = typeof rule.message === 'string' ? rule.message : (validator?.instance.defaultMessage?.(asked) ?? '');
  const template = `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`.replaceAll(/\$(\w+)/g, '{$1}');
  const given = Object.fromEntries(limitsOf(rule).map((limit, index) => [`constraint${index + 1}`, [limit].flat().join(', ')]));
  return isTemplate(template) ? { template, with: given } : undefined;
}

/** The type leaves out that there may be none. */
function limitsOf({ constraints }: Rule): Limits {
  return (constraints as Limits | undefined) ?? [];
}

export function kind(expected: string): FieldCause {
  return { code: 'wrong_type', arguments: { expected } };
}

function bound(code: FieldCause['code'], limits: Readonly<Record<string, unknown>>): FieldCause {
  return { code, arguments: limits as Readonly<Record<string, number>> };
}

/** What is said of a text is untrue of another type. */
function ofText(value: unknown, cause: FieldCause): FieldCause {
  return typeof value === 'string' ? cause : kind('string');
}

/** Of `IsText`, which counts the units of UTF-16. */
export function causeOfText(value: unknown, max: unknown): FieldCause {
  if (typeof value !== 'string') return kind('string');
  if (value === '') return bound('too_short', { min: 1 });
  return value.length > Number(max) ? bound('too_long', { max }) : { code: 'malformed' };
}

/** Counts as the library does: a character outside the basic plane is one, and a variation selector is none. */
function causeOfLength(value: unknown, min: unknown, max: unknown): FieldCause {
  if (typeof value !== 'string') return kind('string');
  if (!minLength(value, Number(min))) return bound('too_short', { min });
  return max !== undefined && !maxLength(value, Number(max)) ? bound('too_long', { max }) : { code: 'malformed' };
}

/** Of a query or a path, in which numbers are text. */
function wholeNumber([min, max]: Limits, value: unknown): FieldCause {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return kind('integer');
  if (Number(value) < Number(min)) return bound('too_small', { min, max });
  if (Number(value) > Number(max)) return bound('too_large', { min, max });
  // The number would do, but is written in another way, such as `007`.
  return { code: 'malformed', arguments: { format: 'integer' } };
}

/** A parameter of a query or a path that is read by hand. */
export function wrongNumber(field: string, min: number, max: number, value: unknown): FieldError {
  const cause = wholeNumber([min, max], value);
  return {
    field,
    message: cause.code === 'malformed' ? NOT_PLAIN : say('Must be a whole number from {min} to {max}.', { min, max }),
    ...cause,
  };
}

/** A parameter that must be a text of limited length, which a database can hold. */
export function wrongText(field: string, max: number, value: unknown): FieldError {
  if (typeof value !== 'string') return { field, message: 'Send this only once.', ...kind('string') };
  if (value.length <= max) return { field, message: 'Must not contain NUL or broken Unicode text.', code: 'malformed' };
  return { field, message: say('Send {max} characters at most.', { max }), ...bound('too_long', { max }) };
}

/** A parameter that has none of the values that it may have. */
export function notOneOf(field: string, allowed: readonly string[]): FieldError {
  return { field, message: say('Must be one of {allowed}.', { allowed }), code: 'not_one_of', arguments: { allowed } };
}
