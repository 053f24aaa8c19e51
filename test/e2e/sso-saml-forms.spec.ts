import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MachineClock } from '../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, activeSamlConnection, samlSignIn } from '../support/saml-login.js';
import { logoutRequestXml, logoutResponseXml, posted, signRoot } from '../support/saml-messages.js';
import { selfSigned } from '../support/self-signed.js';
import { ownDomain } from '../support/sso-login.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

let app: TestApp;
let idp: SamlIdp;
let connectionId: number;

beforeAll(async () => {
  const accounts = ['ada', 'bea', 'cleo', 'dora'].map((subject) => ({ subject, email: `${subject}@corp.example`, name: subject }));
  idp = await startSamlIdp({ accounts });
  app = await startTestApp({
    clock: new MachineClock(),
    environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: CLIENT_PAGE, RATE_LIMIT_MULTIPLIER: '1000' },
  });
  connectionId = await activeSamlConnection(app, idp, { signOnBinding: 'post', logoutBinding: 'post' });
  await ownDomain(app, 'corp.example');
});
afterAll(async () => {
  await app.close();
  await idp.close();
});

const at = (path: string, id = connectionId): string => `/api/auth/sso/${id}/${path}`;
const slo = (id = connectionId): string => `http://headgate.test${at('slo', id)}`;
const me = (token: string): Promise<number> => app.http.get('/api/v1/me', { token }).then(({ status }) => status);
const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://idp.test' } };
const send = (fields: Record<string, string>, options = FORM, id = connectionId) =>
  app.http.post(at('slo', id), new URLSearchParams(fields).toString(), options);
const asked = (subject: string, id = `_${subject}`, to = connectionId): string =>
  signRoot(logoutRequestXml({ issuer: idp.entityId, destination: slo(to), subject, instant: new Date(), id }), idp.signer);
const refusals = async (): Promise<string[]> =>
  (await app.dataSource.query(`SELECT detail ->> 'fault' AS fault FROM audit_events WHERE action = 'sso.logout.refused' ORDER BY id`)).map(
    ({ fault }: { fault: string }) => fault,
  );

describe('A login at a provider that takes requests by a form', () => {
  it('goes there by a page that posts itself, and comes back with a session', async () => {
    const { accessToken } = await samlSignIn(app, idp, connectionId, 'ada');
    expect(await me(accessToken)).toBe(200);
  });

  it.each([
    ['en', 'To your identity provider', 'Continue'],
    ['de', 'Zu Ihrem Identitätsanbieter', 'Weiter'],
  ])('has a page that runs its own script and no other, and has a button for browsers without: %s', async (language, title, button) => {
    const { status, headers, text } = await app.http.get(`${at('start')}?return_to=${encodeURIComponent(CLIENT_PAGE)}`, {
      headers: { 'Accept-Language': language, Accept: 'text/html' },
    });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<button>${button}</button>`);
    const policy = headers.get('content-security-policy') ?? '';
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ]) {
      const inside = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(text)?.[1] ?? '';
      expect(policy).toContain(`${directive} 'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|'self'/);
  });

  it('shows what administrators wrote as an address, and nothing else', async () => {
    const id = await activeSamlConnection(app, idp, { signOnBinding: 'post', signOnUrl: 'https://idp.test/?a="><script>x</script>' });
    const { text } = await app.http.get(at('start', id));
    expect(text.match(/<script>/g)).toHaveLength(1);
    expect(text).toContain('&#34;&#62;&#60;script&#62;');
  });
});

