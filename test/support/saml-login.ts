import { certificateOf } from '../../src/sso/adapters/saml/certificates.js';
import type { SamlSettings } from '../../src/sso/domain/connection.js';
import { Browser, type Visit } from './browser.js';
import type { Answer } from './http-client.js';
import { samlConnection } from './saml-connection.js';
import type { SamlIdp } from './saml-idp.js';
import type { TestApp } from './test-app.js';

export const CLIENT_PAGE = 'https://app.example/signed-in';
const HERE = 'headgate.test';

/** A service, wherever it runs; its PUBLIC_URL is that of the tests. */
type Asked = Pick<TestApp, 'url' | 'http'>;

/** An active connection as its administration would have left it. */
export async function activeSamlConnection(
  app: Pick<TestApp, 'dataSource' | 'clock'>,
  idp: SamlIdp,
  settings: Partial<SamlSettings> = {},
): Promise<number> {
  const certificates = [certificateOf(idp.signer.cert)];
  const own = { signOnUrl: idp.signOnUrl, logoutUrl: idp.signOnUrl.replace('/sso', '/slo'), certificates };
  const [{ id }] = await app.dataSource.query(
    `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at,
                                  activated_at, created_at, updated_at)
     VALUES (1, 'SAML ' || (SELECT count(*) FROM sso_connections), 'saml', 'active', $1, $2, 1, $3, $3, $3, $3) RETURNING id`,
    [idp.entityId, samlConnection({ ...own, ...settings }).settings, app.clock.now()],
  );
  return id;
}

/** From the start up to the form that the provider has the browser post here; it is not posted. */
export async function toAcs(
  app: Asked,
  idp: SamlIdp,
  connectionId: number,
  subject: string,
  browser = new Browser(),
): Promise<URLSearchParams> {
  const search = new URLSearchParams({ return_to: CLIENT_PAGE });
  const start = `${app.url}/api/auth/sso/${connectionId}/start?${search.toString()}`;
  const visit: Visit = await idp.logIn(start, subject, { browser, until: ({ host }) => host === HERE });
  if (visit.form === undefined) throw new Error(`The login stopped at ${visit.url.href}: ${visit.status} ${visit.text}`);
  return visit.form;
}

/** As the browser does it that comes from another site: without cookies. */
export function post(app: Asked, connectionId: number, form: URLSearchParams): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.test' };
  return app.http.post(`/api/auth/sso/${connectionId}/acs`, form.toString(), { headers });
}

/** The last step of a login. */
export function finish(app: Asked, location: string | null, browser: Browser): Promise<Answer> {
  const { pathname, search } = new URL(location ?? '', app.url);
  const cookie = browser.cookie(app.url, 'headgate_sso') ?? '';
  return app.http.get(`${pathname}${search}`, { headers: { cookie: `headgate_sso=${cookie}` } });
}

/** What an answer says to the page that it sends the browser to. */
export function said({ headers, status, text }: Answer): URLSearchParams {
  const location = headers.get('location');
  if (location === null) throw new Error(`It leads nowhere: ${status} ${text}`);
  return new URL(location, 'https://nowhere.example').searchParams;
}

/** A whole login in one browser. */
export async function samlSignIn(
  app: Asked,
  idp: SamlIdp,
  connectionId: number,
  subject: string,
): Promise<{ accessToken: string; userId: number }> {
  const browser = new Browser();
  const posted = await post(app, connectionId, await toAcs(app, idp, connectionId, subject, browser));
  const ended = said(await finish(app, posted.headers.get('location'), browser));
  const { status, body } = await app.http.post('/api/auth/sso/exchange', { code: ended.get('code') ?? '' });
  if (status !== 200) throw new Error(`The login came to nothing: ${ended.toString()}`);
  return { accessToken: body.access_token, userId: Number(body.user.id) };
}
