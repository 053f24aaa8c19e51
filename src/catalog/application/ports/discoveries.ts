import type { Discovery } from '../../domain/discovery.js';

export interface Progress {
  readonly schemasDone: number;
  /** `null` until the source has been asked. */
  readonly schemasTotal: number | null;
  readonly tablesSeen: number;
}

/** What was asked for since the discovery began, by requests at any instance. */
export interface CancelSigns {
  /** Whether its end was requested, or it has ended already. */
  readonly cancelRequested: boolean;
  /** Waits that people have ended. */
  readonly cancelledWaits: readonly number[];
}

export type AbandonedDiscovery = Pick<Discovery, 'id' | 'dataSourceId' | 'requestedBy'> & {
  readonly organizationId: number;
};

export abstract class Discoveries {
  abstract add(discovery: Pick<Discovery, 'dataSourceId' | 'schemaName' | 'requestedBy' | 'requestedAt'>): Promise<Discovery>;
  abstract find(dataSourceId: number, id: number): Promise<Discovery | null>;
  /** Waiting or running, the oldest first. */
  abstract open(dataSourceId: number): Promise<readonly Discovery[]>;
  /** Whether one that was announced later has been completed, and answers this one too. */
  abstract hasLaterCompleted(discovery: Discovery): Promise<boolean>;
  /** Records a sign of life. */
  abstract beat(id: number, state: 'waiting' | 'running', progress: Progress): Promise<CancelSigns>;
  /** Takes effect once: an ended discovery does not change. @returns whether this was its end */
  abstract finish(
    id: number,
    end: Pick<Discovery, 'state' | 'errorCode' | 'errorMessage' | 'finishedAt'> & { readonly progress: Progress },
  ): Promise<boolean>;
  /** Fails the discoveries whose process gave no sign of life for so long; only the given one, if one is given. @returns them */
  abstract failAbandoned(
    silentForMs: number,
    end: { readonly errorCode: string; readonly errorMessage: string; readonly finishedAt: Date },
    only: number | null,
  ): Promise<readonly AbandonedDiscovery[]>;
  abstract purge(finishedBefore: Date): Promise<void>;
}
