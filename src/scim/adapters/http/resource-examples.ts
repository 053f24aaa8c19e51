import type { JsonObject } from '../../domain/json.js';
import { GROUP_SCHEMA, SEARCH_MESSAGE, USER_SCHEMA } from '../../domain/schema/urns.js';
import { wholeList } from './list-response.js';

const BASE = 'https://headgate.example.com/scim/v2';
const USER_ID = '2819c223-7f76-453a-919d-413861904646';
const GROUP_ID = 'e9e30dba-f08f-4109-8486-d5c6a331660a';

export const EXAMPLE_USER: JsonObject = {
  schemas: [USER_SCHEMA],
  id: USER_ID,
  externalId: '00u1a2b3c4',
  userName: 'babs@northwind.example',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  active: true,
  emails: [{ value: 'babs@northwind.example', type: 'work', primary: true }],
  groups: [{ value: GROUP_ID, $ref: `${BASE}/Groups/${GROUP_ID}`, display: 'Analysts', type: 'direct' }],
  meta: meta('User', USER_ID),
};

export const EXAMPLE_GROUP: JsonObject = {
  schemas: [GROUP_SCHEMA],
  id: GROUP_ID,
  displayName: 'Analysts',
  members: [{ value: USER_ID, $ref: `${BASE}/Users/${USER_ID}`, display: 'babs@northwind.example', type: 'User' }],
  meta: meta('Group', GROUP_ID),
};

export const EXAMPLE_SEARCH = {
  schemas: [SEARCH_MESSAGE],
  filter: 'displayName sw "Ana"',
  sortBy: 'displayName',
  attributes: ['displayName'],
  count: 100,
};

export function exampleListOf(resource: JsonObject): JsonObject {
  return wholeList([resource]);
}

function meta(resourceType: string, id: string): JsonObject {
  return {
    resourceType,
    created: '2026-11-20T09:00:00.000Z',
    lastModified: '2026-11-20T09:00:00.000Z',
    location: `${BASE}/${resourceType}s/${id}`,
    version: 'W/"1"',
  };
}
