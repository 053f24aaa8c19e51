import type { HiddenColumns } from '../../../engines/catalog-reader/readable-part.js';
import type { Found, Scope } from '../../../catalog/application/open-schema.js';

/** The least room that a relation and a column take, and the room for all of them. */
export interface Room {
  readonly ofRelation: number;
  readonly ofColumn: number;
  readonly ofAll: number;
}

/** What the connected role may read, the most useful first. */
export abstract class SchemaRanking {
  /** How many relations; and all of them by schema and name, if they take no more room than there is, else `null`. */
  abstract measure(scope: Scope, room: Room): Promise<{ relations: number; inOrder: readonly Found[] | null }>;
  /** Estimates above zero, by content and ordinal. They change while a reading stays the same. */
  abstract rowEstimates(scope: Scope): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>>;
  /** What is hidden of these relations; those that are not in the scope or wholly hidden are `null`. */
  abstract hidden(scope: Scope, places: readonly (readonly [schema: string, relation: string])[]): Promise<HiddenColumns>;
}
