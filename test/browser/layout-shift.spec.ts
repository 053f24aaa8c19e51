import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { eventually } from '../platform/fixtures/eventually.js';
import { type SampledApp, addresses, filled, startSampled } from '../support/addresses.js';
import { logInBy } from '../support/pages.js';
import { browser, hasChromium } from './chromium.js';

/** Above it, people notice: "good" in the words of web.dev. */
const MOST = 0.1;
/** As a busy service answers: each read at its own time, those of one page in any order. */
const delayOf = (url: string): number => 80 + ([...url].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7) * 60;

const QUIET_MS = 150;

/** What has moved since the page began to be drawn, but for what a person did. */
const RECORD = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => (node?.parentElement ?? node)?.innerText?.slice(0, 60) ?? '?');
      window.shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** All that could be pressed or typed into at any time since the page began to be drawn. */
const PRESSABLE = `
  window.pressable = new Set();
  const look = () => {
    for (const one of document.querySelectorAll('main :is(button, a[href], input, select, textarea)')) window.pressable.add(one);
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });`;
/** What ends something that runs goes with it. */
const GONE = `[...window.pressable].filter((one) => !one.isConnected).map((one) => one.textContent || one.outerHTML).filter((name) => name !== 'Cancel')`;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

(hasChromium ? describe : describe.skip)('what arrives late on a page (needs Chromium)', () => {
  const open = browser();
  let at: SampledApp;

  beforeAll(async () => {
    at = await startSampled();
  });
  afterAll(() => at.app.close());

  it.each([
    ['olivia', /^\/(?!admin)/, '1'],
    ['sysadmin', /^\/admin\//, '1'],
    // Most lists of that organization are empty.
    ['oscar', /^\/organizations\/\$organization[^$]*$/, '2'],
  ])('moves nothing that is shown already and takes nothing away, where %s is at %s', async (username, theirs, $organization) => {
    const { address } = at;
    const samples = { ...at.samples, $organization };
    const { page } = await open(address);
    const waiting = new Set<Route>();
    await page.addInitScript(RECORD + PRESSABLE);
    await page.route(/\/api\//, async (route) => {
      waiting.add(route);
      await new Promise((resolve) => setTimeout(resolve, delayOf(route.request().url())));
      waiting.delete(route);
      await route.continue().catch(() => undefined);
    });
    await logInBy(page, address, username);
    const moved: string[] = [];
    const gone: string[] = [];
    const paths = ['/', '/account', ...(await addresses()).filter((path) => theirs.test(path))];
    for (const path of new Set(paths.map((one) => filled(one, samples)))) {
      await page.goto(address + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await rest(page, waiting);
      const shifts = await page.evaluate<readonly Shift[]>('window.shifts');
      const sum = shifts.reduce((before, { value }) => before + value, 0);
      if (sum >= MOST) moved.push(`${path} ${sum.toFixed(3)}: ${JSON.stringify(shifts.toSorted((a, b) => b.value - a.value).slice(0, 2))}`);
      for (const one of await page.evaluate<readonly string[]>(GONE)) gone.push(`${path}: ${one}`);
    }
    expect({ moved, gone }).toEqual({ moved: [], gone: [] });
  });

  const OF = '/api/v1/organizations/1';
  const MIGRATION = '/api/v1/sso/enforcement/migration-plan/1';
  it.each([
    ['/', `${OF}/access-requests`, ['Your data', 'Delta Analytics', 'First steps'], 'To look at'],
    ['/account', '/api/v1/mfa/factors', ['Your name', 'Sessions', 'Activity of your account'], 'Second factors'],
    ['/organizations/1/workspaces/1', '/api/v1/workspaces/1/members', ['Settings', 'Labels'], 'Members'],
    ['/organizations/1/migration', `${MIGRATION}/forecast`, ['What is still missing', 'Waves', 'Day by day'], 'If it were required today'],
    ['/organizations/1/webhooks/1', `${OF}/webhooks/1/deliveries`, ['State', 'Send a period again'], 'Log'],
  ])('comes last, where %s waits for %s', async (path, held, meanwhile, late) => {
    const { address, samples } = at;
    const { page } = await open(address);
    await page.addInitScript(RECORD);
    await logInBy(page, address, 'olivia');
    const release = await heldAnswer(page, held);
    await page.goto(address + filled(path, samples));
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    for (const name of meanwhile) await heading(name).waitFor();
    release();
    await heading(late).waitFor();
    await rest(page, new Set());
    const shifts = await page.evaluate<readonly Shift[]>('window.shifts');
    expect(shifts.reduce((before, { value }) => before + value, 0)).toBeLessThan(MOST);
    const tops = await Promise.all([...meanwhile, late].map(async (name) => (await heading(name).boundingBox())?.y ?? 0));
    expect(Math.max(...tops)).toBe(tops.at(-1));
  });
});

/** Keeps the answer of a path back. @returns how to let it through */
async function heldAnswer(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

/** Nothing is asked any more, and nothing loads. */
async function rest(page: Page, waiting: ReadonlySet<Route>): Promise<void> {
  await eventually('the page rests', async () => {
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(QUIET_MS);
    return waiting.size === 0 && (await page.getByText('Loading …').count()) === 0;
  });
}
