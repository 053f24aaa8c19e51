import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './errors.js';
import { isRunning, ownIdentity } from './processes.js';

/**
 * A directory of empty files, one per holder, each named after the process that raised it. A flag ends with its
 * process, even after kill -9, and no name is used twice, so any process may sweep a dead one at any time without a
 * race. Synchronous, because the last check happens in an `exit` listener.
 */
export class LiveFlags {
  constructor(private readonly directory: string) {}

  /** The note is part of the name, so that a flag can never be seen without it. */
  raise(note = ''): string {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    const flag = `${ownIdentity()}.${randomBytes(6).toString('hex')}.${note}`;
    writeFileSync(join(this.directory, flag), '', { flag: 'wx', mode: 0o600 });
    return flag;
  }

  lower(flag: string): void {
    rmSync(join(this.directory, flag), { force: true });
  }

  raised(): string[] {
    return this.list().filter((flag) => {
      const [identity = ''] = flag.split('.');
      if (isRunning(identity)) return true;
      this.lower(flag);
      return false;
    });
  }

  notes(): string[] {
    return this.raised().map((flag) => flag.split('.')[2] ?? '');
  }

  private list(): string[] {
    try {
      return readdirSync(this.directory);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

const LOCK_PATIENCE_MS = 180_000;

/**
 * Mutual exclusion between processes without a lock file that could go stale: a process that sees only its own flag
 * after raising it may proceed; all others take theirs down and try again. If two raise at once, the later check sees
 * both.
 */
export async function withLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const flags = new LiveFlags(directory);
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const own = flags.raise();
    const others = flags.raised().filter((flag) => flag !== own);
    if (others.length === 0) {
      try {
        return await work();
      } finally {
        flags.lower(own);
      }
    }
    flags.lower(own);
    if (Date.now() > deadline) {
      throw new Error(`Another process (${others.join(', ')}) keeps ${directory} locked`);
    }
    // Random, so that two that collided do not collide forever.
    await sleep(10 + Math.random() * 40);
  }
}
