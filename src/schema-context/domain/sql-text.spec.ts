import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainText } from '../../shared/plain-text.js';
import { commentLine, commentText, LONGEST_WHOLE_TYPE, literal, quoted, shortTypeText, typeText } from './sql-text.js';

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

  it.each(['Umsatz\n(EUR)', '  a  b ', 'say "hi"', 'a`b', 'back\\slash', 'a\u00a0b', "it's\ttab"])(
    'writes the header %j as the engines without escapes read it',
    (name) => {
      expect(quoted(name, 'mysql')).toBe(`\`${name.replaceAll('`', '``')}\``);
      for (const engine of ['sqlite', 'duckdb'] as const) expect(quoted(name, engine)).toBe(`"${name.replaceAll('"', '""')}"`);
    },
  );

  it('writes the fields of a STRUCT whole in a full type, and cuts them in a short one', () => {
    const type = `STRUCT(${Array.from({ length: 40 }, (_, at) => `field_${at} VARCHAR`).join(', ')})`;
    expect(typeText(type, LONGEST_WHOLE_TYPE)).toBe(type);
    expect(shortTypeText(type)).toHaveLength(200);
  });

  it('can neither end nor begin a comment', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('-', '*', '/', '\n', 'a', ' ', '\u2028', '\u200b'), maxLength: 40 }), (text) => {
        expect(commentText(text, 100)).not.toMatch(/--|\*\/|\/\*|\n|\u2028|\u200b/);
        expect(literal(text, 100)).toMatch(/^'[^'\n]*'$/);
      }),
    );
  });

  it('keeps a comment on its line, whatever stands in it', () => {
    expect(commentLine('--', 'a\nDROP TABLE b;\r\u2028c')).toBe('-- a DROP TABLE b;  c\n');
  });

  it('cuts by characters and says so', () => {
    expect(plainText('🚀'.repeat(50), 10)).toBe(`${'🚀'.repeat(9)}…`);
    expect(plainText(' a\r\n\tb ', 10)).toBe('a b');
  });
});
