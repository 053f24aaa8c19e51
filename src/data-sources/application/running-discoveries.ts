import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InstanceStopping } from '../../shared/domain-error.js';
import { Departure } from '../../shared/ports/departure.js';
import { coversSchemaOf, type Discovery } from '../domain/discovery.js';
import { AnnounceDiscovery } from './announce-discovery.js';
import { DiscoveryTerms } from './ports/discovery-terms.js';
import { RunDiscovery } from './run-discovery.js';

export interface RunningDiscovery {
  readonly schemaName: string | null;
  /** Once it is written down, and can be asked for. */
  readonly announced: Promise<Discovery>;
  readonly outcome: Promise<void>;
  /** @param reason where it is not that somebody wants its end */
  cancel(reason?: InstanceStopping): void;
}

/**
 * The discoveries of this process. A request for what one of them is about to find waits for it: a thousand requests
 * are one reading, and one connection that waits for its turn among the instances.
 */
@Injectable()
export class RunningDiscoveries implements BeforeApplicationShutdown {
  private readonly running = new Map<number, readonly RunningDiscovery[]>();
  private isOver = false;

  constructor(
    private readonly announceDiscovery: AnnounceDiscovery,
    private readonly runDiscovery: RunDiscovery,
    private readonly terms: DiscoveryTerms,
    private readonly departure: Departure,
  ) {}

  /** Begins one, or joins the one that will answer; it goes on whether anybody waits for it or not. */
  join(dataSourceId: number, schemaName: string | null, requestedBy: number): RunningDiscovery {
    const others = this.running.get(dataSourceId) ?? [];
    const joined = others.find((one) => coversSchemaOf(one, { schemaName }));
    if (joined !== undefined) return joined;
    const begun = this.begin(dataSourceId, schemaName, requestedBy);
    this.running.set(dataSourceId, [...others, begun]);
    begun.outcome.catch(() => undefined).finally(() => this.forget(dataSourceId, begun));
    return begun;
  }

  /** Faster than to wait until it asks by itself; one of another instance does that within a second. */
  async cancel(dataSourceId: number, discoveryId: number): Promise<void> {
    for (const one of this.running.get(dataSourceId) ?? []) {
      if ((await one.announced).id !== discoveryId) continue;
      one.cancel();
      await one.outcome.catch(() => undefined);
    }
  }

  /** Sources are let go of and the ends written down, while the database can still be told and before the threads go. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.departure.allow(this.allEnded());
    this.isOver = true;
    for (const one of [...this.running.values()].flat()) one.cancel(new InstanceStopping());
    await this.allEnded();
  }

  private allEnded(): Promise<unknown> {
    return Promise.allSettled([...this.running.values()].flat().map(({ outcome }) => outcome));
  }

  private begin(dataSourceId: number, schemaName: string | null, requestedBy: number): RunningDiscovery {
    const { timeoutMs } = this.terms;
    const stop = new AbortController();
    const cancel = (reason?: InstanceStopping): void => stop.abort(reason);
    if (this.isOver) cancel(new InstanceStopping());
    // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 lets the garbage collector take that timeout away.
    const deadline = setTimeout(() => stop.abort(new DOMException('Too late.', 'TimeoutError')), timeoutMs);
    const limits = { signal: stop.signal, timeoutMs };
    const announced = this.announceDiscovery.execute(dataSourceId, schemaName, requestedBy);
    const outcome = announced
      .then((discovery) => this.runDiscovery.execute(discovery, limits, cancel))
      .finally(() => clearTimeout(deadline));
    const written = announced.then(({ discovery }) => discovery);
    // The callers who wait for the outcome get the error; there may be none.
    written.catch(() => undefined);
    return { schemaName, announced: written, outcome, cancel };
  }

  private forget(dataSourceId: number, ended: RunningDiscovery): void {
    const left = (this.running.get(dataSourceId) ?? []).filter((one) => one !== ended);
    if (left.length > 0) this.running.set(dataSourceId, left);
    else this.running.delete(dataSourceId);
  }
}
