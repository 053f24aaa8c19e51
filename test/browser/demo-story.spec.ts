import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from '../support/pages.js';
import { hasChromium } from './chromium.js';
import { button, enterPassword, story } from './story.js';

const QUESTION = 'Which rivers carry the most water?';
const ANSWER = /^Amazon comes first of 10, with 209,000/;

(hasChromium ? describe : describe.skip)('what the README proposes to see, as a story (needs Chromium)', () => {
  const { click, arrive, expectEnded } = story();
  const menu = (page: Page, name: string): Locator =>
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
  const ask = async (page: Page): Promise<void> => {
    await click(menu(page, 'Start'));
    await click(page.getByRole('link', { name: 'Ask Rivers of the world' }));
    await click(button(page, QUESTION));
  };
  const draft = async (page: Page): Promise<void> => {
    await click(menu(page, 'Data policies'));
    await click(page.getByRole('link', { name: 'Discharge is confidential' }));
  };
  const step = async (page: Page, name: string): Promise<void> => {
    await click(button(page, name));
    await click(button(page.getByRole('dialog'), name));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  /** Red notices are for faults. */
  const isCalm = async (page: Page): Promise<void> => expect(await page.locator('[class*="_bad_"]').allInnerTexts()).toEqual([]);
  const enter = async () => {
    const watched = await arrive('olivia');
    await enterPassword(watched.page);
    return watched;
  };

  it('begins on a page with what waits, what is known of the data and the next step, and fills every page of the data', async () => {
    const olivia = await enter();
    const { page } = olivia;
    const data = page.getByRole('region', { name: 'Your data' });
    await data.getByText(/^Tables and views: 7, read/).waitFor();
    await page.getByRole('link', { name: 'Data policies in draft: 1' }).waitFor();
    await page.getByRole('link', { name: 'Protect your account with a second factor' }).waitFor();
    await isCalm(page);
    await click(data.getByRole('link', { name: 'Rivers of the world', exact: true }));
    await page.getByText(/^Tables: 5, views: 2, schemas: 1\./).waitFor();
    await click(page.getByRole('link', { name: 'Knowledge', exact: true }));
    await page.getByRole('link', { name: 'Which basins drain to the Black Sea?' }).waitFor();
    await click(page.getByRole('link', { name: 'Glossary', exact: true }));
    await page.getByRole('main').getByRole('rowheader').first().waitFor();
    await click(page.getByRole('link', { name: 'Tags', exact: true }).first());
    await page.getByRole('link', { name: 'hydrology.rivers.average_discharge_m3s' }).waitFor();
    await click(menu(page, 'Templates'));
    await page.getByRole('link', { name: 'Longest rivers of a continent' }).waitFor();
    expectEnded(olivia);
  });

  it('asks, hides the column that was asked for, and asks again; then shows it, and asks again', async () => {
    const olivia = await enter();
    const { page } = olivia;
    await ask(page);
    await page.getByText(ANSWER).waitFor();
    await isCalm(page);

    await draft(page);
    await click(page.getByRole('link', { name: 'Preview what a member would see' }));
    await click(button(page, /^Vera Lindqvist/));
    await page.getByRole('row').filter({ hasText: 'average_discharge_m3s' }).getByText('hidden', { exact: true }).first().waitFor();
    await draft(page);
    await click(button(page, 'Change'));
    await page.getByLabel('The policy is for').selectOption('everyone');
    await click(button(page, 'Save'));
    await step(page, 'Activate');

    await ask(page);
    const kept = page.getByText('This data policy may keep it from you:');
    await kept.waitFor();
    // The model does not know of the column, and the person learns why.
    await page.getByText('The schema that I am given does not show all that the answer needs.').waitFor();
    expect(await page.getByText('average_discharge_m3s').count()).toBe(0);
    await isCalm(page);
    expect(await faultsOf(page)).toEqual([]);
    await click(kept.getByRole('link', { name: 'Discharge is confidential' }));
    await step(page, 'Disable');
    await ask(page);
    await page.getByText(ANSWER).waitFor();
    await isCalm(page);
    expectEnded(olivia);
  });
});
