import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { masked, printed } from './parameter-value.js';
import { placeholderProblems } from './placeholder-problems.js';
import { compile, render } from './renderer.js';
import { anyCharacter } from '../../../test/support/any-character.js';
import { inEnglish } from '../../shared/sentence.js';

const filled = (text: string, values: Readonly<Record<string, string>> = {}) =>
  render(compile(text), (name) => new Map(Object.entries(values)).get(name) ?? `<${name}?>`);

/** Texts that have broken renderers before, and arbitrary texts. */
const nasty = fc.oneof(
  fc.constantFrom('{{x}}', '{{ y }}', '\\{{x}}', '$&', '$1', "$'", '$`', '$$', '{', '}', '{{', '}}', '{{{', '\\', '\0'),
  fc.constantFrom('🌊', '\u202e', '\u200f', '\r\n', '{{constructor}}', '{{__proto__}}', '<b>&amp;"', "';--", ''),
  fc.string({ unit: anyCharacter }),
);
const text = fc.array(nasty, { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('the renderer', () => {
  it('puts any values in the places of the placeholders', () => {
    const literal = fc.string().map((plain) => plain.replaceAll(/[{}\\]/g, '.'));
    const pieces = fc.array(fc.record({ literal, name: fc.constantFrom('x', 'y', '_z9') }), { maxLength: 10 });
    fc.assert(
      fc.property(pieces, text, text, text, (parts, x, y, z) => {
        const values: Record<string, string> = { x, y, _z9: z };
        const template = parts.map(({ literal: before, name }) => `${before}{{ ${name}}}`).join('');
        const expected = parts.map(({ literal: before, name }) => before + (values[name] ?? '')).join('');
        expect(filled(template, values)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('returns any text whose braces are escaped', () => {
    fc.assert(
      fc.property(text, (anything) => {
        const literal = anything.replaceAll('\\', '/');
        expect(filled(literal.replaceAll('{{', '\\{{'))).toBe(literal);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{{a}}', 'A'],
    ['{{  a\t\n}}', 'A'],
    ['{{a}}{{a}}', 'AA'],
    ['{{{a}}}', '{A}'],
    ['{{{{a}}}}', '{{A}}'],
    ['\\{{a}}', '{{a}}'],
    ['\\\\{{a}}', '\\A'],
    ['\\\\\\{{a}}', '\\\\A'],
    ['a\\b {a} }} {{', 'a\\b {a} }} {{'],
    ['{{a b}} {{1a}} {{a-b}} {{}} {{a.b}} {{#a}} {{> a}}', '{{a b}} {{1a}} {{a-b}} {{}} {{a.b}} {{#a}} {{> a}}'],
    ['{{ä}}', '{{ä}}'],
    [`{{${'a'.repeat(65)}}}`, `{{${'a'.repeat(65)}}}`],
    ['{{constructor}} {{__proto__}} {{toString}}', '<constructor?> <__proto__?> <toString?>'],
  ])('reads %j', (template, expected) => {
    expect(filled(template, { a: 'A' })).toBe(expected);
  });

  it('tells braces that do nothing from placeholders and escapes', () => {
    const stray = ['{{', '{{ a b }}', 'x {{{{a}}}}'];
    const fine = ['', '{{a}}', '{{{a}}}', '\\{{', '\\{{ a b }}', '{ {', '}}'];
    expect(stray.map((template) => compile(template).hasStrayBraces)).toEqual([true, true, true]);
    expect(fine.filter((template) => compile(template).hasStrayBraces)).toEqual([]);
  });

  it('takes time in proportion to the length of the text', () => {
    for (const hostile of ['{{', '{{a', '{{ ', '\\{{', '\\', '{{a }', ' ']) {
      const template = hostile.repeat(200_000 / hostile.length);
      expect(compile(template).names).toEqual([]);
    }
    expect(compile(`{{${' '.repeat(200_000)}`).names).toEqual([]);
    expect(compile(`{{a${' '.repeat(200_000)}`).names).toEqual([]);
  });

  it('stops at 64 KiB of output, in bytes, before it puts it together', () => {
    const bomb = compile('{{x}}'.repeat(6_000));
    expect(() => render(bomb, () => 'x'.repeat(90_000))).toThrow('not valid');
    expect(render(compile('{{x}}'), () => 'é'.repeat(32_768))).toHaveLength(32_768);
    expect(() => render(compile('{{x}}.'), () => 'é'.repeat(32_768))).toThrow('not valid');
  });

  it('prints numbers in their shortest form, booleans as words and lists as JSON', () => {
    const values = [0, -0, 1.5, 1e21, 0.1 + 0.2, true, false, '', ['a"', 'ü'], [1, 2.5], []];
    expect(values.map(printed)).toEqual([
      '0',
      '0',
      '1.5',
      '1e+21',
      '0.30000000000000004',
      'true',
      'false',
      '',
      '["a\\"","ü"]',
      '[1,2.5]',
      '[]',
    ]);
  });

  it('keeps sensitive values out of histories', () => {
    const parameters = [
      { name: 'region', type: 'string', required: true },
      { name: 'patient', type: 'string', required: true, sensitive: true },
    ] as const;
    const values = new Map([
      ['region', 'EU'],
      ['patient', 'Ada'],
    ]);
    expect(masked(parameters, values)).toEqual({ region: 'EU', patient: '***' });
  });

  it('names every placeholder without a parameter and every parameter without a placeholder', () => {
    const parameters = ['a', 'b'].map((name) => ({ name, type: 'string', required: true }) as const);
    const found = placeholderProblems('{{a}} {{c}} {{constructor}} {{c}} \\{{b}}', parameters);
    expect(found.map(({ field, message }) => ({ field, message: inEnglish(message) }))).toEqual([
      { field: 'template_text', message: 'The placeholder {{c}} has no parameter.' },
      { field: 'template_text', message: 'The placeholder {{constructor}} has no parameter.' },
      { field: 'parameters[1].name', message: 'The text has no placeholder {{b}}.' },
    ]);
  });
});
