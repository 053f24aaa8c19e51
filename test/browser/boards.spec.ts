import { describe, expect, it } from '@jest/globals';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

(hasChromium ? describe : describe.skip)('boards in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  const saved = async (title: string, sql: string, chart: object | null = null): Promise<number> => {
    const path = `/api/v1/data-sources/${at().source}/saved-questions`;
    return (await at().service.http.post(path, { title, sql, chart }, { token: at().token })).body.data.saved_question.id;
  };
  const board = async (name: string, questions: readonly number[]): Promise<string> => {
    const body = { organization_id: 1, name, question_ids: questions };
    return `/saved-questions/boards/${(await at().service.http.post('/api/v1/boards', body, { token: at().token })).body.data.board.id}`;
  };

  it('are made of saved questions, ordered anew, opened by their address and deleted', async () => {
    await saved('Longest', 'SELECT name, length_km FROM rivers ORDER BY length_km DESC LIMIT 3');
    await saved('How many', 'SELECT count(*) AS rivers FROM rivers');
    const watched = await at().signedIn('olivia', '/saved-questions');
    const { page } = watched;
    await page.getByRole('link', { name: 'Boards', exact: true }).click();
    await page.getByRole('heading', { name: 'No boards yet' }).waitFor();
    await page.getByRole('button', { name: 'New board' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Complete these first: Name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Rivers at a glance');
    await dialog.getByLabel('Add a saved question').selectOption({ label: 'Longest (Queried)' });
    await dialog.getByLabel('Add a saved question').selectOption({ label: 'How many (Queried)' });
    await dialog.getByRole('button', { name: 'Move down: Longest' }).click();
    await dialog.getByRole('button', { name: 'Move up: Longest' }).click();
    await dialog.getByRole('button', { name: 'Move up: How many' }).click();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Rivers at a glance', level: 1 }).waitFor();
    const heads = page.getByRole('main').getByRole('heading', { level: 2 });
    await page.getByRole('cell', { name: '1,200', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'River 1200', exact: true }).waitFor();
    expect((await heads.allTextContents()).filter((title) => title !== 'Result')).toEqual(['How many', 'Longest']);
    const address = page.url();
    const other = await at().signedIn('adam', new URL(address).pathname);
    await other.page.getByRole('cell', { name: '1,200', exact: true }).waitFor();
    expectClean(other);

    await page.getByRole('button', { name: 'Change this board' }).click();
    await dialog.getByRole('button', { name: 'Remove: How many' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: '1,200', exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Longest' }).click();
    await page.getByRole('heading', { name: 'Longest', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete this board' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this board' }).click();
    await page.getByRole('heading', { name: 'No boards yet' }).waitFor();
    expectClean(watched);
  });

  it('say of each question why it was refused, and answer the others; a few are asked at a time', async () => {
    const questions = [
      await saved('Not allowed', 'DROP TABLE rivers'),
      await saved('Fails', 'SELECT 1 / (id - id) FROM rivers'),
      ...(await Promise.all([1, 2, 3, 4].map((n) => saved(`Works ${n}`, `SELECT ${n}000 AS amount`)))),
    ];
    const address = await board('Mixed', questions);
    const watched = await at().signedIn('olivia', '/account');
    const { page } = watched;
    let running = 0;
    let most = 0;
    await page.route('**/run', async (route) => {
      running += 1;
      most = Math.max(most, running);
      const answer = await route.fetch();
      running -= 1;
      await route.fulfill({ response: answer });
    });
    await page.goto(`${at().address}${address}`);
    const refused = page.getByRole('region', { name: 'Not allowed' });
    await refused.getByText('The statement was not run, because it is not allowed:').waitFor();
    await page.getByRole('region', { name: 'Fails' }).getByText('division by zero').waitFor();
    for (const n of [1, 2, 3, 4]) await page.getByRole('cell', { name: `${n},000`, exact: true }).waitFor();
    expect(most).toBeLessThanOrEqual(3);
    expect(await refused.getByRole('link', { name: 'Not allowed' }).getAttribute('href')).toBe(`/saved-questions/${questions[0]}`);
    expect(await faultsOf(page)).toEqual([]);
    expectClean(watched);
  });

  it('are not saved over what another person saved meanwhile, which is shown first', async () => {
    const id = await saved('On it', 'SELECT 1 AS one');
    const address = await board('Of two people', [id]);
    const watched = await at().signedIn('olivia', address);
    const { page } = watched;
    await page.getByRole('button', { name: 'Change this board' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Mine');
    const path = address.replace('/saved-questions', '/api/v1');
    const renamed = { token: at().token, headers: { 'If-Match': '"1"' } };
    expect((await at().service.http.patch(path, { name: 'Theirs' }, renamed)).status).toBe(200);
    // The page reads again before it is saved.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Another person has saved a change').waitFor();
    await dialog.getByRole('cell', { name: 'Theirs', exact: true }).waitFor();
    expect((await at().service.http.get(path, { token: at().token })).body.data.board.name).toBe('Theirs');
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    expect(watched.violations).toEqual([]);
  });

  it('are for people who may query something on them: to others they are not there', async () => {
    const address = await board('For some', [await saved('For some', 'SELECT 1')]);
    const watched = await at().signedIn('vera', address);
    await watched.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expectClean(watched);
  });

  it.each([
    ['light', 'en-GB'],
    ['dark', 'de-DE'],
  ] as const)('have no fault that axe finds, and fit 360 pixels, in %s and %s', async (colorScheme, locale) => {
    const chart = { shape: 'bar', along: 'name', measures: ['length_km'], split: null };
    const drawn = await saved('Lengths, drawn', 'SELECT name, length_km FROM rivers ORDER BY id LIMIT 5', chart);
    const address = await board('A board with a rather long name for a small screen', [drawn, await saved('One', 'SELECT 1 AS one')]);
    const watched = await at().signedIn('olivia', '/account', { colorScheme, viewport: { width: 360, height: 700 } });
    const { page } = watched;
    await page.evaluate(`localStorage.setItem('headgate.language', '${locale.slice(0, 2)}')`);
    await page.goto(`${at().address}/saved-questions/boards`);
    await page
      .getByRole('link', { name: /^A board with/ })
      .first()
      .waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.goto(`${at().address}${address}`);
    await page.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('button', { name: locale === 'de-DE' ? 'Dieses Board ändern' : 'Change this board' }).click();
    await page.getByRole('dialog').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });
});
