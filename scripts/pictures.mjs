// node scripts/pictures.mjs [address]
// Takes the pictures in docs/pictures from a fresh demo (`npm start` with an empty data directory). It brings the demo into the state that
// the pictures show: a connection to its identity provider, a migration plan with a wave, an access policy that refused a person, a
// discovered database.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const address = process.argv[2] ?? 'http://localhost:3000';
const output = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const SIZE = { width: 1280, height: 860 };
/** This many people come through the identity provider. */
const NEWCOMERS = 7;
const NAMES = [
  'amara',
  'bela',
  'chidi',
  'dana',
  'elif',
  'farid',
  'gita',
  'hugo',
  'ines',
  'jonas',
  'kaya',
  'liam',
  'mina',
  'noor',
  'otto',
  'petra',
];
const PASSWORD = 'river-delta-headgate';

const browser = await chromium.launch({
  executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function api(token, method, path, body, version) {
  const response = await fetch(address + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(version && { 'If-Match': version }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.message}`);
  return answer.data ?? answer;
}

/** People whom a directory has brought: a migration has something to show. */
async function provision(token) {
  for (const name of NAMES.slice(NEWCOMERS)) {
    const response = await fetch(`${address}/scim/v2/Users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/scim+json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `${name}@delta.example`,
        emails: [{ value: `${name}@delta.example`, primary: true }],
        active: true,
      }),
    });
    if (!response.ok) throw new Error(`${name} was not provisioned: ${await response.text()}`);
  }
}

async function signOn(start, person, then = async () => undefined) {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto(start);
  await page.getByRole('textbox', { name: 'Address' }).fill(`${person}@delta.example`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${address}/**`);
  await then(page);
  await page.context().close();
}

async function tokenOf(username) {
  return (await api(null, 'POST', '/api/auth/login', { username, password: PASSWORD })).access_token;
}

/** A policy in force, and a person whom it has refused. */
async function refuse(token) {
  const resource = { type: 'Workspace', labels: ['restricted'] };
  const example = { action: 'workspace.read', resource };
  await api(token, 'PUT', '/api/v1/workspaces/1', { labels: ['restricted'] });
  const { policy } = await api(token, 'POST', '/api/v1/sso/abac/policies', {
    organization_id: 1,
    name: 'Restricted workspaces',
    description: 'Only from a trusted device.',
    text: 'forbid (principal, action, resource is Workspace)\nwhen { resource.labels.contains("restricted") }\nunless { context.deviceTrusted };',
    examples: [
      { ...example, name: 'A trusted device', expected: 'allowed', context: { deviceTrusted: true } },
      { ...example, name: 'Another device', expected: 'refused' },
    ],
  });
  await api(token, 'POST', `/api/v1/sso/abac/policies/${policy.id}/versions/1/activate`, undefined, '"1"');
  const isRefused = await api(await tokenOf('vera'), 'GET', '/api/v1/workspaces/1').catch(() => true);
  if (isRefused !== true) throw new Error('The policy did not refuse vera.');
  return policy.id;
}

async function prepare() {
  const token = await tokenOf('olivia');
  const demo = await api(null, 'GET', '/api/demo');
  await provision(demo.secrets.scim_token);
  const { oidc } = demo.identity_provider;
  const { issuer, client_id, client_secret } = oidc;
  const { connection } = await api(token, 'POST', '/api/v1/organizations/1/sso/connections', {
    name: 'Company login',
    type: 'oidc',
    config: { issuer, client_id, client_secret, provisions: true },
  });
  const { test } = await api(token, 'POST', `/api/v1/sso/connections/${connection.id}/test`);
  await signOn(test.start_url, 'olivia');
  await api(token, 'POST', `/api/v1/sso/connections/${connection.id}/activate`);
  for (const name of NAMES.slice(0, NEWCOMERS)) {
    await signOn(`${address}/api/auth/sso/${connection.id}/start`, name, async (page) => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    });
  }
  await api(token, 'POST', '/api/v1/sso/enforcement/migration-plan/1');
  await api(token, 'POST', '/api/v1/data-sources/1/discover-schema');
  return { connection: connection.id, policy: await refuse(token) };
}

async function enter(scheme) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: scheme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${address}/signin`);
  await page.getByLabel('Username or e-mail address').fill('olivia');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  return page;
}

async function take(page, name, path, scheme, before = async () => undefined) {
  await page.goto(address + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await before(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(output, `${name}-${scheme}.png`), animations: 'disabled', caret: 'hide' });
}

await mkdir(output, { recursive: true });
const { connection, policy } = await prepare();
const SQL = 'SELECT continent, count(*) AS rivers, max(length_km) AS longest\nFROM rivers\nGROUP BY continent\nORDER BY rivers DESC';
for (const scheme of ['light', 'dark']) {
  const outside = await (await browser.newContext({ viewport: SIZE, colorScheme: scheme, locale: 'en-GB' })).newPage();
  await take(outside, 'sign-in', '/signin', scheme);
  await outside.context().close();
  const page = await enter(scheme);
  await take(page, 'migration', '/organizations/1/migration', scheme);
  await take(page, 'members', '/organizations/1/members', scheme);
  await take(page, 'single-sign-on', `/organizations/1/sso/${connection}`, scheme);
  await take(page, 'policy', `/organizations/1/policies/${policy}`, scheme);
  await take(page, 'refusal', '/organizations/1/policies/decisions', scheme, async () => {
    await page.getByRole('button', { name: 'Explain' }).first().click();
    await page.getByText('What would change it').waitFor();
  });
  await take(page, 'schema', '/data-sources/1/schema', scheme, async () => {
    await page.getByRole('link', { name: 'rivers', exact: true }).first().click();
    await page.getByText('length_km').first().waitFor();
  });
  await take(page, 'query', '/data-sources/1/query', scheme, async () => {
    await page.getByRole('textbox', { name: /SQL/ }).click();
    await page.keyboard.insertText(SQL);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('cell', { name: 'Asia' })
      .or(page.getByRole('rowheader', { name: 'Asia' }))
      .first()
      .waitFor();
    await page.getByRole('heading', { name: 'Result' }).scrollIntoViewIfNeeded();
  });
  await page.context().close();
}
await browser.close();
