import { holdsAddress } from './addresses.js';
import { clipped } from './clipped.js';
import { isNumberWord } from './number-words.js';
import type { ResultSet } from './result-set.js';
import { holdsOnly, numbersOf, numbersOfShape } from './told-numbers.js';

/** A sentence about a result, in plain text. */
export interface Sentence {
  readonly text: string;
  /** `service`: the sentence of the model is not shown, because it may not be true of the rows. */
  readonly by: 'model' | 'service';
}

const LONGEST_SENTENCE = 500;
const LONGEST_CELL = 80;
const PLACEHOLDER = /\{\{\s*([^{}]{1,140}?)\s*\}\}/g;
/** A sentence about rows needs no address and no markup. */
const SUSPICIOUS = /[{}<>`]|:\/\/|www\.|\]\(/i;
/** What may stand around a place, so that its value stays a word of its own. */
const BEFORE_PLACE = /(?:^|[\s("'„“«])$/;
const AFTER_PLACE = /^(?:$|\s|['’]s(?!\p{L})|[.,;:!?)"'“”»]+(?:\s|$))/u;
const SIGN_BEFORE = /(?:[-−–—+±~]|\b(?:minus|plus))[\s("'„“«]*$/i;
const WORD_BEFORE = /(\p{L}+)[\s-]*$/u;
const PLACES = ['first', 'last', 'min', 'max'] as const;

type Place = (typeof PLACES)[number];

/**
 * The sentence of a model about a result, with values in its placeholders.
 * @param sawRows whether it saw the rows: if not, every number of its own is a guess
 * @returns `null` for what is not to be shown
 */
export function sentenceOf(words: string, result: ResultSet, sawRows: boolean): Sentence | null {
  const template = clipped(words, LONGEST_SENTENCE);
  const known = sawRows ? numbersOf(result) : numbersOfShape(result);
  const own = template.replaceAll(PLACEHOLDER, ' ');
  if (template === '' || template.endsWith('…') || SUSPICIOUS.test(own) || !holdsOnly(own, known)) return null;
  const isColumn = (name: string): boolean => result.columns.some((column) => column.name === name);
  if (holdsAddress(own, isColumn) || !standsApart(template)) return null;
  let isWhole = true;
  const text = template.replaceAll(PLACEHOLDER, (_: string, place: string) => {
    const value = valueAt(place, result);
    if (value === null) isWhole = false;
    return value ?? '';
  });
  // Two values side by side may read as a third one.
  return isWhole && holdsOnly(text, numbersOf(result)) ? { text, by: 'model' } : null;
}

/** Whether no text beside a place turns its value into another one. */
function standsApart(template: string): boolean {
  return [...template.matchAll(PLACEHOLDER)].every(({ 0: place, index }) => {
    const [before, after] = [template.slice(0, index), template.slice(index + place.length)];
    const [, word = ''] = WORD_BEFORE.exec(before) ?? [];
    return BEFORE_PLACE.test(before) && AFTER_PLACE.test(after) && !SIGN_BEFORE.test(before) && !isNumberWord(word);
  });
}

/** A sentence without a model: in German if the question seems to be German, otherwise in English. */
export function plainSentence(question: string, { rows, columns, isTruncated }: ResultSet): Sentence {
  const isGerman = /\b(welche[rsnm]?|wie|viele|der|die|das|und|nach|zeige?|gibt|liegen|hat|sind|mit|von|je)\b/i.test(question);
  const [row, another] = rows;
  const [column, further] = columns;
  if (row !== undefined && another === undefined && column !== undefined && further === undefined)
    return { text: `${clipped(column.name, LONGEST_CELL)}: ${shown(row[0] ?? null)}`, by: 'service' };
  const count = rows.length;
  const noun = isGerman ? (count === 1 ? 'Zeile' : 'Zeilen') : count === 1 ? 'row' : 'rows';
  const cut = isGerman ? 'Das Ergebnis ist abgeschnitten.' : 'The result is cut off.';
  return { text: `${count} ${noun}.${isTruncated ? ` ${cut}` : ''}`, by: 'service' };
}

/** `row_count`, or a column by its name or number with one of its places: `name:first`, `2:max`. */
function valueAt(place: string, { rows, columns, isTruncated }: ResultSet): string | null {
  if (place === 'row_count') return String(rows.length);
  const at = place.lastIndexOf(':');
  const [name, which] = [place.slice(0, at), place.slice(at + 1)];
  const named = columns.flatMap((column, index) => (column.name === name ? [index] : []));
  const [index, twin] = named.length > 0 ? named : /^[1-9]\d{0,3}$/.test(name) ? [Number(name) - 1] : [];
  if (index === undefined || twin !== undefined || index >= columns.length || !isPlace(which)) return null;
  // If the result is cut off, these could be wrong.
  if (isTruncated && which !== 'first') return null;
  const cells = rows.map((row) => row[index] ?? null);
  const cell = which === 'first' ? cells[0] : which === 'last' ? cells.at(-1) : extreme(cells, which);
  return cell === undefined || cell === null ? null : shown(cell);
}

function isPlace(text: string): text is Place {
  return (PLACES as readonly string[]).includes(text);
}

/** Only for numbers: the order of texts depends on the language. */
function extreme(cells: readonly (string | number | boolean | null)[], which: 'min' | 'max'): string | number | undefined {
  const numbers = cells.filter((cell) => cell !== null && cell !== '' && Number.isFinite(Number(cell)));
  if (numbers.length === 0 || numbers.length < cells.filter((cell) => cell !== null).length) return undefined;
  const sorted = [...numbers].sort((one, other) => Number(one) - Number(other));
  const found = which === 'min' ? sorted[0] : sorted.at(-1);
  return typeof found === 'boolean' ? undefined : (found ?? undefined);
}

function shown(cell: string | number | boolean | null): string {
  return cell === null ? '–' : clipped(String(cell), LONGEST_CELL);
}
