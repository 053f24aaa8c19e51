import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPages } from '../support/demo-service.js';
import { enterByPage, faultsOf } from '../support/pages.js';
import { browser, hasChromium } from './chromium.js';

/** As the list asks; the start page, which may still load, asks for another number of members. */
const MEMBERS = '**/api/v1/organizations/1/members?page=1&limit=25';
const NAME = 'Hydrography';

/** As nginx, HAProxy and load balancers answer. */
const html = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
});

const busy = (status: number, code: string, wait: string) => ({
  status,
  headers: { 'Retry-After': wait },
  json: { success: false, code, message: 'Too much at once.', request_id: 'abc' },
});

(hasChromium ? describe : describe.skip)('answers of a proxy before the service (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  type Answer = ReturnType<typeof html> | ReturnType<typeof busy>;

  /** @returns how often it was asked for */
  async function answers(page: Page, address: string, answer: Answer, times = Infinity): Promise<() => number> {
    let asked = 0;
    await page.route(address, (route) => (asked++ < times ? route.fulfill(answer) : route.continue()));
    return () => asked;
  }

  async function signedIn(options = {}): Promise<Page> {
    const { page } = await open(at().address, options);
    await enterByPage(page, at().address, 'olivia');
    return page;
  }

  const toMembers = (page: Page) => page.goto(`${at().address}/organizations/1/members`);
  const isThere = (page: Page): Promise<void> => page.getByRole('link', { name: 'Mia Brandt', exact: true }).waitFor();
  const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first();

  it.each([
    ['a page of status 502', html(502)],
    ['a page of status 503', html(503, { 'Retry-After': '1' })],
    ['a page of status 504', html(504)],
    ['JSON of status 503', busy(503, 'UNAVAILABLE', '1')],
  ])('are no trouble for a reader if they pass: %s', async (_, answer) => {
    const page = await signedIn();
    const asked = await answers(page, MEMBERS, answer, 2);
    await toMembers(page);
    await isThere(page);
    expect([asked(), await page.getByRole('alert').count()]).toEqual([3, 0]);
  });

  it.each([
    ['502', html(502), 'A proxy before the service answered 502: the service does not run, or starts again.', 3],
    ['503', html(503), 'A proxy before the service answered 503', 3],
    ['504', html(504), 'A proxy before the service answered 504', 3],
    ['413', html(413), 'A proxy before the service refused this because it is too large.', 1],
    ['500', html(500), 'The service has failed. Try again', 1],
    ['403', html(403), 'The answer (403) is not one of this service. A proxy before it may have sent it.', 1],
    ['429', html(429, { 'Retry-After': '90' }), 'Try again in 90 s.', 1],
    ['429 of the service', busy(429, 'RATE_LIMITED', '7'), 'Try again in 7 s.', 1],
    // Nobody looks at "Loading" for so long.
    ['503 for minutes', html(503, { 'Retry-After': '600' }), 'Try again in 10 min.', 1],
    ['503 of the service for hours', busy(503, 'UNAVAILABLE', '7200'), 'Try again in 2 h.', 1],
  ])('that stay are told as what they are, and go when the person tries again: %s', async (_, answer, words, times) => {
    const page = await signedIn();
    const asked = await answers(page, MEMBERS, answer);
    await toMembers(page);
    await page.getByRole('alert').getByText(words).waitFor();
    expect([asked(), await page.getByText('Something went wrong on this page').count()]).toEqual([times, 0]);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(MEMBERS);
    await again(page).click();
    await isThere(page);
  });

  it('to what was sent are told, and what was typed stays', async () => {
    const page = await signedIn();
    const address = '**/api/v1/organizations/1/workspaces';
    await page.goto(`${at().address}/organizations/1/workspaces`);
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill(NAME);
    for (const [answer, words] of [
      [html(413), 'Send less, or ask your administrator to allow more.'],
      [html(502), 'A proxy before the service answered 502'],
    ] as const) {
      const asked = await answers(page, address, answer);
      await name.press('Enter');
      await page.getByRole('dialog').getByRole('alert').getByText(words).waitFor();
      expect([asked(), await name.inputValue()]).toEqual([1, NAME]);
      await page.unroute(address);
    }
    await name.press('Enter');
    await page.getByRole('heading', { name: NAME, level: 1 }).waitFor();
  });

  it('are told at the sign-in and at the first page, in German', async () => {
    const { page } = await open(at().address, { locale: 'de-DE' });
    await answers(page, '**/api/auth/sso/discover', html(502));
    await page.goto(`${at().address}/signin`);
    await page.getByLabel('Benutzername oder E-Mail-Adresse').fill('olivia@delta.example');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('alert').getByText('Ein Proxy vor dem Dienst hat mit 502 geantwortet').waitFor();
    const here = await signedIn();
    await answers(here, '**/api/auth/browser/**', html(503));
    await toMembers(here);
    await here.getByRole('alert').getByText('A proxy before the service answered 503').waitFor();
    await here.unroute('**/api/auth/browser/**');
    await again(here).click();
    await isThere(here);
  });
});
