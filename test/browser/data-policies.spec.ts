import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { makeFile } from '../support/make-file.js';
import { faultsOf, isTooWide } from '../support/pages.js';
import { ScriptedModel, saying } from '../support/scripted-model.js';
import { SourceDatabase } from '../support/source-database.js';
import { logIn } from '../support/test-app.js';
import { IMAGE, SCRIPT, expectClean, quoted, workbench, write } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

const POLICIES = '/organizations/1/data-policies';

(hasChromium ? describe : describe.skip)('data policies in a browser (needs Chromium)', () => {
  const open = browser();
  let model: ScriptedModel;
  let database: SourceDatabase;
  let shop: number;
  const files = mkdtempSync(join(tmpdir(), 'policies-'));
  const at = workbench(open, async () => {
    model = await ScriptedModel.start();
    return { ...model.environment, DATA_SOURCE_FILES_DIR: files };
  });

  beforeAll(async () => {
    mkdirSync(join(files, '1'));
    database = await SourceDatabase.create(
      'CREATE TABLE staff (id int PRIMARY KEY, name text, mail text, salary int, region text, active boolean)',
      `INSERT INTO staff VALUES (1, 'Ada', 'ada@shop.example', 4711, 'EU', true), (2, 'Bob', 'bob@shop.example', 5000, 'US', true),
                                (3, 'Cy', 'cy@shop.example', 6000, 'EU', false)`,
      'CREATE TABLE customers (id int PRIMARY KEY, e_mail text, phone text, fax text)',
      `CREATE TABLE ${quoted(SCRIPT)} (id int, ${quoted(IMAGE)} text)`,
    );
    await database.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${database.role}`);
    shop = await at().register('Shop', database);
    const { http } = at().service;
    const options = { token: at().token };
    const role = await http.post(
      '/api/v1/organizations/1/roles',
      { name: 'analyst', permissions: ['organization.read', 'data_source.read', 'query.run'] },
      options,
    );
    const { id } = role.body.data.role;
    const { status } = await http.patch(`/api/v1/organizations/1/members/${await idOf('vera')}`, { role_id: id }, options);
    expect(status).toBe(200);
  });
  afterAll(async () => {
    await model?.stop();
    await database?.drop();
    rmSync(files, { recursive: true });
  });

  async function idOf(username: string): Promise<number> {
    const path = `/api/v1/organizations/1/members?search=${username}`;
    const { body } = await at().service.http.get(path, { token: at().token });
    return body.data.members[0].user_id;
  }

  const rule = (page: Page, number: number): Locator => page.getByRole('group', { name: `Rule ${number}`, exact: true });

  async function addRule(page: Page, number: number, kind: string): Promise<Locator> {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const added = rule(page, number);
    await added.getByLabel('Kind of rule').selectOption({ label: kind });
    return added;
  }

  async function tag(page: Page, column: string, word: string): Promise<void> {
    await page.getByRole('button', { name: `Add a tag to ${column}`, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tag', { exact: true }).fill(word);
    await dialog.getByRole('button', { name: 'Add a tag', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async function take(page: Page, step: string, name?: string): Promise<void> {
    await page.getByRole('button', { name: step, exact: true }).click();
    const dialog = page.getByRole('dialog');
    if (name !== undefined) await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('button', { name: step, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  async function create(body: object): Promise<number> {
    const answer = await at().service.http.post(
      '/api/v1/sso/abac/data-policies',
      { organization_id: 1, data_source_id: shop, ...body },
      { token: at().token },
    );
    expect(answer.body.message).toBe('Data policy created.');
    return answer.body.data.data_policy.id;
  }

  it('are for people, roles and workspaces that are picked by name, and a saved condition opens so again', async () => {
    const watched = await at().signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('Picked');
    await page.getByLabel('The policy is for').selectOption({ label: 'People for whom a condition holds' });
    await page.getByRole('button', { name: 'Remove viewer' }).click();
    await page.getByLabel('Add a role').selectOption('analyst');
    await page.getByLabel('Add a condition').selectOption('It is one of these people');
    await page.getByRole('searchbox', { name: 'Find a member' }).first().fill('adam');
    await page
      .getByRole('button', { name: /^Adam Lindholm/ })
      .first()
      .click();
    await page.getByLabel('How many must hold').selectOption('One of these conditions is enough');
    await page.getByLabel('Add a condition').selectOption('It is one of these workspaces, or in one');
    await page.getByLabel('Add a workspace').selectOption('Hydrology');
    await page.getByText('The text is valid.').waitFor();
    const added = await addRule(page, 1, 'Hide or mask columns by tag');
    await added.locator('datalist option[value="salary"]').waitFor({ state: 'attached' });
    await added.getByLabel('Tag').fill('salary');
    await page.reload();
    await page.getByText('Adam Lindholm (adam)').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Picked' }).waitFor();
    const adam = await idOf('adam');
    const { body } = await at().service.http.get('/api/v1/sso/abac/data-policies?organization_id=1', { token: at().token });
    const [made] = body.data.data_policies.filter(({ name }: { name: string }) => name === 'Picked');
    expect(made.applies_when).toBe(`principal.roles.contains("analyst") || principal == User::"${adam}" || resource in Workspace::"1"`);
    const whom = /^Role: analyst or Person: Adam Lindholm \(adam\) or Workspace: .*Hydrology/;
    await page.getByRole('region', { name: 'For whom' }).getByText(whom).waitFor();
    await page.getByRole('link', { name: 'Data policies', exact: true }).first().click();
    // In words, and not in Cedar.
    const row = page.getByRole('row').filter({ hasText: 'Picked' });
    await row.getByText(whom).waitFor();
    expect(await row.locator('code').count()).toBe(0);
    await row.getByRole('link', { name: 'Picked' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Remove analyst' }).waitFor();
    await page.getByText('Adam Lindholm (adam)').waitFor();
    // What the policy would do stands beside it on a wide page, and below it on a narrow one.
    const places = async () => {
      const [form, preview] = [page.getByRole('form'), page.getByRole('region', { name: 'What a member would see' })];
      return [await form.first().boundingBox(), await preview.first().boundingBox()] as const;
    };
    await page.setViewportSize({ width: 1400, height: 900 });
    const [left, right] = await places();
    expect((right?.x ?? 0) >= (left?.x ?? 0) + (left?.width ?? Infinity)).toBe(true);
    await page.setViewportSize({ width: 400, height: 900 });
    const [above, below] = await places();
    expect((below?.y ?? 0) >= (above?.y ?? 0) + (above?.height ?? Infinity)).toBe(true);
    expect(await isTooWide(page)).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    expectClean(watched);
    const options = { token: at().token, headers: { 'If-Match': `"${made.version}"` } };
    expect((await at().service.http.delete(`/api/v1/sso/abac/data-policies/${made.id}`, options)).status).toBe(200);
  });

  it('lead from tags over a draft to what a member sees, and back', async () => {
    const watched = await at().signedIn('olivia', `/data-sources/${shop}/schema?schema=public&table=staff`);
    const { page } = watched;
    await page.getByRole('heading', { name: 'public.staff' }).waitFor();
    await tag(page, 'salary', 'salary');
    await tag(page, 'mail', 'email');
    await page.getByRole('button', { name: 'Remove the tag email from mail' }).waitFor();
    await page.getByRole('button', { name: 'I reviewed all columns' }).click();
    await page.getByText('The columns are marked as reviewed.').waitFor();

    await page.goto(`${at().address}${POLICIES}`);
    await page.getByRole('heading', { name: 'No data policy yet' }).waitFor();
    await page.getByRole('link', { name: 'Write a data policy' }).click();
    await page.getByLabel('Name', { exact: true }).fill(IMAGE);
    await page.getByLabel('Data source').selectOption({ label: 'Shop' });
    await page.getByLabel('The policy is for').selectOption({ label: 'People for whom a condition holds' });
    await page.getByRole('button', { name: 'Edit as text' }).click();
    const condition = page.getByRole('textbox', { name: 'Condition in Cedar' });
    await condition.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('principal.roles.contains("analyst") &&\nprincipal.shoe == 1');
    await page
      .getByText(/^Line 2, column \d+: /)
      .first()
      .waitFor();
    await condition.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText('principal.roles.contains("analyst")');
    await page.getByText('The text is valid.').waitFor();

    const first = await addRule(page, 1, 'Hide or mask columns by tag');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Fill this in.').waitFor();
    await first.getByLabel('Tag').fill('salary');
    const second = await addRule(page, 2, 'Hide or mask columns by tag');
    await second.getByLabel('Tag').fill('email');
    await second.getByLabel('Effect').selectOption({ label: 'shown as a hash' });
    const third = await addRule(page, 3, 'Show only some rows');
    await third.getByLabel('Schema').fill('public');
    await third.getByLabel('Table or view').fill('staff');
    await third.getByLabel('Column').fill('area');
    await third.getByLabel('Operator').selectOption({ label: 'is one of' });
    await third.getByLabel('Compared with').selectOption({ label: 'An attribute of the person' });
    await third.getByLabel('Attribute').fill('own.regions');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await third
      .getByRole('alert')
      .getByText(/has no column area/)
      .waitFor();
    await page.getByRole('listitem').getByText('Rule 3: public.staff has no column area.').waitFor();
    // No member has it yet: that is a warning.
    await page.getByRole('listitem').getByText('Rule 3: No member has the attribute regions').waitFor();
    await third.getByLabel('Column').fill('region');
    await third.locator('span').getByText('text', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: IMAGE }).waitFor();
    await page.getByText('region in person.own.regions').waitFor();

    const { http } = at().service;
    const attributes = `/api/v1/organizations/1/members/${await idOf('vera')}/attributes`;
    expect((await http.put(attributes, { attributes: { regions: ['EU'] } }, { token: at().token })).status).toBe(200);
    await page.getByRole('link', { name: 'Preview what a member would see' }).click();
    await page.getByLabel('Find a member').fill('vera');
    await page.getByRole('button', { name: 'olivia' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'vera' }).click();
    const staff = page.getByRole('region', { name: 'public.staff' });
    await staff.getByText('They see only some of its rows.').waitFor();
    await staff.getByText('(own.regions = EU)').waitFor();
    await page.getByText('counted as if it were active').waitFor();
    await staff.getByRole('row').filter({ hasText: 'salary' }).getByText('hidden', { exact: true }).first().waitFor();
    await staff.getByRole('row').filter({ hasText: 'mail' }).getByText('shown as a hash', { exact: true }).first().waitFor();
    await staff.getByRole('row').filter({ hasText: 'name' }).getByText('visible').waitFor();
    await page.getByRole('button', { name: 'Choose another member' }).click();
    await page.getByRole('button', { name: 'olivia' }).click();
    await staff.getByText('sees everything').waitFor();
    await page.getByRole('link', { name: IMAGE }).click();
    await page.getByRole('heading', { level: 1, name: IMAGE }).waitFor();
    await take(page, 'Activate');
    await page.getByText('active', { exact: true }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();

    const theirs = await at().signedIn('vera', `/data-sources/${shop}/query`);
    await write(theirs.page, 'SELECT * FROM staff ORDER BY id');
    await theirs.page.keyboard.press('ControlOrMeta+Enter');
    await theirs.page.getByText('Of public.staff you see only some rows.').waitFor();
    await theirs.page.getByText('Masked columns of public.staff: mail (shown as a hash).').waitFor();
    const seen = theirs.page.getByRole('region', { name: 'Rows of the result' });
    expect(await seen.getByRole('columnheader', { name: 'salary' }).count()).toBe(0);
    expect(await seen.getByRole('cell', { name: 'Ada', exact: true }).count()).toBe(1);
    expect(await seen.getByRole('cell', { name: 'Bob', exact: true }).count()).toBe(0);
    expect(await seen.getByText('@shop.example').count()).toBe(0);

    model.play(
      saying(JSON.stringify({ sql: 'SELECT count(*) FROM staff', explanation: '', clarification: null })),
      saying(JSON.stringify({ sentence: 'There are {{1:first}}.', chart: null })),
    );
    await theirs.page.goto(`${at().address}/data-sources/${shop}/ask`);
    await theirs.page.getByRole('textbox', { name: 'Your question' }).fill('How many people are there?');
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByText('There are 2.').waitFor();
    await theirs.page.getByText('Of public.staff you see only some rows.').waitFor();
    expectClean(theirs);

    await take(page, 'Disable');
    await page.getByText('disabled', { exact: true }).waitFor();
    await take(page, 'Delete', IMAGE);
    await page.getByRole('heading', { name: 'No data policy yet' }).waitFor();
    await page.goto(`${at().address}/data-sources/${shop}/tags`);
    await page.getByRole('button', { name: 'Remove the tag email from mail' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('link', { name: 'public.staff.salary' }).waitFor();
    await page.getByRole('link', { name: 'public.staff.mail' }).waitFor({ state: 'detached' });
    expectClean(watched);
  });

  it('go by tags that the schema suggests, once a person has confirmed them, and that move with a column', async () => {
    const tags = `/data-sources/${shop}/tags`;
    const fax = { schema: 'public', relation: 'customers', column: 'fax', tag: 'fax', state: 'set' };
    const options = { token: at().token };
    expect((await at().service.http.put(`/api/v1${tags}`, fax, options)).status).toBe(200);
    const noFax = { kind: 'column', schema: 'public', relation: 'customers', column: 'fax', effect: 'deny' };
    await create({ name: 'No fax', rules: [noFax] });
    await database.run('ALTER TABLE customers DROP COLUMN fax, ADD COLUMN telefax text');
    await at().service.http.post(`/api/v1/data-sources/${shop}/discover-schema?refresh=true`, undefined, options);
    const watched = await at().signedIn('adam', `${tags}?view=suggestions`);
    const { page } = watched;
    const row = (column: string): Locator =>
      page
        .getByRole('row')
        .filter({ hasText: `public.customers.${column}` })
        .first();
    await row('e_mail')
      .getByText(/^The name says .*mail/)
      .waitFor();
    await page.getByRole('button', { name: 'Confirm the tag email for public.customers.e_mail' }).click();
    await page.getByText('Done: email, public.customers.e_mail.').waitFor();
    await page.getByRole('button', { name: 'Dismiss the tag phone for public.customers.phone' }).click();
    await page.getByText('Done: phone, public.customers.phone.').waitFor();
    await row('fax').getByText('The column is gone. It has probably moved to public.customers.telefax.').waitFor();
    await page.getByRole('button', { name: 'Move the tag fax of public.customers.fax' }).click();
    await page.getByText('Done: fax, public.customers.fax.').waitFor();
    await page.getByRole('navigation', { name: 'Tags, and what is suggested' }).getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('searchbox', { name: 'Only tags with this text' }).fill('customers');
    await row('telefax').getByText('set').waitFor();
    await row('e_mail').getByText('confirmed').waitFor();
    await row('phone').getByText('dismissed').waitFor();
    expect(await page.getByText('column is gone').count()).toBe(0);
    await page.goto(`${at().address}${POLICIES}`);
    await page.getByRole('row').filter({ hasText: 'No fax' }).getByText('outdated').waitFor();
    await page.getByRole('link', { name: 'No fax' }).click();
    await page.getByText(/^Rule 1: public\.customers has no column fax\./).waitFor();
    expectClean(watched);
  });

  it('show again, once a person has looked at it, what may be a missing table under a new name', async () => {
    const file = join(files, '1', 'staff.db');
    makeFile('sqlite', file, 'CREATE TABLE staff (id integer PRIMARY KEY, salary integer)');
    const { http } = at().service;
    const options = { token: at().token };
    const body = { organization_id: 1, name: 'File', engine: 'sqlite', connection: { file: 'staff.db' } };
    const { id: source } = (await http.post('/api/v1/data-sources', body, options)).body.data.data_source;
    const discover = () => http.post(`/api/v1/data-sources/${source}/discover-schema?refresh=true`, undefined, options);
    await discover();
    const rules = [{ kind: 'column', schema: 'main', relation: 'staff', column: 'salary', effect: 'deny' }];
    const policy = await create({ name: 'Salaries', data_source_id: source, applies_when: 'principal.roles.contains("admin")', rules });
    const activated = await http.post(`/api/v1/sso/abac/data-policies/${policy}/activate`, undefined, {
      ...options,
      headers: { 'If-Match': '"1"' },
    });
    expect(activated.status).toBe(200);
    rmSync(file);
    makeFile('sqlite', file, 'CREATE TABLE people (id integer PRIMARY KEY); CREATE TABLE parts (id integer PRIMARY KEY)');
    await discover();
    const watched = await at().signedIn('olivia', `${POLICIES}/${policy}`);
    const { page } = watched;
    await page.getByText('These tables may be the missing ones under new names.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'I have looked at parts' }).click();
    await page.getByRole('link', { name: 'main.parts' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'main.people' }).waitFor();
    const theirs = await at().signedIn('adam', `/data-sources/${source}/schema`);
    await theirs.page.getByRole('link', { name: 'parts' }).waitFor();
    expect(await theirs.page.getByRole('link', { name: 'people' }).count()).toBe(0);
    for (const one of [watched, theirs]) expectClean(one);
  });

  it('say what is wrong while they are typed, and show what a member would see before they are saved', async () => {
    const watched = await at().signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    await page.getByLabel('Name', { exact: true }).fill('In a form');
    await page.getByLabel('Data source').selectOption({ label: 'Shop' });
    const first = await addRule(page, 1, 'Hide or mask a column');
    await first.getByLabel('Schema').fill('public');
    await first.getByLabel('Table or view').fill('staff');
    await first.getByLabel('Column').fill('pay');
    await first
      .getByRole('alert')
      .getByText(/has no column pay/)
      .waitFor();
    await first.getByLabel('Column').fill('salary');
    await first.getByRole('alert').waitFor({ state: 'detached' });
    const second = await addRule(page, 2, 'Hide or mask columns by tag');
    await second.getByLabel('Tag').fill('nosuch');
    await page.getByText(/No column has the tag nosuch yet/).waitFor();
    await page.getByRole('button', { name: 'vera' }).click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const staff = page.getByRole('region', { name: 'public.staff' });
    await staff.getByRole('row').filter({ hasText: 'salary' }).getByText('hidden', { exact: true }).first().waitFor();
    await staff.getByText('In a form: ').first().waitFor();
    await page.getByRole('button', { name: 'Remove rule 2' }).click();
    await page.getByText('The form has changed since.').waitFor();
    expectClean(watched);
  });

  it('keep joined conditions as they are, and show both versions where two people change one', async () => {
    const rows = (where: object) => ({ kind: 'rows', schema: 'public', relation: 'staff', where });
    const comparison = { column: 'active', operator: '=', value: true };
    const deep = rows({
      or: [{ not: { column: 'region', operator: 'is_null' } }, { and: [comparison, { column: 'id', operator: 'in', values: [1, 2] }] }],
    });
    const id = await create({ name: 'Deep', rules: [deep, { kind: 'relation', schema: 'public', relation: SCRIPT }] });
    const path = `/api/v1/sso/abac/data-policies/${id}`;
    const watched = await at().signedIn('olivia', `${POLICIES}/${id}`);
    const { page } = watched;
    await page.getByText('not (region is null) or (active = true and id in [1,2])').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Description').fill('Mine');
    const { headers } = await at().service.http.get(path, { token: at().token });
    const theirs = {
      name: 'Deeper',
      data_source_id: shop,
      rules: [{ kind: 'relation', schema: 'public', relation: 'staff' }],
    };
    const others = { token: at().token, headers: { 'If-Match': headers.get('ETag') ?? '' } };
    expect((await at().service.http.put(path, theirs, others)).status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Another person has saved a change').waitFor();
    const both = page.getByRole('table', { name: 'Both versions' });
    await both.getByRole('cell', { name: 'Deeper' }).waitFor();
    await both.getByText('public.staff', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deep', exact: true }).waitFor();
    const { body } = await at().service.http.get(path, { token: at().token });
    expect(body.data.data_policy.rules[0]).toEqual(deep);

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await rule(page, 1).getByRole('group', { name: 'Condition 1' }).first().getByRole('button', { name: 'Remove this condition' }).click();
    await rule(page, 1).getByLabel('Values', { exact: true }).fill('1\n3\n');
    await rule(page, 1).getByLabel('Value', { exact: true }).selectOption('false');
    await page.getByRole('button', { name: 'Remove rule 2' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('active = false and id in ["1","3"]').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Data policies' }).click();
    await page.getByRole('row').filter({ hasText: 'Deep' }).getByText('Everyone').waitFor();
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('have no fault that axe finds, and fit 320 pixels, in %s', async (colorScheme) => {
    const tags = `/api/v1/data-sources/${shop}/tags`;
    const place = { schema: 'public', relation: SCRIPT, column: IMAGE, tag: 'email', state: 'set' };
    expect((await at().service.http.put(tags, place, { token: at().token })).status).toBe(200);
    const name = `${SCRIPT} ${colorScheme}`;
    const where = {
      and: [{ column: IMAGE, operator: '=', value: IMAGE }, { not: { column: 'id', operator: 'in', values: [1] } }],
    };
    const id = await create({
      name,
      description: IMAGE,
      applies_when: `principal.roles.contains("owner") || principal.roles.contains("${SCRIPT.replaceAll('"', '')}")`,
      rules: [
        { kind: 'rows', schema: 'public', relation: SCRIPT, where },
        { kind: 'column', schema: 'public', relation: SCRIPT, column: IMAGE, effect: 'hash' },
        { kind: 'tag', tag: 'email', effect: 'deny' },
      ],
    });
    const watched = await at().signedIn('olivia', POLICIES, { colorScheme, viewport: { width: 320, height: 700 } });
    const { page } = watched;
    const faults: unknown[] = [];
    const look = async (what: string): Promise<void> => {
      await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
      for (const fault of await faultsOf(page)) faults.push([what, fault]);
      if (await isTooWide(page)) faults.push([what, 'too wide']);
    };
    await page.getByRole('link', { name }).waitFor();
    await look('list');
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await look('policy');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('textbox', { name: 'Condition in Cedar' }).waitFor();
    await look('form');
    await page.goto(`${at().address}${POLICIES}/preview?source=${shop}&policy=${id}`);
    await page.getByRole('button', { name: 'vera' }).waitFor();
    await look('choice');
    await page.getByRole('button', { name: 'olivia' }).click();
    await page.getByRole('region', { name: SCRIPT }).getByText('hidden', { exact: true }).first().waitFor();
    await look('preview');
    await page.goto(`${at().address}/data-sources/${shop}/tags`);
    await page.getByRole('link', { name: IMAGE }).waitFor();
    await look('tags');
    await page.goto(`${at().address}/data-sources/${shop}/tags?view=suggestions`);
    await page
      .getByRole('cell', { name: /^The name says/ })
      .first()
      .waitFor();
    await look('suggestions');
    await page.goBack();
    await page.getByRole('link', { name: IMAGE }).click();
    await page.getByRole('button', { name: `Add a tag to ${IMAGE}` }).click();
    await page.getByRole('dialog').waitFor();
    await look('new tag');
    expect(faults).toEqual([]);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img').count()).toBe(0);
    expectClean(watched);
  });

  it('are used by the keyboard alone', async () => {
    const watched = await at().signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement?.textContent + (document.activeElement?.labels?.[0]?.textContent ?? "")');
    const goTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await focused()).endsWith(name)) return;
      }
      throw new Error(`The keyboard does not reach ${name}.`);
    };
    await page.getByLabel('Name', { exact: true }).waitFor();
    await goTo('Name');
    await page.keyboard.type('By keyboard');
    await goTo('Add a rule');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('salary');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
    await page.getByText('Columns with the tag').waitFor();
    expectClean(watched);
  });

  it('are named, with a link, to people who may read them, where they keep an answer back; others learn whom to ask', async () => {
    const { http } = at().service;
    const name = `${IMAGE} stays here`;
    const options = { token: at().token };
    const gone = { kind: 'relation', schema: 'public', relation: 'customers' };
    const secret = { kind: 'column', schema: 'public', relation: 'staff', column: 'salary', effect: 'deny' };
    const body = { organization_id: 1, data_source_id: shop, name, rules: [gone, secret] };
    const made = await http.post('/api/v1/sso/abac/data-policies', body, options);
    const path = `/api/v1/sso/abac/data-policies/${made.body.data.data_policy.id}`;
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    expect((await http.post(`${path}/activate`, undefined, { ...options, headers })).status).toBe(200);
    const WHOM = 'ask an owner or an administrator of the organization.';
    for (const [username, isReader] of [
      ['olivia', true],
      ['vera', false],
    ] as const) {
      const watched = await at().signedIn(username, `/data-sources/${shop}/query`);
      const { page } = watched;
      const link = page.getByRole('main').getByRole('link', { name });
      await write(page, 'SELECT phone FROM customers');
      await page.getByTestId('verdict').getByText('has no relation customers').waitFor();
      if (isReader) await link.waitFor();
      else await page.getByTestId('verdict').getByText(WHOM).waitFor();
      await write(page, 'SELECT salary FROM staff');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('The data source says:').waitFor();
      await page.getByText('Look it up in the schema, or ask an administrator.').nth(1).waitFor();
      if (isReader) await link.nth(1).waitFor();
      else expect(await link.count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      await write(page, 'SELECT name FROM staff');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('Data policies of your organization hide part of this from you.').waitFor();
      await page.getByText(WHOM).waitFor({ state: isReader ? 'detached' : 'visible' });
      if (isReader) {
        await page.getByRole('region', { name: 'Result' }).getByRole('link', { name }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      } else expect(await link.count()).toBe(0);
      expectClean(watched);
    }
    const { headers: now } = await http.get(path, options);
    await http.post(`${path}/disable`, undefined, { ...options, headers: { 'If-Match': String(now.get('etag')) } });
  });

  it('are not there for people who may not see them', async () => {
    const watched = await at().signedIn('vera', POLICIES);
    const { page } = watched;
    await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await page.getByRole('link', { name: 'Data policies' }).count()).toBe(0);
    for (const path of [`${POLICIES}/new`, `${POLICIES}/preview`, `/data-sources/${shop}/tags`]) {
      await page.goto(`${at().address}${path}`);
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    }
    await page.goto(`${at().address}/data-sources/${shop}/schema?schema=public&table=staff`);
    await page.getByRole('heading', { name: 'public.staff' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Tags' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Tags', exact: true }).count()).toBe(0);
    expectClean(watched);
    const { accessToken: token } = await logIn(at().service.http, 'vera');
    expect((await at().service.http.get(`/api/v1/data-sources/${shop}/tags`, { token })).status).toBe(403);
  });
});
