import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from; for audit rows and log lines only, never for decisions inside the domain. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const storage = new AsyncLocalStorage<RequestOrigin>();

export function runWithOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return storage.run(origin, work);
}

/** `undefined` outside a request: in jobs, at start and on the command line. */
export function currentOrigin(): RequestOrigin | undefined {
  return storage.getStore();
}
