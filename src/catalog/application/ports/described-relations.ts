import type { Relation } from '../../../engines/catalog-reader/relation.js';
import type { SnapshotPart } from '../../domain/snapshot.js';

/** Reads relations by their names. */
export abstract class DescribedRelations {
  /**
   * Reads the current snapshot, in the order of schemas and names.
   * @param names in any case of ASCII letters
   * @returns `null` before the first discovery
   */
  abstract named(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null>;
  /**
   * Reads the current snapshot: some of the readable ones that have one of these names or readable columns, the ones with most of them first.
   * @param names in any case of ASCII letters
   * @returns `null` before the first discovery
   */
  abstract withColumns(dataSourceId: number, names: readonly string[]): Promise<readonly Relation[] | null>;
  /** Reads parts that perhaps no snapshot names yet. @param names in any case of ASCII letters */
  abstract inParts(parts: readonly SnapshotPart[], names: readonly string[]): Promise<readonly Relation[]>;
}
