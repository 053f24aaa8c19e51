import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainText } from '../../shared/plain-text.js';
import { commentText, literal, quoted, shortTypeText } from './sql-text.js';

describe('text of a source in SQL', () => {
  it.each([
    ['plain', '"plain"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', 'U&"two\\000alines"'],
    ['back\\slash\u202e', 'U&"back\\\\slash\\202e"'],
    ['tag\u{e0041}', 'U&"tag\\+0e0041"'],
  ])('quotes the name %j exactly, as %s', (name, expected) => {
    expect(quoted(name, 'postgresql')).toBe(expected);
  });

  it.each([
    ['character varying(255)', 'varchar'],
    ['character varying[]', 'varchar[]'],
    ['numeric(12,2)[]', 'numeric[]'],
    ['timestamp(3) without time zone', 'timestamp'],
    ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMPtz'],
    ['int(10) unsigned', 'int unsigned'],
    ['tinyint(1)', 'tinyint(1)'],
    ["enum('a(2)','b')", "enum('a(2)','b')"],
    ['"my(2)type"', '"my(2)type"'],
    ['x-(2)-y', 'x-(2)-y'],
    ['a -(2)-- b', 'a -(2)- - b'],
  ])('writes the type %j in short as %s', (type, expected) => {
    expect(shortTypeText(type)).toBe(expected);
  });

  it('quotes names of MySQL in backticks', () => {
    expect(quoted('a`b\nc', 'mysql')).toBe('`a``b c`');
  });

  it('can neither end nor begin a comment', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('-', '*', '/', '\n', 'a', ' ', '\u2028', '\u200b'), maxLength: 40 }), (text) => {
        expect(commentText(text, 100)).not.toMatch(/--|\*\/|\/\*|\n|\u2028|\u200b/);
        expect(literal(text, 100)).toMatch(/^'[^'\n]*'$/);
      }),
    );
  });

  it('cuts by characters and says so', () => {
    expect(plainText('🚀'.repeat(50), 10)).toBe(`${'🚀'.repeat(9)}…`);
    expect(plainText(' a\r\n\tb ', 10)).toBe('a b');
  });
});
