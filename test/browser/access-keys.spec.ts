import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { demoPages } from '../support/demo-service.js';
import { mcpClient } from '../support/mcp-client.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror=alert(1)>';

(hasChromium ? describe : describe.skip)('keys for AI clients on the page of the account (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  const toAccount = async (page: Page, username: string): Promise<void> => {
    await enter(page, at().address, username, '/account');
    await page.getByRole('heading', { name: 'Keys for AI clients' }).waitFor();
  };

  it('are made, shown once, used and revoked', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await toAccount(page, 'olivia');
    await page.getByText('You have no key yet.').waitFor();
    await page.getByText(`${at().address}/mcp`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Claude');
    await dialog.getByLabel('See prompt templates').uncheck();
    await dialog.getByLabel('Fill in and execute prompt templates').uncheck();
    await dialog.getByRole('button', { name: 'Make a key' }).click();
    const token = (await page.getByTestId('secret').textContent()) ?? '';
    expect(token).toMatch(/^hgk_[\w-]{43}$/);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Claude/ });
    await row.getByText('works').waitFor();
    expect(await page.content()).not.toContain(token);

    const { client, tools } = await mcpClient(at().service.url, token);
    expect(await tools()).toEqual([
      ...['list_data_sources', 'schema', 'search_schema', 'read_table'],
      ...['list_glossary_terms', 'list_verified_pairs', 'query', 'ask'],
    ]);
    await client.close();

    await page.reload();
    await row.getByText('works').waitFor();
    await row.getByRole('button', { name: 'Revoke: Claude' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.getByText('revoked').waitFor();
    await expect(mcpClient(at().service.url, token)).rejects.toThrow();
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('are made by the keyboard alone, and offer what the person may do', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await toAccount(page, 'vera');
    await page.getByRole('button', { name: 'Make a key' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('See data sources and their schema').waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBeLessThan(5);
    expect(await dialog.getByLabel('Run read-only queries').count()).toBe(0);
    await dialog.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await page.getByTestId('secret').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('secret').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /By hand/ }).waitFor();
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('show hostile names as text, in light and dark, in German, and on a narrow window', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'adam');
    const body = { name: HOSTILE, organization_id: 1, scopes: ['schema.read'] };
    expect((await at().service.http.post('/api/v1/access-keys', body, { token })).status).toBe(201);
    const { page, violations, foreign, errors } = await open(at().address);
    await toAccount(page, 'adam');
    await page.getByText(HOSTILE).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.evaluate(`localStorage.setItem('headgate.language', 'de')`);
    await page.reload();
    await page.getByRole('heading', { name: 'Schlüssel für KI-Programme' }).waitFor();
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).waitFor();
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('may do what the person may do in a workspace alone', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const api = async (method: string, path: string, body?: object) =>
      (await at().service.http.send(method, `/api/v1/${path}`, body, { token })).body.data;
    const { roles } = await api('GET', 'organizations/1/roles');
    const { role } = await api('POST', 'organizations/1/roles', { name: 'Guest', permissions: ['organization.read'] });
    const { workspace } = await api('POST', 'organizations/1/workspaces', { name: 'Basin' });
    const { members } = await api('GET', 'organizations/1/members?limit=100');
    const vera = members.find(({ username }: { username: string }) => username === 'vera').user_id;
    const editor = roles.find(({ name }: { name: string }) => name === 'editor').id;
    await api('PATCH', `organizations/1/members/${vera}`, { role_id: role.id });
    const { page, errors } = await open(at().address);
    const dialog = page.getByRole('dialog');
    const begin = async (): Promise<void> => {
      await page.goto(`${at().address}/account`);
      await page.getByRole('button', { name: 'Make a key' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('In a workspace');
    };
    await enter(page, at().address, 'vera');
    await begin();
    await dialog.getByText('Your role here allows nothing').waitFor();
    await api('POST', `workspaces/${workspace.id}/members`, { user_id: vera, role_id: editor });
    await begin();
    expect(await dialog.getByRole('checkbox').count()).toBe(5);
    await dialog.getByRole('button', { name: 'Make a key' }).click();
    await page.getByTestId('secret').waitFor();
    expect(errors).toEqual([]);
  });

  it('need an organization', async () => {
    const { page, violations, foreign, errors } = await open(at().address);
    await toAccount(page, 'nora');
    await page.getByText('Keys belong to an organization, and you are in none yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });
});
