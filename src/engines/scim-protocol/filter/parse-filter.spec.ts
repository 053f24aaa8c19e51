import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidFilter } from '../scim.errors.js';
import type { AttributePath, ComparisonOperator, Filter } from './filter.js';
import { parseFilter } from './parse-filter.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const at = (attribute: string, subAttribute: string | null = null, schema: string | null = null): AttributePath => ({
  schema,
  attribute,
  subAttribute,
});
const eq = (attribute: string, value: string | number | boolean | null): Filter => ({
  kind: 'compare',
  path: at(attribute),
  operator: 'eq',
  value,
});

describe('a filter', () => {
  it.each<[string, Filter]>([
    ['userName eq "bjensen"', eq('userName', 'bjensen')],
    ['  userName  EQ  "bjensen" ', eq('userName', 'bjensen')],
    ['title pr', { kind: 'present', path: at('title') }],
    ['active eq true', eq('active', true)],
    ['active eq False', eq('active', false)],
    ['title eq null', eq('title', null)],
    ['a eq -1.5e3', eq('a', -1500)],
    ['a eq "\\u00e9\\n\\"\\\\\\/"', eq('a', 'é\n"\\/')],
    ['a eq "and (b or [c])"', eq('a', 'and (b or [c])')],
    ['name.familyName sw "O"', { kind: 'compare', path: at('name', 'familyName'), operator: 'sw', value: 'O' }],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName co "x"',
      {
        kind: 'compare',
        path: at('name', 'familyName', 'urn:ietf:params:scim:schemas:core:2.0:User'),
        operator: 'co',
        value: 'x',
      },
    ],
    ['members.$ref pr', { kind: 'present', path: at('members', '$ref') }],
    ['not (a eq 1)', { kind: 'not', filter: eq('a', 1) }],
    ['NOT(a eq 1)', { kind: 'not', filter: eq('a', 1) }],
    ['a eq 1 or b eq 2 and c eq 3', { kind: 'or', left: eq('a', 1), right: { kind: 'and', left: eq('b', 2), right: eq('c', 3) } }],
    ['(a eq 1 or b eq 2) and c eq 3', { kind: 'and', left: { kind: 'or', left: eq('a', 1), right: eq('b', 2) }, right: eq('c', 3) }],
    ['not (a eq 1) and b eq 2', { kind: 'and', left: { kind: 'not', filter: eq('a', 1) }, right: eq('b', 2) }],
    [
      'a eq 1 and emails[type eq "work" and not (value pr)]',
      {
        kind: 'and',
        left: eq('a', 1),
        right: {
          kind: 'values',
          path: at('emails'),
          filter: {
            kind: 'and',
            left: eq('type', 'work'),
            right: { kind: 'not', filter: { kind: 'present', path: at('value') } },
          },
        },
      },
    ],
    [
      'emails[type eq "work"].value eq "x"',
      {
        kind: 'values',
        path: at('emails'),
        filter: { kind: 'and', left: eq('type', 'work'), right: eq('value', 'x') },
      },
    ],
  ])('reads %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  it.each([
    '',
    ' ',
    'userName',
    'userName eq',
    'userName eq ',
    'userName eq bjensen',
    "userName eq 'bjensen'",
    'userName eq "bjensen',
    'userName eq "bjensen" and',
    'userName eq "bjensen" and ',
    'and userName eq "x"',
    'userName eq "x" userName eq "y"',
    'userName eq "x"and title pr',
    'userName eq "x" and(title pr)',
    'userName is "x"',
    'userName eq"x"',
    'userName eq "\\x"',
    'userName eq "\\u12"',
    'userName eq "a\nb"',
    'userName eq 01',
    'userName eq 1e999',
    'userName eq 1.2.3',
    'userName eq truer',
    'title pr "x"',
    '(title pr',
    'title pr)',
    '()',
    'not title pr',
    'not (title pr',
    'emails[type eq "work"',
    'emails[]',
    'emails[type eq "work"] eq "x"',
    'emails[value[a pr]]',
    'name.family.name pr',
    '.name pr',
    'name. pr',
    '1name pr',
    'us er eq "x"',
    'urn:ietf: pr',
    '"userName" eq "x"',
    'userName eq {"a":1}',
    'userName eq [1]',
  ])('refuses %j', (text) => {
    expect(() => parseFilter(text)).toThrow(InvalidFilter);
  });

  it.each([
    'userName sw O',
    'userName eq bjensen',
    "userName eq 'bjensen'",
    'userName eq “bjensen”',
    'meta.created gt 2015-10-10T14:38:21.862Z',
    'meta.created gt 2015-10-10',
    'externalId eq 0017',
    'emails.value eq a@b.example',
    'emails[type eq work]',
    'emails[type eq "work" and value co 5a]',
    '(userName eq 5:1)',
  ])('says that the quotes are missing in %j', (text) => {
    expect(() => parseFilter(text)).toThrow(/The value at character \d+ has no quotes\. Put texts and dates in straight double quotes/);
  });

  it.each([
    ['userName eq ', 'The filter has no value where one should be, at character 13.'],
    [
      'userName eq "bjensen',
      'The text at character 13 has no closing quote, or an escape or a control character that JSON does not allow.',
    ],
  ])('says of %j what is wrong with its value', (text, said) => expect(() => parseFilter(text)).toThrow(said));

  it('refuses what is too deep, too long or too much, and takes as much as clients send', () => {
    expect(() => parseFilter(`${'('.repeat(51)}a pr${')'.repeat(51)}`)).toThrow(InvalidFilter);
    expect(() => parseFilter('not ('.repeat(100_000))).toThrow(InvalidFilter);
    expect(() => parseFilter(`a eq "${'x'.repeat(70_000)}"`)).toThrow(InvalidFilter);
    expect(() => parseFilter(Array(1001).fill('a pr').join(' or '))).toThrow(InvalidFilter);
    expect(parseFilter(Array(1000).fill('a pr').join(' or ')).kind).toBe('or');
    expect(parseFilter(`${'('.repeat(49)}a pr${')'.repeat(49)}`).kind).toBe('present');
  });

  it('is the same again after printing', () => {
    fc.assert(
      fc.property(filters(true), (filter) => {
        expect(parseFilter(printed(filter))).toEqual(filter);
      }),
      { numRuns: 500 },
    );
  });

  it('takes the controls as they are that JSON does not escape', () => {
    expect(parseFilter('title eq "\u007f\u009f"')).toMatchObject({ value: '\u007f\u009f' });
    expect(() => parseFilter('title eq "\u001f"')).toThrow();
  });

  it('is read or refused as invalid, whatever it holds', () => {
    const pieces = ['a', 'not', '(', ')', '[', ']', '.', ' ', 'and', 'or', 'eq', 'pr', '"', '\\', 'urn:', '1', 'true', '\0'];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }))), (words) => {
        try {
          parseFilter(words.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidFilter);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

function filters(mayHoldValues: boolean): fc.Arbitrary<Filter> {
  const name = fc.stringMatching(/^\$?[A-Za-z][A-Za-z0-9_-]{0,8}$/).filter((each) => each.toLowerCase() !== 'not');
  const path = fc.record<AttributePath>({
    schema: fc.constantFrom(null, 'urn:ietf:params:scim:schemas:core:2.0:User', 'http://example.com/2.0'),
    attribute: name,
    subAttribute: fc.option(name),
  });
  const operator = fc.constantFrom<ComparisonOperator>('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
  const value = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each)),
  );
  const leaf: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({ kind: fc.constant('compare' as const), path, operator, value }),
    fc.record({ kind: fc.constant('present' as const), path }),
    ...(mayHoldValues ? [fc.record({ kind: fc.constant('values' as const), path, filter: filters(false) })] : []),
  );
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        left: tie('filter'),
        right: tie('filter'),
      }) as fc.Arbitrary<Filter>,
      fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    ),
  })).filter;
}

function printed(filter: Filter): string {
  switch (filter.kind) {
    case 'compare':
      return `${name(filter.path)} ${filter.operator} ${JSON.stringify(filter.value)}`;
    case 'present':
      return `${name(filter.path)} pr`;
    case 'not':
      return `not (${printed(filter.filter)})`;
    case 'values':
      return `${name(filter.path)}[${printed(filter.filter)}]`;
    default:
      return `(${printed(filter.left)}) ${filter.kind} (${printed(filter.right)})`;
  }
}

function name({ schema, attribute, subAttribute }: AttributePath): string {
  return `${schema === null ? '' : `${schema}:`}${attribute}${subAttribute === null ? '' : `.${subAttribute}`}`;
}
