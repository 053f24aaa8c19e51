import type { BodyLimits } from '../../../platform/http/json-body.js';

export const SCIM_ROOT = '/scim/v2';

/** Everything below `/scim/v2`. Without regard to case, as routes are; the first that fits counts. */
const ADDRESSES: readonly { readonly path: RegExp; readonly methods: readonly string[] }[] = [
  { path: /^\/serviceproviderconfig$/, methods: ['GET'] },
  { path: /^\/(resourcetypes|schemas)(\/[^/]+)?$/, methods: ['GET'] },
  { path: /^(\/users|\/groups)?\/\.search$/, methods: ['POST'] },
  { path: /^\/(users|groups)$/, methods: ['GET', 'POST'] },
  { path: /^\/(users|groups)\/[^/]+$/, methods: ['GET', 'PUT', 'PATCH', 'DELETE'] },
  { path: /^\/bulk$/, methods: ['POST'] },
  { path: /^\/me$/, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
];

/** Of a path below the root. */
export interface Place {
  readonly methods: readonly string[];
  readonly isSearch: boolean;
  readonly isMe: boolean;
  /** RFC 7644 leaves a missing Accept header to us; for this one the service's specification requires it. */
  readonly requiresAccept: boolean;
  readonly limits: Pick<BodyLimits, 'bytes' | 'values'>;
}

const LARGE = { bytes: 10 * 1024 * 1024, values: 500_000 };
const SMALL = { bytes: 1024 * 1024, values: 20_000 };

export function placeAt(path: string): Place | null {
  const place = path.replace(/\/$/, '').toLowerCase();
  const address = ADDRESSES.find((candidate) => candidate.path.test(place));
  if (address === undefined) return null;
  return {
    methods: address.methods,
    isSearch: place.endsWith('/.search'),
    isMe: place === '/me',
    requiresAccept: place.startsWith('/resourcetypes'),
    // Groups come with all their members, Bulk with many resources.
    limits: /^\/(groups|bulk)/.test(place) ? LARGE : SMALL,
  };
}
