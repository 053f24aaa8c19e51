import createFetchClient from 'openapi-fetch';
import type { components, paths } from '../dist/api.js';
import { errorOf } from './errors.js';
import { type LoginStep, nextStep } from './login.js';
import { type PageOf, type PagedPath, pagesOf } from './pages.js';
import type { Arguments, Call, Method, Options, Route } from './routes.js';
import { type StepUpHandler, sessionFetch } from './session-fetch.js';
import { type Locks, TokenKeeper, type TokenStore, memoryStore } from './tokens.js';
import { Versions } from './versions.js';

type Schemas = components['schemas'];

export interface HeadgateOptions {
  /** Where the service is, without a slash at the end. */
  readonly baseUrl: string;
  /** The memory of the page when left out: a reload then asks for a login. */
  readonly store?: TokenStore;
  /** Called for what answers STEP_UP_REQUIRED; the call is repeated once when it says true. */
  readonly onStepUp?: StepUpHandler;
  /** Whether cookies go along: a trusted device is known by one. */
  readonly credentials?: RequestCredentials;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Web Locks, where the browser has them; `null` for none. */
  readonly locks?: Locks | null;
}

interface Sent extends Options {
  readonly body?: unknown;
}

type Send = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** One session with the service. All routes of its document, without those of SCIM, which directories call. */
export class HeadgateClient {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
  private readonly versions = new Versions();

  constructor(options: HeadgateOptions) {
    const { baseUrl, store = memoryStore(), onStepUp, credentials = 'include', locks = locksOfBrowser() } = options;
    const send = options.fetch ?? ((request: Request) => fetch(request));
    const refresh = (token: string): Promise<Response> =>
      send(
        new Request(`${baseUrl}/api/auth/refresh`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          credentials,
          body: JSON.stringify({ refresh_token: token }),
        }),
      );
    const keeper = new TokenKeeper(store, refresh, locks ?? undefined);
    const client = createFetchClient<paths>({ baseUrl, credentials, fetch: sessionFetch({ send, keeper, onStepUp }) });
    const call = <M extends Method>(sendBy: unknown): Call<M> =>
      (async (path: string, init: Sent = {}) => this.call(sendBy as Send, path, init)) as unknown as Call<M>;
    this.GET = call(client.GET);
    this.POST = call(client.POST);
    this.PUT = call(client.PUT);
    this.PATCH = call(client.PATCH);
    this.DELETE = call(client.DELETE);
  }

  /** The first step of a login; go on with what it answers. */
  async login(credentials: Schemas['LoginBody']): Promise<LoginStep> {
    return nextStep(this, await this.POST('/api/auth/login', { body: credentials }));
  }

  /** Page after page of a list, each as its route answers it; of lists with `next_before` to the very end. @throws HeadgateError */
  pages<Path extends PagedPath>(
    path: Path,
    ...init: Arguments<Route<Path, 'get'>>
  ): AsyncGenerator<PageOf<Path>, void> {
    return pagesOf(this, path, init[0] ?? {}) as AsyncGenerator<PageOf<Path>, void>;
  }

  /** The version of an object that was read, for `ifMatch` with a copy of it. */
  versionOf(read: object): string {
    return this.versions.of(read);
  }

  private async call(send: Send, path: string, { ifMatch, ...init }: Sent): Promise<unknown> {
    const version = typeof ifMatch === 'object' ? this.versions.of(ifMatch) : ifMatch;
    const headers = version === undefined ? init.headers : { ...init.headers, 'If-Match': version };
    // As a stream, so that the type of the answer decides how it is read, and not the caller.
    // A picture is sent as it is, with the type that the caller says.
    const isJson = typeof init.body !== 'string' && !(init.body instanceof Blob);
    const asItIs = !isJson && { bodySerializer: (body: unknown) => body };
    const { error, response } = await send(path, { ...init, ...asItIs, headers, parseAs: 'stream' });
    if (!response.ok) return { error: errorOf(error, response), response };
    const data = await dataOf(response);
    this.versions.remember(data, response);
    return { data, response };
  }
}

async function dataOf(response: Response): Promise<unknown> {
  const type = response.headers.get('Content-Type') ?? '';
  if (response.status === 204) return undefined;
  if (type.startsWith('application/json')) return unwrapped(await response.json());
  return type.startsWith('application/x-ndjson') ? response.body : response.text();
}

function unwrapped(body: unknown): unknown {
  const isEnvelope = typeof body === 'object' && body !== null && 'success' in body && 'data' in body;
  return isEnvelope ? body.data : body;
}

function locksOfBrowser(): Locks | undefined {
  return (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;
}
