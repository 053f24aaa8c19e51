import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BASE, GROUP, type Json, NOBODY, type Scim, expectRefusal, scimAnew } from '../scim.js';

const name = (prefix = 'g') => `${prefix}-${randomBytes(5).toString('hex')}`;

describe('groups and their members (RFC 7643 sections 4.1.2 and 4.2, RFC 7644 section 3.5.2)', () => {
  let scim: Scim;
  let a: string, b: string, c: string;
  beforeAll(async () => {
    scim = await scimAnew();
    [a, b, c] = [
      (await scim.user({ userName: name('a'), displayName: 'Ada' })).id,
      (await scim.user({ userName: name('b') })).id,
      (await scim.user({ userName: name('c') })).id,
    ];
  });

  const members = async (id: string): Promise<string[]> =>
    (((await scim.read(`/Groups/${id}`))['members'] ?? []) as Json[]).map(({ value }) => String(value)).sort();
  const groupsOf = async (id: string): Promise<Json[]> => ((await scim.read(`/Users/${id}`))['groups'] ?? []) as Json[];
  const value = (...list: readonly string[]) => list.map((one) => ({ value: one }));

  describe('creation', () => {
    it('answers 201, Location, ETag and the members', async () => {
      const answer = await scim.post('/Groups', {
        schemas: [GROUP],
        displayName: name(),
        externalId: 'G-1',
        members: value(a),
      });
      expect(answer.status).toBe(201);
      expect(answer.headers.get('location')).toBe(`${BASE}/Groups/${answer.body.id}`);
      expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
      expect(answer.body).toMatchObject({
        schemas: [GROUP],
        externalId: 'G-1',
        meta: { resourceType: 'Group', location: answer.headers.get('location') },
        members: [{ value: a, type: 'User', $ref: expect.stringMatching(new RegExp(`/Users/${a}$`)) }],
      });
    });
    it('shows the name of a member, whatever was sent for it', async () => {
      const answer = await scim.post('/Groups', {
        schemas: [GROUP],
        displayName: name(),
        members: [{ value: a, display: 'Somebody else', $ref: 'http://elsewhere/' }],
      });
      expect(JSON.stringify(answer.body.members)).not.toMatch(/Somebody else|elsewhere/);
    });
    it('takes a member once that is named twice', async () =>
      expect(await members((await scim.group(name(), [a, b, a])).id)).toEqual([a, b].sort()));
  });

  describe('PATCH of members', () => {
    let id: string;
    let version: unknown;
    beforeEach(async () => {
      const group = await scim.group(name(), [a]);
      id = group.id;
      version = (group['meta'] as Json)['version'];
      scim.app.clock.advance({ seconds: 1 });
    });
    const patch = async (...operations: readonly Json[]) => scim.patch(`/Groups/${id}`, operations);

    it('answers 204 and nothing', async () => {
      const answer = await patch({ op: 'add', path: 'members', value: value(b) });
      expect([answer.status, answer.text]).toEqual([204, '']);
    });
    it('answers 200 and what is asked for', async () => {
      const answer = await scim.patch(`/Groups/${id}?attributes=displayName,members`, [{ op: 'add', path: 'members', value: value(b) }]);
      expect([answer.status, answer.body.members.length]).toEqual([200, 2]);
      expect(answer.headers.get('etag')).toBeTruthy();
    });
    it('answers 200 without what is not wanted', async () => {
      const answer = await scim.patch(`/Groups/${id}?excludedAttributes=members`, [{ op: 'add', path: 'members', value: value(b) }]);
      expect([answer.status, answer.body.id, answer.body.members]).toEqual([200, id, undefined]);
    });
    it.each<[string, () => readonly Json[], () => string[]]>([
      ['add', () => [{ op: 'add', path: 'members', value: value(b, c) }], () => [a, b, c]],
      ['add of a single object', () => [{ op: 'add', path: 'members', value: { value: b } }], () => [a, b]],
      ['add without a path', () => [{ op: 'add', value: { members: value(b) } }], () => [a, b]],
      ['add of one who is in', () => [{ op: 'add', path: 'members', value: value(a, b) }], () => [a, b]],
      ['add by a qualified name', () => [{ op: 'add', path: `${GROUP}:members`, value: value(b) }], () => [a, b]],
      ['replace', () => [{ op: 'replace', path: 'members', value: value(b, c) }], () => [b, c]],
      ['replace by an empty list', () => [{ op: 'replace', path: 'members', value: [] }], () => []],
      ['replace without a path', () => [{ op: 'replace', value: { members: value(c) } }], () => [c]],
      ['remove of all', () => [{ op: 'remove', path: 'members' }], () => []],
      ['remove of one', () => [{ op: 'remove', path: `members[value eq "${a}"]` }], () => []],
      [
        'remove of several by or',
        () => [
          { op: 'add', path: 'members', value: value(b, c) },
          { op: 'remove', path: `members[value eq "${a}" or value eq "${c}"]` },
        ],
        () => [b],
      ],
      [
        'remove of all others by not',
        () => [
          { op: 'add', path: 'members', value: value(b, c) },
          { op: 'remove', path: `members[not (value eq "${b}")]` },
        ],
        () => [b],
      ],
      [
        'several operations, one after the other',
        () => [
          { op: 'add', path: 'members', value: value(b) },
          { op: 'remove', path: 'members' },
          { op: 'add', path: 'members', value: value(c) },
        ],
        () => [c],
      ],
      [
        'members and name together',
        () => [
          { op: 'replace', path: 'displayName', value: name() },
          { op: 'add', path: 'members', value: value(b) },
        ],
        () => [a, b],
      ],
    ])('%s', async (_, operations, after) => {
      expect((await patch(...operations())).status).toBe(204);
      expect(await members(id)).toEqual(after().sort());
    });
    it('makes another version when it changes something', async () => {
      await patch({ op: 'add', path: 'members', value: value(b) });
      const { meta } = (await scim.read(`/Groups/${id}`)) as { meta: Json };
      expect(meta['version']).not.toBe(version);
      expect(String(meta['lastModified']) > String(meta['created'])).toBe(true);
    });
    it('makes no other version when it changes nothing', async () => {
      await patch({ op: 'add', path: 'members', value: value(a) });
      expect(((await scim.read(`/Groups/${id}`))['meta'] as Json)['version']).toBe(version);
    });
    it('renames', async () => {
      const displayName = name();
      expect((await patch({ op: 'replace', path: 'displayName', value: displayName })).status).toBe(204);
      expect(await scim.read(`/Groups/${id}`)).toMatchObject({ displayName, members: value(a) });
    });
    it('refuses a name that another has', async () => {
      const other = await scim.group(name());
      expectRefusal(
        await patch({ op: 'replace', path: 'displayName', value: String(other['displayName']).toUpperCase() }),
        409,
        'uniqueness',
      );
    });
    it('loses none of twenty members that are added at once', async () => {
      const users = [];
      for (let number = 0; number < 20; number += 1) users.push((await scim.user({ userName: name('race') })).id);
      const answers = await Promise.all(users.map((user) => patch({ op: 'add', path: 'members', value: value(user) })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      expect(await members(id)).toEqual([a, ...users].sort());
    });
  });

  describe('the groups of a user', () => {
    it('are those that they are a member of, directly', async () => {
      const user = (await scim.user({ userName: name() })).id;
      const group = await scim.group(name(), [user]);
      expect(await groupsOf(user)).toEqual([expect.objectContaining({ value: group.id, display: group['displayName'], type: 'direct' })]);
    });
    it('and those that these are members of, indirectly', async () => {
      const user = (await scim.user({ userName: name() })).id;
      const inner = await scim.group(name(), [user]);
      const middle = await scim.group(name(), [inner.id]);
      const outer = await scim.group(name(), [middle.id]);
      const types = Object.fromEntries((await groupsOf(user)).map((group) => [group['value'], group['type']]));
      expect(types).toEqual({ [inner.id]: 'direct', [middle.id]: 'indirect', [outer.id]: 'indirect' });
    });
    it('name a group once that is reached on two ways', async () => {
      const user = (await scim.user({ userName: name() })).id;
      const inner = await scim.group(name(), [user]);
      const outer = await scim.group(name(), [inner.id, user]);
      const types = Object.fromEntries((await groupsOf(user)).map((group) => [group['value'], group['type']]));
      expect(types).toEqual({ [inner.id]: 'direct', [outer.id]: 'direct' });
      expect(await groupsOf(user)).toHaveLength(2);
    });
    it('end with the membership', async () => {
      const user = (await scim.user({ userName: name() })).id;
      const group = await scim.group(name(), [user]);
      await scim.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'members' }]);
      expect(await groupsOf(user)).toEqual([]);
    });
  });

  describe('groups in groups', () => {
    it('are members of type Group with their $ref', async () => {
      const inner = await scim.group(name());
      const outer = await scim.group(name(), [inner.id]);
      expect(outer['members']).toEqual([
        expect.objectContaining({
          value: inner.id,
          type: 'Group',
          $ref: expect.stringMatching(new RegExp(`/Groups/${inner.id}$`)),
        }),
      ]);
    });
    it('may not be members of themselves', async () => {
      const { id } = await scim.group(name());
      for (const op of ['add', 'replace'])
        expectRefusal(await scim.patch(`/Groups/${id}`, [{ op, path: 'members', value: value(id) }]), 400, 'invalidValue');
      expect(await members(id)).toEqual([]);
    });
    it('may form a cycle, and every walk through them ends', async () => {
      const one = await scim.group(name());
      const two = await scim.group(name(), [one.id]);
      const three = await scim.group(name(), [two.id]);
      const add = [{ op: 'add', path: 'members', value: value(three.id, a) }];
      expect((await scim.patch(`/Groups/${one.id}`, add)).status).toBe(204);
      const { body } = await scim.get(`/Users/${a}`);
      const ids = body.groups.map(({ value: id }: { value: string }) => id);
      expect(ids).toEqual(expect.arrayContaining([one.id, two.id, three.id]));
      const filter = encodeURIComponent(`groups.value eq "${two.id}"`);
      expect((await scim.get(`/Users?filter=${filter}`)).body.Resources).toMatchObject([{ id: a }]);
    });
  });

  it('refuses unknown members, naming them', async () => {
    const answer = await scim.post('/Groups', { schemas: [GROUP], displayName: name(), members: value(a, NOBODY) });
    expectRefusal(answer, 400, 'invalidValue');
    expect(answer.body.detail).toContain(NOBODY);
  });
});
