/** Control, format, bidirectional, zero-width and tag characters, line ends, halves of surrogate pairs, private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{DI}]/u;
const UNSEEN_OR_SPACE = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{DI}]+/gu;

/**
 * Makes a text of a source safe to read: one line of visible characters, which cannot mislead a reader.
 * @param most characters that stay; a text that was cut ends in an ellipsis
 */
export function plainText(text: string, most: number): string {
  // Cut first: the text may have megabytes, and only a few characters stay.
  const plain = text
    .slice(0, most * 4)
    .replaceAll(UNSEEN_OR_SPACE, ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join('')}…`;
}

/** Whether all characters of a name are visible. */
export function isPlain(name: string): boolean {
  return !UNSEEN.test(name);
}
