/** What a browser does of a login: it follows redirections and keeps cookies, each host's apart. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();
  /** Where it has been, the last one last. */
  readonly visited: URL[] = [];

  /** Goes on until a page comes, or an address of which `until` says so; that one is not asked any more. */
  async visit(address: string | URL, until: (url: URL) => boolean = () => false): Promise<Visit> {
    let url = new URL(address);
    for (let hops = 0; hops < 20; hops++) {
      this.visited.push(url);
      if (hops > 0 && until(url)) return { url, status: 0, text: '', headers: new Headers() };
      const { status, headers, text } = await this.get(url);
      const location = headers.get('location');
      if (location === null) return { url, status, text, headers };
      url = new URL(location, url);
    }
    throw new Error(`${url.href} leads in a circle.`);
  }

  setCookie(address: string | URL, name: string, value: string): void {
    this.jarOf(new URL(address)).set(name, value);
  }

  cookie(address: string | URL, name: string): string | undefined {
    return this.jarOf(new URL(address)).get(name);
  }

  private async get(url: URL): Promise<Omit<Visit, 'url'>> {
    const jar = this.jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html', cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  private jarOf({ host }: URL): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
}

export interface Visit {
  readonly url: URL;
  /** 0 where it stopped before it asked. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
