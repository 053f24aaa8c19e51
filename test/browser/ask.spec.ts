import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf, isTooWide } from '../support/pages.js';
import { ScriptedModel, type Turn, json, proposing, saying } from '../support/scripted-model.js';
import { SourceDatabase } from '../support/source-database.js';
import { IMAGE, SCRIPT, editor, expectClean, quoted, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

/** The rivers of the demo. */
const DEMO = '/data-sources/1/ask';

const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Your question' });

const turnOf = (page: Page, question: string): Locator =>
  page.getByTestId('turn').filter({ has: page.getByRole('heading', { name: question, exact: true }) });

async function ask(page: Page, question: string): Promise<Locator> {
  await box(page).fill(question);
  await box(page).press('Enter');
  return turnOf(page, question);
}

(hasChromium ? describe : describe.skip)('questions in words in a browser (needs Chromium)', () => {
  const open = browser();
  const at = workbench(open);

  it('sends nothing by the Enter that ends a word which is composed, as Chromium and Safari tell of it', async () => {
    const { page } = await at().signedIn('olivia', DEMO);
    await box(page).fill('かわ');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    for (const init of [{ isComposing: true }, { keyCode: 229 }])
      await box(page).evaluate(
        (field, how) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how })),
        init,
      );
    expect([sent.filter((method) => method === 'POST'), await box(page).inputValue()]).toEqual([[], 'かわ']);
  });

  it('answers with rows, a sentence and a chart, goes on, and asks back where there are two readings', async () => {
    const watched = await at().signedIn('olivia', DEMO);
    const { page } = watched;
    await page.getByText('Your first question reads it').waitFor();
    await page.getByRole('button', { name: 'Which gauges lie on the Danube?' }).click();
    const first = turnOf(page, 'Which gauges lie on the Danube?');
    await first.getByText('There are 5, and Bratislava comes first.').waitFor();
    await first.getByRole('cell', { name: 'Ceatal Izmail' }).waitFor();
    await first.getByText('allowed', { exact: true }).waitFor();
    await first.getByText(/^Tables that the model saw/).click();
    await first.getByRole('link', { name: 'hydrology.gauges' }).waitFor();
    await page.waitForURL('**/ask?conversation=*');

    const further = await ask(page, 'And on the Rhine?');
    await further.getByRole('cell', { name: 'Cologne' }).waitFor();
    const drawn = await ask(page, 'Which rivers carry the most water?');
    await drawn.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    expect(await drawn.getByLabel('Along the axis').locator('option:checked').textContent()).toBe('Name');
    // As on the axis, in the table and in words.
    await drawn.getByTestId('sentence').getByText('with 209,000').waitFor();
    await drawn.getByRole('cell', { name: '209,000', exact: true }).waitFor();

    const unclear = await ask(page, 'Which are the largest rivers?');
    await unclear.getByText('Largest by length, or by the water that they carry?').waitFor();
    await unclear.getByRole('button', { name: 'Which are the longest rivers?' }).click();
    const chosen = turnOf(page, 'Which are the longest rivers?');
    await chosen.getByRole('cell', { name: 'Nile', exact: true }).waitFor();
    expect(await unclear.getByRole('button', { name: 'Which are the longest rivers?' }).count()).toBe(0);

    await chosen.getByRole('link', { name: 'Open in the query page' }).click();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toContain('ORDER BY length_km DESC');
    expectClean(watched);
  });

  it('goes on with an earlier conversation, hands it out as a file, and deletes it', async () => {
    const watched = await at().signedIn('adam', DEMO);
    const { page } = watched;
    await (await ask(page, 'Which gauges lie on the Danube?')).getByTestId('sentence').waitFor();
    await page.waitForURL('**/ask?conversation=*');
    await page.reload();
    const earlier = page.getByTestId('earlier');
    await earlier.getByText(/It brought 5 rows\. Columns: station, country\. Rows are not kept/).waitFor();
    await (await ask(page, 'How many?')).getByText('The answer is 5.').waitFor();
    expect(await earlier.count()).toBe(1);

    await page.getByRole('link', { name: 'Conversations' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download: Which gauges lie on the Danube?' }).click(),
    ]);
    const kept = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(kept.turns.map(({ question }: { question: string }) => question)).toEqual(['Which gauges lie on the Danube?', 'How many?']);
    await page.getByRole('link', { name: 'Which gauges lie on the Danube?' }).click();
    await page.getByTestId('turn').getByText('The answer is 5.').waitFor();

    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByRole('button', { name: 'Delete: Which gauges lie on the Danube?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'You have not asked anything yet' }).waitFor();
    await page.getByRole('link', { name: 'Ask a question' }).click();
    await page.getByRole('heading', { name: 'Ask this data source a question' }).waitFor();
    expectClean(watched);
  });

  it('lets a person add a database of their own, and answers three questions about it with rows and sentences', async () => {
    const shop = await SourceDatabase.create(
      'CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL)',
      'CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers (id), total_eur numeric(8,2))',
      `INSERT INTO customers VALUES (1, 'Ada'), (2, 'Björn')`,
      'INSERT INTO orders VALUES (1, 1, 12.50), (2, 1, 40), (3, 2, 7.25)',
    );
    await shop.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${shop.role}`);
    const { host, port, database, username, password } = shop.connection();
    const watched = await at().signedIn('olivia', '/data-sources');
    const { page } = watched;
    await page.getByRole('link', { name: 'New data source' }).click();
    await page.getByRole('radio', { name: /^PostgreSQL/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    for (const [label, value] of Object.entries({ Name: 'Our shop', Host: host, Port: port, Database: database }))
      await page.getByLabel(label, { exact: true }).fill(String(value));
    await page.getByLabel('Role').fill(String(username));
    await page.getByLabel('Password').fill(String(password));
    await page.getByLabel(/^TLS/).selectOption('disable');
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    await page.getByText(/^Connected to PostgreSQL/).waitFor();

    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByText('Your first question reads it').waitFor();
    const first = await ask(page, 'How many customers are there?');
    await first.getByText('The answer is 2.').waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    const offered = page.getByRole('button', { name: /(?:customers|orders).*[?.]$/ });
    await offered.first().waitFor();
    const questions = await offered.allTextContents();
    expect(questions.toSorted()).toEqual([
      expect.stringMatching(/^How many rows does (?:customers|orders) have\?$/),
      'How many rows of orders belong to each row of customers?',
      expect.stringMatching(/^Show the first 10 rows of (?:customers|orders)\.$/),
    ]);
    await offered.first().click();
    for (const question of questions) {
      const turn = question === questions[0] ? turnOf(page, question) : await ask(page, question);
      await turn.getByTestId('sentence').waitFor();
      await turn.getByRole('table').first().waitFor();
      expect([question, await turn.getByText('refused', { exact: true }).count()]).toEqual([question, 0]);
    }
    await turnOf(page, 'How many rows of orders belong to each row of customers?')
      .getByText(/^Ada comes first of 2, with \d \(how many\)\.$/)
      .waitFor();
    await shop.drop();
    expectClean(watched);
  });

  it('is used by the keyboard alone, and says to those who hear it what came', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    await page.getByRole('button', { name: 'How many rows of gauges belong to each row of rivers?' }).waitFor();
    for (let presses = 0; presses < 60 && !(await isFocused(box(page))); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('Which rivers');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('are the longest?');
    expect(await box(page).inputValue()).toBe('Which rivers\nare the longest?');
    await page.keyboard.press('Enter');
    const turn = page.getByTestId('turn');
    await turn.getByTestId('sentence').waitFor();
    await turn.getByText('allowed', { exact: true }).first().waitFor();
    expect(await isFocused(box(page))).toBe(true);
    expect(await page.getByRole('region', { name: 'Answers', exact: true }).getAttribute('aria-live')).toBe('polite');
    expect(await turn.locator('[aria-live=off] pre').count()).toBeGreaterThan(0);
    expectClean(watched);
  });

  it('is not there for a member who may not run queries', async () => {
    const watched = await at().signedIn('vera', DEMO);
    const { page } = watched;
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await page.getByRole('link', { name: 'Ask', exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Questions in words' }).count()).toBe(0);
    await page.goto(`${at().address}/organizations/1/questions`);
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds and fits 320 pixels, in %s', async (colorScheme) => {
    const watched = await at().signedIn('olivia', DEMO, { colorScheme, viewport: { width: 320, height: 700 } });
    const { page } = watched;
    await page.getByRole('button', { name: 'Which are the largest rivers?' }).waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await (await ask(page, 'Which gauges lie on the Danube?')).getByTestId('sentence').waitFor();
    await (await ask(page, 'Which rivers carry the most water?')).getByTestId('chart').locator('svg').first().waitFor();
    await (await ask(page, 'Which are the largest rivers?')).getByText(/^Largest by length/).waitFor();
    await (await ask(page, 'What is love?')).getByText('The model says:').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.reload();
    await page.getByTestId('earlier').first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByRole('table').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    await page.goto(`${at().address}/organizations/1/questions`);
    await page.getByRole('checkbox').waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    expectClean(watched);
  });

  it('lets an organization decide what the model sees, and shows both versions where two decide at once', async () => {
    const watched = await at().signedIn('olivia', '/organizations/1/questions');
    const { page } = watched;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const shows = page.getByLabel('Show rows of results to the language model');
    await shows.waitFor();
    expect([await shows.isChecked(), await save.isDisabled()]).toEqual([false, true]);
    await page.getByLabel('Days that conversations are kept').fill('0');
    await page.getByText('Enter a whole number from 1 to 3,650, or leave the field empty.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Days that conversations are kept').fill('30');
    const tokens = page.getByLabel('Tokens of the language model a day');
    await tokens.fill('5000001');
    await page.getByText('Enter a whole number from 1 to 5,000,000, or leave the field empty.').waitFor();
    await tokens.fill('250000');

    const path = '/api/v1/organizations/1/ask-settings';
    const { headers } = await at().service.http.get(path, { token: at().token });
    const change = { shows_rows: true, conversation_days: 7 };
    const others = { token: at().token, headers: { 'If-Match': headers.get('ETag') ?? '' } };
    expect((await at().service.http.put(path, change, others)).status).toBe(200);
    await save.click();
    await page.getByText('Another person has saved a change').waitFor();
    await page.getByRole('cell', { name: '7', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Days that conversations are kept').inputValue()).toBe('30');
    expect(await tokens.inputValue()).toBe('250000');
    expect(await shows.isChecked()).toBe(false);
    expectClean(watched);
  });
});

(hasChromium ? describe : describe.skip)('what a model may say, in a browser (needs Chromium)', () => {
  const open = browser();
  let model: ScriptedModel;
  const at = workbench(open, async () => {
    model = await ScriptedModel.start();
    return model.environment;
  });
  afterAll(() => model?.stop());

  const asked = (sql: string | null, clarification: object | null = null): Turn =>
    saying(JSON.stringify({ sql, explanation: IMAGE, clarification }));

  it('shows hostile text of rows, names, statements and models as text', async () => {
    model.play(
      asked(`SELECT * FROM ${quoted(SCRIPT)}`),
      saying(JSON.stringify({ sentence: 'It says {{1:first}}.', chart: null })),
      asked(null, { question: IMAGE, choices: [SCRIPT, IMAGE] }),
    );
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    const turn = await ask(page, `${SCRIPT} one`);
    await turn.getByTestId('sentence').waitFor();
    await turn.getByRole('cell', { name: IMAGE }).waitFor();
    await turn.getByText(IMAGE, { exact: true }).first().waitFor();
    const back = await ask(page, 'Another');
    // What looks like an address in the words of a model is taken apart.
    await back.getByRole('button', { name: SCRIPT.replace('window.hacked', 'window hacked'), exact: true }).waitFor();
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByRole('link', { name: `${SCRIPT} one` }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img').count()).toBe(0);
    expectClean(watched);
  });

  it('draws areas, points and a pie where the model suggests them, and turns one into the other', async () => {
    const column = (name: string, type: string) => ({ column: name, type });
    const places = { x: column('measured_on', 'temporal'), y: column('length', 'quantitative'), color: null };
    const charts = [
      ['area', { mark: 'area', ...places }, '.recharts-area-area'],
      ['point', { mark: 'point', ...places }, '.recharts-line-dots circle'],
      ['arc', { mark: 'arc', x: null, y: column('length', 'quantitative'), color: column('name', 'nominal') }, '.recharts-pie-sector'],
    ] as const;
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    for (const [shape, chart, marks] of charts) {
      model.play(
        asked('SELECT name, measured_on, length_km::float8 AS length FROM rivers ORDER BY id LIMIT 4'),
        saying(JSON.stringify({ sentence: 'There are {{row_count}}.', chart })),
      );
      const turn = await ask(page, `How long are they, as ${shape}?`);
      await turn.getByTestId('sentence').waitFor();
      const drawing = turn.getByTestId('chart');
      await drawing.locator(marks).first().waitFor();
      expect([shape, await turn.getByLabel('Kind of chart').inputValue()]).toEqual([shape, shape]);
      if (shape !== 'area') expect([shape, await drawing.locator(marks).count()]).toEqual([shape, 4]);
      expect([shape, await faultsOf(page)]).toEqual([shape, []]);
    }
    const last = turnOf(page, 'How long are they, as arc?');
    expect(await last.getByLabel('Along the axis').locator('option:checked').textContent()).toBe('Name');
    await last.getByLabel('Kind of chart').selectOption('area');
    await last.getByTestId('chart').locator('.recharts-area-area').first().waitFor();
    expect(await last.getByTestId('chart').locator('.recharts-pie-sector').count()).toBe(0);
    expectClean(watched);
  });

  it('shows each statement that the guard refused with its verdict, and that none was run', async () => {
    model.play(proposing('DELETE FROM rivers'), proposing('SELECT name FROM nowhere'), proposing('DROP TABLE rivers'));
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    const turn = await ask(page, 'Which rivers are there?');
    await turn.getByText(/Request [\w-]+/).waitFor();
    expect(await turn.getByText('refused', { exact: true }).count()).toBe(3);
    await turn.getByText('DELETE FROM rivers').waitFor();
    await turn.getByText(/^Line 1, column 18: /).waitFor();
    expect(await turn.getByRole('table').count()).toBe(0);
    expectClean(watched);
  });

  it('stops at a click, and takes the next question', async () => {
    let hasAsked: () => void = () => undefined;
    const asking = new Promise<void>((resolve) => (hasAsked = resolve));
    const gone = new Promise<void>((resolve) =>
      model.play((response) => {
        response.once('close', () => resolve());
        hasAsked();
      }),
    );
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    const turn = await ask(page, 'Which rivers are there?');
    await turn.getByText('The model writes a statement').waitFor();
    await asking;
    await page.getByRole('button', { name: 'Stop' }).click();
    await turn.getByText('Stopped, at the data source too.').waitFor();
    await gone;
    model.play(asked('SELECT count(*) FROM rivers'), saying(JSON.stringify({ sentence: 'There are {{1:first}}.' })));
    await page.getByRole('button', { name: 'New conversation' }).click();
    await (await ask(page, 'How many rivers?')).getByText('There are 1,200.').waitFor();
    expectClean(watched);
  });

  it('asks the question that a person sends too early as soon as the answer before it is complete', async () => {
    let answer: () => void = () => undefined;
    let hasAsked: () => void = () => undefined;
    const asking = new Promise<void>((resolve) => (hasAsked = resolve));
    const answering = new Promise<void>((resolve) => (answer = resolve));
    model.play(
      async (response, question) => {
        hasAsked();
        await answering;
        await asked('SELECT count(*) FROM rivers')(response, question);
      },
      saying(JSON.stringify({ sentence: 'There are {{1:first}}.' })),
      asked('SELECT count(*) FROM rivers WHERE length_km > 1000'),
      saying(JSON.stringify({ sentence: 'Long are {{1:first}}.' })),
    );
    const watched = await at().signedIn('olivia', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    const first = await ask(page, 'How many rivers?');
    await asking;
    const second = await ask(page, 'How many are long?');
    await page.getByText('Your question follows as soon as this answer is complete.').waitFor();
    expect([await second.count(), await box(page).inputValue()]).toEqual([0, 'How many are long?']);
    answer();
    await first.getByText('There are 1,200.').waitFor();
    await second.getByText(/^Long are [\d,]+\.$/).waitFor();
    expect(await box(page).inputValue()).toBe('');
    expectClean(watched);
  });

  it('says that the tokens of the day are used up, and when there are new ones', async () => {
    const usage = { prompt_tokens: 600_000, completion_tokens: 1 };
    const content = JSON.stringify({
      sql: null,
      explanation: '',
      clarification: { question: 'A?', choices: ['b', 'c'] },
    });
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
    model.play(json(200, { id: 'c', choices: [choice], usage }));
    const watched = await at().signedIn('adam', `/data-sources/${at().source}/ask`);
    const { page } = watched;
    await (await ask(page, 'Which rivers are there?')).getByRole('button', { name: 'b' }).waitFor();
    const turn = await ask(page, 'And now?');
    await turn.getByText('The tokens for today are used up').waitFor();
    await turn.getByText(/^You can ask again at /).waitFor();
    await turn.getByText(/Request [\w-]+/).waitFor();
    expectClean(watched);
  });
});

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { ownerDocument } = element as unknown as { ownerDocument: { activeElement: unknown } };
    return ownerDocument.activeElement === element;
  });
