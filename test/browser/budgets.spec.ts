import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { insertEvents } from '../support/audit.js';
import { FixedClock } from '../support/fixed-clock.js';
import { enterByPage, sizeOf } from '../support/pages.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { browser, hasChromium } from './chromium.js';

const KIB = 1024;
const MANY = 100_000;
/** What a reload asks before anything else. */
const SESSION = ['/api/auth/browser/refresh', '/api/v1/me'];

(hasChromium ? describe : describe.skip)('what a page costs (needs Chromium)', () => {
  const open = browser();
  let app: TestApp;
  let address: string;
  let template: number;
  let source: number;
  let connection: number;
  let policy: number;
  let question: number;
  let board: number;

  beforeAll(async () => {
    // The browser goes by the clock of the machine.
    app = await startTestApp({
      clock: new FixedClock(new Date()),
      environment: {
        PUBLIC_URL: 'http://localhost',
        RATE_LIMIT_MULTIPLIER: '1000000',
        // For what the test itself writes; a machine that is slow is no failure.
        DATABASE_STATEMENT_TIMEOUT_SECONDS: '100',
        DATABASE_ANSWER_TIMEOUT_SECONDS: '110',
      },
    });
    address = app.url.replace('127.0.0.1', 'localhost');
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const config = { issuer: 'https://idp.example', client_id: 'headgate', client_secret: 'secret' };
    const begun = { name: 'Provider', type: 'oidc', config };
    connection = (await app.http.post('/api/v1/organizations/1/sso/connections', begun, { token })).body.data.connection.id;
    const first = async (path: string, name: string) => (await app.http.get(path, { token })).body.data[name][0].id;
    template = await first('/api/v1/prompt-templates?organization_id=1', 'prompt_templates');
    source = await first('/api/v1/data-sources?organization_id=1', 'data_sources');
    const rules = [{ kind: 'tag', tag: 'email', effect: 'hash' }];
    const body = { organization_id: 1, name: 'Addresses', rules };
    const { body: made } = await app.http.post('/api/v1/sso/abac/data-policies', body, { token });
    policy = made.data.data_policy.id;
    const saved = await app.http.post(`/api/v1/data-sources/${source}/saved-questions`, { title: 'Rivers', sql: 'SELECT 1' }, { token });
    question = saved.body.data.saved_question.id;
    const sideBySide = { organization_id: 1, name: 'Rivers', question_ids: [question] };
    board = (await app.http.post('/api/v1/boards', sideBySide, { token })).body.data.board.id;
  });
  afterAll(() => app.close());

  /** Files of the pages that an address takes, those of the cache too. */
  async function filesAt(page: Page, path: string): Promise<readonly string[]> {
    await page.goto(`${address}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
    const taken = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const paths = taken.map((name) => new URL(name).pathname).filter((name) => name.startsWith('/assets/'));
    return [...new Set(paths)];
  }
  const weightOf = async (files: readonly string[]): Promise<number> => {
    const sizes = await Promise.all(files.map((path) => sizeOf(app.url, path, '*/*')));
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  it('is four files for the sign-in, which its document names, so that none waits for another', async () => {
    const { page } = await open(address);
    const files = await filesAt(page, '/signin');
    const document = await (await fetch(`${app.url}/signin`, { headers: { Accept: 'text/html' } })).text();
    const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect([...files].sort()).toEqual(named.sort());
    expect(files.length).toBeLessThanOrEqual(4);
    expect(await weightOf(files)).toBeLessThan(103 * KIB);
  });

  it('is two round trips for the sign-in: its document and its files, and no answer of the API', async () => {
    const { page } = await open(address);
    const asked: string[] = [];
    await page.route('**/api/**', (route) => void asked.push(route.request().url()));
    await page.goto(`${address}/signin`);
    await page.getByLabel('Username or e-mail address').fill('olivia');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(asked).toEqual([`${address}/api/auth/sign-in-options`]);
  });

  it('is at most 60 KiB more than the sign-in for every page', async () => {
    const { page } = await open(address);
    const atSignIn = await filesAt(page, '/signin');
    await enterByPage(page, address, 'olivia');
    const paths = [
      '/account',
      ...[
        'members',
        'invitations',
        'roles',
        'workspaces',
        'workspaces/1',
        'sso',
        'sso/new',
        `sso/${connection}`,
        'sso/moves',
        'migration',
        'migration/people',
      ].map((path) => `/organizations/1/${path}`),
      ...['enforcement', 'provisioning', 'provisioning?view=groups', 'provisioning?view=log', 'audit', 'webhooks'].map(
        (path) => `/organizations/1/${path}`,
      ),
      '/organizations/1/questions',
      '/organizations/1/agents',
      '/connect',
      ...['policies', 'policies/new'].map((path) => `/organizations/1/${path}`),
      ...['data-policies', 'data-policies/new', 'data-policies/preview', `data-policies/${policy}`].map(
        (path) => `/organizations/1/${path}`,
      ),
      ...['/data-sources', '/data-sources/new', '/templates/new'],
      ...['schema', 'settings', 'query', 'ask', 'knowledge', 'tags', 'tags?view=suggestions'].map(
        (part) => `/data-sources/${source}/${part}`,
      ),
      ...['/saved-questions', `/saved-questions/${question}`, '/saved-questions/boards', `/saved-questions/boards/${board}`],
      ...['/templates', `/templates/${template}`, `/templates/${template}/edit`],
    ];
    const heavy: Record<string, number> = {};
    const weigh = async (seen: Page, path: string): Promise<void> => {
      const more = [...(await filesAt(seen, path))].filter((file) => !atSignIn.includes(file));
      const letters = more.filter((file) => file.endsWith('.woff2'));
      heavy[path] = Math.ceil((await weightOf(more.filter((file) => !letters.includes(file)))) / KIB);
      // One file, which stays in the cache; names in other scripts take theirs.
      expect(letters.length).toBeLessThanOrEqual(1);
      expect(await weightOf(letters)).toBeLessThan(60 * KIB);
    };
    for (const path of paths) await weigh(page, path);
    const { page: ofAdministrator } = await open(address);
    await enterByPage(ofAdministrator, address, 'sysadmin');
    for (const path of ['accounts', 'accounts?account=3', 'organizations', 'audit', 'audit?view=refusals'])
      await weigh(ofAdministrator, `/admin/${path}`);
    // The frame of the pages itself is part of each.
    expect(Math.min(...Object.values(heavy))).toBeGreaterThan(5);
    expect(Object.entries(heavy).filter(([, weight]) => weight > 60)).toEqual([]);
  });

  describe('with 100,000 rows', () => {
    beforeAll(async () => {
      await insertEvents(app, MANY, { organizationId: 1 });
      await app.dataSource.query('ANALYZE audit_events');
      await app.dataSource.query(
        `WITH people AS (
           INSERT INTO users (username, username_key, email, email_key, status, is_system_admin, trust_epoch, created_at, updated_at)
           SELECT name, name, name || '@delta.example', name || '@delta.example', 'active', false, 1, now(), now()
             FROM (SELECT 'person-' || n AS name FROM generate_series(1, $1::int) n) AS names RETURNING id)
         INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
         SELECT 1, people.id, r.id, now() FROM people JOIN roles r ON r.organization_id = 1 AND r.name = 'viewer'`,
        [MANY],
      );
      await app.dataSource.query('ANALYZE users, organization_members');
    });

    it('is one page of 100,000 events: one request for each step, and as many rows as it shows', async () => {
      const { page } = await open(address);
      await enterByPage(page, address, 'olivia');
      const asked: string[] = [];
      const bodies: Promise<Buffer>[] = [];
      page.on('response', (answer) => {
        const { pathname, search } = new URL(answer.url());
        if (!pathname.endsWith('/audit-events')) return;
        asked.push(search);
        bodies.push(answer.body());
      });
      await page.goto(`${address}/organizations/1/audit`);
      const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr');
      for (const number of [1, 2, 3]) {
        await page.getByText(`Page ${number} of 200`).waitFor();
        await rows.nth(49).waitFor();
        expect(await rows.count()).toBe(50);
        if (number < 3) await page.getByRole('button', { name: 'Next page' }).click();
      }
      expect(asked).toEqual([1, 2, 3].map((number) => `?page=${number}&limit=50`));
      expect(Buffer.concat(await Promise.all(bodies)).length).toBeLessThan(3 * 50 * 600);
    });

    // What a page adds to the time of the API is how many answers stand one behind the other before its rows: none on a click; after a
    // reload those that restore the session, which do not grow with the rows.
    it.each([
      ['Members', '/api/v1/organizations/1/members', 'Members', 25],
      ['Audit', '/api/v1/organizations/1/audit-events', 'Events', 50],
    ])('shows a page of 100,000 %s as soon as its one answer is there, and waits for no other', async (link, path, caption, size) => {
      const { page } = await open(address);
      await enterByPage(page, address, 'olivia');
      await page.goto(`${address}/organizations/1/roles`);
      await page.getByRole('table').first().waitFor();
      const answers = await heldAnswers(page);
      const rows = page.getByRole('table', { name: caption, exact: true }).locator('tbody tr');
      await page.getByRole('link', { name: link, exact: true }).click();
      await answers.pass(path);
      await rows.nth(size - 1).waitFor();
      expect(await rows.count()).toBe(size);

      await page.reload();
      for (const one of [...SESSION, path]) await answers.pass(one);
      await rows.nth(size - 1).waitFor();
      expect(await rows.count()).toBe(size);
      expect(answers.passed()).toEqual([path, ...SESSION, path]);
    });
  });
});

interface HeldAnswers {
  /** Lets one request through that the page has sent, or will send without an answer to any other. */
  pass(path: string): Promise<void>;
  passed(): readonly string[];
}

/** From now on the page gets no answer of the API unless it is let through. */
async function heldAnswers(page: Page): Promise<HeldAnswers> {
  const held: Route[] = [];
  const passed: string[] = [];
  let wake: () => void = () => undefined;
  await page.route('**/api/**', (route) => {
    held.push(route);
    wake();
  });
  return {
    async pass(path) {
      const isWanted = (route: Route): boolean => new URL(route.request().url()).pathname === path;
      for (;;) {
        const at = held.findIndex(isWanted);
        const [route] = at === -1 ? [] : held.splice(at, 1);
        if (route !== undefined) {
          passed.push(path);
          return route.continue();
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    passed: () => passed,
  };
}
