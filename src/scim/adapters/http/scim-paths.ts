import type { BodyLimits } from '../../../platform/http/json-body.js';
import { LARGEST_BODY } from '../../../engines/scim-protocol/schema/limits.js';

/** Everything below `/scim/v2`, without regard to case; the first that fits counts. */
const ENDPOINTS: readonly { readonly path: RegExp; readonly methods: readonly string[] }[] = [
  { path: /^\/serviceproviderconfig$/, methods: ['GET'] },
  { path: /^\/(resourcetypes|schemas)(\/[^/]+)?$/, methods: ['GET'] },
  { path: /^(\/users|\/groups)?\/\.search$/, methods: ['POST'] },
  { path: /^\/(users|groups)$/, methods: ['GET', 'POST'] },
  { path: /^\/(users|groups)\/[^/]+$/, methods: ['GET', 'PUT', 'PATCH', 'DELETE'] },
  { path: /^\/bulk$/, methods: ['POST'] },
  { path: /^\/me$/, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
];

const NAMES = new Map(
  ['Users', 'Groups', 'Bulk', 'Me', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig'].map((name) => [name.toLowerCase(), name]),
);

/** A path below the root, as the routes have it: clients write `/users`, or put `/Users` behind an address that ends with a slash. */
export function asRouted(url: string): string {
  return url
    .replace(/^\/\/(?=[^/])/, '/')
    .replace(/^\/([a-z]+)(?=[/?]|$)/i, (found, name: string) => found.replace(name, NAMES.get(name.toLowerCase()) ?? name));
}

/** What a path below the root takes. */
export interface Endpoint {
  readonly methods: readonly string[];
  readonly isSearch: boolean;
  readonly isMe: boolean;
  /** RFC 7644 leaves a missing Accept header to us; for this one the service's specification requires it. */
  readonly requiresAccept: boolean;
  readonly limits: Pick<BodyLimits, 'bytes' | 'values'>;
}

const MANY = { bytes: LARGEST_BODY, values: 500_000 };
const FEW = { bytes: LARGEST_BODY, values: 20_000 };

export function endpointAt(path: string): Endpoint | null {
  const name = path.replace(/\/$/, '').toLowerCase();
  const endpoint = ENDPOINTS.find((each) => each.path.test(name));
  if (endpoint === undefined) return null;
  return {
    methods: endpoint.methods,
    isSearch: name.endsWith('/.search'),
    isMe: name === '/me',
    requiresAccept: name.startsWith('/resourcetypes'),
    // Groups come with all their members, Bulk with many resources.
    limits: /^\/(groups|bulk)/.test(name) ? MANY : FEW,
  };
}
