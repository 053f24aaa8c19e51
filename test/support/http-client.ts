/** What the tests look at of an answer; bodies are JSON of many shapes, so the tests read them untyped. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A plain client over real HTTP. Objects are sent as JSON, strings as they are. */
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
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers,
      body: payload ?? null,
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
