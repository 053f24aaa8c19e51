import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chromium } from 'playwright-core';
import { demoPages } from '../support/demo-service.js';
import { enterByPage } from '../support/pages.js';
import { CHROMIUM, LAUNCH, browser, hasChromium } from './chromium.js';

const FORBIDDEN = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
  Object.defineProperty(window, name, { get() { throw new DOMException(name + ' is denied.', 'SecurityError'); } });
navigator.locks.request = () => Promise.reject(new DOMException('Locks are denied.', 'SecurityError'));`;

(hasChromium ? describe : describe.skip)('pages of a browser that keeps no site data (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  it('work where every store throws: all doors, a session, the language, a draft', async () => {
    const { page, errors } = await open(at().address);
    await page.addInitScript(FORBIDDEN);
    for (const path of ['/', '/signin', '/password-reset', '/email-verification', '/invitations', '/signed-in']) {
      await page.goto(`${at().address}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await enterByPage(page, at().address, 'olivia');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('link', { name: 'Vorlagen' }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('work in a profile of Chromium that blocks all site data', async () => {
    const profile = join(at().directory, 'profile');
    await mkdir(join(profile, 'Default'), { recursive: true });
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
    const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: LAUNCH });
    const [page = await context.newPage()] = context.pages();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await enterByPage(page, at().address, 'olivia');
    const isBlocked = `(() => { try { return localStorage === null; } catch { return true; } })()`;
    expect(await page.evaluate(isBlocked)).toBe(true);
    await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
    await page.getByRole('table').first().waitFor();
    await context.close();
    expect(errors).toEqual([]);
  });
});
