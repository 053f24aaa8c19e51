import type { Page, PageRequest } from '../../../shared/page.js';
import type { Counts, Relation } from '../../../engines/catalog-reader/relation.js';
import type { UserType } from '../../../engines/catalog-reader/user-type.js';

/** A snapshot as a reader sees it, its schemas sorted by name. */
export interface SnapshotView {
  readonly id: number;
  readonly takenAt: Date;
  /** When its schemas were last looked at together. */
  readonly discoveredAt: Date;
  readonly coversAll: boolean;
  readonly schemas: readonly SchemaView[];
}

export interface SchemaView {
  readonly contentId: number;
  readonly name: string;
  readonly comment: string | null;
  /** The engine's own number of it, if there is one. */
  readonly engineId: string | null;
  readonly counts: Counts;
  /** Names of relations that were locked when it was read. */
  readonly locked: readonly string[];
  readonly discoveredAt: Date;
}

/** Some schemas of one source: what every reading is limited to. */
export interface Scope {
  readonly dataSourceId: number;
  readonly contentIds: readonly number[];
}

export interface RelationKey {
  readonly contentId: number;
  readonly ordinal: number;
}

/** A relation that was found, with its name. */
export interface Found extends RelationKey {
  readonly schema: string;
  readonly name: string;
}

export interface RelationSide extends RelationKey {
  /** Equal for the same schema, even under another name. */
  readonly place: number;
  readonly schemaName: string;
  readonly name: string;
  readonly kind: Relation['kind'];
}

/** A relation that only one of two snapshots has, or that differs between them, perhaps by its name. */
export type ChangedRelation =
  | { readonly before: RelationSide; readonly after: RelationSide }
  | { readonly before: RelationSide; readonly after: null }
  | { readonly before: null; readonly after: RelationSide };

/** The contents of one schema in two snapshots. */
export interface ContentPair {
  readonly before: number;
  readonly after: number;
}

export interface TypesOfSchema {
  readonly types: readonly UserType[];
  /** Whether composite types are among them; what was read by earlier versions has none. */
  readonly areAll: boolean;
}

/** Reads what discoveries have stored. */
export abstract class CachedSchemas {
  /** @param id the current one when `null` */
  abstract snapshot(dataSourceId: number, id: number | null): Promise<SnapshotView | null>;
  abstract snapshotBefore(dataSourceId: number, id: number): Promise<SnapshotView | null>;
  /** The newest first. */
  abstract snapshots(dataSourceId: number, request: PageRequest): Promise<Page<SnapshotView>>;
  /** Types of each content. */
  abstract types(scope: Scope): Promise<ReadonlyMap<number, TypesOfSchema>>;
  abstract relations(scope: Scope, keys: readonly RelationKey[]): Promise<readonly (RelationKey & { relation: Relation })[]>;
  /** Some relations of one content, after a place in it, in their order. */
  abstract relationsBehind(
    dataSourceId: number,
    schema: Pick<SchemaView, 'contentId' | 'name'>,
    ordinal: number,
    most: number,
  ): Promise<readonly (RelationKey & { relation: Relation })[]>;
  /**
   * Relations are matched by the engine's own number if both have one, whatever they are called; all others are matched by name.
   * Compares by hash, so equal relations are not even read.
   */
  abstract changes(dataSourceId: number, pairs: readonly ContentPair[], request: PageRequest): Promise<Page<ChangedRelation>>;
}
