import type { JsonObject } from './json.js';
import { LARGEST_BODY, MOST_OPERATIONS, PAGE_SIZE } from './schema/limits.js';
import { CONFIG_SCHEMA, RESOURCE_TYPE_SCHEMA, SCHEMA_SCHEMA } from './schema/urns.js';
import type { ResourceTypeName } from './schema/resource-type.js';
import type { SchemaDefinition } from './schema/attribute-definition.js';
import { extensionsOf, schemaOf } from './schema/definitions.js';
import { RESOURCE_TYPE, SCHEMA, SERVICE_PROVIDER_CONFIG } from './schema/discovery-schemas.js';

const TYPES: readonly ResourceTypeName[] = ['User', 'Group'];
const SCHEMAS: readonly SchemaDefinition[] = [
  ...TYPES.flatMap((type) => [schemaOf(type), ...extensionsOf(type)]),
  SERVICE_PROVIDER_CONFIG,
  RESOURCE_TYPE,
  SCHEMA,
];

export type Discoverable = JsonObject & { readonly id: string };

/**
 * RFC 7643 section 5 and RFC 9865 section 4. Cursors stay valid forever, so there is no `cursorTimeout`.
 * @param changesPassword whether the organization of the token keeps passwords that are sent
 */
export function serviceProviderConfig(baseUrl: string, changesPassword: boolean): JsonObject {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: MOST_OPERATIONS, maxPayloadSize: LARGEST_BODY },
    filter: { supported: true, maxResults: PAGE_SIZE.largest },
    changePassword: { supported: changesPassword },
    sort: { supported: true },
    etag: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: PAGE_SIZE.default,
      maxPageSize: PAGE_SIZE.largest,
    },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A bearer token (RFC 6750) that an administrator of the organization issues for its directory.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** `schemaExtensions` is empty as the service's specification shows it; extensions are listed among the schemas. */
export function resourceTypes(baseUrl: string): Discoverable[] {
  return TYPES.map((type) => ({
    schemas: [RESOURCE_TYPE_SCHEMA],
    id: type,
    name: type,
    endpoint: `/${type}s`,
    description: schemaOf(type).description,
    schema: schemaOf(type).id,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${type}` },
  }));
}

/** RFC 7643 section 7. */
export function schemas(baseUrl: string): Discoverable[] {
  return SCHEMAS.map((schema) => ({
    schemas: [SCHEMA_SCHEMA],
    // Definitions are plain data; a characteristic that does not apply has no member, not even a null.
    ...(JSON.parse(JSON.stringify(schema)) as JsonObject),
    id: schema.id,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}
