import { beforeEach, expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { demoPages } from '../support/demo-service.js';
import { type Watched, browser } from './chromium.js';

/** A story of a person has fewer clicks than this. */
const MOST_CLICKS = 40;

export const button = (on: Page | Locator, name: string | RegExp): Locator =>
  on.getByRole('button', { name, exact: typeof name === 'string' });
export const link = (on: Page | Locator, name: string | RegExp): Locator => on.getByRole('link', { name, exact: typeof name === 'string' });

/** As a person copies it from one page to the other. */
export const valueOf = (page: Page, label: string): Promise<string> =>
  page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]').locator('code').innerText();

export const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(PUBLISHED_SECRETS.password);
  await page.keyboard.press('Enter');
};

interface Story {
  readonly at: ReturnType<typeof demoPages>;
  readonly open: ReturnType<typeof browser>;
  readonly click: (what: Locator) => Promise<void>;
  /** Someone at the first page, who has chosen an account of the demo. */
  readonly arrive: (username: string) => Promise<Watched>;
  /** The story ends: it was short, and the pages did nothing that they should not do. */
  readonly expectEnded: (...all: readonly Watched[]) => void;
}

/** The demo as on a new machine, and people who walk through it by clicks alone; the clicks of a test count together. */
export function story(): Story {
  const open = browser();
  const at = demoPages('empty');
  let clicks = 0;
  beforeEach(() => {
    clicks = 0;
  });
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  return {
    at,
    open,
    click,
    arrive: async (username) => {
      const watched = await open(at().address);
      await watched.page.goto(`${at().address}/`);
      await click(button(watched.page, username));
      return watched;
    },
    expectEnded: (...all) => {
      expect(clicks).toBeLessThan(MOST_CLICKS);
      for (const { violations, errors } of all) expect([violations, errors]).toEqual([[], []]);
    },
  };
}
