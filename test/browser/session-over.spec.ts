import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { demoPages } from '../support/demo-service.js';
import { enterByPage, faultsOf, signInBy } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const NEW_ROLE = '/organizations/1/roles/new';

(hasChromium ? describe : describe.skip)('a page whose session is over (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  /** Olivia has begun a role when her sessions are ended from elsewhere. */
  async function begun(name: string): Promise<Watched> {
    const watched = await open(at().address);
    const { page } = watched;
    await enterByPage(page, at().address, 'olivia');
    await page.goto(at().address + NEW_ROLE);
    await page.getByLabel('Name', { exact: true }).fill(name);
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    expect((await at().service.http.delete('/api/v1/sessions', { token })).status).toBe(200);
    await page.getByRole('button', { name: 'Create a role' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    return watched;
  }
  const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  const isMade = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();

  it('asks for the login in place, out of sight of what is on it, and then does what was asked for', async () => {
    const { page, errors } = await begun('Begun before the end');
    expect(await faultsOf(page)).toEqual([]);
    // Neither Escape nor a click beside it shows the page of somebody who may have left.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    expect(await page.evaluate(() => document.elementFromPoint(200, 300)?.closest('#app') ?? null)).toBeNull();
    await again(page).getByLabel('Password of olivia').fill('wrong');
    await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await again(page).getByRole('alert').waitFor();
    await again(page).getByLabel('Password of olivia').fill(PUBLISHED_SECRETS.password);
    await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await isMade(page, 'Begun before the end');
    expect([await again(page).count(), errors]).toEqual([0, []]);
  });

  it('goes on when its person has signed in in a new window, which closes itself', async () => {
    const { page } = await begun('Begun before the window');
    const opening = page.waitForEvent('popup');
    await again(page).getByRole('button', { name: 'Open a new window' }).click();
    const popup = await opening;
    const closing = popup.waitForEvent('close');
    await signInBy(popup, 'olivia');
    await isMade(page, 'Begun before the window');
    await closing;
  });

  it('is emptied when another person signs in', async () => {
    const { page } = await begun('Never made');
    const tab = await page.context().newPage();
    await enterByPage(tab, at().address, 'adam');
    await page.getByRole('link', { name: 'adam' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.content()).not.toContain('Never made');
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const { roles } = (await at().service.http.get('/api/v1/organizations/1/roles', { token })).body.data;
    expect(roles.map(({ name }: { name: string }) => name)).not.toContain('Never made');
  });

  it('is told at sign-in to whom comes back after it ended elsewhere, and leads them to where they were', async () => {
    const { page, errors } = await open(at().address);
    await enterByPage(page, at().address, 'olivia');
    await page.goto(`${at().address}/organizations/1/roles`);
    await page.getByRole('heading', { name: 'Roles', level: 1 }).waitFor();
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    expect((await at().service.http.delete('/api/v1/sessions', { token })).status).toBe(200);
    await page.reload();
    await page.getByText('Your session has ended. Sign in to continue where you were.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await signInBy(page, 'olivia');
    await page.waitForURL(`${at().address}/organizations/1/roles`);
    // Whoever signs out knows it.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await page.goto(`${at().address}/organizations/1/roles`);
    await page.getByLabel('Username or e-mail address').waitFor();
    expect([await page.getByText('Your session has ended.').count(), errors]).toEqual([0, []]);
  });

  it('leads to another account, if that is wished', async () => {
    const { page } = await begun('Given up');
    page.on('dialog', (asked) => void asked.accept());
    await again(page).getByRole('button', { name: 'Use another account' }).click();
    await page.waitForURL(`${at().address}/signin`);
  });

  // Last: the names stay changed.
  it('does nothing for another person who has got the name meanwhile', async () => {
    const { page } = await begun('Meant by another');
    const client = new Client({ connectionString: at().database.url });
    await client.connect();
    for (const [from, to] of [
      ['olivia', 'former'],
      ['adam', 'olivia'],
    ])
      await client.query('UPDATE users SET username = $2, username_key = $2 WHERE username = $1', [from, to]);
    await client.end();
    await again(page).getByLabel('Password of olivia').fill(PUBLISHED_SECRETS.password);
    await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${at().address}/`);
    await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Meant by another');
    const { accessToken: token } = await logIn(at().service.http, 'former');
    const { roles } = (await at().service.http.get('/api/v1/organizations/1/roles', { token })).body.data;
    expect(roles.map(({ name }: { name: string }) => name)).not.toContain('Meant by another');
  });
});
