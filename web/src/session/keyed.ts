/** Closing the connection ends these, at the data source too. With a key some would run on, and a repeat would never get the rows. */
const ENDED_BY_HANGING_UP = /\/(query|ask|execute|run)$/;
/** These change nothing, and pages ask some of them while a person types. */
const READS =
  /\/(validate|preview|simulate|render|webauthn\/options|invitations\/open|data-sources\/test|connections\/\d+\/link|agent-requests)$/;
/** A repeat of what got lost comes soon; later, a person may mean it anew. */
const REPEATED_WITHIN_MS = 2 * 60_000;

interface Attempt {
  readonly key: string;
  readonly at: number;
}

type Send = (request: Request) => Promise<Response>;

/**
 * Sends each POST below /api/v1 with an `Idempotency-Key`. If the outcome is unknown, the same request gets the same key again for two
 * minutes, so that nothing is made twice. The keys are given up as soon as another change succeeds.
 * @param now milliseconds
 */
export function keyedFetch(send: Send, now: () => number = () => performance.now()): Send {
  const lost = new Map<string, Attempt>();

  async function keyed(request: Request): Promise<Response> {
    const asked = `${request.url}\n${request.headers.get('If-Match')}\n${await request.clone().text()}`;
    for (const [one, { at }] of lost) if (now() - at > REPEATED_WITHIN_MS) lost.delete(one);
    const attempt = lost.get(asked) ?? { key: crypto.getRandomValues(new Uint32Array(4)).join('-'), at: now() };
    request.headers.set('Idempotency-Key', attempt.key);
    try {
      const response = await send(request);
      // A connection can also break within the answer.
      await response.clone().arrayBuffer();
      if (isUnknown(response)) lost.set(asked, attempt);
      else lost.delete(asked);
      return response;
    } catch (error) {
      if (!request.signal.aborted) lost.set(asked, attempt);
      throw error;
    }
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const isPost = request.method === 'POST';
    if (isPost && (READS.test(pathname) || ENDED_BY_HANGING_UP.test(pathname))) return send(request);
    const response = await (isPost && pathname.startsWith('/api/v1/') ? keyed(request) : send(request));
    if (response.ok) lost.clear();
    return response;
  };
}

export const keyed = keyedFetch((request) => fetch(request));

/** 409 comes with `Retry-After` while the first request is still under way. */
function isUnknown({ status, headers }: Response): boolean {
  return status >= 500 || status === 429 || (status === 409 && headers.has('Retry-After'));
}
