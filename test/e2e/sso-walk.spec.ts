import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type DemoIdp, startDemoIdp } from '../support/demo-idp.js';
import { type DemoModel, startDemoModel } from '../support/demo-model.js';
import { MachineClock } from '../support/machine-clock.js';
import { type TestApp, startTestApp } from '../support/test-app.js';
import { TOURS, commandsOf, expectInOrder, expectLineEnds, followTour, runCommands, whereCurlIs } from '../support/tours.js';

const ADDRESS = 'localhost:3000';

describe('the way from passwords to single sign-on', () => {
  let app: TestApp;
  let idp: DemoIdp;
  let model: DemoModel;
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'headgate-walk-'));
    [idp, model] = await Promise.all([startDemoIdp(), startDemoModel()]);
    // The commands and the provider go by the real time.
    app = await startTestApp({
      clock: new MachineClock(),
      environment: {
        PUBLIC_URL: `http://${ADDRESS}`,
        SSO_NAME_SERVERS: idp.nameServer,
        SSO_NETWORKS: 'loopback',
        SSO_BREAK_GLASS_TOTP: 'true',
        LLM_BASE_URL: model.baseUrl,
        LLM_MODEL: 'demo',
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([idp.stop(), model.stop()]);
    await rm(home, { recursive: true, force: true });
  });

  whereCurlIs(
    'is walked from the first connection to single sign-on of all members, and back',
    async () => {
      const script = commandsOf('docs/from-passwords-to-sso.md').replaceAll('http://127.0.0.1:9400', idp.issuer);
      // The address that the page names is the one that the service gives out; it listens elsewhere.
      await writeFile(join(home, '.curlrc'), `connect-to = "${ADDRESS}:${new URL(app.url).host}"\n`);
      const stdout = await runCommands(script, { CURL_HOME: home });
      const seen = [
        ...[
          '"recovery_codes":[',
          '"status":"verified"',
          '"group":"administrators"',
          '"status":"passed"',
          '"status":"active"',
          '"mode":"optional"',
        ],
        ...['"drilled_at":"', '"access_token":"', '"migration_plan":{"users_already_using_sso":1', '"username":"vera"'],
        ...['"code":"MEMBERS_NOT_READY"', '"status":"draft"', '"message":"Wave started."', '"state":"enforced"'],
        ...['"code":"SSO_REQUIRED"', '"access_token":"', '"status":"enforced","state":"enforced"}', '"stuck_members":0'],
        ...['"status":"rolled_back"', '"access_token":"'],
        ...['"blockers":[{"code":"ADMIN_HAS_LOGGED_IN_BY_SSO"', '{"code":"PLAN_FRESH"', '"never_signed_on_count":1'],
        ...['"code":"ENFORCEMENT_BLOCKED"', '{"code":"ADMIN_HAS_LOGGED_IN_BY_SSO"', '{"code":"PLAN_FRESH"'],
        ...['"role":{', '"migration_plan":{', '"blockers":[]', '"mode":"required"'],
        ...['"code":"SSO_REQUIRED"', '"start_url":"', '"code":"SSO_REQUIRED"', '"access_token":"', '"access_token":"'],
        ...['"action":"sso.break_glass.used"', '"mode":"optional"', '"required_since":null', '"access_token":"'],
        ...['"code":"MFA_REQUIRED"', '"access_token":"', '"mode":"off"', '"access_token":"', '"access_token":"'],
        ...['"message":"Break-glass accounts designated."', '"message":"Connection deleted."', '"message":"Factor removed."'],
        '"message":"Factor removed."',
      ];
      expectInOrder(stdout, seen);
      expectLineEnds(stdout);
      // Hundreds of short processes, on a machine that may be busy.
    },
    180_000,
  );

  // Where people log in, prove a second factor and come from a directory; the other tours have a service of their own in `tours.spec.ts`.
  const TOUCHED = TOURS.filter(({ page }) => ['README.md', 'docs/tour-people.md', 'docs/tour-directories.md'].includes(page));
  whereCurlIs.each(TOUCHED)('leaves the demo as it was for $page', async ({ page, check }) => check(await followTour(page, app)));
});
