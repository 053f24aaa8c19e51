import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonDigest } from '../../src/shared/json-digest.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const MINE = 'title eq "Walker"';

interface List {
  readonly Resources: readonly { readonly userName: string }[];
  readonly nextCursor?: string;
  readonly previousCursor?: string;
}

describe('lists of SCIM', () => {
  let app: TestApp;
  let scim: ScimClient;
  const ids: string[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    scim = await scimClient(app, 1);
    // Some have no nickName, and some have the same.
    for (const [userName, nickName] of [
      ['w1', 'b'],
      ['w2', null],
      ['w3', 'a'],
      ['w4', null],
      ['w5', 'b'],
      ['w6', 'B'],
      ['w7', null],
    ] as const) {
      const answer = await scim.post('/Users', { schemas: [USER], userName, title: 'Walker', nickName });
      ids.push(answer.body.id as string);
    }
  });
  afterAll(() => app.close());

  const page = async (parameters: Record<string, string>): Promise<List> => {
    const query = new URLSearchParams({ filter: MINE, count: '2', ...parameters });
    const answer = await scim.get(`/Users?${query.toString()}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const names = ({ Resources }: List): string => Resources.map(({ userName }) => userName).join(' ');

  it.each<[Record<string, string>, string[]]>([
    [{}, ['w1 w2', 'w3 w4', 'w5 w6', 'w7']],
    [{ sortOrder: 'descending' }, ['w7 w6', 'w5 w4', 'w3 w2', 'w1']],
    [{ sortBy: 'nickName' }, ['w3 w1', 'w5 w6', 'w2 w4', 'w7']],
    [{ sortBy: 'nickName', sortOrder: 'descending' }, ['w7 w4', 'w2 w6', 'w5 w1', 'w3']],
    [{ sortBy: 'meta.created', sortOrder: 'descending' }, ['w7 w6', 'w5 w4', 'w3 w2', 'w1']],
    [{ sortBy: 'id', filter: 'userName eq "w1"' }, ['w1']],
  ])('%j is walked to the end and back', async (parameters, pages) => {
    const seen: string[] = [];
    let list = await page({ ...parameters, cursor: '' });
    for (seen.push(names(list)); list.nextCursor !== undefined; seen.push(names(list)))
      list = await page({ ...parameters, cursor: list.nextCursor });
    expect(seen).toEqual(pages);
    const back = [names(list)];
    while (list.previousCursor !== undefined) {
      list = await page({ ...parameters, cursor: list.previousCursor });
      back.unshift(names(list));
    }
    expect(back).toEqual(pages);
  });

  it('an invented cursor of valid form is a position like any other, or invalid', async () => {
    const { nextCursor = '' } = await page({ cursor: '' });
    const [content = ''] = nextCursor.split('.');
    const query = {
      organizationId: 1,
      types: ['User'],
      filter: MINE,
      sortBy: 'nickName',
      isDescending: false,
      attributes: null,
      excludedAttributes: null,
    };
    expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toEqual([false, expect.any(String), null, 7]);
    const statusOf = async (made: unknown): Promise<number> => {
      const text = Buffer.from(JSON.stringify(made)).toString('base64url');
      const cursor = `${text}.${jsonDigest([query, made]).slice(0, 32)}`;
      const parameters = new URLSearchParams({ filter: MINE, sortBy: 'nickName', cursor });
      return (await scim.get(`/Users?${parameters.toString()}`)).status;
    };
    expect(await statusOf([false, '1', 'x', 7])).toBe(200);
    for (const made of [
      [false, '9'.repeat(30), 'x', 7],
      [false, '1; DROP', 'x', 7],
      [false, '1', 'a\0b', 7],
      [false, '1', '\ud800', 7],
      [false, '1', 5, 7],
      [1, '1', 'x', 7],
      [false, '1', 'x', -1],
      [false, '1', 'x', 0.5],
      [false, '1', 'x', '7'],
      [false, '1', 'x'],
      null,
    ])
      expect([made, await statusOf(made)]).toEqual([made, 400]);
  });

  it('a cursor of another organization is refused', async () => {
    const { nextCursor = '' } = await page({ cursor: '' });
    const other = await scimClient(app, 2);
    const answer = await other.get(`/Users?${new URLSearchParams({ filter: MINE, cursor: nextCursor }).toString()}`);
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidCursor']);
  });

  it('a user is not sent again to a client that has this version', async () => {
    const path = `/Users/${ids[0]}`;
    const first = await scim.get(path);
    const tag = first.headers.get('etag') ?? '';
    const again = await scim.get(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await scim.get(path, { headers: { 'If-None-Match': 'W/"99"' } })).status).toBe(200);
  });

  it.each(['', 'x', '00000000-0000-4000-8000-000000000000', '%00', "'"])('no group matches %j', async (id) => {
    const answer = await scim.get(`/Groups/${id === '' ? ids[0] : id}`);
    expect(answer.status).toBe(404);
  });

  it('the members of a group are read only where they are shown', async () => {
    const { body } = await scim.post('/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Walkers',
      members: ids.map((value) => ({ value })),
    });
    const path = `/Groups/${body.id}`;
    expect((await scim.get(path)).body.members).toHaveLength(7);
    expect((await scim.get(`${path}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    expect((await scim.get(`${path}?attributes=members.value`)).body.members[0]).toEqual({ value: ids[0] });
    expect((await scim.get('/Groups?attributes=displayName')).body.Resources[0]).not.toHaveProperty('members');
  });

  it('a search says what it is', async () => {
    expect((await scim.post('/Users/.search', { filter: MINE })).body.scimType).toBe('invalidSyntax');
    const answer = await scim.post('/.search', { schemas: [SEARCH], filter: MINE, SORTBY: 'userName', count: '1' });
    expect([answer.status, names(answer.body)]).toEqual([200, 'w1']);
  });
});
