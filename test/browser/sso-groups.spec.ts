import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../support/fixed-clock.js';
import { enter, faultsOf } from '../support/pages.js';
import { activeConnection } from '../support/sso-login.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const ENGLISH = {
  card: 'Groups and roles',
  group: 'Group',
  role: 'Role',
  where: 'Where',
  add: 'Add the row',
  absent: 'If the provider sends no groups claim',
  save: 'Save the mapping',
  saved: 'The mapping was saved.',
  rehearsed: 'What the groups would change',
  after: 'editor in Default',
  counts: 'No: a row above counts',
  compare: 'Compare the name of the claim',
  cures: {
    directory: null as string | null,
    withheld: 'Have somebody who may give all of these roles save the mapping again.',
    incomplete: 'Let the provider send fewer groups.',
  },
};

const GERMAN: typeof ENGLISH = {
  card: 'Gruppen und Rollen',
  group: 'Gruppe',
  role: 'Rolle',
  where: 'Wo',
  add: 'Zeile hinzufügen',
  absent: 'Wenn der Anbieter keinen Gruppen-Claim schickt',
  save: 'Zuordnung speichern',
  saved: 'Die Zuordnung ist gespeichert.',
  rehearsed: 'Was die Gruppen ändern würden',
  after: 'editor in Default',
  counts: 'Nein: Eine Zeile darüber zählt',
  compare: 'Vergleichen Sie den Namen des Claims',
  cures: {
    directory: null as string | null,
    withheld: 'Lassen Sie die Zuordnung von jemandem neu speichern, der all diese Rollen geben darf.',
    incomplete: 'Lassen Sie den Anbieter weniger Gruppen schicken.',
  },
};

(hasChromium ? describe : describe.skip)('the groups of a sign-on connection (need Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;
  let token: string;
  let olivia: number;
  let roles: Record<string, number>;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new FixedClock(new Date()),
      environment: { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' },
    });
    address = app.url.replace('127.0.0.1', 'localhost');
    const session = await logIn(app.http, 'olivia');
    [token, olivia] = [session.accessToken, Number(session.userId)];
    const rows: { id: number; name: string }[] = await app.dataSource.query('SELECT id, name FROM roles WHERE organization_id = 1');
    roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  });
  afterAll(() => app.close());

  /** A test that ended a moment ago. */
  const tested = async (connection: number, roleChanges: object = {}): Promise<void> => {
    const held = { role: 'owner', workspaces: [] };
    const met = { groupId: 'Analysts', workspaceId: 1 };
    const outcome = {
      subject: 'olivia',
      claims: { groups: ['Analysts', 'Everyone'] },
      mapping: { email: 'olivia@delta.example', email_verified: true, name: 'Olivia', groups: ['Analysts', 'Everyone'] },
      would: { outcome: 'log_in', user_id: olivia, fault: null },
      roles: {
        ...{ decidedBy: 'claims', groupsSaid: 'listed', received: 2, isWithheld: false },
        met: [
          { ...met, roleId: roles['editor'], counts: true },
          { ...met, groupId: 'Everyone', roleId: roles['viewer'], counts: false },
        ],
        before: held,
        after: { ...held, workspaces: [{ workspaceId: 1, role: 'editor' }] },
        ...roleChanges,
      },
      fault: null,
    };
    const steps = [
      { step: 'groups', outcome: 'warned', message: 'Groups in the answer: 2. Rows of the mapping that name one of them: 2.' },
    ];
    await app.dataSource.query(
      `INSERT INTO sso_tests (organization_id, connection_id, configuration_version, started_by, ticket_hash, status, steps, outcome, started_at,
                              expires_at, finished_at)
       VALUES (1, $1, 1, $2, $3, 'passed', $4, $5, now(), now(), now())`,
      [connection, olivia, randomBytes(32), JSON.stringify(steps), JSON.stringify(outcome)],
    );
  };

  it.each([
    ['English', ENGLISH, 'light', 1280],
    ['Deutsch', GERMAN, 'dark', 360],
  ] as const)('are mapped to roles, and a test shows what they would change: %s', async (language, t, colorScheme, width) => {
    const connection = await activeConnection(app, { issuer: 'https://login.microsoftonline.com/0b5c/v2.0', clientSecret: 'x' });
    await app.dataSource.query(`UPDATE workspaces SET name = 'Default' WHERE id = 1`);
    const mapping = () => app.http.get(`/api/v1/sso/connections/${connection}/group-mapping`, { token });
    const { page, violations } = await open(address, { colorScheme });
    await enter(page, address, 'olivia');
    await page.getByRole('combobox').filter({ hasText: 'Deutsch' }).selectOption({ label: language });
    await page.setViewportSize({ width, height: 900 });
    const root = `${address}/organizations/1/sso/${connection}`;
    await page.goto(`${root}?step=overview`);
    await page.getByRole('heading', { name: t.card }).waitFor();
    const add = async (group: string, role: string): Promise<void> => {
      await page.getByLabel(t.group, { exact: true }).fill(group);
      await page.getByLabel(t.role, { exact: true }).selectOption({ label: role });
      await page.getByLabel(t.where, { exact: true }).selectOption('1');
      await page.getByRole('button', { name: t.add }).click();
    };
    await add('Analysts', 'editor');
    await add('Everyone', 'viewer');
    await page.getByLabel(t.absent).selectOption('none');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: t.save }).click();
    await page.getByText(t.saved).waitFor();
    expect((await mapping()).body.data.group_mapping).toEqual({
      mappings: [
        { group: 'Analysts', role_id: roles['editor'], workspace_id: 1 },
        { group: 'Everyone', role_id: roles['viewer'], workspace_id: 1 },
      ],
      absent_groups: 'none',
      responsible_user_id: olivia,
    });
    await tested(connection);
    await page.goto(`${root}?step=test`);
    await page.getByRole('heading', { name: t.rehearsed }).waitFor();
    await page.getByText(t.after).waitFor();
    await page.getByText(t.counts).waitFor();
    await page.getByText(t.compare).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const notes = [
      [{ decidedBy: 'directory' }, t.cures.directory],
      [{ isWithheld: true }, t.cures.withheld],
      [{ groupsSaid: 'incomplete' }, t.cures.incomplete],
    ] as const;
    for (const [roleChanges, cure] of notes) {
      await tested(connection, roleChanges);
      await page.reload();
      await page.getByRole('heading', { name: t.rehearsed }).waitFor();
      if (cure !== null) await page.getByText(cure).waitFor();
      expect(await page.getByText(t.compare).count()).toBe(0);
    }
    // Nobody is responsible for the rows any more, so a person who may give the roles saves them again.
    await app.dataSource.query('UPDATE sso_group_settings SET responsible_user_id = NULL WHERE connection_id = $1', [connection]);
    await page.goto(`${root}?step=overview`);
    await page.getByRole('button', { name: t.save }).click();
    await page.getByText(t.saved).waitFor();
    expect((await mapping()).body.data.is_withheld).toBe(false);
    expect(violations).toEqual([]);
  });
});
