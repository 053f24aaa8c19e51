import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { enter } from '../support/pages.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const MANY = 200;
const TEXT = 'forbid (principal == User::"2000000000", action, resource);';
const RULES = [{ kind: 'tag', tag: 'email', effect: 'hash' }];

(hasChromium ? describe : describe.skip)('the lists of rules (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new FixedClock(new Date()),
      environment: { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' },
    });
    address = app.url.replace('127.0.0.1', 'localhost');
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const organization = { organization_id: 1 };
    for (const [path, body] of [
      ['policies', { text: TEXT }],
      ['data-policies', { rules: RULES }],
    ] as const)
      for (let number = 1; number <= MANY; number += 1) {
        const name = `Rule ${String(number).padStart(3, '0')}`;
        expect(await app.http.post(`/api/v1/sso/abac/${path}`, { ...organization, name, ...body }, { token })).toMatchObject({
          status: 201,
        });
      }
  });
  afterAll(() => app.close());

  it.each([
    ['policies', 'Access policies'],
    ['data-policies', 'Data policies'],
  ])('with 200 %s are searched by name and turned, and found again by the address', async (path, caption) => {
    const { page } = await open(address);
    await enter(page, address, 'olivia', `/organizations/1/${path}`);
    const rows = page.getByRole('table', { name: caption }).locator('tbody tr');
    await page.getByText('Page 1 of 4, 200 in all').waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of 4, 200 in all').waitFor();
    await page.reload();
    await rows.getByRole('link', { name: 'Rule 051' }).waitFor();
    await page.getByLabel('Search by name').fill('rule 19');
    await page.getByText('Page 2 of 4').waitFor({ state: 'detached' });
    await rows.nth(9).waitFor();
    expect(await rows.count()).toBe(10);
    await page.reload();
    await rows.getByRole('link', { name: 'Rule 190' }).waitFor();
    await page.getByLabel('Search by name').fill('nobody has this');
    await page.getByText('Nothing here has such a name.').waitFor();
  });
});
