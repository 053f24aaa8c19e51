import fc from 'fast-check';

const SURROGATES = { from: 0xd800, count: 0x800 };

/**
 * The same characters as `unit: 'binary'` of fast-check, for the same seed. That one keeps a table of all of them, which costs a
 * second of CPU and 85 MB in each process that uses it once.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count), indexOf);

/** By this fast-check shortens what fails, and writes what is often dangerous. */
function indexOf(value: unknown): number {
  const character = String(value);
  const code = character.codePointAt(0);
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('That is not one character.');
  if (code < SURROGATES.from) return code;
  if (code < SURROGATES.from + SURROGATES.count) throw new Error('That is half a character.');
  return code - SURROGATES.count;
}
