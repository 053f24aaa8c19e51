import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { faultsOf, isTooWide, signInBy } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the own address, on the account page (needs Chromium)', () => {
  const at = workbench(browser());

  // The organization that has verified the domain of an address decides about it.
  beforeAll(async () => {
    const { service, token } = at();
    const { domains } = (await service.http.get('/api/v1/organizations/1/sso/domains', { token })).body.data;
    for (const { id } of domains) expect((await service.http.delete(`/api/v1/sso/domains/${id}`, { token })).status).toBe(200);
  });

  const linkMailedTo = async (recipient: string): Promise<string> => {
    let link: string | undefined;
    await eventually(`a mail to ${recipient}`, async () => {
      const { mails } = (await at().service.demo('/mails?limit=100')).body;
      [link] = mails.find(({ to }: { to: string }) => to.includes(recipient))?.links ?? [];
      return link !== undefined;
    });
    return String(link);
  };

  it('changes by a link that is opened in the same tab, and signs the person in from then on', async () => {
    const watched = await at().signedIn('vera', '/account');
    const { page } = watched;
    await page.getByLabel('New address').fill('vera@first.example');
    await page.getByRole('button', { name: 'Change my address' }).click();
    await page.getByText('A link was sent to vera@first.example.').waitFor();
    await page.getByRole('button', { name: 'Cancel the change' }).click();
    await page.getByText('A link was sent to').waitFor({ state: 'detached' });
    await page.getByLabel('New address').fill('vera@river.example');
    await page.keyboard.press('Enter');
    await page.getByText('A link was sent to vera@river.example.').waitFor();
    await page.goto(await linkMailedTo('vera@river.example'));
    await page.getByText('You are signed in as vera (vera@delta.example).').waitFor();
    expect(page.url()).toBe(`${at().address}/email-verification?new=1`);
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('Your address is vera@river.example from now on.').waitFor();
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.getByText('Mails to you go to vera@river.example.').waitFor();
    await page.getByRole('button', { name: /Sign out/ }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'vera@river.example');
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    expectClean(watched);
  });

  it('waits for the right account, and then changes the address', async () => {
    const owner = await at().signedIn('adam', '/account');
    await owner.page.getByLabel('New address').fill('adam@river.example');
    await owner.page.getByRole('button', { name: 'Change my address' }).click();
    const link = await linkMailedTo('adam@river.example');
    const { page } = await at().signedIn('olivia', '/account');
    await page.goto(link);
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('Another account asked for this link.').waitFor();
    await page.getByRole('button', { name: 'Sign out and use another account' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'adam');
    await page.getByRole('button', { name: 'Change the address' }).click();
    await page.getByText('Your address is adam@river.example from now on.').waitFor();
  });
});
