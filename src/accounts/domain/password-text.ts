/** The longest folded text that is examined: a single character can fold to eighteen (U+FDFA). */
const LONGEST_FOLDED = 512;
const SHORTEST_NAME = 2;

/** Emoji are not separators: they are as hard to guess as letters. */
const SEPARATOR = /[\p{P}\p{Z}\p{Cc}\p{Cf}$+<=>^`|~]/u;
const SEPARATORS = new RegExp(SEPARATOR, 'gu');
const DRESSING = /[\p{N}\p{P}\p{Z}\p{Cc}\p{Cf}$+<=>^`|~]/u;

/** Only the well-known substitutions. The digit one stands for either of two letters. */
const SPELT_WITH_FIGURES: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const READINGS_OF_ONE = ['i', 'l'];

/** The same position in both strings is the same character of the password: once as it is read, once as it is typed. */
export interface Reading {
  readonly text: string;
  readonly typed: string;
}

/**
 * What is left when case, width and accents no longer matter. Letter by letter, since lower-casing a whole string turns
 * a Greek final sigma into another letter.
 */
export function folded(text: string): string {
  let result = '';
  for (const character of text.normalize('NFKD')) {
    if (!/\p{M}/u.test(character)) result += character.toUpperCase().toLowerCase();
  }
  return result.slice(0, LONGEST_FOLDED).replace(/[\uD800-\uDBFF]$/, '');
}

export function withoutSeparators(foldedText: string): string {
  return foldedText.replace(SEPARATORS, '');
}

export function separatorsIn(foldedText: string): ReadonlySet<string> {
  return new Set(foldedText.match(SEPARATORS));
}

/** Digits, spaces and punctuation: what people put around a word to make it pass. */
export function isNoLetter(character: string): boolean {
  return DRESSING.test(character);
}

export function hasLetters(foldedText: string): boolean {
  return [...foldedText].some((character) => !isNoLetter(character));
}

/** The password without separators, once as it is and once with figures read as letters ("p@ssw0rd"). */
export function readingsOf(foldedText: string): readonly Reading[] {
  const plain = withoutSeparators(foldedText);
  const readings = [{ text: plain, typed: plain }];
  if (!hasLetters(plain)) return readings;
  const typed = [...foldedText].filter((character) => character in SPELT_WITH_FIGURES || !SEPARATOR.test(character)).join('');
  const figuresRead = typed.replace(/[03457@$!]/g, (figure) => SPELT_WITH_FIGURES[figure] ?? figure);
  const texts = new Set(READINGS_OF_ONE.map((letter) => figuresRead.replaceAll('1', letter)));
  return [...readings, ...[...texts].filter((text) => text !== plain).map((text) => ({ text, typed }))];
}

/** Each name as a whole and in parts: "Delta Analytics" is also "delta" and "analytics", "olivia84" also "olivia". */
export function nameParts(names: readonly string[]): ReadonlySet<string> {
  const parts = names.flatMap((name) => {
    const text = folded(name);
    return [withoutSeparators(text), ...text.split(SEPARATORS), ...text.split(/[^\p{L}]+/u)];
  });
  return new Set(parts.filter((part) => [...part].length >= SHORTEST_NAME));
}
