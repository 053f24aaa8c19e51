/** Dashes of every kind, and the minus that some keyboards have instead. */
const SEPARATORS = /[\s\p{Pd}\u2212\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** A code as a person typed or pasted it: in ASCII digits, and without spaces, dashes and what is not seen. */
export function typedCode(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(SEPARATORS, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** Digits stand in sets of ten, from 0 to 9; some sets follow each other (Unicode section 4.6). */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
