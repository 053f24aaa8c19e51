/** Hanging up ends these, at the data source too. Under a key some would go on, and none would show its rows to a repetition. */
const ENDED_BY_HANGING_UP = /\/(query|ask|execute)$/;

interface Attempt {
  readonly asked: string;
  readonly key: string;
}

type Send = (request: Request) => Promise<Response>;

/**
 * Sends each POST below /api/v1 under an `Idempotency-Key`. Where its outcome stayed unknown, the same request again gets the same key, so
 * that nothing is made twice, until the person has changed something else.
 */
export function keyedFetch(send: Send): Send {
  let lost: Attempt | undefined;
  return async (request) => {
    const { pathname } = new URL(request.url);
    const isKeyed = request.method === 'POST' && pathname.startsWith('/api/v1/') && !ENDED_BY_HANGING_UP.test(pathname);
    if (!isKeyed) return send(request).then((response) => ended(response, null));
    const asked = `${request.url}\n${request.headers.get('If-Match')}\n${await request.clone().text()}`;
    const attempt = lost?.asked === asked ? lost : { asked, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    request.headers.set('Idempotency-Key', attempt.key);
    try {
      const response = await send(request);
      // A connection can also break within the answer.
      await response.clone().arrayBuffer();
      return ended(response, attempt);
    } catch (error) {
      if (!request.signal.aborted) lost = attempt;
      throw error;
    }
  };

  function ended(response: Response, attempt: Attempt | null): Response {
    if (attempt !== null && isUnknown(response)) lost = attempt;
    else if (response.ok || attempt?.asked === lost?.asked) lost = undefined;
    return response;
  }
}

export const keyed = keyedFetch((request) => fetch(request));

/** 409 comes with `Retry-After` while the first request is still under way. */
function isUnknown({ status, headers }: Response): boolean {
  return status >= 500 || status === 429 || (status === 409 && headers.has('Retry-After'));
}
