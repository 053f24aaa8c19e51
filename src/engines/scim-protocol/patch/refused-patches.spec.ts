import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from '../json.js';
import type { ResourceTypeName } from '../schema/resource-type.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';
import { ScimRefusal, type ScimType } from '../scim.errors.js';
import { applyPatch } from './apply-patch.js';

const EMAIL = { type: 'work', value: 'bj@example.com' };
const BJENSEN: JsonObject = { userName: 'bjensen', emails: [EMAIL], name: { givenName: 'B' } };
const TEAM: JsonObject = { displayName: 'Team' };

function refusal(type: ResourceTypeName, message: unknown): ScimType | null {
  const attributes = type === 'User' ? BJENSEN : TEAM;
  const before = JSON.stringify(attributes);
  try {
    applyPatch(type, attributes, message, { id: 'id-1' });
    return null;
  } catch (error) {
    if (error instanceof ScimRefusal && error.kind === 'invalid') return error.scimType;
    throw error;
  } finally {
    expect(JSON.stringify(attributes)).toBe(before);
  }
}

const message = (...operations: unknown[]): JsonObject => ({ schemas: [PATCH_MESSAGE], Operations: operations }) as JsonObject;

describe('a PATCH of a user is refused', () => {
  it.each<[ScimType, string, unknown]>([
    ['noTarget', 'removal without a path', { op: 'remove' }],
    ['noTarget', 'removal with an empty path', { op: 'remove', path: '' }],
    ['noTarget', 'removal of values that are not there', { op: 'remove', path: 'emails[type eq "home"]' }],
    ['noTarget', 'removal of their sub-attribute', { op: 'remove', path: 'emails[type eq "home"].display' }],
    ['noTarget', 'a whole value that is not there', { op: 'replace', path: 'emails[type eq "x"]', value: { value: 'a' } }],
    ['noTarget', 'values of an unassigned list', { op: 'remove', path: 'ims[type eq "x"]' }],
    ['noTarget', 'no value, and none described', { op: 'replace', path: 'emails[value co "zzz"].value', value: 'a' }],
    [
      'noTarget',
      'no value, described by "or"',
      {
        op: 'replace',
        path: 'emails[type eq "a" or type eq "b"].value',
        value: 'a',
      },
    ],
    ['noTarget', 'no value, described by "not"', { op: 'add', path: 'emails[not (type eq "work")].value', value: 'a' }],
    ['mutability', 'id', { op: 'replace', path: 'id', value: 'other' }],
    ['mutability', 'another id without a path', { op: 'replace', value: { id: 'other' } }],
    ['mutability', 'removal of id', { op: 'remove', path: 'id' }],
    ['mutability', 'meta', { op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }],
    ['mutability', 'groups', { op: 'add', path: 'groups', value: [{ value: 'g' }] }],
    ['mutability', 'chosen groups', { op: 'remove', path: 'groups[value eq "g"]' }],
    ['mutability', 'name of the manager', { op: 'replace', path: `${ENTERPRISE_SCHEMA}:manager.displayName`, value: 'x' }],
    ['mutability', 'removal of userName', { op: 'remove', path: 'userName' }],
    ['mutability', 'removal of schemas', { op: 'remove', path: 'schemas' }],
    ['mutability', 'removal of the password', { op: 'remove', path: 'password' }],
    ['invalidPath', 'unknown attribute', { op: 'replace', path: 'shoeSize', value: 1 }],
    ['invalidPath', 'unknown attribute of an extension', { op: 'add', path: `${ENTERPRISE_SCHEMA}:shoe`, value: 1 }],
    ['invalidPath', 'unknown sub-attribute', { op: 'replace', path: 'name.shoe', value: 'x' }],
    ['invalidPath', 'sub-attribute of a text', { op: 'replace', path: 'userName.first', value: 'x' }],
    ['invalidPath', 'choice of a single value', { op: 'replace', path: 'name[givenName eq "B"].givenName', value: 'x' }],
    ['invalidPath', 'no path at all', { op: 'replace', path: 'a b', value: 'x' }],
    ['invalidPath', 'path that is no text', { op: 'replace', path: 7, value: 'x' }],
    ['invalidPath', 'three names', { op: 'replace', path: 'a.b.c', value: 'x' }],
    ['invalidFilter', 'filter that is none', { op: 'remove', path: 'emails[type eq]' }],
    ['invalidFilter', 'unknown operator', { op: 'remove', path: 'emails[type is "work"]' }],
    ['invalidValue', 'no value', { op: 'add', path: 'title' }],
    ['invalidValue', 'no value and no path', { op: 'replace' }],
    ['invalidValue', 'text for a resource', { op: 'replace', value: 'x' }],
    ['invalidValue', 'list for a resource', { op: 'add', value: [{ title: 'x' }] }],
    ['invalidValue', 'number for a text', { op: 'replace', path: 'title', value: 7 }],
    ['invalidValue', 'number with a point for a text', { op: 'replace', path: 'externalId', value: 7.5 }],
    ['invalidValue', 'number that has lost digits for a text', { op: 'replace', path: 'externalId', value: 2 ** 53 }],
    ['invalidValue', 'boolean for a text', { op: 'replace', path: 'title', value: true }],
    ['invalidValue', 'number for binary', { op: 'add', path: 'x509Certificates', value: [{ value: 7 }] }],
    ['invalidValue', 'list for a text', { op: 'replace', path: 'title', value: ['x'] }],
    ['invalidValue', 'two wrapped texts', { op: 'replace', path: 'title', value: [{ value: 'x' }, { value: 'y' }] }],
    ['invalidValue', 'wrapped text of a reference', { op: 'replace', path: 'title', value: [{ $ref: '../x', value: 'x' }] }],
    ['invalidValue', 'wrapped text with more', { op: 'replace', path: 'title', value: [{ value: 'x', type: 'work' }] }],
    ['invalidValue', 'wrapped nothing', { op: 'replace', path: 'active', value: [{ $ref: null }] }],
    ['invalidValue', 'text for a boolean', { op: 'replace', path: 'active', value: 'no' }],
    ['invalidValue', 'number for a boolean', { op: 'replace', path: 'active', value: 0 }],
    ['invalidValue', 'text for a complex value', { op: 'replace', path: 'name', value: 'Barbara' }],
    ['invalidValue', 'text for a list', { op: 'replace', path: 'emails', value: 'a@b.c' }],
    ['invalidValue', 'object for a text', { op: 'replace', path: 'title', value: { a: 1 } }],
    [
      'invalidValue',
      'two values for a chosen one',
      {
        op: 'replace',
        path: 'emails[type eq "work"]',
        value: [{ value: 'a' }, { value: 'b' }],
      },
    ],
    [
      'invalidValue',
      'two primary values',
      {
        op: 'add',
        path: 'emails',
        value: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      },
    ],
    [
      'invalidValue',
      'primary for all values',
      {
        op: 'replace',
        value: {
          emails: [
            { value: 'a', primary: true },
            { value: 'b', primary: true },
          ],
        },
      },
    ],
    ['invalidValue', 'blank userName', { op: 'replace', path: 'userName', value: ' ' }],
    ['invalidValue', 'userName null', { op: 'replace', path: 'userName', value: null }],
    ['invalidValue', 'userName that is too long', { op: 'replace', path: 'userName', value: 'x'.repeat(401) }],
    ['invalidValue', 'NUL', { op: 'replace', path: 'title', value: 'a\0b' }],
    ['invalidValue', 'NUL in a name', { op: 'replace', value: { 'a\0b': 1 } }],
    ['invalidValue', 'half a character', { op: 'replace', path: 'title', value: '\ud800' }],
    ['invalidValue', 'infinite number', { op: 'replace', value: { badge: Number('1e400') } }],
    ['invalidValue', 'very long text', { op: 'replace', path: 'title', value: 'x'.repeat(70_000) }],
    ['invalidValue', 'password that is no text', { op: 'replace', path: 'password', value: 7 }],
    ['invalidSyntax', 'unknown operation', { op: 'move', path: 'title', value: 'x' }],
    ['invalidSyntax', 'no operation', { path: 'title', value: 'x' }],
    ['invalidSyntax', 'an operation that is no text', { op: ['add'], path: 'title', value: 'x' }],
    ['invalidSyntax', 'an operation that is no object', 'add'],
    ['invalidSyntax', 'null', null],
  ])('with %s: %s', (scimType, _, operation) => {
    expect(refusal('User', message(operation))).toBe(scimType);
    expect(refusal('User', message({ op: 'replace', path: 'title', value: 'lost' }, operation))).toBe(scimType);
  });

  it.each<[string, unknown]>([
    ['no object', 'x'],
    ['nothing', null],
    ['a list', [message()]],
    ['no schemas', { Operations: [{ op: 'remove', path: 'title' }] }],
    ['another schema', { schemas: ['urn:x:y'], Operations: [{ op: 'remove', path: 'title' }] }],
    ['schemas that are no list', { schemas: PATCH_MESSAGE, Operations: [{ op: 'remove', path: 'title' }] }],
    ['no operations', { schemas: [PATCH_MESSAGE] }],
    ['an empty list of operations', message()],
    ['operations that are no list', { schemas: [PATCH_MESSAGE], Operations: { op: 'remove', path: 'title' } }],
    ['too many operations', message(...Array.from({ length: 1001 }, () => ({ op: 'remove', path: 'title' })))],
  ])('as invalidSyntax: %s', (_, body) => {
    expect(refusal('User', body)).toBe('invalidSyntax');
  });

  describe('as more work than one request may make, with', () => {
    const many = (count: number, make: (each: number) => unknown): unknown[] => Array.from({ length: count }, (_, each) => make(each));
    const list = (count: number) => many(count, (each) => ({ type: 'work', value: `${each}@example.com` }));

    it.each<[string, unknown[]]>([
      ['many values added to many', [1, 2, 3].map((op) => ({ op: 'add', path: 'ims', value: list(900 + op) }))],
      ['many values removed from many', [{ op: 'remove', path: 'emails', value: list(900) }]],
      ['many additions to a long list', many(900, (each) => ({ op: 'add', path: 'emails', value: `${each}@x.example` }))],
      ['many choices from a long list', many(900, (each) => ({ op: 'replace', path: 'emails[type eq "work"].display', value: each }))],
      ['names without end', many(260, (each) => ({ op: 'add', value: { [`name${each}`]: each } }))],
      ['names without end in one attribute', many(260, (each) => ({ op: 'add', value: { badge: { [`name${each}`]: each } } }))],
      ['names without end in an extension', many(260, (each) => ({ op: 'add', path: `urn:x:y:name${each}`, value: each }))],
    ])('%s', (_, operations) => {
      const attributes = { ...BJENSEN, emails: list(900) as JsonValue };
      const patch = (): unknown => applyPatch('User', attributes, message(...operations), { id: 'id-1' });
      expect(patch).toThrow(expect.objectContaining({ scimType: 'invalidValue' }));
    });

    it('a thousand changes of short lists is not one', () => {
      const operations = many(1_000, (each) => ({
        op: 'replace',
        path: 'emails[type eq "work"].display',
        value: `${each}`,
      }));
      const { attributes } = applyPatch('User', BJENSEN, message(...operations), { id: 'id-1' });
      expect(attributes['emails']).toEqual([{ ...EMAIL, display: '999' }]);
    });
  });

  it('for a value that nests without end', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 5_000; depth++) deep = { deep };
    expect(refusal('User', message({ op: 'add', value: { deep } }))).toBe('invalidValue');
  });
});

