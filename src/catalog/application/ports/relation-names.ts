import type { QualifiedName } from '../../../shared/qualified-name.js';
import type { SourceFacts } from '../../../engines/catalog-reader/source-facts.js';

/** A relation as a statement names it. */
export interface NamedRelation {
  /** `null`: in any schema. */
  readonly schema: string | null;
  readonly name: string;
}

export interface LocatedRelation {
  readonly schema: string;
  readonly name: string;
  /** Whether the role that connects may read it. */
  readonly isReadable: boolean;
}

/** Finds relations by their names, in one snapshot: `null` means the current one. */
export abstract class RelationNames {
  /**
   * What each name may mean, in the order of the names, with a limit for each: readable ones first, of these the ones in schemas of the
   * path in its order, then by schema. With `foldsCase`, names that differ only in the case of ASCII letters are the same.
   * @returns `null` before the first discovery, and where the snapshot is gone
   */
  abstract locate(
    dataSourceId: number,
    snapshotId: number | null,
    names: readonly NamedRelation[],
    foldsCase: boolean,
    path: readonly string[],
    mostOfEach: number,
  ): Promise<readonly (readonly LocatedRelation[])[] | null>;
  /** At most so many of the readable ones whose names are up to two letters longer or shorter than this. */
  abstract ofSimilarLength(
    dataSourceId: number,
    snapshotId: number | null,
    length: number,
    most: number,
  ): Promise<readonly QualifiedName[]>;
  /** `null` before the first discovery, and for sources that report no facts. */
  abstract facts(dataSourceId: number, snapshotId: number | null): Promise<SourceFacts | null>;
}
