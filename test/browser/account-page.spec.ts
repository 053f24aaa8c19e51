import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { connectDemoProvider, demoPages } from '../support/demo-service.js';
import { enter, signInBy } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { expectClean } from '../support/workbench.js';
import { type Watched, browser, hasChromium } from './chromium.js';
import { button } from './story.js';

const NEXT_PASSWORD = 'estuary-tide-headgate';

(hasChromium ? describe : describe.skip)('the page of the own account (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  async function signedIn(username: string, path: string): Promise<Watched> {
    const watched = await open(at().address);
    await enter(watched.page, at().address, username, path);
    return watched;
  }

  it('saves a name, which stands in the frame at once', async () => {
    const watched = await signedIn('vera', '/account');
    const { page } = watched;
    await page.getByLabel('What others call you').fill('Vera of the Rivers');
    await button(page, 'Save name').click();
    await page.getByText('Your name is saved.').waitFor();
    await page.getByRole('banner').getByText('Vera of the Rivers').waitFor();
    expectClean(watched);
  });

  it('changes the password, refuses the wrong one beside its field, and ends the other sessions', async () => {
    await logIn(at().service.http, 'adam');
    const watched = await signedIn('adam', '/account');
    const { page } = watched;
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions
      .getByRole('button', { name: /^End: / })
      .first()
      .waitFor();
    await page.getByLabel('Current password').fill('not the present one');
    await page.getByLabel('New password').fill(NEXT_PASSWORD);
    await button(page, 'Change the password').click();
    await page.getByRole('form', { name: 'Change the password' }).getByRole('alert').first().waitFor();
    await page.getByLabel('Current password').fill(PUBLISHED_SECRETS.password);
    await button(page, 'Change the password').click();
    await page.getByText('Your password was changed, and your other sessions ended.').waitFor();
    await sessions.getByRole('button').first().waitFor({ state: 'detached' });
    await button(page, 'Sign out').click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await signInBy(page, 'adam', NEXT_PASSWORD);
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    expectClean(watched);
  });

  it('ends all other sessions, after a question', async () => {
    await logIn(at().service.http, 'olivia');
    const watched = await signedIn('olivia', '/account');
    const { page } = watched;
    const others = page.getByRole('table', { name: 'Sessions' }).getByRole('button', { name: /^End: / });
    await others.first().waitFor();
    await button(page, 'End all other sessions').click();
    await page.getByText('All other browsers and programs must sign in again.').waitFor();
    await button(page.getByRole('dialog'), 'End all other sessions').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await others.first().waitFor({ state: 'detached' });
    await page.getByText('this one', { exact: true }).waitFor();
    expectClean(watched);
  });

  it('makes new recovery codes after a fresh proof, and shows them once', async () => {
    const watched = await signedIn('nora', '/account');
    const { page } = watched;
    await button(page, 'Add an authenticator app').click();
    const form = page.getByRole('form', { name: 'Add an authenticator app' });
    const secret = (await form.locator('code').textContent()) ?? '';
    await form.getByLabel('Six digits').fill(generateSync({ secret }));
    await button(form, 'Confirm').click();
    const first = ((await page.getByTestId('secret').textContent()) ?? '').split('\n');
    await button(page, 'I have stored it').click();
    await button(page, 'Make new recovery codes').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('How do you want to prove it?').selectOption('recovery_code');
    await dialog.getByLabel('Recovery code', { exact: true }).fill(first[0] ?? '');
    await button(dialog, 'Confirm').click();
    const second = page.getByTestId('secret');
    await second.waitFor();
    expect(await second.textContent()).not.toContain(first[1]);
    await button(page, 'I have stored it').click();
    await page.getByText(`${first.length} recovery codes left`).waitFor();
    expectClean(watched);
  });

  it('lets a person who forgot the password set another by a mailed link, by clicks alone', async () => {
    const watched = await signedIn('oscar', '/account');
    const { page } = watched;
    await button(page, 'Sign out').click();
    await page.getByLabel('Username or e-mail address').fill('oscar');
    await button(page, 'Continue').click();
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('E-mail address').fill('oscar@estuary.example');
    await button(page, 'Send me a link').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    let link: string | undefined;
    await eventually('the mail', async () => {
      const { mails } = (await at().service.demo('/mails?limit=100')).body;
      const found = mails.find(({ links }: { links: string[] }) => links.some((one) => one.includes('/password-reset#')));
      link = found?.links[0];
      return link !== undefined;
    });
    await page.goto(String(link));
    await page.getByLabel('New password').fill(NEXT_PASSWORD);
    await button(page, 'Set the password').click();
    await page.getByText('Your password is set.').waitFor();
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await signInBy(page, 'oscar', NEXT_PASSWORD);
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    expectClean(watched);
  });

  it('mails a link that confirms an address which nobody has confirmed', async () => {
    const client = new Client({ connectionString: at().database.url });
    await client.connect();
    await client.query("UPDATE users SET email_verified_at = NULL WHERE username = 'mia'");
    await client.query("DELETE FROM mfa_factors WHERE user_id = (SELECT id FROM users WHERE username = 'mia')");
    await client.end();
    const watched = await signedIn('mia', '/account');
    const { page } = watched;
    await button(page, 'Send me a mail to confirm my address').click();
    await page.getByText('If your address is not confirmed yet, we have sent you a mail with a link.').waitFor();
    expectClean(watched);
  });

  it('takes a fresh proof of the identity provider, in a window that closes itself, and goes on', async () => {
    const watched = await open(at().address);
    const { page } = watched;
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    await connectDemoProvider(at().service, token, 'oidc', async (url) => {
      await page.goto(url);
      await page.getByRole('button', { name: /^olivia@/ }).click();
      await page.waitForURL((url) => url.origin === at().address);
    });
    const signIn = async (where: Page): Promise<void> => {
      await where.getByRole('textbox', { name: 'Address' }).fill('newcomer@delta.example');
      await button(where, 'Sign in').click();
    };
    await page.goto(`${at().address}/signin`);
    await page.getByLabel('Username or e-mail address').fill('newcomer@delta.example');
    await button(page, 'Continue').click();
    await button(page, 'Sign in with your organization').click();
    await signIn(page);
    await button(page, 'Sign out').waitFor();
    const client = new Client({ connectionString: at().database.url });
    await client.connect();
    await client.query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour'`);
    await client.end();
    await page.goto(`${at().address}/account`);
    await button(page, 'Make a key').click();
    const form = page.getByRole('dialog', { name: 'Make a key' });
    await form.getByLabel('Name', { exact: true }).fill('Proven at the provider');
    await button(form, 'Make a key').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const opening = page.waitForEvent('popup');
    await button(dialog, 'Sign in at your identity provider').click();
    const popup = await opening;
    const closing = popup.waitForEvent('close');
    await signIn(popup);
    await closing;
    await button(page, 'I have stored it').click();
    await page.getByRole('row', { name: /Proven at the provider/ }).waitFor();
    expect([await dialog.count(), watched.errors]).toEqual([0, []]);
  });

  it('has a demo beside it, whose DNS takes a record by a click', async () => {
    const watched = await signedIn('olivia', '/demo');
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('_headgate.delta.example');
    await page.getByLabel('Value', { exact: true }).fill('clicked');
    await button(page, 'Set the record').click();
    await page.getByRole('cell', { name: '_headgate.delta.example' }).waitFor();
    expectClean(watched);
  });
});
