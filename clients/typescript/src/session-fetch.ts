import type { components } from '../dist/api.js';
import type { Tokens, TokenKeeper } from './tokens.js';

/** How fresh a proof is needed, and by which methods it may be given. */
export type StepUp = components['schemas']['StepUpRequiredError']['step_up'];

/** Proves who is there, by one of the step-up routes of the client. @returns false if the person gave up */
export type StepUpHandler = (needed: StepUp) => Promise<boolean>;

/** Lets the person of the session that has ended log in again with this client. @returns false if they did not */
export type SessionOverHandler = () => Promise<boolean>;

/** These take a proof in their body and no token. */
const WITHOUT_TOKEN =
  /\/api\/auth\/(browser\/.+|sign-in-options|login|refresh|mfa\/(verify|webauthn\/options)|sso\/(exchange|link|discover)|password-reset(\/(request|open))?|email-verification)$/;

const LOGIN = '';

interface Parts {
  readonly send: (request: Request) => Promise<Response>;
  readonly keeper: TokenKeeper;
  readonly onStepUp: StepUpHandler;
  readonly onSessionOver: SessionOverHandler;
}

/** A `fetch` that sends the access token, refreshes it, keeps the tokens that answers bring, and asks for the proof of a step-up. */
export function sessionFetch({ send, keeper, onStepUp, onSessionOver }: Parts): (request: Request) => Promise<Response> {
  /** What the person is being asked, by what for. */
  const asking = new Map<string, Promise<boolean>>();

  /** Calls that need the same at the same time ask for it once. */
  function once(need: string, ask: () => Promise<boolean>, { signal }: Request): Promise<boolean> {
    const running = asking.get(need) ?? ask().finally(() => asking.delete(need));
    asking.set(need, running);
    return orAborted(running, signal);
  }

  function attempt(request: Request, tokens: Tokens | null): Promise<Response> {
    const copy = request.clone();
    if (tokens !== null) copy.headers.set('Authorization', `Bearer ${tokens.access_token}`);
    return send(copy);
  }

  /** Whether the token was refused, and not a password or code in the body: both are UNAUTHORIZED below /api/auth. */
  async function isTokenRefused(request: Request, tokens: Tokens): Promise<boolean> {
    const [base, step] = request.url.split('/api/auth/');
    if (step === undefined) return true;
    const me = new Request(`${base}/api/v1/me`, { credentials: request.credentials, signal: request.signal });
    return (await attempt(me, tokens)).status === 401;
  }

  async function withFreshToken(request: Request): Promise<Response> {
    const tokens = await keeper.read();
    const login = asking.get(LOGIN);
    if (!tokens && login) {
      await orAborted(login, request.signal);
      return withFreshToken(request);
    }
    const response = await attempt(request, tokens);
    if (tokens === null || (await bodyOf(response, 401))?.code !== 'UNAUTHORIZED') return response;
    if (!(await isTokenRefused(request, tokens))) return response;
    const refreshed = await orAborted(keeper.refresh(tokens.access_token), request.signal);
    if (refreshed === null) return (await once(LOGIN, onSessionOver, request)) ? withFreshToken(request) : response;
    // The service is busy: tell the caller that, and not "log in again".
    if (refreshed instanceof Response) return refreshed.clone();
    return attempt(request, refreshed);
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (WITHOUT_TOKEN.test(pathname)) return keepTokens(pathname, await send(request), keeper, null);
    const before = await keeper.read();
    let response = await withFreshToken(request);
    let needed = (await bodyOf(response, 401))?.step_up;
    // Another call has obtained the proof, so the person is not asked twice.
    if (needed !== undefined && (await keeper.read())?.access_token !== before?.access_token) {
      response = await withFreshToken(request);
      needed = (await bodyOf(response, 401))?.step_up;
    }
    if (needed === undefined) return keepTokens(pathname, response, keeper, before);
    const isProved = await once(JSON.stringify(needed), () => onStepUp(needed), request);
    return isProved ? withFreshToken(request) : response;
  };
}

interface AnswerBody {
  readonly code?: string;
  readonly step_up?: StepUp;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly user?: object;
}

/** The JSON of an answer with this status, which stays readable. */
async function bodyOf(response: Response, status: number): Promise<AnswerBody | undefined> {
  const type = response.headers.get('Content-Type');
  if (response.status !== status || !type?.startsWith('application/json')) return undefined;
  return (await response.clone().json()) as AnswerBody;
}

async function keepTokens(pathname: string, response: Response, keeper: TokenKeeper, before: Tokens | null): Promise<Response> {
  if (!pathname.includes('/api/auth/') || !response.ok) return response;
  if (pathname.endsWith('/logout')) await keeper.forget();
  const { access_token: accessToken, refresh_token, user } = (await bodyOf(response, 200)) ?? {};
  if (accessToken !== undefined) {
    // An answer that names a person without a refresh token has put a new session into the cookie.
    const refreshToken = refresh_token ?? (user && keeper.nameOfSession());
    await keeper.keep({ access_token: accessToken, ...(refreshToken && { refresh_token: refreshToken }) }, before);
  }
  return response;
}

/** When one caller leaves, the shared work continues for the others. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
