import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import type { OidcSettings } from '../../src/sso/domain/connection.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { Browser } from './browser.js';
import type { Answer } from './http-client.js';
import { oidcConnection } from './oidc-adapter.js';
import type { OidcIdp } from './oidc-idp.js';
import { type TestApp, type TestAppOptions, startTestApp } from './test-app.js';

const CLIENT_PAGE = 'https://app.example/signed-in';
const HERE = 'headgate.test';

/** An application that providers on loopback can be used with. */
export function startSsoApp(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    ...options,
    environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: CLIENT_PAGE, ...options.environment },
  });
}

/** An active connection as its administration would have left it. */
export async function activeConnection(
  app: TestApp,
  idp: Pick<OidcIdp, 'issuer' | 'clientSecret'>,
  { organizationId = 1, ...settings }: Partial<OidcSettings> & { organizationId?: number } = {},
): Promise<number> {
  const [{ id }] = await app.dataSource.query(
    `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at,
                                  activated_at, created_at, updated_at)
     VALUES ($1, 'Corporate ' || (SELECT coalesce(max(id), 0) FROM sso_connections), 'oidc', 'active', $2, $3, 1, $4, $4, $4, $4) RETURNING id`,
    [organizationId, idp.issuer, oidcConnection(idp.issuer, settings).settings, app.clock.now()],
  );
  const secretBox = new AesSecretBox(await loadMasterKeys(loadConfig({ ...testEnvironment })));
  const sealed = secretBox.seal(Buffer.from(idp.clientSecret), `sso_connections.client_secret_sealed:${id}`);
  await app.dataSource.query('UPDATE sso_connections SET client_secret_sealed = $2 WHERE id = $1', [id, sealed]);
  return id;
}

export async function ownDomain(
  app: Pick<TestApp, 'dataSource' | 'clock'>,
  domain: string,
  { organizationId = 1, status = 'verified' } = {},
): Promise<void> {
  await app.dataSource.query(
    `INSERT INTO sso_domains (organization_id, domain, challenge, status, verified_at, created_at)
     VALUES ($1, $2, 'challenge', $3, $4, $4) ON CONFLICT (organization_id, domain) DO UPDATE SET status = $3`,
    [organizationId, domain, status, app.clock.now()],
  );
}

export interface LoginOptions {
  readonly browser?: Browser;
  /** Of the start. */
  readonly query?: Readonly<Record<string, string>>;
}

/** From the start up to the address at this service that the provider sends the browser to; that one is not asked. */
export async function toCallback(
  app: TestApp,
  idp: OidcIdp,
  connectionId: number,
  subject: string,
  { browser = new Browser(), query = {} }: LoginOptions = {},
): Promise<URL> {
  const search = new URLSearchParams({ return_to: CLIENT_PAGE, ...query });
  const start = `${app.url}/api/auth/sso/${connectionId}/start?${search.toString()}`;
  const { url, status, text } = await idp.logIn(start, subject, {
    browser,
    until: ({ host }) => host === HERE || host === 'app.example',
  });
  if (url.host !== HERE && url.host !== 'app.example') throw new Error(`The login stopped at ${url.href}: ${status} ${text}`);
  return url;
}

/** Asks this service for an address to which a person was sent. Answers where it sends the browser, or `null` with its answer. */
export async function follow(
  app: TestApp,
  address: URL,
  browser: Browser,
): Promise<{ readonly to: URLSearchParams; readonly answer: Answer }> {
  const cookie = browser.cookie(app.url, 'headgate_sso') ?? '';
  const answer = await app.http.get(`${address.pathname}${address.search}`, {
    headers: { cookie: `headgate_sso=${cookie}` },
  });
  const location = answer.headers.get('location');
  return { to: location === null ? new URLSearchParams() : new URL(location).searchParams, answer };
}

/** A whole login in one browser. @returns what stands in the query of the page that it ends at */
export async function signIn(
  app: TestApp,
  idp: OidcIdp,
  connectionId: number,
  subject: string,
  { browser = new Browser(), query = {} }: LoginOptions = {},
): Promise<URLSearchParams> {
  const callback = await toCallback(app, idp, connectionId, subject, { browser, query });
  if (callback.host !== HERE) return callback.searchParams;
  return (await follow(app, callback, browser)).to;
}

export function exchange(app: TestApp, code: string | null, verifier?: string): Promise<Answer> {
  const proof = verifier === undefined ? {} : { code_verifier: verifier };
  return app.http.post('/api/auth/sso/exchange', { code: code ?? '', ...proof });
}

/** What was refused lately, the last one first. */
export async function refusals(app: TestApp, action: string): Promise<Record<string, unknown>[]> {
  const rows: { detail: Record<string, unknown> }[] = await app.dataSource.query(
    `SELECT detail FROM audit_events WHERE action = $1 AND outcome = 'refused' ORDER BY id DESC LIMIT 30`,
    [action],
  );
  return rows.map(({ detail }) => detail);
}
