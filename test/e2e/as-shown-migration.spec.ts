import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StartDueWaves } from '../../src/sso-migration/application/start-due-waves.js';
import { Reader } from '../support/as-shown.js';
import { Mailbox } from '../support/mailbox.js';
import { logInWithTotp } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { addBreakGlass, enrol, logInBySso, userIdOf } from '../support/sign-on.js';
import { Migration } from '../support/waves.js';

const BASE = '/api/v1/sso/enforcement/migration-plan/1';

describe('answers about a migration are as the document shows them', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let migration: Migration;
  let reader: Reader;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { SSO_BREAK_GLASS_TOTP: 'true', ...mailbox.environment } });
    migration = await Migration.prepare(app);
    reader = new Reader(app, (await logIn(app.http, 'sysadmin')).accessToken);
  });
  beforeEach(async () => {
    await logInWithTotp(app);
    reader.token = (await logIn(app.http, 'sysadmin')).accessToken;
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  it('of plans', async () => {
    await sql('DELETE FROM sso_break_glass WHERE user_id = $1', [await userIdOf(app, 'nora')]);
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [migration.ids.vera]);
    await migration.plan();
    app.clock.advance({ minutes: 1 });
    await enrol(app, 'vera');
    await migration.plan();
    await reader.shown('GET', BASE);
    await addBreakGlass(app, 'nora');
    expect(reader.unlike()).toEqual([]);
  });

  it('of waves and their members', async () => {
    const { mia, vera } = migration.ids;
    const starts_at = new Date(app.clock.now().getTime() + 10 * 86_400_000).toISOString();
    const number = await migration.wave({ user_ids: [mia, vera], name: 'Pilot', starts_at });
    await mailbox.arrived(app);
    await reader.shown('GET', `${BASE}/users`);
    await sql('UPDATE sso_break_glass SET drilled_at = NULL');
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [vera]);
    await reader.shown('GET', `${BASE}/waves/${number}/preview`);
    await sql('UPDATE sso_break_glass SET drilled_at = $1', [app.clock.now()]);
    app.clock.advance({ days: 10 });
    await app.app.get(StartDueWaves, { strict: false }).execute();
    app.clock.advance({ minutes: 20 });
    await logInBySso(app, 'mia', migration.connectionId);
    reader.token = (await logIn(app.http, 'sysadmin')).accessToken;
    await reader.shown('GET', `${BASE}/waves`);
    await reader.shown('GET', `${BASE}/waves/${number}`);
    expect(reader.unlike()).toEqual([]);
  });
});
