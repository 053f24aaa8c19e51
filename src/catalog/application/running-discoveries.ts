import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InstanceStopping } from '../../shared/domain-error.js';
import { Departure } from '../../shared/ports/departure.js';
import { coversSchemaOf } from '../domain/discovery.js';
import { AnnounceDiscovery } from './announce-discovery.js';
import { DiscoveryTerms } from './ports/discovery-terms.js';
import { type Cancellation, DiscoveryWaits } from './ports/discovery-waits.js';
import { SchemaPreparations } from './ports/schema-preparations.js';
import { RunDiscovery } from './run-discovery.js';
import { RunningDiscovery, type Wait } from './running-discovery.js';

/**
 * The discoveries of this process. A request for what one of them is about to find waits for it: a thousand requests
 * are one reading, and one connection that waits for its turn among the instances.
 */
@Injectable()
export class RunningDiscoveries implements BeforeApplicationShutdown {
  private readonly running = new Map<number, readonly RunningDiscovery[]>();
  private readonly preparing = new Set<Promise<void>>();
  private isOver = false;

  constructor(
    private readonly announceDiscovery: AnnounceDiscovery,
    private readonly runDiscovery: RunDiscovery,
    private readonly preparations: SchemaPreparations,
    private readonly waits: DiscoveryWaits,
    private readonly terms: DiscoveryTerms,
    private readonly departure: Departure,
  ) {}

  /**
   * Begins one, or joins the one that will answer. It goes on even if the connection of a caller breaks, until each who waits has
   * cancelled.
   * @throws NotFound when the source has been deleted
   */
  async join(dataSourceId: number, schemaName: string | null, userId: number): Promise<Wait> {
    for (;;) {
      const others = this.running.get(dataSourceId) ?? [];
      const joined = others.find((one) => !one.isStopped && coversSchemaOf(one, { schemaName }));
      const wait = await (joined ?? this.begin(dataSourceId, schemaName, userId)).wait(userId);
      // Otherwise the last who waited for it has just cancelled.
      if (wait !== null) return wait;
    }
  }

  /** Ends at once what was cancelled here; other instances notice within a second. */
  async heed(dataSourceId: number, { waits, ends }: Cancellation): Promise<void> {
    for (const one of this.running.get(dataSourceId) ?? []) {
      const id = await one.id();
      const cancelRequested = id !== null && ends.includes(id);
      one.heed({ cancelRequested, cancelledWaits: waits });
      if (cancelRequested) await one.outcome.catch(() => undefined);
    }
  }

  /** Releases sources and records the ends while the database is still open, and before the threads end. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.departure.allow(this.allEnded());
    this.isOver = true;
    for (const one of [...this.running.values()].flat()) one.cancel(new InstanceStopping());
    await this.allEnded();
    await Promise.all(this.preparing);
  }

  private allEnded(): Promise<unknown> {
    return Promise.allSettled([...this.running.values()].flat().map(({ outcome }) => outcome));
  }

  private begin(dataSourceId: number, schemaName: string | null, requestedBy: number): RunningDiscovery {
    const { timeoutMs } = this.terms;
    const stop = new AbortController();
    if (this.isOver) stop.abort(new InstanceStopping());
    // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 lets the garbage collector take that timeout away.
    const deadline = setTimeout(() => stop.abort(new DOMException('Too late.', 'TimeoutError')), timeoutMs);
    const limits = { signal: stop.signal, timeoutMs };
    const announced = this.announceDiscovery.execute(dataSourceId, schemaName, requestedBy);
    const outcome = announced
      .then((discovery) => this.runDiscovery.execute(discovery, limits, (signs) => begun.heed(signs)))
      .finally(() => clearTimeout(deadline));
    const written = announced.then(({ discovery }) => discovery);
    // The callers who wait get the error; there may be none.
    written.catch(() => undefined);
    const enrol = (discoveryId: number, userId: number) => this.waits.begin(discoveryId, userId);
    const begun = new RunningDiscovery(schemaName, outcome, written, stop, enrol);
    this.running.set(dataSourceId, [...(this.running.get(dataSourceId) ?? []), begun]);
    outcome
      .then(() => this.prepare(dataSourceId))
      .catch(() => undefined)
      .finally(() => this.forget(dataSourceId, begun));
    return begun;
  }

  /** For later questions: people who wait for the discovery do not wait for this. */
  private prepare(dataSourceId: number): void {
    if (this.isOver) return;
    const prepared = this.preparations.prepare(dataSourceId, () => this.isOver);
    const work = prepared.finally(() => this.preparing.delete(work));
    this.preparing.add(work);
  }

  private forget(dataSourceId: number, ended: RunningDiscovery): void {
    const left = (this.running.get(dataSourceId) ?? []).filter((one) => one !== ended);
    if (left.length > 0) this.running.set(dataSourceId, left);
    else this.running.delete(dataSourceId);
  }
}
