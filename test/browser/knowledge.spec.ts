import { describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { IMAGE, SCRIPT, expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('verified pairs and the glossary in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);
  const knowledge = () => `/data-sources/${at().source}/knowledge`;

  it('keeps an answer as a pair, takes its statement corrected, and shows the versions', async () => {
    const watched = await at().signedIn('olivia', '/data-sources/1/ask');
    const { page } = watched;
    await page.getByRole('button', { name: 'Which gauges lie on the Danube?' }).click();
    await page.getByRole('button', { name: 'Keep as a verified pair: Which gauges lie on the Danube?' }).click();
    await page.getByRole('link', { name: 'Open the pair' }).click();
    const statement = page.getByRole('textbox', { name: 'Statement' });
    await statement.waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    expect([await statement.inputValue(), await save.isDisabled()]).toEqual([expect.stringContaining('hydrology.gauges'), true]);
    await statement.fill('SELECT name FROM nowhere');
    await save.click();
    await page
      .getByRole('alert')
      .getByText(/^Line 1, column 18: /)
      .waitFor();
    await statement.fill('SELECT station FROM hydrology.gauges');
    await save.click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByText('Version 2', { exact: true }).waitFor();
    await page.getByText('Versions: 2').click();
    await page
      .getByRole('group', { name: /^Version 1, / })
      .getByText(/hydrology\.gauges g JOIN/)
      .waitFor();

    await page.getByRole('link', { name: 'All of them' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Which gauges lie on the Danube?' });
    await row.getByText('valid', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such text');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Nothing contains this text.').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('danube');
    await page.getByRole('button', { name: 'Search' }).click();
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No verified pairs yet' }).waitFor();
    expectClean(watched);
  });

  it('marks pairs that a changed schema makes doubtful or breaks, and takes them corrected or as they are', async () => {
    const { database, service, token } = at();
    await database.run('CREATE TABLE lakes (name text)');
    await database.run(`GRANT SELECT ON lakes TO ${database.role}`);
    const source = await at().register('Changing');
    const pairs = [
      { question: 'How many rivers are there?', sql: 'SELECT count(*) FROM rivers' },
      { question: 'Which lakes are there?', sql: 'SELECT name FROM lakes' },
    ];
    for (const pair of pairs)
      expect((await service.http.post(`/api/v1/data-sources/${source}/verified-pairs`, pair, { token })).status).toBe(201);
    await database.run('DROP TABLE lakes');
    const discovery = `/api/v1/data-sources/${source}/discover-schema?refresh=true`;
    expect((await service.http.post(discovery, undefined, { token })).status).toBe(200);
    await at().runJob('knowledge.recheck');

    const watched = await at().signedIn('olivia', `/data-sources/${source}/knowledge`);
    const { page } = watched;
    const row = (question: string) => page.getByRole('row').filter({ hasText: question });
    await row('How many rivers').getByText('to review', { exact: true }).waitFor();
    await row('Which lakes').getByText('broken', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'How many rivers are there?' }).click();
    await page.getByText(/^The schema has changed since this was saved/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save as it is' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByText(/^The schema has changed since this was saved/).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All of them' }).click();
    await row('How many rivers').getByText('valid', { exact: true }).waitFor();

    await page.getByRole('link', { name: 'Which lakes are there?' }).click();
    await page.getByText(/^The schema has changed and the guard now refuses this statement/).waitFor();
    await page
      .getByText(/lakes.* is not allowed|not allowed/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Statement' }).fill('SELECT name FROM rivers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByText('valid', { exact: true }).waitFor();
    expectClean(watched);
  });

  it('explains a word and a metric by the keyboard alone, and shows both versions where two change it', async () => {
    const watched = await at().signedIn('olivia', `${knowledge()}?view=glossary`);
    const { page } = watched;
    await page.getByRole('link', { name: 'New word' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Word', { exact: true }).focus();
    await page.keyboard.type('Long river');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A river of 1,000 kilometres or more.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('great river');
    await page.keyboard.press('Tab');
    await page.keyboard.type('count(*) FILTER (WHERE rivers.length_km >= 1000)');
    await page.keyboard.press('Enter');
    await page.getByText('Version 1', { exact: true }).waitFor();

    const id = Number(new URL(page.url()).searchParams.get('entry'));
    const path = `/api/v1/glossary-terms/${id}`;
    const { headers, body } = await at().service.http.get(path, { token: at().token });
    const { name, synonyms, expression } = body.data.glossary_term;
    expect([synonyms, expression]).toEqual([['great river'], expect.stringContaining('FILTER')]);
    const theirs = { name, definition: 'Theirs', synonyms, expression };
    const others = { token: at().token, headers: { 'If-Match': headers.get('ETag') ?? '' } };
    await page.getByLabel('What it means').fill('Mine');
    expect((await at().service.http.put(path, theirs, others)).status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: 'Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByText('Version 3', { exact: true }).waitFor();
    expect(await page.getByLabel('What it means').inputValue()).toBe('Mine');
    await page.getByLabel('What it means').fill('Mine, and more');
    await page.getByRole('link', { name: 'All of them' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    expectClean(watched);
  });

  it('warns before what is typed is lost', async () => {
    const watched = await at().signedIn('olivia', `${knowledge()}?isNew=true`);
    const { page } = watched;
    await page.getByLabel('Question').fill('How many?');
    await page.getByRole('link', { name: 'All of them' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Question').inputValue()).toBe('How many?');
    expectClean(watched);
  });

  it('is not there for a member who may not run queries', async () => {
    const watched = await at().signedIn('vera', knowledge());
    await watched.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await watched.page.getByRole('link', { name: 'Knowledge' }).count()).toBe(0);
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds, fits 320 pixels and runs no text, in %s', async (colorScheme) => {
    const pair = { question: `${IMAGE} ${SCRIPT} ${colorScheme}`, sql: `SELECT '${IMAGE}' AS text` };
    const list = `/api/v1/data-sources/${at().source}/verified-pairs`;
    const made = await at().service.http.post(list, pair, { token: at().token });
    expect(made.status).toBe(201);
    const options = { colorScheme, viewport: { width: 320, height: 700 } };
    const watched = await at().signedIn('olivia', knowledge(), options);
    const { page } = watched;
    await page.getByRole('link', { name: pair.question }).waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('link', { name: pair.question }).click();
    await page.getByLabel('Question').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.goto(`${at().address}${knowledge()}?view=glossary&isNew=true`);
    await page.getByLabel('Word', { exact: true }).waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expectClean(watched);
  });
});
