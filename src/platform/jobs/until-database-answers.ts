import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHelpers } from 'graphile-worker';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * graphile-worker 0.17 tries only once to record how a job ended; when that fails it stops altogether and leaves the
 * job locked. So a job counts as running until the database answers, which an outage only prolongs. The connection that
 * answered is the one it uses next.
 */
export async function untilDatabaseAnswers(helpers: JobHelpers): Promise<void> {
  const { abortSignal: signal } = helpers;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await helpers.query('SELECT');
      return;
    } catch {
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
