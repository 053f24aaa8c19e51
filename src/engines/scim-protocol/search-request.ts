import { type JsonObject, valueIn } from './json.js';
import { InvalidFilter, InvalidValue, ScimRefusal } from './scim.errors.js';

/** What RFC 7644 section 3.4.2 and RFC 9865 section 2 let a client say of a list; `null` for what it leaves open. */
export interface SearchRequest {
  readonly filter: string | null;
  readonly sortBy: string | null;
  readonly isDescending: boolean;
  /** From 1 on. */
  readonly startIndex: number | null;
  /** From 0 on. */
  readonly count: number | null;
  /** Empty for the first page. */
  readonly cursor: string | null;
  /** As they came, for the projection to read. */
  readonly attributes: unknown;
  readonly excludedAttributes: unknown;
}

const LARGEST_INTEGER = 2_147_483_647;
const WHOLE_NUMBER = /^[+-]?\d+$/;

/**
 * Query parameters, which are text, or the members of a search request (RFC 7644 section 3.4.3).
 * @throws InvalidFilter
 * @throws InvalidValue
 */
export function readSearchRequest(parameters: JsonObject): SearchRequest {
  const filter = valueIn(parameters, 'filter');
  if (filter !== null && typeof filter !== 'string') throw new InvalidFilter('"filter" is a text.');
  const cursor = valueIn(parameters, 'cursor');
  if (cursor !== null && typeof cursor !== 'string') throw new InvalidCursor();
  const startIndex = whole(parameters, 'startIndex');
  if (cursor !== null && startIndex !== null) throw new InvalidValue('Send "cursor" or "startIndex", but not both (RFC 9865 section 2).');
  const count = whole(parameters, 'count');
  return {
    filter,
    sortBy: textAt(parameters, 'sortBy'),
    isDescending: isDescending(textAt(parameters, 'sortOrder')),
    startIndex: startIndex === null ? null : Math.max(startIndex, 1),
    count: count === null ? null : Math.max(count, 0),
    cursor,
    attributes: valueIn(parameters, 'attributes'),
    excludedAttributes: valueIn(parameters, 'excludedAttributes'),
  };
}

export class InvalidCursor extends ScimRefusal {
  constructor() {
    super('invalid', 'invalidCursor', 'The cursor does not belong to this query. Read the list again from its first page.');
  }
}

function textAt(parameters: JsonObject, name: string): string | null {
  const value = valueIn(parameters, name);
  if (value !== null && typeof value !== 'string') throw new InvalidValue(`"${name}" is a text.`);
  return value;
}

function isDescending(order: string | null): boolean {
  const word = order?.toLowerCase() ?? 'ascending';
  if (word !== 'ascending' && word !== 'descending') throw new InvalidValue('"sortOrder" is "ascending" or "descending".');
  return word === 'descending';
}

/** Beyond what any list has, more makes no difference. */
function whole(parameters: JsonObject, name: string): number | null {
  const value = valueIn(parameters, name);
  if (value === null) return null;
  const number = typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || (!Number.isInteger(number) && Number.isFinite(number)))
    throw new InvalidValue(`"${name}" is a whole number.`);
  return Math.min(Math.max(number, -LARGEST_INTEGER), LARGEST_INTEGER);
}
