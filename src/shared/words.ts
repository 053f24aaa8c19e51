const SPLIT = /[\p{Lu}]+(?![\p{Ll}])|[\p{Lu}]?[\p{Ll}\p{Lo}\p{Lm}]+|\p{N}+/gu;

const MOST_CHARACTERS = 2_000;

/**
 * The words of a name or a comment, for search and ranking: `CustomerOrders_v2` is `customer order v 2`. They are in lower case, without
 * accents, and without the English plural, which names of tables often have and questions often lack.
 */
export function wordsOf(text: string): string[] {
  // A comment can have any length. The text after its first page says no more about the subject.
  const plain = text.slice(0, MOST_CHARACTERS).normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return (plain.match(SPLIT) ?? []).map((word) => singular(word.toLowerCase()));
}

/** The singular of an English word in lower case, as far as its ending tells. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
