import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type NameServer, startNameServer } from '../support/dns.js';
import { FixedClock } from '../support/fixed-clock.js';
import { HOSTILE, addDays, addMigratingPeople, nameHostile } from '../support/migrating-people.js';
import { enter, faultsOf, isTooWide, signInBy } from '../support/pages.js';
import { addMember, enforce, exempt } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { Migration } from '../support/waves.js';
import { type Watched, browser, hasChromium } from './chromium.js';

const DAY_MS = 86_400_000;
const ROOT = '/organizations/1/migration';

(hasChromium ? describe : describe.skip)('the pages of a migration (need Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let migration: Migration;
  let names: NameServer;
  let address: string;
  const sql = (text: string) => app.dataSource.query(text);

  beforeAll(async () => {
    names = await startNameServer();
    const environment = {
      SSO_NAME_SERVERS: names.address,
      PUBLIC_URL: 'http://localhost',
      RATE_LIMIT_MULTIPLIER: '1000000',
      SSO_BREAK_GLASS_TOTP: 'true',
    };
    // The browser goes by the clock of the machine.
    app = await startTestApp({ clock: new FixedClock(new Date()), environment });
    address = app.url.replace('127.0.0.1', 'localhost');
    migration = await Migration.prepare(app);
    // The page asks the DNS what is still missing.
    const { accessToken: token } = await logIn(app.http, 'sysadmin');
    const { domains } = (await app.http.get('/api/v1/organizations/1/sso/domains', { token })).body.data;
    for (const { record } of domains) names.texts.set(record.name, [record.value]);
    await addMember(app, 'oscar', 'owner');
    await addMigratingPeople(migration, { through: 4, ready: 30, withoutFactor: 12, foreign: 3 });
    // They sign in by their passwords alone here.
    await sql(`DELETE FROM mfa_factors WHERE user_id IN (SELECT id FROM users WHERE username IN ('adam', 'vera'))`);
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_waves');
    await sql('DELETE FROM sso_progress');
    await sql('DELETE FROM sso_exemptions');
    await sql(`UPDATE users SET username = 'mia' WHERE id = ${migration.ids.mia}`);
    await enforce(app, 'optional');
  });
  afterAll(async () => {
    await app.close();
    await names.close();
  });

  const visit = async (path: string, username = 'oscar', options = {}): Promise<Watched> => {
    const watched = await open(address, options);
    await enter(watched.page, address, username, path);
    return watched;
  };
  const clean = ({ violations, foreign }: Watched): void => expect([violations, foreign]).toEqual([[], []]);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('makes the first plan, and shows the numbers that the API has', async () => {
    await sql('DELETE FROM sso_plans');
    const watched = await visit(ROOT);
    const { page } = watched;
    await page.getByRole('heading', { name: 'No plan yet' }).waitFor();
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/migration-plan/'));
    const told = page.waitForResponse((answer) => answer.url().endsWith('/forecast'));
    await button(page, 'Make the plan').click();
    const { migration_plan: counts, plan } = (await (await made).json()).data;
    const { forecast } = (await (await told).json()).data;
    await page.getByText(`${plan.readiness_pct}% use single sign-on or could start today`).waitFor();
    for (const [count, group] of [
      [counts.users_already_using_sso, 'Already use single sign-on'],
      [counts.users_ready_for_migration, 'Ready to move'],
      [counts.users_needing_mfa_setup, 'Need a second factor'],
      [counts.users_requiring_admin_intervention, 'Need an administrator'],
    ])
      await page.getByRole('link', { name: new RegExp(`^${count} ${group}`) }).waitFor();
    await page.getByText(`${plan.lockout_count} people would be locked out if it were required now.`).waitFor();
    await page.getByText('No owner has logged in through an active connection yet.').waitFor();
    await page.getByText(`${forecast.denied.people} people would lose their present way to log in`).waitFor();
    expect(forecast.locked_out.people).toBeGreaterThan(0);
    clean(watched);
  });

  it('leads from a part of the bar to exactly those people, and to them as a file', async () => {
    await migration.plan();
    const watched = await visit(ROOT);
    const { page } = watched;
    await page.locator('[data-group=needing_mfa_setup]').click();
    await page.waitForURL('**/migration/people?group=needing_mfa_setup');
    await page.getByText('14 people', { exact: true }).waitFor();
    expect(await page.getByRole('row').count()).toBe(15);
    await page.getByRole('cell', { name: 'Set up an authenticator app or a security key. By the person' }).first().waitFor();
    const file = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n');
    expect([lines.length, lines.filter((line) => line.includes('"needing_mfa_setup"')).length]).toEqual([15, 14]);

    await page.getByLabel('Group').selectOption('');
    await page.getByLabel('Reason').selectOption('READY');
    await page.waitForURL('**/migration/people?reason=READY');
    await button(page, 'Next page').click();
    await page.waitForURL('**/migration/people?reason=READY&page=2');
    await page.getByText('Page 2 of 2, 31 in all').waitFor();
    await page.reload();
    await page.getByText('Page 2 of 2, 31 in all').waitFor();
    await page.getByLabel('Group').selectOption('needing_mfa_setup');
    await page.getByRole('heading', { name: 'No people here' }).waitFor();
    await button(page, 'Show all people').click();
    await page.getByText('55 people', { exact: true }).waitFor();
    clean(watched);
  });

  it('makes a wave of chosen people, starts it and takes it back, each with its numbers and its name first', async () => {
    await migration.plan();
    const watched = await visit(`${ROOT}/people?group=ready_for_migration`);
    const { page } = watched;
    await page.getByLabel('Choose person-5', { exact: true }).check();
    await page.getByLabel('Choose person-6', { exact: true }).check();
    await page.getByText('2 people chosen', { exact: true }).waitFor();
    await button(page, 'Create a wave with them').click();
    await page.getByLabel('Name', { exact: true }).fill('Pilot');
    await button(page, 'Create the wave').click();
    await page.getByRole('heading', { name: 'Wave “Pilot”' }).waitFor();
    await page.getByRole('rowheader', { name: 'person-6' }).waitFor();

    await button(page, 'Start').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Single sign-on would be required of 2 people:/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
    await dialog.getByText(/^2 of their sessions were opened with a password and would end after 24 hours/).waitFor();
    await dialog.getByLabel('Type “Pilot” to confirm').fill('Pilot');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('0% of those who must have moved.').waitFor();
    expect((await migration.read(1)).wave).toMatchObject({ status: 'enforced', members: { required: 2 } });

    await button(page, 'Roll back').click();
    await dialog.getByText(/passwords of 2 people work again at once/).waitFor();
    await dialog.getByLabel('Type “Pilot” to confirm').fill('Pilot');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('main').getByRole('link', { name: 'Migration' }).click();
    await page
      .getByRole('region', { name: 'Rolled back' })
      .getByRole('link', { name: /^Pilot/ })
      .waitFor();
    expect((await migration.read(1)).wave.status).toBe('rolled_back');
    clean(watched);
  });

  it('is used by the keyboard alone: a wave of some, scheduled', async () => {
    await migration.plan();
    const watched = await visit(ROOT);
    const { page } = watched;
    await button(page, 'New wave').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('31 people are ready', { exact: false }).waitFor();
    await page.keyboard.type('By keyboard');
    for (let fields = 0; fields < 2; fields += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wave “By keyboard”' }).waitFor();
    await button(page, 'Schedule').focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/^7 people are told by mail at once/)
      .waitFor();
    const [year, month, day] = new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 10).split('-');
    await page.keyboard.type(`${month}${day}${year}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('0800AM');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Starts', { exact: true }).waitFor();
    expect((await migration.read(1)).wave).toMatchObject({ status: 'scheduled', members: { total: 7 } });
    clean(watched);
  });

  it('discards a wave that never started, without asking for its name', async () => {
    await migration.plan();
    await migration.wave({ name: 'Too early', group: 'ready_for_migration', limit: 2 });
    const watched = await visit(`${ROOT}/waves/1`);
    const { page } = watched;
    expect(await button(page, 'Roll back').count()).toBe(0);
    await button(page, 'Discard').click();
    await page.getByRole('dialog').getByText('Single sign-on has not been required of 2 people yet.', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('main').getByRole('link', { name: 'Migration' }).click();
    await page
      .getByRole('region', { name: 'Discarded' })
      .getByRole('link', { name: /^Too early/ })
      .waitFor();
    expect((await migration.read(1)).wave).toMatchObject({ status: 'rolled_back', enforced_at: null });
    clean(watched);
  });

  it('exempts a member with a reason and an end, says how that differs from an account for emergencies, and ends it', async () => {
    await migration.plan();
    const watched = await visit(ROOT);
    const { page } = watched;
    const card = page.getByRole('region', { name: 'Exemptions' });
    await card.getByText('A break-glass account is different', { exact: false }).waitFor();
    await card.getByText('Nobody is exempt.').waitFor();
    await button(page, 'Exempt a member').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('vera');
    await dialog.getByRole('button', { name: /vera/i }).click();
    await dialog.getByLabel('Reason').fill('Not known to the provider yet.');
    await dialog.getByLabel('Ends at').fill(new Date(app.clock.now().getTime() + 200 * DAY_MS).toISOString().slice(0, 16));
    await dialog.getByRole('button', { name: 'Exempt a member' }).click();
    await dialog.getByText('Send a time within the next 90 days.').first().waitFor();
    await dialog.getByLabel('Ends at').fill(new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString().slice(0, 16));
    await dialog.getByRole('button', { name: 'Exempt a member' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await card.getByRole('cell', { name: 'Not known to the provider yet.' }).waitFor();
    await card.getByRole('button', { name: /^End the exemption of/ }).click();
    await dialog.getByText('They are told by mail.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await card.getByText('Nobody is exempt.').waitFor();
    clean(watched);
  });

  it('lets an exempt member in by address and password from the link in their mail, while others are led to the provider', async () => {
    await exempt(app, 'vera', new Date(app.clock.now().getTime() + DAY_MS));
    await enforce(app, 'required');
    const { page } = await open(address);
    await page.goto(`${address}/signin?by=password`);
    await signInBy(page, 'vera@delta.example');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  });

  it('says what has to be done before a wave, and where', async () => {
    await sql('DELETE FROM sso_plans');
    await migration.wave({ name: 'Early', group: 'ready_for_migration', limit: 2 });
    await enforce(app, 'off');
    const { page } = await visit(`${ROOT}/waves/1`);
    const ahead = page.getByRole('region', { name: 'What a start would do now' });
    await ahead.getByText('Set the organization to optional', { exact: false }).waitFor();
    await button(page, 'Start').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type “Early” to confirm').fill('Early');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('Set the organization to optional', { exact: false }).waitFor();
    const cure = dialog.getByRole('link', { name: 'Enforcement and emergency accounts' });
    expect(await cure.getAttribute('href')).toBe('/organizations/1/enforcement');

    // A person loses their factor: the plan is outdated, and one button renews it.
    await sql('DELETE FROM mfa_factors WHERE user_id = 50020');
    await page.goto(`${address}${ROOT}`);
    await button(page, 'New wave').click();
    await dialog.getByLabel('Name', { exact: true }).fill('Later');
    await button(page, 'Create the wave').click();
    await dialog.getByText('Members have changed since the newest plan', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Look again' }).click();
    await dialog.getByText('Members have changed', { exact: false }).waitFor({ state: 'hidden' });
    await button(page, 'Create the wave').click();
    await page.getByRole('heading', { name: 'Wave “Later”' }).waitFor();
  });

  it('shows a viewer nothing, and who only reads no way to change anything', async () => {
    await migration.wave({ name: 'Pilot', group: 'ready_for_migration', limit: 2 });
    const { page: veras } = await visit(ROOT, 'vera');
    await veras.getByRole('heading', { name: 'You may not see this' }).waitFor();
    expect(await veras.getByRole('link', { name: 'Migration' }).count()).toBe(0);
    const { page: adams } = await visit(ROOT, 'adam');
    await adams
      .getByRole('region', { name: 'Planned' })
      .getByRole('link', { name: /^Pilot/ })
      .click();
    await adams.getByRole('rowheader').first().waitFor();
    expect(await adams.getByRole('button', { name: /^(?:Start|Schedule|Roll back|New wave|Exempt a member)$/ }).count()).toBe(0);
    await adams.goto(`${address}${ROOT}/people?group=ready_for_migration`);
    await adams.getByRole('rowheader').first().waitFor();
    expect(await adams.getByRole('checkbox', { name: /^Choose/ }).count()).toBe(0);
  });

  it.each([
    ['light', 1400],
    ['dark', 1400],
    ['light', 320],
  ] as const)(
    'passes axe in %s at %i px, without a page wider than the window, and with hostile names as text',
    async (colorScheme, width) => {
      await addDays(app, 20);
      await nameHostile(app, 'mia');
      await exempt(app, 'vera', new Date(app.clock.now().getTime() + DAY_MS));
      await migration.wave({ name: HOSTILE, user_ids: [50_001, migration.ids.mia] });
      await migration.step(1, 'start');
      const watched = await visit(ROOT, 'oscar', { colorScheme, viewport: { width, height: 900 } });
      const { page } = watched;
      await page.locator('.recharts-area').first().waitFor();
      await page.getByText('The days as a table').click();
      await page.getByRole('table', { name: 'People in each group, day by day' }).waitFor();
      await page.getByRole('link', { name: HOSTILE }).waitFor();
      expect([await faultsOf(page), await isTooWide(page)]).toEqual([[], false]);
      for (const path of ['/people', '/waves/1']) {
        await page.goto(`${address}${ROOT}${path}`);
        await page.getByRole('rowheader', { name: HOSTILE }).waitFor();
        expect([await faultsOf(page), await isTooWide(page), await page.locator('main img').count()]).toEqual([[], false, 0]);
      }
      expect(await page.title()).not.toBe('gone');
      clean(watched);
    },
  );
});
