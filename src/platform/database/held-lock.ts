import { setTimeout as sleep } from 'node:timers/promises';
import { type LockSettings, openLockClient } from './lock-client.js';
import type { WatchedClient } from './watched-client.js';

const POLL_MS = 200;
const PAUSE_MS = 1_000;

/** Answers one row: whether the lock is `taken`. */
export interface TryLock {
  readonly text: `SELECT pg_try_advisory_lock${string}`;
  readonly values: readonly (number | string)[];
}

/**
 * Held, shared, by every server that seals under keys from the key file; the rotation of that file wants it
 * exclusively.
 */
export const KEY_FILE_LOCK = 4_712_026_005;

export function sharedLock(lock: number): TryLock {
  return { text: 'SELECT pg_try_advisory_lock_shared($1) AS taken', values: [lock] };
}

/** An advisory lock on its own connection until it is released; taken again when that connection is lost. */
export class HeldLock {
  private client: WatchedClient | undefined;
  private readonly released = new AbortController();

  constructor(
    private readonly settings: LockSettings,
    private readonly lock: TryLock,
    /** Called after the lock was lost and taken again: what it protects may have changed in between. */
    private readonly regained: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /**
   * Asks again and again instead of waiting at the server, where a wait could not be given up in time.
   * @throws the reason of the signal when it ends the waiting
   */
  async acquire(signal = this.released.signal): Promise<void> {
    const client = await openLockClient(this.settings);
    this.client = client;
    try {
      while (!(await isTaken(client, this.lock, signal))) {
        await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', () => void this.acquireAgain());
    if (this.released.signal.aborted) await client.end();
  }

  async release(): Promise<void> {
    this.released.abort();
    await this.client?.end();
  }

  /** Tries until it holds the lock, however often the connection fails, or until it is released. */
  async acquireAtLast(): Promise<void> {
    while (!this.released.signal.aborted) {
      try {
        await this.acquire();
        return;
      } catch {
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private async acquireAgain(): Promise<void> {
    if (this.released.signal.aborted) return;
    await sleep(PAUSE_MS, undefined, { ref: false });
    await this.acquireAtLast();
    if (!this.released.signal.aborted) await this.regained();
  }
}

/**
 * Runs the work while no other process holds the lock.
 * @throws LockIsHeld at once when another one does
 */
export async function withExclusiveLock<T>(settings: LockSettings, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await openLockClient(settings);
  try {
    const tryLock = { text: 'SELECT pg_try_advisory_lock($1) AS taken', values: [lock] } as const;
    if (!(await isTaken(client, tryLock))) throw new LockIsHeld();
    return await work();
  } finally {
    await client.end();
  }
}

async function isTaken(client: WatchedClient, { text, values }: TryLock, signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted();
  const { rows } = await client.query<{ taken: boolean }>(text, [...values]);
  return rows[0]?.taken === true;
}

class LockIsHeld extends Error {
  constructor() {
    super('A server is running on this database: stop it first.');
    this.name = 'LockIsHeld';
  }
}
