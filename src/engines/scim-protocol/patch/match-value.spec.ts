import { describe, expect, it } from '@jest/globals';
import { parsePath } from '../filter/parse-path.js';
import type { JsonValue } from '../json.js';
import { attributeOf } from '../schema/definitions.js';
import { describedBy, matches } from './match-value.js';

const WORK = { type: 'work', value: 'BJ@Example.com', primary: true, rank: 5 };

function filterOf(text: string): NonNullable<ReturnType<typeof parsePath>['values']> {
  const { values } = parsePath(`emails[${text}]`);
  if (values === null) throw new Error('no filter');
  return values;
}

const isMatch = (text: string, value: JsonValue): boolean => matches(filterOf(text), value, attributeOf('User', 'emails'));

describe('a value that a path chooses', () => {
  it.each([
    'type eq "work"',
    'type eq "WORK"',
    'value eq "bj@example.COM"',
    'value co "EXAMPLE"',
    'value sw "bj@"',
    'value ew ".com"',
    'value ne "x"',
    'type gt "home"',
    'type ge "work"',
    'type lt "xyz"',
    'type le "work"',
    'primary eq true',
    'primary eq "True"',
    'primary ne false',
    'rank eq 5',
    'rank gt 4.5',
    'rank le 5',
    'display eq null',
    'display ne "x"',
    'value pr',
    'type ne null',
    'not (display pr)',
    'type eq "home" or primary eq true',
    'type eq "work" and (value co "x" or value co "zz")',
  ])('is one with %s', (text) => {
    expect(isMatch(text, WORK)).toBe(true);
  });

  it.each([
    'type eq "home"',
    'value co "%"',
    'value sw "b_"',
    'display eq "x"',
    'display co ""',
    'display pr',
    'type eq null',
    'primary eq false',
    'primary gt false',
    'primary co "r"',
    'rank eq "5"',
    'rank co 5',
    'type eq "work" and primary eq false',
    'not (type pr)',
    'shoe eq 1',
  ])('is not one with %s', (text) => {
    expect(isMatch(text, WORK)).toBe(false);
  });

  it('may be a value without sub-attributes', () => {
    expect(isMatch('value eq "a"', 'a')).toBe(true);
    expect(isMatch('type eq "a"', 'a')).toBe(false);
  });
});

describe('what a filter describes', () => {
  it.each<[string, JsonValue]>([
    ['type eq "work"', { type: 'work' }],
    ['type eq "work" and primary eq true', { type: 'work', primary: true }],
    ['type eq "a" or type eq "b"', null],
    ['type ne "a"', null],
    ['type eq null', null],
    ['type pr', null],
    ['not (type eq "a")', null],
    ['type eq "a" and value co "b"', null],
  ])('%s', (text, expected) => {
    expect(describedBy(filterOf(text))).toEqual(expected);
  });
});
