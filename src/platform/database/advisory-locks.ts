import { setTimeout as sleep } from 'node:timers/promises';
import { lockClient } from './lock-client.js';

const PAUSE_MS = 200;

/** Locks that are held while long work goes on, over all instances; each on a connection of its own, so that a crash frees it. */
export class AdvisoryLocks {
  constructor(private readonly url: string) {}

  /**
   * Waits for the lock, works, and lets go. Asks again and again instead of waiting at the server, where a wait could not be
   * given up in time.
   * @throws the reason of the signal when it ends the waiting
   */
  async holding<T>(space: number, key: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const client = lockClient(this.url);
    await client.connect();
    try {
      for (;;) {
        signal.throwIfAborted();
        const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
          space,
          key,
        ]);
        if (rows[0]?.taken === true) break;
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
      return await work();
    } finally {
      await client.end();
    }
  }
}
