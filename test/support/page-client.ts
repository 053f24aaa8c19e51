import type { Answer, HttpClient } from './http-client.js';

const ORIGIN = 'http://headgate.test';

/** What a page of the service sends, with the session cookie as a browser keeps it: by name, until it is cleared. */
export class PageClient {
  readonly cookies = new Map<string, string>();
  /** The attributes with which each cookie was last set, in small letters. */
  readonly attributes = new Map<string, readonly string[]>();

  constructor(
    private readonly http: HttpClient,
    private readonly origin = ORIGIN,
  ) {}

  async post(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const answer = await this.http.post(`/api/auth/browser/${path}`, body, {
      headers: { Origin: this.origin, 'Sec-Fetch-Site': 'same-origin', ...this.cookieHeader(), ...headers },
    });
    for (const line of answer.headers.getSetCookie()) this.take(line);
    return answer;
  }

  /** The token that the cookie holds, under any of its names. */
  get session(): string | undefined {
    return [...this.cookies].find(([name]) => name.includes('headgate_session'))?.[1];
  }

  cookieHeader(): Readonly<Record<string, string>> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? {} : { Cookie: pairs.join('; ') };
  }

  private take(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=');
    this.attributes.set(
      name,
      attributes.map((attribute) => attribute.toLowerCase()),
    );
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
