import { describe, expect, it } from '@jest/globals';
import { hashReadableToken, mintReadableToken } from './readable-token.js';
import { typedCode } from './typed-code.js';

describe('a code as people type and paste it', () => {
  it.each([
    ['spaces', ' 123\u00A0456\n'],
    ['a hyphen', '123-456'],
    ['an en dash', '123–456'],
    ['a minus', '123−456'],
    ['full width', '１２３４５６'],
    ['Arabic digits', '١٢٣٤٥٦'],
    ['Persian digits', '۱۲۳ ۴۵۶'],
    ['Devanagari digits', '१२३४५६'],
    ['bold digits', '𝟏𝟐𝟑𝟒𝟓𝟔'],
    ['zero-width characters', '\u200B123\u200E456\uFEFF'],
  ])('may have %s', (_, text) => {
    expect(typedCode(text)).toBe('123456');
  });

  it('counts in every script from 0 to 9', () => {
    const digits = Array.from({ length: 0x30000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code)));
    const read = digits.filter((one) => /\p{Nd}/u.test(one)).map(typedCode);
    expect(read.length).toBeGreaterThan(600);
    expect(read.join('')).toMatch(/^(?:0123456789)+$/);
  });

  it.each(['123.456', '123,456', '12345६x', '½23456', '²23456', '12/3456'])('is not made of %s', (text) => {
    expect(text.length === 6 && typedCode(text) === '123456').toBe(false);
  });

  it('may be a recovery code with other dashes', () => {
    const { token, hash } = mintReadableToken();
    for (const text of [token.replaceAll('-', '–'), token.replaceAll('-', '\u2011'), `\u200B${token}`])
      expect(hashReadableToken(text)).toEqual(hash);
  });
});
