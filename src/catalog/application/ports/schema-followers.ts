import type { QualifiedName } from '../../../shared/qualified-name.js';
import type { DataSource } from '../../../data-sources/application/enter-data-source.js';

/** A relation that was read again, identified by the engine's own number. */
export interface FollowedRelation {
  readonly before: QualifiedName;
  readonly after: QualifiedName;
  /** Names of its columns now. */
  readonly columns: readonly string[];
  /** Columns with another name now, by the one that they had. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** What became of relations with a new snapshot. */
export interface Movement {
  readonly followed: readonly FollowedRelation[];
  /** The names that relations have now. */
  readonly present: readonly QualifiedName[];
  /** New names of relations that the engine has not numbered; told only if a name is not present. */
  readonly appeared: readonly QualifiedName[];
}

/** A context above this one implements it: what depends on the names of relations and columns. */
export abstract class SchemaFollowers {
  /** Locks whatever refers to names until the unit of work ends. @returns the names */
  abstract lock(source: DataSource): Promise<readonly QualifiedName[]>;
  /** In the unit of work in which a new snapshot became the current one. */
  abstract follow(source: DataSource, movement: Movement, requestedBy: number | null): Promise<void>;
}
