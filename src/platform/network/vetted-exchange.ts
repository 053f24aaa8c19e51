import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LookupFunction, isIPv6 } from 'node:net';

/** Documents of identity providers have some ten kilobytes; federations publish larger ones, which are not needed here. */
const MOST_BYTES = 1024 * 1024;
/** A `Response` with one of these statuses has no body, even if one was sent. */
const WITHOUT_BODY = [204, 205, 304];
const KEPT_HEADERS = ['content-type', 'retry-after'] as const;

export type FetchFault =
  | 'ADDRESS_MALFORMED'
  | 'ADDRESS_REFUSED'
  | 'PLAIN_HTTP'
  | 'UNREACHABLE'
  | 'REDIRECTED'
  | 'TOO_LARGE'
  | 'TOO_SLOW'
  | 'ENCODED';

const SENTENCES: Readonly<Record<FetchFault, string>> = {
  ADDRESS_MALFORMED: 'The address is not a web address. Check its spelling.',
  ADDRESS_REFUSED: 'The address leads to a network that this service does not connect to. Ask its operator to allow the network.',
  PLAIN_HTTP: 'The address must begin with https://.',
  UNREACHABLE: 'The address does not answer, or its certificate is not trusted.',
  REDIRECTED: 'The address answers with a redirect to another host, which is not followed. Enter the address that it leads to.',
  TOO_LARGE: 'The answer is larger than 1 MiB.',
  TOO_SLOW: 'The answer took longer than 10 seconds.',
  ENCODED: 'The answer came compressed, although that was not asked for.',
};

/** `message` is a sentence for the person who configured the address; it holds nothing of the answer. */
export class FetchFailed extends Error {
  constructor(
    readonly fault: FetchFault,
    options?: ErrorOptions,
    /** Of a redirect: not judged, and said to nobody. */
    readonly leadsTo: string | null = null,
  ) {
    super(SENTENCES[fault], options);
    this.name = new.target.name;
  }
}

export interface Exchange {
  readonly url: URL;
  /** The addresses that were judged; no others are connected to. */
  readonly addresses: readonly string[];
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
  readonly needsBody: boolean;
}

/** One request and its whole answer. @throws FetchFailed */
export function exchange({ url, addresses, method, headers, body, signal, needsBody }: Exchange): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(error instanceof FetchFailed ? error : new FetchFailed('UNREACHABLE', { cause: error }));
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, {
      method,
      // Uncompressed: the limit does not count what a few bytes unfold to.
      headers: { ...headers, 'accept-encoding': 'identity' },
      // A connection of its own, so that no other party finds it open and already judged.
      agent: false,
      lookup: only(addresses),
      signal,
    });
    let isAnswered = false;
    outgoing.once('response', (incoming) => {
      isAnswered = true;
      read(incoming, needsBody)
        .then(resolve, fail)
        .finally(() => outgoing.destroy());
    });
    outgoing.once('error', fail);
    outgoing.once('close', () => isAnswered || fail(undefined));
    outgoing.end(body);
  });
}

async function read(incoming: IncomingMessage, needsBody: boolean): Promise<Response> {
  const { statusCode: status = 0, headers } = incoming;
  if (status >= 300 && status < 400 && status !== 304) throw new FetchFailed('REDIRECTED', undefined, headers.location ?? null);
  const kept = KEPT_HEADERS.flatMap((name): [string, string][] => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  if (!needsBody) return new Response(null, { status, headers: kept });
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw new FetchFailed('ENCODED');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new FetchFailed('TOO_LARGE');
    chunks.push(chunk);
  }
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(chunks), { status, headers: kept });
}

/** Answers the address that was judged, even if the name servers give another by now. */
function only(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, answer) => {
    const [first] = all;
    if (options.all === true || first === undefined) answer(null, all);
    else answer(null, first.address, first.family);
  };
}
