import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('groups of SCIM', () => {
  let app: TestApp;
  let delta: ScimClient, estuary: ScimClient;
  let people: string[];
  let next = 0;

  beforeAll(async () => {
    app = await startTestApp();
    [delta, estuary] = [await scimClient(app, 1), await scimClient(app, 2)];
    people = [];
    for (let n = 0; n < 25; n++) people.push(await user(delta, `person-${n}`));
  });
  afterAll(() => app.close());
  beforeEach(() => app.dataSource.query(`DELETE FROM scim_resources WHERE type = 'Group'`));

  const user = async (client: ScimClient, userName: string): Promise<string> =>
    (await client.post('/Users', { schemas: [USER], userName })).body.id;
  const create = (body: object, client = delta) =>
    client.post('/Groups', { schemas: [GROUP], displayName: `Group ${(next += 1)}`, ...body });
  const created = async (members: readonly string[] = [], client = delta): Promise<string> => {
    const { status, body } = await create({ members: members.map((value) => ({ value })) }, client);
    expect(status).toBe(201);
    return body.id;
  };
  const patch = (id: string, Operations: object[], headers: Record<string, string> = {}, query = '') =>
    delta.patch(`/Groups/${id}${query}`, { schemas: [PATCH], Operations }, { headers });
  const add = (id: string, ...values: string[]) => patch(id, [{ op: 'add', path: 'members', value: values.map((value) => ({ value })) }]);
  const group = async (id: string) => (await delta.get(`/Groups/${id}`)).body;
  const membersOf = async (id: string): Promise<string[]> =>
    ((await group(id)).members ?? []).map(({ value }: { value: string }) => value).sort();
  const sorted = (...ids: (string | undefined)[]) => [...ids].sort();
  const [first, second, third] = [() => people[0] ?? '', () => people[1] ?? '', () => people[2] ?? ''];

  describe('creating', () => {
    it('answers the whole group with Location and version', async () => {
      const { status, body, headers } = await create({ displayName: 'Hydrologists', members: [{ value: first() }] });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        schemas: [GROUP],
        displayName: 'Hydrologists',
        members: [{ value: first(), type: 'User', display: 'person-0' }],
        meta: { resourceType: 'Group', version: 'W/"1"' },
      });
      expect(headers.get('location')).toBe(body.meta.location);
      expect(headers.get('etag')).toBe('W/"1"');
    });

    it('refuses a name that another group has, whatever its case, and another organization may have', async () => {
      await create({ displayName: 'Straße' });
      const { status, body } = await create({ displayName: 'STRASSE'.replace('SS', 'ß') });
      expect([status, body.scimType, body.schemas]).toEqual([409, 'uniqueness', ['urn:ietf:params:scim:api:messages:2.0:Error']]);
      expect((await create({ displayName: 'Straße' }, estuary)).status).toBe(201);
    });

    it.each([NOBODY, 'not-an-id', "' OR 1=1 --", 'Ж'.repeat(200)])('refuses the unknown member %s, and makes nothing', async (value) => {
      const { status, body } = await create({ members: [{ value: first() }, { value }] });
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
      expect(body.detail).toContain(value.slice(0, 20));
      expect((await app.dataSource.query(`SELECT 1 FROM scim_resources WHERE type = 'Group'`)).length).toBe(0);
    });

    it('refuses a member of another organization', async () => {
      const stranger = await user(estuary, `stranger-${(next += 1)}`);
      expect((await create({ members: [{ value: stranger }] })).body.scimType).toBe('invalidValue');
      const foreign = await created([], estuary);
      expect((await create({ members: [{ value: foreign }] })).body.scimType).toBe('invalidValue');
    });

    it('takes a member that is named twice, in two spellings, once', async () => {
      const id = await created([first(), first().toUpperCase(), first()]);
      expect(await membersOf(id)).toEqual([first()]);
    });

    it('takes and gives five thousand members', async () => {
      await app.dataSource.query(
        `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
         SELECT gen_random_uuid(), 1, 'User', 'many-' || n, jsonb_build_object('userName', 'many-' || n), '{}', 1, now(), now()
           FROM generate_series(1, 5000) AS n ON CONFLICT DO NOTHING`,
      );
      const rows: { id: string }[] = await app.dataSource.query(
        `SELECT id FROM scim_resources WHERE organization_id = 1 AND name_key LIKE 'many-%' ORDER BY number`,
      );
      const many = rows.map(({ id }) => id);
      const id = await created(many);
      expect((await group(id)).members.length).toBe(5000);
      const rest = many.slice(1000);
      await delta.put(`/Groups/${id}`, {
        schemas: [GROUP],
        displayName: 'Fewer',
        members: [...rest, first()].map((value) => ({ value })),
      });
      expect(await membersOf(id)).toEqual(sorted(...rest, first()));
    });
  });

  describe('members', () => {
    it('are added with 204 and without the group, and the version rises', async () => {
      const id = await created([first()]);
      const { status, text, headers } = await add(id, second());
      expect([status, text, headers.get('etag')]).toEqual([204, '', 'W/"2"']);
      expect(await membersOf(id)).toEqual(sorted(first(), second()));
    });

    it('who are there already change nothing, not even the version', async () => {
      const id = await created([first()]);
      app.clock.advance({ minutes: 1 });
      expect((await add(id, first())).headers.get('etag')).toBe('W/"1"');
      expect((await patch(id, [{ op: 'remove', path: `members[value eq "${second()}"]` }])).status).toBe(204);
      const { meta } = await group(id);
      expect([meta.version, meta.lastModified]).toEqual(['W/"1"', meta.created]);
    });

    it('are answered where the client asks for attributes or prefers the representation', async () => {
      const id = await created([first()]);
      const operation = [{ op: 'add', path: 'members', value: [{ value: second() }] }];
      const asked = await patch(id, operation, {}, '?attributes=displayName');
      expect([asked.status, asked.body.members, typeof asked.body.displayName]).toEqual([200, undefined, 'string']);
      const preferred = await patch(id, operation, { Prefer: 'return=representation' });
      expect([preferred.status, preferred.body.members.length]).toEqual([200, 2]);
      expect(preferred.headers.get('preference-applied')).toBe('return=representation');
    });

    it('are removed one by one, by a list, by a filter and all at once', async () => {
      const id = await created(people.slice(0, 6));
      await patch(id, [{ op: 'remove', path: `members[value eq "${people[0]}"]` }]);
      expect(await membersOf(id)).toEqual(sorted(...people.slice(1, 6)));
      await patch(id, [{ op: 'Remove', path: 'members', value: [{ value: people[1] }, { value: people[2] }] }]);
      expect(await membersOf(id)).toEqual(sorted(...people.slice(3, 6)));
      const nested = await created();
      await add(id, nested);
      await patch(id, [{ op: 'remove', path: 'members[type eq "Group" or display co "SON-3"]' }]);
      expect(await membersOf(id)).toEqual(sorted(...people.slice(4, 6)));
      await patch(id, [{ op: 'remove', path: `members[not (value eq "${people[4]}")]` }]);
      expect(await membersOf(id)).toEqual([people[4]]);
      await patch(id, [{ op: 'remove', path: 'members' }]);
      expect(await membersOf(id)).toEqual([]);
    });

    it('are replaced as a whole, also by none', async () => {
      const id = await created(people.slice(0, 4));
      await patch(id, [{ op: 'replace', path: 'members', value: people.slice(3, 7).map((value) => ({ value })) }]);
      expect(await membersOf(id)).toEqual(sorted(...people.slice(3, 7)));
      await patch(id, [{ op: 'replace', path: 'members', value: [] }]);
      expect(await membersOf(id)).toEqual([]);
    });

    it('stay as they were when one operation of the request is refused', async () => {
      const id = await created([first()]);
      const operations = [
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: NOBODY }] },
      ];
      expect((await patch(id, operations)).body.scimType).toBe('invalidValue');
      expect(await membersOf(id)).toEqual([first()]);
      expect((await group(id)).meta.version).toBe('W/"1"');
    });

    it('are those of the PUT, none without any', async () => {
      const id = await created([first(), second()]);
      const body = { schemas: [GROUP], displayName: 'Replaced', externalId: 'x-1' };
      const replaced = await delta.put(`/Groups/${id}`, { ...body, members: [{ value: third() }] });
      expect([replaced.status, replaced.body.members.length, replaced.body.externalId]).toEqual([200, 1, 'x-1']);
      expect(await membersOf(id)).toEqual([third()]);
      const again = await delta.put(`/Groups/${id}`, { ...body, members: [{ value: third() }] });
      expect(again.headers.get('etag')).toBe('W/"2"');
      await delta.put(`/Groups/${id}`, body);
      expect(await membersOf(id)).toEqual([]);
    });

    it('leave with the user or group that is deleted, which makes another version of the group', async () => {
      const leaver = await user(delta, `leaver-${(next += 1)}`);
      const nested = await created();
      const id = await created([leaver, nested, first()]);
      expect((await delta.delete(`/Users/${leaver}`)).status).toBe(204);
      expect((await delta.delete(`/Groups/${nested}`)).status).toBe(204);
      expect(await membersOf(id)).toEqual([first()]);
      expect((await group(id)).meta.version).toBe('W/"3"');
    });
  });

  describe('nested', () => {
    it('a group cannot be a member of itself', async () => {
      const id = await created();
      expect((await add(id, id)).body).toMatchObject({ status: '400', scimType: 'invalidValue' });
      expect((await add(id, id.toUpperCase())).body.scimType).toBe('invalidValue');
    });

    it('groups may contain each other, and a member of one is in all, however they came together', async () => {
      const [a, b, c] = [await created([first()]), await created(), await created()];
      expect((await add(a, b)).status).toBe(204);
      const answers = await Promise.all([add(b, c), add(c, a)]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      const { body } = await delta.get(`/Users/${first()}`);
      const of = new Map(body.groups.map(({ value, type }: { value: string; type: string }) => [value, type]));
      expect([a, b, c].map((id) => of.get(id))).toEqual(['direct', 'indirect', 'indirect']);
    });
  });

  describe('changing and deleting', () => {
    it.each(['PUT', 'PATCH', 'DELETE'])('%s of a missing resource, or of another organization’s, is 404', async (method) => {
      const foreign = await created([], estuary);
      const body = {
        PUT: { schemas: [GROUP], displayName: 'x' },
        PATCH: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: 'x' }] },
        DELETE: undefined,
      }[method];
      for (const id of [NOBODY, 'nonsense', foreign, first(), '%00'])
        expect([id, (await delta.send(method, `/Groups/${id}`, body)).status]).toEqual([id, 404]);
      expect((await estuary.get(`/Groups/${foreign}`)).status).toBe(200);
    });

    it.each(['PUT', 'PATCH', 'DELETE'])('%s with the version of yesterday is 412 and changes nothing', async (method) => {
      const id = await created([first()]);
      await add(id, second());
      const body = {
        PUT: { schemas: [GROUP], displayName: 'x' },
        PATCH: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'members', value: [] }] },
        DELETE: undefined,
      }[method];
      const stale = await delta.send(method, `/Groups/${id}`, body, { headers: { 'If-Match': 'W/"1"' } });
      expect(stale.status).toBe(412);
      expect((await membersOf(id)).length).toBe(2);
      const right = await delta.send(method, `/Groups/${id}`, body, { headers: { 'If-Match': 'W/"2"' } });
      expect(right.status).toBe(method === 'PUT' ? 200 : 204);
    });

    it('a rename to a name that is taken is refused', async () => {
      await create({ displayName: 'Taken' });
      const id = await created();
      const answer = await patch(id, [{ op: 'replace', value: { id, displayName: 'TAKEN' } }]);
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    });

    it('a deleted group is gone, and its name free', async () => {
      const { body } = await create({ displayName: 'Short-lived', members: [{ value: first() }] });
      expect((await delta.delete(`/Groups/${body.id}`)).status).toBe(204);
      expect((await delta.get(`/Groups/${body.id}`)).status).toBe(404);
      expect((await delta.delete(`/Groups/${body.id}`)).status).toBe(404);
      expect((await create({ displayName: 'Short-lived' })).status).toBe(201);
      const left = await app.dataSource.query('SELECT 1 FROM scim_group_members WHERE group_id = $1', [body.id]);
      expect(left.length).toBe(0);
    });

    it('every change and refusal is in the audit trail, with the token', async () => {
      const id = await created([first()]);
      await add(id, second());
      await add(id, NOBODY);
      await delta.delete(`/Groups/${id}`);
      const rows = await app.dataSource.query(
        `SELECT action, outcome, detail FROM audit_events WHERE target_type = 'scim_group' AND target_id = $1 ORDER BY id`,
        [id],
      );
      expect(rows.map(({ action, outcome }: Record<string, string>) => `${action} ${outcome}`)).toEqual([
        'scim.group_created success',
        'scim.group_updated success',
        'scim.group_updated refused',
        'scim.group_deleted success',
      ]);
      expect(rows[1].detail).toMatchObject({ scim_token_id: delta.tokenId, members: 1 });
    });
  });

  describe('at once', () => {
    it('twenty members added to one group are all in it', async () => {
      const id = await created();
      const answers = await Promise.all(people.slice(0, 20).map((person) => add(id, person)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
      expect(await membersOf(id)).toEqual(sorted(...people.slice(0, 20)));
      expect((await group(id)).meta.version).toBe('W/"21"');
    });

    it('adding and removing others lose nothing of each other', async () => {
      const id = await created(people.slice(0, 10));
      await Promise.all(
        people
          .slice(0, 10)
          .flatMap((leaves, n) => [add(id, people[n + 10] ?? ''), patch(id, [{ op: 'remove', path: `members[value eq "${leaves}"]` }])]),
      );
      expect(await membersOf(id)).toEqual(sorted(...people.slice(10, 20)));
    });

    it('of two changes of one version the second is refused', async () => {
      const id = await created();
      const rename = (value: string) => patch(id, [{ op: 'replace', path: 'displayName', value }], { 'If-Match': 'W/"1"' });
      const answers = await Promise.all([rename('One'), rename('Two')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
    });

    it('of two groups that want one name one gets it', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => create({ displayName: 'Wanted' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });

    it('a member who is deleted while being added is not a member, and causes no error', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await created();
        const leaver = await user(delta, `racer-${(next += 1)}`);
        const [added, deleted] = await Promise.all([add(id, leaver), delta.delete(`/Users/${leaver}`)]);
        expect(deleted.status).toBe(204);
        expect([204, 400]).toContain(added.status);
        expect(await membersOf(id)).toEqual([]);
      }
    });

    it('a group that is deleted while a member is added is gone', async () => {
      const id = await created();
      const [added, deleted] = await Promise.all([add(id, first()), delta.delete(`/Groups/${id}`)]);
      expect([deleted.status, [204, 404].includes(added.status)]).toEqual([204, true]);
      expect((await delta.get(`/Groups/${id}`)).status).toBe(404);
    });
  });
});
