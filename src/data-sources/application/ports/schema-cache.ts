import type { Counts } from '../../domain/relation.js';
import type { Snapshot } from '../../domain/snapshot.js';
import type { EncodedRelations, ReadSchema } from './introspection.js';

export interface NewContent {
  readonly dataSourceId: number;
  readonly schemaName: string;
  readonly comment: string | null;
}

export abstract class SchemaCache {
  /** What answers now; `null` before the first discovery. */
  abstract current(dataSourceId: number): Promise<Snapshot | null>;
  /** Invisible until a snapshot names it. */
  abstract beginContent(content: NewContent, begunAt: Date): Promise<number>;
  abstract addRelations(contentId: number, batch: EncodedRelations): Promise<void>;
  /** Takes over what is known of these from another content, as it is. @returns what that adds */
  abstract keepRelations(contentId: number, fromContentId: number, names: readonly string[]): Promise<Counts>;
  abstract completeContent(contentId: number, fingerprint: string, read: ReadSchema): Promise<void>;
  /** Unless a snapshot names them. */
  abstract dropContents(contentIds: readonly number[]): Promise<void>;
  /** Nothing is known any more: what was belongs to another place. */
  abstract forget(dataSourceId: number): Promise<void>;
  /** All or nothing. With the parts that were current before only the times move; otherwise it is a new snapshot. */
  abstract replaceCurrent(snapshot: Omit<Snapshot, 'id'>): Promise<void>;
  /** Snapshots beyond the newest ten of each source, and what no snapshot names: of readings whose process died. */
  abstract purge(begunBefore: Date): Promise<void>;
}
