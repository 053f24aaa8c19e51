import type { Page, PageRequest } from '../../../shared/page.js';
import type { RelationKey, Scope } from './cached-schemas.js';

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
