import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type DemoService, freePort, startDemoService } from '../support/demo-service.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { installation } from '../support/installation.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { SourceDatabase } from '../support/source-database.js';
import { logIn } from '../support/test-app.js';
import { type Watched, browser, hasChromium } from './chromium.js';

jest.setTimeout(180_000);

/** Each pair is tied by a condition, and yet there is no end of them. */
const ENDLESS = `SELECT count(*) FROM rivers a ${['b', 'c', 'd', 'e', 'f', 'g']
  .map((name) => `JOIN rivers ${name} ON a.id <> ${name}.id`)
  .join(' ')}`;

const IMAGE = '<img src=x onerror="window.hacked = 1">';
const SCRIPT = '"><script>window.hacked = 1</script>';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

(hasChromium ? describe : describe.skip)('data sources in a browser (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let address: string;
  let database: SourceDatabase;
  let token: string;
  let source: number;

  /** Registered without the pages, for what is not about registering. */
  async function register(name: string): Promise<number> {
    const body = { organization_id: 1, name, engine: 'postgresql', connection: database.connection() };
    const made = await service.http.post('/api/v1/data-sources', body, { token });
    const { id } = made.body.data.data_source;
    await service.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
    return id;
  }

  async function signedIn(username: string, path: string, options = {}): Promise<Watched> {
    const watched = await open(address, options);
    await enter(watched.page, address, username);
    await watched.page.goto(`${address}${path}`);
    return watched;
  }

  const clean = ({ violations, foreign, errors }: Watched): void =>
    expect([violations, foreign, errors]).toEqual([[], [], []]);

  beforeAll(async () => {
    const port = String(await freePort());
    address = `http://localhost:${port}`;
    service = await startDemoService(
      { run: (...given) => HeadgateProcess.run(...given) },
      {
        ...{ ...testEnvironment, PUBLIC_URL: address, PORT: port },
        ...{ DATABASE_URL: ours().database.url, HEADGATE_DATA_DIR: `${ours().directory}/data` },
      },
    );
    database = await SourceDatabase.create(
      'CREATE TABLE rivers (id int PRIMARY KEY, name text NOT NULL, length_km numeric(8,1), measured_on date)',
      `INSERT INTO rivers SELECT n, 'River ' || n, n * 1.5, date '2026-01-01' + n % 28 FROM generate_series(1, 1200) n`,
      `UPDATE rivers SET name = '=HYPERLINK("x")' WHERE id = 2`,
      `COMMENT ON TABLE rivers IS '${IMAGE}'`,
      'CREATE TABLE gauges (id int PRIMARY KEY, river_id int NOT NULL REFERENCES rivers (id))',
      `CREATE TABLE ${quoted(SCRIPT)} (${quoted(IMAGE)} text)`,
      `INSERT INTO ${quoted(SCRIPT)} VALUES ('${IMAGE}')`,
    );
    await database.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${database.role}`);
    token = (await logIn(service.http, 'olivia')).accessToken;
    source = await register('Queried');
  });
  afterAll(async () => {
    await service.program.stop('SIGKILL');
    await database.drop();
  });

  async function fillConnection(page: Page, name: string, password: string): Promise<void> {
    const { host, port, database: of, username } = database.connection();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Host').fill(String(host));
    await page.getByLabel('Port').fill(String(port));
    await page.getByLabel('Database', { exact: true }).fill(String(of));
    await page.getByLabel('Role').fill(String(username));
    await page.getByLabel('Password').fill(password);
  }

  const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^SQL statement/ });

  /** As a person types, without what the editor would complete by itself. */
  async function write(page: Page, sql: string): Promise<void> {
    await editor(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(sql);
    await page.keyboard.press('Escape');
  }

  it('registers one, tells at which step the connection failed, and sets it right', async () => {
    const watched = await signedIn('olivia', '/data-sources');
    const { page } = watched;
    await page.getByRole('link', { name: 'New data source' }).click();
    await page.getByRole('radio', { name: /^PostgreSQL/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await fillConnection(page, 'Atlas', 'a wrong password');
    await page.getByLabel(/^TLS/).selectOption('disable');
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    const steps = page.getByRole('list').filter({ hasText: 'Reach the server' });
    await steps.getByText('failed').waitFor();
    expect(await steps.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('done'),
      expect.stringContaining('done'),
      'Sign infailed',
      expect.stringContaining('not tried'),
    ]);
    await page.getByLabel('Password').fill(database.password);
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
    clean(watched);
  });

  it('explores tables and their neighbours, draws them, and tells what changed', async () => {
    const id = await register('Explored');
    const watched = await signedIn('olivia', `/data-sources/${id}/schema`);
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
    await expect(
      picture.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode()),
    ).resolves.not.toThrow();

    await database.run('ALTER TABLE gauges ADD COLUMN station text');
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText(/^There is nothing earlier/).waitFor();
    await page.getByRole('button', { name: 'Discover again' }).click();
    await page.getByRole('listitem').filter({ hasText: 'added column public.gauges.station' }).waitFor();
    await database.run('ALTER TABLE gauges DROP COLUMN station');
    clean(watched);
  });

  it('asks by the keyboard alone, sorts, and writes a file that no spreadsheet runs', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/query`);
    const { page } = watched;
    await editor(page).waitFor();
    for (let presses = 0; presses < 60 && !(await isFocused(editor(page))); presses += 1)
      await page.keyboard.press('Tab');
    expect(await isFocused(editor(page))).toBe(true);
    await page.keyboard.type('SELECT id, name, length_km, measured_on FROM rivers ORDER BY id');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText(/^Rows: 100, in /).waitFor();
    await page.getByText(/^There was more than is shown/).waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(editor(page))).toBe(false);

    const table = page.getByRole('region', { name: 'Rows of the result' });
    await table.getByRole('button', { name: 'length_km' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await table.getByRole('columnheader', { name: 'length_km' }).getAttribute('aria-sort')).toBe('descending');
    expect(await table.getByRole('row').nth(1).textContent()).toBe('1100River 100150.02026-01-17');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
    ]);
    const lines = (await textOf(await download.createReadStream())).split('\r\n');
    expect(lines[0]).toBe('id,name,length_km,measured_on');
    expect(lines[1]).toBe('100,River 100,150.0,2026-01-17');
    expect(lines.find((line) => line.startsWith('2,'))).toBe(`2,"'=HYPERLINK(""x"")",3.0,2026-01-03`);
    expect(lines).toHaveLength(102);
    clean(watched);
  });

  it('holds only the rows in sight of a thousand, and draws them', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/query`);
    const { page } = watched;
    await page.getByLabel('Rows at most').selectOption('1000');
    await write(page, 'SELECT id, measured_on, length_km FROM rivers ORDER BY id');
    await page.getByRole('button', { name: 'Run' }).click();
    const table = page.getByRole('region', { name: 'Rows of the result' });
    await table.getByRole('button', { name: 'Show row 1 in full' }).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.evaluate((element) =>
      (element as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 1e6),
    );
    await table.getByRole('button', { name: 'Show row 1,000 in full' }).click();
    await page.getByRole('dialog', { name: 'Row 1,000' }).getByText('1500.0').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByTestId('chart').locator('svg .recharts-line-curve').first().waitFor();
    expect(await page.getByLabel('Along the axis').locator('option:checked').textContent()).toBe('measured_on');
    await page.getByLabel('Kind of chart').selectOption('bar');
    await page.getByTestId('chart').locator('svg .recharts-bar-rectangle').first().waitFor();
    clean(watched);
  });

  it('completes names of the schema, and says in place what the guard refuses', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/query`);
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
    clean(watched);
  });

  it('cancels a query at the data source, and finds it in the history', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/query`);
    const { page } = watched;
    await page.getByLabel('Time at most').selectOption('60');
    await write(page, ENDLESS);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Cancel query' }).click();
    await page.getByText(/^The query was cancelled/).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    const row = page.getByRole('row').filter({ hasText: 'cancelled' }).first();
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('QUERY_CANCELLED').waitFor();
    await dialog.getByRole('button', { name: 'Open in the editor' }).click();
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe(ENDLESS);
    expect((await database.sessions()).filter(({ state }) => state === 'active')).toEqual([]);
    clean(watched);
  });

  it('keeps a statement while other pages are open, and nowhere where it would stay', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/query`);
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
    await enter(page, address, 'adam');
    await page.goto(`${address}/data-sources/${source}/query`);
    await editor(page).waitFor();
    expect(await editor(page).textContent()).toBe('');
    clean(watched);
  });

  it('shows both versions when somebody else was quicker, and deletes only by its name', async () => {
    const id = await register('Contested');
    const watched = await signedIn('olivia', `/data-sources/${id}/settings`);
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await service.http.patch(`/api/v1/data-sources/${id}`, { name: 'Theirs' }, { token });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('row', { name: 'Name Theirs Mine' }).waitFor();
    await page.getByRole('button', { name: 'Go on with mine' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Mine: Settings' }).waitFor();

    await page.getByLabel('Host').fill('elsewhere.example');
    await page.getByRole('link', { name: 'All data sources' }).click();
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
    clean(watched);
  });

  it('shows a viewer the schema and nothing to change or ask, and nobody the source of another organization', async () => {
    const vera = await signedIn('vera', '/data-sources');
    await vera.page.getByRole('link', { name: 'Queried' }).click();
    await vera.page.getByRole('link', { name: 'rivers' }).waitFor();
    for (const name of ['Query', 'Settings'])
      expect(await vera.page.getByRole('link', { name, exact: true }).count()).toBe(0);
    for (const name of ['Discover again', 'New data source'])
      expect(await vera.page.getByRole('button', { name }).count()).toBe(0);
    for (const path of ['/data-sources/new', `/data-sources/${source}/query`, `/data-sources/${source}/settings`]) {
      await vera.page.goto(`${address}${path}`);
      await vera.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    }
    clean(vera);
    const oscar = await signedIn('oscar', `/data-sources/${source}/schema`);
    await oscar.page
      .getByRole('alert')
      .getByText(/^Request /)
      .waitFor();
    expect(await oscar.page.getByText('rivers').count()).toBe(0);
    clean(oscar);
  });

  it('shows text of a database as text, wherever it stands', async () => {
    const watched = await signedIn('olivia', `/data-sources/${source}/schema?schema=public&table=rivers`);
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
    clean(watched);
  });

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s, and fits 320 pixels', async (scheme) => {
    const options = { colorScheme: scheme, viewport: { width: 320, height: 800 } };
    const watched = await signedIn('olivia', '/data-sources', options);
    const { page } = watched;
    const look = async (path: string, ready: Locator): Promise<void> => {
      await page.goto(`${address}${path}`);
      await ready.first().waitFor();
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    };
    const at = `/data-sources/${source}`;
    await look('/data-sources', page.getByText(/^Tables and views: /));
    await look('/data-sources/new', page.getByRole('button', { name: 'Continue' }));
    await look(`${at}/settings`, page.getByRole('button', { name: 'Save changes' }));
    await look(`${at}/schema?schema=public&table=gauges`, page.getByText('No foreign key leads here.'));
    await look(`${at}/schema?view=diagram`, page.getByRole('img', { name: /^Diagram of the tables/ }));
    await look(`${at}/schema?view=changes`, page.getByRole('table'));
    await look(`${at}/query?view=history`, page.getByRole('table').or(page.getByText('Nothing was asked yet')));
    await look(`${at}/query`, editor(page));
    await write(page, 'SELECT name, length_km FROM rivers ORDER BY id');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Show chart' }).click();
    await page.getByTestId('chart').locator('svg').first().waitFor();
    expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
    clean(watched);
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
