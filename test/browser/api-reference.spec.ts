import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

jest.setTimeout(120_000);

(hasChromium ? describe : describe.skip)('the API reference in a browser (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(['light', 'dark'] as const)(
    'is shown in %s, from this server alone, under its own policy',
    async (scheme) => {
      const { page, violations, foreign } = await open(app.url, { colorScheme: scheme });
      await page.goto(`${app.url}/docs`);
      await page.getByRole('heading', { name: 'Headgate', exact: true }).waitFor();
      await page
        .getByRole('button', { name: /search/i })
        .first()
        .waitFor();
      expect(await page.locator('body').getAttribute('class')).toContain(`${scheme}-mode`);
      expect(await page.title()).toBe('Headgate API');
      expect([violations, foreign]).toEqual([[], []]);
    },
  );

  it('sends a request with the token that is typed in, and keeps it nowhere', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const { page, foreign } = await open(app.url);
    await page.goto(`${app.url}/docs`);
    await page.getByPlaceholder('Token').first().fill(accessToken);
    await page.goto(`${app.url}/docs#tag/the-caller/GET/api/v1/me`);
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/me'));
    await page.getByRole('button', { name: /Test Request.*\/api\/v1\/me$/ }).click();
    await page.getByRole('button', { name: /^Send/ }).click();
    expect((await answered).status()).toBe(200);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain(accessToken);
    expect(foreign).toEqual([]);
  });
});
