import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '../../engines/scim-protocol/json.js';
import { isSamePerson, personOf } from './person.js';

const addressesOf = (emails: unknown, userName = 'ines') =>
  personOf(emails === undefined ? { userName } : { userName, emails: emails as JsonValue }).addresses;

describe('the addresses of a user', () => {
  it('begin with the primary one, then those for work, then the others, and end with the userName', () => {
    expect(
      addressesOf([
        { value: 'home@x.example', type: 'home' },
        { value: 'work@x.example', type: 'Work' },
        { value: 'main@x.example', primary: true },
      ]),
    ).toEqual(['main@x.example', 'work@x.example', 'home@x.example', 'ines']);
  });

  it.each([undefined, null, 'a@x.example', 5, [], ['a@x.example'], [{}], [{ value: 5 }], [{ value: null }], [[]]])(
    'are the userName alone where the emails are %j',
    (emails) => expect(addressesOf(emails)).toEqual(['ines']),
  );

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
