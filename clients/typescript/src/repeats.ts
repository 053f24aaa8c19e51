type Send = (request: Request) => Promise<Response>;

/** Resolves after so many seconds; rejects with the reason of the signal when the caller leaves. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

/** 409 is `IDEMPOTENCY_KEY_IN_USE` where it comes with `Retry-After`. */
const PASSING = [409, 429, 503];
const LONGEST_WAIT_SECONDS = 10;

/** Sends again what the service asks to send again, where that cannot be done twice: a GET, or a request with an `Idempotency-Key`. */
export function repeatingFetch(send: Send, repeats: number, wait: Wait = timer): Send {
  return async (request) => {
    const isSafe = request.method === 'GET' || request.headers.has('Idempotency-Key');
    for (let left = isSafe ? repeats : 0; left > 0; left -= 1) {
      const response = await send(request.clone());
      const seconds = Number(response.headers.get('Retry-After') ?? Infinity);
      if (!PASSING.includes(response.status) || !(seconds <= LONGEST_WAIT_SECONDS)) return response;
      // Read and not cancelled: half of a body that was cloned ends its cancelling only with the other half.
      await response.text();
      await wait(seconds, request.signal);
    }
    return send(request);
  };
}

function timer(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(running);
      reject(signal.reason as Error);
    };
    const running = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, seconds * 1_000);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}
