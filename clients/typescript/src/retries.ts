type Send = (request: Request) => Promise<Response>;

const KEY = 'Idempotency-Key';

const LONGEST_WAIT_SECONDS = 60;

/** Answers after which a request may pass later. 409 is `IDEMPOTENCY_KEY_IN_USE` where it comes with `Retry-After`. */
const PASSING = [409, 429, 503];

/**
 * Statements only read, run on under a key after their caller has left, and come more often than an account may use keys. A code of a second
 * factor is old after the wait. Invited people are not known yet, and keys belong to accounts.
 */
const WITHOUT_KEY = /\/(query|ask|execute|run)$|\/mfa\/|^\/api\/v1\/invitations\//;

/** Gives a POST a key, by which the service does it once, however often it comes. @param path as in the API document */
export function keyed(request: Request, path: string): Request {
  const isKeyed = request.method === 'POST' && path.startsWith('/api/v1/') && !WITHOUT_KEY.test(path);
  if (isKeyed && !request.headers.has(KEY)) request.headers.set(KEY, crypto.getRandomValues(new Uint32Array(4)).join('-'));
  return request;
}

/** Sends again what the service asks to send again, and what cannot be done twice: a GET, or a request with an `Idempotency-Key`. */
export function retrying(send: Send, most: number): Send {
  return async (request) => {
    const isSafe = request.method === 'GET' || request.headers.has(KEY);
    for (let left = isSafe ? most : 0; left > 0; left -= 1) {
      const response = await send(request.clone());
      const seconds = Number(response.headers.get('Retry-After') ?? Infinity);
      if (!PASSING.includes(response.status) || !(seconds <= LONGEST_WAIT_SECONDS)) return response;
      // To its end, so that its connection serves the next request.
      await response.text();
      await passed(seconds, request.signal);
    }
    return send(request);
  };
}

function passed(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(running);
      reject(signal.reason as Error);
    };
    const running = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, seconds * 1_000);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}
