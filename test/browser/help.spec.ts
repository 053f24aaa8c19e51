import { describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the help (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  it('opens beside a field at the section that explains it', async () => {
    const watched = await at().signedIn('olivia', '/account');
    const { page } = watched;
    const opened = page.context().waitForEvent('page');
    await page.getByRole('region', { name: 'Your address' }).getByRole('link', { name: 'Help' }).click();
    const help = await opened;
    await help.getByRole('heading', { name: 'Names and addresses' }).waitFor();
    expect(help.url()).toBe(`${at().address}/help/identity#names-and-addresses`);
    expect(await help.evaluate(() => document.querySelector(':target')?.textContent)).toBe('Names and addresses');
    expectClean(watched);
  });

  it('is announced in English on German pages, in the menu and beside fields', async () => {
    const watched = await at().signedIn('olivia', '/account');
    await watched.page.getByLabel('Language', { exact: true }).first().selectOption('de');
    const links = watched.page.getByRole('link', { name: 'Hilfe (englisch)', exact: true });
    await links.nth(1).waitFor();
    expect(await watched.page.locator('a[href^="/help"]:not([hreflang=en])').count()).toBe(0);
    expect(await watched.page.getByRole('link', { name: /^Hilfe$/ }).count()).toBe(0);
    expectClean(watched);
  });

  it('finds words in headings and texts without a sign-in, keeps them in the address, and leads to the section', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await page.goto(`${at().address}/help`);
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('trusted device');
    await page.getByText(/^\d+ sections found/).waitFor();
    expect(page.url()).toBe(`${at().address}/help?q=trusted+device`);
    await page.reload();
    await page.getByRole('link', { name: 'How sign-in works: Trusted devices' }).click();
    await page.waitForURL('**/help/identity#trusted-devices');
    expect(await page.getByRole('article').isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('xyzzy');
    await page.getByText('Nothing found.').waitFor();
    expect(await page.getByRole('article').isVisible()).toBe(false);
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('says of an address that is no page of it that there is none', async () => {
    const { page } = await open(at().address);
    await page.goto(`${at().address}/help/architecture`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('is clean for axe in %s, and fits into 360 pixels', async (scheme) => {
    const { page, violations, errors } = await open(at().address, { colorScheme: scheme, viewport: { width: 360, height: 640 } });
    for (const path of ['/help', '/help/identity', '/help/pages', '/help/access-matrix', '/help/tour-people', '/help/connect-okta']) {
      await page.goto(at().address + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    }
    expect([violations, errors]).toEqual([[], []]);
  });
});
