import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DisableAllPolicies } from '../../src/abac/application/disable-all-policies.js';
import { Mailbox } from '../support/mailbox.js';
import { putInForce } from '../support/policies.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const SHUT = 'forbid (principal, action, resource);';

describe('access policies that keep out every owner', () => {
  let app: TestApp, other: TestApp;
  let mailbox: Mailbox;
  let olivia: LoggedIn, oscar: LoggedIn;

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const entered = async ({ accessToken: token }: LoggedIn, organization: number): Promise<unknown[]> => {
    const { status, body } = await app.http.get(`/api/v1/organizations/${organization}/members`, { token });
    return [status, body.code];
  };
  /** On another instance, as a command is. */
  const disable = (organization: number) => other.app.get(DisableAllPolicies, { strict: false }).execute(organization);

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    other = await startTestApp({
      environment: mailbox.environment,
      clock: app.clock,
      database: { url: app.databaseUrl },
    });
    [olivia, oscar] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'oscar')];
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await mailbox.close();
  });

  it('are disabled by the operator, on all instances, and the owners are told which', async () => {
    await putInForce(app, 2, { Theirs: SHUT });
    await putInForce(app, 1, { 'Office hours': SHUT, 'A second\none': SHUT });
    await sql(
      `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at) VALUES (1, 'A draft', 'draft', now(), now())`,
    );
    expect(await entered(olivia, 1)).toEqual([403, 'POLICY_REFUSED']);
    expect(await disable(1)).toEqual(['Office hours', 'A second\none']);
    expect([await entered(olivia, 1), await entered(oscar, 2)]).toEqual([
      [200, undefined],
      [403, 'POLICY_REFUSED'],
    ]);
    const states = 'SELECT name, status FROM abac_policies WHERE organization_id = 1 ORDER BY id';
    expect((await sql(states)).map((one: { status: string }) => one.status)).toEqual(['disabled', 'disabled', 'draft']);
    const trail = await sql(
      `SELECT actor_user_id AS by, organization_id AS organization, detail->>'from' AS from FROM audit_events
        WHERE action = 'abac.policy.disabled' AND outcome = 'success' ORDER BY id`,
    );
    expect(trail).toEqual([1, 2].map(() => ({ by: null, organization: 1, from: 'active' })));
    const told = (await mailbox.arrived(app)).filter(({ subject }) => subject?.includes('are disabled') === true);
    expect(told.map(({ to }) => to?.[0]?.address)).toEqual(['olivia@delta.example']);
    expect(told[0]?.text).toContain('  Office hours\n  A second one\n');
  });

  it('are gone with it: a second time nothing happens, and nobody is told', async () => {
    expect(await disable(1)).toEqual([]);
    expect(await mailbox.arrived(app)).toEqual([]);
    await expect(disable(4711)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
