export type JobPayload = Readonly<Record<string, string | number | boolean | null>>;

/** Enqueues background work within the caller's unit of work: rolled back with it, visible to workers after the commit. */
export abstract class Jobs {
  /** `key` replaces a waiting job of the same key; payloads are stored readable, so ids only, never secrets. */
  abstract enqueue(name: string, payload: JobPayload, options?: { runAt?: Date; key?: string; maxAttempts?: number }): Promise<void>;
  /** One job for each payload, by one statement. */
  abstract enqueueAll(name: string, payloads: readonly JobPayload[], options?: { maxAttempts?: number }): Promise<void>;
}

export type JobHandler = (payload: JobPayload) => Promise<void>;

/**
 * Where a context registers the work that it can do; called while modules initialise, before the worker starts. A
 * handler may run more than once (a worker can die after the work and before the acknowledgement), so it must be
 * idempotent.
 */
export abstract class JobRegistry {
  abstract handle(name: string, handler: JobHandler): void;
  /** Five-field cron expression in UTC; each tick runs once over all instances. */
  abstract schedule(name: string, cron: string, handler: JobHandler): void;
}
