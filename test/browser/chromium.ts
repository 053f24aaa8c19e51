import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

/** The browser of people, with profiles, and with pages that Back shows from memory. */
export const CHROMIUM = process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium';

export const hasChromium = existsSync(CHROMIUM);

/** Takes a third less of the machine for the same pages. */
const SHELL = '/usr/bin/chromium-headless-shell';

const LIGHTEST = process.env['TEST_CHROMIUM'] === undefined && existsSync(SHELL) ? SHELL : CHROMIUM;

/** For what hangs; a machine that is slow is no failure. */
const PATIENCE_MS = 60_000;

/** A browser that cannot close a page goes on with the next; the end of the file ends it as a whole. */
const CLOSING_MS = 20_000;

const HANDLERS: unique symbol = Symbol.for('EVENT_HANDLERS');

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

export const LAUNCH = ['--no-sandbox', '--disable-gpu', '--disable-sync', ...QUIET];

/** What a page did although no test asked for it. */
export interface Watched {
  readonly page: Page;
  readonly violations: readonly string[];
  readonly foreign: readonly string[];
  /** Errors that a page threw and did not catch. */
  readonly errors: readonly string[];
}

/** What Jest's framework tells of each event, waiting for what they do. */
const handlers = (globalThis as unknown as { [HANDLERS]?: ((event: { name: string }) => unknown)[] })[HANDLERS];

/**
 * One browser for the tests of a file, and pages that are watched, each in a profile of its own.
 * @param keepsPages as browsers of people do: Back and Forward then show pages from memory
 */
export function browser({ keepsPages = false } = {}): (origin: string, options?: BrowserContextOptions) => Promise<Watched> {
  let running: Browser;
  let opened: BrowserContext[] = [];
  beforeAll(async () => {
    if (!hasChromium) return;
    running = await chromium.launch({
      executablePath: keepsPages ? CHROMIUM : LIGHTEST,
      args: LAUNCH,
      ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    });
  });
  beforeEach(() => {
    opened = [];
  });
  // A page that stays open goes on asking and drawing.
  afterEach(async () => {
    await Promise.all(opened.map((context) => orAfter(CLOSING_MS, context.close())));
  });
  afterAll(() => running?.close());
  handlers?.push(async ({ name }) => {
    if (name === 'test_fn_failure') for (const context of opened) for (const page of context.pages()) await tellOf(page);
  });
  return async (origin, options) => {
    const context = await running.newContext({ viewport: { width: 1400, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    opened.push(context);
    const page = await context.newPage();
    const violations: string[] = [];
    const foreign: string[] = [];
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    page.on('request', (request) => {
      if (/^(?:https?|wss?):/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
    });
    return { page, violations, foreign, errors };
  };
}

/** What a person would have seen, for a failure that cannot be repeated elsewhere. */
async function tellOf(page: Page): Promise<void> {
  const text = await orAfter(CLOSING_MS, page.evaluate<string>('document.body.innerText').catch(String));
  process.stderr.write(`${page.url()}\n${(text ?? 'The page does not answer.').replaceAll(/\n\s*\n/g, '\n').slice(0, 3_000)}\n`);
}

/** @returns undefined when it takes longer */
async function orAfter<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const end = new AbortController();
  const result = await Promise.race([work, sleep(ms, undefined, { signal: end.signal }).catch(() => undefined)]);
  end.abort();
  return result;
}
