import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { demoPages } from '../support/demo-service.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { expectClean } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

interface Filled {
  readonly who: string;
  readonly address: string;
  readonly button: string;
  readonly field: string;
  readonly typed: string;
  /** What is there when nobody has typed. */
  readonly before?: string;
}

const OF_ORGANIZATION = '/organizations/1';

/** One of each page that has a form in a dialog: kept by the tab, kept by the page, and kept by nobody. */
const DIALOGS: readonly Filled[] = [
  { who: 'olivia', address: '/account', button: 'Make a key', field: 'Name', typed: 'Key in the making' },
  { who: 'olivia', address: `${OF_ORGANIZATION}/invitations`, button: 'Invite a person', field: 'E-mail address', typed: 'ines@a.example' },
  { who: 'olivia', address: `${OF_ORGANIZATION}/workspaces`, button: 'Create a workspace', field: 'Name', typed: 'Tides' },
  { who: 'olivia', address: `${OF_ORGANIZATION}/webhooks`, button: 'New webhook', field: 'Name', typed: 'Alarm' },
  { who: 'olivia', address: `${OF_ORGANIZATION}/provisioning`, button: 'Issue a token', field: 'Name', typed: 'Okta' },
  {
    who: 'olivia',
    address: `${OF_ORGANIZATION}/provisioning`,
    button: 'Replace: Directory',
    field: 'Overlap in hours',
    typed: '12',
    before: '24',
  },
  { who: 'olivia', address: '/saved-questions/boards', button: 'New board', field: 'Name', typed: 'Morning' },
  { who: 'sysadmin', address: '/admin/accounts', button: 'New account', field: 'User name', typed: 'ines' },
  { who: 'sysadmin', address: '/admin/organizations', button: 'New organization', field: 'Name', typed: 'Shallows' },
];

const EN = { title: 'Discard what you entered?', stay: 'Keep editing', discard: 'Discard', cancel: 'Cancel' };
const DE = { title: 'Eingaben verwerfen?', stay: 'Weiter bearbeiten', discard: 'Verwerfen', cancel: 'Abbrechen' };

