/** Control, format, bidirectional, zero-width and tag characters, line ends, halves of surrogate pairs, private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{DI}]/u;
const UNSEEN_OR_SPACE = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{DI}]+/gu;

/**
 * Text of a source for a reader who must not be misled by it: one line of characters that can be seen.
 * @param most characters that stay; what was cut ends in an ellipsis
 */
export function plainText(text: string, most: number): string {
  // Cut first: a source may hold megabytes, of which a few characters stay.
  const plain = text
    .slice(0, most * 4)
    .replaceAll(UNSEEN_OR_SPACE, ' ')
    .trim();
  const characters = [...plain];
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join('')}…`;
}

/** Whether a name says nothing but what can be seen. */
export function isPlain(name: string): boolean {
  return !UNSEEN.test(name);
}
