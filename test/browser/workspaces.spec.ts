import { expect, describe, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ALL_PERMISSIONS } from '../../src/shared/permission.js';
import { faultsOf, isTooWide } from '../support/pages.js';
import { expectClean, workbench } from '../support/workbench.js';
import { browser, hasChromium } from './chromium.js';

/** All that a role can give, but for managing workspaces. */
const ALMOST_ALL = ALL_PERMISSIONS.filter((one) => one !== 'workspace.delete');

(hasChromium ? describe : describe.skip)('workspaces in a browser (needs Chromium)', () => {
  const at = workbench(browser(), async () => ({ RATE_LIMIT_MULTIPLIER: '1000000' }));

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Ends when the page has what it shows. */
  async function go(page: Page, path: string): Promise<void> {
    await page.goto(`${at().address}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
  }

  const api = async (method: string, path: string, body?: object) =>
    (await at().service.http.send(method, path, body, { token: at().token })).body.data;
  const idIn = (path: string) => Number(path.split('/').at(-1));

  const partsOf = (page: Page) => page.getByRole('navigation', { name: 'Parts of this data source' }).getByRole('link').allInnerTexts();
  const switchOf = (page: Page) => page.getByRole('combobox', { name: 'Workspace' });

  /** An owner makes a private workspace on its page, and puts a data source into it. */
  async function furnished(page: Page): Promise<{ workspace: string; source: string }> {
    await button(page, 'Create a workspace').click();
    await page.getByText(/^It is private at first/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Basin');
    await button(page, 'Create').click();
    for (const none of ['No data sources yet.', 'No templates yet.']) await page.getByText(none).waitFor();
    const workspace = new URL(page.url()).pathname;
    await page.getByRole('link', { name: 'New data source' }).click();
    await page.getByRole('radio', { name: /^SQLite/ }).check();
    expect(await page.getByLabel('Belongs to').locator('option:checked').innerText()).toBe('Basin');
    await button(page, 'Continue').click();
    await page.getByLabel('Name', { exact: true }).fill('Levels');
    await page.getByLabel('Database file').fill('levels.sqlite');
    await button(page, 'Save and test connection').click();
    await page.getByRole('heading', { name: 'Levels: Settings' }).waitFor();
    return { workspace, source: new URL(page.url()).pathname.replace(/\/settings$/, '') };
  }

  it('keep a data source for their members, and let others look in when they are public', async () => {
    const { members } = await api('GET', '/api/v1/organizations/1/members?limit=100');
    const vera = members.find(({ username }: { username: string }) => username === 'vera').user_id;
    const { roles: all } = await api('GET', '/api/v1/organizations/1/roles');
    const roles = Object.fromEntries(all.map(({ id, name }: { id: number; name: string }) => [name, id]));
    const owner = await at().signedIn('olivia', '/organizations/1/workspaces');
    const { page } = owner;
    const { workspace, source } = await furnished(page);
    await page.getByRole('link', { name: 'Basin' }).click();
    await page.getByRole('list', { name: 'Data sources' }).getByRole('link', { name: 'Levels' }).waitFor();
    await page.getByText(/^A workspace that holds something cannot be deleted/).waitFor();
    expect(await button(page, 'Delete this workspace').count()).toBe(0);
    // A viewer of the organization becomes an editor here.
    await button(page, 'Add a member').click();
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    await page.getByRole('searchbox').fill('vera');
    await button(page, 'Add: Vera Lindqvist').click();
    await page.getByText('Vera Lindqvist was added.').waitFor();
    await button(page, 'Close').click();

    const member = await at().signedIn('vera', '/data-sources');
    await switchOf(member.page).selectOption('Basin');
    await member.page.waitForURL(/workspace=/);
    await member.page.getByRole('link', { name: 'Queried' }).waitFor({ state: 'detached' });
    await member.page.getByRole('link', { name: 'Levels' }).click();
    await member.page.getByRole('heading', { name: 'Levels: Schema' }).waitFor();
    expect(await partsOf(member.page)).toEqual(['Schema', 'Ask', 'Query', 'Knowledge']);

    // Then an editor of the organization alone.
    await api('DELETE', `/api/v1/workspaces/${idIn(workspace)}/members/${vera}`);
    await api('PATCH', `/api/v1/organizations/1/members/${vera}`, { role_id: roles['editor'] });
    const others = member.page;
    const refused: string[] = [];
    others.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await go(others, '/data-sources');
    await others.getByRole('link', { name: 'Queried' }).waitFor();
    expect(await others.getByText('Levels').count()).toBe(0);
    expect((await switchOf(others).locator('option').allInnerTexts()).includes('Basin')).toBe(false);
    for (const path of [`${source}/schema`, `${source}/query`, workspace]) {
      await go(others, path);
      await others
        .getByText(/^(?:Data source|Workspace) not found\.$/)
        .first()
        .waitFor();
    }

    await go(page, workspace);
    await page.getByLabel(/^Public: every member/).check();
    await button(page, 'Save').click();
    await page.getByText('The settings are saved.').waitFor();
    await go(others, '/data-sources');
    await switchOf(others).selectOption('Basin');
    await others.getByRole('link', { name: 'Queried' }).waitFor({ state: 'detached' });
    await others.getByRole('link', { name: 'Levels' }).click();
    await others.getByRole('heading', { name: 'Levels: Schema' }).waitFor();
    expect(await partsOf(others)).toEqual(['Schema']);
    await others.getByRole('link', { name: 'Basin' }).click();
    await others.getByText('You see this workspace as a viewer').waitFor();
    await api('PATCH', `/api/v1/organizations/1/members/${vera}`, { role_id: roles['viewer'] });
    await go(others, workspace);
    await others.getByRole('list', { name: 'Data sources' }).getByRole('link', { name: 'Levels' }).waitFor();
    expect(await others.getByRole('main').getByRole('button').count()).toBe(0);
    expect(refused).toEqual([]);

    // What is moved out no longer keeps the workspace.
    await go(page, `${source}/settings`);
    const place = page.getByRole('region', { name: 'Who can find it' });
    await place.getByLabel('Belongs to').selectOption('The organization itself');
    await button(page, 'Move').click();
    await page.getByText('The data source is moved.').waitFor();
    await go(page, workspace);
    await button(page, 'Delete this workspace').waitFor();
    for (const one of [owner, member]) expectClean(one);
  });

  it('give a template away with its other edits, and say that a place is gone', async () => {
    const { workspace } = await api('POST', '/api/v1/organizations/1/workspaces', { name: 'Archive' });
    const { workspace: other } = await api('POST', '/api/v1/organizations/1/workspaces', { name: 'Gone' });
    const made = { organization_id: 1, workspace_id: workspace.id, name: 'Old levels', template_text: 'Which?' };
    const template = await api('POST', '/api/v1/prompt-templates', made);
    const watched = await at().signedIn('olivia', `/templates/${template.id}/edit`);
    const { page } = watched;
    // Other organizations cannot see what a workspace holds.
    const shared = page.getByLabel(/^Other organizations may read/);
    await page.getByLabel('Belongs to').waitFor();
    expect(await shared.count()).toBe(0);
    await page.getByLabel('Belongs to').selectOption('The organization itself');
    await shared.waitFor();
    await button(page, 'Save').click();
    await page.getByText(/^Saved\./).waitFor();
    expect((await api('GET', `/api/v1/prompt-templates/${template.id}?version=draft`)).workspace_id).toBeUndefined();

    await go(page, `/data-sources/${at().source}/settings`);
    await page.getByLabel('Belongs to').selectOption('Gone');
    await api('DELETE', `/api/v1/workspaces/${other.id}`);
    await button(page, 'Move').click();
    await page.getByText(/^This workspace is no longer there/).waitFor();
    expectClean(watched);
  });

  const roleOf = async (name: string) =>
    (await api('GET', '/api/v1/organizations/1/roles')).roles.find((one: { name: string }) => one.name === name);
  const idOf = async (username: string) =>
    (await api('GET', '/api/v1/organizations/1/members?limit=100')).members.find((one: { username: string }) => one.username === username)
      .user_id;
  const made = async (name: string) => (await api('POST', '/api/v1/organizations/1/workspaces', { name })).workspace.id;
  const optionsOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();

  it('offer the roles that a person may give there, whatever they hold in the organization', async () => {
    const vera = await idOf('vera');
    const { role: almost } = await api('POST', '/api/v1/organizations/1/roles', { name: 'Almost', permissions: ALMOST_ALL });
    const viewers = (await roleOf('viewer')).permissions;
    const keeper = { name: 'Keeper', permissions: [...viewers, 'workspace.write'] };
    const { role } = await api('POST', '/api/v1/organizations/1/roles', keeper);
    await api('PATCH', `/api/v1/organizations/1/members/${vera}`, { role_id: almost.id });
    const workspace = await made('Kept');
    await api('POST', `/api/v1/workspaces/${workspace}/members`, { user_id: vera, role_id: role.id });
    await api('PUT', `/api/v1/workspaces/${workspace}`, { settings: { default_role_id: (await roleOf('editor')).id } });
    const watched = await at().signedIn('vera', `/organizations/1/workspaces/${workspace}`);
    const { page } = watched;
    await page.getByLabel('Default role of new members').waitFor();
    // Of what is more than they hold, only the role that is set already.
    expect(await optionsOf(page, 'Default role of new members')).toEqual(['editor', 'viewer', 'Keeper']);
    await button(page, 'Add a member').click();
    await page.getByRole('dialog').getByLabel('Role', { exact: true }).waitFor();
    expect(await optionsOf(page, 'Role')).toEqual(['viewer', 'Keeper']);
    await page.getByRole('searchbox').fill('adam');
    await button(page, 'Add: Adam Lindholm').click();
    await page.getByText('Adam Lindholm was added.').waitFor();

    await go(page, '/organizations/1/invitations');
    await button(page, 'Invite a person').click();
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Kept');
    expect(await optionsOf(page, 'Role')).toEqual(['viewer', 'Keeper']);
    await page.getByLabel('E-mail address').fill('kept@outside.example');
    await button(page, 'Send the invitation').click();
    await page.getByText('The invitation to kept@outside.example is on its way.').waitFor();
    await api('PATCH', `/api/v1/organizations/1/members/${vera}`, { role_id: (await roleOf('viewer')).id });
    expectClean(watched);
  });

  it('are chosen for something new only where the person may write', async () => {
    const vera = await idOf('vera');
    const [written, seen] = [await made('Written'), await made('Seen')];
    await api('POST', `/api/v1/workspaces/${written}/members`, { user_id: vera, role_id: (await roleOf('admin')).id });
    await api('POST', `/api/v1/workspaces/${seen}/members`, { user_id: vera, role_id: (await roleOf('viewer')).id });
    const watched = await at().signedIn('vera', '/');
    const { page } = watched;
    const chosen = page.getByLabel('Belongs to').locator('option:checked');
    for (const path of ['/templates/new', '/data-sources/new'])
      for (const asked of [seen, 2_000_000_000, written]) {
        await go(page, `${path}?organization=1&workspace=${asked}`);
        expect([path, asked, await chosen.innerText()]).toEqual([path, asked, 'Written']);
      }
    expectClean(watched);
  });

  it('say nothing of what they hold until it is known', async () => {
    const workspace = await made('Slow');
    await api('POST', '/api/v1/prompt-templates', { organization_id: 1, workspace_id: workspace, name: 'Old', template_text: 'Which?' });
    const watched = await at().signedIn('olivia', '/');
    const { page } = watched;
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/api\/v1\/prompt-templates\?/, async (route) => {
      await held;
      await route.continue();
    });
    const list = page.waitForResponse((answer) => answer.url().includes('/api/v1/data-sources?'));
    await page.goto(`${at().address}/organizations/1/workspaces/${workspace}`);
    await (await list).finished();
    expect([await page.getByText('No templates yet.').count(), await button(page, 'Delete this workspace').count()]).toEqual([0, 0]);
    letThrough();
    await page.getByRole('list', { name: 'Templates' }).getByRole('link', { name: 'Old' }).waitFor();
    await page.getByText(/^A workspace that holds something cannot be deleted/).waitFor();
    expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('have no fault that axe finds, in %s, and fit 320 pixels', async (colorScheme) => {
    const { source } = at();
    const { workspace } = await api('POST', '/api/v1/organizations/1/workspaces', { name: `Flood warning ${colorScheme}` });
    await api('PATCH', `/api/v1/data-sources/${source}`, { workspace_id: workspace.id });
    const made = { organization_id: 1, workspace_id: workspace.id, name: `Levels ${colorScheme}`, template_text: 'Which?' };
    const template = await api('POST', '/api/v1/prompt-templates', made);
    const { page } = await at().signedIn('olivia', '/data-sources', { colorScheme });
    for (const path of [
      ...['/data-sources', `/data-sources?organization=1&workspace=${workspace.id}`, `/data-sources/${source}/settings`],
      ...['/data-sources/new', `/templates?organization=1&workspace=${workspace.id}`, `/templates/${template.id}/edit`],
      ...['/templates/new', '/organizations/1/workspaces', `/organizations/1/workspaces/${workspace.id}`],
    ]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await go(page, path);
      const faults = await faultsOf(page);
      await page.setViewportSize({ width: 320, height: 700 });
      expect([path, faults, await isTooWide(page)]).toEqual([path, [], false]);
    }
  });

  it('are found by a part of their names, again from the address, and a name that none has is told', async () => {
    for (const name of ['Delta of the Danube', 'Danube Basin', 'Elbe']) await api('POST', '/api/v1/organizations/1/workspaces', { name });
    const watched = await at().signedIn('olivia', '/organizations/1/workspaces');
    const { page } = watched;
    const rows = page.getByRole('table', { name: 'Workspaces' }).locator('tbody tr');
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('danube');
    await page.getByRole('link', { name: 'Elbe' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Danube Basin' }).waitFor();
    expect(await rows.count()).toBe(2);
    await page.waitForURL('**/workspaces?q=danube');
    await page.reload();
    await page.getByRole('link', { name: 'Danube Basin' }).waitFor();
    expect([await rows.count(), await page.getByRole('searchbox').inputValue()]).toEqual([2, 'danube']);
    await page.getByRole('searchbox').fill('rhine');
    await page.getByText('No workspace that you see has such a name.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expectClean(watched);
  });

  it('can all be chosen, however many there are', async () => {
    for (let count = 0; count < 101; count += 1) await made(`Many ${count}`);
    const last = await made('The last of many');
    const watched = await at().signedIn('olivia', '/data-sources');
    const { page } = watched;
    await switchOf(page).selectOption('The last of many');
    await page.waitForURL(new RegExp(`workspace=${last}`));
    await go(page, '/templates/new');
    await page.getByLabel('Belongs to').selectOption('The last of many');
    await go(page, '/organizations/1/invitations');
    await button(page, 'Invite a person').click();
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('The last of many');
    expectClean(watched);
  });

  it('and their organization can be left on the page of the own account', async () => {
    const vera = await idOf('vera');
    await api('POST', `/api/v1/workspaces/${await made('Left behind')}/members`, { user_id: vera, role_id: (await roleOf('viewer')).id });
    const watched = await at().signedIn('vera', '/account');
    const { page } = watched;
    for (const place of ['Left behind (Delta Analytics)', 'Delta Analytics']) {
      await button(page, `Leave: ${place}`).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
      await button(page, `Leave: ${place}`).waitFor({ state: 'detached' });
    }
    await page.getByRole('heading', { name: 'Where you are a member' }).waitFor({ state: 'detached' });
    expectClean(watched);
  });
});
