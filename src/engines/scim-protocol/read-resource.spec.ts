import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from './json.js';
import { InvalidValue } from './scim.errors.js';
import { readResource } from './read-resource.js';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './schema/urns.js';

const NAMED = { schemas: [USER_SCHEMA], userName: 'bjensen' };

function attributesOf(body: Record<string, unknown>): JsonObject {
  return readResource('User', { ...NAMED, ...body }).attributes;
}

describe('a user as it is sent', () => {
  it.each<[string, Record<string, unknown>, Record<string, JsonValue>]>([
    [
      'takes names in any case (RFC 7643 section 2.1)',
      { DISPLAYNAME: 'B', Name: { FAMILYname: 'J' } },
      {
        displayName: 'B',
        name: { familyName: 'J' },
      },
    ],
    [
      'takes the name of an attribute in any case instead of an unknown one',
      { EMAILS: [{ VALUE: 'a@b.c' }] },
      {
        emails: [{ value: 'a@b.c' }],
      },
    ],
    [
      'ignores what is read only (RFC 7643 section 2.2)',
      {
        id: 'x',
        meta: { resourceType: 'User' },
        groups: [{ value: 'g' }],
      },
      {},
    ],
    [
      'takes null, an empty list and an empty object for unassigned (RFC 7643 section 2.5)',
      {
        title: null,
        emails: [],
        name: {},
        addresses: null,
        roles: [null],
      },
      {},
    ],
    [
      'keeps spelling (no phone, no mail is rewritten)',
      {
        emails: [{ value: 'BJ@Example.COM', type: 'Work' }],
        phoneNumbers: [{ value: '+1 (425) 555-0100' }],
      },
      { emails: [{ value: 'BJ@Example.COM', type: 'Work' }], phoneNumbers: [{ value: '+1 (425) 555-0100' }] },
    ],
    [
      'takes booleans as text',
      { active: 'True', emails: [{ value: 'a', primary: 'false' }] },
      {
        active: true,
        emails: [{ value: 'a', primary: false }],
      },
    ],
    ['takes a value without a list', { emails: { value: 'a@b.c' } }, { emails: [{ value: 'a@b.c' }] }],
    [
      'takes each type and value once (RFC 7643 section 2.4)',
      {
        emails: [
          { value: 'a@b.c', type: 'work' },
          { value: 'A@B.C', type: 'Work', primary: true },
          { value: 'a@b.c', type: 'home' },
        ],
      },
      {
        emails: [
          { value: 'A@B.C', type: 'Work', primary: true },
          { value: 'a@b.c', type: 'home' },
        ],
      },
    ],
    [
      'takes values beside the canonical ones',
      { emails: [{ value: 'a', type: 'boat' }] },
      {
        emails: [{ value: 'a', type: 'boat' }],
      },
    ],
    ['keeps the externalId', { externalId: 'E-1' }, { externalId: 'E-1' }],
    [
      'keeps extensions under their URN, whatever its case',
      { [ENTERPRISE_SCHEMA.toUpperCase()]: { DEPARTMENT: 'T' } },
      {
        [ENTERPRISE_SCHEMA]: { department: 'T' },
      },
    ],
    [
      'takes a manager as a bare id',
      { [ENTERPRISE_SCHEMA]: { manager: 'm-1' } },
      {
        [ENTERPRISE_SCHEMA]: { manager: { value: 'm-1' } },
      },
    ],
    [
      'takes a manager in a list',
      { [ENTERPRISE_SCHEMA]: { manager: [{ value: 'm-1' }] } },
      {
        [ENTERPRISE_SCHEMA]: { manager: { value: 'm-1' } },
      },
    ],
    ['takes an empty text for no manager', { [ENTERPRISE_SCHEMA]: { manager: '' } }, {}],
    [
      'ignores the name of the manager',
      { [ENTERPRISE_SCHEMA]: { manager: { value: 'm', displayName: 'X' } } },
      {
        [ENTERPRISE_SCHEMA]: { manager: { value: 'm' } },
      },
    ],
    [
      'takes attributes of the extension without its URN (Entra ID)',
      { department: 'T', manager: null },
      {
        [ENTERPRISE_SCHEMA]: { department: 'T' },
      },
    ],
    ['keeps nothing that no schema knows', { favouriteColour: { Color: 'red', tags: [1, true, null] } }, {}],
    ['keeps no extension that no schema knows', { 'urn:example:Badge': { color: 'red' } }, {}],
    ['keeps no sub-attribute that no schema knows', { name: { nick: 'B' }, emails: [{ colour: 'red' }] }, {}],
    ['keeps no attribute of an extension that it does not know', { [ENTERPRISE_SCHEMA]: { desk: 7 } }, {}],
    ['takes names that objects have for names', { toString: 'y', hasOwnProperty: 1 }, {}],
  ])('%s', (_, sent, expected) => {
    expect(attributesOf(sent)).toEqual({ userName: 'bjensen', ...expected });
  });

  it('hands out the password, and keeps it nowhere', () => {
    const { attributes, password } = readResource('User', { ...NAMED, PASSWORD: 'tOp' });
    expect([attributes, password]).toEqual([{ userName: 'bjensen' }, 'tOp']);
    expect(readResource('User', { ...NAMED, password: null }).password).toBeNull();
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the name %s wherever it stands', (name) => {
    const dangerous = { [name]: { a: 1 } };
    const sent = [dangerous, { name: dangerous }, { emails: [dangerous] }, { 'urn:example:x': { y: [dangerous] } }];
    for (const each of sent) expect(() => attributesOf(JSON.parse(JSON.stringify(each)) as Record<string, unknown>)).toThrow(InvalidValue);
  });
});
