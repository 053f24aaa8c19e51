import { describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { PUBLISHED_SECRETS } from '../../src/demo/demo-data.js';
import { demoPages } from '../support/demo-service.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { IMAGE, expectClean } from '../support/workbench.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const POLICIES = '/organizations/1/policies';

(hasChromium ? describe : describe.skip)('access policies in a browser (needs Chromium)', () => {
  const open = browser();
  const at = demoPages();

  async function signedIn(username: string, path: string, options = {}): Promise<Watched> {
    const watched = await open(at().address, options);
    await enter(watched.page, at().address, username, path);
    return watched;
  }

  /** Each step asks once more. */
  async function take(page: Page, step: string): Promise<void> {
    await page.getByRole('button', { name: step, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it('lead from a draft through shadow to a refusal with its sentence, an explanation, and back', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const watched = await signedIn('olivia', POLICIES);
    const { page } = watched;
    await page.getByText('No access policy yet').waitFor();
    await page.getByRole('link', { name: 'Start with the example' }).click();
    await page.getByLabel('Name', { exact: true }).fill(IMAGE);
    await page.getByText('The text is valid.').waitFor();
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByRole('textbox', { name: 'Text of the policy' }).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' oops');
    await page
      .getByText(/^Line \d+, column \d+: /)
      .first()
      .waitFor();
    for (let typed = ' oops'.length; typed > 0; typed -= 1) await page.keyboard.press('Backspace');
    await page.getByText('The text is valid.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: IMAGE }).waitFor();
    await take(page, 'Watch in shadow');
    await page.getByText('in shadow', { exact: true }).first().waitFor();

    await at().service.http.put('/api/v1/workspaces/1', { labels: ['restricted'] }, { token });
    const theirs = await signedIn('vera', '/organizations/1/workspaces/1');
    await theirs.page.getByRole('heading', { level: 1, name: 'Hydrology' }).waitFor();
    await page.goto(at().address);
    const waiting = page.getByRole('listitem').filter({ hasText: /in shadow\s*would have changed [1-9]/ });
    await waiting.getByRole('link', { name: IMAGE }).click();
    await take(page, 'Activate');
    await page.getByText('active', { exact: true }).first().waitFor();
    await theirs.page.reload();
    await theirs.page.getByText(/does not allow this here and now/).waitFor();
    expectClean(theirs);

    await page.goto(`${at().address}${POLICIES}/decisions`);
    await page.getByRole('row').filter({ hasText: 'refused' }).first().getByRole('button', { name: 'Explain' }).click();
    await page.getByRole('dialog').getByText('What would change it').waitFor();
    const clauses = page.getByRole('dialog').getByRole('listitem');
    await clauses.filter({ hasText: /^unless { context\.deviceTrusted } is not true$/ }).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await page.goto(`${at().address}${POLICIES}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: IMAGE }) });
    await row.filter({ hasText: /refuses.*(?:just now|minutes? ago)/ }).waitFor();
    await page.getByRole('link', { name: IMAGE }).click();
    await page.getByRole('link', { name: 'Decisions of this policy' }).click();
    await page.getByText('Only decisions of one policy').waitFor();
    await page.getByRole('row').filter({ hasText: 'refused' }).first().waitFor();
    await page.getByRole('link', { name: 'Refused or changed' }).click();
    await page.waitForURL(/decisions\?policy=\d+$/);
    await page.getByRole('row').filter({ hasText: 'refused' }).first().waitFor();
    await page.getByRole('link', { name: 'To the policy' }).click();
    await take(page, 'Disable');
    await theirs.page.reload();
    await theirs.page.getByRole('heading', { level: 1, name: 'Hydrology' }).waitFor();
    expectClean(watched);
  });

  it('say why a person cannot activate, and whom a text would lock out', async () => {
    const watched = await signedIn('adam', `${POLICIES}/1`);
    const { page } = watched;
    const activate = page.getByRole('button', { name: 'Activate', exact: true });
    await activate.waitFor();
    expect(await activate.isDisabled()).toBe(true);
    const reason = await activate.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe('Activate: you lack abac.grant. Ask an owner to do it.');
    expect(await page.getByRole('button', { name: 'Watch in shadow' }).isEnabled()).toBe(true);
    await page.goto(`${at().address}${POLICIES}/new`);
    await page.getByText('The text is valid.').waitFor();
    expect(await page.getByText('Owners whom it would lock out').count()).toBe(0);
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByRole('textbox', { name: 'Text of the policy' }).focus();
    // Over the selection, with its colours: the browser would style what is typed by an attribute.
    await page.keyboard.press('Control+A');
    await page.keyboard.type('forbid (principal, action, resource);');
    await page.getByText('Owners whom it would lock out').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Olivia Okafor \(olivia\): .*organization\.read/ })
      .waitFor();
    expectClean(watched);
  });

  it('are filled in without Cedar: the text, who lacks a proof, and the same fields after a reload', async () => {
    const watched = await signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    const text = page.locator('pre');
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await page.getByLabel('Name', { exact: true }).fill('Rows at night');
    await page.getByLabel('What is done').selectOption('Reading rows');
    await page.getByLabel('On what').selectOption('Data sources');
    await group('Only when').getByRole('button', { name: 'Remove: It has one of these labels' }).click();
    await group('Except when').getByRole('button', { name: 'Remove: The device is trusted' }).click();
    await page.getByLabel('Add a condition').selectOption('The person has one of these roles');
    await page.getByText('The form is not complete yet: The person has one of these roles.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Complete these first: The person has one of these roles.').waitFor();
    await page.getByLabel('Add a role').selectOption('owner');
    await page.getByLabel('Add a role').selectOption('viewer');
    await page.getByRole('button', { name: 'Remove owner' }).click();
    await page.getByLabel('Add a condition').selectOption('It is one of these people');
    await page.getByRole('searchbox', { name: 'Find a member' }).fill('vera');
    await page.getByRole('button', { name: /^Vera Lindqvist/ }).click();
    await page.getByLabel('Add an exception').selectOption('It is between these times of day (UTC)');
    await page.getByLabel('Until').fill('18:30');
    await page.getByLabel('Add an exception').selectOption('The session has a second factor');
    await page.getByLabel('How many must hold').last().selectOption('One of these conditions is enough');
    const vera = (
      await at().service.http.get('/api/v1/organizations/1/members?search=vera', {
        token: (await logIn(at().service.http, 'olivia')).accessToken,
      })
    ).body.data.members[0].user_id;
    const written = [
      'forbid (principal, action in Action::"reading rows", resource is DataSource)',
      `when { principal.roles.contains("viewer") && principal == User::"${vera}" }`,
      'unless { (context.now.toTime() >= duration("7h") && context.now.toTime() < duration("18h30m")) || context.acr == "aal2" };',
    ].join('\n');
    expect(await text.innerText()).toBe(written);
    await page.getByText('The text is valid.').waitFor();

    await page.reload();
    await page.getByText('Vera Lindqvist (vera)').waitFor();
    expect(await text.innerText()).toBe(written);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Rows at night' }).waitFor();
    await page.getByRole('button', { name: 'Write the next version' }).click();
    await page.getByText('Vera Lindqvist (vera)').waitFor();
    expect(await page.getByLabel('Until').inputValue()).toBe('18:30');
    expect(await text.last().innerText()).toBe(written);
    await page.getByLabel('What the policy does').selectOption('Allows what roles do not');
    await text
      .last()
      .filter({ hasText: /^permit/ })
      .waitFor();
    expectClean(watched);
  });

  it('are not saved while no action is chosen, or while labels are asked of what has none', async () => {
    const watched = await signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const text = page.locator('pre');
    await page.getByLabel('Name', { exact: true }).fill('No action');
    await page.getByLabel('What is done').selectOption('Actions of your choice');
    await page.getByRole('group', { name: 'Sets of actions' }).getByLabel('Reading rows').check();
    await page.getByRole('checkbox', { name: 'See workspaces and their settings.', exact: true }).uncheck();
    expect(await page.getByLabel('What is done').inputValue()).toBe('chosen');
    await page.getByRole('group', { name: 'Sets of actions' }).getByLabel('Reading rows').uncheck();
    await page.getByText('Choose at least one action, or every action.').waitFor();
    await page.getByText('The form is not complete yet: What is done.').waitFor();
    expect(await text.innerText()).toContain('action in [],');
    await save.click();
    await page.getByText('Complete these first: What is done.').waitFor();
    await page.reload();
    await page.getByText('Choose at least one action, or every action.').waitFor();
    await page.getByLabel('What is done').selectOption('Every action');
    await page.getByText('The text is valid.').waitFor();

    const sentence = 'Only workspaces and data sources have labels. Choose one of them under “On what”, or remove this condition.';
    await page.getByLabel('On what').selectOption('Everything in the organization');
    await page.getByText(sentence).waitFor();
    await page.getByText('The form is not complete yet: It has one of these labels.').waitFor();
    await save.click();
    await page.getByText('Complete these first: It has one of these labels.').waitFor();
    await page.getByLabel('On what').selectOption('Data sources');
    await page.getByText('The text is valid.').waitFor();
    expect(await text.innerText()).toContain('resource.labels.contains("restricted")');
    expectClean(watched);
  });

  it('stay a text where the form has no field for it, with the reason in the language of the reader', async () => {
    const watched = await signedIn('olivia', `${POLICIES}/new`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Edit as text' }).click();
    const text = page.getByRole('textbox', { name: 'Text of the policy' });
    await text.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('forbid (principal, action, resource) unless { principal.accountAgeDays > 7 };');
    const part = 'when { principal.accountAgeDays > 7 }';
    await page.getByText(`The form has no field for this part, so the policy stays a text: ${part}`).waitFor();
    expect(await page.getByRole('button', { name: 'Edit in the form' }).count()).toBe(0);
    await page.evaluate(`localStorage.setItem('headgate.language', 'de')`);
    await page.reload();
    await page.getByText(`Für diesen Teil hat das Formular kein Feld, deshalb bleibt die Regel Text: ${part}`).waitFor();
    await page.getByRole('textbox', { name: 'Text der Regel' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('forbid (principal, action, resource) unless { context.proofAgeSeconds < 600 };');
    await page.getByRole('button', { name: 'Im Formular bearbeiten' }).click();
    expect(await page.getByLabel('Minuten, höchstens').inputValue()).toBe('10');
    expectClean(watched);
  });

  it('warn of people who lack a proof', async () => {
    const watched = await signedIn('adam', `${POLICIES}/new`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Remove: It has one of these labels' }).click();
    await page.getByRole('button', { name: 'Remove: The device is trusted' }).click();
    await page.getByLabel('On what').selectOption('Everything in the organization');
    await page.getByLabel('Add an exception').selectOption('The session has a second factor');
    await page.getByLabel('What is done').selectOption('Reading rows');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Adam Lindholm \(adam\): a second factor$/ })
      .waitFor();
    await page.getByLabel('What is done').selectOption('All administration');
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Olivia Okafor \(olivia\): .*Lets them in: a second factor\.$/ })
      .waitFor();
    await page.getByLabel('Add a condition').selectOption('The department is');
    await page.getByLabel('Values').pressSequentially('Sales EU \nSales\nSales');
    await page.locator('pre').filter({ hasText: '["Sales EU", "Sales"].contains(principal.department)' }).waitFor();
    await page.getByLabel('What is done').selectOption('Actions of your choice');
    await page.getByLabel('Read the audit trail, also of private workspaces.').check();
    await page.locator('pre').filter({ hasText: 'action in [Action::"workspace.read", Action::"audit.read"]' }).waitFor();
    expectClean(watched);
  });

  it('say in the list and at the text that a name stands for nothing, and what to do', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const forbid = 'forbid (principal, action == Action::"workspace.delete", resource)';
    const made = await at().service.http.post(
      '/api/v1/sso/abac/policies',
      { organization_id: 1, name: 'Misspelt', text: `${forbid} when { principal.roles.contains("viewr") };` },
      { token },
    );
    const { id } = made.body.data.policy;
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    const step = `/api/v1/sso/abac/policies/${id}/versions/1/shadow`;
    expect((await at().service.http.post(step, undefined, { token, headers })).status).toBe(200);
    const watched = await signedIn('olivia', POLICIES);
    const { page } = watched;
    const row = page.getByRole('row').filter({ hasText: 'Misspelt' });
    await row.getByText('unknown names').waitFor();
    await row.getByText('never matched').waitFor();
    await row.getByRole('link', { name: 'Misspelt' }).click();
    await page.getByText('so this never applies. Did you mean "viewer"?').waitFor();
    await page.getByText('Last matched: never matched').waitFor();
    expectClean(watched);
  });

  it('tell who may read them which proof a refusal misses, in German too', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const body = {
      organization_id: 1,
      name: 'Second factor',
      examples: [],
      text: 'forbid (principal, action == Action::"workspace.read", resource) unless { context.acr == "aal2" };',
    };
    const made = await at().service.http.post('/api/v1/sso/abac/policies', body, { token });
    const versions = `/api/v1/sso/abac/policies/${made.body.data.policy.id}/versions/1`;
    const act = (what: string, tag: string) =>
      at().service.http.post(`${versions}/${what}`, undefined, { token, headers: { 'If-Match': tag } });
    const active = await act('activate', '"1"');
    const theirs = await signedIn('adam', '/organizations/1/workspaces/1');
    await theirs.page.getByText('You have none yet: enrol one in your account.').waitFor();
    await theirs.page.evaluate(`localStorage.setItem('headgate.language', 'de')`);
    await theirs.page.reload();
    await theirs.page.getByText('Die Zugriffsregel „Second factor“ erlaubt das hier und jetzt nicht.').waitFor();
    await theirs.page.getByText('Ihrer Sitzung fehlt:').waitFor();
    await theirs.page.getByText('Richten Sie in Ihrem Konto einen ein.').waitFor();
    const others = await signedIn('vera', '/organizations/1/workspaces/1');
    await others.page.getByText('Ask an owner or an administrator of the organization what it requires.').waitFor();
    expect((await act('disable', String(active.headers.get('etag')))).status).toBe(200);
    for (const watched of [theirs, others]) expectClean(watched);
  });

  it('let in who proves afresh who they are, where a refusal asks for that', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const text = 'forbid (principal, action == Action::"workspace.read", resource) unless { context.proofAgeSeconds < 300 };';
    const body = { organization_id: 1, name: 'Proven lately', examples: [], text };
    const made = await at().service.http.post('/api/v1/sso/abac/policies', body, { token });
    const versions = `/api/v1/sso/abac/policies/${made.body.data.policy.id}/versions/1`;
    const act = (what: string, tag: string) =>
      at().service.http.post(`${versions}/${what}`, undefined, { token, headers: { 'If-Match': tag } });
    const active = await act('activate', '"1"');
    const watched = await signedIn('adam', '/account');
    const { page } = watched;
    const client = new Client({ connectionString: at().database.url });
    await client.connect();
    await client.query(`UPDATE sessions SET authenticated_at = authenticated_at - interval '1 hour'
                         WHERE user_id = (SELECT id FROM users WHERE username = 'adam')`);
    await client.end();
    await page.goto(`${at().address}/organizations/1/workspaces/1`);
    await page.getByText('a recent proof of who you are').waitFor();
    await page.getByRole('button', { name: 'Confirm it now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill(PUBLISHED_SECRETS.password);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('a recent proof of who you are').waitFor({ state: 'detached' });
    await page.getByLabel('Default role of new members').waitFor();
    expect((await act('disable', String(active.headers.get('etag')))).status).toBe(200);
    expectClean(watched);
  });

  it('get a next version, which is first tried on what was decided before', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const text = 'forbid (principal, action == Action::"workspace.read", resource) when { context.accessKey };';
    const body = { organization_id: 1, name: 'In versions', examples: [], text };
    const { policy } = (await at().service.http.post('/api/v1/sso/abac/policies', body, { token })).body.data;
    const watched = await signedIn('olivia', `${POLICIES}/${policy.id}`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Write the next version' }).click();
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByRole('textbox', { name: 'Text of the policy' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('forbid (principal, action == Action::"workspace.read", resource);');
    await page.getByText('The text is valid.').waitFor();
    await page.getByRole('button', { name: 'Try on past decisions' }).click();
    await page.getByText(/^Recorded decisions of the last days: \d+/).waitFor();
    await page.getByRole('button', { name: 'Save as the next version' }).click();
    await page.getByText('Version 2').first().waitFor();
    expect(await page.getByRole('form', { name: 'Write the next version' }).count()).toBe(0);
    expectClean(watched);
  });

  it('are disabled by a system administrator when an owner has read the change and approved it', async () => {
    const { accessToken: token } = await logIn(at().service.http, 'olivia');
    const body = {
      organization_id: 1,
      name: 'Quiet rooms',
      examples: [],
      text: 'forbid (principal, action == Action::"workspace.write", resource is Workspace) when { resource.labels.contains("quiet") };',
    };
    const made = await at().service.http.post('/api/v1/sso/abac/policies', body, { token });
    const { id } = made.body.data.policy;
    const options = { token, headers: { 'If-Match': '"1"' } };
    const path = `/api/v1/sso/abac/policies/${id}/versions/1/activate`;
    expect((await at().service.http.post(path, undefined, options)).status).toBe(200);

    const theirs = await signedIn('sysadmin', `${POLICIES}/${id}`);
    const { page } = theirs;
    const step = page.getByRole('button', { name: 'Disable', exact: true });
    await step.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click();
    const asking = page.getByRole('dialog', { name: 'An owner has to approve this' });
    await asking.getByLabel('Reason, in one line').fill('The quiet rooms are gone');
    await asking.getByRole('button', { name: 'Ask the owners' }).click();
    await asking.getByText('The owners were asked.').waitFor();
    await asking.getByRole('button', { name: 'Close', exact: true }).click();

    const owner = await signedIn('olivia', '/organizations/1/invitations');
    const row = owner.page.getByRole('row', { name: /The quiet rooms are gone/ });
    for (const text of ['Disable an access policy', 'Policy: Quiet rooms']) await row.getByText(text).waitFor();
    await row.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('in force').waitFor();

    await page.reload();
    await take(page, 'Disable');
    await page.getByText('disabled', { exact: true }).first().waitFor();
    await owner.page.reload();
    await row.getByText('used', { exact: true }).waitFor();
    for (const watched of [theirs, owner]) expectClean(watched);
  });

  it.each(['light', 'dark'] as const)('have no fault that axe finds, and fit 320 pixels, in %s', async (colorScheme) => {
    const watched = await signedIn('olivia', POLICIES, { colorScheme, viewport: { width: 320, height: 700 } });
    const { page } = watched;
    const faults: unknown[] = [];
    for (const path of ['', '/new', '/1', '/decisions']) {
      await page.goto(`${at().address}${POLICIES}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.body.innerText.includes('Loading …'));
      for (const fault of await faultsOf(page)) faults.push([path, fault]);
      if (await isTooWide(page)) faults.push([path, 'too wide']);
    }
    expect(faults).toEqual([]);
    expectClean(watched);
  });

  it('are not there for people who may not see them', async () => {
    const watched = await signedIn('vera', POLICIES);
    await watched.page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await watched.page.getByRole('link', { name: 'Policies' }).count()).toBe(0);
    expectClean(watched);
  });
});
