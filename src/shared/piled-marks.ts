import type { Sentence } from './sentence.js';

/** Marks of any script, such as accents; joiners between them do not begin a new pile. */
const BETWEEN = String.raw`[\u200C\u200D\u00AD]`;
/**
 * Hebrew of the Bible has up to six marks on a letter, and Tibetan stacks up to eight, all of their own script. Of the marks that belong to no
 * script, which pile up to the lines around, Vietnamese, Quranic Arabic and phonetic writing have up to four.
 */
const MOST_OF_A_SCRIPT = 8;
const MOST_OF_NO_SCRIPT = 4;
const OF_NO_SCRIPT = String.raw`(?=\p{M})\p{Script=Inherited}`;
const PILED = [
  String.raw`(?:\p{M}${BETWEEN}*){${MOST_OF_A_SCRIPT + 1}}`,
  String.raw`(?:${OF_NO_SCRIPT}(?:(?!\p{Script=Inherited})\p{M}|${BETWEEN})*){${MOST_OF_NO_SCRIPT + 1}}`,
].join('|');

/** A name whose marks stay near their letters, and off the lines around it. */
export const FEW_MARKS = new RegExp(`^(?![^]*(?:${PILED}))`, 'u');

export const TOO_MANY_MARKS: Sentence = 'Has a letter with more marks above or below it than any language writes. Take some of them away.';

const SURPLUS = new RegExp(`(${PILED})(?:\\p{M}|${BETWEEN})*`, 'gu');

/** What names sent by others keep of such piles: the letter alone. */
export function withoutPiledMarks(text: string): string {
  return text.replaceAll(SURPLUS, '');
}
