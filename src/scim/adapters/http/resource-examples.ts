import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { GROUP_SCHEMA, USER_SCHEMA } from '../../../engines/scim-protocol/schema/urns.js';

export const EXAMPLE_URL = 'https://headgate.example/scim/v2';
export const EXAMPLE_USER_ID = '2819c223-7f76-453a-919d-413861904646';
const GROUP_ID = 'e9e30dba-f08f-4109-8486-d5c6a331660a';

export const USER_SENT: JsonObject = {
  schemas: [USER_SCHEMA],
  externalId: '00u1a2b3c4',
  userName: 'babs@delta.example',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  active: true,
  emails: [{ value: 'babs@delta.example', type: 'work', primary: true }],
};

/** Who has just been made is in no group. */
export const NEW_USER: JsonObject = { ...USER_SENT, id: EXAMPLE_USER_ID, meta: meta('User', EXAMPLE_USER_ID) };

// Answers show `$ref` beside each `value`. Here it would be taken for a reference of the document, and followed.
export const EXAMPLE_USER: JsonObject = { ...NEW_USER, groups: [{ value: GROUP_ID, display: 'Analysts', type: 'direct' }] };

export const GROUP_SENT: JsonObject = { schemas: [GROUP_SCHEMA], displayName: 'Analysts' };

export const EXAMPLE_GROUP: JsonObject = {
  ...GROUP_SENT,
  id: GROUP_ID,
  members: [{ value: EXAMPLE_USER_ID, display: 'babs@delta.example', type: 'User' }],
  meta: meta('Group', GROUP_ID),
};

function meta(resourceType: string, id: string): JsonObject {
  return {
    resourceType,
    created: '2026-11-20T09:00:00.000Z',
    lastModified: '2026-11-20T09:00:00.000Z',
    location: `${EXAMPLE_URL}/${resourceType}s/${id}`,
    version: 'W/"1"',
  };
}
