import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

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
  ) {}

  async acquire(): Promise<void> {
    const client = new Client({ connectionString: this.url, application_name: 'headgate-lock', keepAlive: true });
    client.on('error', () => undefined);
    client.once('end', () => void this.reacquire());
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [this.lock]);
    this.client = client;
  }

  async release(): Promise<void> {
    this.isReleased = true;
    await this.client?.end();
  }

  private async reacquire(): Promise<void> {
    if (this.isReleased) return;
    await sleep(PAUSE_MS, undefined, { ref: false });
    // A failed attempt ends its connection, and that leads here again.
    await this.acquire().catch(() => undefined);
  }
}

/**
 * Runs the work while nobody else holds the lock.
 * @throws LockIsHeld at once when somebody does
 */
export async function withExclusiveLock<T>(url: string, lock: number, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'headgate-lock', keepAlive: true });
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
