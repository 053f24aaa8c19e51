import { describe, expect, it } from '@jest/globals';
import { lookOf, mixesLookAlikes } from './look-of-name.js';

describe('names that look alike', () => {
  it.each([
    ['a Cyrillic letter', '\u0430dam', 'adam'],
    ['only Cyrillic letters', '\u0441\u043e\u0441\u043e', 'coco'],
    ['a Greek letter', '\u03bflivia', 'olivia'],
    ['capitals of another script', '\u0421\u041e\u0421\u041e', 'coco'],
    ['a space at the end', 'Team ', 'team'],
    ['a no-break space', 'Team\u00a0A', 'team a'],
    ['a zero-width space', 'Te\u200bam', 'team'],
    ['a zero-width joiner', 'Te\u200dam', 'team'],
    ['full-width letters', '\uff34\uff45\uff41\uff4d', 'team'],
    ['Coptic letters', '\u2ca5\u2c9f\u2ca5\u2c9f', 'coco'],
    ['letters of Lisu', '\ua4da\ua4f3\ua4da\ua4f3', 'coco'],
    ['Katakana for Han', '\u5de5\u529b', lookOf('\u30a8\u30ab')],
    ['spaces in a row', 'Team   A', 'team a'],
  ])('are one by %s', (_, name, look) => {
    expect(lookOf(name)).toBe(look);
  });

  it.each([
    ['team', 'teams'],
    ['l1', 'll'],
    ['\u041e\u0442\u0434\u0435\u043b', 'Otdel'],
    ['\u55b6\u696d', '\u55b6\u696d\u90e8'],
    ['jose', 'jos\u00e9'],
  ])('are not %s and %s', (one, other) => {
    expect(lookOf(one)).not.toBe(lookOf(other));
  });

  it.each([
    [true, '\u0430dam'],
    [true, '\u03bflivia'],
    [false, 'adam'],
    [false, '\u0430\u0434\u0430\u043c'],
    [false, '\u7530\u4e2dtanaka'],
    [false, 'jos\u00e9'],
  ])('mix scripts: %s for %s', (expected, word) => {
    expect(mixesLookAlikes(word)).toBe(expected);
  });
});
