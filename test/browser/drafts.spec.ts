import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInBy } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const RESTORED = 'Your entries from before are back.';

interface KindOfForm {
  readonly address: string;
  readonly typed: string;
  /** Leads to the fields of a form that begins with a choice. */
  begin?(page: Page): Promise<void>;
  fill(page: Page): Promise<void>;
  save(page: Page): Promise<void>;
}

const name = (page: Page) => page.getByLabel('Name', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

(hasChromium ? describe : describe.skip)('a draft (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  const role: KindOfForm = {
    address: '/organizations/1/roles/new',
    typed: 'Role in the making',
    async fill(page) {
      await name(page).fill(this.typed);
      await page.getByRole('checkbox').first().check();
    },
    async save(page) {
      expect(await page.getByRole('checkbox').first().isChecked()).toBe(true);
      await page.getByRole('button', { name: 'Create a role' }).click();
      await page.getByRole('heading', { name: this.typed, level: 1 }).waitFor();
    },
  };
  const policy: KindOfForm = {
    address: '/organizations/1/data-policies/new',
    typed: 'Policy in the making',
    async fill(page) {
      await name(page).fill(this.typed);
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByLabel('Kind of rule').selectOption({ label: 'Hide or mask columns by tag' });
      await page.getByLabel('Tag').fill('salary');
    },
    async save(page) {
      expect(await page.getByLabel('Tag').inputValue()).toBe('salary');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: this.typed, level: 1 }).waitFor();
    },
  };
  const source: KindOfForm = {
    address: '/data-sources/new',
    typed: 'Source in the making',
    begin: (page) => page.getByRole('button', { name: 'Continue' }).click(),
    async fill(page) {
      await name(page).fill(this.typed);
      await page.getByLabel('Host').fill('localhost');
      await page.getByLabel('Database', { exact: true }).fill('atlas');
      await page.getByLabel('Role', { exact: true }).fill('reader');
      await password(page).fill('never kept');
    },
    async save(page) {
      expect(await password(page).inputValue()).toBe('');
      await page.getByText('Passwords and other secrets are not kept.').waitFor();
      await password(page).fill('typed again');
      await page.getByRole('button', { name: 'Save and test connection' }).click();
      await page.getByRole('heading', { name: `${this.typed}: Settings` }).waitFor();
    },
  };

  const stored = (page: Page): Promise<string> => page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');

  /** Something typed in a form, and the page loaded again. */
  async function reloaded(form: KindOfForm) {
    const watched = await at().signedIn('olivia', form.address);
    const { page } = watched;
    // The browser asks before the tab is closed or loaded again.
    page.on('dialog', (asked) => void asked.accept());
    await form.begin?.(page);
    await form.fill(page);
    expect(await stored(page)).not.toContain('never kept');
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await name(page).inputValue()).toBe(form.typed);
    return watched;
  }

  describe.each([
    ['a role', role],
    ['a data policy', policy],
    ['a data source', source],
  ])('of %s', (_, form) => {
    it('is there after a reload without its secrets, and is gone when it is saved', async () => {
      const watched = await reloaded(form);
      const { page } = watched;
      await form.save(page);
      expect(await stored(page)).not.toContain('draft');
      await page.goto(at().address + form.address);
      await form.begin?.(page);
      await name(page).waitFor();
      expect([await name(page).inputValue(), await page.getByText(RESTORED).count()]).toEqual(['', 0]);
      expectClean(watched);
    });

    it('is its person’s: it outlives the session, and the next person finds nothing of it', async () => {
      const { page } = await reloaded(form);
      const { accessToken: token } = await logIn(at().service.http, 'olivia');
      expect((await at().service.http.delete('/api/v1/sessions', { token })).status).toBe(200);
      await page.reload();
      await signInBy(page, 'olivia');
      await page.getByText(RESTORED).waitFor();
      expect(await name(page).inputValue()).toBe(form.typed);
      await page.context().clearCookies();
      await page.reload();
      await signInBy(page, 'adam');
      await page.getByRole('link', { name: 'adam' }).waitFor();
      await form.begin?.(page);
      await name(page).waitFor();
      expect(await name(page).inputValue()).toBe('');
      expect(await stored(page)).not.toContain(form.typed);
    });
  });

  it('is discarded by a button, and by leaving without saving', async () => {
    const { page } = await reloaded(role);
    await page.getByRole('button', { name: 'Discard it' }).click();
    expect([await name(page).inputValue(), await page.getByText(RESTORED).count()]).toEqual(['', 0]);
    expect(await stored(page)).not.toContain('draft');
    await role.fill(page);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    expect(await stored(page)).not.toContain('draft');
  });

  it('of a second tab is another one', async () => {
    const { page } = await reloaded(role);
    const tab = await page.context().newPage();
    await tab.goto(at().address + role.address);
    await name(tab).fill('Of the second tab');
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await name(page).inputValue()).toBe(role.typed);
  });
});
