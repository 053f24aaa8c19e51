import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../src/platform/config/config.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import { FixedClock } from '../support/fixed-clock.js';
import { startDemoModel } from '../support/demo-model.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const run = promisify(execFile);
/** Node alone must be enough to run the tests. */
const whereCurlIs = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

/** The first commands below a heading, as they are printed: nobody is to copy what does not work. */
function tour(page: string, heading: string): string {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(heading);
  return (from < 0 ? undefined : /```sh\n([\s\S]*?)```/.exec(text.slice(from))?.[1]) ?? '';
}

describe('the tours of the README and the docs', () => {
  let app: TestApp;
  beforeAll(async () => {
    // The commands compute codes by the real time.
    app = await startTestApp({ clock: new FixedClock(new Date()) });
  });
  afterAll(() => app.close());

  const mailDirectory = (): string => join(app.app.get(Config).dataDirectory, 'mail');
  const follow = async (page: string, heading: string, on = app): Promise<string> => {
    const script = tour(page, heading)
      .replaceAll('http://localhost:3000', on.url)
      .replaceAll('.data/mail', mailDirectory());
    expect(script).not.toBe('');
    return (await run('bash', ['-euc', script])).stdout;
  };

  whereCurlIs('shows on one screen a second factor, a discovery, a query, and what is refused', async () => {
    // On an installation of its own: a code of mia's app is good once, and the other tours need one in the same half minute.
    const own = await startTestApp({ clock: app.clock });
    const output = await follow('README.md', '## A tour of one screen', own).finally(() => own.close());
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { code?: string; data?: object });
    expect(lines).toEqual([
      expect.objectContaining({ code: 'MFA_REQUIRED' }),
      expect.objectContaining({
        data: expect.objectContaining({ user: expect.objectContaining({ username: 'mia' }) }),
      }),
      expect.objectContaining({ data: expect.objectContaining({ total_tables: 5 }) }),
      expect.objectContaining({
        data: expect.objectContaining({
          rows: [
            ['Asia', 127],
            ['North America', 118],
          ],
        }),
      }),
      expect.objectContaining({ code: 'QUERY_REJECTED' }),
    ]);
  });

  whereCurlIs('logs in, reads, refreshes and logs out', async () => {
    const output = await follow('docs/tour-people.md', '## Log in, read, log out');
    expect(output).toContain('"username":"olivia"');
    expect(output).toContain('"name":"Nile"');
    expect(output).toContain('"sessions":[');
    expect(output).toContain('204 No Content');
    expect(output).toMatch(/"code":"UNAUTHORIZED"[^{]*$/);
  });

  whereCurlIs('invites, accepts, edits a role and settings, reads the trail and verifies its chain', async () => {
    const worker = app.app.get(GraphileWorker);
    const delivered = setInterval(() => void worker.runDue(), 200);
    const output = await follow('docs/tour-administrators.md', 'olivia owns organization 1').finally(() =>
      clearInterval(delivered),
    );
    expect(output).toContain('To: ines@delta.example');
    expect(output).toContain('"username":"ines"');
    expect(output).toContain('"permissions":["workspace.read","query.run"]');
    expect(output).toContain('"custom_settings":{"unit":"m3/s"}');
    expect(output).toContain('"action":"workspace.updated"');
    expect(output).toContain('"verified":true');
  });

  whereCurlIs('discovers the sample database, draws it and puts it into words', async () => {
    const output = await follow('docs/tour-analysts.md', '## Discover a data source');
    expect(output).toContain('"has_password":true');
    expect(output).toContain('"ok":true');
    expect(
      output.match(/"schemas_discovered":\[{"schema_name":"hydrology","tables_count":5,"views_count":2}\]/g),
    ).toHaveLength(3);
    expect(output).toContain('erDiagram');
    expect(output).toContain('CREATE TABLE');
    expect(output).toContain('202 Accepted');
    expect(output).not.toContain('"success":false');
  });

  whereCurlIs(
    'fills in a template, queries by hand, is kept from harm, and asks a model when there is one',
    async () => {
      const without = await follow('docs/tour-analysts.md', '## Run a template and a query');
      expect(without).toContain('"text":"Which are the 3 longest rivers of Africa?');
      expect(without).toContain('"field":"parameters.continent"');
      expect(without).toContain('["Asia",');
      expect(without).toContain('"code":"QUERY_REJECTED"');
      expect(without).toContain('"rule":"one_statement"');
      expect(without).toContain('"code":"MODEL_NOT_CONFIGURED"');
      expect(without).toContain('"query_executions":[{');
      const model = await startDemoModel();
      const environment = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'demo' };
      const asking = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl }, environment });
      try {
        const output = await follow('docs/tour-analysts.md', '## Run a template and a query', asking);
        expect(output).toMatch(/"rows":\[\["Nile",\d+\],\["Congo",\d+\],\["Niger",\d+\]\]/);
      } finally {
        await asking.close();
        await model.stop();
      }
    },
  );

  whereCurlIs('asks mia for her second factor, trusts a device, skips MFA, revokes it and asks again', async () => {
    const output = await follow('docs/tour-people.md', '## Answer a second factor, trust a device');
    const seen = [
      ...['"code":"MFA_REQUIRED"', '"device_activation":{', '"device_name":"curl', '"refresh_token":"'],
      ...['"data":{"success":true}', '"status":"revoked"', '"code":"MFA_REQUIRED"'],
    ];
    let from = 0;
    for (const text of seen) {
      const at = output.indexOf(text, from);
      expect([text, at >= from]).toEqual([text, true]);
      from = at + text.length;
    }
    expect(output).not.toContain('"code":"INTERNAL"');
  });

  whereCurlIs('provisions, patches, deactivates and finds a person over SCIM, and deletes them again', async () => {
    const output = await follow('docs/tour-directories.md', 'The demo organization has a provisioning token');
    expect(output).toContain('"cursor":true');
    expect(output).toContain('"userName":"vera@delta.example"');
    expect(output).toContain('"phoneNumbers":[{"type":"work","value":"+44 20 7946 0000"}]');
    expect(output).toContain('"display":"ravi@delta.example"');
    expect(output).toMatch(/"totalResults":1,.*"active":false/);
    expect(output).toContain('204 No Content');
    expect(output).toContain('"method":"DELETE"');
    expect(output).not.toContain('"status":"4');
  });
});
