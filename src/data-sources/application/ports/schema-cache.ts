import type { Counts, UserType } from '../../domain/relation.js';
import type { EncodedRelations } from './introspection.js';

/** What was known of a whole source at one time; immutable, made of contents that snapshots share while they do not change. */
export interface Snapshot {
  readonly id: number;
  readonly dataSourceId: number;
  /** False while only some schemas have been asked for by name. */
  readonly coversAll: boolean;
  /** When all schemas were last looked at together, and how long that took. */
  readonly discoveredAt: Date;
  readonly durationMs: number;
  readonly parts: readonly SnapshotPart[];
}

export interface SnapshotPart {
  readonly contentId: number;
  readonly schemaName: string;
  readonly fingerprint: string;
  readonly counts: Counts;
  /** When this schema was last looked at, and how long that took. */
  readonly discoveredAt: Date;
  readonly durationMs: number;
}

export interface NewContent {
  readonly dataSourceId: number;
  readonly schemaName: string;
  readonly comment: string | null;
}

export abstract class SchemaCache {
  /** What answers now; `null` before the first discovery. */
  abstract current(dataSourceId: number): Promise<Snapshot | null>;
  /** Invisible until a snapshot names it. */
  abstract beginContent(content: NewContent): Promise<number>;
  abstract addRelations(contentId: number, batch: EncodedRelations): Promise<void>;
  abstract completeContent(
    contentId: number,
    result: { counts: Counts; types: readonly UserType[]; fingerprint: string; words: number },
  ): Promise<void>;
  /** Makes the snapshot the current one; call it in a unit of work. Same parts as before: only the times move. */
  abstract replaceCurrent(snapshot: Omit<Snapshot, 'id'>): Promise<Snapshot>;
  /** Contents that no snapshot names: of readings that failed, and of snapshots beyond the newest ten. */
  abstract purge(dataSourceId: number | null, olderThan: Date): Promise<void>;
}
