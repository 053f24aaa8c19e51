import { describe, expect, it } from '@jest/globals';
import { png, svg, webp } from '../../../test/support/pictures.js';
import { generatedIcon, initialsOf } from './generated-icon.js';
import { LARGEST_ICON, iconTypeOf } from './icon-file.js';
import { generatedKey, newIconKey, readGeneratedKey, typeOfKey } from './icon-key.js';

/** A picture that leads to another file tells its author who looks at it. */
const OUTSIDE = [
  '<image href="http://evil.example/x.png"/>',
  "<image xlink:href = '//evil.example/x.png'/>",
  '<image href="https&#58;//evil.example/x.png"/>',
  '<use href="other.svg#a"/>',
  '<use href="data:image/svg+xml;base64,AAAA"/>',
  '<a href="http://evil.example"/>',
  '<rect fill="url(http://evil.example/x.svg#a)"/>',
  '<rect fill="url( &quot;http://evil.example/x.svg#a&quot;)"/>',
  '<rect style="fill:&#117;rl(http://evil.example/x)"/>',
  '<rect style="fill:\\75 rl(http://evil.example/x)"/>',
  '<style>@import "http://evil.example/x.css";</style>',
  '<style>@font-face { src: url(http://evil.example/x.woff) }</style>',
  '<style>a { background: image-set("http://evil.example/x" 1x) }</style>',
  '<set attributeName="href" to="http://evil.example"/>',
  '<animate attributeName="xlink:href" values="http://evil.example"/>',
  '<g xml:base="http://evil.example/"><use href="#a"/></g>',
  '<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>',
  '<h:object xmlns:h="http://www.w3.org/1999/xhtml" data="http://evil.example"/>',
  '<h:object xmlns:h="http://www.w3.org/1999/&#120;html" data="http://evil.example"/>',
  `<image id='href="#' href='http://evil.example/x.png' class='"'/>`,
  '<rect id="url(#" fill="url(http://evil.example/x.svg#a)"/>',
  '<rect fill="u\\72l(http://evil.example/x.svg#a)"/>',
  '<style>a { fill: ur<!-- -->l(http://evil.example/x) }</style>',
  '<style>@im<g/>port "http://evil.example/x.css";</style>',
  '<style a="/>"><![CDATA[@im]]>port "http://evil.example/x.css";</style>',
  '<é:script xmlns:é="http://www.w3.org/2000/svg">1</é:script>',
  '<?xml-stylesheet href="http://evil.example/x.css"?>',
];

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
    ...OUTSIDE.map((inside): [string, Buffer] => [`an SVG that leads outside: ${inside}`, svg(inside)]),
    ['an SVG in another encoding', Buffer.from('<?xml version="1.0" encoding="ISO-2022-JP"?><svg></svg>')],
  ])('does not accept %s as an icon', (_, bytes) => {
    expect(iconTypeOf(bytes)).toBeNull();
  });

  it.each([
    '<use href="#a"/>',
    '<use xlink:href=" #a"/>',
    '<rect fill="url(#a)" style="filter: url(\'#b\')"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<style>.a { fill: red }</style>',
    '<style type="text/css"><![CDATA[.a[b] { fill: red }]]></style><style/>',
    '<text>href and url, src too</text>',
    '<a id="x"><title>http://delta.example</title></a>',
  ])('accepts an SVG that refers only to itself: %s', (inside) => {
    expect(iconTypeOf(svg(inside))).toBe('image/svg+xml');
  });

  it.each(['style', 'attributename= \t', '<?xml ', 'href=', 'href="', 'url(', 'url( ', '<style a="b" ', '<style>', '<a:'])(
    'looks at each character of the largest file a few times only, also where it repeats "%s"',
    (text) => {
      const inside = text.repeat(Math.floor((LARGEST_ICON - 100) / text.length));
      const spaces = `${text}${' '.repeat(LARGEST_ICON - 100)}`;
      expect([inside, spaces].map((one) => iconTypeOf(svg(one)))).not.toContain('image/png');
    },
  );

  it('draws the same icon for the same template, and escapes its name', () => {
    expect(['Longest rivers', 'émile', '🌊', '  ', 'ß x', '<b> &'].map(initialsOf)).toEqual(['LR', 'É', '#', '#', 'SX', 'B']);
    const text = (id: number, initials: string) => Buffer.from(generatedIcon(id, initials).bytes).toString();
    expect(text(7, 'LR')).toBe(text(7, 'LR'));
    expect(text(7, 'LR')).not.toBe(text(8, 'LR'));
    expect(text(7, '<&"')).toContain('>&lt;&amp;&quot;</text>');
    expect(iconTypeOf(generatedIcon(7, 'LR').bytes)).toBe('image/svg+xml');
  });

  it('knows its own keys and no paths', () => {
    const key = newIconKey('image/webp');
    expect([typeOfKey(key), newIconKey('image/webp') === key]).toEqual(['image/webp', false]);
    expect(['', '../x.png', `../${key}`, `${key}/..`, 'a.png', key.replace('webp', 'exe')].map(typeOfKey)).toEqual(Array(6).fill(null));
    expect(readGeneratedKey(generatedKey(7, 'ÉX'))).toEqual({ templateId: 7, initials: 'ÉX' });
    expect(readGeneratedKey(key)).toBeNull();
  });
});
