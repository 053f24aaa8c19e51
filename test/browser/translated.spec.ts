import { describe, expect, it } from '@jest/globals';
import { enter } from '../support/pages.js';
import { editor, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

/** What the translators of browsers do: each text goes into an element of their own, also those that come later. */
const TRANSLATE = `
  const wrap = (text) => {
    if (text.nodeValue.trim() === '' || text.parentElement === null || ['FONT', 'SCRIPT', 'STYLE', 'OPTION', 'TITLE'].includes(text.parentElement.tagName)) return;
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text.nodeValue);
  };
  const all = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) wrap(text);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? wrap(node) : all(node);
  }).observe(document, { childList: true, subtree: true });`;

(hasChromium ? describe : describe.skip)('pages that a browser translates (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  it('go on: every entry of the menu, a query that is typed, judged and run', async () => {
    const { page, errors } = await open(at().address);
    await page.addInitScript(TRANSLATE);
    await enter(page, at().address, 'olivia');
    // The help opens a tab of its own.
    const menu = page.getByRole('navigation', { name: 'Menu' }).locator('a:not([target])');
    await menu.filter({ hasText: 'Audit' }).waitFor();
    for (const entry of await menu.all()) {
      await entry.click();
      await page.waitForURL(`**${await entry.getAttribute('href')}`);
      await page.locator('main font').first().waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
    }
    expect(await page.locator('font').count()).toBeGreaterThan(20);
    await page.goto(`${at().address}/data-sources/${at().source}/query`);
    for (const sql of ['SELECT', 'SELECT name\nFROM nowhere', '', 'DELETE FROM rivers', 'SELECT name FROM rivers']) {
      await write(page, sql);
      await page.waitForLoadState('networkidle');
    }
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^Rows: 100, in /).waitFor();
    expect(await editor(page).textContent()).toBe('SELECT name FROM rivers');
    expect(errors).toEqual([]);
  });
});
