import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { GROUP, type Json, PATCH_OP, type Scim, USER, expectRefusal, scimAnew } from '../scim.js';

const name = () => `v-${randomBytes(5).toString('hex')}`;

describe.each(['/Users', '/Groups'])('versions of %s (RFC 7644 section 3.14)', (root) => {
  let scim: Scim;
  let path: string, stale: string, current: string;
  let body: Json;
  beforeAll(async () => {
    scim = await scimAnew();
  });
  beforeEach(async () => {
    body = root === '/Users' ? { schemas: [USER], userName: name() } : { schemas: [GROUP], displayName: name() };
    const answer = await scim.post(root, body);
    path = `${root}/${answer.body.id}`;
    stale = answer.body.meta.version;
    current = (await scim.put(path, { ...body, externalId: 'second' })).body.meta.version;
  });

  const writes: readonly (readonly [string, (headers: Record<string, string>) => Promise<Answer>])[] = [
    ['PUT', (headers) => scim.put(path, { ...body, externalId: 'third' }, headers)],
    ['PATCH', (headers) => scim.patch(path, [{ op: 'add', path: 'externalId', value: 'third' }], headers)],
    ['DELETE', (headers) => scim.delete(path, headers)],
  ];

  it('a change makes another', () => expect(current).not.toBe(stale));
  it('is weak, and the same in header and body', async () => {
    const answer = await scim.get(path);
    expect(answer.headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
    expect(answer.body.meta.version).toBe(answer.headers.get('etag'));
  });

  describe.each(writes)('%s with If-Match', (method, write) => {
    it('of the version that is goes through', async () => {
      const answer = await write({ 'If-Match': current });
      expect(answer.status).toBeLessThan(300);
    });
    it('of a version that was is 412 and changes nothing', async () => {
      expectRefusal(await write({ 'If-Match': stale }), 412);
      expect(await scim.read(path)).toMatchObject({ externalId: 'second', meta: { version: current } });
    });
    it.each(['W/"none"', '"none"', 'W/"99999999999999999999"', 'nonsense'])('of %s is 412', async (tag) =>
      expectRefusal(await write({ 'If-Match': tag }), 412),
    );
    it('of * goes through', async () => expect((await write({ 'If-Match': '*' })).status).toBeLessThan(300));
    it('of several versions goes through when one is right', async () =>
      expect((await write({ 'If-Match': `${stale}, ${current}` })).status).toBeLessThan(300));
    it('compares weakly, for all versions are weak', async () =>
      expect((await write({ 'If-Match': current.replace('W/', '') })).status).toBeLessThan(300));
    it(`left out, ${method} goes through`, async () => expect((await write({})).status).toBeLessThan(300));
  });

  describe('GET with If-None-Match', () => {
    it('of the version that is answers 304 and nothing', async () => {
      const answer = await scim.get(path, { 'If-None-Match': current });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', current]);
    });
    it('of * answers 304', async () => expect((await scim.get(path, { 'If-None-Match': '*' })).status).toBe(304));
    it('of several versions answers 304 when one is right', async () =>
      expect((await scim.get(path, { 'If-None-Match': `${stale}, ${current}` })).status).toBe(304));
    it('compares weakly', async () => expect((await scim.get(path, { 'If-None-Match': current.replace('W/', '') })).status).toBe(304));
    it('of a version that was answers 200', async () => expect((await scim.get(path, { 'If-None-Match': stale })).status).toBe(200));
  });

  it('one of two writes that race with one version goes through', async () => {
    const race = await Promise.all(
      ['a', 'b', 'c', 'd'].map((externalId) =>
        scim.send(
          'PATCH',
          path,
          { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'externalId', value: externalId }] },
          { 'If-Match': current },
        ),
      ),
    );
    expect(race.map(({ status }) => (status < 300 ? 'done' : status)).sort()).toEqual([412, 412, 412, 'done']);
  });
  it('none of the writes that race without a version is lost', async () => {
    const attributes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { meta } = await scim.read(path);
    const versionBefore = Number(/\d+/.exec(String((meta as Json)['version']))?.[0]);
    await Promise.all(
      attributes.map((value) =>
        scim.patch(path, [
          root === '/Users' ? { op: 'add', path: 'entitlements', value: [{ value }] } : { op: 'replace', value: { externalId: value } },
        ]),
      ),
    );
    const after = await scim.read(path);
    if (root === '/Users') expect((after['entitlements'] as Json[]).map(({ value }) => value).sort()).toEqual(attributes);
    else expect((after['meta'] as Json)['version']).toBe(`W/"${versionBefore + attributes.length}"`);
  });
});
