import { SYNONYMS } from './synonyms.js';
import { wordsOf } from '../../shared/words.js';

const MOST_TERMS = 32;
/** Longer questions get fewer synonyms and abbreviations, because they have enough words of their own. */
const MOST_NEEDLES = 96;
/** Scripts that put no spaces between words. Their runs are searched as pairs of characters, because a whole run would find nothing. */
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

/** A text that is searched in the words of a schema for a word of the question. */
export interface Needle {
  /** The index of the word of the question that it stands for. */
  readonly term: number;
  readonly word: string;
  /** The part of the word that its other forms share: `ship` of `shipped`. */
  readonly stem: string;
  /** 1 for the word itself, less for another word that means the same. */
  readonly weight: number;
  /** `whole`: matches only whole words, and only in names of relations; `edge`: also the beginning or end of a longer word; `part`: anywhere. */
  readonly reach: 'whole' | 'edge' | 'part';
}

const SYNONYM = 0.6;
const ABBREVIATION = 0.7;

/** The words of a question that may occur in a schema: each once, in their order, at most 32. */
export function termsOf(question: string): string[] {
  const words = wordsOf(question).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
  const telling = words.filter((word) => !FILLERS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, MOST_TERMS);
}

export function needlesOf(terms: readonly string[]): Needle[] {
  const own = terms.map((word, term): Needle => ({ term, word, stem: stemOf(word), weight: 1, reach: reachOf(word) }));
  const known = new Set(terms);
  const others = terms.flatMap((word, term) => [
    ...synonymsOf(word)
      .filter((other) => !known.has(other))
      .map((other): Needle => ({ term, word: other, stem: other, weight: SYNONYM, reach: reachOf(other) })),
    ...abbreviationsOf(word).map((short): Needle => ({
      term,
      word: short,
      stem: short,
      weight: ABBREVIATION,
      reach: 'whole',
    })),
  ]);
  return [...own, ...others].slice(0, MOST_NEEDLES);
}

/** The word without an ending that makes another form of it, as in `payment`, `paying` and `payer` of `pay`. */
function stemOf(word: string): string {
  if (UNSPACED.test(word)) return word;
  let stem = word;
  for (const ending of [/(ed|ing|y)$/, /(er|or|ment|al|ion|e)$/]) {
    const shorter = stem.replace(ending, '').replace(/([bdgklmnprt])\1$/, '$1');
    if (shorter.length >= 4) stem = shorter;
  }
  return stem;
}

function reachOf(word: string): Needle['reach'] {
  const { length } = word;
  if (length >= 4 || (length >= 2 && UNSPACED.test(word))) return 'part';
  return length === 3 ? 'edge' : 'whole';
}

function synonymsOf(word: string): readonly string[] {
  return SYNONYMS.get(word) ?? [];
}

/** How old schemas abbreviate a word: by its beginning, or by leaving out its vowels. */
function abbreviationsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [];
  const bare = `${word.charAt(0)}${word.slice(1).replaceAll(/[aeiou]/g, '')}`;
  const short = [word.slice(0, 3), word.slice(0, 4), bare, bare.slice(0, 3)];
  return [...new Set(short)].filter((one) => one.length >= 2 && one !== word);
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.length <= 2 ? [word] : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
