import { describe, expect, it } from '@jest/globals';
import { hashReadableToken, mintReadableToken } from './readable-token.js';

describe('a readable token', () => {
  const minted = Array.from({ length: 500 }, mintReadableToken);

  it('has 24 letters of 32 in four groups, never twice the same, and each letter is in use', () => {
    expect(minted.every(({ token }) => /^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/.test(token))).toBe(true);
    expect(new Set(minted.map(({ token }) => token)).size).toBe(minted.length);
    expect(new Set(minted.flatMap(({ token }) => [...token.replaceAll('-', '')])).size).toBe(32);
  });

  it.each<[string, (token: string) => string]>([
    ['as it is', (token) => token],
    ['in upper case', (token) => token.toUpperCase()],
    ['without groups', (token) => token.replaceAll('-', '')],
    ['with spaces', (token) => ` ${token.replaceAll('-', ' ')} `],
    ['in full width', (token) => token.replaceAll(/[0-9a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0))],
    ['with the letters that look like digits', (token) => token.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('is recognised %s', (_, written) => {
    for (const { token, hash } of minted) expect(hashReadableToken(written(token))).toEqual(hash);
  });

  it.each(['', 'abc', 'u'.repeat(24), '0'.repeat(23), '0'.repeat(25), '٠'.repeat(23)])('is never %j', (text) => {
    expect(hashReadableToken(text)).toBeNull();
  });
});
