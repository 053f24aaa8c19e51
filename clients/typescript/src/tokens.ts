export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Where the tokens of the session lie. A store that several tabs share is read again before each refresh. */
export interface TokenStore {
  read(): Tokens | null | Promise<Tokens | null>;
  write(tokens: Tokens | null): void | Promise<void>;
}

/** What the client needs of Web Locks (`navigator.locks`). */
export interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The default: the tokens end with the page, and no other script of the origin finds them in a storage. */
export function memoryStore(): TokenStore {
  let kept: Tokens | null = null;
  return {
    read: () => kept,
    write: (tokens) => {
      kept = tokens;
    },
  };
}

/** Tokens after a refresh; `null` if the session is over; the answer itself if the service could not say. */
type Refreshed = Tokens | null | Response;

/** Keeps the tokens of one session: one refresh at a time, however many calls need it. */
export class TokenKeeper {
  private refreshing: Promise<Refreshed> | undefined;
  private sessions = 0;

  constructor(
    private readonly store: TokenStore,
    private readonly requestRefresh: (refreshToken: string) => Promise<Response>,
    private readonly locks: Locks | undefined,
    /** Whether the refresh token lies in a cookie; here a name of the session replaces it. */
    private readonly hasCookie: boolean,
  ) {}

  async read(): Promise<Tokens | null> {
    return this.store.read();
  }

  /**
   * Takes the tokens of an answer. The answer to a step-up has no refresh token: the old one stays good, unless another person has logged
   * in.
   * @param before the tokens when the request was sent
   */
  async keep(answer: { readonly access_token: string; readonly refresh_token?: string }, before: Tokens | null): Promise<void> {
    const current = (await this.store.read())?.refresh_token;
    const refreshToken = answer.refresh_token ?? (current === before?.refresh_token ? current : undefined);
    if (refreshToken === undefined) return;
    await this.store.write({ access_token: answer.access_token, refresh_token: refreshToken });
  }

  async forget(): Promise<void> {
    await this.store.write(null);
  }

  /** Tells the sessions of a page apart that never sees a refresh token. */
  nameOfSession(): string {
    return `cookie ${++this.sessions}`;
  }

  /** What is kept already; if nothing is, the session that the cookie opens. */
  async restore(): Promise<Refreshed> {
    const kept = await this.read();
    return kept === null && this.hasCookie ? this.refresh(null) : kept;
  }

  /** @param refused the access token that the service does not take any more; `null` if there is none yet */
  refresh(refused: string | null): Promise<Refreshed> {
    this.refreshing ??= this.alone(() => this.refreshOnce(refused)).finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  /** Tabs have a memory each: only the browser can make them take turns. */
  private async alone(work: () => Promise<Refreshed>): Promise<Refreshed> {
    if (this.locks === undefined) return work();
    let hasBegun = false;
    const begin = (): Promise<Refreshed> => {
      hasBegun = true;
      return work();
    };
    try {
      return await this.locks.request('headgate-refresh', begin);
    } catch (error) {
      // A browser that keeps no site data refuses locks too.
      if (hasBegun) throw error;
      return work();
    }
  }

  private async refreshOnce(refused: string | null): Promise<Refreshed> {
    const before = await this.store.read();
    // Another tab, or a call that was quicker, has done it.
    if ((before?.access_token ?? null) !== refused) return before;
    const response = await this.requestRefresh(before?.refresh_token ?? '');
    const isNobody = response.status === 401 || response.status === 204;
    const answer = response.ok && !isNobody ? ((await response.json()) as { access_token: string }) : null;
    const now = await this.store.read();
    // During the refresh the person logged out, or another person logged in.
    if (now?.refresh_token !== before?.refresh_token) return now;
    // Another person may have logged in in another tab: what this page shows and sends is not theirs.
    const isOther = this.hasCookie && answer !== null && refused !== null && subjectOf(answer.access_token) !== subjectOf(refused);
    if (isNobody || isOther) {
      await this.forget();
      return null;
    }
    if (answer === null) return response;
    const refreshToken = before?.refresh_token ?? this.nameOfSession();
    await this.store.write({ access_token: answer.access_token, refresh_token: refreshToken });
    return this.store.read();
  }
}

function subjectOf(accessToken: string): unknown {
  const [, claims = ''] = accessToken.split('.');
  return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }).sub;
}
