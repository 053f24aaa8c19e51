import type { Response } from 'express';

export const EVENT_STREAM = 'text/event-stream';

const SIGN_OF_LIFE_MS = 15_000;

/** Whether a client asks for server-sent events instead of JSON. */
export function wantsEvents(response: Response): boolean {
  return response.req.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM;
}

/** From now on the answer is a stream (WHATWG HTML, section 9.2), and a failure is its last event. */
export function beginEvents(response: Response): void {
  response.status(200).set({
    'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
    'Cache-Control': 'no-store, no-transform',
    // Some proxies hold an answer back until it is whole.
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  // A comment: proxies end connections on which nothing happens.
  const timer = setInterval(() => response.write(':\n\n'), SIGN_OF_LIFE_MS).unref();
  response.once('close', () => clearInterval(timer));
}

export function isEventStream(response: Response): boolean {
  return response.headersSent && String(response.getHeader('content-type')).startsWith(EVENT_STREAM);
}

/** On one line, because JSON has no line breaks of its own. Nothing is written for a client that is gone. */
export function sendEvent(response: Response, event: string, data: object): void {
  if (!response.destroyed && !response.writableEnded) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
