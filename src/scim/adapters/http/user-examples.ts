import { PATCH_MESSAGE, USER_SCHEMA } from '../../domain/schema/urns.js';

export const USER_SENT = {
  schemas: [USER_SCHEMA],
  userName: 'ines@delta.example',
  name: { givenName: 'Ines', familyName: 'Falk' },
  emails: [{ value: 'ines@delta.example', type: 'work', primary: true }],
  externalId: '00u1a2b3c4',
  active: true,
};

export const USER_EXAMPLE = {
  ...USER_SENT,
  id: '2819c223-7f76-453a-919d-413861904646',
  meta: {
    resourceType: 'User',
    created: '2026-11-20T09:15:00.000Z',
    lastModified: '2026-11-20T09:15:00.000Z',
    location: 'https://headgate.example/scim/v2/Users/2819c223-7f76-453a-919d-413861904646',
    version: 'W/"1"',
  },
};

export const PATCH_EXAMPLE = {
  schemas: [PATCH_MESSAGE],
  Operations: [{ op: 'replace', path: 'active', value: false }],
};
