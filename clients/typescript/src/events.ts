import type { HeadgateClient } from './client.js';
import { HeadgateError } from './errors.js';
import { type Arguments, type Options, type PathOf, type Route, unwrap } from './routes.js';

type EventOf<Of> = Of extends { responses: { 200: { content: { 'text/event-stream': infer Event } } } } ? Event : never;

/** The routes that can answer as a stream of events. */
export type EventPath = {
  [Path in PathOf<'post'>]: [EventOf<Route<Path, 'post'>>] extends [never] ? never : Path;
}[PathOf<'post'>];

/** `error` is not among them: it is thrown. */
export type EventsOf<Path extends EventPath> = Exclude<EventOf<Route<Path, 'post'>>, { event: 'error' }>;

interface Sent {
  readonly event: string;
  readonly data: unknown;
}

type Stream = (path: string, init: Options) => Promise<{ data: ReadableStream<Uint8Array>; response: Response }>;

/**
 * What a route tells while it works, as it comes. Ending the loop ends the work.
 * @throws HeadgateError for an event that says what went wrong; TypeError, as `fetch` does, where the connection broke
 */
export function eventsOf<Path extends EventPath>(
  client: HeadgateClient,
  path: Path,
  ...init: Arguments<Route<Path, 'post'>>
): AsyncGenerator<EventsOf<Path>, void> {
  return streamed(client, path, init[0] ?? {}) as AsyncGenerator<EventsOf<Path>, void>;
}

async function* streamed(client: HeadgateClient, path: string, init: Options): AsyncGenerator<unknown, void> {
  const headers = { ...init.headers, Accept: 'text/event-stream' };
  const answer = await (client.POST as unknown as Stream)(path, { ...init, headers });
  yield* eventsIn(unwrap(answer), answer.response);
}

async function* eventsIn(body: ReadableStream<Uint8Array>, response: Response): AsyncGenerator<Sent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let last = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const sent of blocks.flatMap(eventIn)) {
        if (sent.event === 'error') throw new HeadgateError(sent.data as ConstructorParameters<typeof HeadgateError>[0], response);
        last = sent.event;
        yield sent;
      }
    }
    if (last !== 'done') throw new TypeError('The connection broke before the answer was whole.');
  } finally {
    // A caller who stops reading ends the work of the service, too.
    await reader.cancel().catch(() => undefined);
  }
}

/** The service writes an event on two lines; a comment between them is a sign of life. */
function eventIn(block: string): Sent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }];
}
