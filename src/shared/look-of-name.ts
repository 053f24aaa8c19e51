import { INVISIBLE } from './email-key.js';
import { ALIKE_LETTERS } from './look-alike-letters.js';

/**
 * Letters that a reader takes for a Latin one, in lower case, before what Unicode says of them: Cyrillic, Greek, Armenian, and Latin ones of
 * other alphabets.
 */
const LOOKS = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    ѕ: 's',
    і: 'i',
    ј: 'j',
    ԛ: 'q',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    ԝ: 'w',
    һ: 'h',
    ԁ: 'd',
    ӏ: 'l',
    г: 'r',
    п: 'n',
    к: 'k',
    т: 't',
    м: 'm',
    в: 'b',
    н: 'h',
    ү: 'y',
    ѵ: 'v',
    ҽ: 'e',
    ԍ: 'g',
    ө: 'o',
    ё: 'ë',
    ї: 'ï',
    α: 'a',
    ο: 'o',
    ν: 'v',
    ρ: 'p',
    υ: 'u',
    ι: 'i',
    κ: 'k',
    γ: 'y',
    η: 'n',
    τ: 't',
    χ: 'x',
    ω: 'w',
    σ: 'o',
    ϲ: 'c',
    ϳ: 'j',
    ε: 'e',
    β: 'b',
    ό: 'ó',
    ά: 'á',
    ί: 'í',
    ύ: 'ú',
    օ: 'o',
    ս: 'u',
    հ: 'h',
    ո: 'n',
    ց: 'g',
    զ: 'q',
    ա: 'w',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
    ɩ: 'i',
    ʟ: 'l',
    ᴏ: 'o',
  }),
);
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');
/** Scripts in which whole words can be written with letters that look Latin. */
const LATIN = /\p{Script=Latin}/u;
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Coptic}\p{Script=Cherokee}]/u;

/**
 * What two names share when a reader cannot tell them apart: spelling (NFKC, case), what is not seen (zero-width characters), white space
 * of any kind, and letters of other scripts. A key to compare by, never a text to show.
 */
export function lookOf(name: string): string {
  const seen = name.normalize('NFKC').replace(ALL_INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  return [...seen.toLowerCase().normalize('NFKC')].map((letter) => LOOKS.get(letter) ?? ALIKE_LETTERS.get(letter) ?? letter).join('');
}

/** Whether a word mixes Latin letters with those of a script that looks like it: people write so only to be mistaken for someone else. */
export function mixesLookAlikes(word: string): boolean {
  return LATIN.test(word) && LIKE_LATIN.test(word);
}
