import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashToken, mintToken } from './one-time-token.js';

describe('a one-time token', () => {
  it('is 32 random bytes in base64url and found again by its hash', () => {
    const { token, hash } = mintToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(hash).toEqual(createHash('sha256').update(token, 'ascii').digest());
    expect(hashToken(token)).toEqual(hash);
  });

  it('never repeats and never fails its own shape check', () => {
    const minted = Array.from({ length: 2000 }, mintToken);
    expect(new Set(minted.map(({ token }) => token)).size).toBe(2000);
    expect(minted.every(({ token, hash }) => hashToken(token)?.equals(hash))).toBe(true);
  });

  it('has one text only: the spare bits of the last letter must be zero', () => {
    const bytes = Buffer.alloc(32, 0xff);
    const token = bytes.toString('base64url');
    const alias = `${token.slice(0, -1)}9`;
    expect(Buffer.from(alias, 'base64url')).toEqual(bytes);
    expect(hashToken(token)).not.toBeNull();
    expect(hashToken(alias)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['a letter less', 'A'.repeat(42)],
    ['a letter more', 'A'.repeat(44)],
    ['padding', `${'A'.repeat(43)}=`],
    ['the other alphabet', `+${'A'.repeat(42)}`],
    ['a line end', `${'A'.repeat(43)}\n`],
    ['a leading space', ` ${'A'.repeat(42)}`],
    ['a letter outside ASCII', `${'A'.repeat(42)}\u{ff21}`],
  ])('is refused with %s', (_, text) => {
    expect(hashToken(text)).toBeNull();
  });

  it('is accepted exactly when decoding and encoding give the text back', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'AQgw09-_+/= '), minLength: 42, maxLength: 44 });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string()), (text) => {
        const bytes = Buffer.from(text, 'base64url');
        expect(hashToken(text) !== null).toBe(bytes.length === 32 && bytes.toString('base64url') === text);
      }),
      { numRuns: 2000 },
    );
  });
});
