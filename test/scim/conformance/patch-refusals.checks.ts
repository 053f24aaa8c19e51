import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, type Json, NOBODY, PATCH_OP, type Scim, expectRefusal, scimAnew } from '../scim.js';

const name = () => `p-${randomBytes(5).toString('hex')}`;

describe('PATCH that is refused (RFC 7644 sections 3.5.2 and 3.12)', () => {
  let scim: Scim;
  let user: Json & { id: string }, group: Json & { id: string };
  beforeAll(async () => {
    scim = await scimAnew();
  });
  beforeEach(async () => {
    user = await scim.user({
      userName: name(),
      title: 'T',
      name: { familyName: 'J' },
      phoneNumbers: [{ value: '1', type: 'work' }],
    });
    group = await scim.group(name(), [user.id]);
    user = (await scim.read(`/Users/${user.id}`)) as Json & { id: string };
  });

  const SYNTAX = ['invalidSyntax', 'invalidValue'];

  it.each<[string, unknown, string | string[]]>([
    ['an unknown operation', { op: 'move', path: 'title', value: 'x' }, SYNTAX],
    ['no op', { path: 'title', value: 'x' }, SYNTAX],
    ['a number as op', { op: 1, path: 'title', value: 'x' }, SYNTAX],
    ['an operation that is a text', 'add', SYNTAX],
    ['an operation that is null', null, SYNTAX],
    ['add without a value', { op: 'add', path: 'title' }, SYNTAX],
    ['replace without a path and with a text', { op: 'replace', value: 'x' }, SYNTAX],
    ['add without a path and with a list', { op: 'add', value: ['x'] }, SYNTAX],
    ['a number as path', { op: 'add', path: 5, value: 'x' }, ['invalidPath', ...SYNTAX]],
    ['remove without a path', { op: 'remove' }, 'noTarget'],
    ['an empty path', { op: 'remove', path: '' }, ['invalidPath', 'noTarget']],
    ['a path of an open bracket', { op: 'remove', path: 'phoneNumbers[type eq "work"' }, ['invalidPath', 'invalidFilter']],
    ['a path of an empty filter', { op: 'remove', path: 'phoneNumbers[]' }, ['invalidPath', 'invalidFilter']],
    ['a path of two dots', { op: 'add', path: 'name..givenName', value: 'x' }, 'invalidPath'],
    ['a path that goes on', { op: 'add', path: 'title x', value: 'x' }, 'invalidPath'],
    ['a path that begins with a digit', { op: 'add', path: '1title', value: 'x' }, 'invalidPath'],
    ['a path with more after the sub-attribute', { op: 'add', path: 'phoneNumbers[type eq "work"].value.x', value: 'x' }, 'invalidPath'],
    ['a malformed filter', { op: 'remove', path: 'phoneNumbers[type xx "work"]' }, ['invalidPath', 'invalidFilter']],
    [
      'replace where no value is chosen',
      { op: 'replace', path: 'phoneNumbers[value eq "9" and type eq "work"]', value: { value: '3' } },
      'noTarget',
    ],
    [
      'replace of a part where no value is chosen by anything but equality',
      { op: 'replace', path: 'phoneNumbers[value sw "9"].display', value: '3' },
      'noTarget',
    ],
    ['the id', { op: 'replace', path: 'id', value: NOBODY }, 'mutability'],
    ['the id, without a path', { op: 'replace', value: { id: NOBODY } }, 'mutability'],
    ['removing the id', { op: 'remove', path: 'id' }, 'mutability'],
    ['the time of creation', { op: 'replace', path: 'meta.created', value: '2001-01-01T00:00:00Z' }, 'mutability'],
    ['the groups of a user', { op: 'add', path: 'groups', value: [{ value: NOBODY }] }, 'mutability'],
    ['removing the groups of a user', { op: 'remove', path: 'groups' }, 'mutability'],
    ['removing what is required', { op: 'remove', path: 'userName' }, ['mutability', 'invalidValue']],
    ['null for what is required', { op: 'replace', path: 'userName', value: null }, ['mutability', 'invalidValue']],
    ['an empty text for what is required', { op: 'replace', path: 'userName', value: '' }, 'invalidValue'],
    ['a number for a text', { op: 'replace', path: 'title', value: 5 }, 'invalidValue'],
    ['an object for a text', { op: 'replace', path: 'title', value: { a: 1 } }, 'invalidValue'],
    ['a text for a complex attribute', { op: 'replace', path: 'name', value: 'J' }, 'invalidValue'],
    ['a word for a truth value', { op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    ['a number for a sub-attribute', { op: 'add', path: 'name.givenName', value: 5 }, 'invalidValue'],
    ['numbers among values', { op: 'add', path: 'phoneNumbers', value: [5] }, SYNTAX],
    ['no base64 for bytes', { op: 'add', path: 'x509Certificates', value: [{ value: '§' }] }, 'invalidValue'],
    ['a text for an extension', { op: 'add', path: ENTERPRISE, value: 'x' }, 'invalidValue'],
    ['a number in an extension', { op: 'add', path: `${ENTERPRISE}:department`, value: 5 }, 'invalidValue'],
    ['a wrong type without a path', { op: 'replace', value: { title: { a: 1 } } }, 'invalidValue'],
  ])('%s', async (_, operation, scimType) => {
    expectRefusal(await scim.patch(`/Users/${user.id}`, [operation]), 400, scimType);
    expect(await scim.read(`/Users/${user.id}`)).toEqual(user);
  });

  it.each<[string, unknown]>([
    ['no Operations', { schemas: [PATCH_OP] }],
    ['Operations that are an object', { schemas: [PATCH_OP], Operations: { op: 'remove', path: 'title' } }],
    ['Operations that are a text', { schemas: [PATCH_OP], Operations: 'remove' }],
    ['Operations that are null', { schemas: [PATCH_OP], Operations: null }],
    ['a list as message', []],
    ['no JSON', '{'],
    ['a user as message', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], title: 'x' }],
  ])('%s', async (_, message) => {
    expectRefusal(await scim.send('PATCH', `/Users/${user.id}`, message), 400, SYNTAX);
    expect(await scim.read(`/Users/${user.id}`)).toEqual(user);
  });

  it('is atomic: one operation that fails undoes all', async () => {
    const answer = await scim.patch(`/Users/${user.id}`, [
      { op: 'replace', path: 'title', value: 'new' },
      { op: 'add', path: 'phoneNumbers', value: [{ value: '2' }] },
      { op: 'replace', path: 'id', value: NOBODY },
    ]);
    expectRefusal(answer, 400, 'mutability');
    expect(await scim.read(`/Users/${user.id}`)).toEqual(user);
  });
  it('is atomic for members as well', async () => {
    const other = await scim.user({ userName: name() });
    const answer = await scim.patch(`/Groups/${group.id}`, [
      { op: 'add', path: 'members', value: [{ value: other.id }] },
      { op: 'replace', path: 'displayName', value: 5 },
    ]);
    expectRefusal(answer, 400, 'invalidValue');
    expect((await scim.read(`/Groups/${group.id}`))['members']).toHaveLength(1);
  });
  it('a name that another has is 409', async () => {
    const other = await scim.user({ userName: name() });
    const answer = await scim.patch(`/Users/${user.id}`, [
      { op: 'replace', path: 'title', value: 'new' },
      { op: 'replace', path: 'userName', value: String(other['userName']).toUpperCase() },
    ]);
    expectRefusal(answer, 409, 'uniqueness');
    expect(await scim.read(`/Users/${user.id}`)).toEqual(user);
  });
  it('of nothing is 404', async () => {
    for (const path of [`/Users/${NOBODY}`, '/Users/none', `/Users/${group.id}`, `/Groups/${user.id}`])
      expectRefusal(await scim.patch(path, [{ op: 'add', path: 'displayName', value: 'x' }]), 404);
  });
  it('an attribute that no schema describes is refused, not lost', async () => {
    const answer = await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: 'favouriteRiver', value: 'Elbe' }]);
    expectRefusal(answer, 400, 'invalidPath');
  });

  describe('of groups', () => {
    it.each<[string, unknown, string | string[]]>([
      ['an unknown member', { op: 'add', path: 'members', value: [{ value: NOBODY }] }, 'invalidValue'],
      ['a member of no id', { op: 'add', path: 'members', value: [{ value: 'none' }] }, 'invalidValue'],
      ['a member without a value', { op: 'add', path: 'members', value: [{ display: 'x' }] }, 'invalidValue'],
      ['numbers as members', { op: 'add', path: 'members', value: [5] }, SYNTAX],
      ['unknown members in their place', { op: 'replace', path: 'members', value: [{ value: NOBODY }] }, 'invalidValue'],
      ['removing the displayName', { op: 'remove', path: 'displayName' }, ['mutability', 'invalidValue']],
      ['an empty displayName', { op: 'replace', path: 'displayName', value: '' }, 'invalidValue'],
      ['a number as displayName', { op: 'replace', path: 'displayName', value: 5 }, 'invalidValue'],
      ['another id', { op: 'replace', value: { id: NOBODY, displayName: 'x' } }, 'mutability'],
    ])('%s', async (_, operation, scimType) => {
      const before = await scim.read(`/Groups/${group.id}`);
      expectRefusal(await scim.patch(`/Groups/${group.id}`, [operation]), 400, scimType);
      expect(await scim.read(`/Groups/${group.id}`)).toEqual(before);
    });
  });
});
