import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { type Asker, Querying, type Turn } from './ports/querying.js';

export type { Turn } from './ports/querying.js';

interface Asked {
  readonly caller: Caller;
  readonly source: DataSource;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** Gives a person a place in which their statements run at a data source. */
@Injectable()
export class TakeTurn {
  constructor(private readonly querying: Querying) {}

  /** Whether they need not wait for it. */
  isFree({ caller, source }: Omit<Asked, 'signal'>): boolean {
    return this.querying.isFree(askerOf(caller, source));
  }

  /**
   * @param work decides there what is to be run: people lose access, and policies change, while a statement waits
   * @throws what the work throws; Unavailable, which says whose share is taken; an `AbortError` when the signal ends the waiting
   */
  execute<T>({ caller, source, signal }: Asked, work: (turn: Turn) => Promise<T>): Promise<T> {
    return this.querying.inTurn(askerOf(caller, source), source.engine, signal, work);
  }
}

function askerOf({ userId }: Caller, { id: dataSourceId, organizationId }: DataSource): Asker {
  return { organizationId, dataSourceId, userId };
}
