import { attribute, complex, text } from './attribute.js';
import type { AttributeDefinition, SchemaDefinition } from './attribute-definition.js';
import { CONFIG_SCHEMA, RESOURCE_TYPE_SCHEMA, SCHEMA_SCHEMA } from './urns.js';

const READ_ONLY = { mutability: 'readOnly' } as const;
const REQUIRED = { mutability: 'readOnly', required: true } as const;
const URI = { caseExact: true, referenceTypes: ['uri'] } as const;

function feature(name: string, description: string, ...limits: AttributeDefinition[]): AttributeDefinition {
  const supported = attribute('supported', 'boolean', 'Whether the operation is supported.', REQUIRED);
  return complex(name, description, [supported, ...limits], REQUIRED);
}

/** RFC 7643 section 5 and its figure in section 8.7.2, with what RFC 9865 section 4 adds. */
export const SERVICE_PROVIDER_CONFIG: SchemaDefinition = {
  id: CONFIG_SCHEMA,
  name: 'Service Provider Configuration',
  description: "Schema for representing the service provider's configuration",
  attributes: [
    attribute('documentationUri', 'reference', 'Where the service is described for people.', {
      ...READ_ONLY,
      referenceTypes: ['external'],
    }),
    feature('patch', 'Whether and how PATCH is supported.'),
    feature(
      'bulk',
      'Whether and how bulk requests are supported.',
      attribute('maxOperations', 'integer', 'The most operations of a request.', REQUIRED),
      attribute('maxPayloadSize', 'integer', 'The largest request in bytes.', REQUIRED),
    ),
    feature(
      'filter',
      'Whether and how filters are supported.',
      attribute('maxResults', 'integer', 'The most resources of an answer.', REQUIRED),
    ),
    feature('changePassword', 'Whether passwords can be changed.'),
    feature('sort', 'Whether lists can be sorted.'),
    feature('etag', 'Whether entity tags are supported.'),
    complex(
      'pagination',
      'How lists are read in pages.',
      [
        attribute('cursor', 'boolean', 'Whether lists can be read by cursor.', REQUIRED),
        attribute('index', 'boolean', 'Whether lists can be read by index.', REQUIRED),
        text('defaultPaginationMethod', 'How lists are read unless the request says it.', {
          ...READ_ONLY,
          canonicalValues: ['cursor', 'index'],
        }),
        attribute('defaultPageSize', 'integer', 'The resources of a page unless the request says it.', READ_ONLY),
        attribute('maxPageSize', 'integer', 'The most resources of a page.', READ_ONLY),
        attribute('cursorTimeout', 'integer', 'The seconds for which a cursor holds.', READ_ONLY),
      ],
      READ_ONLY,
    ),
    complex(
      'authenticationSchemes',
      'How clients authenticate.',
      [
        text('type', 'The authentication scheme.', {
          ...REQUIRED,
          canonicalValues: ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'],
        }),
        text('name', 'The common name of the scheme.', REQUIRED),
        text('description', 'A description of the scheme.', REQUIRED),
        attribute('specUri', 'reference', 'Where the scheme is specified.', {
          ...READ_ONLY,
          referenceTypes: ['external'],
        }),
        attribute('documentationUri', 'reference', 'Where its use is described.', {
          ...READ_ONLY,
          referenceTypes: ['external'],
        }),
        attribute('primary', 'boolean', 'Whether it is the preferred scheme.', READ_ONLY),
      ],
      { ...REQUIRED, multiValued: true },
    ),
  ],
};

/** RFC 7643 section 6. */
export const RESOURCE_TYPE: SchemaDefinition = {
  id: RESOURCE_TYPE_SCHEMA,
  name: 'ResourceType',
  description: 'Specifies the schema that describes a SCIM resource type',
  attributes: [
    text('name', 'The name of the resource type.', REQUIRED),
    text('description', 'A description of the resource type.', READ_ONLY),
    attribute('endpoint', 'reference', 'The address of the resources, relative to the base URL.', {
      ...REQUIRED,
      ...URI,
    }),
    attribute('schema', 'reference', 'The URN of the schema of the resources.', { ...REQUIRED, ...URI }),
    complex(
      'schemaExtensions',
      'The extensions of the resource type.',
      [
        attribute('schema', 'reference', 'The URN of the extension.', { ...REQUIRED, ...URI }),
        attribute('required', 'boolean', 'Whether every resource has it.', REQUIRED),
      ],
      { ...READ_ONLY, multiValued: true },
    ),
  ],
};

function characteristics(): AttributeDefinition[] {
  return [
    text('name', 'The name of the attribute.', { ...REQUIRED, caseExact: true }),
    text('type', 'The data type of the attribute.', {
      ...REQUIRED,
      canonicalValues: ['string', 'complex', 'boolean', 'decimal', 'integer', 'dateTime', 'reference', 'binary'],
    }),
    attribute('multiValued', 'boolean', 'Whether the attribute has several values.', REQUIRED),
    text('description', 'A description of the attribute.', READ_ONLY),
    attribute('required', 'boolean', 'Whether every resource has the attribute.', READ_ONLY),
    text('canonicalValues', 'The values that are suggested.', { ...READ_ONLY, multiValued: true }),
    attribute('caseExact', 'boolean', 'Whether text is compared with regard to case.', READ_ONLY),
    text('mutability', 'Whether the attribute can be written.', {
      ...READ_ONLY,
      caseExact: true,
      canonicalValues: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
    }),
    text('returned', 'When the attribute is part of an answer.', {
      ...READ_ONLY,
      caseExact: true,
      canonicalValues: ['always', 'never', 'default', 'request'],
    }),
    text('uniqueness', 'Among which resources a value is unique.', {
      ...READ_ONLY,
      caseExact: true,
      canonicalValues: ['none', 'server', 'global'],
    }),
    text('referenceTypes', 'What a reference may refer to.', { ...READ_ONLY, multiValued: true, caseExact: true }),
  ];
}

/** RFC 7643 section 7. */
export const SCHEMA: SchemaDefinition = {
  id: SCHEMA_SCHEMA,
  name: 'Schema',
  description: 'Specifies the schema that describes a SCIM schema',
  attributes: [
    text('name', "The schema's name for people.", REQUIRED),
    text('description', 'A description of the schema.', READ_ONLY),
    complex(
      'attributes',
      'The attributes of the schema.',
      [
        ...characteristics(),
        complex('subAttributes', 'The parts of a complex attribute.', characteristics(), {
          ...READ_ONLY,
          multiValued: true,
        }),
      ],
      { ...REQUIRED, multiValued: true },
    ),
  ],
};
