import { InvalidSyntax, InvalidValue, type ScimRefusal } from '../scim.errors.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import type { ResourceTypeName } from '../resource.js';
import { BULK_REQUEST_MESSAGE } from '../schema/urns.js';
import { TooManyOperations } from './bulk.errors.js';

/** As `ServiceProviderConfig` advertises them. */
export const BULK_LIMITS = { operations: 1_000, payloadBytes: 10 * 1024 * 1024 };

export type BulkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation that makes sense by itself; whether it can be done is found out by doing it. */
export interface BulkOperation {
  /** Where it stands in the request; its answer stands there too. */
  readonly index: number;
  readonly method: BulkMethod;
  readonly bulkId: string | null;
  readonly type: ResourceTypeName;
  /** What the path names behind the type: an id, or `bulkId:` and the bulkId of a creation; `null` for a creation. */
  readonly target: string | null;
  /** What a request would send as `If-Match`. */
  readonly version: string | null;
  /** The body of the request that it stands for; `null` for DELETE. */
  readonly data: JsonObject | null;
}

/** One operation that makes no sense: it fails, the others do not. */
export interface MalformedOperation {
  readonly index: number;
  readonly method: string;
  readonly bulkId: string | null;
  readonly refusal: ScimRefusal;
}

export interface BulkRequest {
  /** After this many failures the rest is left undone; `null` for never. */
  readonly failOnErrors: number | null;
  readonly operations: readonly (BulkOperation | MalformedOperation)[];
}

const ENDPOINTS: Readonly<Record<string, ResourceTypeName>> = { Users: 'User', Groups: 'Group' };
const PATH = /^\/?(Users|Groups)(?:\/([^/?#]+))?\/?$/;
const METHOD = /^(?:POST|PUT|PATCH|DELETE)$/;

/**
 * RFC 7644 section 3.7.
 * @throws ScimRefusal when there is no telling what is asked for at all: then nothing is done
 */
export function readBulkRequest(body: unknown): BulkRequest {
  if (!isJsonObject(body)) throw new InvalidSyntax('A bulk request is a JSON object.');
  const schemas = memberOf(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.some((urn) => sameName(urn, BULK_REQUEST_MESSAGE)))
    throw new InvalidSyntax(`"schemas" of a bulk request holds ${BULK_REQUEST_MESSAGE}.`);
  const operations = memberOf(body, 'Operations');
  if (!isList(operations) || operations.length === 0)
    throw new InvalidSyntax('"Operations" of a bulk request is a list of at least one operation.');
  if (operations.length > BULK_LIMITS.operations) throw new TooManyOperations(BULK_LIMITS.operations);
  const read = operations.map(readOperation);
  refuseSameBulkIds(read);
  return { failOnErrors: readFailOnErrors(memberOf(body, 'failOnErrors')), operations: read };
}

export function isMalformed(operation: BulkOperation | MalformedOperation): operation is MalformedOperation {
  return 'refusal' in operation;
}

export function isSound(operation: BulkOperation | MalformedOperation): operation is BulkOperation {
  return !isMalformed(operation);
}

/** Names of attributes are compared without regard to case (RFC 7643 section 2.1). */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  const own = object[name];
  if (own !== undefined) return own;
  const key = Object.keys(object).find((candidate) => sameName(candidate, name));
  return key === undefined ? undefined : object[key];
}

export function sameName(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}

export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function readOperation(value: JsonValue, index: number): BulkOperation | MalformedOperation {
  if (!isJsonObject(value))
    return { index, method: '', bulkId: null, refusal: new InvalidSyntax('An operation is a JSON object.') };
  const sent = memberOf(value, 'method');
  const method = typeof sent === 'string' ? sent.toUpperCase() : '';
  const id = memberOf(value, 'bulkId');
  const bulkId = typeof id === 'string' && id !== '' ? id : null;
  const refuse = (refusal: ScimRefusal): MalformedOperation => ({ index, method, bulkId, refusal });

  if (!isMethod(method)) return refuse(new InvalidSyntax('"method" is POST, PUT, PATCH or DELETE.'));
  const path = memberOf(value, 'path');
  const [, endpoint = '', target] = (typeof path === 'string' && PATH.exec(path)) || [];
  const type = ENDPOINTS[endpoint];
  if (type === undefined)
    return refuse(new InvalidValue('"path" is /Users or /Groups, with the id of a resource behind it.'));
  if (method === 'POST' && target !== undefined)
    return refuse(new InvalidValue('"path" of a POST names a type of resource and nothing behind it.'));
  if (method === 'POST' && bulkId === null) return refuse(new InvalidSyntax('A POST needs a "bulkId".'));
  if (method !== 'POST' && target === undefined)
    return refuse(new InvalidValue(`"path" of a ${method} names a resource.`));
  const data = memberOf(value, 'data');
  if (method !== 'DELETE' && !isJsonObject(data)) return refuse(new InvalidSyntax(`A ${method} needs "data".`));
  const version = memberOf(value, 'version');
  if (version !== undefined && version !== null && typeof version !== 'string')
    return refuse(new InvalidSyntax('"version" is an entity tag.'));
  return {
    index,
    method,
    bulkId,
    type,
    target: target === undefined ? null : decoded(target),
    version: version ?? null,
    data: method !== 'DELETE' && isJsonObject(data) ? data : null,
  };
}

function isMethod(method: string): method is BulkMethod {
  return METHOD.test(method);
}

function readFailOnErrors(value: JsonValue | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new InvalidValue('"failOnErrors" is a whole number, not below 0.');
  return Math.max(1, value);
}

/** Which of the two would a reference mean? */
function refuseSameBulkIds(operations: readonly (BulkOperation | MalformedOperation)[]): void {
  const seen = new Set<string>();
  for (const { method, bulkId } of operations) {
    if (method !== 'POST' || bulkId === null) continue;
    if (seen.has(bulkId)) throw new InvalidValue('Two creations have the same "bulkId".');
    seen.add(bulkId);
  }
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // No percent encoding, then: taken as it is, and no resource has such an id.
    return target;
  }
}
