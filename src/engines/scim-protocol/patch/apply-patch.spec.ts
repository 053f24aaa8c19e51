import { describe, expect, it } from '@jest/globals';
import { BJENSEN, HOME, WORK, patched, without } from '../../../../test/support/bjensen.js';
import type { JsonObject } from '../json.js';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from '../schema/urns.js';

const enterprise = (value: JsonObject): JsonObject => ({ ...BJENSEN, [ENTERPRISE_SCHEMA]: value });
const add = (path: string | undefined, value: unknown): unknown[] => [{ op: 'add', path, value }];
const remove = (path: string | undefined, value?: unknown): unknown[] => [{ op: 'remove', path, value }];

describe('add (RFC 7644 section 3.5.2.1)', () => {
  const OTHER = { type: 'other', value: 'b@example.net' };
  it.each<[string, unknown[], JsonObject]>([
    ['an attribute that was not there', add('nickName', 'Babs'), { ...BJENSEN, nickName: 'Babs' }],
    ['over a single value', add('title', 'Boss'), { ...BJENSEN, title: 'Boss' }],
    ['without a path', add(undefined, { nickName: 'Babs', title: 'B' }), { ...BJENSEN, nickName: 'Babs', title: 'B' }],
    ['by any spelling', add('NICKNAME', 'Babs'), { ...BJENSEN, nickName: 'Babs' }],
    ['by its URN', add(`${USER_SCHEMA}:nickName`, 'Babs'), { ...BJENSEN, nickName: 'Babs' }],
    ['by its URN in another case', add(`${USER_SCHEMA.toUpperCase()}:nickName`, 'B'), { ...BJENSEN, nickName: 'B' }],
    ['to a list', add('emails', [OTHER]), { ...BJENSEN, emails: [WORK, HOME, OTHER] }],
    ['a value without a list', add('emails', OTHER), { ...BJENSEN, emails: [WORK, HOME, OTHER] }],
    ['to a list, without a path', add(undefined, { emails: [OTHER] }), { ...BJENSEN, emails: [WORK, HOME, OTHER] }],
    ['a list that was not there', add('phoneNumbers', [{ value: '1' }]), { ...BJENSEN, phoneNumbers: [{ value: '1' }] }],
    [
      'sub-attributes to a complex value',
      add('name', { middleName: 'J' }),
      {
        ...BJENSEN,
        name: { givenName: 'Barbara', familyName: 'Jensen', middleName: 'J' },
      },
    ],
    [
      'one sub-attribute',
      add('name.middleName', 'J'),
      {
        ...BJENSEN,
        name: { givenName: 'Barbara', familyName: 'Jensen', middleName: 'J' },
      },
    ],
    [
      'a sub-attribute by its URN',
      add(`${USER_SCHEMA}:name.givenName`, 'B'),
      {
        ...BJENSEN,
        name: { givenName: 'B', familyName: 'Jensen' },
      },
    ],
    [
      'to chosen values',
      add('emails[type eq "home"]', { display: 'H' }),
      {
        ...BJENSEN,
        emails: [WORK, { ...HOME, display: 'H' }],
      },
    ],
    [
      'a sub-attribute to chosen values',
      add('emails[type eq "home"].display', 'H'),
      {
        ...BJENSEN,
        emails: [WORK, { ...HOME, display: 'H' }],
      },
    ],
    [
      'to an extension',
      add(`${ENTERPRISE_SCHEMA}:division`, 'D'),
      enterprise({
        department: 'Tours',
        manager: { value: 'm-1', $ref: '../Users/m-1' },
        division: 'D',
      }),
    ],
    [
      'an extension as a whole',
      add(ENTERPRISE_SCHEMA, { department: 'X' }),
      enterprise({
        department: 'X',
        manager: { value: 'm-1', $ref: '../Users/m-1' },
      }),
    ],
    [
      'primary, which leaves the others',
      add('emails', [{ ...OTHER, primary: true }]),
      {
        ...BJENSEN,
        emails: [{ ...WORK, primary: false }, HOME, { ...OTHER, primary: true }],
      },
    ],
    [
      'primary to a chosen value',
      add('emails[type eq "home"].primary', true),
      {
        ...BJENSEN,
        emails: [
          { ...WORK, primary: false },
          { ...HOME, primary: true },
        ],
      },
    ],
    [
      'more about a value that is there',
      add('emails', [{ ...HOME, display: 'H' }]),
      {
        ...BJENSEN,
        emails: [WORK, { ...HOME, display: 'H' }],
      },
    ],
  ])('adds %s', (_, operations, expected) => {
    const result = patched(operations);
    expect(result.attributes).toEqual(expected);
    expect(result.changed).toBe(true);
  });

  it.each<[string, unknown[]]>([
    ['of an unknown extension', add('urn:example:2.0:Badge:color', 'red')],
    ['that no schema knows', add(undefined, { favouriteColour: 'red', 'urn:example:2.0:Badge': { color: 'red' } })],
    ['that no schema knows in one that it knows', add('name', { nick: 'B' })],
    ['that no schema knows in a value', add('emails[type eq "work"]', { ...WORK, colour: 'red' })],
  ])('keeps nothing %s', (_, operations) => {
    const result = patched(operations);
    expect([result.attributes, result.changed]).toEqual([BJENSEN, false]);
  });

  it('keeps nothing of that from before', () => {
    const before = { ...BJENSEN, favouriteColour: 'red', 'urn:example:2.0:Badge': { color: 'red' } };
    expect(patched(add('title', 'Guide'), before)).toMatchObject({ attributes: BJENSEN, changed: false });
    expect(patched(add('title', 'Keeper'), before).attributes).toEqual({ ...BJENSEN, title: 'Keeper' });
  });

  it.each<[string, unknown[]]>([
    ['a value that is there', add('emails', [HOME])],
    ['part of a value that is there', add('emails', [{ value: 'babs@jensen.org' }])],
    ['the same text', add('title', 'Guide')],
    ['the same sub-attribute', add('name.givenName', 'Barbara')],
    ['nothing to a list', add('emails', [])],
    ['what is there, without a path', add(undefined, { active: true, name: { familyName: 'Jensen' } })],
  ])('changes nothing by adding %s', (_, operations) => {
    expect(patched(operations)).toEqual({ attributes: BJENSEN, members: [], password: null, changed: false });
  });
});

