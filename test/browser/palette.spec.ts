import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the way to pages and things by their names (needs Chromium)', () => {
  const at = workbench(browser());

  async function seek(page: Page, text: string, found: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Page, person/ }).fill(text);
    await page.getByRole('option', { name: found }).waitFor();
  }

  it('leads by the keyboard to pages, people, data sources, tables and templates', async () => {
    const policy = { organization_id: 1, name: 'Discharge is secret', rules: [{ kind: 'tag', tag: 'secret', effect: 'hash' }] };
    await at().service.http.post('/api/v1/sso/abac/data-policies', policy, { token: at().token });
    const watched = await at().signedIn('olivia', '/');
    const { page } = watched;
    await page.getByRole('button', { name: 'Go to …' }).waitFor();
    await seek(page, 'provi', 'Provisioning Sign-on');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organizations/1/provisioning');
    await seek(page, 'lindq', 'Vera Lindqvist vera@delta.example');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organizations/1/members/*');
    await page.getByRole('heading', { name: 'Vera Lindqvist' }).waitFor();
    await page.goto(`${at().address}/data-sources/${at().source}/query`);
    await page.getByRole('button', { name: 'Go to …' }).waitFor();
    await seek(page, 'gaug', 'gauges Table · public');
    await page.getByRole('option', { name: 'gauges Table · public' }).click();
    await page.waitForURL(`**/data-sources/${at().source}/schema?schema=public&table=gauges`);
    await page.getByRole('heading', { name: /gauges/ }).waitFor();
    await seek(page, 'Longest', 'Longest rivers of a continent Template');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/templates/*');
    await seek(page, 'of the world', 'Rivers of the world Data source');
    await seek(page, 'ask rivers', 'Ask Rivers of the world Action');
    await seek(page, 'hydr', 'Hydrology Workspace');
    await seek(page, 'discharge', 'Discharge is secret Data policy');
    await page.getByRole('option', { name: 'Discharge is secret Data policy' }).click();
    await page.waitForURL('**/organizations/1/data-policies/*');
    await seek(page, 'write a d', 'Write a data policy Action');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organizations/1/data-policies/new');
    await seek(page, 'of the world', 'Rivers of the world Data source');
    // It waits for no second one.
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectClean(watched);
  });

  it('shows a person only what they can open', async () => {
    const watched = await at().signedIn('vera', '/');
    const { page } = watched;
    await page.getByRole('button', { name: 'Go to …' }).click();
    await page.getByRole('option', { name: 'Data sources' }).waitFor();
    for (const hidden of ['Audit', 'Provisioning', 'Accounts', 'New data source'])
      expect(await page.getByRole('option', { name: hidden }).count()).toBe(0);
    await page.getByRole('combobox', { name: /^Page, person/ }).fill('xyzzy');
    await page.getByText('Nothing has this name. Try another word.').waitFor();
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('has no fault in %s at 320 px', async (colorScheme) => {
    const watched = await at().signedIn('olivia', '/', { colorScheme, viewport: { width: 320, height: 700 } });
    const { page } = watched;
    await page.getByRole('button', { name: 'Go to …' }).click();
    await page.getByRole('option', { name: 'Members' }).waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });
});
