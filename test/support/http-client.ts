import { Agent } from 'node:http';
import supertest from 'supertest';
import { assertDeclared } from '../setup/api-contract.js';

/** What the tests look at of an answer; bodies are JSON of many shapes, so the tests read them untyped. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Connections are kept for the next request; the service closes an idle one much later than this. */
const CONNECTIONS = new Agent({ keepAlive: true, timeout: 30_000 });

/**
 * A plain client over real HTTP, which follows no redirect. Objects are sent as JSON, strings as they are. An answer that is not as
 * the API document says fails the test.
 */
export class HttpClient {
  constructor(private readonly baseUrl: string) {}

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('PUT', path, body, options);
  }

  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('PATCH', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('DELETE', path, undefined, options);
  }

  async send(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> {
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set('Authorization', `Bearer ${options.token}`);
    if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await new supertest.Test(this.baseUrl, method, path)
      .agent(CONNECTIONS)
      .set(Object.fromEntries(headers))
      // As bytes: by its type it would be read as JSON, and fail where it is none, which is for the tests to see.
      .responseType('blob')
      .send(payload);
    const text = textOf(answer.body);
    const received = { status: answer.status, headers: headersOf(answer.headers), text };
    assertDeclared({ method, path, ...received });
    return { ...received, body: parsed(text) };
  }
}

/** The answer to a HEAD has no body, and supertest has an empty object for it. */
function textOf(body: unknown): string {
  return Buffer.isBuffer(body) ? new TextDecoder().decode(body) : '';
}

function headersOf(received: Readonly<Record<string, string | string[]>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
