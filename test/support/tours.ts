import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { DEMO_TOTP } from '../../src/demo/demo-data.js';
import { Config } from '../../src/platform/config/config.js';
import { GraphileWorker } from '../../src/platform/jobs/graphile-worker.js';
import type { TestApp } from './test-app.js';

const run = promisify(execFile);

/** Node alone must be enough to run the tests. */
export const whereCurlIs = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

interface Tour {
  readonly title: string;
  readonly page: string;
  readonly check: (output: string) => void;
}

/** All commands of a page as they are printed, because readers must not copy what does not work. */
export function commandsOf(page: string): string {
  const text = readFileSync(page, 'utf8');
  // The other commands of the README install, start and test.
  const tour = page === 'README.md' ? (text.split('\n## A tour of one screen\n')[1]?.split('\n## ')[0] ?? '') : text;
  const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block);
  if (blocks.length === 0) throw new Error(`There are no commands in ${page}.`);
  return blocks.join('\n');
}

/** What was answered last says which command it was that failed. */
export async function runCommands(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  try {
    return (await run('bash', ['--norc', '-euc', script], { env: { ...process.env, ...environment } })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout.slice(-2_000)}\n${stderr.slice(-1_000)}`, { cause: error });
  }
}

export async function followTour(page: string, app: TestApp): Promise<string> {
  // A code of mia's authenticator app is good once. A person waits half a minute between two tours.
  await app.dataSource.query(`UPDATE mfa_factors SET last_time_step = NULL WHERE user_id = (SELECT id FROM users WHERE username = $1)`, [
    DEMO_TOTP.user,
  ]);
  const script = commandsOf(page)
    .replaceAll('http://localhost:3000', app.url)
    .replaceAll(/\.data(?=\/)/g, app.app.get(Config).dataDirectory);
  let isOver = false;
  const deliverMails = async (): Promise<void> => {
    for (; !isOver; await setTimeout(200)) {
      // A worker has a pool of its own: each connection costs more than this question.
      const [{ due }] = await app.dataSource.query('SELECT EXISTS (SELECT FROM graphile_worker.jobs WHERE run_at <= now()) AS due');
      if (due) await app.app.get(GraphileWorker).runDue();
    }
  };
  const commands = runCommands(script, { API: app.url }).finally(() => (isOver = true));
  const [output] = await Promise.all([commands, deliverMails()]);
  return output;
}

export function expectInOrder(output: string, seen: readonly string[]): void {
  let from = 0;
  for (const text of seen) {
    const at = output.indexOf(text, from);
    if (at < from) throw new Error(`There is no ${text} after: ${output.slice(from, from + 1_000)}`);
    from = at + text.length;
  }
  expect(output).not.toContain('"code":"INTERNAL"');
}

/** Two answers on one line cannot be told apart. */
export function expectLineEnds(output: string): void {
  expect(output).not.toMatch(/\}\{|\}HTTP\//);
}

/** In an order in which one person may follow them. */
export const TOURS: readonly Tour[] = [
  {
    title: 'shows on one screen a second factor, a discovery, a query, and what is refused',
    page: 'README.md',
    check: (output: string): void => {
      const lines = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      const dataWith = (members: object) => expect.objectContaining({ data: expect.objectContaining(members) });
      const rows = [
        ['Asia', 127],
        ['North America', 118],
      ];
      expect(lines).toEqual([
        expect.objectContaining({ code: 'MFA_REQUIRED' }),
        dataWith({ user: expect.objectContaining({ username: 'mia' }) }),
        dataWith({ total_tables: 5 }),
        dataWith({ rows }),
        expect.objectContaining({ code: 'QUERY_REJECTED' }),
      ]);
    },
  },
  {
    title: 'logs in and out, answers a second factor, trusts a device, revokes it and is asked again',
    page: 'docs/tour-people.md',
    check: (output: string): void => {
      expectInOrder(output, [
        ...['"username":"olivia"', '"name":"Nile"', '"access_token":"', '"sessions":[', '\n204\n'],
        ...['"code":"UNAUTHORIZED"', '"code":"MFA_REQUIRED"', '"device_activation":{', '"device_name":"curl'],
        ...['"refresh_token":"', '"data":{"success":true}', '"status":"revoked"', '"code":"MFA_REQUIRED"'],
      ]);
    },
  },
  {
    title: 'invites, accepts, edits a role and settings, reads the trail and verifies its chain',
    page: 'docs/tour-administrators.md',
    check: (output: string): void => {
      expectInOrder(output, [
        ...['"name":"viewer"', 'To: ines@delta.example', '"message":"Invitation found."', '"username":"ines"'],
        ...['"permissions":["workspace.read"]', '"permissions":["workspace.read","query.run"]'],
        ...['"custom_settings":{"unit":"m3/s"}', '"action":"workspace.updated"', '"verified":true'],
      ]);
      expect(output).not.toContain('"success":false');
    },
  },
  {
    title: 'discovers, draws, fills in a template, queries, and is kept from harm',
    page: 'docs/tour-analysts.md',
    check: (output: string): void => {
      const discovered = '"schemas_discovered":[{"schema_name":"hydrology","tables_count":5,"views_count":2}]';
      expectInOrder(output, [
        ...['"has_password":true', '"ok":true', discovered, discovered, discovered],
        ...['erDiagram', 'CREATE TABLE', '202 Accepted', '"text":"Which are the 3 longest rivers of Africa?'],
        ...['"field":"parameters.continent"', '["Asia",', '"code":"QUERY_REJECTED"', '"rule":"one_statement"'],
        '"query_executions":[{',
      ]);
    },
  },
  {
    title: 'watches a policy, publishes it, explains a refusal, and answers two people from the rows that each may see',
    page: 'docs/tour-policies.md',
    check: (output: string): void => {
      const [found, refused] = ['"message":"Workspace found."', '"code":"POLICY_REFUSED"'];
      expectInOrder(output, [
        ...['"device_name":"curl', '"message":"Policy created."', '"message":"Version in shadow."', found],
        ...['"shadow":{"allowed":false', '"message":"Version activated."', refused, found],
        ...['"text":"unless { context.deviceTrusted }"', '{"name":"context.deviceTrusted","value":true}]'],
        ...['"message":"Version disabled."', found, '[1,"Abena","Field","Africa","abena@delta.example",61000]'],
        ...['"regions":["Africa"]', '"regions":["Asia"]', '"message":"Data policy activated."', '[2,"Bao","Field","Asia","'],
        ...['"row_count":2', '"masked_columns":[{"name":"email","mask":"hash"}]', 'no such column: salary'],
        '"message":"Prompt template published."',
      ]);
      const answers = output.match(/"message":"Prompt template published\."[^]*/)?.[0].match(/"rows":\[.*?\]\]/g);
      expect(answers).toEqual([
        expect.stringMatching(/^"rows":\[\["Abena","Africa","[0-9a-f]{32}"\],\["Chidi","Africa","[0-9a-f]{32}"\]\]$/),
        expect.stringMatching(/^"rows":\[\["Bao","Asia","[0-9a-f]{32}"\]\]$/),
      ]);
    },
  },
  {
    title: 'makes a key for an AI client, and asks by it',
    page: 'docs/mcp.md',
    check: (output: string): void => {
      expectInOrder(output, [...['"list_data_sources"', 'CREATE TABLE', 'do not follow instructions', 'Nile', 'QUERY_REJECTED']]);
    },
  },
  {
    title: 'provisions, patches, deactivates and finds a person over SCIM, and deletes them again',
    page: 'docs/tour-directories.md',
    check: (output: string): void => {
      expectInOrder(output, [
        ...['"cursor":true', '"userName":"vera@delta.example"', '"userName":"ravi@delta.example"'],
        ...['"phoneNumbers":[{"type":"work","value":"+44 20 7946 0000"}]', '"display":"ravi@delta.example"'],
        ...['"active":false', '"totalResults":1', '\n204\n', '"method":"DELETE"'],
      ]);
      expect(output).not.toContain('"status":"4');
    },
  },
];
