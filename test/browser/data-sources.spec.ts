import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { faultsOf, isTooWide } from '../support/pages.js';
import { editor, expectClean, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('data sources in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  async function fillConnection(page: Page, name: string, password: string): Promise<void> {
    const { host, port, database: of, username } = at().database.connection();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Host').fill(String(host));
    await page.getByLabel('Port').fill(String(port));
    await page.getByLabel('Database', { exact: true }).fill(String(of));
    await page.getByLabel('Role').fill(String(username));
    await page.getByLabel('Password').fill(password);
  }

  it('registers one, tells at which step the connection failed, and sets it right', async () => {
    const watched = await at().signedIn('olivia', '/data-sources');
    const { page } = watched;
    await page.getByRole('link', { name: 'New data source' }).click();
    await page.getByRole('radio', { name: /^PostgreSQL/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await fillConnection(page, 'Atlas', 'a wrong password');
    await page.getByLabel(/^TLS/).selectOption('disable');
    await page.getByRole('button', { name: 'Test without saving' }).click();
    await page.getByText('Nothing is saved yet. Correct the fields and test again.').waitFor();
    expect((await at().service.http.get('/api/v1/data-sources?organization_id=1', { token: at().token })).text).not.toContain('Atlas');
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    await page.getByText(/^The data source is saved anyway/).waitFor();
    const steps = page.getByRole('list').filter({ hasText: 'Reach the server' });
    await steps.getByText('failed').waitFor();
    expect(await steps.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('done'),
      expect.stringContaining('done'),
      'Sign infailed',
      expect.stringContaining('not tried'),
    ]);
    await page.getByLabel('Password').fill(at().database.password);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/^Connected to PostgreSQL/).waitFor();
    // What was typed in is in no store, no address, and not shown again.
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(page.url()).not.toContain('test');
    await page.getByRole('link', { name: 'Go on to its schema' }).click();
    await page.getByRole('button', { name: 'Discover schema' }).click();
    await page.getByText(/^Done in .* Tables read: 3/).waitFor();
    await page.getByRole('link', { name: 'gauges' }).waitFor();
    expectClean(watched);
  });

  it('shows on the start page which sources cannot be read, to people who can mend them, until they can', async () => {
    const connection = { ...at().database.connection(), port: 1 };
    const body = { organization_id: 1, name: 'Broken', engine: 'postgresql', connection };
    const made = (await at().service.http.post('/api/v1/data-sources', body, { token: at().token })).body.data.data_source;
    await at().service.http.post(`/api/v1/data-sources/${made.id}/test`, undefined, { token: at().token });
    const { page: ofReader } = await at().signedIn('vera', '/');
    await ofReader.getByRole('link', { name: 'Broken', exact: true }).waitFor();
    await ofReader.waitForLoadState('networkidle');
    expect(await ofReader.getByRole('link', { name: /cannot be read/ }).count()).toBe(0);
    const watched = await at().signedIn('olivia', '/');
    const { page } = watched;
    await page.getByRole('link', { name: /^“Broken” cannot be read/ }).click();
    await page.getByText(/^This data source cannot be read \(first noticed/).waitFor();
    await page.getByLabel('Port').fill(String(at().database.connection().port));
    await page.getByLabel('Password').fill(at().database.password);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/^Connected to PostgreSQL/).waitFor();
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('link', { name: 'Broken', exact: true }).waitFor();
    // What was known of them is shown until the page has asked again.
    await page.getByRole('link', { name: /cannot be read/ }).waitFor({ state: 'detached' });
    await at().service.http.send('DELETE', `/api/v1/data-sources/${made.id}`, undefined, { token: at().token });
    expectClean(watched);
  });

  it('gives fields the width of what goes into them', async () => {
    const { page } = await at().signedIn('olivia', `/data-sources/${at().source}/settings`, { viewport: { width: 1280, height: 860 } });
    const widthOf = async (label: string | RegExp): Promise<number> =>
      (await page.getByLabel(label, { exact: true }).boundingBox())?.width ?? 0;
    await page.getByLabel('Port').waitFor();
    const [port, name, mode] = [await widthOf('Port'), await widthOf('Name'), await widthOf('TLS (sslmode)')];
    expect([port < 120, name > 400 && name <= 512, mode < 400]).toEqual([true, true, true]);
    await page.goto(`${at().address}/organizations/1/questions`);
    await page.getByLabel('Days that conversations are kept').waitFor();
    expect(await widthOf('Days that conversations are kept')).toBeLessThan(200);
    await page.goto(`${at().address}/organizations/1/workspaces/1`);
    await page.getByLabel('Labels, separated by commas').waitFor();
    expect(await widthOf('Labels, separated by commas')).toBeLessThanOrEqual(512);
  });

  it('says in which folder of the server a file has to be', async () => {
    const { page } = await at().signedIn('olivia', '/data-sources/new');
    await page.getByRole('radio', { name: /^SQLite/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    const field = page.getByRole('textbox', { name: 'Database file' });
    expect(await field.getAttribute('aria-describedby')).toMatch(/hint/);
    await page.getByText(/folder 1 below DATA_SOURCE_FILES_DIR; unless that is set, in \.data\/sources\/1\./).waitFor();
  });

  it('explores tables and their neighbours, draws them, and tells what changed', async () => {
    const id = await at().register('Explored');
    const watched = await at().signedIn('olivia', `/data-sources/${id}/schema`);
    const { page } = watched;
    await page.getByRole('link', { name: 'gauges' }).click();
    await page.getByRole('heading', { name: 'public.gauges' }).waitFor();
    await page.getByRole('region', { name: 'Neighbours' }).getByRole('link', { name: 'rivers' }).click();
    await page.getByRole('heading', { name: 'public.rivers' }).waitFor();
    const neighbours = page.getByRole('region', { name: 'Neighbours' });
    await neighbours.getByRole('link', { name: 'gauges' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'public.gauges' }).waitFor();
    await page.getByLabel('Search tables and columns').fill('length_km');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'public.rivers' }).waitFor();
    expect(await page.getByRole('link', { name: 'public.gauges' }).count()).toBe(0);

    await page.getByRole('link', { name: 'Diagram' }).click();
    const picture = page.getByRole('img', { name: /^Diagram of the tables/ });
    await picture.waitFor();
    await expect(picture.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode())).resolves.not.toThrow();

    const files = page.getByRole('group', { name: 'Download the picture' });
    for (const [button, file, beginning] of [
      ['SVG', `diagram-${id}.svg`, '<svg '],
      ['Mermaid', `diagram-${id}.mmd`, 'erDiagram\n'],
      ['PNG', `diagram-${id}.png`, '\u0089PNG\r\n'],
    ] as const) {
      const handed = page.waitForEvent('download');
      await files.getByRole('button', { name: button }).click();
      const given = await handed;
      const content = await readFile(await given.path());
      expect([given.suggestedFilename(), content.toString('latin1').slice(0, beginning.length)]).toEqual([file, beginning]);
    }
    await page.getByRole('link', { name: 'Tables', exact: true }).click();
    const [whole] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download schema' }).click()]);
    expect(whole.suggestedFilename()).toBe(`schema-${id}.ndjson`);
    const lines = (await readFile(await whole.path(), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).line)).toEqual(['snapshot', 'schema', 'table', 'table', 'table']);
    await page.getByRole('link', { name: 'gauges' }).click();
    await page.getByRole('link', { name: 'Draw with its neighbours' }).click();
    await page.getByText('public.gauges and the tables that foreign keys connect to it.').waitFor();
    await picture.waitFor();
    await page.getByRole('link', { name: 'Draw the whole schema' }).click();
    await page.getByRole('searchbox', { name: 'Only tables with this text' }).waitFor();
    await picture.waitFor();

    await at().database.run('ALTER TABLE gauges ADD COLUMN station text');
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText(/^There is nothing earlier/).waitFor();
    await page.getByRole('button', { name: 'Discover again' }).click();
    await page.getByRole('listitem').filter({ hasText: 'added column public.gauges.station' }).waitFor();
    await at().database.run('ALTER TABLE gauges DROP COLUMN station');
    expectClean(watched);
  });

  it('lets the language model see values of a column, from the next discovery on, and takes them away', async () => {
    const id = await at().register('Sampled');
    const watched = await at().signedIn('olivia', `/data-sources/${id}/schema?schema=public&table=rivers`);
    const { page } = watched;
    const shows = page.getByLabel('Let the language model see values of name');
    await shows.click();
    await page.getByText('Values come with the next discovery.').waitFor();
    expect(await shows.isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Discover again' }).click();
    await page.getByText(/^It sees .*River \d/).waitFor();
    await shows.click();
    await page.getByText(/^It sees/).waitFor({ state: 'detached' });
    expect(await shows.isChecked()).toBe(false);
    const vera = await at().signedIn('vera', `/data-sources/${id}/schema?schema=public&table=rivers`);
    await vera.page.getByRole('heading', { name: 'public.rivers' }).waitFor();
    expect(await vera.page.getByLabel(/^Let the language model/).count()).toBe(0);
    expectClean(watched);
  });

  it('follows a discovery over a reload, and cancels it', async () => {
    const proxy = new CuttableProxy(at().database.url);
    const port = Number(new URL(await proxy.open()).port);
    const body = {
      organization_id: 1,
      name: 'Slow',
      engine: 'postgresql',
      connection: at().database.connection({ port }),
    };
    const made = await at().service.http.post('/api/v1/data-sources', body, { token: at().token });
    const watched = await at().signedIn('olivia', `/data-sources/${made.body.data.data_source.id}/schema`);
    const { page } = watched;
    const reading = proxy.holdAnswersFrom('pg_attribute');
    await page.getByRole('button', { name: 'Discover schema' }).click();
    await reading;
    await page.getByRole('progressbar', { name: 'Progress of the discovery' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel discovery' }).click();
    await page.getByText(/^The discovery was cancelled/).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('button', { name: 'Discover schema' }).isEnabled()).toBe(true);
    await proxy.cut();
    expectClean(watched);
  });

  it('shows both versions after a faster change by another person, and deletes only by its name', async () => {
    const id = await at().register('Contested');
    const watched = await at().signedIn('olivia', `/data-sources/${id}/settings`);
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await at().service.http.patch(`/api/v1/data-sources/${id}`, { name: 'Theirs' }, { token: at().token });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('row', { name: 'Name Theirs Mine' }).waitFor();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByRole('heading', { name: 'Mine: Settings' }).waitFor();

    await page.getByLabel('Host').fill('elsewhere.example');
    await page.getByRole('main').getByRole('link', { name: 'Data sources' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();

    await page.getByRole('button', { name: 'Delete data source' }).click();
    const dialog = page.getByRole('dialog');
    const verb = dialog.getByRole('button', { name: 'Delete data source' });
    expect(await verb.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Mine');
    await verb.click();
    await page.getByRole('heading', { name: 'Data sources', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Mine' }).count()).toBe(0);
    expectClean(watched);
  });

  it('shows a viewer the schema without actions, and no one the source of another organization', async () => {
    const vera = await at().signedIn('vera', '/data-sources');
    await vera.page.getByRole('link', { name: 'Queried' }).click();
    await vera.page.getByRole('link', { name: 'rivers' }).waitFor();
    for (const name of ['Query', 'Settings']) expect(await vera.page.getByRole('link', { name, exact: true }).count()).toBe(0);
    for (const name of ['Discover again', 'New data source']) expect(await vera.page.getByRole('button', { name }).count()).toBe(0);
    for (const path of ['/data-sources/new', `/data-sources/${at().source}/query`, `/data-sources/${at().source}/settings`]) {
      await vera.page.goto(`${at().address}${path}`);
      await vera.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    }
    expectClean(vera);
    const oscar = await at().signedIn('oscar', `/data-sources/${at().source}/schema`);
    await oscar.page
      .getByRole('alert')
      .getByText(/^Request /)
      .waitFor();
    expect(await oscar.page.getByText('rivers').count()).toBe(0);
    expectClean(oscar);
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s, and fits 320 pixels', async (scheme) => {
    const options = { colorScheme: scheme, viewport: { width: 320, height: 800 } };
    const watched = await at().signedIn('olivia', '/data-sources', options);
    const { page } = watched;
    const look = async (path: string, ready: Locator): Promise<void> => {
      await page.goto(`${at().address}${path}`);
      await ready.first().waitFor();
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    };
    const source = `/data-sources/${at().source}`;
    await look('/data-sources', page.getByText(/^Tables and views: /));
    await look('/data-sources/new', page.getByRole('button', { name: 'Continue' }));
    await look(`${source}/settings`, page.getByRole('button', { name: 'Save changes' }));
    await look(`${source}/schema?schema=public&table=gauges`, page.getByText('No foreign key leads here.'));
    await look(`${source}/schema?view=diagram`, page.getByRole('img', { name: /^Diagram of the tables/ }));
    await look(`${source}/schema?view=diagram&schema=public&table=gauges`, page.getByRole('img', { name: /^Diagram of the tables/ }));
    await look(`${source}/schema?view=changes`, page.getByRole('table'));
    await look(`${source}/query?view=history`, page.getByRole('table').or(page.getByText('Nothing has been asked yet')));
    await look(`${source}/query`, editor(page));
    await write(page, 'SELECT name, length_km FROM rivers ORDER BY id');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByTestId('chart').locator('svg').first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });
});
