import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { lockClient } from './lock-client.js';

const PAUSE_MS = 1_000;

/** Held, shared, by every server that seals under keys from the key file; the rotation of that file wants it alone. */
export const KEY_FILE_LOCK = 4_712_026_005;

/** A shared advisory lock for as long as the process serves; taken again when the connection that holds it is lost. */
export class SharedLock {
  private client: Client | undefined;
  private isReleased = false;

  constructor(
    private readonly url: string,
    private readonly lock: number,
    /** Called after the lock was lost and taken again: what it protects may have changed in between. */
    private readonly regained: () => Promise<void>,
  ) {}

  async acquire(): Promise<void> {
    const client = lockClient(this.url);
    this.client = client;
    client.once('end', () => void this.reacquire());
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [this.lock]);
    if (this.isReleased) await client.end();
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.client?.end();
  }

  private async reacquire(): Promise<void> {
    if (this.isReleased) return;
    await sleep(PAUSE_MS, undefined, { ref: false });
    try {
      await this.acquire();
    } catch {
      // A failed attempt ends its connection, and that leads here again.
      return;
    }
    await this.regained();
  }
}

/**
 * Runs the work while nobody else holds the lock.
 * @throws LockIsHeld at once when somebody does
 */
export async function withExclusiveLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client = lockClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock]);
    if (rows[0]?.taken !== true) throw new LockIsHeld();
    return await work();
  } finally {
    await client.end();
  }
}

class LockIsHeld extends Error {
  constructor() {
    super('A server is running on this database: stop it first.');
    this.name = 'LockIsHeld';
  }
}
