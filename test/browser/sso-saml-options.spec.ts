import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { enter, faultsOf } from '../support/pages.js';
import { selfSigned } from '../support/self-signed.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the options of a SAML connection (need Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;
  let token: string;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new FixedClock(new Date()),
      environment: { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' },
    });
    address = app.url.replace('127.0.0.1', 'localhost');
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
  });
  afterAll(() => app.close());

  it.each([
    ['English', 'Send requests by a form (HTTP-POST), not in the address', 'Encrypted assertions', 'Save and continue', 'light', 1280],
    [
      'Deutsch',
      'Anfragen als Formular senden (HTTP-POST), nicht in der Adresse',
      'Verschlüsselte Assertions',
      'Speichern und weiter',
      'dark',
      360,
    ],
  ] as const)(
    'say how requests go and whether assertions are encrypted: %s',
    async (language, posts, encryption, save, colorScheme, width) => {
      const { cert } = selfSigned('idp.example', { type: 'rsa' });
      const config = { entity_id: 'https://idp.example/entity', sign_on_url: 'https://idp.example/sso', certificates: [cert] };
      const made = await app.http.post('/api/v1/organizations/1/sso/connections', { name: language, type: 'saml', config }, { token });
      const { id } = made.body.data.connection;
      const { page, violations } = await open(address, { colorScheme });
      await enter(page, address, 'olivia');
      await page.getByRole('combobox').filter({ hasText: 'Deutsch' }).selectOption({ label: language });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${address}/organizations/1/sso/${id}?step=configuration&provider=other`);
      await page.getByLabel(posts).check();
      await page.getByLabel(encryption).selectOption('required');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: save }).click();
      await page.waitForURL(/step=test/);
      const saved = await app.http.get(`/api/v1/sso/connections/${id}`, { token });
      expect(saved.body.data.connection.config).toMatchObject({ sign_on_binding: 'post', assertion_encryption: 'required' });
      // The key that it needs is made at once.
      expect((await app.http.get(`/api/v1/sso/connections/${id}/keys`, { token })).body.data.keys).toHaveLength(1);
      expect(violations).toEqual([]);
    },
  );
});
