import type { JsonObject } from '../../src/engines/scim-protocol/json.js';
import { applyPatch } from '../../src/engines/scim-protocol/patch/apply-patch.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';

export const WORK = { type: 'work', value: 'bj@example.com', primary: true };
export const HOME = { type: 'home', value: 'babs@jensen.org' };
const OFFICE = { type: 'work', streetAddress: '100 Universal City Plaza', country: 'USA' };

/** The person of the RFCs, for PATCHes. */
export const BJENSEN: JsonObject = {
  userName: 'bjensen',
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  title: 'Guide',
  active: true,
  emails: [WORK, HOME],
  addresses: [OFFICE],
  [ENTERPRISE_SCHEMA]: { department: 'Tours', manager: { value: 'm-1', $ref: '../Users/m-1' } },
};

export function patched(operations: unknown, from: JsonObject = BJENSEN): ReturnType<typeof applyPatch> {
  return applyPatch('User', from, { schemas: [PATCH_MESSAGE], Operations: operations }, { id: 'u-1' });
}

export function without(...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(BJENSEN).filter(([name]) => !names.includes(name)));
}
