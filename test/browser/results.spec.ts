import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const SQL = `SELECT id, 1000 + id AS founded_year, length_km * 1000 AS discharge_m3s, name
  FROM rivers WHERE id <= 20 ORDER BY id`;
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

const table = (page: Page): Locator => page.getByRole('table');

const rowOf = (page: Page, place: number): Promise<string | null> => table(page).getByRole('row').nth(place).textContent();

/** As another page gets it. */
async function pasted(page: Page): Promise<string> {
  const other = await page.context().newPage();
  await other.setContent('<textarea></textarea>');
  await other.locator('textarea').press('ControlOrMeta+v');
  const text = await other.locator('textarea').inputValue();
  await other.close();
  return text;
}

(hasChromium ? describe : describe.skip)('the rows of a result in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  const answered = async (options: Parameters<typeof open>[1] = {}, sql = SQL, source = at().source) => {
    const watched = await at().signedIn('olivia', `/data-sources/${source}/query`, options);
    const { page } = watched;
    await write(page, sql);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await table(page).waitFor();
    return watched;
  };

  const saved = async (title: string, sql = SQL): Promise<string> => {
    const path = `/api/v1/data-sources/${at().source}/saved-questions`;
    const made = await at().service.http.post(path, { title, sql }, { token: at().token });
    return `/saved-questions/${made.body.data.saved_question.id}`;
  };

  it('groups quantities as the language does, and leaves identifiers and years as they are', async () => {
    const watched = await answered();
    const { page } = watched;
    expect(await rowOf(page, 1)).toBe('1110011,500River 1');
    await page.getByLabel('Language').selectOption('de');
    expect(await rowOf(page, 1)).toBe('1110011.500River 1');
    expect(await table(page).getByTitle('1500.0').textContent()).toBe('1.500');
    expectClean(watched);
  });

  it('has titles that can be read, and tells the name in the database to the keyboard', async () => {
    const watched = await answered();
    const { page } = watched;
    const heads = await table(page).getByRole('columnheader').all();
    expect(await Promise.all(heads.map((head) => head.getAttribute('aria-label')))).toEqual([
      null,
      'Id',
      'Founded year',
      'Discharge m3s',
      'Name',
    ]);
    expect(await table(page).getByRole('button', { name: 'Discharge m3s', exact: true }).getAttribute('title')).toBe(
      'discharge_m3s · numeric',
    );
    await table(page).getByRole('button', { name: 'Discharge m3s', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Discharge m3s' });
    await dialog.getByText('discharge_m3s', { exact: true }).waitFor();
    await dialog.getByText('numeric', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expectClean(watched);
  });

  it('names a column as its comment does, and keeps the digits of a key that no name gives away', async () => {
    for (const statement of [
      'CREATE TABLE stations (pegel int PRIMARY KEY, hoehe int)',
      "COMMENT ON COLUMN stations.hoehe IS 'Height above sea'",
      "COMMENT ON COLUMN stations.pegel IS 'Given by the authority, never used twice'",
      'INSERT INTO stations VALUES (2001, 1234)',
      `GRANT SELECT ON stations TO ${at().database.role}`,
    ])
      await at().database.run(statement);
    const watched = await answered({}, 'SELECT pegel, hoehe FROM stations', await at().register('Stations'));
    const { page } = watched;
    await table(page).getByRole('columnheader', { name: 'Height above sea' }).waitFor();
    expect(await rowOf(page, 1)).toBe('120011,234');
    await table(page).getByRole('button', { name: 'Name and options of the column: Pegel' }).click();
    await page.getByRole('dialog').getByText('Given by the authority, never used twice').waitFor();
    expectClean(watched);
  });

  it('filters, also by a number as it is shown; chart and file then hold only these rows', async () => {
    const watched = await answered();
    const { page } = watched;
    await page.getByLabel('Filter rows').fill('1,50');
    await page.getByText('Rows that match: 1 of 20. Chart, file and copy hold only these.').waitFor();
    expect(await table(page).locator('tbody tr').count()).toBe(1);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('\uFEFFid,founded_year,discharge_m3s,name\r\n1,1001,1500.0,River 1\r\n');
    await page.getByLabel('Filter rows').fill('no such river');
    await page.getByText('Rows that match: 0 of 20.', { exact: false }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expectClean(watched);
  });

  it('copies a cell, a row and the table as the source gave them, and no formula', async () => {
    const watched = await answered(CLIPBOARD);
    const { page } = watched;
    await page.getByLabel('Filter rows').fill('HYPERLINK');
    await page.getByRole('button', { name: 'Copy table' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const row = `2\t1002\t3000.0\t"'=HYPERLINK(""x"")"`;
    expect(await pasted(page)).toBe(`id\tfounded_year\tdischarge_m3s\tname\n${row}`);
    await table(page).getByRole('button', { name: 'Show row 1 in full' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Row 1' });
    await dialog.getByRole('button', { name: 'Copy row' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await pasted(page)).toBe(row);
    await dialog.getByRole('button', { name: 'Copy: Discharge m3s' }).click();
    await dialog.getByRole('button', { name: 'Copied: Discharge m3s' }).waitFor();
    expect(await pasted(page)).toBe('3000.0');
    await dialog.getByRole('button', { name: 'Copy: Name' }).click();
    await dialog.getByRole('button', { name: 'Copied: Name' }).waitFor();
    expect(await pasted(page)).toBe(`'=HYPERLINK("x")`);
    expect(await faultsOf(page)).toEqual([]);
    expectClean(watched);
  });

  it('keeps a column in sight at the left while the others move', async () => {
    const watched = await answered({ viewport: { width: 360, height: 700 } });
    const { page } = watched;
    await table(page).getByRole('button', { name: 'Name and options of the column: Name' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pin to the left' }).click();
    const cell = table(page).getByRole('cell', { name: 'River 3', exact: true });
    const before = (await cell.boundingBox())?.x;
    await page.getByRole('region', { name: 'Rows of the result' }).evaluate((region) => region.scrollBy(300, 0));
    expect((await cell.boundingBox())?.x).toBe(before);
    expect(await rowOf(page, 1)).toBe('1River 1110011,500');
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });

  it('is downloaded as a chart that needs nothing else, in light colours on white, named after the question', async () => {
    const path = `/api/v1/data-sources/${at().source}/saved-questions`;
    const chart = { shape: 'bar', along: 'name', measures: ['discharge_m3s', 'founded_year'], split: null };
    const body = { title: 'Welche Flüsse? <b>Alle & mehr</b>', sql: SQL, chart };
    const { id } = (await at().service.http.post(path, body, { token: at().token })).body.data.saved_question;
    const watched = await at().signedIn('olivia', `/saved-questions/${id}`, { colorScheme: 'dark' });
    const { page } = watched;
    await page.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    const files = page.getByRole('group', { name: 'Download the picture' });
    const downloaded = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), files.getByRole('button', { name }).click()]);
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const svg = await downloaded('SVG');
    const png = await downloaded('PNG');
    expect([svg.name, png.name]).toEqual(['welche-flüsse-b-alle-mehr-b.svg', 'welche-flüsse-b-alle-mehr-b.png']);
    const text = svg.content.toString();
    expect(text).toContain('<title>Welche Flüsse? &lt;b&gt;Alle &amp; mehr&lt;/b&gt;</title>');
    expect(text).toContain('Discharge m3s</text>');
    expect(text).toContain('fill="#fff"');
    // The accent of the light scheme.
    expect(text).toContain('fill="rgb(7, 87, 184)"');
    expect(text).not.toMatch(/var\(|class=|style=|url\((?!#)|href|<image|Inter Variable/);
    // As many dots as twice its size: drawn, and not blank.
    const shown = await page.context().newPage();
    await shown.setContent('<img alt="">');
    const size = await shown.locator('img').evaluate(
      async (image, data) => {
        const picture = image as unknown as { src: string; naturalWidth: number; decode(): Promise<void> };
        picture.src = `data:image/png;base64,${data}`;
        await picture.decode();
        return picture.naturalWidth;
      },
      png.content.toString('base64') ?? '',
    );
    const width = Number(/width="([\d.]+)"/.exec(text)?.[1]);
    expect(size).toBe(Math.floor(width) * 2);
    expect(png.content.length).toBeGreaterThan(5_000);
    await page.getByTestId('chart').waitFor();
    expect(await page.getByTestId('chart').count()).toBe(1);
    expectClean(watched);
  });

  it('is found again as it was arranged where a reload brings the rows back', async () => {
    const watched = await at().signedIn('olivia', await saved('Arranged'));
    const { page } = watched;
    await table(page).getByRole('button', { name: 'Name and options of the column: Discharge m3s' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sort descending' }).click();
    await table(page).getByRole('button', { name: 'Name and options of the column: Name' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pin to the left' }).click();
    const arranged = '1River 2020102030,000';
    expect(await rowOf(page, 1)).toBe(arranged);
    expect(new URL(page.url()).search).toBe('?sort=6&pin=4');
    await page.reload();
    await table(page).waitFor();
    expect(await rowOf(page, 1)).toBe(arranged);
    await page.goBack();
    await page.waitForURL((url) => url.search === '?sort=6');
    expect(await rowOf(page, 1)).toBe('120102030,000River 20');
    expectClean(watched);
  });
});
