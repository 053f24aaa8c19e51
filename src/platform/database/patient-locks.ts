import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from './single-connection.js';

/** How migrations wait for locks on tables that others use. */
export interface LockPatience {
  /** What waits for a table makes everybody wait who comes after it, so that it gives up after this time and lets them through. */
  readonly lockMs: number;
  /** While a vacuum works, an attempt waits this long now and then: autovacuum gives way to a lock that has been awaited for a second. */
  readonly vacuumMs: number;
  readonly pauseMs: number;
  readonly attempts: number;
}

/** Ten minutes: no request of the service takes as long, but a report or a backup may. */
export const USUAL_PATIENCE: LockPatience = { lockMs: 100, vacuumMs: 1_500, pauseMs: 3_000, attempts: 195 };
/** One in so many attempts, about once a minute. */
const FOR_A_VACUUM = 20;

/** What may be in the way: the transactions that have been open longest. */
export interface OpenTransaction {
  readonly pid: number;
  readonly application: string;
  readonly seconds: number;
}

/** The message is for the operator. */
class TablesInUse extends Error {
  constructor(found: readonly OpenTransaction[]) {
    const named = found.map(({ pid, application, seconds }) => `process ${pid} of "${application}", open for ${seconds} s`);
    super(
      'A migration needs a table that others have not let go of. What was applied before stays, and the next start goes on from there. ' +
        `Let the transactions end that are in its way, and start again. Open now: ${named.join('; ') || 'none'}.`,
    );
    this.name = 'TablesInUse';
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const OPEN_TRANSACTIONS = `SELECT pid, application_name AS application, extract(epoch FROM now() - xact_start)::int AS seconds
  FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
 ORDER BY xact_start LIMIT 5`;

const IS_VACUUMING = 'SELECT EXISTS (SELECT FROM pg_stat_progress_vacuum WHERE datname = current_database()) AS "isVacuuming"';

/**
 * Does again what failed because a table was in use.
 * @param work is told for how many milliseconds it may wait for a table
 * @param wait is told before each pause
 * @throws TablesInUse
 */
export async function withPatience<T>(
  { lockMs, vacuumMs, pauseMs, attempts }: LockPatience,
  ask: Ask,
  work: (lockMs: number) => Promise<T>,
  wait: (inTheWay: readonly OpenTransaction[]) => void | Promise<void>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const [found] = attempt % FOR_A_VACUUM === 0 ? await ask<{ isVacuuming: boolean }>(IS_VACUUMING) : [];
    try {
      return await work(found?.isVacuuming === true ? vacuumMs : lockMs);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const inTheWay = await ask<OpenTransaction>(OPEN_TRANSACTIONS);
      if (attempt === attempts) throw new TablesInUse(inTheWay);
      await wait(inTheWay);
      await sleep(pauseMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
}
