import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { type AskedAttributes, isShown, projectionOf } from '../../engines/scim-protocol/projection.js';
import { etagOf, managerOf, NO_RELATIONS, type Relations, represent } from './represent.js';
import type { Resource } from './resource.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';
import { InvalidValue } from '../../engines/scim-protocol/scim.errors.js';

const BADGE = 'urn:example:2.0:Badge';
const BASE = 'https://api.example/scim/v2';
const ATTRIBUTES: JsonObject = {
  emails: [
    { value: 'a@b.c', type: 'work', primary: true },
    { value: 'd@e.f', type: 'home' },
  ],
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  userName: 'bjensen',
  externalId: 'E-1',
  [ENTERPRISE_SCHEMA]: { department: 'Tours', manager: { value: 'm-1' } },
};
/** What was kept of a client when everything was. */
const UNKNOWN: JsonObject = { [BADGE]: { color: 'red', size: 'L' }, nickname2: 'x' };
const META = {
  resourceType: 'User',
  created: '2026-01-02T03:04:05.678Z',
  lastModified: '2026-02-03T04:05:06.000Z',
  location: `${BASE}/Users/u-1`,
  version: 'W/"3"',
};
const RELATIONS: Relations = {
  groups: [
    { id: 'g-1', type: 'Group', display: 'Team', direct: true },
    { id: 'g-2', type: 'Group', display: null, direct: false },
  ],
  members: null,
  manager: { id: 'm-1', type: 'User', display: 'Boss' },
};

function shown(asked: AskedAttributes, type: ResourceTypeName = 'User', relations = RELATIONS): JsonObject {
  const resource: Resource = {
    id: 'u-1',
    organizationId: 1,
    type,
    userId: null,
    attributes: type === 'User' ? { ...ATTRIBUTES, ...UNKNOWN } : { displayName: 'Team' },
    version: 3,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    lastModifiedAt: new Date('2026-02-03T04:05:06Z'),
  };
  return represent(resource, relations, projectionOf(asked), BASE);
}

const ALWAYS = { schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA], id: 'u-1' };
const GROUPS = [
  { value: 'g-1', $ref: `${BASE}/Groups/g-1`, display: 'Team', type: 'direct' },
  { value: 'g-2', $ref: `${BASE}/Groups/g-2`, type: 'indirect' },
];

