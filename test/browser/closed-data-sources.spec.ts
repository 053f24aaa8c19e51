import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../platform/fixtures/eventually.js';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const SOURCES = '/api/v1/data-sources';
const LIST = '/data-sources?organization=1';

(hasChromium ? describe : describe.skip)('closed data sources in a browser (needs Chromium)', () => {
  const at = workbench(browser());

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    at().service.http.send(method, path, body, { token: at().token, headers });

  async function confirm(page: Page, verb: string, name: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/to confirm$/).fill(name);
    await dialog.getByRole('button', { name: verb }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('stay closed until someone who may activate policies opens them', async () => {
    const watched = await at().signedIn('olivia', LIST);
    const { page } = watched;
    await page.getByLabel(/^Stay closed until someone/).click();
    await eventually('the setting is kept', async () => {
      const { settings } = (await send('GET', '/api/v1/organizations/1/settings')).body.data;
      return settings.new_data_sources === 'closed';
    });
    const id = await at().register('Fresh');
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Fresh' });
    await row.getByText('Closed').waitFor();
    const other = await at().signedIn('adam', `/data-sources/${id}/schema`);
    await other.page.getByText(/^Ask someone who may activate policies/).waitFor();
    expect(await other.page.getByRole('button', { name: 'Open data source' }).count()).toBe(0);
    expect(await other.page.getByRole('link', { name: 'gauges' }).count()).toBe(0);
    await row.getByRole('link', { name: 'Fresh' }).click();
    await page.getByText(/^This data source is closed, because your organization/).waitFor();
    // To know what they open.
    await page.getByRole('link', { name: 'gauges' }).waitFor();
    await page.getByRole('button', { name: 'Open data source' }).click();
    await confirm(page, 'Open data source', 'Fresh');
    await page.getByText(/^This data source is closed/).waitFor({ state: 'detached' });
    await other.page.reload();
    await other.page.getByRole('link', { name: 'gauges' }).waitFor();
    await page.goto(`${at().address}${LIST}`);
    await page.getByLabel(/^Stay closed until someone/).click();
    await eventually('the setting is taken back', async () => {
      const { settings } = (await send('GET', '/api/v1/organizations/1/settings')).body.data;
      return settings.new_data_sources === 'open';
    });
    expectClean(watched);
    expectClean(other);
  });

  it('are told where a data policy is activated, and where one is registered again', async () => {
    const twin = await at().register('Twin');
    const rule = { kind: 'column', schema: 'public', relation: 'rivers', column: 'length_km', effect: 'null' };
    const policy = { organization_id: 1, data_source_id: at().source, name: 'Lengths', rules: [rule] };
    const { id } = (await send('POST', '/api/v1/sso/abac/data-policies', policy)).body.data.data_policy;
    const watched = await at().signedIn('olivia', `/organizations/1/data-policies/${id}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true }).click();
    await page.getByText('Twin: closed until someone who may activate policies opens it').waitFor();
    await page.goto(`${at().address}/data-sources/${twin}/query`);
    await page.getByText(/^This data source is closed: it reads data/).waitFor();
    await page.goto(`${at().address}/data-sources/new`);
    await page.getByRole('radio', { name: /^PostgreSQL/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    const { host, port, database, username } = at().database.connection();
    for (const [label, value] of [
      ['Name', 'Third'],
      ['Host', String(host)],
      ['Port', String(port)],
      ['Database', String(database)],
      ['Role', String(username)],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    await page.getByText('Queried: open, with its own policies alone').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: 'Go on to its settings' }).click();
    await page.getByRole('button', { name: 'Test connection' }).waitFor();
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('leave data that stays under policies, which is released, in %s', async (scheme) => {
    const connection = { host: `kept-${scheme}.delta.example`, database: 'd', username: 'reader' };
    const kept = {
      organization_id: 1,
      name: `Kept ${scheme}`,
      engine: 'postgresql',
      connection,
      labels: ['restricted'],
    };
    const { id } = (await send('POST', SOURCES, kept)).body.data.data_source;
    expect((await send('DELETE', `${SOURCES}/${id}`)).status).toBe(200);
    const options = { colorScheme: scheme, viewport: { width: 320, height: 800 } };
    const watched = await at().signedIn('olivia', LIST, options);
    const { page } = watched;
    const row = page.getByRole('row').filter({ hasText: `kept-${scheme}.delta.example:5432/d` });
    await row.waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await row.getByRole('button', { name: 'Release' }).click();
    await confirm(page, 'Release data', `Kept ${scheme}`);
    await row.waitFor({ state: 'detached' });
    expectClean(watched);
  });
});
