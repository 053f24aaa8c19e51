import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../platform/fixtures/eventually.js';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const WORKSPACE = '/organizations/1/workspaces/1';

(hasChromium ? describe : describe.skip)('taking back what was just done (needs Chromium)', () => {
  const at = workbench(browser());
  const undoIn = (page: Page): Locator => page.getByRole('status').getByRole('button', { name: 'Undo' });
  const send = async (method: string, path: string, body?: object) => {
    const { status, text, body: answer } = await at().service.http.send(method, path, body, { token: at().token });
    if (status >= 300) throw new Error(text);
    return answer.data;
  };
  const tagsOf = async (): Promise<object[]> => (await send('GET', `/api/v1/data-sources/${at().source}/tags`)).tags;
  const setTag = (state: string) =>
    send('PUT', `/api/v1/data-sources/${at().source}/tags`, { schema: 'public', relation: 'rivers', column: 'name', tag: 'email', state });
  const labels = async (): Promise<string[]> => (await send('GET', '/api/v1/workspaces/1')).workspace.labels;

  it('is not offered where it could overwrite what protects: a removed tag asks first, whatever its state', async () => {
    for (const state of ['confirmed', 'refused']) {
      await setTag(state);
      const watched = await at().signedIn('olivia', `/data-sources/${at().source}/tags`);
      const { page } = watched;
      await page.getByRole('button', { name: 'Remove the tag email from name' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect([await tagsOf(), await undoIn(page).count()]).toEqual([[], 0]);
      expectClean(watched);
    }
  });

  it('works by the keyboard alone, and stays as long as the focus is on it', async () => {
    const watched = await at().signedIn('olivia', '/');
    const { page } = watched;
    await page.clock.install();
    await page.goto(`${at().address}${WORKSPACE}`);
    await page.getByLabel('Labels, separated by commas').fill('restricted');
    await page.getByRole('button', { name: 'Save labels' }).click();
    await undoIn(page).waitFor();
    await page.keyboard.press('F6');
    expect(await undoIn(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.clock.runFor(60_000);
    expect([await undoIn(page).count(), await faultsOf(page)]).toEqual([1, []]);
    await page.keyboard.press('Enter');
    const told = page.getByText('It is as before.');
    await told.waitFor();
    expect(await labels()).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.closest('[role=status]') ?? null)).toBeNull();
    await page.clock.runFor(11_000);
    await told.waitFor({ state: 'detached' });
    expectClean(watched);
  });

  it('brings labels back, but not over the change of another person', async () => {
    const watched = await at().signedIn('olivia', WORKSPACE);
    const { page } = watched;
    const field = page.getByLabel('Labels, separated by commas');
    const save = page.getByRole('button', { name: 'Save labels' });
    await field.fill('restricted');
    await save.click();
    await undoIn(page).click();
    await page.getByText('It is as before.').waitFor();
    expect(await labels()).toEqual([]);
    await eventually('the field shows what is saved', async () => (await field.inputValue()) === '');
    await field.fill('restricted');
    await save.click();
    await undoIn(page).waitFor();
    await send('PUT', '/api/v1/workspaces/1', { labels: ['secret'] });
    await undoIn(page).click();
    await page.getByRole('status').getByRole('alert').waitFor();
    expect(await labels()).toEqual(['secret']);
    await page.getByRole('status').getByRole('button', { name: 'Close' }).last().click();
    await send('PUT', '/api/v1/workspaces/1', { labels: [] });
    expect(watched.violations).toEqual([]);
  });

  it('offers it after a switch, moves nothing for people who want no motion, and fits into 320 pixels', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = { colorScheme, reducedMotion: 'reduce', viewport: { width: 320, height: 700 } } as const;
      const watched = await at().signedIn('olivia', '/data-sources?organization=1', options);
      const { page } = watched;
      const box = page.getByRole('checkbox', { name: /^Stay closed/ });
      await box.click();
      await eventually('the switch is on', () => box.isChecked());
      // Taking that back would open them.
      expect(await undoIn(page).count()).toBe(0);
      await box.click();
      await page.getByText('New data sources are now open at once.').waitFor();
      const moving = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect?.getTiming().duration !== 0).length);
      expect([moving, await isTooWide(page), await faultsOf(page)]).toEqual([0, false, []]);
      await undoIn(page).click();
      await page.getByText('It is as before.').waitFor();
      await eventually('the switch is on', () => box.isChecked());
      await send('PATCH', '/api/v1/organizations/1', { settings: { new_data_sources: 'open' } });
      expectClean(watched);
    }
  });
});
