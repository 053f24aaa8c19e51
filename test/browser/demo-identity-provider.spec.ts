import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoService, connectDemoProvider, startDemoPages } from '../support/demo-service.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('the identity provider of the demo in a browser (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let olivia: string;
  let provider: string;
  beforeAll(async () => {
    ({ service } = await startDemoPages(ours()));
    olivia = (await logIn(service.http, 'olivia')).accessToken;
    provider = (await service.demo()).body.identity_provider.address;
  });
  afterAll(async () => {
    await service.program.stop('SIGKILL');
  });

  it.each(['oidc', 'saml'] as const)('signs one person after the other in by a click, over %s', async (type) => {
    const { page, violations } = await open(service.url);
    const choose = async (name: string | RegExp): Promise<void> => {
      await page.getByRole('heading', { name: 'Who signs in?' }).waitFor();
      expect(new URL(page.url()).origin).toBe(provider);
      await Promise.all([page.waitForURL(`http://localhost:*/?*`), page.getByRole('button', { name }).click()]);
    };
    const connection = await connectDemoProvider(service, olivia, type, async (url) => {
      await page.goto(url);
      await choose(/^olivia@/);
    });
    const start = `http://localhost:${new URL(service.url).port}/api/auth/sso/${connection}/start`;
    // Noted as it arrives: the page there soon leads on to another address.
    let code: string | null = null;
    page.on('framenavigated', (frame) => {
      const { pathname, searchParams } = new URL(frame.url());
      if (pathname === '/') code = searchParams.get('code') ?? code;
    });
    const emailOfCode = async (): Promise<string> => {
      return (await service.http.post('/api/auth/sso/exchange', { code })).body.user.email;
    };

    await page.goto(start);
    await page.getByRole('textbox', { name: 'Address' }).fill(`${type}.newcomer@delta.example`);
    await choose('Sign in');
    expect(await emailOfCode()).toBe(`${type}.newcomer@delta.example`);
    // The provider asks again in the same browser, and another person can be chosen, by the keyboard too.
    await page.goto(start);
    await page.getByRole('textbox', { name: 'Address' }).fill(`${type}.second@delta.example`);
    await Promise.all([page.waitForURL(`http://localhost:*/?*`), page.keyboard.press('Enter')]);
    expect(await emailOfCode()).toBe(`${type}.second@delta.example`);
    await page.goto(start);
    await page.getByRole('textbox', { name: 'Address' }).fill('this is no address');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(violations).toEqual([]);
  });
});
