/** Resources of a page, as `/ServiceProviderConfig` says them. */
export const PAGE_SIZE = { default: 100, largest: 1_000 } as const;

/** Of a bulk request, as `/ServiceProviderConfig` says it. */
export const MOST_OPERATIONS = 1_000;

/** Bytes of any request, as `/ServiceProviderConfig` says it of bulk requests. */
export const LARGEST_BODY = 10 * 1024 * 1024;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
export const RESOURCE_TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
export const LIST_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const SEARCH_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const PATCH_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const BULK_REQUEST_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const BULK_RESPONSE_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const ERROR_MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:Error';
