import type { HiddenColumns } from '../../domain/readable-part.js';
import type { Scope, RelationKey } from './cached-schemas.js';
import type { Page, PageRequest } from '../../../shared/page.js';

export interface Found extends RelationKey {
  readonly schema: string;
  readonly name: string;
}

/** Finds relations without reading what they are made of. */
export abstract class SchemaSearch {
  /**
   * Ordered by schema and name.
   * @param search any text that a name or comment of a relation or column holds, in any case; `null` for all
   */
  abstract containing(scope: Scope, search: string | null, request: PageRequest): Promise<Page<Found>>;
  /** Those with words most like these, the best first. */
  abstract resembling(scope: Scope, words: readonly string[], request: PageRequest): Promise<Page<Found>>;
}

/** What the role that connected may read, in the order in which it is worth telling. */
export abstract class SchemaRanking {
  /** How many relations, and columns in them. */
  abstract measure(scope: Scope): Promise<{ relations: number; columns: number }>;
  /** By schema and name. */
  abstract inOrder(scope: Scope, most: number): Promise<readonly Found[]>;
  /** By BM25 over names and comments; those that foreign keys connect with the best come in between. */
  abstract byTerms(scope: Scope, terms: readonly string[], most: number): Promise<readonly Found[]>;
  /** By how many foreign keys go out and come in, then by rows. */
  abstract byWeight(scope: Scope, most: number): Promise<readonly Found[]>;
  /** What is hidden of these relations; those that are not in the scope or wholly hidden are `null`. */
  abstract hidden(
    scope: Scope,
    places: readonly (readonly [schema: string, relation: string])[],
  ): Promise<HiddenColumns>;
}
