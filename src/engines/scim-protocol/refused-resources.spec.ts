import { describe, expect, it } from '@jest/globals';
import { readResource } from './read-resource.js';
import type { ResourceTypeName } from './schema/resource-type.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './schema/urns.js';
import { ScimRefusal, type ScimType } from './scim.errors.js';

const NAMED = { schemas: [USER_SCHEMA], userName: 'bjensen' };

const names = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, each) => [`Name${each}`, 1]));

function refusal(type: ResourceTypeName, body: unknown): ScimType | null {
  try {
    readResource(type, body);
    return null;
  } catch (error) {
    if (error instanceof ScimRefusal) return error.scimType;
    throw error;
  }
}

describe('a user as it is sent', () => {
  it.each<[ScimType, string, unknown]>([
    ['invalidSyntax', 'nothing', null],
    ['invalidSyntax', 'a text', 'bjensen'],
    ['invalidSyntax', 'a list', [NAMED]],
    ['invalidSyntax', 'no schemas', { userName: 'x' }],
    ['invalidSyntax', 'no schema', { ...NAMED, schemas: [] }],
    ['invalidSyntax', 'a text for schemas', { ...NAMED, schemas: USER_SCHEMA }],
    ['invalidSyntax', 'the schema of groups', { ...NAMED, schemas: [GROUP_SCHEMA] }],
    ['invalidSyntax', 'schemas that are no texts', { ...NAMED, schemas: [USER_SCHEMA, 1] }],
    ['invalidValue', 'no userName', { schemas: [USER_SCHEMA] }],
    ['invalidValue', 'an empty userName', { ...NAMED, userName: '' }],
    ['invalidValue', 'a blank userName', { ...NAMED, userName: ' \t' }],
    ['invalidValue', 'null as userName', { ...NAMED, userName: null }],
    ['invalidValue', 'a number as userName', { ...NAMED, userName: 5 }],
    ['invalidValue', 'a list as userName', { ...NAMED, userName: ['a'] }],
    ['invalidValue', 'a long userName', { ...NAMED, userName: 'x'.repeat(401) }],
    ['invalidValue', 'a long externalId', { ...NAMED, externalId: 'x'.repeat(401) }],
    ['invalidValue', 'a number with a point as externalId', { ...NAMED, externalId: 5.5 }],
    ['invalidValue', 'a text as name', { ...NAMED, name: 'Barbara' }],
    ['invalidValue', 'two names', { ...NAMED, name: [{ givenName: 'a' }] }],
    ['invalidValue', 'a text as e-mail', { ...NAMED, emails: 'a@b.c' }],
    ['invalidValue', 'texts as e-mails', { ...NAMED, emails: ['a@b.c'] }],
    ['invalidValue', 'a number as address', { ...NAMED, emails: [{ value: 1 }] }],
    [
      'invalidValue',
      'two primary addresses',
      {
        ...NAMED,
        emails: [
          { value: 'a', primary: true },
          { value: 'b', primary: 'True' },
        ],
      },
    ],
    ['invalidValue', '"yes" as active', { ...NAMED, active: 'yes' }],
    ['invalidValue', '1 as active', { ...NAMED, active: 1 }],
    ['invalidValue', 'a certificate that is no Base64', { ...NAMED, x509Certificates: [{ value: '<x>' }] }],
    ['invalidValue', 'a text as extension', { ...NAMED, [ENTERPRISE_SCHEMA]: 'x' }],
    ['invalidValue', 'a number as department', { ...NAMED, [ENTERPRISE_SCHEMA]: { department: 5 } }],
    ['invalidValue', 'two managers', { ...NAMED, [ENTERPRISE_SCHEMA]: { manager: [{ value: 'a' }, { value: 'b' }] } }],
    ['invalidValue', 'a number as password', { ...NAMED, password: 5 }],
    ['invalidValue', 'NUL', { ...NAMED, badge: ['a\0'] }],
    ['invalidValue', 'NUL in a password', { ...NAMED, password: 'a\0' }],
    ['invalidValue', 'NUL in a name', { ...NAMED, badge: { 'a\0': 1 } }],
    ['invalidValue', 'half a character', { ...NAMED, displayName: 'a\udc00b' }],
    ['invalidValue', 'an infinite number', { ...NAMED, badge: Number('-1e999') }],
    ['invalidValue', 'a name without characters', { ...NAMED, '': 1 }],
    ['invalidValue', 'too many e-mails', { ...NAMED, emails: Array.from({ length: 1001 }, (_, n) => ({ value: `${n}` })) }],
    ['invalidValue', 'too many values', { ...NAMED, badge: Array.from({ length: 10_001 }, () => 1) }],
    ['invalidValue', 'too many names', { ...NAMED, ...names(251) }],
    ['invalidValue', 'too many names in an extension', { ...NAMED, [ENTERPRISE_SCHEMA]: names(251) }],
    ['invalidValue', 'too many names further in', { ...NAMED, badge: [names(251)] }],
    // Whose pattern must not try every way to divide the spaces up: that took seconds.
    ['invalidValue', 'binary of spaces', { ...NAMED, x509Certificates: [{ value: `${' '.repeat(65_000)}!` }] }],
    ['invalidValue', 'too many characters', { ...NAMED, badge: Array.from({ length: 20 }, () => 'x'.repeat(60_000)) }],
  ])('is refused as %s for %s', (scimType, _, body) => {
    expect(refusal('User', body)).toBe(scimType);
  });
});

describe('a group as it is sent', () => {
  const TEAM = { schemas: [GROUP_SCHEMA], displayName: 'Team' };
  it('has members beside its attributes', () => {
    const schemas = [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'];
    const body = { ...TEAM, schemas, Members: [{ value: 'a', $ref: null, display: 'A' }, { value: 'a' }] };
    expect(readResource('Group', body)).toEqual({
      attributes: { displayName: 'Team' },
      members: [{ value: 'a' }],
      password: null,
    });
    expect(readResource('Group', TEAM).members).toBeNull();
    expect(readResource('Group', { ...TEAM, members: [] }).members).toEqual([]);
  });

  it.each([{ displayName: ' ' }, { displayName: null }, { members: [5] }, { members: [{}] }, { members: '' }, { members: [['a']] }])(
    'is refused with %j',
    (wrong) => {
      expect(refusal('Group', { ...TEAM, ...wrong })).toBe('invalidValue');
    },
  );
});
