import { emailKeyOf } from './email-key.js';

const BETWEEN = /[^\p{L}\p{M}\p{N}]+/u;
/** Names have few words; the rest of a longer search would only cost the database time. */
const MOST_SOUGHT = 8;

function wordsIn(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(BETWEEN)
    .filter((word) => word !== '');
}

/** Without accents of Latin, Greek and Cyrillic letters; the marks of other scripts are letters. */
function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFKC');
}

/** The words of a person's name as they are stored for a search: in lower case, and without accents, which a search may leave out. */
export function nameWordsOf(text: string): string {
  return wordsIn(text).map(plain).join(' ');
}

/**
 * What a search for people looks for: each word, in any order, must begin a word of the name, the username or the address. Those two keep
 * their accents, so a word is looked for as it is written and without them.
 */
export function soughtWords(search: string): readonly (readonly string[])[] {
  // An address is looked for in the form in which it is kept, however its domain is spelt.
  const words = [...new Set(wordsIn(emailKeyOf(search) ?? search))].slice(0, MOST_SOUGHT);
  return words.map((word) => [...new Set([word, plain(word)])].filter((form) => form !== ''));
}
