import { describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { enterByPage } from '../support/pages.js';
import { SourceDatabase } from '../support/source-database.js';
import { IMAGE, SCRIPT, editor, expectClean, quoted, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

/** Each pair is tied by a condition, and yet there is no end of them. */
const ENDLESS = `SELECT count(*) FROM rivers a ${['b', 'c', 'd', 'e', 'f', 'g']
  .map((name) => `JOIN rivers ${name} ON a.id <> ${name}.id`)
  .join(' ')}`;

(hasChromium ? describe : describe.skip)('queries in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  it('asks by the keyboard alone, sorts, and writes a file that no spreadsheet runs', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await editor(page).waitFor();
    for (let presses = 0; presses < 60 && !(await isFocused(editor(page))); presses += 1) await page.keyboard.press('Tab');
    expect(await isFocused(editor(page))).toBe(true);
    await page.keyboard.type('SELECT id, name, length_km, measured_on FROM rivers ORDER BY id');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText(/^Rows: 100, in /).waitFor();
    await page.getByText(/^There was more than is shown/).waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(editor(page))).toBe(false);

    const table = page.getByRole('region', { name: 'Rows of the result' });
    await table.getByRole('button', { name: 'Length km', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await table.getByRole('columnheader', { name: 'Length km' }).getAttribute('aria-sort')).toBe('descending');
    expect(await table.getByRole('row').nth(1).textContent()).toBe('1100River 1001502026-01-17');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
    ]);
    const lines = (await textOf(await download.createReadStream())).split('\r\n');
    // The mark by which Excel reads UTF-8.
    expect(lines[0]).toBe('\uFEFFid,name,length_km,measured_on');
    expect(lines[1]).toBe('100,River 100,150.0,2026-01-17');
    expect(lines.find((line) => line.startsWith('2,'))).toBe(`2,"'=HYPERLINK(""x"")",3.0,2026-01-03`);
    expect(lines).toHaveLength(102);
    expectClean(watched);
  });

  it('holds only the rows in sight of a thousand, and draws them', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await page.getByLabel('Row limit').selectOption('1000');
    await write(page, 'SELECT id, measured_on, length_km FROM rivers ORDER BY id');
    await page.getByRole('button', { name: 'Run' }).click();
    const table = page.getByRole('region', { name: 'Rows of the result' });
    await table.getByRole('button', { name: 'Show row 1 in full' }).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.evaluate((element) => (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 1e6));
    await table.getByRole('button', { name: 'Show row 1,000 in full' }).click();
    await page.getByRole('dialog', { name: 'Row 1,000' }).getByText('1500.0').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByTestId('chart').locator('svg .recharts-line-curve').first().waitFor();
    expect(await page.getByLabel('Along the axis').locator('option:checked').textContent()).toBe('Measured on');
    await page.getByLabel('Kind of chart').selectOption('bar');
    await page.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    expectClean(watched);
  });

  it('completes names of the schema, and says in place what the guard refuses', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await write(page, '');
    await page.keyboard.type('SELECT r.len');
    await page.keyboard.insertText(' FROM rivers r');
    for (let back = 0; back < ' FROM rivers r'.length; back += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /^length_km/ }).click();
    await page.getByTestId('verdict').getByText('The statement is allowed.').waitFor();
    expect(await editor(page).textContent()).toBe('SELECT r.length_km FROM rivers r');

    await write(page, 'SELECT name\nFROM nowhere');
    const place = page.getByTestId('verdict').getByRole('button', { name: 'Line 2, column 6' });
    await place.waitFor();
    await page.locator('.cm-lintRange-error', { hasText: 'nowhere' }).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'was not run' });
    await refusal.getByRole('button', { name: 'Line 2, column 6' }).click();
    expect(await isFocused(editor(page))).toBe(true);

    await write(page, 'DELETE FROM rivers');
    await page.getByTestId('verdict').getByText('The statement is not allowed:').waitFor();
    await write(page, 'SELECT 1 / (id - 1) FROM rivers');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('division by zero').waitFor();
    expectClean(watched);
  });

  it('cancels a query at the data source, and finds it in the history', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await page.getByLabel('Time limit').selectOption('60');
    await write(page, ENDLESS);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Cancel query' }).click();
    await page.getByText(/^The query was cancelled/).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    const row = page.getByRole('row').filter({ hasText: 'cancelled' }).first();
    // How it ended is written after the page is told, so the list may have been read too early.
    for (let reads = 0; reads < 20 && (await row.count()) === 0; reads += 1) {
      await page.reload();
      await page.getByRole('row').nth(1).waitFor();
    }
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('QUERY_CANCELLED').waitFor();
    await dialog.getByRole('button', { name: 'Open in the editor' }).click();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(ENDLESS);
    const mine = (await at().database.sessions()).filter(({ state, query }) => state === 'active' && query.includes(ENDLESS));
    expect(mine).toEqual([]);
    expectClean(watched);
  });

  it('leads from an execution of another data source to that one', async () => {
    const path = `/api/v1/data-sources/${at().source}/query`;
    const ran = await at().service.http.post(path, { sql: 'SELECT 1 AS of_this_source' }, { token: at().token });
    const other = await at().register('Elsewhere');
    const search = `view=history&execution=${ran.body.data.execution_id}`;
    const watched = await at().signedIn('olivia', `/data-sources/${other}/query?${search}`);
    const dialog = watched.page.getByRole('dialog');
    await dialog.getByText('This query ran on another data source.').waitFor();
    expect(await dialog.getByText('of_this_source').count()).toBe(0);
    await dialog.getByRole('link', { name: 'Open it there' }).click();
    await dialog.getByText('of_this_source').waitFor();
    expect(new URL(watched.page.url()).pathname).toBe(`/data-sources/${at().source}/query`);
    expectClean(watched);
  });

  it('draws no head of a table over a dialog, and prints no menu', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    await write(page, 'SELECT id, name FROM rivers ORDER BY id');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Show row 1 in full' }).click();
    await page.getByRole('dialog').waitFor();
    const isCovered = await page.evaluate(`(() => {
      const { x, y, width, height } = document.querySelector('thead th').getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('table') === null;
    })()`);
    expect(isCovered).toBe(true);
    await page.keyboard.press('Escape');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    expect(await menu.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await menu.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expectClean(watched);
  });

  it('keeps a statement while other pages are open, and nowhere where it would stay', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/query`);
    const { page } = watched;
    const secret = "SELECT name FROM rivers WHERE name = 'the name of a patient'";
    await write(page, secret);
    await page.getByRole('link', { name: 'Schema', exact: true }).click();
    await page.getByRole('link', { name: 'rivers' }).waitFor();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(secret);
    const kept = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, location.href])',
    );
    expect(kept).not.toContain('patient');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/signin**');
    await enterByPage(page, at().address, 'adam');
    await page.goto(`${at().address}/data-sources/${at().source}/query`);
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe('');
    expectClean(watched);
  });

  it('shows text of a database as text, wherever it stands', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/schema?schema=public&table=rivers`);
    const { page } = watched;
    await page.getByText(IMAGE).waitFor();
    await page.getByRole('link', { name: SCRIPT }).click();
    await page.getByRole('heading', { name: `public.${SCRIPT}` }).waitFor();
    await page.getByRole('link', { name: 'Diagram' }).click();
    await page.getByRole('img', { name: /^Diagram of the tables/ }).waitFor();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await write(page, `SELECT * FROM ${quoted(SCRIPT)}`);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('cell', { name: IMAGE }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expectClean(watched);
  });

  it('completes from a schema too large to be read at once, and takes the word of a person on a generated statement', async () => {
    const large = await SourceDatabase.create(
      `DO $$ BEGIN FOR n IN 1..150 LOOP EXECUTE format('CREATE TABLE table_%s (id int)', lpad(n::text, 3, '0')); END LOOP; END $$`,
      'CREATE SCHEMA hydrology',
      'CREATE TABLE hydrology.rivers (name text, length_km int, continent text)',
      'CREATE TABLE zebra_crossings (striped bool)',
    );
    await large.run(`GRANT USAGE ON SCHEMA hydrology TO ${large.role}`);
    await large.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public, hydrology TO ${large.role}`);
    const id = await at().register('Large', large);
    const question = 'Which are the 3 longest rivers of Europe? Give the name and the length in kilometres, the longest first.';
    const template = { organization_id: 1, name: 'Longest', description: 'Of Europe', category: 'hydrology' };
    const body = { ...template, template_text: question, parameters: [] };
    const written = await at().service.http.post('/api/v1/prompt-templates', body, { token: at().token });
    const path = `/api/v1/prompt-templates/${written.body.data.id}/execute`;
    const answer = await at().service.http.post(path, { data_source_id: id }, { token: at().token });
    expect(answer.status).toBe(200);

    const watched = await at().signedIn('olivia', `/data-sources/${id}/schema?schema=public`);
    const { page } = watched;
    await page.getByText('Page 1 of 4, 151 in all').waitFor();
    expect(await page.getByRole('navigation', { name: 'Tables by schema' }).getByRole('link').count()).toBe(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'table_051' }).waitFor();

    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await write(page, '');
    await page.keyboard.type('SELECT * FROM zeb');
    await page.getByRole('option', { name: /^zebra_crossings/ }).click();
    expect(await editor(page).textContent()).toBe('SELECT * FROM zebra_crossings');

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('row').filter({ hasText: 'written, not run' }).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Which are the 3 longest rivers of Europe?').waitFor();
    await dialog.getByRole('button', { name: 'No, it was not' }).click();
    await dialog.getByLabel(/^What it should have been/).fill('SELECT secret FROM nowhere');
    await dialog.getByRole('button', { name: 'Send feedback' }).click();
    await dialog.getByRole('button', { name: 'Line 1, column 20' }).waitFor();
    await dialog.getByRole('button', { name: 'Yes, it was right' }).click();
    await dialog.getByText('the feedback is recorded').waitFor();
    await large.drop();
    expectClean(watched);
  });
});

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { activeElement } = (element as unknown as { getRootNode(): { activeElement: unknown } }).getRootNode();
    return activeElement === element;
  });

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}
