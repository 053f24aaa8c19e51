import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPages } from '../support/demo-service.js';
import { enterByPage } from '../support/pages.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('what a browser keeps of the pages of a person who has signed out (needs Chromium)', () => {
  const open = browser({ keepsPages: true });
  const at = demoPages();

  /** Whether Back has brought the page from memory; then no document was loaded. */
  const isKept = (page: Page): Promise<boolean> =>
    page.evaluate(() =>
      performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type !== 'back_forward'),
    );

  it('is shown from memory while the person is signed in, or this test proves nothing', async () => {
    const { page } = await open(at().address);
    await enterByPage(page, at().address, 'olivia');
    await page.goto(`${at().address}/organizations/1/members`);
    await page.getByText('vera@delta.example').first().waitFor();
    await page.goto(`${at().address}/docs`);
    await page.goBack({ waitUntil: 'commit' });
    await page.getByText('vera@delta.example').first().waitFor();
    expect(await isKept(page)).toBe(true);
  });

  it('is nothing, whether they signed out here or in another tab', async () => {
    const { page, errors } = await open(at().address);
    const seen: string[] = [];
    await page.exposeFunction('tellText', (text: string) => void seen.push(text));
    await page.addInitScript(() => {
      // Before anything of the page hears of it.
      addEventListener('pageshow', ({ persisted }) => {
        const { tellText } = globalThis as unknown as { tellText: (text: string) => void };
        if (persisted) tellText(`kept: ${document.body.textContent}`);
      });
    });
    for (const leave of [
      () => page.getByRole('button', { name: 'Sign out' }).click(),
      async () => {
        const other = await page.context().newPage();
        await other.goto(`${at().address}/account`);
        await other.getByRole('button', { name: 'Sign out' }).click();
        await other.getByLabel('Username or e-mail address').waitFor();
        await other.close();
      },
    ]) {
      await enterByPage(page, at().address, 'olivia');
      await page.goto(`${at().address}/organizations/1/members`);
      await page.getByText('vera@delta.example').first().waitFor();
      await leave();
      await page.getByLabel('Username or e-mail address').waitFor();
      await page.goBack({ waitUntil: 'commit' });
      await page.getByLabel('Username or e-mail address').waitFor();
      expect(await page.getByText('vera@delta.example').count()).toBe(0);
      await page.waitForURL('**/signin?**');
    }
    expect(seen.filter((text) => text !== 'kept: ')).toEqual([]);
    expect(errors).toEqual([]);
  });
});
