import type { Discovery } from '../../domain/discovery.js';

export interface Progress {
  readonly schemasDone: number;
  readonly schemasTotal: number | null;
  readonly tablesSeen: number;
}

export abstract class Discoveries {
  abstract add(discovery: Omit<Discovery, 'id'>): Promise<Discovery>;
  abstract find(dataSourceId: number, id: number): Promise<Discovery | null>;
  /** Begun or waiting, the oldest first. */
  abstract open(dataSourceId: number): Promise<readonly Discovery[]>;
  /** Writes the heartbeat too. @returns whether somebody asked for its end */
  abstract progress(id: number, progress: Progress, now: Date): Promise<{ cancelRequested: boolean }>;
  abstract start(id: number, now: Date): Promise<void>;
  abstract finish(
    id: number,
    end: Pick<Discovery, 'state' | 'errorCode' | 'errorMessage' | 'finishedAt'>,
  ): Promise<void>;
  /** @returns false when it has ended already */
  abstract requestCancel(dataSourceId: number, id: number): Promise<boolean>;
  /** Those whose process died: open without a heartbeat since then. */
  abstract failAbandoned(since: Date, now: Date): Promise<void>;
  abstract purge(before: Date): Promise<void>;
}
