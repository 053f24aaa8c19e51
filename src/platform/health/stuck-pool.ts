import { performance } from 'node:perf_hooks';
import type { DatabaseDeadlines } from '../config/database.js';
import { WatchedClient } from '../database/watched-client.js';
import type { WatchedPool } from '../database/watched-pool.js';

/** By then every connection that was silent is gone, and the next have been tried. */
const DEADLINES_OF_SILENCE = 2;

/**
 * Whether the pool is beyond recovery: it has yielded nothing for long, although the database answers on a separate
 * connection. Only then does a restart help; while the database is away, it would not.
 */
export class StuckPool {
  private isStuck = false;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly pool: WatchedPool,
    private readonly url: string,
    private readonly deadlines: DatabaseDeadlines,
  ) {}

  /**
   * Answers at once, with the last finding: a probe waits only a second, and a database that is away takes many to
   * answer.
   */
  check(): boolean {
    if (performance.now() - this.pool.heardAt < DEADLINES_OF_SILENCE * this.deadlines.answerMs) {
      // It has recovered, and the old finding must not count when it is next idle.
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
