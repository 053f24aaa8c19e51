import type { Page, PageRequest } from '../../../shared/page.js';
import type { Counts, Relation, UserType } from '../../domain/relation.js';

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

/** A relation that one of two snapshots has alone, or that differs between them. */
export interface ChangedRelation {
  readonly schemaName: string;
  readonly name: string;
  readonly before: (RelationKey & { readonly kind: Relation['kind'] }) | null;
  readonly after: (RelationKey & { readonly kind: Relation['kind'] }) | null;
}

/** Reads what discoveries have stored. */
export abstract class CachedSchemas {
  /** @param id the current one when `null` */
  abstract snapshot(dataSourceId: number, id: number | null): Promise<SnapshotView | null>;
  abstract snapshotBefore(dataSourceId: number, id: number): Promise<SnapshotView | null>;
  /** The newest first. */
  abstract snapshots(dataSourceId: number, request: PageRequest): Promise<Page<SnapshotView>>;
  /** Types of each content. */
  abstract types(scope: Scope): Promise<ReadonlyMap<number, readonly UserType[]>>;
  abstract relations(
    scope: Scope,
    keys: readonly RelationKey[],
  ): Promise<readonly (RelationKey & { relation: Relation })[]>;
  /** Compares by hash, so that what is equal is not even read. */
  abstract changes(before: Scope, after: Scope, request: PageRequest): Promise<Page<ChangedRelation>>;
}
