import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { addMember, logInBySso } from '../support/sign-on.js';
import { activeConnection, ownDomain } from '../support/sso-login.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const ROOT = '/organizations/1/sso/moves';

(hasChromium ? describe : describe.skip)('the page of a change of provider (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;
  let from: number, to: number;

  beforeAll(async () => {
    const environment = { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' };
    app = await startTestApp({ clock: new FixedClock(new Date()), environment });
    address = app.url.replace('127.0.0.1', 'localhost');
    await addMember(app, 'oscar', 'owner');
    const called = async (name: string): Promise<number> => {
      const id = await activeConnection(app, {
        issuer: `https://${name.slice(0, 4).toLowerCase()}.example`,
        clientSecret: 'secret of a test',
      });
      await app.dataSource.query('UPDATE sso_connections SET name = $2 WHERE id = $1', [id, name]);
      return id;
    };
    await ownDomain(app, 'delta.example');
    [from, to] = [await called('Okta'), await called('Entra ID')];
    for (const username of ['vera', 'adam', 'olivia']) await logInBySso(app, username, from);
  });
  afterAll(() => app.close());

  it('leads from the connections to a wave, and back', async () => {
    const { page, violations } = await open(address);
    await enter(page, address, 'oscar', '/organizations/1/sso');
    await page.getByRole('link', { name: 'Move people from one provider to another' }).click();
    // An empty row beside a title would wrap below it on a narrow page.
    expect(await page.locator('[data-card] h2 + div:empty').count()).toBe(0);
    await page.getByText('No wave yet.', { exact: false }).waitFor();
    await page.getByLabel('From', { exact: true }).selectOption('Okta');
    await page.getByLabel('To', { exact: true }).selectOption('Entra ID');
    await page.getByText('3 people', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Owners link the new provider themselves, in their account.' }).waitFor();
    await page.getByLabel('Standing').selectOption('Can move');
    await page.getByText('2 people', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('2 people', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose all who can move (at most 500)' }).click();
    await page.getByText('2 people chosen').waitFor();
    await page
      .getByRole('checkbox', { name: /^Choose/ })
      .first()
      .uncheck();
    await page.getByText('1 person chosen').waitFor();
    await page
      .getByRole('checkbox', { name: /^Choose/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Start a wave with them' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 people are told by mail at once', { exact: false }).waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Pilot');
    await dialog.getByRole('button', { name: 'Start a wave with them' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: '0 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Roll “Pilot” back' }).click();
    await dialog.getByText('Nothing is lost', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByText('Rolled back', { exact: true }).waitFor();
    expect(violations).toEqual([]);
    expect(await app.dataSource.query('SELECT status FROM sso_moves')).toEqual([{ status: 'rolled_back' }]);
  });

  it.each([
    ['light', 1400, 'en'],
    ['dark', 1400, 'de'],
    ['light', 320, 'de'],
  ] as const)('passes axe in %s at %i px, in %s', async (colorScheme, width, locale) => {
    const { page } = await open(address, { colorScheme, locale, viewport: { width, height: 900 } });
    await page.goto(`${address}/signin`);
    await page.locator('input[name=username]').fill('oscar');
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill('river-delta-headgate');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.goto(`${address}${ROOT}?from=${from}&to=${to}`);
    await page.getByRole('rowheader').first().waitFor();
    await page.getByRole('checkbox').first().waitFor();
    await page.getByRole('option', { name: 'Okta' }).first().waitFor({ state: 'attached' });
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
  });
});
