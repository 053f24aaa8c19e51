import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type DemoService, startDemoPages } from '../support/demo-service.js';
import { installation } from '../support/installation.js';
import { enter, faultsOf, isTooWide, signInBy } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const IMAGE = '<img src=x onerror="window.hacked = 1">';
const SCRIPT = '"><script>window.hacked = 1</script>';

(hasChromium ? describe : describe.skip)('templates in a browser (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let address: string;
  let token: string;

  async function start(further: Readonly<Record<string, string>> = {}): Promise<DemoService> {
    return (await startDemoPages(ours(), further)).service;
  }

  beforeAll(async () => {
    service = await start();
    address = `http://localhost:${new URL(service.url).port}`;
    token = (await logIn(service.http, 'olivia')).accessToken;
    const discovered = await service.http.post('/api/v1/data-sources/1/discover-schema', undefined, { token });
    expect(discovered.status).toBe(200);
  });
  afterAll(() => service.program.stop('SIGKILL'));

  async function signedIn(username: string, path: string, options = {}): Promise<Watched> {
    const watched = await open(address, options);
    await enter(watched.page, address, username, path);
    return watched;
  }

  const clean = ({ violations, foreign, errors }: Watched): void => expect([violations, foreign, errors]).toEqual([[], [], []]);

  async function made(name: string, text: string, further: object = {}): Promise<number> {
    const body = { organization_id: 1, name, template_text: text, ...further };
    const { body: answer } = await service.http.post('/api/v1/prompt-templates', body, { token });
    return answer.data.id;
  }

  const heading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();

  /** Goes there as a person without a mouse does. */
  async function tabTo(page: Page, wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let presses = 0; presses < 80; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('The Tab key does not lead there.');
  }

  it('finds one by filters that stay in the address, runs it, shows each step, and takes feedback', async () => {
    const watched = await signedIn('vera', '/templates');
    const { page } = watched;
    await page.getByLabel('Tag').fill('countries');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/templates?tag=countries');
    await page.getByRole('link', { name: 'Rivers of a country' }).waitFor();
    await page.getByRole('link', { name: 'Longest rivers of a continent' }).waitFor({ state: 'detached' });
    await page.reload();
    expect(await page.getByLabel('Tag').inputValue()).toBe('countries');
    await page.getByRole('link', { name: 'Clear all filters' }).click();
    await page.getByRole('link', { name: 'Longest rivers of a continent' }).click();
    await heading(page, 'Longest rivers of a continent');
    await page.getByLabel('continent').selectOption('Africa');
    await page.getByLabel('limit').fill('3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Which are the 3 longest rivers of Africa?').waitFor();
    await answer.getByText(/SELECT .* FROM hydrology\.rivers/).waitFor();
    await answer.getByText('The guard allows the statement').waitFor();
    await answer.getByRole('cell', { name: 'Nile', exact: true }).waitFor();
    expect(await answer.getByRole('table').getByRole('row').count()).toBe(4);
    await answer.getByRole('button', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: 'Yes, it was right' }).click();
    await page.getByText('Thank you; the feedback is recorded.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Earlier runs' }).getByText('Answered').waitFor();
    await page.getByRole('button', { name: 'Only write the SQL' }).click();
    await answer.getByText('The statement was written but not run').waitFor();
    await answer.getByText(/SELECT .* FROM hydrology\.rivers/).waitFor();
    expect(await answer.getByRole('table').count()).toBe(0);
    // A value that the template forbids is named at its field.
    await page.getByLabel('limit').fill('1000');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: '100' }).first().waitFor();
    clean(watched);
  });

  it('offers the SQL editor where there is no model', async () => {
    const without = await start({ HEADGATE_DEMO_STAND_INS: 'false' });
    const there = `http://localhost:${new URL(without.url).port}`;
    const { page, violations } = await open(there);
    await enter(page, there, 'vera', '/templates/1');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('No language model is configured here').waitFor();
    await page.getByText('Which are the 10 longest rivers of Europe?').last().waitFor();
    expect(await page.getByRole('link', { name: 'Open the SQL editor' }).getAttribute('href')).toBe('/data-sources/1/query');
    expect(violations).toEqual([]);
    await without.program.stop('SIGKILL');
  });

  it('is written, saved and published with the keyboard alone', async () => {
    const watched = await signedIn('olivia', '/templates/new');
    const { page } = watched;
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.insertText('Typed');
    await tabTo(page, page.getByLabel('Text', { exact: true }));
    await page.keyboard.insertText('How long is the {{river}}?');
    // Typed and not stored, and yet the service tells what comes out.
    await page.getByRole('textbox', { name: 'river' }).fill('Rhine');
    await page.getByTestId('rendered').getByText('How long is the Rhine?').waitFor();
    await page.getByLabel('Text', { exact: true }).focus();
    await tabTo(page, page.getByRole('button', { name: 'Create' }));
    await page.keyboard.press('Enter');
    await heading(page, 'Edit “Typed”');
    await tabTo(page, page.getByLabel('Default', { exact: true }));
    await page.keyboard.insertText('Danube');
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page.getByText('Saved. People see it when you publish it.').waitFor();
    // The service renders what is saved.
    await page.getByTestId('rendered').getByText('How long is the Danube?').waitFor();
    await page.getByRole('button', { name: 'Publish' }).focus();
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('What is new (may be empty)'));
    await page.keyboard.insertText('It begins');
    await page.keyboard.press('Enter');
    await page.getByText('Published', { exact: true }).waitFor();
    clean(watched);
  });

  it('keeps unsaved edits over tabs and a reload, and shows both versions where two people edit', async () => {
    const id = await made('Edited by two', 'How wide is the {{river}}?');
    const watched = await signedIn('olivia', `/templates/${id}/edit`);
    const { page } = watched;
    const text = page.getByLabel('Text', { exact: true });
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await text.fill('How deep is the {{river}}?');
    await page.getByRole('link', { name: 'Parameters' }).click();
    await page.getByRole('button', { name: 'Add the gaps of the text: river' }).click();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByText('Nothing has been published yet.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    expect(await text.inputValue()).toBe('How deep is the {{river}}?');
    await page.getByText('These are your unsaved changes from before.').waitFor();
    const path = `/api/v1/prompt-templates/${id}`;
    const read = await service.http.get(`${path}?version=draft`, { token });
    const { name, description, parameters, category, tags, compatible_data_source_ids, is_public } = read.body.data;
    const theirs = {
      name,
      description,
      parameters,
      category,
      tags,
      compatible_data_source_ids,
      is_public,
      template_text: 'How cold is the {{river}}?',
    };
    const saved = await service.http.put(path, theirs, {
      token,
      headers: { 'If-Match': read.headers.get('ETag') ?? '' },
    });
    expect(saved.status).toBe(200);
    await page.getByRole('button', { name: 'Save' }).click();
    const both = page.getByRole('table', { name: 'Both versions' });
    await both.getByRole('cell', { name: 'How deep is the {{river}}?' }).waitFor();
    await both.getByRole('cell', { name: 'How cold is the {{river}}?' }).waitFor();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByText('Saved. People see it when you publish it.').waitFor();
    const stored = await service.http.get(`${path}?version=draft`, { token });
    expect(stored.body.data.template_text).toBe('How deep is the {{river}}?');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('How deep');
    clean(watched);
  });

  it('does not show the edits of the person before', async () => {
    const id = await made('Left behind', 'Nothing to see');
    const watched = await signedIn('olivia', `/templates/${id}/edit`);
    const { page } = watched;
    await page.getByLabel('Text', { exact: true }).fill('A secret thought');
    // Ended from elsewhere: nothing tells this browser to empty its storage.
    expect((await service.http.delete('/api/v1/sessions', { token })).status).toBe(200);
    await page.reload();
    await signInBy(page, 'adam');
    await heading(page, 'Edit “Left behind”');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Nothing to see');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('A secret thought');
    clean(watched);
  });

  it('compares versions, brings one back, archives and deletes by the typed name', async () => {
    const id = await made('Long lived', 'First text');
    const draft = await made('Short lived', 'Never published');
    const watched = await signedIn('olivia', `/templates/${id}/edit`);
    const { page } = watched;
    const publish = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Published', { exact: true }).waitFor();
    };
    await publish();
    await page.getByLabel('Text', { exact: true }).fill('Second text');
    await page.getByRole('button', { name: 'Save' }).click();
    await publish();
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByText('-First text').waitFor();
    await page.getByText('+Second text').waitFor();
    await page.getByRole('button', { name: 'Restore: Version 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The two are the same.').waitFor();
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('First text');
    await page.getByRole('button', { name: 'Archive' }).click();
    const archive = page.getByRole('dialog').getByRole('button', { name: 'Archive' });
    expect(await archive.isDisabled()).toBe(true);
    await page.getByLabel('Type “Long lived” to confirm').fill('Long lived');
    await archive.click();
    await page.getByText('This template is archived. Restore one of its versions').waitFor();
    await page.goto(`${address}/templates/${draft}/edit`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type “Short lived” to confirm').fill('Short lived');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Templates');
    expect((await service.http.get(`/api/v1/prompt-templates/${draft}`, { token })).status).toBe(404);
    clean(watched);
  });

  it('lets viewers run and not write', async () => {
    const watched = await signedIn('vera', '/templates');
    const { page } = watched;
    await page.getByRole('link', { name: 'Largest basins' }).waitFor();
    expect(await page.getByRole('link', { name: 'New template' }).count()).toBe(0);
    expect(await page.getByLabel('Status').count()).toBe(0);
    for (const path of ['/templates/new', '/templates/1/edit', '/templates/1/edit?tab=versions']) {
      await page.goto(`${address}${path}`);
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    }
    clean(watched);
  });

  it.each(['light', 'dark'] as const)('has no faults for axe, narrow or wide, %s', async (colorScheme) => {
    const watched = await signedIn('olivia', '/templates', { colorScheme });
    const { page } = watched;
    await page.getByRole('link', { name: 'Largest basins' }).waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.setViewportSize({ width: 320, height: 800 });
    for (const [path, settled] of [
      ['/templates', page.getByRole('link', { name: 'Largest basins' })],
      ['/templates/1', page.getByRole('heading', { name: 'Earlier runs' })],
      ['/templates/1/edit', page.getByTestId('rendered')],
      ['/templates/1/edit?tab=parameters', page.getByRole('group', { name: 'Parameter limit' })],
      ['/templates/1/edit?tab=versions', page.getByText('The two are the same.')],
      ['/templates/new', page.getByRole('button', { name: 'Create' })],
    ] as const) {
      await page.goto(`${address}${path}`);
      await settled.waitFor();
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    }
    clean(watched);
  });

  it('shows hostile text as text', async () => {
    const parameters = [{ name: 'river', type: 'string', required: true, description: IMAGE, default: SCRIPT }];
    const id = await made(IMAGE, `${SCRIPT} {{river}}`, {
      description: SCRIPT,
      category: IMAGE,
      tags: [IMAGE],
      parameters,
    });
    const watched = await signedIn('olivia', '/templates');
    const { page } = watched;
    await page.getByRole('link', { name: IMAGE }).waitFor();
    for (const tab of ['', '?tab=parameters', '?tab=versions']) {
      await page.goto(`${address}/templates/${id}/edit${tab}`);
      await heading(page, `Edit “${IMAGE}”`);
    }
    await page.goto(`${address}/templates/${id}`);
    await page.getByRole('heading', { level: 1, name: IMAGE }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    clean(watched);
  });
});