describe('Single logout by a form', () => {
  it('at the provider ends the session here, once, and answers by a form', async () => {
    const [ada, bea] = [await samlSignIn(app, idp, connectionId, 'ada'), await samlSignIn(app, idp, connectionId, 'bea')];
    const form = { SAMLRequest: posted(asked('ada')), RelayState: 'where' };
    const all = await Promise.all(Array.from({ length: 20 }, () => send(form)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const [answer] = all.filter(({ status }) => status === 200);
    expect(answer?.text).toContain(`action="${idp.signOnUrl.replace('/sso', '/slo')}"`);
    expect(answer?.text).toMatch(/name="SAMLResponse" value="[^"]+"><input type="hidden" name="RelayState" value="where">/);
    expect([await me(ada.accessToken), await me(bea.accessToken)]).toEqual([401, 200]);
    const again = await samlSignIn(app, idp, connectionId, 'ada');
    expect(await send(form)).toMatchObject({ status: 403, body: { code: 'LOGOUT_REFUSED' } });
    expect((await refusals()).at(-1)).toBe('RESPONSE_REPLAYED');
    expect(await me(again.accessToken)).toBe(200);
  });

  it('ends nothing by what the provider did not sign for this connection', async () => {
    const { accessToken } = await samlSignIn(app, idp, connectionId, 'cleo');
    const other = await activeSamlConnection(app, idp);
    const unsigned = logoutRequestXml({ issuer: idp.entityId, destination: slo(), subject: 'cleo', instant: new Date(), id: '_x' });
    const forms: Record<string, string>[] = [
      { SAMLRequest: posted(unsigned) },
      { SAMLRequest: posted(signRoot(unsigned, selfSigned('attacker.test', { type: 'rsa' }))) },
      { SAMLRequest: posted(asked('cleo', '_y', other)) },
      { SAMLRequest: posted(asked('cleo', '_z').replace('>cleo<', '>ada<')) },
      { SAMLRequest: posted(asked('cleo')), SAMLResponse: posted(asked('cleo')) },
      { SAMLResponse: posted(asked('cleo')) },
      {},
    ];
    const answers = await Promise.all(forms.map((form) => send(form)));
    // One and the same answer: the reason is for administrators.
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code} ${body.message}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 403, body: { code: 'LOGOUT_REFUSED' } });
    expect(await me(accessToken)).toBe(200);
    const people = await send({ SAMLRequest: posted(unsigned) }, { headers: { ...FORM.headers, Accept: 'text/html' } } as typeof FORM);
    expect([people.status, people.headers.get('location')]).toEqual([303, expect.stringContaining('/signin#error=LOGOUT_REFUSED')]);
  });

  it('that begins here goes over a page of ours, once, and leads back only to where logins may end', async () => {
    const { accessToken: token } = await samlSignIn(app, idp, connectionId, 'dora');
    const { body } = await app.http.post('/api/auth/sso/logout', undefined, { token });
    const { pathname, search, searchParams } = new URL(body.logout_url);
    expect(pathname).toBe(at('logout'));
    expect(await me(token)).toBe(401);
    const moved = await app.http.get(`${at('logout', await activeSamlConnection(app, idp, { logoutBinding: 'post' }))}${search}`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, 'http://headgate.test/']);
    const all = await Promise.all(Array.from({ length: 20 }, () => app.http.get(`${pathname}${search}`)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ headers }) => headers.get('location') === 'http://headgate.test/')).toHaveLength(19);
    expect(all.find(({ status }) => status === 200)?.text).toContain('name="SAMLRequest"');
    expect(app.log.join('\n')).not.toContain(searchParams.get('ticket'));
    const answer = (relayState: string) =>
      send({ SAMLResponse: posted(signRoot(logoutResponseXml(idp.entityId), idp.signer)), RelayState: relayState });
    expect((await answer(`${CLIENT_PAGE}?bye=1`)).headers.get('location')).toBe(`${CLIENT_PAGE}?bye=1`);
    expect((await answer('https://attacker.test/')).headers.get('location')).toBe('http://headgate.test/');
    const unsigned = await send({ SAMLResponse: posted(logoutResponseXml(idp.entityId)), RelayState: CLIENT_PAGE });
    expect(unsigned.status).toBe(403);
  });
});

it('The metadata of this service names both ways to log out', async () => {
  const { text } = await app.http.get(at('metadata'));
  for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
    expect(text).toContain(`<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${slo()}"/>`);
});

describe('A connection that is set up by metadata', () => {
  const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  let made = 0;
  const created = async (change: (xml: string) => string, config: object = {}) => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const xml = (await (await fetch(idp.metadataUrl)).text()).replaceAll('Location="http:', 'Location="https:');
    const body = { name: `By metadata ${++made}`, type: 'saml', config: { metadata_xml: change(xml), ...config } };
    return app.http.post('/api/v1/organizations/1/sso/connections', body, { token });
  };

  it('posts where nothing else is offered, or where an administrator chooses it', async () => {
    const alone = await created((xml) => xml.replaceAll('HTTP-Redirect', 'SOAP'));
    expect(alone.body.data.connection.config).toMatchObject({ sign_on_binding: 'post', logout_url: null, logout_binding: 'redirect' });
    const both = await created((xml) => xml);
    expect(both.body.data.connection.config).toMatchObject({ sign_on_binding: 'redirect', logout_binding: 'redirect' });
    const chosen = await created((xml) => xml, { sign_on_binding: 'post' });
    expect(chosen.body.data.connection.config).toMatchObject({ sign_on_binding: 'post' });
  });

  it('takes new certificates while people log in, and no logout that forms make possible', async () => {
    const LOGOUT = /<SingleLogoutService [^>]*>/g;
    const made = await created((xml) => xml.replaceAll(LOGOUT, ''));
    const { id } = made.body.data.connection;
    await app.dataSource.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
    const xml = (await (await fetch(idp.metadataUrl)).text()).replaceAll('Location="http:', 'Location="https:');
    expect(xml).toMatch(LOGOUT);
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const config = { metadata_xml: xml.replaceAll(/(<SingleLogoutService [^>]*)HTTP-Redirect/g, '$1HTTP-POST') };
    const renewed = await app.http.patch(`/api/v1/sso/connections/${id}`, { config }, { token });
    expect([renewed.status, renewed.body.data?.connection.config.logout_url]).toEqual([200, null]);
  });

  it('is refused with a binding that the provider does not offer', async () => {
    const { status, body } = await created((xml) => xml.replaceAll(POST, 'x'), { sign_on_binding: 'post', logout_binding: 'post' });
    expect([status, body.details]).toMatchObject([400, [{ field: 'config.sign_on_binding' }, { field: 'config.logout_binding' }]]);
  });
});
