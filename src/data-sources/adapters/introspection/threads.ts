import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Config } from '../../../platform/config/config.js';
import type { Logger } from '../../../platform/logging/logger.js';

const IDLE_MS = 30_000;

/**
 * Threads for what a source sends: bounded in memory, without the service's environment, ended when they have nothing to do.
 *
 * @param entry of the threads, from `src/data-sources/adapters`
 */
export function threadsOf<Task, End>(entry: string, most: number, config: Config, logger: Logger): Piscina<Task, End> {
  const threads = new Piscina<Task, End>({
    filename: compiled(entry),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: config.dataSources.readerMemoryMb, maxYoungGenerationSizeMb: 48 },
    // Little of the service's environment is a thread's business; its master key least of all.
    env: { TMPDIR: tmpdir() },
  });
  // Of a thread that has no task; without a listener it would end the process.
  threads.on('error', (err: unknown) => logger.error({ err, entry }, 'a thread failed'));
  return threads;
}

/** Threads load compiled files only; where this one is TypeScript (the tests), its compiled twin lies in `dist`. */
function compiled(entry: string): string {
  const here = fileURLToPath(import.meta.url);
  const file = here.replace(/introspection\/threads\.[jt]s$/, `${entry}.js`);
  return here.endsWith('.ts') ? file.replace(/\/src\/(?=data-sources\/)/, '/dist/src/') : file;
}