(hasChromium ? describe : describe.skip)('a dialog that is filled in (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  const question = (page: Page, { title } = EN): Locator => page.getByRole('alertdialog', { name: title });
  const hasFocus = (of: Locator): Promise<void> => of.and(of.page().locator(':focus')).waitFor();
  const isClosed = (page: Page): Promise<void> => page.getByRole('dialog').waitFor({ state: 'hidden' });
  /** The middle of a dialog is the middle of the window. */
  const clickBeside = (page: Page): Promise<void> => page.mouse.click(5, 5);

  const signedIn = async (who: string, address: string) => {
    const watched = await open(at().address);
    await enter(watched.page, at().address, who, address);
    return watched;
  };

  it.each(DIALOGS)('asks before Escape or a click beside it closes it: $button', async ({ who, address, button, field, typed, before }) => {
    if (before !== undefined) {
      const { accessToken: token } = await logIn(at().service.http, who);
      await at().service.http.post('/api/v1/organizations/1/scim-tokens', { name: 'Directory' }, { token });
    }
    const watched = await signedIn(who, address);
    const { page } = watched;
    const opener = page.getByRole('button', { name: button, exact: true });
    const input = page.getByRole('dialog').getByLabel(field, { exact: true });
    await opener.click();
    await input.fill(typed);

    await page.keyboard.press('Escape');
    await question(page).getByText('It is not saved.').waitFor();
    await hasFocus(question(page).getByRole('button', { name: EN.stay }));
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    await hasFocus(input);
    expect(await input.inputValue()).toBe(typed);

    await clickBeside(page);
    await question(page).getByRole('button', { name: EN.stay }).click();
    expect(await input.inputValue()).toBe(typed);

    await clickBeside(page);
    await question(page).getByRole('button', { name: EN.discard }).click();
    await isClosed(page);
    await hasFocus(opener);
    await opener.click();
    await input.waitFor();
    expect([await input.inputValue(), await page.getByText('Your entries from before are back.').count()]).toEqual([before ?? '', 0]);
    // Whoever presses this button means it.
    await input.fill(typed);
    await page.getByRole('dialog').getByRole('button', { name: EN.cancel }).click();
    await isClosed(page);
    await opener.click();
    await input.waitFor();
    expect(await input.inputValue()).toBe(before ?? '');
    // Where nothing is typed, nothing is asked.
    await page.keyboard.press('Escape');
    await isClosed(page);
    await opener.click();
    await clickBeside(page);
    await isClosed(page);
    expectClean(watched);
  });

  it('asks by the keyboard and for a screen reader, in German, in the dark and in a narrow window', async () => {
    const watched = await signedIn('olivia', `${OF_ORGANIZATION}/invitations`);
    const { page } = watched;
    await page.evaluate(`localStorage.setItem('headgate.language', 'de')`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.reload();
    await page.getByRole('button', { name: 'Jemanden einladen' }).press('Enter');
    await page.getByLabel('E-Mail-Adresse').focus();
    await page.keyboard.type('ines@delta.example');
    await page.keyboard.press('Escape');
    const asked = question(page, DE);
    await asked.waitFor();
    const told = await asked.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent);
    expect(told).toBe('Ihre Eingaben sind nicht gespeichert. Wenn Sie dieses Fenster schließen, gehen sie verloren.');
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await hasFocus(asked.getByRole('button', { name: DE.stay }));
    // The focus stays in the question.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await hasFocus(asked.getByRole('button', { name: DE.stay }));
    await page.keyboard.press('Tab');
    await hasFocus(asked.getByRole('button', { name: DE.discard }));
    await page.keyboard.press('Enter');
    await isClosed(page);
    expectClean(watched);
  });

  it('asks for what a reload has brought back, and forgets it when it is discarded', async () => {
    const { page } = await signedIn('olivia', `${OF_ORGANIZATION}/invitations`);
    const opener = page.getByRole('button', { name: 'Invite a person' });
    await opener.click();
    await page.getByLabel('E-mail address').fill('back@delta.example');
    await page.reload();
    await opener.click();
    await page.getByText('Your entries from before are back.').waitFor();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: EN.discard }).click();
    await isClosed(page);
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('draft');
  });

  it('asks no more once what was sent has arrived', async () => {
    const { page } = await signedIn('olivia', `${OF_ORGANIZATION}/workspaces`);
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/organizations/1/workspaces', async (route) => {
      if (route.request().method() === 'POST') await arrived;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Brackish');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    arrive();
    await page.getByRole('heading', { name: 'Brackish', level: 1 }).waitFor();
    expect([await question(page).count(), await page.getByRole('dialog').count()]).toEqual([0, 0]);
  });

  it('stays as it is below the dialog that asks for a fresh proof', async () => {
    const { page } = await signedIn('olivia', `${OF_ORGANIZATION}/workspaces`);
    const refusal = {
      success: false,
      code: 'STEP_UP_REQUIRED',
      message: 'Prove it.',
      step_up: { methods: ['password'] },
      request_id: 'abc',
    };
    await page.route('**/organizations/1/workspaces', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: refusal }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Waits for a proof');
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Your password').fill('not sent');
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'hidden' });
    expect([await question(page).count(), await page.getByLabel('Name', { exact: true }).inputValue()]).toEqual([0, 'Waits for a proof']);
  });

  it.each([
    ['a search for a page', '/', (page: Page) => page.keyboard.press('ControlOrMeta+k'), 'combobox'],
    [
      'a search for a person',
      `${OF_ORGANIZATION}/workspaces/1`,
      async (page: Page) => {
        await page.getByText('Nobody has been added yet.').waitFor();
        await page.getByRole('button', { name: 'Add a member' }).click();
      },
      'searchbox',
    ],
    [
      'a name that confirms',
      `${OF_ORGANIZATION}/provisioning`,
      (page: Page) => page.getByRole('button', { name: 'Revoke: Directory' }).first().click(),
      'textbox',
    ],
  ] as const)('asks nothing about %s', async (_, address, begin, role) => {
    const { page } = await signedIn('olivia', address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await begin(page);
    await page.getByRole('dialog').getByRole(role).fill('De');
    await page.keyboard.press('Escape');
    await isClosed(page);
    expect(await question(page).count()).toBe(0);
  });
});
