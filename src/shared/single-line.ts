/** Characters that could end a header line, or turn the reading direction after a name in a subject. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For the parts of a subject that people chose, such as names. */
export function singleLine(text: string): string {
  return text.replace(UNFIT, ' ').trim();
}

export function isSingleLine(text: string): boolean {
  return !LINE_BREAKING.test(text);
}
