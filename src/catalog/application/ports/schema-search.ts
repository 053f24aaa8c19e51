import type { Page, PageRequest } from '../../../shared/page.js';
import type { Found, Scope } from './cached-schemas.js';
import type { NamedRelation } from './relation-names.js';

interface RelationName {
  readonly schema: string;
  readonly name: string;
}

/** Finds relations without reading their definitions. */
export abstract class SchemaSearch {
  /**
   * Ordered by schema and name.
   * @param without relations that do not exist for the person
   * @param search any text that a name or comment of a relation or column holds, in any case; `null` for all
   */
  abstract containing(scope: Scope, search: string | null, request: PageRequest, without: readonly RelationName[]): Promise<Page<Found>>;
  /** The relation first, then those that its foreign keys name or that name it, by schema and name. */
  abstract connected(scope: Scope, relation: NamedRelation, request: PageRequest): Promise<Page<Found>>;
  /** Relations with words most like these, the best first. */
  abstract resembling(scope: Scope, words: readonly string[], request: PageRequest, without: readonly RelationName[]): Promise<Page<Found>>;
}
