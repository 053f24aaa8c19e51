import { StaleReads } from '../../shared/ports/stale-reads.js';
import { currentCallerId } from '../http/request-context.js';
import type { Metrics } from '../metrics/metrics.js';
import { isDatabaseAway, isStatementTimeout } from './database-errors.js';
import { lastWriteOf } from './last-writes.js';
import type { Replica } from './replica.js';
import type { Replicas } from './replicas.js';
import type { TypeOrmSession } from './typeorm-session.js';

type WhyPrimary = 'own_write' | 'no_replica' | 'failed';

/** Without replicas it only reads. */
export class ReplicaReads extends StaleReads {
  private readonly count: (labels: { answered_by: string; reason: string }) => void;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly replicas: Replicas,
    metrics: Metrics,
  ) {
    super();
    this.count = metrics.labelledCounter(
      'headgate_replica_reads_total',
      'Reads that a replica may answer, by who answered and why it was the primary',
      ['answered_by', 'reason'],
      [{ answered_by: 'replica', reason: 'none' }],
    );
    const { all } = replicas;
    metrics.gauge('headgate_database_replicas_configured', 'Replicas in the settings', () => all.length);
    metrics.gauge(
      'headgate_database_replicas_usable',
      'Replicas that answer and do not lag too far behind',
      () => all.filter((replica) => replicas.isUsable(replica)).length,
    );
    metrics.gauge(
      'headgate_database_replica_lag_seconds',
      'How old the data of the replica that lags most may be',
      () => Math.max(0, ...all.map((replica) => replicas.lagMs(replica) ?? NaN)) / 1000,
    );
  }

  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.replicas.all.length === 0 || this.session.isInTransaction) return read();
    const chosen = await this.choose();
    if (typeof chosen === 'string') return this.byPrimary(chosen, read);
    let found: T;
    try {
      found = await this.session.readingFrom(chosen.pool, read);
    } catch (error) {
      // A read that took too long would take as long again, and says nothing against the replica.
      if (isStatementTimeout(error)) throw error;
      if (isDatabaseAway(error)) chosen.doubt();
      // In every case: "not there" may be stale, too.
      return this.byPrimary('failed', read);
    }
    this.count({ answered_by: 'replica', reason: 'none' });
    return found;
  }

  async showAllUntilNow(): Promise<void> {
    await this.session.noteWrite();
  }

  private byPrimary<T>(reason: WhyPrimary, read: () => Promise<T>): Promise<T> {
    this.count({ answered_by: 'primary', reason });
    return read();
  }

  private async choose(): Promise<Replica | WhyPrimary> {
    const callerId = currentCallerId();
    const usable = this.replicas.usable(callerId ?? 0);
    if (usable.length === 0) return 'no_replica';
    const lastWrite = callerId === undefined ? 0 : await lastWriteOf(this.session, callerId);
    for (const replica of usable) if (await replica.hasReplayed(lastWrite)) return replica;
    return 'own_write';
  }
}
