import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoIdp, startDemoIdp } from '../support/demo-idp.js';
import { FixedClock } from '../support/fixed-clock.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const run = promisify(execFile);
const ADDRESS = 'localhost:3000';
/** Node alone must be enough to run the tests. */
const whereCurlIs = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

/** The commands as they are printed, so that nobody copies what does not work; only the addresses differ. */
function commands(): string {
  const page = readFileSync('docs/from-passwords-to-sso.md', 'utf8');
  return [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
}

/** The next code of an app is taken only while it is the next one. */
class RunningClock extends FixedClock {
  override now(): Date {
    return new Date();
  }
}

/** What was answered last says which command it was that failed. */
async function walk(script: string, home: string): Promise<string> {
  try {
    return (await run('bash', ['--norc', '-euc', script], { env: { ...process.env, CURL_HOME: home } })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${stdout.slice(-2_000)}\n${stderr.slice(-1_000)}`, { cause: error });
  }
}

describe('the way from passwords to single sign-on', () => {
  let app: TestApp;
  let idp: DemoIdp;
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'headgate-walk-'));
    idp = await startDemoIdp();
    // The commands and the provider go by the real time.
    app = await startTestApp({
      clock: new RunningClock(),
      environment: {
        PUBLIC_URL: `http://${ADDRESS}`,
        SSO_NAME_SERVERS: idp.nameServer,
        SSO_NETWORKS: 'loopback',
        SSO_BREAK_GLASS_TOTP: 'true',
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await idp.stop();
    await rm(home, { recursive: true, force: true });
  });

  whereCurlIs(
    'is walked from the first connection to single sign-on of everybody, and back',
    async () => {
      const script = commands().replaceAll('http://127.0.0.1:9400', idp.issuer);
      // The address that the page names is the one that the service gives out; it listens elsewhere.
      await writeFile(join(home, '.curlrc'), `connect-to = "${ADDRESS}:${new URL(app.url).host}"\n`);
      const stdout = await walk(script, home);
      const seen = [
        ...['"recovery_codes":[', '"status":"verified"', '"status":"passed"', '"status":"active"', '"mode":"optional"'],
        ...['"drilled_at":"', '"access_token":"', '"migration_plan":{"users_already_using_sso":1', '"username":"vera"'],
        ...['"code":"MEMBERS_NOT_READY"', '"status":"draft"', '"message":"Wave started."', '"state":"enforced"'],
        ...[
          '"code":"SSO_REQUIRED"',
          '"access_token":"',
          '"status":"enforced","state":"enforced"}',
          '"stuck_members":0',
        ],
        ...['"status":"rolled_back"', '"access_token":"'],
        ...['"blockers":[{"code":"ADMIN_HAS_LOGGED_IN_BY_SSO"', '{"code":"PLAN_FRESH"', '"never_signed_on_count":1'],
        ...['"code":"ENFORCEMENT_BLOCKED"', '{"code":"ADMIN_HAS_LOGGED_IN_BY_SSO"', '{"code":"PLAN_FRESH"'],
        ...['"role":{', '"migration_plan":{', '"blockers":[]', '"mode":"required"'],
        ...['"code":"SSO_REQUIRED"', '"start_url":"', '"code":"SSO_REQUIRED"', '"access_token":"', '"access_token":"'],
        ...['"action":"sso.break_glass.used"', '"mode":"optional"', '"required_since":null', '"access_token":"'],
        ...['"code":"MFA_REQUIRED"', '"access_token":"', '"mode":"off"', '"access_token":"', '"access_token":"'],
      ];
      let from = 0;
      for (const text of seen) {
        const at = stdout.indexOf(text, from);
        expect([text, at >= from, stdout.slice(from, from + 600)]).toEqual([text, true, expect.anything()]);
        from = at + text.length;
      }
      expect(stdout).not.toContain('"code":"INTERNAL"');
      // Hundreds of short processes, on a machine that may be busy.
    },
    180_000,
  );
});
