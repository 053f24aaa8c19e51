import { existsSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';

const EXECUTABLE = process.env['TEST_CHROMIUM'] ?? '/usr/bin/chromium';

export const hasChromium = existsSync(EXECUTABLE);

const QUIET = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];

/** What a page did that nobody asked it to. */
export interface Watched {
  readonly page: Page;
  readonly violations: readonly string[];
  readonly foreign: readonly string[];
  /** What a page threw and nobody caught. */
  readonly errors: readonly string[];
}

/** One browser for the tests of a file, and pages that are watched, each in a profile of its own. */
export function browser(): (origin: string, options?: BrowserContextOptions) => Promise<Watched> {
  let running: Browser;
  beforeAll(async () => {
    if (!hasChromium) return;
    running = await chromium.launch({
      executablePath: EXECUTABLE,
      args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...QUIET],
    });
  });
  afterAll(() => running?.close());
  return async (origin, options) => {
    const page = await (await running.newContext({ viewport: { width: 1400, height: 900 }, ...options })).newPage();
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
