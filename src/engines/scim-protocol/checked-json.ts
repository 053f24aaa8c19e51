import type { JsonValue } from './json.js';
import { LONGEST_TEXT } from './schema/limits.js';
import { InvalidValue } from './scim.errors.js';
import { isStorable } from './storable-text.js';

const MAX_DEPTH = 12;
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 524_288;
const MAX_NAME = 255;
/** The most names of one object. They are looked up one by one, without regard to case. */
const MAX_NAMES = 250;
/**
 * Names by which code reaches what all objects share; no schema has them, and a client that sends them means no
 * attribute.
 */
const REFUSED_NAMES = ['__proto__', 'constructor', 'prototype'];

/**
 * What a client sent, once it is sure that PostgreSQL can keep it: neither NUL nor half a character, finite numbers, and within
 * limits of depth, number and size.
 * @throws InvalidValue
 */
export function checkedJson(sent: unknown): JsonValue {
  let values = 0;
  let characters = 0;
  const check = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) throw new InvalidValue(`Values can be nested at most ${MAX_DEPTH} levels deep.`);
    if (++values > MAX_VALUES) throw new InvalidValue(`A resource can have at most ${MAX_VALUES} values.`);
    if (typeof value === 'string') {
      if (value.length > LONGEST_TEXT) throw new InvalidValue(`A value can have at most ${LONGEST_TEXT} characters.`);
      characters += checkedText(value).length;
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw new InvalidValue('A number is too large.');
    } else if (Array.isArray(value)) {
      for (const each of value) check(each, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(checkedNames(value))) {
        characters += checkedName(name).length;
        check(each, depth + 1);
      }
    } else if (typeof value !== 'boolean' && value !== null) throw new InvalidValue('The value is not JSON.');
    if (characters > MAX_CHARACTERS) throw new InvalidValue(`A resource can have at most ${MAX_CHARACTERS} characters.`);
  };
  check(sent, 0);
  return sent as JsonValue;
}

/** @throws InvalidValue for more names than one object has */
export function checkedNames<T extends object>(value: T): T {
  if (Object.keys(value).length > MAX_NAMES) throw new InvalidValue(`An object can have at most ${MAX_NAMES} names.`);
  return value;
}

/** @throws InvalidValue */
export function checkedText(text: string): string {
  if (!isStorable(text)) throw new InvalidValue('A text contains a NUL character or half a character (a lone surrogate).');
  return text;
}

function checkedName(name: string): string {
  if (name.length === 0 || name.length > MAX_NAME) throw new InvalidValue(`The name of an attribute has 1 to ${MAX_NAME} characters.`);
  if (REFUSED_NAMES.includes(name)) throw new InvalidValue(`"${name}" is not a valid name of an attribute.`);
  return checkedText(name);
}
