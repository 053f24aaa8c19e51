const LONGEST_NAME = 60;

/** A name for a file from what a person has called it: letters and digits of any script. */
export function fileNameOf(words: string, otherwise: string): string {
  const name = words
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? otherwise : name;
}
