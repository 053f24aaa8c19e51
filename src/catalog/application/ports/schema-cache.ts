import type { Counts } from '../../../engines/catalog-reader/relation.js';
import type { Snapshot } from '../../domain/snapshot.js';
import type { EncodedRelations, ReadSchema, RowEstimates } from '../../../engines/catalog-reader/reading.js';

export interface NewContent {
  readonly dataSourceId: number;
  readonly schemaName: string;
  readonly comment: string | null;
  /** See `FoundSchema`. */
  readonly engineId: string | null;
}

export abstract class SchemaCache {
  /** The current schema; `null` before the first discovery. */
  abstract current(dataSourceId: number): Promise<Snapshot | null>;
  /** Invisible until a snapshot names it. */
  abstract beginContent(content: NewContent, begunAt: Date): Promise<number>;
  abstract addRelations(contentId: number, batch: EncodedRelations): Promise<void>;
  /** Takes over what is known of these from another content, as it is. @returns what that adds */
  abstract keepRelations(contentId: number, fromContentId: number, names: readonly string[]): Promise<Counts>;
  /** Statistics are not part of what snapshots are compared by: they are renewed in place. */
  abstract renewEstimates(contentId: number, estimates: RowEstimates): Promise<void>;
  abstract completeContent(contentId: number, fingerprint: string, read: ReadSchema): Promise<void>;
  /** Unless a snapshot names them. */
  abstract dropContents(contentIds: readonly number[]): Promise<void>;
  /** Forgets the schema, because it belongs to another place. */
  abstract forget(dataSourceId: number): Promise<void>;
  /** All or nothing. With the parts that were current before only the times move. @returns whether it is a new snapshot */
  abstract replaceCurrent(snapshot: Omit<Snapshot, 'id'>): Promise<boolean>;
  /** Removes snapshots beyond the newest ten of each source, and what no snapshot names: leftovers of readings whose process died. */
  abstract purge(begunBefore: Date): Promise<void>;
}
