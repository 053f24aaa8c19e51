type Send = (request: Request) => Promise<Response>;

export interface Repeats {
  readonly fetch?: Send;
  /** How often a request is sent again. 2 when left out. */
  readonly most?: number;
  /** Another clock, to test. Resolves after so many seconds; rejects with the reason of the signal when the caller leaves. */
  readonly wait?: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** 409 is `IDEMPOTENCY_KEY_IN_USE` where it comes with `Retry-After`. */
const PASSING = [409, 429, 503];
const LONGEST_WAIT_SECONDS = 10;

/**
 * A `fetch` for the client that sends again what the service asks to send again, after a wait of at most 10 seconds: a GET, or a request
 * with an `Idempotency-Key`, which cannot be done twice.
 */
export function repeatingFetch({ fetch: send = (request) => fetch(request), most = 2, wait = timer }: Repeats = {}): Send {
  return async (request) => {
    const isSafe = request.method === 'GET' || request.headers.has('Idempotency-Key');
    for (let left = isSafe ? most : 0; left > 0; left -= 1) {
      const response = await send(request.clone());
      const seconds = Number(response.headers.get('Retry-After') ?? Infinity);
      if (!PASSING.includes(response.status) || !(seconds <= LONGEST_WAIT_SECONDS)) return response;
      // To its end, so that its connection serves the next request.
      await response.text();
      await wait(seconds, request.signal);
    }
    return send(request);
  };
}

async function timer(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const running = setTimeout(resolve, seconds * 1_000);
    const leave = (): void => {
      clearTimeout(running);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}
