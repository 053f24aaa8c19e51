import { attribute, complex, text } from './attribute.js';
import type { SchemaDefinition } from './attribute-definition.js';
import { GROUP_SCHEMA } from './urns.js';

/** RFC 7643 section 4.2 and its figure in section 8.7.1. */
export const GROUP: SchemaDefinition = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'Group',
  attributes: [
    // Microsoft Entra matches groups by it, which takes a name that stands for one group only.
    text('displayName', 'A human-readable name of the group.', { required: true, uniqueness: 'server' }),
    complex(
      'members',
      'The members of the group: users and other groups.',
      [
        text('value', 'The identifier of the member.', { mutability: 'immutable' }),
        attribute('$ref', 'reference', 'The URI of the member.', {
          mutability: 'immutable',
          referenceTypes: ['User', 'Group'],
        }),
        text('type', "What the member is: 'User' or 'Group'.", {
          mutability: 'immutable',
          canonicalValues: ['User', 'Group'],
        }),
        text('display', 'The name of the member.', { mutability: 'readOnly' }),
      ],
      { multiValued: true },
    ),
  ],
};
