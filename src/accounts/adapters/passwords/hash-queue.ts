import { availableParallelism } from 'node:os';
import { FairQueue } from '../../../shared/fair-queue.js';

/**
 * Hashes as many passwords at once as there are cores, but never fills the libuv pool, which name resolution and file
 * access share.
 */
export class HashQueue extends FairQueue {
  constructor(atOnce = Math.max(1, Math.min(availableParallelism(), threadPoolSize() - 1)), longestLine?: number, longestWait?: number) {
    super(atOnce, longestLine, longestWait);
  }
}

function threadPoolSize(): number {
  const configured = Number(process.env['UV_THREADPOOL_SIZE']);
  return Number.isInteger(configured) && configured > 0 ? configured : 4;
}
