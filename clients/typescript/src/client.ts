import type { components } from '../dist/api.js';
import { errorOf } from './errors.js';
import { type AnswerTo, type LoginStep, nextStep } from './login.js';
import { type PageOf, type PagedPath, pagesOf } from './pages.js';
import { requestOf } from './request.js';
import { keyed, retrying } from './retries.js';
import { type Arguments, type Call, type Method, type Options, type Route, unwrap } from './routes.js';
import { type SessionOverHandler, type StepUpHandler, sessionFetch } from './session-fetch.js';
import { type Locks, TokenKeeper, type TokenStore, memoryStore } from './tokens.js';
import { Versions } from './versions.js';

type Schemas = components['schemas'];

export interface HeadgateOptions {
  /** Where the service is. */
  readonly baseUrl: string;
  /**
   * Where the refresh token lies: in the bodies of answers and then in `store`, or, for pages of the service's own origin, in a cookie that
   * no script reads. The access token then stays in the memory of the page; call `restore()` when it is loaded.
   */
  readonly session?: 'body' | 'cookie';
  /** For `session: 'body'`. By default tokens are in the memory of the page, and a reload asks for a login. */
  readonly store?: TokenStore;
  /** Called when the answer is STEP_UP_REQUIRED; if it returns true, the call is repeated once. */
  readonly onStepUp?: StepUpHandler;
  /**
   * Called when the session is over. If the person logs in again meanwhile and it returns true, the calls that waited are repeated; they
   * must have been meant by the same person. Without it, they answer UNAUTHORIZED.
   */
  readonly onSessionOver?: SessionOverHandler;
  /** Whether cookies are sent: one of them identifies a trusted device. */
  readonly credentials?: RequestCredentials;
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * How often a call is sent again after 429 or 503, if the service asks to wait 60 seconds at most; 2 by default, 0 for never. Only GETs
   * and calls with an `Idempotency-Key`; POSTs below `/api/v1` get one, except statements and routes of second factors.
   */
  readonly retries?: number;
  /** Web Locks, if the browser has them; else `null`. */
  readonly locks?: Locks | null;
}

const RETRIES = 2;

type Post<Data> = (path: string, init: { readonly body: object }) => Promise<AnswerTo<Data>>;

/** One session with the service. All routes of its document, without those of SCIM, which directories call. */
export class HeadgateClient {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
  private readonly versions = new Versions();
  private readonly keeper: TokenKeeper;
  private readonly send: (request: Request) => Promise<Response>;
  private readonly hasCookie: boolean;
  private readonly baseUrl: string;
  private readonly credentials: RequestCredentials;
  private readonly retries: number;

  constructor(options: HeadgateOptions) {
    const { credentials = 'include', locks = locksOfBrowser(), retries = RETRIES } = options;
    this.credentials = credentials;
    this.retries = retries;
    const baseUrl = (this.baseUrl = options.baseUrl.replace(/\/$/, ''));
    const { onStepUp = nobody, onSessionOver = nobody } = options;
    this.hasCookie = options.session === 'cookie';
    const send = retrying(options.fetch ?? ((request) => fetch(request)), retries);
    const refresh = (token: string): Promise<Response> =>
      send(
        new Request(`${baseUrl}/api/auth/${this.hasCookie ? 'browser/' : ''}refresh`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          credentials,
          body: JSON.stringify(this.hasCookie ? {} : { refresh_token: token }),
        }),
      );
    const store = (this.hasCookie ? undefined : options.store) ?? memoryStore();
    this.keeper = new TokenKeeper(store, refresh, locks ?? undefined, this.hasCookie);
    this.send = sessionFetch({ send, keeper: this.keeper, onStepUp, onSessionOver });
    const call = <M extends Method>(method: string): Call<M> =>
      (async (path: string, init: Options = {}) => this.call(method, path, init)) as unknown as Call<M>;
    this.GET = call('GET');
    this.POST = call('POST');
    this.PUT = call('PUT');
    this.PATCH = call('PATCH');
    this.DELETE = call('DELETE');
  }

  /** The first step of a login; go on with what it answers. `stay_signed_in` belongs to a session in a cookie. */
  login(credentials: Schemas['BrowserLoginBody']): Promise<LoginStep> {
    return this.open('login', credentials);
  }

  /** The end of a login at an identity provider: with the `code` that it ended with. */
  exchange(code: Schemas['BrowserExchangeBody']): Promise<LoginStep> {
    return this.open('sso/exchange', code);
  }

  /** The end of a login that found an account here: with its `link_token`, and a proof that the account is theirs. */
  link(proof: Schemas['BrowserLinkBody']): Promise<LoginStep> {
    return this.open('sso/link', proof);
  }

  /**
   * Ends the session. @returns the address where it ends at the identity provider; `null` if there is nothing more to end @throws
   * HeadgateError
   */
  async logout(): Promise<string | null> {
    return unwrap(await this.post<{ logout_url: string | null }>('sso/logout', {})).logout_url;
  }

  /** Continues the session that the browser or the store has kept. @returns whether there is one @throws HeadgateError */
  async restore(): Promise<boolean> {
    const restored = await this.keeper.restore();
    if (restored instanceof Response) throw errorOf(await jsonOf(restored), restored);
    return restored !== null;
  }

  /** All pages of a list, each as its route answers it. Lists with `next_before` are read to the end. @throws HeadgateError */
  pages<Path extends PagedPath>(path: Path, ...init: Arguments<Route<Path, 'get'>>): AsyncGenerator<PageOf<Path>, void> {
    return pagesOf(this, path, init[0] ?? {}) as AsyncGenerator<PageOf<Path>, void>;
  }

  /** The version of an object that was read, for `ifMatch` with a copy of it. */
  versionOf(read: object): string {
    return this.versions.of(read);
  }

  private async open(step: string, body: { readonly stay_signed_in?: boolean | undefined }): Promise<LoginStep> {
    const { stay_signed_in } = body;
    return nextStep(await this.post(step, body), (proof) => this.open('mfa/verify', { ...proof, stay_signed_in }));
  }

  /** Sends to the route that keeps the session where this client has it. */
  private post<Data>(step: string, body: object): Promise<AnswerTo<Data>> {
    const route = this.hasCookie ? step.replace(/^(sso\/)?/, 'browser/') : step;
    return (this.POST as unknown as Post<Data>)(`/api/auth/${route}`, { body });
  }

  private async call(method: string, path: string, { ifMatch, ...init }: Options): Promise<unknown> {
    const { credentials } = this;
    const version = typeof ifMatch === 'object' ? this.versions.of(ifMatch) : ifMatch;
    const request = requestOf(this.baseUrl + path, { ...init, method, credentials, ...(version !== undefined && { ifMatch: version }) });
    const response = await this.send(this.retries > 0 ? keyed(request, path) : request);
    if (!response.ok) return { error: errorOf(await jsonOf(response), response), response };
    const data = await dataOf(response);
    this.versions.remember(data, response);
    return { data, response };
  }
}

/** @returns nothing for what is not JSON, such as the page of a proxy */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** There is no person to ask. */
const nobody = async (): Promise<boolean> => false;

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204) return undefined;
  if (type.startsWith('application/json')) return unwrapped(await response.json());
  return /^(application\/(x-ndjson|zip)|text\/event-stream)/.test(type) ? response.body : response.text();
}

function unwrapped(body: unknown): unknown {
  const isEnvelope = typeof body === 'object' && body !== null && 'success' in body && 'data' in body;
  return isEnvelope ? body.data : body;
}

function locksOfBrowser(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}
