import type { InstanceStopping } from '../../shared/domain-error.js';
import { DiscoveryCancelled } from '../../data-sources/application/read-source.js';
import type { Discovery } from '../domain/discovery.js';
import type { CancelSigns } from './ports/discoveries.js';

/** One person's wait for a discovery. */
export interface Wait {
  readonly discovery: Discovery;
  /** Rejects with `DiscoveryCancelled` when that person has cancelled, even if the discovery goes on for others. */
  readonly outcome: Promise<void>;
}

/** A discovery of this process, and the waits for it that began here. */
export class RunningDiscovery {
  private readonly waits = new Map<number, Wait & { readonly leave: () => void }>();

  /** @param enrol tells all instances that a person waits; see `DiscoveryWaits.begin` */
  constructor(
    readonly schemaName: string | null,
    readonly outcome: Promise<void>,
    private readonly announced: Promise<Discovery>,
    private readonly stop: AbortController,
    private readonly enrol: (discoveryId: number, userId: number) => Promise<number | null>,
  ) {}

  get isStopped(): boolean {
    return this.stop.signal.aborted;
  }

  /** @returns `null` when it was cancelled before; then nobody gets an answer */
  async wait(userId: number): Promise<Wait | null> {
    const discovery = await this.announced;
    // Each time: the wait that is known here may have been cancelled through another instance.
    const id = await this.enrol(discovery.id, userId);
    if (id === null) {
      this.cancel();
      return null;
    }
    const wait = this.waits.get(id) ?? this.begun(discovery);
    this.waits.set(id, wait);
    return wait;
  }

  /** What another person or instance has asked for. */
  heed({ cancelRequested, cancelledWaits }: CancelSigns): void {
    for (const id of cancelledWaits) this.waits.get(id)?.leave();
    if (cancelRequested) this.cancel();
  }

  /** @param reason if it is not a cancellation */
  cancel(reason?: InstanceStopping): void {
    this.stop.abort(reason);
  }

  /** @returns `null` when it could not be announced */
  id(): Promise<number | null> {
    return this.announced.then(
      ({ id }) => id,
      () => null,
    );
  }

  private begun(discovery: Discovery): Wait & { readonly leave: () => void } {
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(new DiscoveryCancelled());
    });
    const outcome = Promise.race([this.outcome, left]);
    // Callers who asked for an answer at once do not listen.
    outcome.catch(() => undefined);
    return { discovery, outcome, leave };
  }
}
