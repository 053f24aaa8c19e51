import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Logger } from '../logging/logger.js';

const IDLE_MS = 30_000;

/**
 * Threads for input from strangers: bounded in memory, without the service's environment, ended when they have nothing
 * to do.
 *
 * @param entry of the threads, from `src`
 * @param limits.memoryMb of one thread
 */
export function threadsOf<Task, End>(
  entry: string,
  { most, memoryMb }: { readonly most: number; readonly memoryMb: number },
  logger: Logger,
): Piscina<Task, End> {
  const threads = new Piscina<Task, End>({
    filename: compiled(entry),
    minThreads: 0,
    maxThreads: most,
    idleTimeout: IDLE_MS,
    // Nobody reads its measurements, and each start of the service would make room for them.
    recordTiming: false,
    ...limitsOf(memoryMb),
  });
  // The error of a thread without a task; without a listener it would end the process.
  threads.on('error', (err: unknown) => logger.error({ err, entry }, 'a thread failed'));
  return threads;
}

/** A single one, for work that leaves something in it for the next. The caller has to end it, and hears its errors. */
export function threadOf(entry: string, memoryMb: number): Worker {
  return new Worker(compiled(entry), limitsOf(memoryMb));
}

function limitsOf(memoryMb: number): Pick<WorkerOptions, 'resourceLimits'> & { readonly env: NodeJS.Dict<string> } {
  return {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 48 },
    // A thread needs little of the service's environment; least of all its master key.
    env: { TMPDIR: tmpdir() },
  };
}

/**
 * Threads and processes load only compiled files; when this one is TypeScript (the tests), its compiled twin is in
 * `dist`.
 */
export function compiled(entry: string): string {
  return built(`src/${entry}.js`);
}

/** The path of a file that the build has made, by its path below `dist`. */
export function built(path: string): string {
  const here = fileURLToPath(import.meta.url);
  // The build puts it into another file below `src`.
  const root = here.slice(0, here.lastIndexOf('/src/'));
  return `${root}${here.endsWith('.ts') ? '/dist' : ''}/${path}`;
}
