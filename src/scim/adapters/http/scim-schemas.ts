import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';
import { COMMON_ATTRIBUTES } from '../../../engines/scim-protocol/schema/common-attributes.js';
import { extensionsOf, schemaOf } from '../../../engines/scim-protocol/schema/definitions.js';
import { LONGEST_TEXT, MOST_NAMES, MOST_OPERATIONS } from '../../../engines/scim-protocol/schema/limits.js';
import {
  BULK_REQUEST_MESSAGE,
  BULK_RESPONSE_MESSAGE,
  LIST_MESSAGE,
  PATCH_MESSAGE,
  SEARCH_MESSAGE,
  USER_SCHEMA,
} from '../../../engines/scim-protocol/schema/urns.js';
import { type Choice, isAlwaysReturned, isRequired, isReturned, isWritten, membersOf } from './attribute-schemas.js';
import { EXAMPLE_GROUP, EXAMPLE_URL, EXAMPLE_USER, EXAMPLE_USER_ID, GROUP_SENT, USER_SENT } from './resource-examples.js';
import { ScimError } from './scim-error.js';

function resource(type: ResourceTypeName, isShown: Choice, isThere: Choice): z.ZodObject {
  const extensions = extensionsOf(type).map(({ id, description, attributes }): [string, z.ZodType] => [
    id,
    z
      .object(membersOf(attributes, isShown, isThere))
      .optional()
      .meta({ description }),
  ]);
  return z.object({
    ...membersOf([...COMMON_ATTRIBUTES, ...schemaOf(type).attributes], isShown, isThere),
    ...Object.fromEntries(extensions),
  });
}

const LEFT_OUT = 'Attributes without a value are left out, and so are those that `attributes` and `excludedAttributes` leave out.';

export const ScimUser = component('ScimUser', resource('User', isReturned, isAlwaysReturned), EXAMPLE_USER, LEFT_OUT);
export const ScimGroup = component('ScimGroup', resource('Group', isReturned, isAlwaysReturned), EXAMPLE_GROUP, LEFT_OUT);
export const ScimUserToWrite = component('ScimUserToWrite', resource('User', isWritten, isRequired), USER_SENT);
export const ScimGroupToWrite = component('ScimGroupToWrite', resource('Group', isWritten, isRequired), GROUP_SENT);

function message(urn: string): z.ZodType<readonly string[]> {
  return listOf(z.literal(urn)).meta({ examples: [[urn]] });
}

/** RFC 7644 section 3.4.2. */
export function pageOf(name: string, item: z.ZodType, example: object): z.ZodObject {
  const shape = {
    schemas: message(LIST_MESSAGE),
    totalResults: z.int().min(0),
    itemsPerPage: z.int().min(0),
    startIndex: z.int().min(1).optional().meta({ description: 'Absent if the list is read by `cursor`.' }),
    nextCursor: z.string().optional().meta({ description: 'RFC 9865; absent on the last page.' }),
    previousCursor: z.string().optional().meta({ description: 'RFC 9865; absent on the first page.' }),
    Resources: listOf(item),
  };
  const page = { schemas: [LIST_MESSAGE], totalResults: 1, itemsPerPage: 1, startIndex: 1, Resources: [example] };
  return component(name, z.object(shape), page);
}

export const ScimUserList = pageOf('ScimUserList', ScimUser, EXAMPLE_USER);
export const ScimGroupList = pageOf('ScimGroupList', ScimGroup, EXAMPLE_GROUP);
export const ScimResourceList = pageOf('ScimResourceList', z.union([ScimUser, ScimGroup]), EXAMPLE_USER);

export const ScimSearch = component(
  'ScimSearch',
  z.object({
    schemas: message(SEARCH_MESSAGE),
    filter: z.string().max(LONGEST_TEXT).optional(),
    sortBy: z.string().optional(),
    sortOrder: z.enum(['ascending', 'descending']).optional(),
    startIndex: z.int().optional(),
    count: z.int().optional(),
    cursor: z.string().optional(),
    attributes: z.array(z.string()).max(MOST_NAMES).optional(),
    excludedAttributes: z.array(z.string()).max(MOST_NAMES).optional(),
  }),
  {
    schemas: [SEARCH_MESSAGE],
    filter: 'meta.created gt "2026-11-20T00:00:00Z"',
    sortBy: 'id',
    attributes: ['externalId'],
    count: 100,
  },
  'RFC 7644 section 3.4.3. The members mean what the query parameters of a list mean.',
);

const PatchOperation = z.object({
  op: z.enum(['add', 'replace', 'remove']).meta({ description: 'In upper or lower case.' }),
  path: z.string().max(LONGEST_TEXT).optional().meta({ description: 'The attribute to change; without it `value` names the attributes.' }),
  value: z.unknown().meta({ description: 'A value of the type of the attribute; left out to remove it.' }).optional(),
});

function patch(name: string, example: z.infer<typeof PatchOperation>): z.ZodObject {
  const shape = { schemas: message(PATCH_MESSAGE), Operations: z.array(PatchOperation).min(1).max(MOST_OPERATIONS) };
  return component(name, z.object(shape), { schemas: [PATCH_MESSAGE], Operations: [example] }, 'RFC 7644 section 3.5.2.');
}

export const ScimUserPatch = patch('ScimUserPatch', { op: 'replace', path: 'active', value: false });
export const ScimGroupPatch = patch('ScimGroupPatch', {
  op: 'replace',
  path: 'displayName',
  value: 'Analysts of rivers',
});

export const ScimBulkRequest = component(
  'ScimBulkRequest',
  z.object({
    schemas: message(BULK_REQUEST_MESSAGE),
    failOnErrors: z.int().min(0).optional().meta({ description: 'The number of failures after which the other operations are not done.' }),
    Operations: z
      .array(
        z.object({
          method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
          path: z.string().meta({ description: '`/Users` or `/Groups`, with an id or `bulkId:…` behind it.' }),
          bulkId: z.string().optional().meta({ description: 'Needed with POST.' }),
          version: z.string().optional().meta({ description: 'As `If-Match`.' }),
          data: z.record(z.string(), z.unknown()).optional().meta({ description: 'The body; none with DELETE.' }),
        }),
      )
      .min(1)
      .max(MOST_OPERATIONS),
  }),
  {
    schemas: [BULK_REQUEST_MESSAGE],
    failOnErrors: 1,
    Operations: [
      {
        method: 'POST',
        path: '/Users',
        bulkId: 'paula',
        data: { schemas: [USER_SCHEMA], userName: 'paula@delta.example' },
      },
    ],
  },
);

export const ScimBulkResponse = component(
  'ScimBulkResponse',
  z.object({
    schemas: message(BULK_RESPONSE_MESSAGE),
    Operations: listOf(
      z.object({
        method: z.string().meta({ description: 'As it was sent; empty if none was sent.' }),
        bulkId: z.string().optional(),
        location: z.string().optional().meta({ description: 'The URI of the resource, if there is one.' }),
        version: z.string().optional(),
        status: z.string().meta({ description: 'The status of the operation, as text.' }),
        response: ScimError.optional().meta({ description: 'Why the operation failed.' }),
      }),
    ),
  }),
  {
    schemas: [BULK_RESPONSE_MESSAGE],
    Operations: [
      {
        method: 'POST',
        bulkId: 'paula',
        location: `${EXAMPLE_URL}/Users/${EXAMPLE_USER_ID}`,
        version: 'W/"1"',
        status: '201',
      },
    ],
  },
);
