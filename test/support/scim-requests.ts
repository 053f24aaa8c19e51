import { BULK_REQUEST_MESSAGE, GROUP_SCHEMA, PATCH_MESSAGE, SEARCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { person, replacing, work } from './people.js';
import type { ScimClient } from './scim.js';

/** One user and one group of their own, so that a request may change or delete them. */
export interface Resources {
  readonly Users: string;
  readonly Groups: string;
}

let made = 0;
const nameOf = (): string => `sweep-${(made += 1)}@elsewhere.example`;

export async function newResources(scim: ScimClient): Promise<Resources> {
  const name = nameOf();
  const user = await scim.post('/Users', person(name, work(name)));
  const group = await scim.post('/Groups', { schemas: [GROUP_SCHEMA], displayName: nameOf() });
  return { Users: user.body.id, Groups: group.body.id };
}

const group = (): object => ({ schemas: [GROUP_SCHEMA], displayName: nameOf() });
const user = (): object => {
  const name = nameOf();
  return person(name, work(name));
};
const search = (): object => ({ schemas: [SEARCH_MESSAGE], startIndex: 1, count: 0 });

const BODIES: Readonly<Record<string, () => object>> = {
  'POST /Bulk': () => ({
    schemas: [BULK_REQUEST_MESSAGE],
    Operations: [{ method: 'POST', path: '/Groups', bulkId: 'one', data: group() }],
  }),
  'POST /Users': user,
  'PUT /Users/{id}': user,
  'PATCH /Users/{id}': () => replacing({ title: 'Hydrologist' }),
  'POST /Groups': group,
  'PUT /Groups/{id}': group,
  'PATCH /Groups/{id}': () => ({ schemas: [PATCH_MESSAGE], Operations: [{ op: 'replace', path: 'displayName', value: nameOf() }] }),
  'POST /Users/.search': search,
  'POST /Groups/.search': search,
  'POST /.search': search,
};

/** A right body for an operation below `/scim/v2`, a new one each time; `undefined` where it takes none. */
export function scimBody(method: string, path: string): object | undefined {
  return BODIES[`${method} ${path}`]?.();
}

/** The address of something that exists. */
export function scimAddress(path: string, { Users, Groups }: Resources): string {
  const id = path.startsWith('/Users') ? Users : path.startsWith('/Groups') ? Groups : path.startsWith('/Schemas') ? GROUP_SCHEMA : 'User';
  return path.replace('{id}', id);
}
