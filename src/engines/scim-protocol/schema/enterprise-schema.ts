import { attribute, complex, text } from './attribute.js';
import type { SchemaDefinition } from './attribute-definition.js';
import { ENTERPRISE_SCHEMA } from './urns.js';

/** RFC 7643 section 4.3 and its figure in section 8.7.1. */
export const ENTERPRISE_USER: SchemaDefinition = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    text('employeeNumber', 'The identifier assigned to the user by the organization.'),
    text('costCenter', 'The name of a cost center.'),
    text('organization', 'The name of an organization.'),
    text('division', 'The name of a division.'),
    text('department', 'The name of a department.'),
    complex('manager', "The user's manager.", [
      text('value', "The identifier of the user that is the user's manager."),
      attribute('$ref', 'reference', 'The URI of the manager.', { referenceTypes: ['User'] }),
      text('displayName', "The manager's display name.", { mutability: 'readOnly' }),
    ]),
  ],
};
