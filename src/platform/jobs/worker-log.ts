import { Logger as GraphileLogger, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';

const LEVELS: Readonly<Record<string, 'error' | 'warn' | 'debug'>> = { error: 'error', warning: 'warn' };

/** graphile-worker attaches whole jobs, payloads included, to its messages: only the text and the error pass. */
export function graphileLogger(logger: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message, meta = {}) => {
    // The outcome of a job, which `logOutcomes` reports.
    if (meta['failure'] === true || meta['success'] === true) return;
    const { error } = meta;
    logger[LEVELS[level] ?? 'debug'](error instanceof Error ? { err: error } : {}, message);
  });
}

export function logOutcomes(events: WorkerEvents, logger: Logger): void {
  events.on('job:success', ({ job }) => logger.debug({ job: job.id, name: job.task_identifier }, 'job done'));
  events.on('job:error', ({ job, error }) => {
    const fields = {
      job: job.id,
      name: job.task_identifier,
      attempt: job.attempts,
      attempts: job.max_attempts,
      err: error,
    };
    if (job.attempts < job.max_attempts) logger.warn(fields, 'job failed and will be tried again');
    else logger.error(fields, 'job failed for good');
  });
}
