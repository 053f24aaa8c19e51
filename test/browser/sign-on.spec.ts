import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type DemoService, startDemoPages } from '../support/demo-service.js';
import { installation } from '../support/installation.js';
import { enter, faultsOf, isTooWide } from '../support/pages.js';
import { logIn } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror=document.title="stolen"> "><script>document.title="stolen"</script>';

(hasChromium ? describe : describe.skip)('the pages of single sign-on (needs Chromium)', () => {
  const ours = installation();
  const open = browser();
  let service: DemoService;
  let address: string;
  let token: string;
  let organization: string;
  beforeAll(async () => {
    ({ service, address } = await startDemoPages(ours()));
    organization = `${address}/organizations/1`;
    token = (await logIn(service.http, 'olivia')).accessToken;
  });
  afterAll(() => service.program.stop('SIGKILL'));

  const api = async (path: string) => (await service.http.get(`/api/v1${path}`, { token })).body.data;

  async function begin(page: Page, name: string): Promise<void> {
    await enter(page, address, 'olivia', '/organizations/1/sso');
    await page.getByRole('link', { name: 'Connect a provider' }).click();
    await page.getByRole('radio', { name: 'Another provider' }).check();
    await page.getByLabel('Name of the connection').fill(name);
  }

  /** Begins a test and signs in at the provider as olivia. */
  async function test(page: Page, button: string): Promise<void> {
    const [window] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button, exact: true }).click()]);
    await window.getByRole('button', { name: /^olivia@/ }).click();
  }

  it('leads to an active connection, and names a missing record and a wrong secret where they are cured', async () => {
    const { page, violations, errors } = await open(address);
    const { issuer, client_id, client_secret } = (await service.demo()).body.identity_provider.oidc;
    await begin(page, HOSTILE.slice(0, 60));
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();

    // The organization has a domain, so this step is done; it claims one more.
    await page.getByRole('navigation', { name: 'Steps of the connection' }).getByRole('link', { name: 'Domain' }).click();
    await page.getByLabel('Another domain').fill('shop.example');
    await page.getByRole('button', { name: 'Claim the domain' }).click();
    await page.getByText('_headgate-challenge.shop.example').waitFor();
    await page.getByRole('button', { name: 'Look up now: shop.example' }).click();
    await page.getByText('This name has no TXT record yet').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const { domains } = await api('/organizations/1/sso/domains');
    const { record } = domains.find(({ domain }: { domain: string }) => domain === 'shop.example');
    await service.demo('/dns', { method: 'PUT', body: JSON.stringify({ name: record.name, value: record.value }) });
    // No one presses a button: the page looks again by itself.
    await page.getByText('_headgate-challenge.shop.example').waitFor({ state: 'hidden' });
    expect((await api(`/sso/domains/${domains.at(-1).id}`)).domain.status).toBe('verified');
    await page.getByRole('link', { name: 'Continue', exact: true }).click();

    // What is ours stands first, and a reload loses nothing of the way so far.
    await page.reload();
    const [connection] = (await api('/organizations/1/sso/connections')).connections;
    await page.getByText(connection.service_provider.redirect_uri, { exact: true }).waitFor();
    await page.getByLabel('Issuer', { exact: true }).fill(issuer);
    await page.getByLabel('Client ID').fill(client_id);
    await page.getByLabel('Client secret').fill('not the secret');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('button', { name: 'Start the test' }).waitFor();
    await test(page, 'Start the test');
    await page.getByText('invalid_client').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Fix it: Configuration' }).click();
    await page.getByRole('alert').getByText('does not accept how Headgate authenticates').waitFor();
    await page.getByLabel('Client secret').fill(client_secret);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await test(page, 'Test again');
    await page.getByText('You logged in as yourself.').waitFor();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Activate the connection' }).click();
    await page.getByText('The connection is active.').waitFor();
    expect((await api(`/sso/connections/${connection.id}`)).connection.status).toBe('active');

    await page.goto(`${organization}/sso/${connection.id}`);
    await page.getByRole('heading', { name: HOSTILE.slice(0, 60) }).waitFor();
    await page.getByText('Nobody has signed in').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Disable' }).click();
    const disable = page.getByRole('dialog').getByRole('button', { name: 'Disable' });
    expect(await disable.isDisabled()).toBe(true);
    await page.getByLabel(/^Type “/).fill(HOSTILE.slice(0, 60));
    await disable.click();
    await page.getByText('nobody can sign in through it').waitFor();
    expect([violations, errors]).toEqual([[], []]);
  });

  it('connects a provider over SAML by the keyboard alone', async () => {
    const { page, violations, errors } = await open(address);
    const { metadata_url } = (await service.demo()).body.identity_provider.saml;
    const press = async (name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> => {
      await page.getByRole(role, { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await enter(page, address, 'olivia', '/organizations/1/sso/new');
    await page.getByRole('radio', { name: 'Okta' }).focus();
    while (!(await page.getByRole('radio', { name: 'Another provider' }).isChecked())) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await page.getByText('ACS URL', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Metadata URL' }).focus();
    await page.keyboard.type(metadata_url);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start the test' }).waitFor();
    const [window] = await Promise.all([page.waitForEvent('popup'), press('Start the test')]);
    await window.getByRole('button', { name: /^olivia@/ }).focus();
    await window.keyboard.press('Enter');
    await page.getByText('You logged in as yourself.').waitFor();
    await press('Continue', 'link');
    await page.getByRole('button', { name: 'Activate the connection' }).waitFor();
    await press('Activate the connection');
    await page.getByText('The connection is active.').waitFor();
    const { connections } = await api('/organizations/1/sso/connections');
    expect(connections).toContainEqual(expect.objectContaining({ name: 'By keys', type: 'saml', status: 'active' }));
    expect([violations, errors]).toEqual([[], []]);
  });

  it('shows the effects of requiring single sign-on, its obstacles, and a change of another person', async () => {
    const { page, violations, errors } = await open(address);
    await enter(page, address, 'olivia', '/organizations/1/enforcement');
    const { preview } = (await service.http.post('/api/v1/sso/enforcement/1/preview', {}, { token })).body.data;
    await page.getByText('What stands in the way').waitFor();
    expect(await page.getByTestId('never').innerText()).toBe(String(preview.never_signed_on_count));
    expect(await page.getByTestId('people').innerText()).toBe(String(preview.denied_last_30_days.people));
    const effects = page.getByRole('region', { name: 'If it were required now' });
    for (const { message } of preview.blockers) await effects.getByText(message).waitFor();
    await page.getByRole('radio', { name: 'Required' }).check();
    expect(await page.getByRole('button', { name: 'Require single sign-on' }).isDisabled()).toBe(true);

    const read = await service.http.get('/api/v1/sso/enforcement/1', { token });
    const changed = await service.http.put(
      '/api/v1/sso/enforcement/1',
      { mode: 'optional' },
      { token, headers: { 'If-Match': read.headers.get('etag') ?? '' } },
    );
    expect(changed.status).toBe(200);
    await page.getByRole('radio', { name: 'Report only' }).check();
    await page.getByRole('button', { name: 'Change the mode' }).click();
    await page.getByText('You chose “Report only”. Now it is “Optional”.').waitFor();
    await page.getByRole('button', { name: 'Change the mode' }).click();
    await page.getByText('Now: Report only').waitFor();

    await page.getByRole('checkbox', { name: /^Olivia/ }).check();
    await page.getByRole('link', { name: 'Provisioning' }).click();
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save the break-glass accounts' }).click();
    await page.getByText('Drill missing').waitFor();
    await page.getByRole('button', { name: 'Record my drill' }).click();
    await page.getByText('Log in with your password and the second factor').waitFor();
    expect([violations, errors]).toEqual([[], []]);
  });

  it('shows a provisioning token once, and the groups of the directory as text', async () => {
    const { page, violations, foreign, errors } = await open(address);
    await enter(page, address, 'olivia', '/organizations/1/provisioning');
    await page.getByRole('button', { name: 'Issue a token' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Okta');
    await page.getByRole('dialog').getByRole('button', { name: 'Issue a token' }).click();
    const secret = await page.getByTestId('secret').innerText();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('I have stored it').waitFor({ state: 'hidden' });
    const kept = () =>
      page.evaluate(
        'JSON.stringify([document.documentElement.innerHTML, location.href, document.cookie, {...localStorage}, {...sessionStorage}, history.state])',
      );
    expect(await kept()).not.toContain(secret);
    await page.reload();
    await page.getByRole('rowheader', { name: 'Okta' }).waitFor();
    expect(await kept()).not.toContain(secret);

    const pushed = await fetch(`${service.url}/scim/v2/Groups`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/scim+json' },
      body: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: HOSTILE }),
    });
    expect(pushed.status).toBe(201);
    await page.getByRole('link', { name: 'Groups and roles' }).click();
    await page.getByLabel('Group of the directory').selectOption({ label: HOSTILE });
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    await page.getByRole('button', { name: 'Add the row' }).click();
    await page.getByRole('button', { name: 'Save the mapping' }).click();
    await page.getByText('The mapping was saved').waitFor();
    await page.getByRole('rowheader', { name: HOSTILE }).waitFor();
    expect((await api('/organizations/1/scim-mapping')).scim_mapping.mappings).toHaveLength(1);
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByLabel('Answer').selectOption('ok');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('POST /Groups').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('ok');
    expect(await page.title()).not.toContain('stolen');

    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'Replace: Okta' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Being replaced').waitFor();
    expect([violations, foreign, errors]).toEqual([[], [], []]);
  });

  it('tells a viewer that these pages are not for them, and shows no entry that leads there', async () => {
    const { page, violations, errors } = await open(address);
    await enter(page, address, 'vera');
    for (const path of ['sso', 'sso/new', 'sso/1', 'enforcement', 'provisioning', 'provisioning?view=groups']) {
      await page.goto(`${organization}/${path}`);
      await page.getByText('You may not see this').first().waitFor();
      for (const name of ['Single sign-on', 'Enforcement', 'Provisioning']) {
        expect(await page.getByRole('link', { name }).count()).toBe(0);
      }
    }
    expect([violations, errors]).toEqual([[], []]);
  });

  it.each(['light', 'dark'] as const)('fits a narrow screen and passes axe in %s colours', async (colorScheme) => {
    const { page } = await open(address, { viewport: { width: 320, height: 800 }, colorScheme });
    await enter(page, address, 'olivia');
    const [{ id }] = (await api('/organizations/1/sso/connections')).connections;
    const paths = [
      ...['sso', 'sso/new', `sso/${id}`],
      ...['domain', 'configuration', 'test', 'activate'].map((step) => `sso/${id}?step=${step}`),
      'enforcement',
      ...['tokens', 'groups', 'log'].map((view) => `provisioning?view=${view}`),
      'members?view=coming',
    ];
    for (const path of paths) {
      await page.goto(`${organization}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect({ path, faults: await faultsOf(page), isTooWide: await isTooWide(page) }).toEqual({
        path,
        faults: [],
        isTooWide: false,
      });
    }
  });
});
