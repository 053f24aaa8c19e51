/** The one form of all spellings that an attribute with `caseExact: false` treats as equal. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
