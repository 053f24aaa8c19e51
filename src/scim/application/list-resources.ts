import { Injectable } from '@nestjs/common';
import { parseFilter } from '../../engines/scim-protocol/filter/parse-filter.js';
import { parsePath } from '../../engines/scim-protocol/filter/parse-path.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { PAGE_SIZE } from '../../engines/scim-protocol/schema/limits.js';
import { cursorText, readCursor } from '../../engines/scim-protocol/page-cursor.js';
import { projectionOf } from '../../engines/scim-protocol/projection.js';
import type { Provisioner } from '../domain/provisioner.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { InvalidPath } from '../../engines/scim-protocol/scim.errors.js';
import type { SearchRequest } from '../../engines/scim-protocol/search-request.js';
import { type Found, type ResourceQuery, ResourceSearch } from './ports/resource-search.js';
import { RepresentResources } from './represent-resources.js';

export interface ResourcesToList {
  readonly provisioner: Provisioner;
  readonly types: readonly ResourceTypeName[];
  readonly request: SearchRequest;
}

/** RFC 7644 section 3.4.2, RFC 9865 section 2. */
export interface ResourceList {
  readonly totalResults: number;
  /** `null` when it was read by cursor. */
  readonly startIndex: number | null;
  readonly resources: readonly JsonObject[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

interface Page {
  readonly found: readonly Found[];
  readonly total: number;
  readonly next: string | null;
  readonly previous: string | null;
}

@Injectable()
export class ListResources {
  constructor(
    private readonly search: ResourceSearch,
    private readonly representResources: RepresentResources,
  ) {}

  /** @throws ScimRefusal with the scimType invalidFilter, invalidPath, invalidValue or invalidCursor */
  async execute({ provisioner, types, request }: ResourcesToList): Promise<ResourceList> {
    const projection = projectionOf(request);
    const query = queryOf(provisioner.organizationId, types, request);
    const limit = Math.min(request.count ?? PAGE_SIZE.default, PAGE_SIZE.largest);
    const page =
      request.cursor === null
        ? await this.byIndex(query, request.startIndex ?? 1, limit)
        : await this.byCursor(query, request, request.cursor, limit);
    const resources = page.found.map(({ resource }) => resource);
    return {
      totalResults: page.total,
      startIndex: request.cursor === null ? (request.startIndex ?? 1) : null,
      resources: await this.representResources.execute({ provisioner, resources, projection }),
      nextCursor: page.next,
      previousCursor: page.previous,
    };
  }

  private async byIndex(query: ResourceQuery, startIndex: number, limit: number): Promise<Page> {
    const offset = startIndex - 1;
    const found = limit === 0 ? [] : await this.search.find(query, { limit, offset });
    // The end of the list reveals how long it is.
    const isEnd = found.length < limit && (found.length > 0 || offset === 0);
    const total = isEnd ? offset + found.length : await this.search.count(query);
    return { found, total, next: null, previous: null };
  }

  private async byCursor(query: ResourceQuery, request: SearchRequest, text: string, limit: number): Promise<Page> {
    const identity = identityOf(query, request);
    const cursor = text === '' ? null : readCursor(identity, text);
    const isBackward = cursor?.isBackward ?? false;
    // One more than requested, to see whether the list goes on.
    const read = limit === 0 ? [] : await this.search.find(query, { limit: limit + 1, cursor });
    const goesOn = read.length > limit;
    const found = isBackward ? read.slice(-limit) : read.slice(0, limit);
    const [first, last] = [found[0], found.at(-1)];
    const isWhole = cursor === null && limit > 0 && !goesOn;
    const total = cursor?.total ?? (isWhole ? found.length : await this.search.count(query));
    return {
      found,
      total,
      next:
        last !== undefined && (isBackward || goesOn) ? cursorText(identity, { position: last.position, isBackward: false, total }) : null,
      previous:
        first !== undefined && (isBackward ? goesOn : cursor !== null)
          ? cursorText(identity, { position: first.position, isBackward: true, total })
          : null,
    };
  }
}

/** All that has to stay the same from page to page: `count` may change. */
function identityOf({ organizationId, types }: ResourceQuery, request: SearchRequest): unknown {
  const { filter, sortBy, isDescending, attributes, excludedAttributes } = request;
  return { organizationId, types, filter, sortBy, isDescending, attributes, excludedAttributes };
}

function queryOf(
  organizationId: number,
  types: readonly ResourceTypeName[],
  { filter, sortBy, isDescending }: SearchRequest,
): ResourceQuery {
  const sort = sortBy === null ? null : parsePath(sortBy);
  if (sort !== null && sort.values !== null) throw new InvalidPath('"sortBy" names an attribute, not some of its values.');
  return {
    organizationId,
    types,
    filter: filter === null ? null : parseFilter(filter),
    sortBy: sort?.path ?? null,
    isDescending,
  };
}
