/** Resources of a page, as `/ServiceProviderConfig` says them. */
export const PAGE_SIZE = { default: 100, largest: 1_000 } as const;

/** Of a bulk request, as `/ServiceProviderConfig` says it, and of a PATCH. */
export const MOST_OPERATIONS = 1_000;

/** Bytes of any request, as `/ServiceProviderConfig` says it of bulk requests. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** Characters of a value, and of a filter: more than the vendors' longest, and few enough for the parser and the database. */
export const LONGEST_TEXT = 65_536;

/**
 * Characters of `externalId` and of what names a resource: `userName`, or `displayName` of a group. They are keys of indexes, whose rows
 * PostgreSQL bounds.
 */
export const LONGEST_NAME = 400;

/** Values of an attribute that has several. Members of a group are not counted. */
export const MOST_VALUES = 1_000;

/** Names that `attributes` or `excludedAttributes` can list. */
export const MOST_NAMES = 500;
