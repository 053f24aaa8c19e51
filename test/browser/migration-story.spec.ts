import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { DEMO_TOTP, PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { hasChromium } from './chromium.js';
import { button, enterPassword, link, story, valueOf } from './story.js';

(hasChromium ? describe : describe.skip)('the move of an organization to single sign-on, as a story (needs Chromium)', () => {
  const { click, arrive, expectEnded } = story();
  const enrol = async (page: Page): Promise<string> => {
    await click(link(page, /Okafor|Amsel/));
    await click(button(page, 'Add an authenticator app'));
    await page.getByLabel('Six digits').waitFor();
    const [secret = ''] = /\b[A-Z2-7]{32}\b/.exec(await page.locator('main').innerText()) ?? [];
    await page.getByLabel('Six digits').fill(generateSync({ secret }));
    await page.keyboard.press('Enter');
    await click(button(page, 'I have stored it'));
    return secret;
  };
  /** With the next code: the present one was used when the app was set up. */
  const prove = async (page: Page, secret: string): Promise<void> => {
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
    await page.getByRole('dialog').getByRole('textbox', { name: 'Code from your authenticator app' }).fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  const drill = async (page: Page): Promise<void> => click(button(page, 'Record my drill'));
  /** The page says what comes next, and leads there. */
  const next = async (page: Page, step: string): Promise<void> => {
    await page.getByText(`Next: ${step}`).waitFor();
    await click(link(page, 'Do this now'));
  };

  it('leads from the first click over domain, provider, emergency accounts and mode to a wave that is taken back', async () => {
    const olivia = await arrive('olivia');
    const { page } = olivia;
    await enterPassword(page);
    await click(link(page, 'Migration'));

    // The domain of the demo is verified, and its record is not in the DNS.
    await page.getByText('Put the TXT record of a verified domain back. The DNS does not show it now: delta.example.').waitFor();
    expect(await page.getByText(/verify a domain/i).count()).toBe(0);
    await next(page, 'put the record of your domain into the DNS');
    const record = [await valueOf(page, 'Name'), await valueOf(page, 'Value')];
    const demo = await page.context().newPage();
    await demo.goto(new URL('/demo', page.url()).href);
    await demo.getByLabel('Name', { exact: true }).fill(record[0] ?? '');
    await demo.getByLabel('Value', { exact: true }).fill(record[1] ?? '');
    await demo.keyboard.press('Enter');
    await demo.getByRole('cell', { name: record[0] ?? '' }).waitFor();
    await click(button(page, 'Look up now: delta.example'));
    await page.getByText('Enter this record').waitFor({ state: 'hidden' });

    await next(page, 'connect your identity provider');
    await click(page.getByRole('radio', { name: 'Another provider' }));
    await page.getByLabel('Name of the connection').fill('Provider of the demo');
    await page.keyboard.press('Enter');
    await page.getByLabel('Issuer').fill(await valueOf(demo, 'Discovery (OpenID Connect)'));
    await page.getByLabel('Client ID', { exact: true }).fill(await valueOf(demo, 'Client id'));
    await page.getByLabel('Client secret', { exact: true }).fill(await valueOf(demo, 'Client secret'));
    await page.keyboard.press('Enter');
    const opened = page.context().waitForEvent('page');
    await click(button(page, 'Start the test'));
    await click(button(await opened, /^olivia@/));
    await page.getByText('You logged in as yourself.').waitFor();
    await click(button(page, 'Continue').or(link(page, 'Continue')));
    await click(button(page, 'Activate the connection'));
    await click(link(page, 'Go on with the migration'));

    await page.getByText('Next: prepare two emergency accounts').waitFor();
    const olivias = await enrol(page);
    const ruth = await arrive('ruth');
    await enterPassword(ruth.page);
    const ruths = await enrol(ruth.page);
    await click(link(page, 'Enforcement'));
    await page.getByText('Next: prepare two emergency accounts').waitFor();
    await click(page.getByRole('checkbox', { name: /^Olivia/ }));
    await click(page.getByRole('checkbox', { name: /^Ruth/ }));
    await click(button(page, 'Save the break-glass accounts'));
    await prove(page, olivias);
    await drill(page);
    await page.getByText('Your drill was recorded.').waitFor();
    await click(link(ruth.page, 'Enforcement'));
    await drill(ruth.page);
    await prove(ruth.page, ruths);
    await ruth.page.getByText('Your drill was recorded.').waitFor();

    await click(button(page, 'Look again'));
    await page.getByText('Next: set single sign-on to optional').waitFor();
    await click(page.getByRole('radio', { name: 'Optional' }));
    await click(button(page, 'Change the mode'));
    await page.getByText('Now: Optional').waitFor();
    await next(page, 'make the plan');
    await click(button(page, 'Make the plan'));
    await next(page, 'move the first people');
    await click(page.getByRole('checkbox', { name: /^Choose Mia/ }));
    await click(button(page, 'Create a wave with them'));
    await page.getByLabel('Name', { exact: true }).fill('Pilot');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await click(button(page, 'Start'));
    await page.getByLabel('Type “Pilot” to confirm').fill('Pilot');
    await page.keyboard.press('Enter');
    await page.getByText('0% of those who must have moved.').waitFor();

    // The password leads to the provider now. After that, it proves once with the code that the account is theirs.
    const mia = await arrive('mia');
    await enterPassword(mia.page);
    await click(button(mia.page, 'Sign in with your organization'));
    await click(button(mia.page, /^mia@/));
    await mia.page.getByLabel('Password of your account here').fill(PUBLISHED_SECRETS.password);
    await mia.page.keyboard.press('Enter');
    await mia.page.getByLabel('Code from your authenticator app').fill(generateSync({ secret: DEMO_TOTP.secret }));
    await mia.page.keyboard.press('Enter');
    await link(mia.page, 'Mia Brandt').waitFor();

    await click(button(page, 'Roll back'));
    await page.getByLabel('Type “Pilot” to confirm').fill('Pilot');
    await page.keyboard.press('Enter');
    await page.getByText('Rolled back').first().waitFor();
    const again = await arrive('mia');
    await enterPassword(again.page);
    await again.page.getByLabel('Code from your authenticator app').waitFor();

    expectEnded(olivia, ruth, mia, again);
  });

  it('lets a person link the own account beforehand, and shows the link afterwards', async () => {
    const { page, violations, errors } = await arrive('adam');
    await enterPassword(page);
    await link(page, 'Adam Lindholm').click();
    await button(page, 'Link my account').click();
    // The sign-in was a moment ago, so no further proof is asked for.
    await button(page, /^adam@/).click();
    await page.waitForURL('**/account');
    await page.getByRole('cell', { name: 'Provider of the demo' }).waitFor();
    expect(await button(page, 'Link my account').count()).toBe(0);
    expect([violations, errors]).toEqual([[], []]);
  });

  it('offers no link to people of another organization, whose provider it is not', async () => {
    const { page } = await arrive('oscar');
    await enterPassword(page);
    await link(page, 'Oscar Reyes').click();
    await page.getByText('No identity provider is linked.').waitFor();
    expect(await button(page, 'Link my account').count()).toBe(0);
  });
});
