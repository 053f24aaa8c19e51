import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { networkOf } from '../../../shared/network.js';
import { Clock } from '../../../shared/ports/clock.js';
import { RefusalCounts } from '../../application/ports/refusal-counts.js';
import { OTHER, type RefusalCount, type RefusalFilter } from '../../domain/refusal.js';

const MINUTE_MS = 60_000;
const FLUSHED_EVERY_MS = 1_000;
/** How many networks one instance counts separately in a minute; all further ones share `other`. */
const NETWORKS_IN_A_MINUTE = 100;
/**
 * For one action in one organization, or at one member: its administrators see why people cannot log in, and a stranger cannot fill its
 * trail.
 */
const ROWS_IN_A_MINUTE = 10;
/** Counters that wait in memory while the database is away. */
const MOST_HELD = 10_000;

interface Refusal {
  readonly ip: string | null;
  readonly action: string;
  readonly reason: string;
}

/**
 * The counters are jsonb in the parameter. They are in the order of the key, so that two statements that write the same ones do not
 * deadlock.
 */
export function addCounts(parameter: string): string {
  return `
  INSERT INTO refusal_counts AS c (minute, network, action, reason, refusals)
  SELECT minute, network, action, reason, sum(count) FROM jsonb_to_recordset(${parameter}::jsonb)
         AS added (minute timestamptz, network text, action text, reason text, count bigint)
   GROUP BY minute, action, reason, network ORDER BY minute, action, reason, network
  ON CONFLICT (minute, action, reason, network) DO UPDATE SET refusals = c.refusals + excluded.refusals`;
}

/**
 * A refusal that counts against a throttle is added to its counter in the same unit of work, by the statement that
 * would write its row: a crash loses nothing, and neither statements nor time reveal whether the account is known. The
 * row of the throttle is hot already, and the throttle bounds how many there are. Beyond it, refusals without end may
 * come: these are added up in memory and written once a second, so that none costs a write. A crash loses those of its
 * last second. Raw: it adds up many counters at once, and composes the conditions of each search.
 */
@Injectable()
export class SqlRefusalCounts extends RefusalCounts implements OnModuleInit, OnApplicationShutdown {
  private held = new Map<string, RefusalCount>();
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private current = minuteFrom(0);
  private readonly countOne: () => void;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super();
    this.countOne = metrics.counter('headgate_stranger_refusals_total', 'Refusals of callers who were not known');
  }

  /** Ticks from the start on: a timer that a request starts would carry that request's transaction along. */
  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSHED_EVERY_MS).unref();
  }

  /** Called when the last request has been answered. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes nothing now. */
  add(refusal: Refusal): void {
    this.keep(this.counterOf(refusal));
  }

  /** Whether a refusal may leave a row in the trail of an organization. @param at what it is counted for */
  takesRow(at: string, action: string): boolean {
    const { rows } = this.minute();
    const key = `${at} ${action}`;
    const taken = (rows.get(key) ?? 0) + 1;
    rows.set(key, taken);
    return taken <= ROWS_IN_A_MINUTE;
  }

  async read(filter: RefusalFilter, { limit, offset }: { limit: number; offset: number }): Promise<RefusalCount[]> {
    await this.flush();
    const { matching, values } = matchingOf(filter);
    return this.session.query<RefusalCount & object>(
      `SELECT minute, network, action, reason, refusals::float8 AS count FROM refusal_counts ${matching}
        ORDER BY minute DESC, action DESC, reason DESC, network DESC
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, limit, offset],
    );
  }

  async count(filter: RefusalFilter, most: number): Promise<number> {
    const { matching, values } = matchingOf(filter);
    const [row] = await this.session.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM refusal_counts ${matching} LIMIT $${values.length + 1}) counted`,
      [...values, most],
    );
    return row?.total ?? 0;
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM refusal_counts WHERE minute < $1', [before]);
  }

  private flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writeHeld());
    return this.writing;
  }

  private async writeHeld(): Promise<void> {
    const counts = [...this.held.values()];
    if (counts.length === 0) return;
    this.held = new Map();
    try {
      await this.session.execute(addCounts('$1'), [JSON.stringify(counts)]);
    } catch (err) {
      for (const count of counts) this.keep(count);
      this.logger.warn({ err, counters: counts.length }, 'counts of refusals could not be written');
    }
  }

  private keep(count: RefusalCount): void {
    const key = JSON.stringify([count.minute, count.action, count.reason, count.network]);
    const before = this.held.get(key);
    if (before !== undefined || this.held.size < MOST_HELD) this.held.set(key, { ...count, count: count.count + (before?.count ?? 0) });
  }

  /** Where one refusal now is counted. */
  counterOf({ ip, ...named }: Refusal): RefusalCount {
    this.countOne();
    const { start, networks } = this.minute();
    const network = networkOf(ip);
    if (networks.size < NETWORKS_IN_A_MINUTE) networks.add(network);
    return { ...named, minute: new Date(start), network: networks.has(network) ? network : OTHER, count: 1 };
  }

  private minute(): ReturnType<typeof minuteFrom> {
    const start = Math.floor(this.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
    if (this.current.start !== start) this.current = minuteFrom(start);
    return this.current;
  }
}

function minuteFrom(start: number): { start: number; networks: Set<string>; rows: Map<string, number> } {
  return { start, networks: new Set(), rows: new Map() };
}

function matchingOf({ action, network, from, to }: RefusalFilter): { matching: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (action !== undefined) conditions.push(`action = ${bound(action)}`);
  if (network !== undefined) conditions.push(`network = ${bound(network)}`);
  if (from !== undefined) conditions.push(`minute >= ${bound(from)}`);
  if (to !== undefined) conditions.push(`minute < ${bound(to)}`);
  return { matching: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}