describe('a PATCH of a group is refused', () => {
  it.each<[ScimType, string, unknown]>([
    ['mutability', 'change of a member', { op: 'replace', path: 'members[value eq "a"].display', value: 'x' }],
    ['mutability', 'change of all members', { op: 'replace', path: 'members.value', value: 'x' }],
    ['mutability', 'removal of displayName', { op: 'remove', path: 'displayName' }],
    ['mutability', 'another id', { op: 'replace', value: { id: 'id-2', displayName: 'x' } }],
    ['invalidValue', 'member without an id', { op: 'add', path: 'members', value: [{ display: 'x' }] }],
    ['invalidValue', 'member with a blank id', { op: 'add', path: 'members', value: [{ value: ' ' }] }],
    ['invalidValue', 'member with a number for an id', { op: 'add', path: 'members', value: [{ value: 1 }] }],
    ['invalidValue', 'member with NUL', { op: 'add', path: 'members', value: [{ value: 'a\0' }] }],
    ['invalidValue', 'number for members', { op: 'replace', path: 'members', value: 7 }],
    ['invalidValue', 'list in the list of members', { op: 'add', path: 'members', value: [['x']] }],
    ['invalidValue', 'empty text among members', { op: 'add', path: 'members', value: ['x', ''] }],
    ['invalidValue', 'no members', { op: 'add', path: 'members' }],
    ['invalidValue', 'blank displayName', { op: 'replace', path: 'displayName', value: '' }],
    ['invalidPath', 'attribute of users', { op: 'replace', path: 'userName', value: 'x' }],
  ])('with %s: %s', (scimType, _, operation) => {
    expect(refusal('Group', message(operation))).toBe(scimType);
  });
});
