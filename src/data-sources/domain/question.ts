import { wordsOf } from './words.js';

const MOST_TERMS = 32;
/** Scripts that put no spaces between words: pairs of characters find what whole runs would not. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const FILLERS = new Set(
  wordsOf(
    `a about all am an and any are as at be been best by can could did do does each every find for from get give had has have
     how i if in into is it its list many me more most much my of on or our per please shall should show so some than that the
     their them then there these they this those to tell us was we were what when where which who whom whose why will with
     would you your der die das und oder von mit wie welche wer wo ist sind ein eine le la les des et ou qui que quel quelle
     combien el los las y de del en cual cuantos`,
  ),
);

/** The words of a question that may be words of a schema, each once, in their order, at most 32. */
export function termsOf(question: string): string[] {
  const words = wordsOf(question).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
  const telling = words.filter((word) => !FILLERS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_TERMS);
}

/** Whether a term also counts when it is only a part of a longer word, as in `custorder`. */
export function mayBePart(term: string): boolean {
  return term.length >= 4 || (term.length >= 2 && UNSPACED.test(term));
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.length <= 2 ? [word] : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
