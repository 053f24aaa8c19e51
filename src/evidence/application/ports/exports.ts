import type { Export, ReadyExport, Subject } from '../../domain/export.js';

export abstract class Exports {
  abstract newestOf(subject: Subject): Promise<Export | null>;
  /** Deletes what there was before. @returns `null` when another one waits already, perhaps since a moment ago */
  abstract add(subject: Subject, request: Pick<Export, 'requestedBy' | 'requestedAt' | 'admittedTo'>): Promise<Export | null>;
  /** Until the unit of work ends nobody else makes exports, and reads find one moment of the database. @returns whether it was free */
  abstract claim(): Promise<boolean>;
  /** That failed least often, then the oldest. */
  abstract nextWaiting(): Promise<Export | null>;
  abstract addPart(exportId: number, position: number, bytes: Uint8Array): Promise<void>;
  /** Parts are numbered from 0. */
  abstract part(exportId: number, position: number): Promise<Uint8Array | null>;
  abstract finish(exportId: number, file: Pick<ReadyExport, 'finishedAt' | 'expiresAt' | 'size' | 'sha256'>): Promise<void>;
  /** @param end of the export, after its last failure */
  abstract noteFailure(exportId: number, end: { readonly finishedAt: Date; readonly expiresAt: Date } | null): Promise<void>;
  /** Deletes those whose day is over, with their files. */
  abstract purge(now: Date): Promise<void>;
}
