import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { nextTotp } from '../support/mfa.js';
import { enterByPage, faultsOf, isTooWide, signInBy } from '../support/pages.js';
import { enrol } from '../support/sign-on.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('a required second factor on the pages (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    // The browser goes by the clock of the machine.
    app = await startTestApp({
      clock: new FixedClock(new Date()),
      environment: { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' },
    });
    address = app.url.replace('127.0.0.1', 'localhost');
    await enrol(app, 'olivia');
  });
  afterAll(() => app.close());

  it('is set by an owner who sees who has none, and leads others to theirs', async () => {
    const olivia = await open(address);
    const { page } = olivia;
    await page.goto(`${address}/signin`);
    await signInBy(page, 'olivia');
    await page.getByLabel('Code from your authenticator app').fill(nextTotp(app.clock));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('button', { name: 'Not now', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    await page.goto(`${address}/organizations/1/enforcement`);
    await page.getByRole('checkbox', { name: 'Require a second factor' }).check();
    await page.getByLabel('Days for new members').fill('91');
    await page.getByText('Enter a whole number from 0 to 90.').waitFor();
    await page.getByLabel('Days for new members').fill('0');
    await page.getByLabel('Hours that a session lasts').fill('12');
    await page.getByLabel('Minutes without use').fill('14');
    await page.getByText('Enter a whole number from 15 to 10080, or nothing.').waitFor();
    await page.getByLabel('Minutes without use').fill('60');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Every owner gets a mail.').waitFor();
    await page.getByRole('table', { name: 'People without a second factor' }).getByText('Vera Lindqvist').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    // Changing the hours alone leaves the moment as it is, to the second.
    const from = async () => (await app.dataSource.query('SELECT factor_from FROM sign_in_requirements'))[0].factor_from;
    const before = await from();
    await page.getByLabel('Hours that a session lasts').fill('11');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Every owner gets a mail.').waitFor();
    expect(await from()).toEqual(before);
    await page.getByLabel('Hours that a session lasts').fill('12');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Every owner gets a mail.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Hours that a session lasts').inputValue()).toBe('12');
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await isTooWide(page)).toBe(false);

    const vera = await open(address);
    await enterByPage(vera.page, address, 'vera');
    await vera.page.getByRole('link', { name: 'Add a second factor' }).waitFor();
    expect(await faultsOf(vera.page)).toEqual([]);
    await vera.page.goto(`${address}/organizations/1`);
    await vera.page.getByRole('link', { name: 'Add a second factor' }).click();
    await vera.page.waitForURL(`${address}/account`);

    await vera.page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const secret = (await vera.page.locator('form code').textContent()) ?? '';
    await vera.page.getByLabel('Six digits').fill(nextTotp(app.clock, secret));
    await vera.page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await vera.page.getByText('recovery codes').first().waitFor();
    await vera.page.goto(`${address}/organizations/1`);
    await vera.page.getByRole('button', { name: 'Confirm the second factor' }).click();
    await vera.page.getByRole('dialog').getByLabel('Code from your authenticator app').fill(nextTotp(app.clock, secret));
    await vera.page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await vera.page.getByRole('heading', { name: 'Members' }).waitFor();
    for (const { violations, foreign, errors } of [olivia, vera]) expect([violations, foreign, errors]).toEqual([[], [], []]);
  });
});
