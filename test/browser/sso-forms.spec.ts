import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MachineClock } from '../support/machine-clock.js';
import { oidcConnection } from '../support/oidc-adapter.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { activeSamlConnection } from '../support/saml-login.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('what a browser makes of the forms and frames of single sign-on (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let idp: SamlIdp;
  let provider: Server;
  /** What was posted to the provider. */
  let received: URLSearchParams;
  let origin: string;
  let elsewhere: string;
  let start: string;
  let frame: string;

  beforeAll(async () => {
    idp = await startSamlIdp({ accounts: [] });
    app = await startTestApp({ clock: new MachineClock(), environment: { SSO_NETWORKS: 'loopback' } });
    provider = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const isForm = request.method === 'POST';
        if (isForm) received = new URLSearchParams(body);
        // As providers do whose login is at another address of theirs.
        if (isForm) response.writeHead(303, { location: `${elsewhere}/login` }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Provider</h1><iframe src="${frame}"></iframe>`);
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, resolve));
    const { port } = provider.address() as AddressInfo;
    [origin, elsewhere] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
    const id = await activeSamlConnection(app, idp, { signOnBinding: 'post', signOnUrl: `${origin}/sso` });
    start = `${app.url}/api/auth/sso/${id}/start`;
    const { settings } = oidcConnection(origin, { clientId: 'headgate' });
    const [{ id: other }] = await app.dataSource.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES (1, 'Framing', 'oidc', 'active', $1, $2, now(), now()) RETURNING id`,
      [origin, settings],
    );
    frame = `${app.url}/api/auth/sso/${other}/frontchannel-logout?${new URLSearchParams({ iss: origin, sid: 'a-session' }).toString()}`;
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
    provider.closeAllConnections();
    provider.close();
  });

  it('posts the request by itself, and follows the provider wherever that leads', async () => {
    const { page, violations } = await open(app.url);
    await page.goto(start);
    await page.waitForURL(`${elsewhere}/login`);
    expect([...received.keys()]).toEqual(['SAMLRequest', 'RelayState']);
    expect(violations.filter((violation) => !violation.includes('frame'))).toEqual([]);
  });

  it.each([
    ['en-GB', 'To your identity provider', 'Continue', 'light'],
    ['de-AT', 'Zu Ihrem Identitätsanbieter', 'Weiter', 'dark'],
  ] as const)('waits for its button where scripts are off: %s', async (locale, title, button, colorScheme) => {
    const { page } = await open(app.url, { javaScriptEnabled: false, locale, colorScheme, viewport: { width: 360, height: 640 } });
    await page.goto(start);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(`${elsewhere}/login`);
    expect(received.has('SAMLRequest')).toBe(true);
  });

  it('shows the frame of a logout to the pages of the issuer, and to no others', async () => {
    const { page } = await open(app.url);
    const titleOn = async (address: string): Promise<string> => {
      await page.goto(address);
      const [, inner] = page.frames();
      return inner?.title() ?? '';
    };
    expect(await titleOn(`${origin}/logout`)).toBe('Headgate');
    expect(await titleOn(`${elsewhere}/logout`)).not.toBe('Headgate');
  });
});
