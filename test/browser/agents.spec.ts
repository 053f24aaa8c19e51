import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { demoPages } from '../support/demo-service.js';
import { mcpClient } from '../support/mcp-client.js';
import { enter, faultsOf, isTooWide, signInBy } from '../support/pages.js';
import { browser, hasChromium } from './chromium.js';

const REDIRECT = 'http://127.0.0.1:4711/callback';

(hasChromium ? describe : describe.skip)('AI clients on the pages (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();
  const verifier = randomBytes(32).toString('base64url');
  const requestOf = (clientId: string, more: Record<string, string> = {}): string =>
    new URLSearchParams({
      ...{
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        state: '12345678901234567890',
        scope: 'schema.read query.run',
      },
      ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256', ...more },
    }).toString();

  it('are allowed by a person who has to sign in first, used, and disconnected', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    const answers: URL[] = [];
    await page.route('http://127.0.0.1:4711/**', async (route) => {
      answers.push(new URL(route.request().url()));
      await route.fulfill({ contentType: 'text/html', body: '<title>Done</title>' });
    });
    await page.goto(`${at().address}/oauth/authorize?${requestOf('headgate-demo')}`);
    await signInBy(page, 'olivia');
    await page.getByText('“Demo client” wants to read data in your name.').waitFor();
    await page.getByText('127.0.0.1:4711').waitFor();
    await page.getByText('any program there can use this name').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByLabel('Run read-only queries').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/4711/);
    const [back] = answers;
    expect(back?.searchParams.get('state')).toBe('12345678901234567890');
    const form = { grant_type: 'authorization_code', code: back?.searchParams.get('code') ?? '', code_verifier: verifier };
    const body = new URLSearchParams({ ...form, client_id: 'headgate-demo' });
    const tokens = await (await fetch(`${at().service.url}/oauth/token`, { method: 'POST', body })).json();
    const { client, tools } = await mcpClient(at().service.url, tokens.access_token);
    expect(await tools()).toEqual(['list_data_sources', 'schema', 'search_schema', 'read_table']);
    await client.close();

    await page.goto(`${at().address}/account`);
    const row = page.getByRole('row', { name: /Demo client/ });
    await row.getByText('connected').waitFor();
    await row.getByRole('button', { name: 'Disconnect: Demo client' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('No AI client is connected.').waitFor();
    await expect(mcpClient(at().service.url, tokens.access_token)).rejects.toThrow();
    expect([violations, foreign.filter((one) => !one.includes('4711')), errors]).toEqual([[], [], []]);
  });

  it('are ruled, registered and removed by an administrator', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await enter(page, at().address, 'olivia');
    await page.goto(`${at().address}/organizations/1/agents`);
    await page.getByLabel('Listed clients').fill('claude.ai');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Register a client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Register a client' }).click();
    await dialog.getByLabel('Program').fill('Reports');
    await dialog.getByLabel('Redirect addresses').fill('https://reports.example/callback');
    await dialog.getByLabel('It runs on a server that keeps a secret').check();
    await dialog.getByRole('button', { name: 'Register a client' }).click();
    await page.getByRole('button', { name: 'New secret: Reports' }).click();
    expect(await page.getByTestId('secret').textContent()).toMatch(/^hgcs_/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    // The third takes the place of the first, which somebody may still use.
    for (const isThird of [false, true]) {
      await page.getByRole('button', { name: 'New secret: Reports' }).click();
      if (isThird) {
        await dialog.getByText('stops working at once').waitFor();
        await dialog.getByRole('button', { name: 'New secret', exact: true }).click();
      }
      await page.getByTestId('secret').waitFor();
      await page.getByRole('button', { name: 'I have stored it' }).click();
    }
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Remove: Reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove: Reports' }).waitFor({ state: 'detached' });
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('that nobody knows get no answer', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await enter(page, at().address, 'olivia');
    await page.goto(`${at().address}/oauth/authorize?${requestOf('client_of_nobody')}`);
    await page.getByText('No organization here knows this program.').waitFor();
    await page.goto(`${at().address}/oauth/authorize?${requestOf('headgate-demo', { code_challenge_method: 'plain' })}`);
    await page.getByText('The program asked in a way that cannot be answered').waitFor();
    expect(await page.getByRole('link', { name: 'Back to the program' }).getAttribute('href')).toContain('error=invalid_request');
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });
});
