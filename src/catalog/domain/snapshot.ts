import type { Counts } from '../../engines/catalog-reader/relation.js';
import type { SourceFacts } from '../../engines/catalog-reader/source-facts.js';

/** What was known of a whole source at one time. It is immutable. Snapshots share the contents that have not changed between them. */
export interface Snapshot {
  readonly id: number;
  readonly dataSourceId: number;
  /** False while only single schemas were discovered, by name. */
  readonly coversAll: boolean;
  /** When all schemas were last discovered together, and how long that took. */
  readonly discoveredAt: Date;
  readonly durationMs: number;
  /** The facts of the last discovery; `null` for engines that report none. */
  readonly facts: SourceFacts | null;
  /** In the order of their names. */
  readonly parts: readonly SnapshotPart[];
}

export interface SnapshotPart {
  readonly contentId: number;
  readonly schemaName: string;
  readonly fingerprint: string;
  readonly counts: Counts;
  /** Names of relations that were locked at the source. The snapshot has them as they were before, or not at all. */
  readonly locked: readonly string[];
  /** When this schema was last discovered, and how long that took. */
  readonly discoveredAt: Date;
  readonly durationMs: number;
}

/** A relation that exists at the source but could not be read. */
export interface SkippedRelation {
  readonly schema: string;
  readonly name: string;
}

export function skippedOf(parts: readonly { readonly schema: string; readonly locked: readonly string[] }[]): SkippedRelation[] {
  return parts.flatMap(({ schema, locked }) => locked.map((name) => ({ schema, name })));
}

/** The result of a discovery of a source or of one of its schemas, for clients. */
export interface DiscoveryResult {
  readonly dataSourceId: number;
  readonly schemas: readonly { readonly name: string; readonly counts: Counts }[];
  readonly skipped: readonly SkippedRelation[];
  readonly totalTables: number;
  readonly totalColumns: number;
  readonly discoveredAt: Date;
  readonly durationMs: number;
}

/** `undefined` when the snapshot cannot tell, because what is asked for was not discovered. */
export function resultOf(snapshot: Snapshot, schemaName: string | null): DiscoveryResult | 'missing' | undefined {
  const { dataSourceId, coversAll } = snapshot;
  if (schemaName === null && !coversAll) return undefined;
  const parts = schemaName === null ? snapshot.parts : snapshot.parts.filter((part) => part.schemaName === schemaName);
  if (schemaName !== null && parts.length === 0) return coversAll ? 'missing' : undefined;
  const { discoveredAt, durationMs } = schemaName === null ? snapshot : (parts[0] ?? snapshot);
  return {
    dataSourceId,
    schemas: parts.map((part) => ({ name: part.schemaName, counts: part.counts })),
    skipped: skippedOf(parts.map(({ schemaName: schema, locked }) => ({ schema, locked }))),
    totalTables: parts.reduce((sum, { counts }) => sum + counts.tables, 0),
    totalColumns: parts.reduce((sum, { counts }) => sum + counts.columns, 0),
    discoveredAt,
    durationMs,
  };
}
