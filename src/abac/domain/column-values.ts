import type { Literal } from './data-policy.js';
import { type WrittenForm, formOf } from './written-forms.js';
import { familyOf } from './type-family.js';
import { type Said, say } from '../../shared/sentence.js';

export interface KnownColumn {
  readonly name: string;
  readonly type: string;
  /** The labels of an enumerated type, perhaps not all of them. */
  readonly values?: readonly string[] | null;
  readonly valuesCut?: boolean;
}

/** A number with more digits than a number of JavaScript holds, written out. */
export interface ExactNumber {
  readonly exact: string;
}

const TEXT = /^(?:(?:tiny|medium|long)?text|(?:national )?n?(?:var)?char(?:acter)?|enum|set)\b/i;
const INTEGER = /^(?:unsigned )?[a-z]*(?:int(?:eger|\d+)?|serial)\b/i;
/** Written so that a long run of zeros is read in linear time. */
const WRITTEN_NUMBER = /^(-?)0*([1-9]\d*|0)(?:\.(\d*[1-9]|0)0*)?$/;
/** Every engine compares as many exactly; any number of JavaScript holds 15 of them. */
const [MOST_DIGITS, SURE_DIGITS] = [38, 15];

/**
 * A value as a column of the type is compared with it. Each engine reads a text that does not fit the type in its own way: MySQL reads
 * every text without digits as 0 and an impossible day as no day, so rows that nobody meant would be shown.
 * @returns `null` if it cannot be compared
 */
export function comparable(column: KnownColumn, value: Literal): Literal | ExactNumber | null {
  const family = familyOf(column.type);
  if (family === 'number') return typeof value === 'boolean' ? null : numberFor(column.type, value);
  if (typeof value !== 'string') return family === typeof value ? value : null;
  if (family === 'boolean' || !isStorable(value)) return null;
  const form = formFor(column);
  return form === null || form.takes(value) ? value : null;
}

/** Whether a text, such as an attribute of a person, can be compared with it at all. */
export function takesTexts({ type }: KnownColumn): boolean {
  return familyOf(type) !== 'boolean';
}

/** What to write instead; empty if there is no advice. */
export function adviceFor(column: KnownColumn, value: Literal): Said | '' {
  const family = familyOf(column.type);
  if (family === 'number' && typeof value === 'number' && !isExact(value))
    return say(' A number of so many digits may have been rounded: write it as a text, such as "9007199254740993".');
  if (family === 'number') return INTEGER.test(column.type) ? say(' Write a whole number.') : '';
  if (family === 'boolean') return say(' Write true or false.');
  const form = formFor(column);
  return form === null ? '' : say(' Write {example}.', { example: form.example });
}

/** Texts, and what some engines compare as texts. */
export function isText(type: string): boolean {
  return TEXT.test(type) && !type.endsWith('[]');
}

function numberFor(type: string, value: string | number): number | ExactNumber | null {
  if (typeof value === 'number' && !isExact(value)) return null;
  const parts = WRITTEN_NUMBER.exec(typeof value === 'number' ? withoutExponent(value) : value);
  if (parts === null) return null;
  const [, sign = '', whole = '', after = ''] = parts;
  const fraction = after.replace(/^0+$/, '');
  const digits = whole.length + fraction.length;
  if (digits > MOST_DIGITS || (fraction !== '' && INTEGER.test(type))) return null;
  const exact = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  const isSure = digits <= SURE_DIGITS && !String(Number(exact)).includes('e');
  return isSure ? Number(exact) : { exact };
}

/** Whether the number is exactly what was written: JSON has numbers of any length, and JavaScript rounds long ones. */
function isExact(value: number): boolean {
  if (Number.isInteger(value)) return Number.isSafeInteger(value);
  const [digits = ''] = String(value).split('e');
  return digits.replace(/^-?0*\.?0*/, '').replace('.', '').length <= SURE_DIGITS;
}

function withoutExponent(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`;
}

/** No engine stores half a character, and most of them no NUL. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

function formFor({ type, values, valuesCut }: KnownColumn): WrittenForm | null {
  if (type.endsWith('[]')) return null;
  if (!values || valuesCut === true) return formOf(type);
  const labels = new Set(values);
  const isSet = /^set\b/i.test(type);
  return {
    takes: (text) => (isSet && text === '') || (isSet ? text.split(',') : [text]).every((one) => labels.has(one)),
    example: `one of its labels, such as ${JSON.stringify(values[0] ?? '')}`,
  };
}
