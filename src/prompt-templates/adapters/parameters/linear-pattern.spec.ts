import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LinearPattern } from './linear-pattern.js';

const PATTERNS = [
  '',
  'a',
  '^a',
  'a$',
  '^$',
  '^(?:ab|a)(c|bcd)$',
  '^(a*)*$',
  '^(a|b)*?c+?$',
  'a{2}',
  '^a{2,}$',
  '^a{1,3}b?$',
  '^(?:a{2}|b){2,3}$',
  '\\bab\\b',
  'a\\Bb',
  '^[^a-b]+$',
  '^[\\]a-]+$',
  '^.$',
  '^\\p{L}+$',
  '^\\u{1F30A}|\\uD83C\\uDF0A$',
  '^\\x61\\u0062\\cJ?$',
  '^(?<year>\\d{4})-(?<month>\\d\\d)$',
  '(|a)b||c',
  '\\.\\$\\^\\/',
  '(?:^a|b$)+',
];

describe('a pattern that is matched in linear time', () => {
  it.each(PATTERNS)('finds what the engine of the language finds: %s', (source) => {
    const own = new LinearPattern(source);
    const engine = new RegExp(source, 'u');
    const characters = fc.constantFrom('a', 'b', 'c', 'd', ']', '-', ' ', '\n', '4', '.', '$', '^', '/', 'é', '🌊', '𝔸');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 12 }), (text) => {
        expect(own.test(text)).toBe(engine.test(text));
      }),
      { numRuns: 300 },
    );
    for (const text of ['2024-11', '🌊', 'ab\n', 'abcd', '.$^/']) expect(own.test(text)).toBe(engine.test(text));
  });

  it.each([
    ['(', 'Must be a regular expression.'],
    ['\\', 'Must be a regular expression.'],
    ['a**', 'Must be a regular expression.'],
    ['(?=a)b', 'Must not look ahead or behind.'],
    ['a(?!b)', 'Must not look ahead or behind.'],
    ['(?<=a)b', 'Must not look ahead or behind.'],
    ['(?<!a)b', 'Must not look ahead or behind.'],
    ['(a)\\1', 'Must not refer back to a group.'],
    ['(?<x>a)\\k<x>', 'Must not refer back to a group.'],
    ['a{2000}', 'Must be simpler: it repeats too much.'],
    ['((a{40}){40}){40}', 'Must be simpler: it repeats too much.'],
    ['(((){9999999}){9999999}){9999999}', 'Must be simpler: it repeats too much.'],
    ['(){0,99999999999999999999}', 'Must be simpler: it repeats too much.'],
  ])('refuses %s', (source, message) => {
    expect(() => new LinearPattern(source)).toThrow(message);
  });

  it('answers where going back would take longer than the universe lasts', () => {
    for (const source of ['^(a|a)*b$', '^(a+)+b$', '^(a|aa)+b$', '^(.*)*(.*)*(.*)*b$', '(a?){100}a{100}b']) {
      expect(new LinearPattern(source).test('a'.repeat(1_000))).toBe(false);
    }
  });
});
