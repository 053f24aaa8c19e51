import type { Request } from 'express';

const BOTH = 'application/json, text/event-stream';

/** Whether a client reads an event stream: one that names it does, and a wildcard or no `Accept` may be anything that reads JSON. */
export function readsStream(request: Request): boolean {
  return /\btext\/event-stream\b/i.test(request.get('accept') ?? '') && request.accepts('text/event-stream') !== false;
}

/** What the SDK wants to read in `Accept`, whose media types have no case (RFC 9110 section 8.3.1). */
export function acceptOf(request: Request): string | undefined {
  const isServed = readsStream(request) || request.accepts('application/json') !== false;
  return isServed ? BOTH : request.get('accept');
}

/** The last message of an event stream, which is the answer; `null` for an answer without a message. */
export async function messageOf(answer: globalThis.Response): Promise<unknown> {
  const text = await answer.text();
  if (text === '') return null;
  if (answer.headers.get('content-type')?.includes('text/event-stream') !== true) return JSON.parse(text);
  const [last] = text
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []))
        .join('\n'),
    )
    .filter((data) => data !== '')
    .slice(-1);
  return last === undefined ? null : JSON.parse(last);
}
