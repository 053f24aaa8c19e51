import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { certificateOf } from '../../src/sso/adapters/saml/certificates.js';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { samlConnection } from '../support/saml-connection.js';
import { MachineClock, type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, exchange, follow, ownDomain, startSsoApp } from '../support/sso-login.js';
import type { TestApp } from '../support/test-app.js';

const MOST_TIME = 60_000;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.example' };

describe('a login by SAML', () => {
  let app: TestApp;
  let idp: SamlIdp;
  let connectionId: number;

  beforeAll(async () => {
    app = await startSsoApp({ clock: new MachineClock(), environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startSamlIdp({ accounts: [{ subject: 'ada-7', email: 'ada@corp.example', name: 'Ada' }] });
    const { settings } = samlConnection({
      signOnUrl: idp.signOnUrl,
      logoutUrl: idp.signOnUrl.replace(/sso$/, 'slo'),
      certificates: [certificateOf(idp.signer.cert)],
    });
    [{ id: connectionId }] = await app.dataSource.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, created_at, updated_at)
       VALUES (1, 'Corporate', 'saml', 'active', $1, $2, 1, now(), now()) RETURNING id`,
      [idp.entityId, settings],
    );
    await ownDomain(app, 'corp.example');
  }, MOST_TIME);
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  const at = (path: string): string => `/api/auth/sso/${connectionId}/${path}`;
  const post = (form: Record<string, string>): Promise<Answer> =>
    app.http.post(at('acs'), new URLSearchParams(form).toString(), { headers: FORM });
  const locationOf = ({ headers }: Answer): URL => new URL(headers.get('location') ?? '', 'http://headgate.test');

  /** What the provider has the browser post. */
  const answered = async (browser: Browser): Promise<Record<string, string>> => {
    const start = `${app.url}${at('start')}?return_to=${encodeURIComponent(CLIENT_PAGE)}`;
    const { text } = await idp.logIn(start, 'ada-7', { browser });
    const fields = [...text.matchAll(/name="(SAMLResponse|RelayState)" value="([^"]*)"/g)];
    return Object.fromEntries(
      fields.map(([, name = '', value = '']) => [
        name,
        value.replaceAll('&#x2b;', '+').replaceAll('&#x3d;', '=').replaceAll('&#x2f;', '/'),
      ]),
    );
  };

  it('ends in the browser that began it, which the post of another site does not show', async () => {
    const browser = new Browser();
    const received = await post(await answered(browser));
    expect(received.status).toBe(303);
    const finish = locationOf(received);
    expect(finish.pathname).toBe(at('finish'));
    const { answer } = await follow(app, finish, new Browser());
    expect([answer.status, answer.body.code]).toEqual([403, 'WRONG_BROWSER']);
    const ends = await Promise.all(Array.from({ length: 20 }, () => follow(app, finish, browser)));
    const codes = ends.flatMap(({ to }) => to.get('code') ?? []);
    expect([codes.length, ends.filter((end) => end.answer.body?.code === 'ATTEMPT_ENDED').length]).toEqual([1, 19]);
    const { status, body } = await exchange(app, codes[0] ?? null);
    expect([status, body.user?.email]).toEqual([200, 'ada@corp.example']);
  });

  it('believes an answer once, and one that nobody asked for never', async () => {
    const form = await answered(new Browser());
    const posts = await Promise.all(Array.from({ length: 20 }, () => post(form)));
    expect(posts.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(19).fill(403)]);
    const { SAMLResponse = '' } = form;
    for (const RelayState of ['', 'https://app.example/', 'A'.repeat(43)])
      expect((await post({ SAMLResponse, RelayState })).body.code).toBe('ATTEMPT_ENDED');
    // The answer to one question is none to another.
    const { RelayState = '' } = await answered(new Browser());
    expect(locationOf(await post({ SAMLResponse, RelayState })).searchParams.get('error')).not.toBeNull();
  });

  it('begins anew where the provider began, if that is allowed; what it brought is not read', async () => {
    const set = (value: boolean): Promise<unknown> =>
      app.dataSource.query(
        `UPDATE sso_connections SET settings = settings || jsonb_build_object('allowsProviderStart', $1::boolean)`,
        [value],
      );
    expect((await post({ SAMLResponse: 'anything' })).status).toBe(403);
    await set(true);
    const { status, headers } = await post({ SAMLResponse: 'anything' });
    expect([status, headers.get('location')]).toEqual([303, at('start')]);
    await set(false);
  });

  it('takes a form of no more than the largest answer, and nothing but a form', async () => {
    expect((await post({ SAMLResponse: 'A'.repeat(400_000) })).status).toBe(413);
    expect((await app.http.post(at('acs'), { SAMLResponse: 'x' })).status).toBe(415);
    expect((await app.http.get(at('callback?code=x&state=y'))).status).toBe(403);
  });

  it('is over when the provider says so with its signature', async () => {
    const browser = new Browser();
    const finish = locationOf(await post(await answered(browser)));
    const { body } = await exchange(app, (await follow(app, finish, browser)).to.get('code'));
    const alive = async (): Promise<number> => (await app.http.get('/api/v1/me', { token: body.access_token })).status;
    const told = new URL(idp.logoutAddress(`http://headgate.test${at('slo')}`, 'ada-7'));
    const forged = `${told.pathname}${told.search.replace(/Signature=[^&]{8}/, 'Signature=AAAAAAAA')}`;
    expect([(await app.http.get(forged)).status, await alive()]).toEqual([403, 200]);
    const { status, headers } = await app.http.get(`${told.pathname}${told.search}`);
    expect([status, headers.get('location')?.startsWith(idp.signOnUrl.replace(/sso$/, 'slo?SAMLResponse='))]).toEqual([
      302,
      true,
    ]);
    expect(await alive()).toBe(401);
  });

  it('publishes what the provider has to know', async () => {
    const { status, headers, text } = await app.http.get(at('metadata'));
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/samlmetadata+xml'),
    ]);
    expect(text).toContain(`http://headgate.test${at('acs')}`);
    expect((await app.http.get('/api/auth/sso/2000000000/metadata')).status).toBe(404);
  });
});
