import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { faultsOf } from '../support/pages.js';
import { TestReceiver } from '../support/webhook-receiver.js';
import { editor, expectClean, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const ORGANIZATION = '/api/v1/organizations/1';
const SQL = 'SELECT name FROM rivers ORDER BY id LIMIT 3';

(hasChromium ? describe : describe.skip)('two people who change the same thing (needs Chromium)', () => {
  const at = workbench(browser());
  let receiver: TestReceiver;
  beforeAll(async () => {
    receiver = await TestReceiver.start();
  });
  afterAll(() => receiver.close());

  /** What the other person sends, over the version that is there. */
  const change = async (method: string, path: string, body: object): Promise<void> => {
    const { service, token } = at();
    const read = await service.http.get(path.replace(/\/break-glass$/, ''), { token });
    const headers = { 'If-Match': read.headers.get('etag') ?? '' };
    const { status, text } = await service.http.send(method, path, body, { token, headers });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const read = async (path: string) => (await at().service.http.get(path, { token: at().token })).body.data;
  const idOf = async (name: string): Promise<number> => (await read(`${ORGANIZATION}/members?search=${name}`)).members[0].user_id;
  const roleOf = async (name: string): Promise<number> =>
    (await read(`${ORGANIZATION}/roles`)).roles.find((role: { name: string }) => role.name === name).id;
  /** What differs, as it is saved and as it was typed. */
  const conflict = async (place: Page | Locator, saved: string | RegExp): Promise<string[]> => {
    await place.getByText('Another person has saved a change').waitFor();
    const table = place.getByRole('table', { name: 'Both versions' });
    await table.getByRole('cell', { name: saved }).waitFor();
    return table.getByRole('cell').allInnerTexts();
  };

  it('give a member different roles: the second sees the role that the first gave, and decides', async () => {
    const vera = await idOf('vera');
    const path = `${ORGANIZATION}/members/${vera}`;
    const watched = await at().signedIn('olivia', `/organizations/1/members/${vera}`);
    const { page } = watched;
    await page.getByRole('combobox', { name: 'Change role' }).selectOption('editor');
    await change('PATCH', path, { role_id: await roleOf('admin') });
    await page.getByRole('button', { name: 'Change role' }).click();
    expect(await conflict(page, 'admin')).toEqual(['admin', 'editor']);
    expect((await read(path)).member.role.name).toBe('admin');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByText('The role was changed.').waitFor();
    expect((await read(path)).member.role.name).toBe('editor');
    expectClean(watched);
  });

  it('change a webhook: what was typed stays, beside what the other has saved', async () => {
    const { service, token } = at();
    const made = await service.http.post(`${ORGANIZATION}/webhooks`, { name: 'SIEM', url: receiver.url, actions: [] }, { token });
    const path = `${ORGANIZATION}/webhooks/${made.body.data.webhook.id}`;
    const watched = await at().signedIn('olivia', `/organizations/1/webhooks/${made.body.data.webhook.id}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Mine');
    await change('PATCH', path, { name: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await conflict(dialog, 'Theirs')).toEqual(['Theirs', 'Mine']);
    expect([await dialog.getByLabel('Name', { exact: true }).inputValue(), (await read(path)).webhook.name]).toEqual(['Mine', 'Theirs']);
    await dialog.getByRole('button', { name: 'Continue with the saved version' }).click();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
    expectClean(watched);
  });

  it('replace the statement of a saved question: it began with an older one', async () => {
    const { service, token, source } = at();
    const body = { title: 'Rivers', description: '', question: null, sql: SQL, chart: null };
    const made = await service.http.post(`/api/v1/data-sources/${source}/saved-questions`, body, { token });
    const { id } = made.body.data.saved_question;
    const path = `/api/v1/saved-questions/${id}`;
    const watched = await at().signedIn('olivia', `/saved-questions/${id}`);
    const { page } = watched;
    await page.getByRole('link', { name: 'Edit the statement' }).click();
    await editor(page).waitFor();
    await change('PATCH', path, { sql: SQL.replace('3', '4') });
    await write(page, SQL.replace('3', '2'));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Save question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save question' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const [theirs, mine] = [SQL.replace('3', '4'), SQL.replace('3', '2')];
    expect(await conflict(dialog, theirs)).toEqual([theirs, mine]);
    expect((await read(path)).saved_question.sql).toBe(SQL.replace('3', '4'));
    await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.waitForURL(`**/saved-questions/${id}`);
    expect((await read(path)).saved_question.sql).toBe(SQL.replace('3', '2'));
    expectClean(watched);
  });

  it('choose break-glass owners: the choice stays until the person has compared', async () => {
    const [olivia, adam] = [await idOf('olivia'), await idOf('adam')];
    await change('PATCH', `${ORGANIZATION}/members/${adam}`, { role_id: await roleOf('owner') });
    const watched = await at().signedIn('olivia', '/organizations/1/enforcement');
    const { page } = watched;
    const chosen = page.getByRole('checkbox', { name: /Adam/i });
    await chosen.check();
    await change('PUT', '/api/v1/sso/enforcement/1/break-glass', { user_ids: [olivia] });
    await page.getByRole('button', { name: 'Save the break-glass accounts' }).click();
    expect(await conflict(page, /olivia/i)).toEqual([expect.stringMatching(/olivia/i), expect.stringMatching(/adam/i)]);
    expect([await chosen.isChecked(), (await read('/api/v1/sso/enforcement/1')).enforcement.break_glass]).toMatchObject([
      true,
      [{ user_id: olivia }],
    ]);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await saved;
    expect((await read('/api/v1/sso/enforcement/1')).enforcement.break_glass).toMatchObject([{ user_id: adam }]);
    expectClean(watched);
  });
});
