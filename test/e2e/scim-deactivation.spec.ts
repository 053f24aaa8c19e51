import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AddMember } from '../../src/organizations/application/add-member.js';
import { PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { challengeOf, nextTotp, verify } from '../support/mfa.js';
import { accountOf, activating, idOf, letDirectorySetPasswords, login, membershipsOf, person, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';

describe('a person whom the directory deactivates', () => {
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    await letDirectorySetPasswords(app, 'delta.example');
  });
  beforeEach(async () => {
    scim = await scimClient(app, 1);
  });
  afterAll(() => app.close());

  const someone = () => `leaver${(people += 1)}@delta.example`;
  const me = (token: string) => app.http.get('/api/v1/me', { token });
  async function employee(more: object = {}): Promise<{ id: string; address: string }> {
    const address = someone();
    const { body, status } = await scim.post('/Users', person(address, { ...work(address), password: PASSWORD, ...more }));
    expect(status).toBe(201);
    return { id: body.id, address };
  }
  const statusOf = async (username: string): Promise<string> => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const { body } = await app.http.get(`/api/v1/organizations/1/members?search=${username}`, { token });
    return body.data.members[0].status;
  };

  it('is out with the next request, in every way to log in; and comes back as they were', async () => {
    const { accessToken, refreshToken, userId } = await logIn(app.http, 'vera');
    const olivia = (await logIn(app.http, 'olivia')).accessToken;
    const role_id = (await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'editor'`))[0].id;
    await app.http.post('/api/v1/workspaces/1/members', { user_id: userId, role_id }, { token: olivia });
    const roles = () =>
      app.dataSource.query(
        `SELECT (SELECT role_id FROM organization_members WHERE user_id = $1) AS role,
                (SELECT json_agg(w ORDER BY workspace_id) FROM workspace_members w WHERE user_id = $1) AS workspaces`,
        [userId],
      );
    const before = await roles();
    const id = await idOf(app, 'vera');

    expect((await activating(scim, id, false)).body.active).toBe(false);
    expect((await me(accessToken)).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
    const refused = await login(app, 'vera');
    const wrong = await login(app, 'vera', 'this is not the password');
    expect([refused.status, { ...refused.body, request_id: '' }]).toEqual([401, { ...wrong.body, request_id: '' }]);
    expect(await statusOf('vera')).toBe('suspended');

    expect((await activating(scim, id, true)).status).toBe(200);
    expect((await login(app, 'vera')).status).toBe(200);
    expect(await roles()).toEqual(before);
    expect(await statusOf('vera')).toBe('active');
  });

  it('as Entra ID writes it, with a capital and in quotes', async () => {
    const { id, address } = await employee();
    const sent = { schemas: [PATCH_MESSAGE], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    expect((await scim.patch(`/Users/${id}`, sent)).body.active).toBe(false);
    expect(await membershipsOf(app, address)).toEqual([-1]);
  });

  it('as Okta writes it, by PUT of the whole user', async () => {
    const { id, address } = await employee();
    const answer = await scim.put(`/Users/${id}`, { ...person(address, work(address)), id, groups: [], active: false });
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await login(app, address, PASSWORD)).status).toBe(401);
  });

  it('twice, is audited and counted once', async () => {
    const { id } = await employee();
    const versions = [await activating(scim, id, false), await activating(scim, id, false)];
    expect(versions.map(({ headers }) => headers.get('etag'))).toEqual(['W/"2"', 'W/"2"']);
    const rows = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'member.suspended' AND (detail ->> 'scim_token_id')::int = $1`,
      [scim.tokenId],
    );
    expect(rows).toHaveLength(1);
  });

  it('before the first login never gets in', async () => {
    const { id, address } = await employee({ active: false });
    expect((await login(app, address, PASSWORD)).status).toBe(401);
    await activating(scim, id, true);
    expect((await login(app, address, PASSWORD)).status).toBe(200);
  });

  it('in the middle of a login does not finish it', async () => {
    const token = await challengeOf(app.http);
    const id = await idOf(app, 'mia');
    await activating(scim, id, false);
    expect((await verify(app.http, token, nextTotp(app.clock))).status).toBe(401);
    await activating(scim, id, true);
    // The login of before is void all the same.
    expect((await verify(app.http, token, nextTotp(app.clock))).status).toBe(401);
  });

  it('while they log in again and again keeps no session', async () => {
    const { id, address } = await employee();
    const logins = Array.from({ length: 12 }, () => login(app, address, PASSWORD));
    const [answer] = await Promise.all([activating(scim, id, false), ...logins]);
    expect(answer.status).toBe(200);
    const alive = await app.dataSource.query(
      'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.ended_at IS NULL',
      [address],
    );
    expect(alive).toEqual([]);
  });

  it('loses trust in their devices', async () => {
    const before = await accountOf(app, 'adam@delta.example');
    const id = await idOf(app, 'adam');
    await activating(scim, id, false);
    await activating(scim, id, true);
    expect(Number((await accountOf(app, 'adam@delta.example'))?.['trust_epoch'])).toBeGreaterThan(Number(before?.['trust_epoch']));
  });

  it('goes on with the other organizations that have them, and sees only those', async () => {
    const { id, address } = await employee();
    const userId = Number((await accountOf(app, address))?.['id']);
    await app.app.get(AddMember, { strict: false }).execute({
      organizationId: 2,
      userId,
      role: 'viewer',
      actorUserId: null,
    });
    const { accessToken } = await logIn(app.http, address, PASSWORD);
    await activating(scim, id, false);
    // The other organization keeps them, and with it the session.
    expect((await me(accessToken)).body.data.organizations.map(({ id: each }: { id: number }) => each)).toEqual([2]);
    const again = (await logIn(app.http, address, PASSWORD)).accessToken;
    expect((await me(again)).body.data.organizations.map(({ id: each }: { id: number }) => each)).toEqual([2]);
    const seen = (path: string) => app.http.get(`/api/v1/organizations${path}`, { token: again });
    expect((await seen('')).body.data.organizations.map(({ id: each }: { id: number }) => each)).toEqual([2]);
    expect((await seen('/1/members')).status).toBe(403);
    expect((await seen('/2/members')).status).toBe(200);
  });

  it('gets nothing by a role in a workspace either', async () => {
    const { id, address } = await employee();
    const userId = Number((await accountOf(app, address))?.['id']);
    const add = { organizationId: 2, userId, role: 'viewer', actorUserId: null } as const;
    await app.app.get(AddMember, { strict: false }).execute(add);
    await logIn(app.http, address, PASSWORD);
    const olivia = (await logIn(app.http, 'olivia')).accessToken;
    await app.http.post('/api/v1/workspaces/1/members', { user_id: userId }, { token: olivia });
    await activating(scim, id, false);
    const { accessToken: token } = await logIn(app.http, address, PASSWORD);
    expect((await app.http.get('/api/v1/workspaces/1', { token })).status).not.toBe(200);
    expect((await app.http.get('/api/v1/workspaces/1/members', { token: olivia })).text).toContain('suspended');
  });

  it('is let in again by an invitation of another organization only, which waits for them', async () => {
    const { id, address } = await employee();
    await activating(scim, id, false);
    expect((await login(app, address, PASSWORD)).status).toBe(401);
    await app.dataSource.query(
      `WITH w AS (INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
                  SELECT 2, 'Guests', id, now(), now() FROM roles WHERE organization_id = 2 AND name = 'viewer'
                  RETURNING id, default_role_id)
       INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                                created_at, expires_at)
       SELECT 2, w.id, w.default_role_id, 'viewer', $1, $1, '\\x00', 'pending', $2, $2::timestamptz + interval '1 day' FROM w`,
      [address, app.clock.now()],
    );
    expect((await login(app, address, PASSWORD)).status).toBe(200);
  });

  it('cannot come back by an invitation of the organization that is still open', async () => {
    const { id, address } = await employee();
    await app.dataSource.query(
      `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status,
                                created_at, expires_at)
       SELECT 1, 1, id, 'viewer', $1, $1, decode(md5($1), 'hex'), 'pending', $2, $2::timestamptz + interval '1 day'
         FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
      [address, app.clock.now()],
    );
    await activating(scim, id, false);
    const rows = await app.dataSource.query('SELECT status FROM invitations WHERE email_key = $1', [address]);
    expect(rows).toEqual([{ status: 'revoked' }]);
  });

  describe('who is an owner', () => {
    it('stays as the last active one, and the refusal says what to do', async () => {
      const id = await idOf(app, 'oscar', 2);
      const estuary = await scimClient(app, 2);
      const answers = [
        await activating(estuary, id, false),
        await estuary.delete(`/Users/${id}`),
        await estuary.put(`/Users/${id}`, person('oscar@estuary.example', { active: false })),
      ];
      for (const { status, body } of answers) {
        expect([status, body.status]).toEqual([403, '403']);
        expect(body.detail).toContain('Make another person an owner first');
      }
      expect((await login(app, 'oscar')).status).toBe(200);
      const refused = await app.dataSource.query(
        `SELECT DISTINCT action FROM audit_events WHERE outcome = 'refused' AND detail ->> 'reason' = 'LastOwnerStays'
            AND organization_id = 2 ORDER BY action`,
      );
      expect(refused).toEqual([{ action: 'scim.user_deleted' }, { action: 'scim.user_updated' }]);
    });

    it('goes when there is another; of two at once one stays', async () => {
      const { address } = await employee();
      const userId = Number((await accountOf(app, address))?.['id']);
      await app.dataSource.query(
        `UPDATE organization_members m SET role_id = r.id FROM roles r
          WHERE r.organization_id = 1 AND r.name = 'owner' AND m.organization_id = 1 AND m.user_id = $1`,
        [userId],
      );
      const owners = [
        await idOf(app, 'olivia'),
        (await app.dataSource.query('SELECT id FROM scim_resources WHERE user_id = $1', [userId]))[0].id,
      ];
      const answers = await Promise.all(owners.map((id: string) => activating(scim, id, false)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      // By hand: if the suspended person is olivia, who approved the token, the token lets no one in.
      await app.dataSource.query('UPDATE organization_members SET suspended_at = NULL WHERE organization_id = 1');
      await app.dataSource.query(
        `UPDATE organization_members m SET role_id = r.id FROM roles r
          WHERE r.organization_id = 1 AND r.name = 'viewer' AND m.organization_id = 1 AND m.user_id = $1`,
        [userId],
      );
    });

    it('does not count as the owner who lets another one leave', async () => {
      const { id, address } = await employee();
      const userId = Number((await accountOf(app, address))?.['id']);
      const make = `UPDATE organization_members m SET role_id = r.id FROM roles r
          WHERE r.organization_id = 1 AND r.name = 'owner' AND m.organization_id = 1 AND m.user_id = $1`;
      await app.dataSource.query(make, [userId]);
      await activating(scim, id, false);
      const olivia = await logIn(app.http, 'olivia');
      const answer = await app.http.delete(`/api/v1/organizations/1/members/${olivia.userId}`, {
        token: olivia.accessToken,
      });
      expect([answer.status, answer.body.code]).toEqual([409, 'LAST_OWNER']);
    });
  });
});
