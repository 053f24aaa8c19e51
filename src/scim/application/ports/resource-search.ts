import type { AttributePath, Filter } from '../../../engines/scim-protocol/filter/filter.js';
import type { PageCursor, SortPosition } from '../../../engines/scim-protocol/page-cursor.js';
import type { Resource } from '../../domain/resource.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';

export interface ResourceQuery {
  readonly organizationId: number;
  /** At least one. */
  readonly types: readonly ResourceTypeName[];
  readonly filter: Filter | null;
  /** `null` for the order in which they came. */
  readonly sortBy: AttributePath | null;
  readonly isDescending: boolean;
}

export interface Found {
  readonly resource: Resource;
  readonly position: SortPosition;
}

/** Which part of the result: a number of items from an offset, or next to a position. */
export type Window = { readonly limit: number } & ({ readonly offset: number } | { readonly cursor: PageCursor | null });

export abstract class ResourceSearch {
  /** @throws InvalidFilter for a comparison that an attribute does not take */
  abstract count(query: ResourceQuery): Promise<number>;

  /**
   * In order, even for the page before a position.
   * @throws InvalidFilter
   * @throws InvalidPath when the list cannot be sorted by it
   */
  abstract find(query: ResourceQuery, window: Window): Promise<Found[]>;
}
