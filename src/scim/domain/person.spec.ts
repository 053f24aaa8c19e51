import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '../../engines/scim-protocol/json.js';
import { addressOf, addressProblemOf, isSamePerson, personOf } from './person.js';

const addressesOf = (emails: unknown, userName = 'ines') =>
  personOf(emails === undefined ? { userName } : { userName, emails: emails as JsonValue }).addresses;

describe('the addresses of a user', () => {
  it('begin with the primary one, then those for work, and end with the userName', () => {
    expect(
      addressesOf([
        { value: 'home@x.example', type: 'home' },
        { value: 'work@x.example', type: 'Work' },
        { value: 'main@x.example', primary: true },
      ]),
    ).toEqual(['main@x.example', 'work@x.example', 'ines']);
  });

  it.each([undefined, null, 'a@x.example', 5, [], ['a@x.example'], [{}], [{ value: 5 }], [{ value: null }], [[]]])(
    'are the userName alone where the emails are %j',
    (emails) => expect(addressesOf(emails)).toEqual(['ines']),
  );

  it.each<[unknown, string[]]>([
    [
      [
        { value: 'ann@corp,example', primary: true },
        { value: 'ann@home.example', type: 'home' },
      ],
      ['ann@corp,example', 'ines'],
    ],
    [
      [{ value: 'ann@corp,example', type: 'work' }, { value: 'ann@x.example' }],
      ['ann@corp,example', 'ines'],
    ],
    [[{ type: 'work' }, { value: 'ann@home.example', type: 'home' }], ['ines']],
    [[{ value: 'ann@home.example', type: 'home' }], ['ines']],
    [
      [{ value: 'ann@x.example' }, { value: 'ann@home.example', type: 'home' }],
      ['ann@x.example', 'ines'],
    ],
  ])('never are private ones: %j', (emails, addresses) => expect(addressesOf(emails)).toEqual(addresses));

  it('take only the boolean for primary', () => {
    expect(addressesOf([{ value: 'a@x.example' }, { value: 'b@x.example', primary: 'true' }])[0]).toBe('a@x.example');
  });
});

describe('a person', () => {
  it.each([
    [undefined, true],
    [true, true],
    [false, false],
    ['false', true],
  ])('whose "active" is %j is active: %j', (active, isActive) => {
    expect(personOf({ userName: 'ines', ...(active !== undefined && { active }) }).isActive).toBe(isActive);
  });

  it('is the same with another title, another one with another name or address', () => {
    const ines = personOf({ userName: 'ines', emails: [{ value: 'a@x.example' }] });
    expect(isSamePerson(ines, personOf({ userName: 'ines', title: 'x', emails: [{ value: 'a@x.example' }] }))).toBe(true);
    expect(isSamePerson(ines, personOf({ userName: 'Ines', emails: [{ value: 'a@x.example' }] }))).toBe(false);
    expect(isSamePerson(ines, personOf({ userName: 'ines', emails: [{ value: 'b@x.example' }] }))).toBe(false);
    expect(isSamePerson(ines, personOf({ userName: 'ines' }))).toBe(false);
  });
});

describe('the problem of an address', () => {
  const BROKEN = [
    'ann@corp,example',
    'SMTP:ann@corp.example',
    'Ann <ann@corp.example>',
    `${'a'.repeat(300)}@corp.example`,
    'ann',
    'ann@',
    'a b@c.example',
  ];
  const HOME = { value: 'ann@home.example', type: 'home' };
  const problemOf = (emails: unknown, userName: string): unknown[] => {
    const attributes = { userName, emails: emails as JsonValue };
    return [addressProblemOf(attributes), addressOf(attributes)];
  };

  it.each(BROKEN.flatMap((value) => [{ value, primary: true }, { value, type: 'work' }, { value }]))('is that %j is none', (email) => {
    expect(problemOf([email], 'ines')).toEqual(['not_an_address', null]);
    expect(problemOf([HOME, email], 'ines')).toEqual(['not_an_address', null]);
    expect(problemOf([email], 'ines@corp.example')).toEqual(['not_an_address', 'ines@corp.example']);
  });

  it.each<[unknown, string, unknown[]]>([
    [[{ type: 'work' }], 'ines', ['no_value', null]],
    [[{ value: ' ', primary: true }, HOME], 'ines', ['no_value', null]],
    [[HOME], 'ines', ['not_for_work', null]],
    [[], 'ines', ['missing', null]],
    [[{ type: 'work' }], 'ines@corp.example', [null, 'ines@corp.example']],
    [[HOME], 'ines@corp.example', [null, 'ines@corp.example']],
    [[{ value: 'ann@corp.example', type: 'work' }], 'ines', [null, 'ann@corp.example']],
  ])('of %j and %s is %j', (emails, userName, expected) => expect(problemOf(emails, userName)).toEqual(expected));
});
