import { numbersInWords, scaleOf } from './number-words.js';
import type { ResultSet } from './result-set.js';

/** The numbers that a sentence may hold. */
export interface KnownNumbers {
  readonly values: readonly number[];
  /** Words that hold digits, such as `km2`, in lower case. */
  readonly words: ReadonlySet<string>;
}

/** A number, the spaces or signs that group its digits, and what multiplies it. */
const NUMBER =
  /(?<![\p{L}\p{N}_.,])([-−–]?)(\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?:[ \u00a0\u202f-]?([\p{L}]+)\.?)?/gu;
const WORD_WITH_DIGITS = /[\p{L}_][\p{L}\p{N}_]*\d[\p{L}\p{N}_]*/gu;
const OTHER_DIGITS = /(?<!\p{L})[²³]|[^\P{N}0-9²³]/u;
const WORD = /[\p{L}\p{N}]+/gu;

/** The numbers in the rows of a result, and the number of rows. */
export function numbersOf({ rows, columns }: ResultSet): KnownNumbers {
  const values: number[] = [rows.length];
  const words = new Set<string>();
  for (const cell of rows.flat()) {
    if (typeof cell === 'number') values.push(cell);
    if (typeof cell !== 'string') continue;
    if (/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(cell)) values.push(Number(cell));
    for (const [digits] of cell.matchAll(/\d+/g)) values.push(Number(digits));
    values.push(...numbersInWords(cell));
    addWords(words, cell);
  }
  for (const { name } of columns) addWords(words, name);
  return { values, words };
}

/** What is known without the rows: their number, and the names of their columns. */
export function numbersOfShape({ rows, columns }: ResultSet): KnownNumbers {
  const words = new Set<string>();
  for (const { name } of columns) addWords(words, name);
  return { values: [rows.length], words };
}

/** Whether a sentence holds only these numbers; a number that cannot be read for certain does not pass. */
export function holdsOnly(sentence: string, { values, words }: KnownNumbers): boolean {
  if (OTHER_DIGITS.test(sentence)) return false;
  const withDigits = [...sentence.matchAll(WORD_WITH_DIGITS)].map(([word]) => word.toLowerCase());
  if (withDigits.some((word) => !words.has(word))) return false;
  const plain = sentence.replaceAll(WORD_WITH_DIGITS, ' ');
  const found = [...plain.matchAll(NUMBER)];
  if (/\d/.test(plain.replaceAll(NUMBER, ' '))) return false;
  const isKnown = found.every(([, sign = '', digits = '', unit]) =>
    readingsOf(digits, scaleOf(unit)).some((reading) => isAmong(values, sign === '' ? reading : negated(reading))),
  );
  const said = numbersInWords(plain.replaceAll(NUMBER, ' ; '));
  return isKnown && said.every((number) => values.includes(number));
}

interface Reading {
  readonly value: number;
  /** The unit of its last digit. */
  readonly unit: number;
}

/** `2.850` and `2,850` are two thousand in one country, and two and a bit in another. */
function readingsOf(digits: string, scale: number): Reading[] {
  const text = digits.replaceAll(/[ \u00a0\u202f'’]/g, '');
  const isGrouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  const [first] = text.match(/[.,]/) ?? [];
  const grouped = isGrouped ? text.replaceAll(first ?? '', '').replace(',', '.') : undefined;
  const decimal = /^\d+(?:[.,]\d+)?$/.test(text) ? text.replace(',', '.') : undefined;
  return [grouped, decimal]
    .filter((one) => one !== undefined)
    .map((one) => ({ value: Number(one) * scale, unit: scale / 10 ** (one.split('.')[1]?.length ?? 0) }));
}

function negated({ value, unit }: Reading): Reading {
  return { value: -value, unit };
}

/** Compares rounded values if it has fewer digits than the known number. */
function isAmong(values: readonly number[], { value, unit }: Reading): boolean {
  return values.some((known) => {
    const isRounded = unit !== 1 || !Number.isInteger(known);
    return known === value || (isRounded && Math.abs(known - value) <= unit / 2);
  });
}

function addWords(words: Set<string>, text: string): void {
  for (const [word] of text.toLowerCase().matchAll(WORD)) words.add(word);
  for (const [word] of text.toLowerCase().matchAll(WORD_WITH_DIGITS)) words.add(word);
}
