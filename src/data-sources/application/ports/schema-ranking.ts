import type { HiddenColumns } from '../../../engines/catalog-reader/readable-part.js';
import type { NamedRelation } from './relation-names.js';
import type { Scope, RelationKey } from './cached-schemas.js';
import type { Page, PageRequest } from '../../../shared/page.js';

interface RelationName {
  readonly schema: string;
  readonly name: string;
}

export interface Found extends RelationKey {
  readonly schema: string;
  readonly name: string;
}

/** What a relation and a column take at least, and what there is for all. */
export interface Room {
  readonly ofRelation: number;
  readonly ofColumn: number;
  readonly ofAll: number;
}

/** Finds relations without reading their definitions. */
export abstract class SchemaSearch {
  /**
   * Ordered by schema and name.
   * @param without these, which are not there for the person
   * @param search any text that a name or comment of a relation or column holds, in any case; `null` for all
   */
  abstract containing(scope: Scope, search: string | null, request: PageRequest, without: readonly RelationName[]): Promise<Page<Found>>;
  /** The relation first, then those that its foreign keys name or that name it, by schema and name. */
  abstract connected(scope: Scope, relation: NamedRelation, request: PageRequest): Promise<Page<Found>>;
  /** Those with words most like these, the best first. */
  abstract resembling(scope: Scope, words: readonly string[], request: PageRequest, without: readonly RelationName[]): Promise<Page<Found>>;
}

/** What the connected role may read, the most useful first. */
export abstract class SchemaRanking {
  /** How many relations; and all of them by schema and name, if they take no more room than there is, else `null`. */
  abstract measure(scope: Scope, room: Room): Promise<{ relations: number; inOrder: readonly Found[] | null }>;
  /** Those that are more than zero, by content and ordinal. They change while a reading stays as it is. */
  abstract rowEstimates(scope: Scope): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>>;
  /** What is hidden of these relations; those that are not in the scope or wholly hidden are `null`. */
  abstract hidden(scope: Scope, places: readonly (readonly [schema: string, relation: string])[]): Promise<HiddenColumns>;
}
