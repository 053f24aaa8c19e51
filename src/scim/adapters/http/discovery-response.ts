import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { resourceTypes, serviceProviderConfig } from '../../../engines/scim-protocol/discovery.js';
import { schemaOf } from '../../../engines/scim-protocol/schema/definitions.js';
import { RESOURCE_TYPE, SCHEMA, SERVICE_PROVIDER_CONFIG } from '../../../engines/scim-protocol/schema/discovery-schemas.js';
import { SCHEMA_SCHEMA, USER_SCHEMA } from '../../../engines/scim-protocol/schema/urns.js';
import { isRequired, isReturned, membersOf } from './attribute-schemas.js';
import { EXAMPLE_URL } from './resource-examples.js';
import { pageOf } from './scim-schemas.js';

/** What the schemas of these resources do not list themselves. */
const discovered: Readonly<Record<string, z.ZodType>> = {
  schemas: listOf(z.string()),
  meta: z.object({ resourceType: z.string(), location: z.string() }),
};

const identified: Readonly<Record<string, z.ZodType>> = { ...discovered, id: z.string() };

export const ScimServiceProviderConfig = component(
  'ScimServiceProviderConfig',
  z.object({ ...discovered, ...membersOf(SERVICE_PROVIDER_CONFIG.attributes, isReturned, isRequired) }),
  serviceProviderConfig(EXAMPLE_URL, false),
  'RFC 7643 section 5, with the `pagination` of RFC 9865.',
);

const [USER_TYPE = {}] = resourceTypes(EXAMPLE_URL);

export const ScimResourceType = component(
  'ScimResourceType',
  z.object({ ...identified, ...membersOf(RESOURCE_TYPE.attributes, isReturned, isRequired) }),
  USER_TYPE,
  'RFC 7643 section 6.',
);

const [USER_NAME] = schemaOf('User').attributes;

const SCHEMA_OF_USERS = {
  schemas: [SCHEMA_SCHEMA],
  id: USER_SCHEMA,
  name: 'User',
  description: 'User Account',
  attributes: [USER_NAME],
  meta: { resourceType: 'Schema', location: `${EXAMPLE_URL}/Schemas/${USER_SCHEMA}` },
};

/** Part of itself, as deep as a schema is; a schema of schemas has two levels. */
const ScimAttribute: z.ZodType = component<z.ZodType>(
  'ScimAttribute',
  z.object({
    ...membersOf(SCHEMA.attributes.find(({ name }) => name === 'attributes')?.subAttributes ?? [], isReturned, isRequired),
    get subAttributes(): z.ZodType {
      return listOf(ScimAttribute).optional();
    },
  }),
  USER_NAME,
);

export const ScimSchema = component(
  'ScimSchema',
  z.object({
    ...identified,
    ...membersOf(SCHEMA.attributes, isReturned, isRequired),
    attributes: listOf(ScimAttribute),
  }),
  SCHEMA_OF_USERS,
  'RFC 7643 section 7.',
);

export const ScimResourceTypeList = pageOf('ScimResourceTypeList', ScimResourceType, USER_TYPE);
export const ScimSchemaList = pageOf('ScimSchemaList', ScimSchema, SCHEMA_OF_USERS);
