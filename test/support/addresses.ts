import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FixedClock } from './fixed-clock.js';
import { type TestApp, logIn, startTestApp } from './test-app.js';
import { Migration } from './waves.js';

export const PAGES = 'web/src/pages';
/** Pages of visitors. */
const OPEN = ['sign-in', 'doors', 'demo'];

/** Every address of the console, as its routes name it: a page that comes is tried without a word here. */
export async function addresses(): Promise<readonly string[]> {
  const areas = (await readdir(PAGES)).filter((area) => !OPEN.includes(area)).map((area) => join(PAGES, area, 'routes.ts'));
  // What others show on their pages has no address.
  const files = await Promise.all(areas.filter((file) => existsSync(file)).map((file) => readFile(file, 'utf8')));
  return files.flatMap((text) =>
    [...text.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)].map(([, parent, path = '']) =>
      parent === 'organizationRoute' ? `/organizations/$organization${path}` : path,
    ),
  );
}

/** @throws Error when nothing is made for a name in it */
export function filled(path: string, samples: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\$\w+/g, (name) => {
    const sample = samples[`${path.split('/')[3]} ${name}`] ?? samples[name];
    if (sample === undefined) throw new Error(`Give a sample for ${name} of ${path}.`);
    return sample;
  });
}

export interface SampledApp {
  readonly app: TestApp;
  readonly address: string;
  readonly samples: Readonly<Record<string, string>>;
}

/** An application for a browser, with something at each address. */
export async function startSampled(): Promise<SampledApp> {
  const environment = { PUBLIC_URL: 'http://localhost', RATE_LIMIT_MULTIPLIER: '1000000' };
  const app = await startTestApp({ clock: new FixedClock(new Date()), environment });
  return { app, address: app.url.replace('127.0.0.1', 'localhost'), samples: await sampled(app) };
}

/** Something for each address with a name in it. */
async function sampled(app: TestApp): Promise<Readonly<Record<string, string>>> {
  const { http } = app;
  const migration = await Migration.prepare(app);
  await migration.wave({ user_ids: [migration.ids.mia] });
  // They sign in by their passwords alone here.
  await app.dataSource.query('DELETE FROM mfa_factors');
  const { accessToken: token } = await logIn(http, 'olivia');
  const first = async (path: string, name: string): Promise<string> => String((await http.get(path, { token })).body.data[name][0].id);
  const made = async (path: string, body: object, name: string): Promise<string> =>
    String((await http.post(path, body, { token })).body.data[name].id);
  const rules = [{ kind: 'tag', tag: 'email', effect: 'hash' }];
  const source = await first('/api/v1/data-sources?organization_id=1', 'data_sources');
  const connection = { organization_id: 1, name: 'Other', engine: 'sqlite', connection: { file: 'other.db' } };
  const other = await made('/api/v1/data-sources', connection, 'data_source');
  return {
    $organization: '1',
    $user: '1',
    $workspace: '1',
    $number: '1',
    $role: await first('/api/v1/organizations/1/roles', 'roles'),
    $source: source,
    // Its page runs it, and that source has no history.
    $question: await made(`/api/v1/data-sources/${other}/saved-questions`, { title: 'Rivers', sql: 'SELECT 1' }, 'saved_question'),
    $board: await made('/api/v1/boards', { organization_id: 1, name: 'Rivers', question_ids: [] }, 'board'),
    $template: await first('/api/v1/prompt-templates?organization_id=1', 'prompt_templates'),
    $connection: String(migration.connectionId),
    $webhook: await made('/api/v1/organizations/1/webhooks', { name: 'SIEM', url: 'https://receiver.example', actions: [] }, 'webhook'),
    'data-policies $policy': await made('/api/v1/sso/abac/data-policies', { organization_id: 1, name: 'Addresses', rules }, 'data_policy'),
    'policies $policy': await made(
      '/api/v1/sso/abac/policies',
      { organization_id: 1, name: 'Nobody', text: 'forbid (principal == User::"2000000000", action, resource);' },
      'policy',
    ),
  };
}
