import { describe, expect, it } from '@jest/globals';
import { png, svg, webp } from '../../../test/support/pictures.js';
import { generatedIcon, initialsOf } from './generated-icon.js';
import { iconTypeOf } from './icon-file.js';
import { generatedKey, newIconKey, readGeneratedKey, typeOfKey } from './icon-key.js';

describe('icon files', () => {
  it('says what the bytes are', () => {
    expect([png(), webp(), svg(), Buffer.from('\ufeff<svg/>')].map(iconTypeOf)).toEqual([
      'image/png',
      'image/webp',
      'image/svg+xml',
      'image/svg+xml',
    ]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a page', Buffer.from('<html><svg></svg></html>')],
    ['a GIF', Buffer.from('GIF89a')],
    ['half a PNG', png().subarray(0, 30)],
    ['a signature only', png().subarray(0, 8)],
    ['an empty PNG', png(0, 16)],
    ['a PNG as a bomb', png(100_000, 100_000)],
    ['a WebP that is cut', webp().subarray(0, 22)],
    ['a WebP with a page behind it', Buffer.concat([webp(), Buffer.from('<html>')])],
    ['another RIFF', Buffer.from('RIFF\x0c\0\0\0WAVEfmt \0\0\0\0')],
    ['an SVG that is cut', Buffer.from('<svg><g>')],
    ['an SVG in UTF-16', Buffer.from('<svg></svg>', 'utf16le')],
    ['an SVG with a script', svg('<script>alert(1)</script>')],
    ['an SVG with a handler', svg('<g onload = "alert(1)"/>')],
    ['an SVG with a link that runs', svg('<a href="javascript:alert(1)"/>')],
    ['an SVG with a page in it', svg('<foreignObject/>')],
    ['an SVG with entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
    ['an SVG with NUL', svg('\0')],
  ])('takes %s for no icon', (_, bytes) => {
    expect(iconTypeOf(bytes)).toBeNull();
  });

  it('draws the same icon for the same template, and escapes what it is called', () => {
    expect(['Longest rivers', 'émile', '🌊', '  ', 'ß x', '<b> &'].map(initialsOf)).toEqual([
      'LR',
      'É',
      '#',
      '#',
      'SX',
      'B',
    ]);
    const text = (id: number, initials: string) => Buffer.from(generatedIcon(id, initials).bytes).toString();
    expect(text(7, 'LR')).toBe(text(7, 'LR'));
    expect(text(7, 'LR')).not.toBe(text(8, 'LR'));
    expect(text(7, '<&"')).toContain('>&lt;&amp;&quot;</text>');
    expect(iconTypeOf(generatedIcon(7, 'LR').bytes)).toBe('image/svg+xml');
  });

  it('knows its own keys and no paths', () => {
    const key = newIconKey('image/webp');
    expect([typeOfKey(key), newIconKey('image/webp') === key]).toEqual(['image/webp', false]);
    expect(['', '../x.png', `../${key}`, `${key}/..`, 'a.png', key.replace('webp', 'exe')].map(typeOfKey)).toEqual(
      Array(6).fill(null),
    );
    expect(readGeneratedKey(generatedKey(7, 'ÉX'))).toEqual({ templateId: 7, initials: 'ÉX' });
    expect(readGeneratedKey(key)).toBeNull();
  });
});
