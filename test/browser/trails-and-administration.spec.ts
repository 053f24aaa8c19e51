import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type DemoService, startDemoPages } from '../support/demo-service.js';
import { installation } from '../support/installation.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror="window.hacked = 1">';
const AUDIT = '/organizations/1/audit';

(hasChromium ? describe : describe.skip)('audit and administration in a browser (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let address: string;

  beforeAll(async () => {
    ({ service, address } = await startDemoPages(ours()));
    const { accessToken: token } = await logIn(service.http, 'olivia');
    const body = { organization_id: 1, name: HOSTILE, template_text: 'Text' };
    expect((await service.http.post('/api/v1/prompt-templates', body, { token })).status).toBe(201);
    const { accessToken: vera } = await logIn(service.http, 'vera');
    expect((await service.http.get(`/api/v1${AUDIT}-events`, { token: vera })).status).toBe(403);
    await service.http.post('/api/auth/login', { username: 'nobody-here', password: 'river-delta-headgate' });
  });
  afterAll(() => service.program.stop('SIGKILL'));

  async function signedIn(username: string, path: string, options = {}): Promise<Watched> {
    const watched = await open(address, options);
    await enter(watched.page, address, username, path);
    return watched;
  }

  const clean = ({ violations, foreign, errors }: Watched): void => expect([violations, foreign, errors]).toEqual([[], [], []]);

  const rows = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('tbody tr');
  /** Until the answer to a filter is there, the list before it stays, and its details close with it. */
  const onlyRowsWith = (page: Page, text: string): Promise<void> =>
    rows(page).filter({ hasNotText: text }).first().waitFor({ state: 'detached' });

  it('filters the trail of an organization in the address, opens an event, and shows hostile text as text', async () => {
    const watched = await signedIn('olivia', AUDIT);
    const { page } = watched;
    await rows(page).first().waitFor();
    await page.getByLabel('Outcome').selectOption('refused');
    await page.waitForURL(`**${AUDIT}?outcome=refused`);
    await page.getByLabel('Person').fill('vera@delta.example');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**${AUDIT}?outcome=refused&actor=4`);
    await onlyRowsWith(page, 'vera');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByText('audit.read').first().waitFor();
    await page.getByLabel('Person').fill('oscar');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Nobody here, or more than one person, has this name. Type the address.').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.waitForURL(`**${AUDIT}`);
    await page.getByLabel('Action').selectOption('prompt_template.created');
    await page.waitForURL('**?action=prompt_template.created');
    await onlyRowsWith(page, 'wrote the template');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByText(HOSTILE.replaceAll('"', '\\"')).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await page.getByLabel('To').fill('2020-01-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('No event fits these filters').waitFor();
    clean(watched);
  });

  it.each([
    ['en-GB', 'America/Los_Angeles', /^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d{2}:\d{2} (?:GMT-[78]|P[DS]T)$/],
    ['sv-SE', 'Europe/Stockholm', /^\d{1,2} [a-zåäö]{3,}\.? \d{4} (?:kl\. )?\d{1,2}:\d{2}:\d{2} CES?T$/],
    ['ja-JP', 'Asia/Tokyo', /^\d{4}年\d{1,2}月\d{1,2}日 \d{1,2}:\d{2}:\d{2} (?:JST|GMT\+9)$/],
    ['en-US', 'Asia/Kolkata', /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}:\d{2}\s[AP]M (?:GMT\+5:30|IST)$/],
    ['de-DE', 'Europe/Berlin', /^\d{1,2}\. [A-ZÄa-z]{3,}\.? \d{4}, \d{1,2}:\d{2}:\d{2} MES?Z$/],
  ])('tells when an event was as the browser writes it, with its zone: %s in %s', async (locale, timezoneId, written) => {
    const { page } = await open(address, { locale, timezoneId });
    await page.goto(`${address}/signin`);
    await page.evaluate(`localStorage.setItem('headgate.language', '${locale.startsWith('de') ? 'de' : 'en'}')`);
    await page.getByRole('textbox').first().fill('olivia');
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill('river-delta-headgate');
    await page.keyboard.press('Enter');
    await page.locator('#navigation').waitFor({ state: 'attached' });
    await page.goto(address + AUDIT);
    const when = page.locator('tbody th[scope=row]').first();
    await when.waitFor();
    expect(await when.textContent()).toMatch(written);
  });

  it('tells events as sentences with the names of things, also of those that are gone, and numbers among the details only', async () => {
    const { accessToken: token } = await logIn(service.http, 'olivia');
    const organization = '/api/v1/organizations/1';
    const issuer = 'https://idp.delta.example';
    const made: readonly (readonly [string, string, object])[] = [
      ['Olivia Okafor (olivia) issued the directory token Payroll', `${organization}/scim-tokens`, { name: 'Payroll', scopes: ['read'] }],
      ['Olivia Okafor (olivia) claimed the domain delta-audit.example', `${organization}/sso/domains`, { domain: 'delta-audit.example' }],
      [
        'Olivia Okafor (olivia) sent the invitation ines@delta.example',
        `${organization}/invitations`,
        { email: 'ines@delta.example', workspace_id: 1, role_id: 4 },
      ],
      [
        'Olivia Okafor (olivia) created the webhook Archive',
        `${organization}/webhooks`,
        { name: 'Archive', url: 'https://hooks.example.com/in', actions: [] },
      ],
      [
        'Olivia Okafor (olivia) wrote the data policy No salaries',
        '/api/v1/sso/abac/data-policies',
        { organization_id: 1, name: 'No salaries', rules: [{ kind: 'tag', tag: 'salary', effect: 'deny' }] },
      ],
      [
        'Olivia Okafor (olivia) wrote the access policy No nights',
        '/api/v1/sso/abac/policies',
        { organization_id: 1, name: 'No nights', text: 'forbid (principal, action, resource) when { context.accessKey };' },
      ],
      [
        'Olivia Okafor (olivia) added the sign-on connection Main',
        `${organization}/sso/connections`,
        { name: 'Main', type: 'oidc', config: { issuer, client_id: 'c', client_secret: 's' } },
      ],
    ];
    for (const [what, path, body] of made)
      expect([what, (await service.http.post(path, body, { token })).text]).toEqual([what, expect.stringContaining('"success":true')]);
    const post = async (path: string, body: object): Promise<Record<string, Record<string, number | string>>> =>
      (await service.http.post(path, body, { token })).body.data;
    const { webhook } = await post(`${organization}/webhooks`, { name: 'Forgotten', url: 'https://hooks.example.com/out', actions: [] });
    const { role } = await post(`${organization}/roles`, { name: 'Gauge reader', permissions: ['workspace.read'] });
    await post('/api/v1/boards', { organization_id: 1, name: 'Low water', question_ids: [] });
    await post('/api/v1/access-keys', { organization_id: 1, name: 'Notebook', scopes: ['query.run'] });
    const { members } = (await service.http.get(`${organization}/members?search=mia`, { token })).body.data;
    const member = `${organization}/members/${members[0].user_id}`;
    const change = { token, headers: { 'If-Match': '"1"' } };
    for (const answer of [
      await service.http.delete(`${organization}/webhooks/${webhook?.['id']}`, change),
      await service.http.put(`/api/v1/roles/${role?.['id']}`, { permissions: ['workspace.read', 'audit.read'] }, change),
      await service.http.patch(member, { role_id: role?.['id'] }, { token }),
      await service.http.delete(member, { token }),
    ])
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const watched = await signedIn('olivia', AUDIT);
    const shown = rows(watched.page);
    const told = (text: string) => shown.filter({ hasText: text }).first();
    for (const [what] of made) await told(what).waitFor();
    await told('created the board Low water').getByRole('link', { name: 'Low water' }).waitFor();
    await told('made the access key Notebook').waitFor();
    await told('changed the role Gauge reader').getByText('Now also: Read the audit trail, also of private workspaces.').waitFor();
    await told('removed the member Mia Brandt').waitFor();
    await told('changed the role of Mia Brandt').getByText('editor → Gauge reader').waitFor();
    // What is gone is still called by its name, which its events keep.
    await told('deleted the webhook Forgotten').waitFor();
    await told('created the webhook Forgotten').waitFor();
    const sentences = await shown.locator('td:nth-of-type(1)').allInnerTexts();
    expect(sentences.filter((sentence) => /\d$|_|not known/.test(sentence))).toEqual([]);
    clean(watched);
    await told('added the member Vera Lindqvist').getByRole('link').waitFor();
    await watched.page.getByLabel('Language', { exact: true }).first().selectOption('de');
    const german = watched.page.getByRole('row').filter({ hasText: 'Olivia Okafor (olivia) hat die Rolle Gauge reader geändert' });
    await german.getByText('Jetzt auch: Das Protokoll lesen, auch das privater Arbeitsbereiche.').waitFor();
    // What nobody gives a name has none.
    const { page } = await signedIn('sysadmin', '/admin/audit?action=session.logged_in');
    const session = rows(page).filter({ hasText: 'Done' }).first();
    expect(await session.locator('td').first().innerText()).toMatch(/^\D+ signed in$/);
    await session.getByRole('button', { name: /^Details of/ }).click();
    await page.getByText(/^session \d+$/).waitFor();
  });

  it('shows and filters what happened to the account of a member, without where they were', async () => {
    await service.http.post('/api/auth/login', { username: 'vera', password: 'a-wrong-river-delta' });
    await logIn(service.http, 'vera');
    const watched = await signedIn('olivia', `${AUDIT}?action=session.logged_in`);
    const { page } = watched;
    await page.getByLabel('Person').fill('vera');
    await page.getByLabel('Their part').selectOption('It happened to their account');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**${AUDIT}?action=session.logged_in&member=4`);
    await onlyRowsWith(page, 'vera');
    const guess = rows(page).filter({ hasText: 'Refused' });
    await guess.getByText('Account of vera').waitFor();
    await guess.getByText('An unknown person').waitFor();
    await guess.getByRole('button', { name: /^Details of/ }).click();
    await page.getByText('wrong_credentials').waitFor();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.waitForURL(`**${AUDIT}`);
    await page.getByTitle('Only what happened to the account of vera').first().click();
    await page.waitForURL(`**${AUDIT}?member=4`);
    expect(await page.getByLabel('Their part').inputValue()).toBe('member');
    clean(watched);
  });

  it('verifies the chain, names the link where it is broken, and exports what the filters show', async () => {
    const watched = await signedIn('olivia', `${AUDIT}?action=prompt_template.created`);
    const { page } = watched;
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Intact/).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
    expect(file.suggestedFilename()).toBe('audit-1.ndjson');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(new Set(lines.map((line) => (JSON.parse(line) as { action: string }).action))).toEqual(new Set(['prompt_template.created']));
    expect(lines).toHaveLength(4);
    // How a break is found is tested beside the chain; this is how it looks.
    const broken = { position: 7, first_event_id: 40, last_event_id: 52 };
    await page.route('**/audit-events/verify', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, broken_at: broken } } });
    });
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The chain is broken at link 7').waitFor();
    await page.getByText('Something between event 40 and event 52 was').waitFor();
    clean(watched);
  });

  it('finds an account, shows what ends, disables it by the typed name and enables it again', async () => {
    await logIn(service.http, 'nora');
    const watched = await signedIn('sysadmin', '/admin/accounts');
    const { page } = watched;
    await page.getByRole('searchbox').fill('nora');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/admin/accounts?search=nora');
    await page.getByRole('link', { name: 'nora' }).click();
    const sheet = page.getByRole('region', { name: 'Account of nora' });
    await sheet.getByRole('table', { name: 'Sessions' }).getByText('127.0.0.1').waitFor();
    await sheet.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('Sessions that end at once: 1.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await sheet.getByText('The account has no open session.').waitFor();
    await sheet.getByRole('button', { name: 'Disable' }).click();
    const disable = page.getByRole('dialog').getByRole('button', { name: 'Disable' });
    expect(await disable.isDisabled()).toBe(true);
    await page.getByLabel('Type “nora” to confirm').fill('nora');
    await disable.click();
    await sheet.getByText('Disabled').waitFor();
    const refused = { username: 'nora', password: 'river-delta-headgate' };
    expect((await service.http.post('/api/auth/login', refused)).status).toBe(401);
    await sheet.getByRole('button', { name: 'Enable' }).click();
    await sheet.getByText('Active').waitFor();
    await sheet.getByRole('button', { name: 'Mail a password link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mail a password link' }).click();
    await sheet.getByText('The mail is on its way.').waitFor();
    await page.goto(`${address}/admin/accounts?search=mia`);
    await page.getByRole('link', { name: 'mia' }).click();
    await page.getByRole('button', { name: 'Reset second factors' }).click();
    await page.getByLabel('Type “mia” to confirm').fill('mia');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click();
    await page.getByText('The second factors were reset.').waitFor();
    clean(watched);
  });

  it('makes accounts and organizations, and lists what was refused to strangers', async () => {
    const watched = await signedIn('sysadmin', '/admin/accounts');
    const { page } = watched;
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('User name', { exact: true }).fill('rhea');
    await page.getByLabel('E-mail address', { exact: true }).fill('rhea@rhine.example');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('region', { name: 'Account of rhea' }).waitFor();
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Rhine Works');
    await page.getByLabel(/^Owner/).fill('nobody-here');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('No account has this username or address.').waitFor();
    await page.getByLabel(/^Owner/).fill('rhea@rhine.example');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Rhine Works' }).waitFor();
    await page.getByRole('link', { name: 'Installation audit' }).click();
    await rows(page).getByText('created the organization').or(rows(page).getByText('signed in')).first().waitFor();
    await page.getByRole('link', { name: 'Refused strangers' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/admin/audit?*action=session.logged_in*');
    await page.getByRole('link', { name: 'Show all' }).waitFor();
    clean(watched);
  });

  it('is forbidden to those who may not see it', async () => {
    const watched = await signedIn('vera', '/');
    const { page } = watched;
    await page.getByRole('link', { name: 'Templates' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    for (const path of [AUDIT, '/admin/accounts', '/admin/organizations', '/admin/audit']) {
      await page.goto(`${address}${path}`);
      await page.getByRole('heading', { name: 'You may not see this' }).waitFor();
    }
    clean(watched);
  });

  it.each(['light', 'dark'] as const)('has no faults for axe, narrow or wide, %s', async (colorScheme) => {
    const olivia = await signedIn('olivia', AUDIT, { colorScheme });
    await rows(olivia.page).first().waitFor();
    await olivia.page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    expect([await faultsOf(olivia.page), await isTooWide(olivia.page)]).toEqual([[], false]);
    await olivia.page.setViewportSize({ width: 320, height: 800 });
    expect([await faultsOf(olivia.page), await isTooWide(olivia.page)]).toEqual([[], false]);
    const { page } = await signedIn('sysadmin', '/admin/accounts?account=3', { colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    for (const [path, settled] of [
      ['/admin/accounts?account=3', page.getByRole('region', { name: 'Account of adam' })],
      ['/admin/organizations', page.getByRole('link', { name: 'Estuary Labs' })],
      ['/admin/audit', rows(page).first()],
      ['/admin/audit?view=refusals', page.getByRole('table', { name: 'Refused strangers' })],
    ] as const) {
      await page.goto(`${address}${path}`);
      await settled.waitFor();
      expect([path, await faultsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    }
    clean(olivia);
  });
});