describe('a representation', () => {
  it('shows everything in the order of the schema', () => {
    const all = shown({});
    expect(all).toEqual({
      ...ALWAYS,
      ...ATTRIBUTES,
      groups: GROUPS,
      meta: META,
      [ENTERPRISE_SCHEMA]: {
        department: 'Tours',
        manager: { value: 'm-1', $ref: `${BASE}/Users/m-1`, displayName: 'Boss' },
      },
    });
    expect(Object.keys(all)).toEqual(['schemas', 'id', 'externalId', 'userName', 'name', 'emails', 'groups', ENTERPRISE_SCHEMA, 'meta']);
  });

  it('shows a manager whom the organization does not have as it was sent', () => {
    const { [ENTERPRISE_SCHEMA]: enterprise } = shown({}, 'User', NO_RELATIONS);
    expect(enterprise).toEqual({ department: 'Tours', manager: { value: 'm-1' } });
    expect(managerOf(ATTRIBUTES)).toBe('m-1');
    expect(managerOf({})).toBeNull();
  });

  it('shows the members of a group', () => {
    const members = [
      { id: 'u-1', type: 'User', display: 'bjensen' },
      { id: 'g-2', type: 'Group', display: null },
    ] as const;
    expect(shown({}, 'Group', { ...NO_RELATIONS, members })).toMatchObject({
      schemas: [GROUP_SCHEMA],
      displayName: 'Team',
      members: [
        { value: 'u-1', $ref: `${BASE}/Users/u-1`, display: 'bjensen', type: 'User' },
        { value: 'g-2', $ref: `${BASE}/Groups/g-2`, type: 'Group' },
      ],
      meta: { resourceType: 'Group', location: `${BASE}/Groups/u-1` },
    });
    expect(shown({}, 'Group', { ...NO_RELATIONS, members: [] })).not.toHaveProperty('members');
  });

  it.each<[string, string, object]>([
    ['one attribute', 'userName', { userName: 'bjensen' }],
    ['several, with spaces', 'userName, externalId', { userName: 'bjensen', externalId: 'E-1' }],
    ['any spelling', 'USERNAME', { userName: 'bjensen' }],
    ['a name with the URN', `${USER_SCHEMA}:userName`, { userName: 'bjensen' }],
    ['a sub-attribute', 'name.familyName', { name: { familyName: 'Jensen' } }],
    ['a sub-attribute with the URN', `${USER_SCHEMA}:name.familyName`, { name: { familyName: 'Jensen' } }],
    ['a sub-attribute of a list', 'emails.value', { emails: [{ value: 'a@b.c' }, { value: 'd@e.f' }] }],
    ['what few values have', 'emails.primary', { emails: [{ primary: true }] }],
    ['a whole and a part', 'name,name.familyName', { name: { givenName: 'Barbara', familyName: 'Jensen' } }],
    ['part of meta', 'meta.version', { meta: { version: 'W/"3"' } }],
    ['an extension', ENTERPRISE_SCHEMA, { [ENTERPRISE_SCHEMA]: expect.objectContaining({ department: 'Tours' }) }],
    ['an attribute of an extension', `${ENTERPRISE_SCHEMA}:department`, { [ENTERPRISE_SCHEMA]: { department: 'Tours' } }],
    [
      'a sub-attribute of one',
      `${ENTERPRISE_SCHEMA}:manager.value`,
      {
        [ENTERPRISE_SCHEMA]: { manager: { value: 'm-1' } },
      },
    ],
    ['a bare name of an extension', 'department', { [ENTERPRISE_SCHEMA]: { department: 'Tours' } }],
    ['no unknown extension', BADGE, {}],
    ['no part of it', `${BADGE}:color`, {}],
    ['no attribute that no schema knows', 'nickname2', {}],
    ['groups', 'groups', { groups: GROUPS }],
    ['parts of groups', 'groups.value', { groups: [{ value: 'g-1' }, { value: 'g-2' }] }],
    ['id', 'id', {}],
    ['what nothing has', 'shoeSize', {}],
    ['what is never returned', 'password', {}],
  ])('with attributes shows %s and what is always returned', (_, attributes, expected) => {
    expect(shown({ attributes })).toEqual({ ...ALWAYS, ...expected });
  });

  it.each<[string, string, string[]]>([
    ['one attribute', 'emails', ['emails']],
    ['several', 'emails,groups,meta', ['emails', 'groups', 'meta']],
    ['a name with the URN', `${USER_SCHEMA}:emails`, ['emails']],
    ['an extension', ENTERPRISE_SCHEMA, [ENTERPRISE_SCHEMA]],
    ['every attribute of an extension', `${ENTERPRISE_SCHEMA}:department,${ENTERPRISE_SCHEMA}:manager`, [ENTERPRISE_SCHEMA]],
    ['not what is always returned', 'id,schemas', []],
    ['nothing that is not there', 'shoeSize', []],
  ])('with excludedAttributes hides %s', (_, excludedAttributes, hidden) => {
    const all = Object.entries(shown({}));
    const left = Object.fromEntries(all.filter(([name]) => !hidden.includes(name)));
    expect(shown({ excludedAttributes })).toEqual(left);
  });

  it('with excludedAttributes hides parts', () => {
    const {
      name,
      emails,
      [ENTERPRISE_SCHEMA]: enterprise,
    } = shown({
      excludedAttributes: `name.givenName,emails.primary,emails.type,${ENTERPRISE_SCHEMA}:manager.$ref`,
    });
    expect([name, emails]).toEqual([{ familyName: 'Jensen' }, [{ value: 'a@b.c' }, { value: 'd@e.f' }]]);
    expect(enterprise).toEqual({ department: 'Tours', manager: { value: 'm-1', displayName: 'Boss' } });
  });
});

describe('a projection', () => {
  it('takes lists as they come in a search request, and repeated parameters', () => {
    expect(projectionOf({ attributes: ['userName', 'emails,id'] }).names).toEqual(new Set(['username', 'emails', 'id']));
    expect(projectionOf({ attributes: '', excludedAttributes: null }).mode).toBe('default');
  });

  it.each<AskedAttributes>([
    { attributes: 'id', excludedAttributes: 'name' },
    { attributes: 7 },
    { attributes: [7] },
    { excludedAttributes: { a: 'b' } },
    { attributes: Array.from({ length: 501 }, (_, index) => `a${index}`) },
  ])('is refused', (asked) => {
    expect(() => projectionOf(asked)).toThrow(InvalidValue);
  });

  it('says what has to be read', () => {
    const reads = (asked: AskedAttributes): boolean => isShown(projectionOf(asked), 'Group', 'members');
    expect([{}, { attributes: 'members' }, { attributes: 'members.value' }].map(reads)).toEqual([true, true, true]);
    expect([{ attributes: 'id' }, { excludedAttributes: 'members' }].map(reads)).toEqual([false, false]);
    expect(isShown(projectionOf({ excludedAttributes: 'members.display' }), 'Group', 'members')).toBe(true);
  });

  it('names a version weakly', () => {
    expect(etagOf(7)).toBe('W/"7"');
  });
});
