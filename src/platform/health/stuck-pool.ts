import { performance } from 'node:perf_hooks';
import type { DatabaseDeadlines } from '../config/database.js';
import { WatchedClient } from '../database/watched-client.js';
import type { WatchedPool } from '../database/watched-pool.js';

/** By then every connection that was silent is gone, and the next have been tried. */
const DEADLINES_OF_SILENCE = 2;

/**
 * Whether the pool is beyond recovery: nothing comes of it for long, although the database answers on a connection of its own. Only
 * then does a restart help; while the database is away it would help nobody.
 */
export class StuckPool {
  private isStuck = false;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly pool: WatchedPool,
    private readonly url: string,
    private readonly deadlines: DatabaseDeadlines,
  ) {}

  /** Answers at once, by what was found out last: a probe waits a second only, and a database that is away answers after many. */
  check(): boolean {
    if (performance.now() - this.pool.heardAt < DEADLINES_OF_SILENCE * this.deadlines.answerMs) {
      // It has recovered, and when it rests next, what was found out before must not count.
      this.isStuck = false;
      return false;
    }
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.isStuck;
  }

  private async ask(): Promise<void> {
    try {
      await this.pool.query('SELECT');
      this.isStuck = false;
    } catch {
      this.isStuck = await this.answersOnItsOwn();
    }
  }

  private async answersOnItsOwn(): Promise<boolean> {
    const { connectMs } = this.deadlines;
    const client = new WatchedClient({
      connectionString: this.url,
      application_name: 'headgate-liveness',
      connectionTimeoutMillis: connectMs,
      answerMs: connectMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT');
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  }
}
