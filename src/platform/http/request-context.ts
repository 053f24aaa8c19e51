import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from: for audit rows, log lines and fairness; a use case that decides by it gets it as an input. */
export interface RequestOrigin {
  /** Of HTTP, in capitals. */
  readonly method: string;
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** `Sec-CH-UA-Platform-Version`: the only sign by which Windows 11 differs from 10. */
  readonly platformVersion: string | null;
  /** Ends the waiting for a client that hangs up before its answer: it leaves every line that the request stands in. */
  readonly gone: AbortSignal;
}

interface RequestUnderWay extends RequestOrigin {
  callerId?: number;
}

const storage = new AsyncLocalStorage<RequestUnderWay>();

export function runWithOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return storage.run(origin, work);
}

/** Whether the request under way may change something (RFC 9110 section 9.2.1: any method that is not safe). */
export function isChanging(): boolean {
  const method = storage.getStore()?.method;
  return method !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** `undefined` outside a request: in jobs, at start and on the command line. */
export function currentOrigin(): RequestOrigin | undefined {
  return storage.getStore();
}

/** Told as soon as it is known who sends the request under way. */
export function noteCaller(userId: number): void {
  const request = storage.getStore();
  if (request !== undefined) request.callerId = userId;
}

/** The account that sends the request under way; `undefined` for strangers and outside a request. */
export function currentCallerId(): number | undefined {
  return storage.getStore()?.callerId;
}
