import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { eventually } from '../platform/fixtures/eventually.js';
import { PAGES, type SampledApp, addresses, filled, startSampled } from '../support/addresses.js';
import { logInBy } from '../support/pages.js';
import { browser, hasChromium } from './chromium.js';

const NEXT = 'Next page';
const SOON_MS = 10_000;
const SETTLING_MS = 60;
/** Longer than a filter waits for the next key. */
const TYPING_MS = 350;

/** What the service has not answered yet. */
const asked = new Set<Route>();
/** Filters, not forms: whatever a person sets here should be found again. */
const FILTERS = 'main :is(select, input:is([type=search], [type=date], [type=checkbox])):not(form:not([role=search]) *, [role=group] *)';
/** A page on which something is written filters nothing. */
const WRITES = /\/(?:new|edit)$/;

/** Every list that has pages, with the names that its file reads them from the address by. */
async function lists(): Promise<readonly { readonly file: string; readonly list: string; readonly read: readonly string[] }[]> {
  const files = (await readdir(PAGES, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(PAGES, file), 'utf8');
      const read = [...text.matchAll(/(?:usePageOf|usePlace)\('?(\w*)/g)].map(([, name = '']) => name);
      return [...text.matchAll(/<Pager\s[^>]*?(?:list="(\w+)")?\s*\/>/g)].map(([, list = '']) => ({ file, list, read }));
    }),
  );
  return found.flat();
}

/** Any list has three pages, however few rows there are: each holds those of the first. */
async function inThreePages(route: Route): Promise<void> {
  asked.add(route);
  await answered(route).catch(() => undefined);
  asked.delete(route);
}

async function answered(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  const wanted = Number(url.searchParams.get('page') ?? 1);
  if (route.request().method() !== 'GET') return route.continue();
  if (url.searchParams.has('page')) url.searchParams.set('page', '1');
  const answer = await route.fetch({ url: url.href });
  const body = await answer.json().catch(() => null);
  const pagination = body?.data?.pagination ?? body?.pagination;
  if (pagination === undefined) return route.fulfill({ response: answer });
  Object.assign(pagination, { page: wanted, pages: 3, total: Math.max(pagination.total, 3) });
  return route.fulfill({ response: answer, json: body });
}

describe('the lists of the console', () => {
  it('with a name are turned and read by that name', async () => {
    const all = await lists();
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter(({ list, read }) => list !== '' && !read.includes(list))).toEqual([]);
  });
});

(hasChromium ? describe : describe.skip)('where a person is on a page (needs Chromium)', () => {
  const open = browser();
  let at: SampledApp;

  beforeAll(async () => {
    at = await startSampled();
  });
  afterAll(() => at.app.close());

  it.each([
    ['olivia', /^\/organizations\//],
    ['olivia', /^\/(?!organizations|admin)/],
    ['sysadmin', /^\/admin\//],
  ])('is found again by a reload, Back and Forward, where %s is at %s', async (username, theirs) => {
    const { address, samples } = at;
    const { page, errors } = await open(address);
    asked.clear();
    await page.route(/\/api\/v1\//, inThreePages);
    await logInBy(page, address, username);
    const waiting = (await addresses()).filter((path) => theirs.test(path)).map((path) => filled(path, samples));
    expect(waiting.length).toBeGreaterThan(2);
    // Its filter is there as soon as both are chosen.
    const chosen = waiting.filter((path) => path.endsWith('/preview')).map((path) => `${path}?source=${samples['$source']}&member=2`);
    const seen = new Set([...waiting, ...chosen]);
    const lost: string[] = [];
    for (const path of seen) {
      let isFresh = false;
      for (const act of WRITES.test(path.split('?')[0] ?? '') ? [turnAndOpen] : [turnAndOpen, filter]) {
        if (!isFresh) await visit(page, `${address}${path}`);
        for (const view of await viewsOf(page)) seen.add(view);
        const changes = await act(page);
        isFresh = changes.length === 0;
        if (isFresh) continue;
        const shown = await standing(page);
        const lose = (how: string): unknown => lost.push(`${path}: ${how} lost ${changes.join(', ')} of ${shown}`);
        await page.reload();
        if (!(await shows(page, (now) => now === shown))) lose('a reload');
        if (act === filter) continue;
        await page.goBack();
        if (!(await shows(page, (now) => now !== shown))) lose('Back leads nowhere and');
        await page.goForward();
        if (!(await shows(page, (now) => now === shown))) lose('Forward');
      }
    }
    expect(lost).toEqual([]);
    expect(errors).toEqual([]);
  });
});

/** Everything that the page has asked for is there. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
  await eventually('all answers', async () => {
    if (asked.size > 0) return false;
    await page.waitForTimeout(SETTLING_MS);
    return asked.size === 0;
  });
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settled(page);
}

/** Soon: what a click or Back brings may have to be read first. */
async function shows(page: Page, isWanted: (standing: string) => boolean): Promise<boolean> {
  const soon = Date.now() + SOON_MS;
  while (Date.now() < soon) {
    if (isWanted(await standing(page).catch(() => ''))) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

/** The ways to look at the page, such as tabs; each has an address. */
const viewsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('main nav a')]
      .filter(({ pathname }) => pathname === location.pathname)
      .map(({ pathname, search }) => `${pathname}${search}`),
  );

/** Turns every list by a page, and opens a row. */
async function turnAndOpen(page: Page): Promise<readonly string[]> {
  const changes: string[] = [];
  const buttons = page.getByRole('main').getByRole('button', { name: NEXT, disabled: false });
  for (let at = 0; at < (await buttons.count()); at += 1) {
    await buttons.nth(at).click();
    await settled(page);
    changes.push(`list ${at}`);
  }
  const opener = page.locator('main table :is([aria-expanded=false], [aria-haspopup=dialog])').first();
  if ((await opener.count()) > 0) {
    await opener.click();
    await settled(page);
    changes.push('a row');
  }
  return changes;
}

/** Sets every filter to something else than it shows. */
async function filter(page: Page): Promise<readonly string[]> {
  const changes: string[] = [];
  const fields = page.locator(FILTERS);
  for (let at = 0; at < (await fields.count()); at += 1) {
    const field = fields.nth(at);
    if (!(await field.isVisible()) || !(await field.isEnabled())) continue;
    const type = await field.evaluate((element) => (element as HTMLInputElement).type);
    if (type === 'select-one') {
      const others = await field.evaluate((element) => {
        const { options, value } = element as HTMLSelectElement;
        return [...options].map((option) => option.value).filter((one) => one !== value);
      });
      if (others[0] === undefined) continue;
      await field.selectOption(others[0]);
    } else if (type === 'checkbox') await field.click();
    else {
      await field.fill(type === 'date' ? '2026-11-02' : 'an');
      await field.press('Enter');
      await page.waitForTimeout(TYPING_MS);
    }
    await settled(page);
    changes.push(`filter ${at}`);
  }
  return changes;
}

/** What shows where a person is: pages of lists, values of filters, open rows, the chosen view. */
const standing = (page: Page): Promise<string> =>
  page.evaluate((filters) => {
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    return JSON.stringify([
      all('main [aria-live=polite]').map(({ textContent }) => textContent),
      all(filters).map((element) => {
        const { type, value, checked } = element as HTMLInputElement;
        return type === 'checkbox' ? checked : value;
      }),
      all('[aria-expanded=true]').map((element) => element.getAttribute('aria-label')),
      all('[role=dialog] h2').map(({ textContent }) => textContent),
      all('main nav [aria-current=page]').map(({ textContent }) => textContent),
    ]);
  }, FILTERS);
