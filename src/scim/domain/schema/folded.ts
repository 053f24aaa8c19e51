/** The one form of all the spellings that an attribute with `caseExact: false` takes for the same. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
