import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InstanceStopping } from '../../shared/domain-error.js';
import { Departure } from '../../shared/ports/departure.js';
import { Heartbeat } from '../../shared/ports/heartbeat.js';
import { QueryCancelled, errorOfAborted } from '../../statements/application/run-in-turn.js';
import { Executions } from './ports/executions.js';

/** Work that records a sign of life each second, and ends when it is cancelled on any instance. */
@Injectable()
export class FollowedWork implements BeforeApplicationShutdown {
  private readonly ongoing = new Map<AbortController, Promise<unknown>>();
  private isOver = false;

  constructor(
    private readonly executions: Executions,
    private readonly heartbeat: Heartbeat,
    private readonly departure: Departure,
  ) {}

  /** Releases sources and records the ends while the database is still open, and before the threads end. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.departure.allow(this.allEnded());
    this.isOver = true;
    const ended = this.allEnded();
    for (const cancelling of this.ongoing.keys()) cancelling.abort(new InstanceStopping());
    await ended;
  }

  private allEnded(): Promise<unknown> {
    return Promise.allSettled(this.ongoing.values());
  }

  /** @param signal ends it too @throws QueryCancelled, InstanceStopping, and what the work throws */
  async execute<T>(executionId: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.isOver) throw new InstanceStopping();
    const cancelling = new AbortController();
    const either = AbortSignal.any([signal, cancelling.signal]);
    const beat = async (): Promise<void> => {
      if (await this.executions.beat(executionId)) cancelling.abort(new QueryCancelled());
    };
    const working = work(either);
    this.ongoing.set(cancelling, working);
    try {
      return await this.heartbeat.during(working, beat);
    } catch (error) {
      if (either.aborted) throw errorOfAborted(either);
      throw error;
    } finally {
      this.ongoing.delete(cancelling);
    }
  }
}
