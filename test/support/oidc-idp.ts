import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, SignJWT, exportJWK } from 'jose';
import type Provider from 'oidc-provider';
import type { Configuration, Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../src/shared/ports/clock.js';
import { Browser, type Visit } from './browser.js';
import { rsaPair } from './rsa-pair.js';

interface OidcAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** How the person logs in there (RFC 8176), for example `['pwd', 'mfa']`. */
  readonly amr?: string[];
}

export interface OidcIdp {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: OidcAccount[];
  /** Where it posts logout tokens when a person ends their session here; nowhere at first. */
  backchannelLogoutUri: string | undefined;
  /** Where it finds the keys of its client `headgate-by-key`, which has no secret; nowhere at first. */
  clientJwksUri: string | undefined;
  /** Refuses a logout without `id_token_hint`, as Okta does; not at first. */
  wantsHint: boolean;
  /**
   * Follows the browser from an address that leads to the provider, logs in there, and stops before what `until` says; by default
   * before the first address that is not the provider's own.
   */
  logIn(startUrl: string | URL, subject: string, options?: { browser?: Browser; until?: (url: URL) => boolean }): Promise<Visit>;
  /** A token with the provider's own signature that says what the test wants it to say. */
  mint(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  readonly accounts: readonly OidcAccount[];
  /**
   * What its tokens call now. A clock that stands still differs from that of the machine by as long as a run has taken,
   * and the service believes no token from the future.
   */
  readonly clock: Clock;
}

const WHO = 'as';
const CLIENT_KEYS = 'http://127.0.0.1/keys';
const NOT_KNOWN_YET = 'http://127.0.0.1/backchannel-logout';

/** A real provider (`oidc-provider`) on loopback: authorization code with PKCE, `iss` in the answer, back-channel logout. */
export async function startOidcIdp({ accounts, clock }: Options): Promise<OidcIdp> {
  const { privateKey } = rsaPair();
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'idp-1', alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp: OidcIdp = {
    issuer,
    clientId: 'headgate',
    clientSecret: 'a secret of the provider, 42 characters',
    accounts: [...accounts],
    backchannelLogoutUri: undefined,
    clientJwksUri: undefined,
    wantsHint: false,
    logIn: (startUrl, subject, { browser = new Browser(), until = (url: URL) => url.origin !== issuer } = {}) => {
      browser.setCookie(issuer, WHO, subject);
      return browser.visit(startUrl, until);
    },
    mint: (claims, header) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'idp-1', ...header }).sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = await quietly(async () => {
    const { default: OidcProvider } = await import('oidc-provider');
    return new OidcProvider(issuer, configurationOf(idp, key, clock));
  });
  loosen(provider);
  dateBy(clock, provider);
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    if (idp.wantsHint && pathname === '/session/end' && !searchParams.has('id_token_hint')) {
      response.writeHead(400).end('The id_token_hint is missing.');
      return;
    }
    const isInteraction = request.url?.startsWith('/interaction/') === true;
    void (isInteraction ? confirm(provider, idp, clock, request, response) : answer(request, response));
  });
  return idp;
}

function configurationOf(idp: OidcIdp, key: JWK, clock: Clock): Configuration {
  const lead = (): number => Math.max(0, secondsOf(clock) - Math.floor(Date.now() / 1000));
  return {
    clients: [
      {
        client_id: idp.clientId,
        client_secret: idp.clientSecret,
        redirect_uris: ['http://127.0.0.1/callback'],
        // Both `client_secret_basic` and `client_secret_post` are taken.
        token_endpoint_auth_method: 'client_secret_basic',
        backchannel_logout_uri: NOT_KNOWN_YET,
        backchannel_logout_session_required: true,
      },
      {
        client_id: 'headgate-by-key',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks_uri: CLIENT_KEYS,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['of the tests'] },
    scopes: ['openid', 'profile', 'email', 'groups', 'offline_access'],
    claims: {
      openid: ['sub', 'sid', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
      groups: ['groups'],
    },
    // As nearly all others do: what was asked for stands in the token, not behind the address of user information alone.
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => {
      const account = idp.accounts.find((one) => one.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account, groups: account.groups && [...account.groups] }) };
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: confirmLogout },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // What a person would see, for a developer who looks at a failed test.
    renderError: (ctx, out) => {
      ctx.body = JSON.stringify(out);
    },
    ttl: {
      IdToken: () => 3600 + lead(),
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    // Its own way of asking takes public addresses only.
    fetch: (input, init) => {
      const { method = 'GET', headers, body } = init ?? {};
      const laterKnown = new Map([
        [NOT_KNOWN_YET, idp.backchannelLogoutUri],
        [CLIENT_KEYS, idp.clientJwksUri],
      ]);
      const address = typeof input === 'string' && laterKnown.has(input) ? laterKnown.get(input) : input;
      if (address === undefined) return Promise.resolve(new Response());
      return fetch(address, { method, headers: new Headers(headers), body: body ?? null });
    },
  };
}

/** The addresses of a connection hold its id, which exists only after the provider was named. */
function loosen(provider: Provider): void {
  const client = provider.Client.prototype as unknown as Record<string, unknown>;
  client['redirectUriAllowed'] = () => true;
  client['postLogoutRedirectUriAllowed'] = () => true;
}

function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/** ID tokens and logout tokens. */
function dateBy(clock: Clock, provider: Provider): void {
  const token = provider.IdToken.prototype as unknown as { payload: () => Promise<Record<string, unknown>> };
  const { payload } = token;
  token.payload = async function (): Promise<Record<string, unknown>> {
    return { ...(await payload.call(this)), iat: secondsOf(clock) };
  };
}

/** Stands in for the question whether to log out here too. */
function confirmLogout(ctx: KoaContextWithOIDC, form: string): void {
  const yes = '<input type="hidden" name="logout" value="yes"/></form>';
  ctx.body = `${form.replace('</form>', yes)}<script>document.forms[0].submit()</script>`;
}

/** Replaces the form and the consent: the person is the one that the browser names. */
async function confirm(provider: Provider, idp: OidcIdp, clock: Clock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    const sub = decodeURIComponent(/(?:^|; )as=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
    const account = idp.accounts.find((one) => one.sub === sub);
    const result =
      account === undefined
        ? { error: 'access_denied', error_description: 'No person of that name.' }
        : { login: { accountId: sub, ts: secondsOf(clock), ...(account.amr !== undefined && { amr: account.amr }) } };
    await provider.interactionFinished(request, response, result);
    return;
  }
  const grant: Grant =
    (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
    new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** It says at each start that it would rather have another Node. */
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
