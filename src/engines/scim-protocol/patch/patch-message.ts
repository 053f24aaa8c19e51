import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, keyIn, valueIn } from '../json.js';
import { requireSchema } from '../read-resource.js';
import { rightlySpelt } from '../schema/spelt-urn.js';
import { MOST_OPERATIONS } from '../schema/limits.js';
import { PATCH_MESSAGE } from '../schema/urns.js';
import { InvalidPath, InvalidSyntax } from '../scim.errors.js';

const OPERATIONS = ['add', 'remove', 'replace'] as const;

export interface PatchOperation {
  readonly op: (typeof OPERATIONS)[number];
  /** `null` for the resource itself. */
  readonly path: string | null;
  /** `undefined` if there is none, which is not the same as `null`. */
  readonly value: JsonValue | undefined;
}

/**
 * RFC 7644 section 3.5.2. Names and the operation itself are taken in any case: Entra ID sends "Add", "Replace" and "Remove".
 * @throws InvalidSyntax
 */
export function readPatchMessage(message: unknown): PatchOperation[] {
  if (!isJsonObject(message)) throw new InvalidSyntax('The body must be a JSON object.');
  requireSchema(message, PATCH_MESSAGE);
  const operations = valueIn(message, 'Operations');
  if (!isJsonArray(operations) || operations.length === 0) throw new InvalidSyntax('"Operations" lists one operation or more.');
  if (operations.length > MOST_OPERATIONS) throw new InvalidSyntax(`"Operations" can list at most ${MOST_OPERATIONS} operations.`);
  return operations.map(readOperation).map(rightlyNamed);
}

function readOperation(sent: JsonValue): PatchOperation {
  if (!isJsonObject(sent)) throw new InvalidSyntax('Each operation must be a JSON object.');
  const name = valueIn(sent, 'op');
  const op = typeof name === 'string' ? OPERATIONS.find((each) => each === name.toLowerCase()) : undefined;
  if (op === undefined) throw new InvalidSyntax('"op" is one of "add", "remove" and "replace".');
  return { op, path: readPath(sent), value: readSentValue(sent) };
}

/** A change whose URN is slightly wrong is carried out, as otherwise a deactivation would be lost. */
function rightlyNamed({ op, path, value }: PatchOperation): PatchOperation {
  if (path !== null) return { op, path: pathSpelt(path), value };
  if (!isJsonObject(value)) return { op, path, value };
  return { op, path, value: Object.fromEntries(Object.entries(value).map(([name, each]) => [pathSpelt(name), each])) };
}

function pathSpelt(path: string): string {
  const [, name = '', rest = ''] = /^\s*([^[]*?)\s*(\[.*)?$/s.exec(path) ?? [];
  const spelt = rightlySpelt(name);
  return spelt === name ? path : spelt + rest;
}

function readPath(operation: JsonObject): string | null {
  const path = valueIn(operation, 'path');
  if (path === null) return null;
  if (typeof path !== 'string') throw new InvalidPath('"path" is a text.');
  return path.trim() === '' ? null : path;
}

function readSentValue(operation: JsonObject): JsonValue | undefined {
  const key = keyIn(operation, 'value');
  return key === null ? undefined : operation[key];
}
