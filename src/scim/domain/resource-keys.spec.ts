import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { keysOf } from './resource-keys.js';
import { ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';

describe('the keys of a resource', () => {
  it('are the name without regard to case, and the externalId as it is', () => {
    expect(keysOf('User', { userName: 'BJensen', externalId: 'E-1' })).toMatchObject({
      nameKey: 'bjensen',
      externalId: 'E-1',
    });
    expect(keysOf('Group', { displayName: 'Gr\u00d6\u00dfe' })).toMatchObject({
      nameKey: 'gr\u00f6\u00dfe',
      externalId: null,
    });
    expect(keysOf('User', { userName: 'A\u0308' }).nameKey).toBe('\u00e4');
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['names', { displayName: 'B', name: { givenName: 'B' } }, { displayname: 'b', name: { givenname: 'b' } }],
    ['not what is case exact', { externalId: 'E-1' }, { externalid: 'E-1' }],
    ['values of lists', { emails: [{ value: 'A@B.c', primary: true }] }, { emails: [{ value: 'a@b.c', primary: true }] }],
    ['not binary values', { x509Certificates: [{ value: 'QUI=' }] }, { x509certificates: [{ value: 'QUI=' }] }],
    ['extensions', { [ENTERPRISE_SCHEMA]: { costCenter: 'X' } }, { [ENTERPRISE_SCHEMA.toLowerCase()]: { costcenter: 'x' } }],
    ['what no schema knows', { Badge: { Tags: ['A', 1, false, null] } }, { badge: { tags: ['a', 1, false, null] } }],
    ['what no schema knows, in a value one knows', { name: { Nick: 'B' } }, { name: { nick: 'b' } }],
    ['an extension that no schema knows', { 'urn:X': { A: 'B' } }, { 'urn:x': { a: 'b' } }],
  ])('are folded: %s', (_, attributes, search) => {
    expect(keysOf('User', attributes).search).toEqual(search);
  });

  it('have nothing to do with whether a user is active, so that a change of it writes no index', () => {
    const user = { userName: 'bjensen', title: 'Guide' };
    expect(keysOf('User', { ...user, active: true })).toEqual(keysOf('User', user));
    expect(keysOf('Group', { displayName: 'Guides', active: true }).search).toEqual({ displayname: 'guides', active: true });
  });

  it('hold dangerous names as names', () => {
    const { search } = keysOf('User', JSON.parse('{"userName":"x","__proto__":{"a":1}}') as JsonObject);
    expect(Object.keys(search)).toEqual(['username', '__proto__']);
  });
});
