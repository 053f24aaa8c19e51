import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { filesOfZip } from '../support/zip-files.js';
import { browser, hasChromium } from './chromium.js';

async function downloaded(page: Page, button: string): Promise<Map<string, string>> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return filesOfZip(await readFile(await (await begun).path()));
}

(hasChromium ? describe : describe.skip)('exports in a browser (needs Chromium)', () => {
  const at = workbench(browser());

  it('give a person everything that is kept about them', async () => {
    const watched = await at().signedIn('vera', '/account');
    const { page } = watched;
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    await page.getByRole('button', { name: 'Collect the data' }).click();
    await page.getByText(/^Made on .* KiB\. It is deleted on /).waitFor();
    const files = await downloaded(page, 'Download the file');
    expect(JSON.parse(files.get('account.jsonl') ?? '')).toMatchObject({ username: 'vera' });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await faultsOf(page), await isTooWide(page)]).toEqual([width, [], false]);
    }
    expectClean(watched);
  });

  it('give an owner everything of the organization, and others no card', async () => {
    const watched = await at().signedIn('olivia', '/organizations/1/audit');
    const { page } = watched;
    await page.getByRole('heading', { name: 'Export of the organization' }).waitFor();
    await page.getByRole('button', { name: 'Collect the data' }).click();
    await page.getByText(/^Made on /).waitFor();
    const files = await downloaded(page, 'Download the file');
    expect(JSON.parse(files.get('organization.jsonl') ?? '')).toMatchObject({ name: 'Delta Analytics' });
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });
});
