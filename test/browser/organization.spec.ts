import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page, Response } from 'playwright-core';
import { Client } from 'pg';
import { PERMISSIONS } from '../../src/shared/permission.js';
import { type DemoService, startDemoPages } from '../support/demo-service.js';
import { installation } from '../support/installation.js';
import { faultsOf, isTooWide, logInBy } from '../support/pages.js';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { logIn } from '../support/test-app.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror="window.hacked=1">';
const CROWD = 100_000;
const HOME = '/organizations/1';

(hasChromium ? describe : describe.skip)('the pages of an organization (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let address: string;
  let olivia: string;
  beforeAll(async () => {
    ({ service, address } = await startDemoPages(ours()));
    olivia = (await logIn(service.http, 'olivia')).accessToken;
  });
  afterAll(() => service.program.stop('SIGKILL'));

  async function signedIn(username: string, path = '/', options: BrowserContextOptions = {}): Promise<Watched> {
    const watched = await open(address, options);
    await logInBy(watched.page, address, username);
    await go(watched.page, path);
    return watched;
  }

  /** Ends when the page has what it shows. */
  async function go(page: Page, path: string): Promise<void> {
    await page.goto(`${address}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
  }

  const clean = ({ violations, foreign, errors }: Watched): void => expect([violations, foreign, errors]).toEqual([[], [], []]);

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function query(sql: string, values: unknown[] = []): Promise<void> {
    const client = new Client({ connectionString: ours().database.url });
    await client.connect();
    await client.query(sql, values);
    await client.end();
  }

  /** Many people join organization 2. */
  async function fill(): Promise<void> {
    await query(
      `WITH people AS (
         INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
         SELECT 'crowd-' || n, 'crowd-' || n, n || '@crowd.example', n || '@crowd.example', 'active', false, 0, now(), now()
           FROM generate_series(1, $1::int) AS n RETURNING id)
       INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
       SELECT 2, people.id, roles.id, now() FROM people, roles WHERE organization_id = 2 AND name = 'viewer'`,
      [CROWD],
    );
    await query('ANALYZE users, organization_members');
  }

  /** The dialog that asks a session without a second factor for its password. */
  async function prove(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill(PUBLISHED_SECRETS.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
  }

  async function makeRole(name: string, permissions: readonly string[]): Promise<number> {
    const made = await service.http.post(`/api/v1${HOME}/roles`, { name, permissions }, { token: olivia });
    return made.body.data.role.id;
  }

  it('leads to the first page that the person may see', async () => {
    const watched = await signedIn('vera', HOME);
    await watched.page.waitForURL(`**${HOME}/members`);
    await go(watched.page, '/organizations/2');
    await watched.page.getByText('You may not see this').waitFor();
    clean(watched);
  });

  it.each([
    ['olivia', '/organizations', '/'],
    ['olivia', '/data-sources/1', '/data-sources/1/schema'],
    ['olivia', `${HOME}/migration/waves`, `${HOME}/migration`],
    ['sysadmin', '/admin', '/admin/accounts'],
  ])('leads %s from %s, which others begin with, to %s', async (username, beginning, page) => {
    const watched = await signedIn(username, beginning);
    await watched.page.waitForURL((address) => address.pathname === page);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    clean(watched);
  });

  it('shows a viewer no entry that would be refused, and says so at an address typed by hand', async () => {
    const watched = await signedIn('vera', `${HOME}/members`);
    const { page } = watched;
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    const entries = page.getByRole('navigation').getByRole('link');
    const paths = await entries.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.filter((path) => path.startsWith(HOME))).toEqual([`${HOME}/members`, `${HOME}/workspaces`]);
    for (const path of paths) await go(page, path);
    await go(page, `${HOME}/members`);
    await page.getByRole('link', { name: 'olivia' }).click();
    await page.getByRole('heading', { name: 'olivia' }).waitFor();
    await go(page, `${HOME}/workspaces/1`);
    await page.getByText('Nobody has been added yet').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    expect(refused).toEqual([]);
    for (const path of ['invitations', 'roles', 'roles/new', 'roles/1']) {
      await go(page, `${HOME}/${path}`);
      await page.getByText('You may not see this').waitFor();
    }
    clean(watched);
  });

  it('shows members with what protects their accounts, filters them, and changes a role', async () => {
    const watched = await signedIn('olivia', `${HOME}/members`);
    const { page } = watched;
    const row = page.getByRole('row', { name: /mia/ });
    for (const text of ['editor', 'yes', 'verified domain']) await row.getByText(text, { exact: true }).waitFor();
    await page.getByLabel('Find a member').fill('no such name');
    await page.getByText('No members found').waitFor();
    await page.getByLabel('Find a member').fill('VER');
    await page.waitForURL('**?q=VER');
    await page.getByRole('link', { name: 'vera' }).click();
    await page.getByRole('combobox', { name: 'Change role' }).selectOption('editor');
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await button(page, 'Cancel').click();
    await button(page, 'Change role').click();
    await page.getByRole('definition').getByText('editor').waitFor();
    await page.getByRole('combobox', { name: 'Change role' }).selectOption('viewer');
    await button(page, 'Change role').click();
    await page.getByRole('definition').getByText('viewer').waitFor();
    await page.getByLabel('One name per line, with its values').fill('regions: EU, US');
    await button(page, 'Save attributes').click();
    await page.getByText('The attributes are saved.').waitFor();
    await page.reload();
    await page.getByLabel('One name per line, with its values').waitFor();
    expect(await page.getByLabel('One name per line, with its values').inputValue()).toBe('regions: EU, US');
    clean(watched);
  });

  it('signs a member out, resets their factors and removes them, when their name is typed', async () => {
    const watched = await signedIn('olivia', `${HOME}/members`);
    const { page } = watched;
    await query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour'`);
    await page.getByRole('link', { name: 'Mia Brandt', exact: true }).click();
    await button(page, 'End their sessions').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End their sessions' }).click();
    await prove(page);
    await page.getByText('The member is signed out everywhere.').waitFor();
    await go(page, `${HOME}/members`);
    const takesTwo = page.getByRole('checkbox', { name: /^Require an owner’s approval/ });
    await takesTwo.click();
    await takesTwo.and(page.locator(':checked')).waitFor();
    await query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'adam')`,
    );
    await page.getByRole('link', { name: 'Mia Brandt', exact: true }).click();
    await button(page, 'Reset their second factors').click();
    const reset = page.getByRole('dialog', { name: 'Reset their second factors' });
    expect(await reset.getByRole('button', { name: 'Reset their second factors' }).isDisabled()).toBe(true);
    await reset.getByLabel('Type “mia” to confirm').fill('mia');
    await reset.getByRole('button', { name: 'Reset their second factors' }).click();
    const asking = page.getByRole('dialog', { name: 'An owner has to approve this' });
    await asking.getByLabel('Reason, in one line').fill('The phone is lost; ticket 4712.');
    await asking.getByRole('button', { name: 'Ask the owners' }).click();
    await asking.getByText('The owners were asked.', { exact: false }).waitFor();
    await asking.getByRole('button', { name: 'Close' }).last().click();
    const { page: adams } = await signedIn('adam', `${HOME}/invitations`);
    await adams.getByRole('row', { name: /Reset the second factors of account Mia Brandt/ }).waitFor();
    await button(adams, 'Approve').click();
    await adams.getByText('in force', { exact: true }).waitFor();
    await reset.getByRole('button', { name: 'Reset their second factors' }).click();
    await page.getByText('The second factors were removed').waitFor();
    await button(page, 'Remove from the organization').click();
    await page.getByLabel('Type “mia” to confirm').fill('mia');
    await button(page, 'Remove').click();
    await page.waitForURL(`**${HOME}/members`);
    await page.getByRole('link', { name: 'vera' }).waitFor();
    await page.getByRole('link', { name: 'Mia Brandt', exact: true }).waitFor({ state: 'detached' });
    clean(watched);
  });

  it('invites by the keyboard alone, sends again and revokes', async () => {
    const watched = await signedIn('olivia', `${HOME}/invitations`);
    const { page } = watched;
    await button(page, 'Invite a person').waitFor();
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/organizations/1/roles*', async (route) => {
      await held;
      await route.continue();
    });
    await tabTo(page, 'Invite a person');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Loading …').waitFor();
    expect(await page.getByLabel('E-mail address').count()).toBe(0);
    letThrough();
    await page.getByLabel('E-mail address').waitFor();
    await page.keyboard.type('ines@delta.example');
    await page.getByText('delta.example is a verified domain').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The invitation to ines@delta.example is on its way.').waitFor();
    const row = page.getByRole('row', { name: /ines@/ });
    for (const text of ['open', 'Hydrology', 'viewer', 'Olivia Okafor (olivia)']) await row.getByText(text, { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('A new link is on its way').waitFor();
    // While it was busy it took no click, and kept the focus.
    expect(await page.locator(':focus').textContent()).toBe('Send again');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked').waitFor();
    // The button that had the focus is gone: it stays in the list.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('group');
    await page.getByLabel('State').selectOption('pending');
    await page.getByText('No invitation is in this state.').waitFor();
    clean(watched);
  });

  it('shows who is about to join beside the members, and leads there from the start page', async () => {
    const headers = { Authorization: `Bearer ${PUBLISHED_SECRETS.scimToken}`, 'Content-Type': 'application/scim+json' };
    const person = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'frieda', emails: [] };
    const made = await fetch(`${address}/scim/v2/Users`, { method: 'POST', headers, body: JSON.stringify(person) });
    expect(made.status).toBe(201);
    const { roles } = (await service.http.get(`/api/v1${HOME}/roles`, { token: olivia })).body.data;
    const { id: role_id } = roles.find(({ name }: { name: string }) => name === 'viewer');
    const [{ id: workspace_id }] = (await service.http.get(`/api/v1${HOME}/workspaces`, { token: olivia })).body.data.workspaces;
    const invited = await service.http.post(
      `/api/v1${HOME}/invitations`,
      { email: 'jo@elsewhere.example', workspace_id, role_id },
      { token: olivia },
    );
    expect(invited.status).toBe(201);
    const watched = await signedIn('olivia');
    const { page } = watched;
    await page.getByRole('link', { name: 'People about to join: 2' }).click();
    await page.getByRole('heading', { name: 'Members', exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Invited' })
      .getByRole('row', { name: /jo@elsewhere/ })
      .waitFor();
    await page
      .getByRole('region', { name: 'Brought by the directory' })
      .getByRole('row', { name: /frieda.*Has no address/ })
      .waitFor();
    clean(watched);
    const { page: ofViewer } = await signedIn('vera', `${HOME}/members?view=coming`);
    await ofViewer.getByLabel('Find a member').waitFor();
    expect(await ofViewer.getByRole('link', { name: 'About to join' }).count()).toBe(0);
  });

  it('lets an owner approve and end what a system administrator asks for', async () => {
    const { accessToken: token } = await logIn(service.http, 'sysadmin');
    const body = { kind: 'act_as_owner', reason: `To look at ${HOSTILE}` };
    const asked = await service.http.post(`/api/v1${HOME}/access-requests`, body, { token });
    expect(asked.status).toBe(201);
    const watched = await signedIn('olivia', `${HOME}/invitations`);
    const row = watched.page.getByRole('row', { name: /To look at <img/ });
    await row.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('in force').waitFor();
    await row.getByRole('button', { name: 'End' }).click();
    await row.getByText('refused').waitFor();
    clean(watched);
  });

  it('shows every permission by every role, and makes and deletes a role', async () => {
    const watched = await signedIn('olivia', `${HOME}/roles`);
    const { page } = watched;
    for (const meaning of Object.values(PERMISSIONS)) await page.getByRole('rowheader', { name: meaning }).waitFor();
    await page.getByRole('link', { name: 'Create a role' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Auditor');
    await page.getByLabel(PERMISSIONS['audit.read']).check();
    await button(page, 'Create a role').click();
    await page.getByRole('heading', { name: 'Auditor', level: 1 }).waitFor();
    await page.getByText('No member holds this role.').waitFor();
    await button(page, 'Delete this role').click();
    await page.getByLabel('Type “Auditor” to confirm').fill('Auditor');
    await button(page, 'Delete').click();
    await page.waitForURL(`**${HOME}/roles`);
    await page.getByRole('link', { name: 'owner' }).waitFor();
    await page.getByRole('link', { name: 'Auditor' }).waitFor({ state: 'detached' });
    clean(watched);
  });

  it('saves one of two changes of a role, and shows the other both versions', async () => {
    const role = await makeRole('Analyst', ['workspace.read']);
    const first = await signedIn('olivia', `${HOME}/roles/${role}`);
    const second = await first.page.context().newPage();
    await go(second, `${HOME}/roles/${role}`);
    expect(await button(first.page, 'Save').isDisabled()).toBe(true);
    await first.page.getByLabel(PERMISSIONS['query.run']).check();
    await second.getByLabel(PERMISSIONS['audit.read']).check();
    await second.getByLabel('Name', { exact: true }).fill('River analyst');
    await button(first.page, 'Save').click();
    await first.page.getByText('The role was saved.').waitFor();
    await button(second, 'Save').click();
    await second.getByText('Another person has saved a change').waitFor();
    const cells = await second.getByRole('status').getByRole('row').allInnerTexts();
    expect(cells.slice(1).map((row) => row.split(/\s*\t\s*/))).toEqual([
      ['Name', 'Analyst', 'River analyst'],
      [PERMISSIONS['query.run'], 'allowed', 'not allowed'],
      [PERMISSIONS['audit.read'], 'not allowed', 'allowed'],
    ]);
    await button(second, 'Replace it with mine').click();
    await second.getByText('The role was saved.').waitFor();
    const { roles } = (await service.http.get(`/api/v1${HOME}/roles`, { token: olivia })).body.data;
    expect(roles.find(({ id }: { id: number }) => id === role)).toMatchObject({
      name: 'River analyst',
      permissions: ['workspace.read', 'audit.read'],
    });
    clean(first);
  });

  it('makes, renames and deletes a workspace, and gives members a role in it', async () => {
    const watched = await signedIn('olivia', `${HOME}/workspaces`);
    const { page } = watched;
    await button(page, 'Create a workspace').click();
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
    await button(page, 'Create').click();
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Flood warning');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Flood warning', level: 1 }).waitFor();
    await button(page, 'Add a member').click();
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    await page.getByRole('searchbox').fill('ver');
    await page.getByRole('button', { name: 'Add: Adam Lindholm' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add: Vera Lindqvist' }).click();
    await page.getByText('Vera Lindqvist was added.').waitFor();
    await button(page, 'Close').click();
    const row = page.getByRole('row', { name: /Vera/ });
    await row.getByText('editor').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody has been added yet').waitFor();
    await button(page, 'Delete this workspace').click();
    await page.getByText('Roles that end here: 0.').waitFor();
    await page.getByLabel('Type “Flood warning” to confirm').fill('Flood warning');
    await button(page, 'Delete').click();
    await page.waitForURL(`**${HOME}/workspaces`);
    await page.getByRole('link', { name: 'Hydrology' }).waitFor();
    await page.getByRole('link', { name: 'Flood warning' }).waitFor({ state: 'detached' });
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    clean(watched);
  });

  it.each(['light', 'dark'] as const)('has no faults that axe knows in %s, and fits 320 px', async (colorScheme) => {
    const role = await makeRole(`${HOSTILE} ${colorScheme}`, ['workspace.read']);
    const watched = await signedIn('olivia', '/', { colorScheme });
    const { page } = watched;
    const faults: unknown[] = [];
    const ofRoles = ['roles', 'roles/new', 'roles/1', `roles/${role}`];
    for (const path of ['../..', 'members', 'members/4', 'invitations', ...ofRoles, 'workspaces', 'workspaces/1']) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await go(page, `${HOME}/${path}`);
      for (const fault of await faultsOf(page)) faults.push([path, fault]);
      await page.setViewportSize({ width: 320, height: 700 });
      if (await isTooWide(page)) faults.push([path, 'too wide']);
    }
    expect(faults).toEqual([]);
    await go(page, `${HOME}/roles`);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Permission', 'owner\nbuilt-in']);
    await page.getByLabel('Role to show').selectOption(`${HOSTILE} ${colorScheme}`);
    expect((await page.getByRole('columnheader').allInnerTexts())[1]).toContain(HOSTILE);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    clean(watched);
  });

  it('begins with the data that a person may ask, and with the steps that an owner has left', async () => {
    const watched = await signedIn('olivia');
    const { page } = watched;
    const steps = page.getByRole('region', { name: 'Delta Analytics' }).getByRole('listitem');
    await steps.filter({ hasText: 'Connect your identity provider' }).getByText('To do').waitFor();
    await steps.filter({ hasText: 'Register a data source' }).getByText('Done').waitFor();
    await page.getByRole('region', { name: 'Your data' }).getByText('Not discovered yet').waitFor();
    await page.getByRole('link', { name: 'Ask Rivers of the world' }).click();
    await page.getByRole('heading', { name: 'Rivers of the world: Ask' }).waitFor();
    clean(watched);

    const theirs = await signedIn('vera');
    await theirs.page.getByRole('region', { name: 'Your data' }).getByText('Rivers of the world').waitFor();
    expect(await theirs.page.getByText('Connect your identity provider').count()).toBe(0);
    expect(await theirs.page.getByRole('link', { name: /^(?:Ask|Query) / }).count()).toBe(0);
    clean(theirs);
  });

  it('asks for one page of 100,000 members, and finds one of them by the name', async () => {
    await fill();
    const watched = await signedIn('oscar');
    const { page } = watched;
    const answers: { readonly query: string; readonly members: number }[] = [];
    const note = async (answer: Response): Promise<void> => {
      const url = new URL(answer.url());
      if (!url.pathname.endsWith('/api/v1/organizations/2/members')) return;
      // The start page asks whether there is more than one; its answer may come late.
      if (url.search === '?page=1&limit=1') return;
      answers.push({ query: url.search, members: (await answer.json()).data.members.length });
    };
    page.on('response', note);
    await go(page, '/organizations/2/members');
    await page.getByText('Page 1 of 4,001, 100,001 in all').waitFor();
    expect(await page.getByRole('row').count()).toBe(26);
    expect(answers).toEqual([{ query: '?page=1&limit=25', members: 25 }]);
    await button(page, 'Next page').click();
    await page.getByText('Page 2 of 4,001').waitFor();
    expect(await page.getByRole('row').count()).toBe(26);
    await page.getByLabel('Find a member').fill('crowd-77777');
    await page.getByRole('link', { name: 'crowd-77777' }).waitFor();
    await page.waitForURL('**/organizations/2/members?q=crowd-77777');
    expect(await page.getByRole('row').count()).toBe(2);
    // What is asked for from here on may end with the page, before its text is read.
    page.off('response', note);
    await page.goBack();
    expect(answers.slice(1)).toEqual([
      { query: '?page=2&limit=25', members: 25 },
      { query: '?page=1&limit=25&search=crowd-77777', members: 1 },
    ]);
    clean(watched);
  });
});

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus');
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.textContent()) === name) return;
  }
  throw new Error(`No Tab leads to “${name}”.`);
}
