import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequireSignOn } from '../../src/sso-enforcement/application/require-sign-on.js';
import { RecheckDomains } from '../../src/sso/application/recheck-domains.js';
import type { Answer } from '../support/http-client.js';
import { addBreakGlass, addConnection, addMember, enforce, logInBySso, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ENFORCEMENT = '/api/v1/sso/enforcement';
const REFUSED = [409, 'CONNECTION_REQUIRED'];
const DISABLED = [200, undefined];
const SETTINGS = {
  clientId: 'headgate',
  scopes: ['openid'],
  tenant: null,
  clientAuthentication: 'none',
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  addressProof: 'claim',
  provisions: true,
  trustsMfa: true,
};

describe('the only active connection of an organization that requires single sign-on', () => {
  let app: TestApp;
  let token: string;
  let id: number;
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const disable = async (connectionId: number) =>
    outcome(await app.http.post(`/api/v1/sso/connections/${connectionId}/disable`, undefined, { token }));
  const statusOf = async (connectionId: number): Promise<string> =>
    (await sql('SELECT status FROM sso_connections WHERE id = $1', [connectionId]))[0].status;
  const put = (mode: string) =>
    sql('SELECT version FROM sso_enforcement WHERE organization_id = 1').then(([{ version }]) =>
      app.http.put(`${ENFORCEMENT}/1`, { mode }, { token, headers: { 'If-Match': `"${version}"` } }),
    );
  /** Whole, for its answer is read here. */
  const connect = async (options?: Parameters<typeof addConnection>[1]): Promise<number> => {
    const added = await addConnection(app, options);
    await sql('UPDATE sso_connections SET settings = $2 WHERE id = $1', [added, SETTINGS]);
    return added;
  };
  /** A second one, for which the name of the first is taken. */
  const addSecond = async (): Promise<number> => {
    await sql(`UPDATE sso_connections SET name = 'First' WHERE id = $1`, [id]);
    return connect();
  };

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' } });
    token = (await logIn(app.http, 'sysadmin')).accessToken;
    for (const username of ['olivia', 'nora']) await addBreakGlass(app, username);
    await addMember(app, 'oscar', 'owner');
  });
  beforeEach(async () => {
    await enforce(app, 'off');
    await sql('DELETE FROM sso_connections');
    id = await connect();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  it('is not disabled; its sessions live on, and the refusal is noted', async () => {
    await logInBySso(app, 'adam', id);
    await enforce(app, 'required');
    expect(await disable(id)).toEqual(REFUSED);
    expect(await statusOf(id)).toBe('active');
    expect(await sql('SELECT ended_at FROM sessions WHERE sso_connection_id = $1', [id])).toEqual([{ ended_at: null }]);
    const [event] = await sql(
      `SELECT outcome, organization_id AS organization, target_id AS target, detail FROM audit_events
        WHERE action = 'sso.connection.disabled' ORDER BY id DESC LIMIT 1`,
    );
    const detail = { reason: 'ConnectionRequired' };
    expect(event).toEqual({ outcome: 'refused', organization: 1, target: String(id), detail });
  });

  it('stays while sessions without it have a grace, and while it is required of a single member', async () => {
    await enforce(app, 'required', { graceSeconds: 3_600 });
    expect(await disable(id)).toEqual(REFUSED);
    await enforce(app, 'optional');
    const [organizationId, userIds] = [1, [await userIdOf(app, 'vera')]];
    const single = { organizationId, userIds, waveNumber: null, graceSeconds: 0 };
    await app.app.get(RequireSignOn, { strict: false }).execute(single);
    expect(await disable(id)).toEqual(REFUSED);
    expect(await statusOf(id)).toBe('active');
  });

  it('is not deleted either, whatever is required', async () => {
    for (const mode of ['required', 'off'] as const) {
      await enforce(app, mode);
      const answer = await app.http.delete(`/api/v1/sso/connections/${id}`, { token });
      expect([mode, ...outcome(answer)]).toEqual([mode, 409, 'CONNECTION_ACTIVE']);
    }
    expect(await statusOf(id)).toBe('active');
  });

  it.each(['off', 'optional', 'report_only'] as const)('is disabled under %s', async (mode) => {
    await enforce(app, mode);
    expect(await disable(id)).toEqual(DISABLED);
    expect(await disable(id)).toEqual(DISABLED);
  });

  it('is whichever is left of two, and no draft and none of another organization stands in for it', async () => {
    const second = await addSecond();
    await enforce(app, 'required');
    expect([await disable(id), await disable(id)]).toEqual([DISABLED, DISABLED]);
    const drafts = await Promise.all(['draft', 'tested'].map((status) => connect({ status })));
    const elsewhere = await connect({ organizationId: 2, domain: 'estuary.example' });
    expect(await disable(second)).toEqual(REFUSED);
    for (const draft of drafts) expect(await disable(draft)).toEqual(DISABLED);
    // What this organization requires is nothing to that one.
    expect(await disable(elsewhere)).toEqual(DISABLED);
    expect(await statusOf(second)).toBe('active');
  });

  it('is left when two are disabled at once', async () => {
    const second = await addSecond();
    await enforce(app, 'required');
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all([disable(id), disable(second)]);
      expect(outcomes.sort()).toEqual([DISABLED, REFUSED]);
      await sql(`UPDATE sso_connections SET status = 'active'`);
    }
  });

  it('is there when it is required and disabled at once: one of the two is refused', async () => {
    const checked = [{ domain: 'delta.example', isVerified: true }];
    jest.spyOn(app.app.get(RecheckDomains, { strict: false }), 'execute').mockResolvedValue(checked);
    await logInBySso(app, 'oscar', id);
    const seen = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      await sql(`UPDATE sso_connections SET status = 'active'`);
      await enforce(app, 'off');
      expect((await app.http.post(`${ENFORCEMENT}/migration-plan/1`, undefined, { token })).status).toBe(200);
      const [required, disabled] = await Promise.all([put('required'), disable(id)]);
      seen.add([...outcome(required), ...disabled].join(' '));
    }
    for (const outcomes of seen) expect(['200  409 CONNECTION_REQUIRED', '409 ENFORCEMENT_BLOCKED 200 ']).toContain(outcomes);
  });
});
