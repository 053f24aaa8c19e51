import { describe, expect, it } from '@jest/globals';
import { length as isLength } from 'class-validator';
import { DISPLAY_NAME, asName, shortName } from './display-name.js';

describe('a name', () => {
  it.each([
    ['Persian', 'نرم\u200Cافزار'],
    ['Sinhala', 'ශ්\u200Dරී ලංකා'],
    ['Hindi', 'क्\u200Dष और क्\u200Cष'],
    ['a family', '👩\u200D👩\u200D👧'],
    ['a profession with a colour of skin', '👩🏽\u200D💻 team'],
    ['a heart that joins', '❤\uFE0F\u200D🔥'],
    ['the flag of England', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['soft hyphens', 'Donau\u00ADdampf\u00ADschiff'],
    ['a letter and a filler', 'a\u3164'],
    ['a sign alone', '→'],
  ])('may hold %s', (_, name) => {
    expect(DISPLAY_NAME.test(name)).toBe(true);
    expect(asName(name)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \u00A0\u2003'],
    ['a filler of Hangul', '\u3164'],
    ['another', '\uFFA0\u115F\u1160'],
    ['an empty pattern of Braille', '\u2800 \u2800'],
    ['a null note', '\u{1D159}'],
    ['a variation selector', '\uFE0F'],
    ['joiners alone', '\u200C\u200D'],
    ['a soft hyphen alone', '\u00AD'],
    ['a joiner between Latin letters', 'De\u200Dlta'],
    ['a joiner at the beginning', '\u200Dنرم'],
    ['a joiner after a digit', '1\u200D2'],
    ['a soft hyphen at the end', 'Donau\u00AD'],
    ['a tag without a flag', 'a\u{E0067}'],
    ['a zero-width space', 'De\u200Blta'],
    ['a turn of direction', 'a\u202Eb'],
    ['a line break', 'a\nb'],
    ['half a character', 'a\uD800'],
    ['private use', 'a\uE000'],
  ])('may not be %s', (_, name) => {
    expect(DISPLAY_NAME.test(name)).toBe(false);
  });

  it('in a list is short, and has no spaces around it', () => {
    const names = ['نرم\u200Cافزار', 'a b', 'a'.repeat(50)].map((name) => shortName(50).test(name));
    const others = ['', ' a', 'a ', '\u3164', 'a'.repeat(51), 'a\u200Bb'].map((name) => shortName(50).test(name));
    expect([names, others]).toEqual([Array(3).fill(true), Array(6).fill(false)]);
  });

  it('takes no time with a long text of tags: it looks back a few characters only, and reads no text that is too long', () => {
    const tags = (count: number) => `🏴${'\u{E0067}'.repeat(count)}\u{E007F}`;
    expect([6, 7, 260_000].map((count) => DISPLAY_NAME.test(tags(count)))).toEqual([true, false, false]);
    expect(asName(tags(7))).toBe(`🏴${'\u{E0067}'.repeat(7)}`);
  });

  it('may have 100 characters, however each is written', () => {
    const names = ['a', '😀', '😀\uFE0F'].map((character) => character.repeat(100));
    expect(names.map((name) => [isLength(name, 1, 100), DISPLAY_NAME.test(name)])).toEqual(Array(3).fill([true, true]));
    expect(DISPLAY_NAME.test('a'.repeat(201))).toBe(false);
  });
});
