import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the API reference in a browser (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each(['light', 'dark'] as const)('is shown in %s, from this server alone, under its own policy', async (scheme) => {
    const { page, violations, foreign } = await open(app.url, { colorScheme: scheme });
    await page.goto(`${app.url}/docs`);
    await page.getByRole('heading', { name: 'Headgate', exact: true }).waitFor();
    await page.locator('button:visible', { hasText: 'Open Search' }).waitFor();
    expect(await page.locator('body').getAttribute('class')).toContain(`${scheme}-mode`);
    expect(await page.title()).toBe('Headgate API');
    expect([violations, foreign]).toEqual([[], []]);
  });

  it('shows first how the typed client calls an operation', async () => {
    const { page } = await open(app.url);
    await page.goto(`${app.url}/docs`);
    const shown = page.locator('code:visible, pre:visible').filter({ hasText: 'await headgate.login({' });
    await shown.first().waitFor();
    await page.locator('button:visible', { hasText: 'Typed client' }).first().waitFor();
  });

  it('sends a request with the token that is typed in, and keeps it nowhere', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const { page, foreign } = await open(app.url);
    await page.goto(`${app.url}/docs`);
    await page.locator('input[placeholder=Token]:visible').fill(accessToken);
    await page.locator('button:visible', { hasText: 'End this session' }).first().click();
    const answered = page.waitForResponse((response) => response.url() === `${app.url}/api/auth/logout`);
    await page.locator('button:visible', { hasText: 'post /api/auth/logout)' }).click();
    await page.locator('button:visible', { hasText: /^Send/ }).click();
    expect((await answered).status()).toBe(204);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(kept).not.toContain(accessToken);
    expect(foreign).toEqual([]);
  });
});
