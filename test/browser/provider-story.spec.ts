import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hasChromium } from './chromium.js';
import { button, enterPassword, link, story, valueOf } from './story.js';

const FORMER = 'The former provider';
const NEW = 'The new provider';

(hasChromium ? describe : describe.skip)('the change of an organization from one provider to another, as a story (needs Chromium)', () => {
  const { at, open, click, arrive, expectEnded } = story();

  /** The wizard from the choice of a provider to its activation; the test of the connection is a login there. */
  const connect = async (page: Page, name: string, fill: () => Promise<void>): Promise<void> => {
    await click(page.getByRole('radio', { name: 'Another provider' }));
    if (name === NEW) await click(page.getByRole('radio', { name: /^SAML/ }));
    await page.getByLabel('Name of the connection').fill(name);
    await page.keyboard.press('Enter');
    await fill();
    await page.keyboard.press('Enter');
    const opened = page.context().waitForEvent('page');
    await click(button(page, 'Start the test'));
    await click(button(await opened, /^olivia@/));
    await page.getByText('You logged in as yourself.').waitFor();
    await click(button(page, 'Continue').or(link(page, 'Continue')));
    await click(button(page, 'Activate the connection'));
    await page.getByText('Active', { exact: true }).first().waitFor();
  };
  const toConnections = async (page: Page): Promise<void> =>
    click(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Single sign-on', exact: true }));

  it('leads a person whom the former provider knows over a wave to the new one, without a password, and ends the former link', async () => {
    const olivia = await arrive('olivia');
    const { page } = olivia;
    await enterPassword(page);
    await link(page, 'Migration').waitFor();
    const demo = await page.context().newPage();
    await demo.goto(new URL('/demo', page.url()).href);
    const said = async (label: string): Promise<string> => valueOf(demo, label);

    await toConnections(page);
    await page.getByText(/Enter this record/).waitFor();
    const record = [await valueOf(page, 'Name'), await valueOf(page, 'Value')] as const;
    await demo.getByLabel('Name', { exact: true }).fill(record[0]);
    await demo.getByLabel('Value', { exact: true }).fill(record[1]);
    await demo.keyboard.press('Enter');
    await demo.getByRole('cell', { name: record[0] }).waitFor();
    await click(button(page, 'Look up now: delta.example'));
    await page.getByText('Enter this record').waitFor({ state: 'hidden' });
    await click(link(page, 'Connect a provider'));
    await connect(page, FORMER, async () => {
      await page.getByLabel('Issuer').fill(await said('Discovery (OpenID Connect)'));
      await page.getByLabel('Client ID', { exact: true }).fill(await said('Client id'));
      await page.getByLabel('Client secret', { exact: true }).fill(await said('Client secret'));
    });

    const adam = await arrive('adam');
    await enterPassword(adam.page);
    await click(link(adam.page, 'Adam Lindholm'));
    await click(button(adam.page, 'Link my account'));
    await click(button(adam.page, /^adam@/));
    await adam.page.getByRole('cell', { name: FORMER }).waitFor();

    await toConnections(page);
    await click(link(page, 'Connect a provider'));
    await connect(page, NEW, async () => {
      await page.getByRole('textbox', { name: 'Metadata URL' }).fill(await said('Metadata (SAML)'));
    });
    await toConnections(page);
    await click(link(page, 'Move people from one provider to another'));
    await page.getByLabel('From', { exact: true }).selectOption(FORMER);
    await page.getByLabel('To', { exact: true }).selectOption(NEW);
    await click(page.getByRole('checkbox', { name: /^Choose Adam/ }));
    await click(button(page, 'Start a wave with them'));
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Pilot');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '0 of 1' }).waitFor();

    // The domain still leads to the former provider, which sends adam on to the new one. No password is asked for.
    const again = await open(at().address);
    await again.page.goto(`${at().address}/`);
    await again.page.getByLabel('Username or e-mail address').fill('adam@delta.example');
    await again.page.keyboard.press('Enter');
    await click(button(again.page, 'Sign in with your organization'));
    await click(button(again.page, /^adam@/));
    await again.page.waitForURL('**/saml/sso?**');
    await click(button(again.page, /^adam@/));
    await click(link(again.page, 'Adam Lindholm'));
    await again.page.getByRole('cell', { name: NEW }).waitFor();

    await page.reload();
    await page.getByRole('cell', { name: '1 of 1' }).waitFor();
    await click(button(page, 'Confirm “Pilot”'));
    await click(button(page.getByRole('dialog'), 'Confirm'));
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await again.page.reload();
    await again.page.getByRole('cell', { name: NEW }).waitFor();
    expect(await again.page.getByRole('cell', { name: FORMER }).count()).toBe(0);
    expectEnded(olivia, adam, again);
  });
});
