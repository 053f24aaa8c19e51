import { runCuts, runLengths } from './password-runs.js';
import { cheapestSpelling, type Margins } from './password-spelling.js';
import { hasLetters, isNoLetter, type Reading, separatorsIn, withoutSeparators } from './password-text.js';

const REPEATED_UNIT = { min: 2, max: 20 };
const SHORTEST_REMAINDER = 3;
const WORD = { min: 3, max: 20 };
/**
 * Two words from a list of fifty thousand are about thirty bits, which attackers can guess. Three are beyond their
 * lists, and refusing them would refuse honest passphrases.
 */
const WORDS_AN_ATTACKER_COMBINES = 2;
/** A telephone number, or a date; people do not append more digits than that by habit. */
const LONGEST_DRESSING = 10;
const YEAR = /^(?:19|20)\d\d/;

/** Whether fewer than `minimum` characters are left once runs and repetitions of earlier text are taken away. */
export function isRepetitive(foldedText: string, minimum: number): boolean {
  if (isSpeltWithFewer(minimum, foldedText)) return true;
  const compact = withoutSeparators(foldedText);
  const left = minimum - separatorsIn(foldedText).size;
  // "aabbccdd" is as predictable as "abcd".
  return isSpeltWithFewer(left, compact) || isSpeltWithFewer(left, compact.replace(/(.)\1+/gu, '$1'));
}

/** Only names, digits, runs and separators. */
export function isMadeOfNames({ text, typed }: Reading, names: ReadonlySet<string>): boolean {
  const runs = runLengths(text);
  const price = cheapestSpelling(text.length, 0, { head: 0, tail: text.length }, (at, offer) => {
    if (isNoLetter(typed.charAt(at))) offer(1, 0, false);
    for (const length of runCuts(runs[at] ?? 0)) offer(length, 0, false);
    for (const name of names) if (text.startsWith(name, at)) offer(name.length, 0, true);
  });
  return price === 0;
}

/**
 * A common password, or two of them, or one with a name or a stray character, dressed up with digits and punctuation.
 */
export function isMadeOfCommonWords(reading: Reading, names: ReadonlySet<string>, isCommon: (candidate: string) => boolean): boolean {
  const { text, typed } = reading;
  const letters = hasLetters(typed);
  const margins = letters ? dressingOf(typed) : { head: 0, tail: text.length };
  if (isCommon(text.slice(margins.head, margins.tail))) return true;
  const runs = runLengths(text);
  const price = cheapestSpelling(text.length, WORDS_AN_ATTACKER_COMBINES, margins, (at, offer) => {
    offer((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1, 1, !letters);
    for (const length of runCuts(runs[at] ?? 0)) offer(length, 0, !letters);
    if (YEAR.test(text.slice(at, at + 4))) offer(4, letters ? 0 : 1, !letters);
    for (const name of names) if (text.startsWith(name, at)) offer(name.length, 1, false);
    for (let length = WORD.min; length <= Math.min(WORD.max, text.length - at); length += 1) {
      const word = text.slice(at, at + length);
      if (!isCommon(word)) continue;
      const isRepeated = text.indexOf(word) < at;
      offer(length, isRepeated ? 0 : 1, !letters || isTelling(typed.slice(at, at + length)));
    }
  });
  return price <= WORDS_AN_ATTACKER_COMBINES;
}

function isSpeltWithFewer(minimum: number, text: string): boolean {
  const runs = runLengths(text);
  const price = cheapestSpelling(text.length, minimum - 1, { head: 0, tail: text.length }, (at, offer) => {
    offer((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1, 1, true);
    for (const length of runCuts(runs[at] ?? 0)) offer(length, 1, true);
    for (let size = REPEATED_UNIT.min; size <= Math.min(REPEATED_UNIT.max, at); size += 1) {
      if (text[at - size] !== text[at]) continue;
      // The end of the password may cut off the last repetition, unless that leaves too little to tell it from chance.
      const length = Math.min(size, text.length - at);
      if (length < Math.min(size, SHORTEST_REMAINDER)) continue;
      if (text.startsWith(text.slice(at - size, at - size + length), at)) offer(length, 0, true);
    }
  });
  return price < minimum;
}

/** Three letters or more, so that neither a date on the list nor a figure read as a letter makes a password common. */
function isTelling(typed: string): boolean {
  return [...typed].filter((character) => !isNoLetter(character)).length >= 3;
}

function dressingOf(typed: string): Margins {
  let head = 0;
  while (isNoLetter(typed.charAt(head))) head += 1;
  let tail = typed.length;
  while (isNoLetter(typed.charAt(tail - 1))) tail -= 1;
  return { head: Math.min(head, LONGEST_DRESSING), tail: Math.max(tail, typed.length - LONGEST_DRESSING) };
}
