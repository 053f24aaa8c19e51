import { type JsonObject, type JsonValue, isJsonArray, isJsonObject, valueIn } from '../json.js';
import { MOST_OPERATIONS } from '../schema/limits.js';
import { BULK_REQUEST_MESSAGE } from '../schema/urns.js';
import { requireSchema } from '../read-resource.js';
import type { ResourceTypeName } from '../schema/resource-type.js';
import { InvalidSyntax, InvalidValue, ScimRefusal } from '../scim.errors.js';
import { DomainError } from '../../../shared/domain-error.js';
import { verbatim } from '../../../shared/sentence.js';

/** RFC 7644 section 3.7.4, which gives it no `scimType`. */
class TooManyOperations extends DomainError {
  constructor(most: number) {
    super('too_large', 'PAYLOAD_TOO_LARGE', verbatim(`A bulk request can have at most ${most} operations.`));
  }
}

/** RFC 7644 section 3.7.1 names the status: the resource of the bulkId is not in the request, or could not be made. */
export class UnresolvedReference extends ScimRefusal {
  constructor(bulkId: string) {
    super('conflict', 'invalidValue', `There is no resource behind bulkId ${JSON.stringify(bulkId.slice(0, 100))}.`);
  }
}

type BulkMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation that makes sense by itself; whether it is possible shows when it is done. */
export interface BulkOperation {
  /** Its position in the request, and that of its answer. */
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
 * @throws ScimRefusal when the request cannot be understood at all: then nothing is done
 */
export function readBulkRequest(body: unknown): BulkRequest {
  if (!isJsonObject(body)) throw new InvalidSyntax('A bulk request is a JSON object.');
  requireSchema(body, BULK_REQUEST_MESSAGE);
  const operations = valueIn(body, 'Operations');
  if (!isJsonArray(operations) || operations.length === 0)
    throw new InvalidSyntax('"Operations" of a bulk request is a list of at least one operation.');
  if (operations.length > MOST_OPERATIONS) throw new TooManyOperations(MOST_OPERATIONS);
  const read = operations.map(readOperation);
  refuseSameBulkIds(read);
  return { failOnErrors: readFailOnErrors(valueIn(body, 'failOnErrors')), operations: read };
}

export function isSound(operation: BulkOperation | MalformedOperation): operation is BulkOperation {
  return !('refusal' in operation);
}

function readOperation(value: JsonValue, index: number): BulkOperation | MalformedOperation {
  if (!isJsonObject(value)) return { index, method: '', bulkId: null, refusal: new InvalidSyntax('Each operation must be a JSON object.') };
  const sent = valueIn(value, 'method');
  const method = typeof sent === 'string' ? sent.toUpperCase() : '';
  const id = valueIn(value, 'bulkId');
  const bulkId = typeof id === 'string' && id !== '' ? id : null;
  const refuse = (refusal: ScimRefusal): MalformedOperation => ({ index, method, bulkId, refusal });

  if (!isMethod(method)) return refuse(new InvalidSyntax('"method" is POST, PUT, PATCH or DELETE.'));
  const path = valueIn(value, 'path');
  const [, endpoint = '', target] = (typeof path === 'string' && PATH.exec(path)) || [];
  const type = ENDPOINTS[endpoint];
  if (type === undefined) return refuse(new InvalidValue('"path" is /Users or /Groups, with the id of a resource behind it.'));
  if (method === 'POST' && target !== undefined)
    return refuse(new InvalidValue('"path" of a POST names a type of resource and nothing behind it.'));
  if (method === 'POST' && bulkId === null) return refuse(new InvalidSyntax('A POST needs a "bulkId".'));
  if (method !== 'POST' && target === undefined) return refuse(new InvalidValue(`"path" of a ${method} names a resource.`));
  const data = valueIn(value, 'data');
  if (method !== 'DELETE' && !isJsonObject(data)) return refuse(new InvalidSyntax(`A ${method} needs "data".`));
  const version = valueIn(value, 'version');
  if (version !== null && typeof version !== 'string') return refuse(new InvalidSyntax('"version" is an entity tag.'));
  return {
    index,
    method,
    bulkId,
    type,
    target: target === undefined ? null : decoded(target),
    version,
    data: method !== 'DELETE' && isJsonObject(data) ? data : null,
  };
}

function isMethod(method: string): method is BulkMethod {
  return METHOD.test(method);
}

function readFailOnErrors(value: JsonValue): number | null {
  if (value === null) return null;
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
