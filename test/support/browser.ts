import { noteAnswer } from '../setup/api-contract.js';

/** What a browser does of a login: it follows redirections and forms that send themselves, and keeps cookies, each host's apart. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Where it has been, the last one last. */
  readonly visited: URL[] = [];

  /** Goes on until a page comes, or an address of which `until` says so; that one is not asked any more. */
  async visit(address: string | URL, until: (url: URL) => boolean = () => false, form?: URLSearchParams): Promise<Visit> {
    let next: Hop = { url: new URL(address), ...(form !== undefined && { form }) };
    for (let hops = 0; hops < 25; hops++) {
      const { url } = next;
      this.visited.push(url);
      if (hops > 0 && until(url)) return { ...next, status: 0, text: '', headers: new Headers() };
      const { status, headers, text } = await this.ask(next);
      const location = headers.get('location');
      const following = location === null ? formIn(text, url) : { url: new URL(location, url) };
      if (following === undefined) return { ...next, status, text, headers };
      next = following;
    }
    throw new Error(`${next.url.href} leads in a circle.`);
  }

  setCookie(address: string | URL, name: string, value: string): void {
    this.jarOf(new URL(address)).set(name, value);
  }

  cookie(address: string | URL, name: string): string | undefined {
    return this.jarOf(new URL(address)).get(name);
  }

  private async ask({ url, form }: Hop): Promise<Omit<Visit, 'url'>> {
    const jar = this.jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }) },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    const { status, headers } = response;
    const text = await response.text();
    noteAnswer({ method: form === undefined ? 'GET' : 'POST', path: url.pathname, status, headers, text });
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status, headers, text };
  }

  private jarOf({ host }: URL): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}

interface Hop {
  readonly url: URL;
  /** What is posted there. */
  readonly form?: URLSearchParams;
}

export interface Visit extends Hop {
  /** 0 where it stopped before it asked. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function formIn(page: string, base: URL): Hop | undefined {
  const action = /<form[^>]*\saction="([^"]*)"/i.exec(page)?.[1];
  if (action === undefined || !/\.submit\(\)|src="[^"]*\bpost\.js"/.test(page)) return undefined;
  const fields = [...page.matchAll(/<input[^>]*\stype="hidden"[^>]*>/gi)].map(([input]): [string, string] => [
    unescaped(/\sname="([^"]*)"/i.exec(input)?.[1] ?? ''),
    unescaped(/\svalue="([^"]*)"/i.exec(input)?.[1] ?? ''),
  ]);
  return { url: new URL(unescaped(action), base), form: new URLSearchParams(fields) };
}

function unescaped(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return names[name] ?? all;
    return String.fromCodePoint(typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
