import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { editor, expectClean, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const TYPED = 'SELECT name, length_km FROM rivers WHERE id > 12';
const PARTS = '**/assets/*.js';

(hasChromium ? describe : describe.skip)('what a person has typed (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  /** A statement in the editor, on pages that count how often they were loaded. */
  async function typed(): Promise<{ page: Page; loads: () => number }> {
    const { page } = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    await write(page, TYPED);
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    return { page, loads: () => loads };
  }

  it.each([
    ['the network is away', (page: Page) => page.context().setOffline(true)],
    ['a new version has other parts', (page: Page) => page.route(PARTS, (route) => route.fulfill({ status: 404, json: {} }))],
    ['a proxy answers with a page', (page: Page) => page.route(PARTS, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }))],
  ])('stays when the mouse is moved over the menu and %s', async (_, breakIt) => {
    const { page, loads } = await typed();
    await breakIt(page);
    for (const name of ['Migration', 'Audit', 'Roles']) {
      const asked = page.waitForEvent('request', (request) => request.url().includes('/assets/'));
      await page.getByRole('link', { name, exact: true }).hover();
      await asked;
    }
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    expect(await editor(page).textContent()).toBe(TYPED);
    expect(loads()).toBe(0);
  });

  it('is still there after a page that could not be loaded, which says that the service is away and goes on when it is back', async () => {
    const { page, loads } = await typed();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Migration', exact: true }).click();
    await page.getByRole('alert').getByText('The service did not answer').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Migration', level: 1 }).waitFor();
    await page.goBack();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(TYPED);
    expect(loads()).toBe(0);
  });

  it('is still there when a part is of another version: the reload is offered, and not done', async () => {
    const { page, loads } = await typed();
    await page.route(PARTS, (route) => route.fulfill({ status: 404, json: {} }));
    await page.getByRole('link', { name: 'Migration', exact: true }).click();
    await page.getByRole('alert').getByText('a new version').waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await page.goBack();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(TYPED);
    expect(loads()).toBe(0);
  });

  it('is still there beside a chart that cannot be loaded', async () => {
    const { page } = await typed();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^Rows: 100, in /).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByRole('alert').getByText('The service did not answer').waitFor();
    expect(await editor(page).textContent()).toBe(TYPED);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('chart').locator('svg').first().waitFor();
  });

  it('survives the logo and every link of the menu, and the browser asks before a reload', async () => {
    const { page, loads } = await typed();
    await page.getByRole('link', { name: 'Headgate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    const links = await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').count();
    for (let nth = 0; nth < links; nth += 1) {
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').nth(nth).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(loads()).toBe(0);
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.reload({ timeout: 5_000 }).catch(() => undefined);
    expect(asked).toEqual(['beforeunload']);
    await page.goBack();
    for (let back = 0; back <= links + 1 && !(await editor(page).isVisible()); back += 1) await page.goBack();
    expect(await editor(page).textContent()).toBe(TYPED);
  });

  it('is nothing to ask about once it has run, or is empty', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    let asked = 0;
    page.on('dialog', async (dialog) => {
      asked += 1;
      await dialog.accept();
    });
    await write(page, TYPED);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^Rows: 100, in /).waitFor();
    await page.reload();
    await write(page, '  ');
    await page.reload();
    await editor(page).waitFor();
    expect(asked).toBe(0);
    expectClean(watched);
  });

  it('is broken by Enter, which takes a suggestion only when one was chosen', async () => {
    const { page } = await typed();
    await write(page, '');
    await page.keyboard.type('SELECT name AS onl');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^ONLY/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('FROM rivers');
    expect(await editor(page).locator('.cm-line').allTextContents()).toEqual(['SELECT name AS onl', 'FROM rivers']);
    await write(page, '');
    await page.keyboard.type('SELECT name FROM riv');
    await page.getByRole('option', { name: /^rivers/ }).waitFor();
    const chosen = page.locator('[role=option][aria-selected]');
    while ((await chosen.count()) === 0) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await editor(page).textContent()).toBe('SELECT name FROM rivers');
  });

  it('is made once where the answer got lost, and the person asks again', async () => {
    const { page } = await at().signedIn('olivia', '/organizations/1/roles/new');
    const keys: (string | undefined)[] = [];
    await page.route('**/api/v1/organizations/1/roles', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      const answer = await route.fetch();
      expect(answer.status()).toBe(201);
      return keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer });
    });
    await page.getByLabel('Name', { exact: true }).fill('Once only');
    await page.getByRole('button', { name: 'Create a role' }).click();
    await page.getByRole('alert').getByText('The service did not answer').waitFor();
    await page.getByRole('button', { name: 'Create a role' }).click();
    await page.getByRole('heading', { name: 'Once only', level: 1 }).waitFor();
    expect(keys).toEqual([keys[0], keys[0]]);
  });
});
