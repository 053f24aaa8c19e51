import { Injectable } from '@nestjs/common';
import { QueryCancelled } from '../domain/query.errors.js';
import { Executions } from './ports/executions.js';
import { Heartbeat } from './ports/heartbeat.js';

/** Work that says each second that it still goes on, and ends when somebody cancels it, at whichever instance. */
@Injectable()
export class FollowedWork {
  constructor(
    private readonly executions: Executions,
    private readonly heartbeat: Heartbeat,
  ) {}

  /** @param signal ends it too @throws QueryCancelled, and what the work throws */
  async execute<T>(executionId: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const cancelling = new AbortController();
    const either = AbortSignal.any([signal, cancelling.signal]);
    const beat = async (): Promise<void> => {
      if (await this.executions.beat(executionId)) cancelling.abort(new QueryCancelled());
    };
    try {
      return await this.heartbeat.during(work(either), beat);
    } catch (error) {
      if (either.aborted) throw new QueryCancelled();
      throw error;
    }
  }
}
