import type { ResourceList } from '../../application/list-resources.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { LIST_MESSAGE } from '../../../engines/scim-protocol/schema/urns.js';

/** RFC 7644 section 3.4.2. `Resources` is there when it is empty as well: Okta reads it first. */
export function listResponse(list: ResourceList): JsonObject {
  const { totalResults, startIndex, resources, nextCursor, previousCursor } = list;
  return {
    schemas: [LIST_MESSAGE],
    totalResults,
    itemsPerPage: resources.length,
    ...(startIndex === null ? {} : { startIndex }),
    ...(nextCursor === null ? {} : { nextCursor }),
    ...(previousCursor === null ? {} : { previousCursor }),
    Resources: resources,
  };
}

/** All there is, on one page. */
export function wholeList(resources: readonly JsonObject[]): JsonObject {
  return listResponse({
    totalResults: resources.length,
    startIndex: 1,
    resources,
    nextCursor: null,
    previousCursor: null,
  });
}