describe('remove (RFC 7644 section 3.5.2.2)', () => {
  it.each<[string, unknown[], JsonObject]>([
    ['a single value', remove('title'), without('title')],
    ['a whole list', remove('emails'), without('emails')],
    ['chosen values', remove('emails[type eq "work"]'), { ...BJENSEN, emails: [HOME] }],
    ['the last chosen value, and so the list', remove('addresses[type eq "work"]'), without('addresses')],
    ['a sub-attribute', remove('name.givenName'), { ...BJENSEN, name: { familyName: 'Jensen' } }],
    [
      'a sub-attribute of chosen values',
      remove('emails[type eq "work"].primary'),
      {
        ...BJENSEN,
        emails: [{ type: 'work', value: 'bj@example.com' }, HOME],
      },
    ],
    [
      'a sub-attribute of all values',
      remove('emails.primary'),
      {
        ...BJENSEN,
        emails: [{ type: 'work', value: 'bj@example.com' }, HOME],
      },
    ],
    ['the value of which only the type is left', remove('emails[type eq "home"].value'), { ...BJENSEN, emails: [WORK] }],
    ['with "and"', remove('emails[type eq "work" and value ew "example.com"]'), { ...BJENSEN, emails: [HOME] }],
    ['with "or"', remove('emails[type eq "work" or type eq "home"]'), without('emails')],
    ['with "not"', remove('emails[not (type eq "work")]'), { ...BJENSEN, emails: [WORK] }],
    ['without regard to case', remove('EMAILS[TYPE EQ "HOME"]'), { ...BJENSEN, emails: [WORK] }],
    ['what is present', remove('emails[primary pr]'), { ...BJENSEN, emails: [HOME] }],
    ['what is not primary', remove('emails[primary ne true]'), { ...BJENSEN, emails: [WORK] }],
    ['an attribute of an extension', remove(`${ENTERPRISE_SCHEMA}:manager`), enterprise({ department: 'Tours' })],
    ['an extension as a whole', remove(ENTERPRISE_SCHEMA), without(ENTERPRISE_SCHEMA)],
    ['what is not there', remove('nickName'), BJENSEN],
  ])('removes %s', (_, operations, expected) => {
    expect(patched(operations).attributes).toEqual(expected);
  });
});
