import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../json.js';
import { readResource } from '../read-resource.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, PATCH_MESSAGE } from '../schema/urns.js';
import { applyPatch } from './apply-patch.js';

const USER: JsonObject = { userName: 'jyoung@testuser.com', active: true };
const TEAM: JsonObject = { displayName: 'Team' };

function user(operations: unknown[], from: JsonObject = USER): JsonObject {
  return applyPatch('User', from, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'u-1' }).attributes;
}

function group(...operations: unknown[]): ReturnType<typeof applyPatch> {
  return applyPatch('Group', TEAM, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'g-1' });
}

describe('Microsoft Entra ID', () => {
  it.each<[string, unknown[], JsonObject]>([
    ['"Replace" of active by "False"', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['"Add" of active as "True"', [{ op: 'Add', path: 'active', value: 'True' }], { active: true }],
    [
      'an e-mail address that was not there',
      [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'a@b.c' }],
      { emails: [{ type: 'work', value: 'a@b.c' }] },
    ],
    [
      '"Replace" of one that was not there',
      [{ op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425' }],
      { phoneNumbers: [{ type: 'mobile', value: '+1 425' }] },
    ],
    [
      'parts of an address one by one',
      [
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'US' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Redmond' },
      ],
      { addresses: [{ type: 'work', country: 'US', locality: 'Redmond' }] },
    ],
    [
      'a role',
      [{ op: 'Add', path: 'roles[primary eq "True"].value', value: 'Admin' }],
      {
        roles: [{ primary: true, value: 'Admin' }],
      },
    ],
    [
      'a role after another',
      [
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'Admin' },
        { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'Reader' },
      ],
      { roles: [{ primary: true, value: 'Reader' }] },
    ],
    [
      'an e-mail address of two terms',
      [{ op: 'Add', path: 'emails[type eq "work" and primary eq true].value', value: 'a@b.c' }],
      { emails: [{ type: 'work', primary: true, value: 'a@b.c' }] },
    ],
    [
      'a manager as a bare id',
      [{ op: 'Add', path: `${ENTERPRISE_SCHEMA}:manager`, value: 'm-1' }],
      { [ENTERPRISE_SCHEMA]: { manager: { value: 'm-1' } } },
    ],
    [
      'a manager by the bare path, in a list',
      [{ op: 'Add', path: 'manager', value: [{ $ref: 'http://x/Users/m-1', value: 'm-1' }] }],
      { [ENTERPRISE_SCHEMA]: { manager: { $ref: 'http://x/Users/m-1', value: 'm-1' } } },
    ],
    [
      'no manager any more, by an empty text',
      [
        { op: 'Add', path: `${ENTERPRISE_SCHEMA}:manager`, value: 'm-1' },
        { op: 'Replace', path: `${ENTERPRISE_SCHEMA}:manager`, value: '' },
      ],
      {},
    ],
    [
      'another manager, of whom nothing old is said',
      [
        { op: 'Add', path: `${ENTERPRISE_SCHEMA}:manager`, value: { value: 'm-1', $ref: '../Users/m-1' } },
        { op: 'Replace', path: `${ENTERPRISE_SCHEMA}:manager`, value: { value: 'm-2' } },
      ],
      { [ENTERPRISE_SCHEMA]: { manager: { value: 'm-2' } } },
    ],
    [
      'a bare department',
      [{ op: 'Add', path: 'department', value: 'Tours' }],
      {
        [ENTERPRISE_SCHEMA]: { department: 'Tours' },
      },
    ],
    [
      'names with dots and URNs, with aadOptscim062020',
      [
        {
          op: 'replace',
          value: {
            displayName: 'Bjfe',
            'name.givenName': 'Kjfe',
            'name.familyName': 'Aaa',
            'emails[type eq "work"].value': 'a@b.c',
            [`${ENTERPRISE_SCHEMA}:employeeNumber`]: '701984',
            [`${ENTERPRISE_SCHEMA}:manager.value`]: 'm-1',
          },
        },
      ],
      {
        displayName: 'Bjfe',
        name: { givenName: 'Kjfe', familyName: 'Aaa' },
        emails: [{ type: 'work', value: 'a@b.c' }],
        [ENTERPRISE_SCHEMA]: { employeeNumber: '701984', manager: { value: 'm-1' } },
      },
    ],
    [
      'an extension of its own, of which nothing is kept',
      [
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:Custom:2.0:User:badge', value: '7' },
        { op: 'add', value: { 'urn:ietf:params:scim:schemas:extension:Custom:2.0:User': { tag: 'x' } } },
        { op: 'add', value: { 'urn:ietf:params:scim:schemas:extension:Custom:2.0:User:desk': { floor: 2 } } },
      ],
      {},
    ],
    [
      'a removal of some values',
      [
        { op: 'Add', path: 'emails', value: [{ value: 'A@b.c' }, { value: 'd@e.f', type: 'home' }] },
        { op: 'Remove', path: 'emails', value: [{ value: 'a@B.c' }] },
      ],
      { emails: [{ value: 'd@e.f', type: 'home' }] },
    ],
  ])('sends %s', (_, operations, expected) => {
    expect(user(operations)).toEqual({ ...USER, ...expected });
  });

  it.each<[string, unknown, JsonObject]>([
    ['displayName', [{ $ref: null, value: 'X' }], { displayName: 'X' }],
    ['displayName', [{ value: 'X' }], { displayName: 'X' }],
    ['active', [{ $ref: null, value: 'False' }], { active: false }],
    ['name.givenName', [{ $ref: null, value: 'X' }], { name: { givenName: 'X' } }],
    ['emails[type eq "work"].value', [{ $ref: null, value: 'a@b.c' }], { emails: [{ type: 'work', value: 'a@b.c' }] }],
    [`${ENTERPRISE_SCHEMA}:department`, [{ $ref: null, value: 'X' }], { [ENTERPRISE_SCHEMA]: { department: 'X' } }],
  ])('once sent %s as %j', (path, value, expected) => {
    expect(user([{ op: 'Replace', path, value }])).toEqual({ ...USER, ...expected });
    if (!path.includes('[')) expect(user([{ op: 'Add', value: { [path]: value } }])).toEqual({ ...USER, ...expected });
  });

  it('sends members to add with a null reference', () => {
    const value = [{ $ref: null, value: 'a' }, { value: 'a' }, { value: 'b' }];
    expect(group({ op: 'Add', path: 'members', value }).members).toEqual([{ kind: 'add', members: [{ value: 'a' }, { value: 'b' }] }]);
  });

  it('sends members to remove as values, and means those alone', () => {
    expect(group({ op: 'Remove', path: 'members', value: [{ value: 'a' }] }).members).toEqual([{ kind: 'remove', values: ['a'] }]);
    expect(group({ op: 'Remove', path: 'members', value: [] }).members).toEqual([{ kind: 'remove', values: [] }]);
  });
});

describe('Okta', () => {
  it('deactivates without a path', () => {
    expect(user([{ op: 'replace', value: { active: false } }])).toEqual({ ...USER, active: false });
  });

  it('sets a password', () => {
    const operations = [{ op: 'replace', value: { password: 'tOp secret' } }];
    const { password } = applyPatch('User', USER, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'u-1' });
    expect(password).toBe('tOp secret');
  });

  it('renames a group and repeats its id', () => {
    const { attributes, changed } = group({ op: 'replace', value: { id: 'g-1', displayName: 'Crew' } });
    expect([attributes, changed]).toEqual([{ displayName: 'Crew' }, true]);
  });

  it('renames a group to the name it has', () => {
    const { changed } = group({ op: 'replace', value: { id: 'g-1', displayName: 'Team' } });
    expect(changed).toBe(false);
  });

  it('removes and adds members in one message, in that order', () => {
    const { members } = group(
      { op: 'remove', path: 'members[value eq "a"]' },
      { op: 'add', path: 'members', value: [{ value: 'b', display: 'b@example.com' }] },
    );
    expect(members).toEqual([
      { kind: 'remove', values: ['a'] },
      { kind: 'add', members: [{ value: 'b' }] },
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['members', [{ value: 'a' }, { value: 'b' }], ['a', 'b']],
    ['no members', [], []],
    ['null', null, []],
  ])('pushes a group with %s', (_, value, ids) => {
    const members = [{ kind: 'replace', members: ids.map((id) => ({ value: id })) }];
    expect(group({ op: 'replace', path: 'members', value }).members).toEqual(members);
    expect(group({ op: 'replace', value: { members: value } }).members).toEqual(members);
  });
});

describe('members', () => {
  it.each<[string, unknown, unknown]>([
    ['all go', { op: 'remove', path: 'members' }, { kind: 'remove', values: null }],
    [
      'several go by their ids',
      { op: 'remove', path: 'members[value eq "a" or value eq "b"]' },
      {
        kind: 'remove',
        values: ['a', 'b'],
      },
    ],
    [
      'those of a type go',
      { op: 'remove', path: 'members[type eq "Group"]' },
      {
        kind: 'remove',
        values: expect.objectContaining({ kind: 'compare', operator: 'eq', value: 'Group' }),
      },
    ],
    [
      'one comes without a list',
      { op: 'add', path: 'members', value: { value: 'a' } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
    [
      'one comes by a path with its id',
      { op: 'add', path: 'members[value eq "a"]', value: { display: 'x' } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
    [
      'one comes without a path',
      { op: 'add', value: { members: [{ value: 'a' }] } },
      {
        kind: 'add',
        members: [{ value: 'a' }],
      },
    ],
  ])('%s', (_, operation, change) => {
    expect(group(operation)).toEqual({ attributes: TEAM, members: [change], password: null, changed: false });
  });

  it('come by the thousand', () => {
    const value = Array.from({ length: 50_000 }, (_, index) => ({ value: `member-${index}` }));
    const [change] = group({ op: 'add', path: 'members', value }).members;
    expect(change).toMatchObject({ kind: 'add', members: { length: 50_000 } });
  });
});

describe('feeds', () => {
  it.each<[string, number, JsonObject]>([
    ['externalId', 701984, { externalId: '701984' }],
    ['externalId', 0, { externalId: '0' }],
    ['addresses[type eq "work"].postalCode', 98052, { addresses: [{ type: 'work', postalCode: '98052' }] }],
    [`${ENTERPRISE_SCHEMA}:employeeNumber`, -7, { [ENTERPRISE_SCHEMA]: { employeeNumber: '-7' } }],
  ])('send %s as the number %d', (path, value, expected) => {
    expect(user([{ op: 'replace', path, value }])).toEqual({ ...USER, ...expected });
  });

  it.each<[unknown]>([['a'], [['a']], [['a', { value: 'a' }]]])('send members as bare ids: %j', (value) => {
    const members = [{ value: 'a' }];
    for (const operation of [
      { op: 'add', path: 'members', value },
      { op: 'add', value: { members: value } },
    ])
      expect(group(operation).members).toEqual([{ kind: 'add', members }]);
    expect(group({ op: 'replace', path: 'members', value }).members).toEqual([{ kind: 'replace', members }]);
    expect(readResource('Group', { schemas: [GROUP_SCHEMA], displayName: 'Team', members: value }).members).toEqual(members);
  });
});
