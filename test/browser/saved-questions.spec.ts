import { describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { editor, expectClean, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const SQL = 'SELECT name, length_km FROM rivers WHERE id > 3 ORDER BY id LIMIT 5';

(hasChromium ? describe : describe.skip)('saved questions in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  const hideNames = async (): Promise<void> => {
    const { http } = at().service;
    const { token } = at();
    const path = '/api/v1/sso/abac/data-policies';
    const rules = [{ kind: 'column', schema: 'public', relation: 'rivers', column: 'name', effect: 'null' }];
    const applies = { name: 'No names', applies_when: 'principal.roles.contains("admin")' };
    const made = await http.post(path, { organization_id: 1, data_source_id: at().source, rules, ...applies }, { token });
    const active = `${path}/${made.body.data.data_policy.id}/activate`;
    expect((await http.post(active, undefined, { token, headers: { 'If-Match': '"1"' } })).status).toBe(200);
  };

  it('are saved with their chart, shared by their address, and answer each reader by their own rights', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await write(page, SQL);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByLabel('Kind of chart').selectOption('line');
    await page.getByRole('button', { name: 'Save question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save question' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Complete these first: Title.').waitFor();
    await dialog.getByLabel('Title').fill('First rivers');
    await dialog.getByLabel('Description').fill('For the report.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'First rivers', level: 1 }).waitFor();
    await page.getByText('For the report.').waitFor();
    await page.getByTestId('chart').locator('svg .recharts-line-curve').first().waitFor();
    await page.getByRole('cell', { name: 'River 4' }).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    const address = page.url();
    await hideNames();
    const rerun = page.waitForResponse((answer) => answer.url().endsWith('/run'));
    await page.getByRole('button', { name: 'Run again' }).click();
    expect((await rerun).status()).toBe(200);
    await page.getByText(/^Rows: 5, in /).waitFor();

    const other = await at().signedIn('adam', new URL(address).pathname);
    await other.page.getByRole('heading', { name: 'First rivers', level: 1 }).waitFor();
    await other.page.getByText(/^Rows: 5, in /).waitFor();
    await other.page.getByText(/is not shown/).waitFor();
    expect(await other.page.getByText('River 4').count()).toBe(0);
    expect(await other.page.getByText('NULL', { exact: true }).count()).toBe(5);
    expect(await other.page.getByRole('link', { name: 'Edit the statement' }).count()).toBe(0);
    expectClean(other);

    await page.getByRole('link', { name: 'Edit the statement' }).click();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(SQL);
    await write(page, SQL.replace('5', '2'));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Save question' }).click();
    expect(await page.getByLabel('Replace “First rivers”').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(address);
    await page.getByText(/^Rows: 2, in /).waitFor();
    await page.getByRole('button', { name: 'Change title or description' }).click();
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Two rivers');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Two rivers', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Saved questions', exact: true }).click();
    await page.getByLabel('Search titles, descriptions and questions').fill('nothing like it');
    await page.keyboard.press('Enter');
    await page.getByText('No saved question matches.').waitFor();
    await page.getByLabel('Search titles, descriptions and questions').fill('REPORT');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Two rivers' }).click();
    await page.getByRole('button', { name: 'Delete this question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this question' }).click();
    await page.getByRole('heading', { name: 'No saved questions yet' }).waitFor();
    expectClean(watched);
  });

  it('are for people who may query the source: others read that they may not, and no entry leads there', async () => {
    const body = { title: 'Not for all', sql: SQL };
    const made = await at().service.http.post(`/api/v1/data-sources/${at().source}/saved-questions`, body, { token: at().token });
    const watched = await at().signedIn('vera', `/saved-questions/${made.body.data.saved_question.id}`);
    await watched.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await watched.page.getByRole('link', { name: 'Saved questions', exact: true }).count()).toBe(0);
    expectClean(watched);
  });

  it('take the words of a question for the title', async () => {
    const sources = (await at().service.http.get('/api/v1/data-sources?organization_id=1', { token: at().token })).body.data.data_sources;
    const watched = await at().signedIn('olivia', `/data-sources/${sources[0].id}/ask`);
    const { page } = watched;
    const question = 'Which are the 3 longest rivers of Europe?';
    await page.getByLabel('Your question').fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: `Save question: ${question}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Save question' });
    expect(await dialog.getByLabel('Title').inputValue()).toBe(question);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(`Asked as: ${question}`).waitFor();
    await page.getByText(/^Rows: \d+, in /).waitFor();
    expectClean(watched);
  });

  it.each([
    ['light', 'en-GB'],
    ['dark', 'de-DE'],
  ] as const)('have no fault that axe finds, and fit 360 pixels, in %s and %s', async (colorScheme, locale) => {
    const body = { title: 'The longest rivers that we have measured', description: 'For the report.', sql: SQL };
    const chart = { shape: 'bar', along: 'name', measures: ['length_km'], split: null };
    const made = await at().service.http.post(
      `/api/v1/data-sources/${at().source}/saved-questions`,
      { ...body, chart },
      { token: at().token },
    );
    const { id } = made.body.data.saved_question;
    const watched = await at().signedIn('olivia', '/account', { colorScheme, viewport: { width: 360, height: 700 } });
    const { page } = watched;
    await page.evaluate(`localStorage.setItem('headgate.language', '${locale.slice(0, 2)}')`);
    await page.goto(`${at().address}/saved-questions`);
    await page.getByRole('link', { name: body.title }).first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.goto(`${at().address}/saved-questions/${id}`);
    await page.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: locale === 'de-DE' ? 'Titel oder Beschreibung ändern' : 'Change title or description' }).click();
    await page.getByRole('dialog').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });
});
