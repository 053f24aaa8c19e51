import { performance } from 'node:perf_hooks';
import type { Logger } from '../logging/logger.js';
import { END_OF_LOG, inBytes, type LogPosition } from './last-writes.js';
import { Probe } from './probe.js';
import { type Fault, IDENTITY, type Identity, Replica, type ReplicaSettings } from './replica.js';

interface ReplicasSettings extends Omit<ReplicaSettings, 'url' | 'patienceMs' | 'onPoolError'> {
  readonly primaryUrl: string;
  readonly urls: readonly string[];
  readonly maxLagMs: number;
  readonly logger: Logger;
}

const LONGEST_INTERVAL_MS = 1_000;
const PATIENCE_MS = 2_000;
/** Five minutes: the largest lag that can be measured. */
const MOST_SAMPLES = 300;

const REFUSED: Readonly<Record<Exclude<Fault, 'unreachable'>, string>> = {
  primary: 'is the primary itself, or was promoted to one, and not a standby. Name streaming replicas of DATABASE_URL ' + 'only',
  other_server: 'belongs to another server. Name streaming replicas of DATABASE_URL only',
  other_database: 'is another database of that server. Name the database of DATABASE_URL',
  other_tables: 'shows other tables than DATABASE_URL. Name the same role there, or one with the same search_path',
};

/** The message is for the operator, and holds no password. */
class ReplicaRefused extends Error {
  constructor(address: string, fault: keyof typeof REFUSED) {
    super(`DATABASE_REPLICA_URLS: ${address} ${REFUSED[fault]}.`);
    this.name = 'ReplicaRefused';
  }
}

interface Sample {
  readonly at: number;
  readonly position: LogPosition;
}

/**
 * Knows which replicas may answer. The lag of a replica is the time since the primary's log ended where the replica is
 * now: measured by the clock of this process alone, and also while nothing is written or the replica hears nothing from
 * its primary.
 */
export class Replicas {
  readonly all: readonly Replica[];
  private identity: Identity | undefined;
  /**
   * Where the log ended, the newest last. A finding on a lost connection says nothing about the server behind the next
   * one.
   */
  private samples: Sample[] = [];
  private readonly primary: Probe;
  private readonly told = new Map<Replica, string>();
  private readonly timers: NodeJS.Timeout[] = [];

  private constructor(private readonly settings: ReplicasSettings) {
    const { primaryUrl, urls, logger } = settings;
    this.primary = new Probe(primaryUrl, PATIENCE_MS, () => (this.samples = []));
    const onPoolError = (err: Error): void => logger.debug({ err }, 'an idle connection to a replica was lost');
    this.all = urls.map((url) => new Replica({ ...settings, url, patienceMs: PATIENCE_MS, onPoolError }));
  }

  /** @throws ReplicaRefused when one can never be used; one that is only away may come back */
  static async open(settings: ReplicasSettings): Promise<Replicas> {
    const replicas = new Replicas(settings);
    if (settings.urls.length === 0) return replicas;
    try {
      await replicas.look();
      for (const { address, fault } of replicas.all)
        if (fault !== undefined && fault !== 'unreachable') throw new ReplicaRefused(address, fault);
    } catch (error) {
      await replicas.onApplicationShutdown();
      throw error;
    }
    replicas.watch();
    return replicas;
  }

  /** At least this much; `undefined` while nothing is known. */
  lagMs(replica: Replica): number | undefined {
    const at = this.freshAt(replica) ?? this.samples[0]?.at;
    return at === undefined ? undefined : performance.now() - at;
  }

  isUsable(replica: Replica): boolean {
    const at = replica.fault === undefined ? this.freshAt(replica) : undefined;
    return at !== undefined && performance.now() - at <= this.settings.maxLagMs;
  }

  /** @param first keeps a caller on one replica, so that nothing that they saw disappears */
  usable(first: number): Replica[] {
    const start = first % this.all.length;
    const inTurn = [...this.all.slice(start), ...this.all.slice(0, start)];
    return inTurn.filter((replica) => this.isUsable(replica));
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.primary.end();
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  /** When the primary's log last ended where the replica is now, or before. */
  private freshAt({ replayed }: Replica): number | undefined {
    return this.samples.findLast(({ position }) => position <= replayed)?.at;
  }

  private watch(): void {
    const intervalMs = Math.min(LONGEST_INTERVAL_MS, this.settings.maxLagMs / 5);
    // Each separately: a silent replica does not age the others.
    const looks = [() => this.sample(), ...this.all.map((replica) => () => this.lookAt(replica))];
    for (const look of looks) {
      let isLooking = false;
      const turn = async (): Promise<void> => {
        if (isLooking) return;
        isLooking = true;
        await look().catch(() => undefined);
        isLooking = false;
      };
      this.timers.push(setInterval(() => void turn(), intervalMs).unref());
    }
  }

  private async look(): Promise<void> {
    await this.sample();
    await Promise.all(this.all.map((replica) => this.lookAt(replica)));
  }

  private async sample(): Promise<void> {
    const at = performance.now();
    const { position, ...identity } = await this.primary.ask<Identity & { position: LogPosition }>(
      `SELECT ${inBytes(END_OF_LOG)} AS position, ${IDENTITY}`,
    );
    this.identity = identity;
    this.samples.push({ at, position });
    if (this.samples.length > MOST_SAMPLES) this.samples.shift();
  }

  private async lookAt(replica: Replica): Promise<void> {
    if (this.identity === undefined) return;
    await replica.look(this.identity);
    const state = replica.fault ?? (this.isUsable(replica) ? 'used' : 'lagging');
    if (this.told.get(replica) === state) return;
    this.told.set(replica, state);
    const { logger } = this.settings;
    if (state === 'used') logger.info({ replica: replica.address }, 'a replica answers reads');
    else logger.warn({ replica: replica.address, reason: state }, 'a replica is not used: the primary answers instead');
  }
}
