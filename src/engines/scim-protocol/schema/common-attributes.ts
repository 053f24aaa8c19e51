import { attribute, complex, text } from './attribute.js';
import type { AttributeDefinition } from './attribute-definition.js';

/** RFC 7643 sections 3 and 3.1: what every resource has, though no schema lists it. */
export const COMMON_ATTRIBUTES: readonly AttributeDefinition[] = [
  attribute('schemas', 'reference', 'The URNs of the schemas of the resource.', {
    multiValued: true,
    required: true,
    returned: 'always',
    referenceTypes: ['uri'],
  }),
  text('id', 'The identifier of the resource, given by the service and never used again.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  text('externalId', 'The identifier of the resource as the client knows it.', { caseExact: true }),
  complex(
    'meta',
    'About the resource itself.',
    [
      text('resourceType', 'The name of the resource type.', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'dateTime', 'When the resource was added.', { mutability: 'readOnly' }),
      attribute('lastModified', 'dateTime', 'When the resource last changed.', { mutability: 'readOnly' }),
      attribute('location', 'reference', 'The URI of the resource.', {
        mutability: 'readOnly',
        referenceTypes: ['uri'],
      }),
      text('version', 'The version of the resource: its entity tag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];
