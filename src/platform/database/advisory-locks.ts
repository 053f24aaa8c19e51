import { HeldLock } from './held-lock.js';
import type { LockSettings } from './lock-client.js';

/**
 * Locks that are held while long work goes on, over all instances; each on its own connection, so that a crash frees
 * it.
 */
export class AdvisoryLocks {
  constructor(private readonly settings: LockSettings) {}

  /**
   * Waits for the lock, works, and releases it. If its connection is lost, the work continues and the lock is taken again as soon as
   * possible. Until then another instance may begin the same work.
   * @throws the reason of the signal when it ends the waiting
   */
  async holding<T>(space: number, key: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const lock = new HeldLock(this.settings, {
      text: 'SELECT pg_try_advisory_lock($1, $2) AS taken',
      values: [space, key],
    });
    try {
      await lock.acquire(signal);
      return await work();
    } finally {
      await lock.release();
    }
  }
}
