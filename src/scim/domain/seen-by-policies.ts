import { type JsonObject, sameJson } from '../../engines/scim-protocol/json.js';
import { ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';

const SEEN = ['title', 'userType', ENTERPRISE_SCHEMA];

/** Whether access policies and data policies may decide otherwise about a person afterwards. */
export function changesWhatPoliciesSee(before: JsonObject, after: JsonObject): boolean {
  return !sameJson(seenIn(before), seenIn(after));
}

function seenIn(attributes: JsonObject): JsonObject {
  return Object.fromEntries(SEEN.map((name) => [name, attributes[name] ?? null]));
}
