import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import { BULK_REQUEST_MESSAGE, ERROR_MESSAGE, GROUP_SCHEMA, PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import type { Answer } from '../support/http-client.js';
import { activating, idOf, login, membershipsOf, person, replacing, work } from '../support/people.js';
import type { ScimClient } from '../support/scim.js';
import { type LoggedIn, type TestApp, startTestApp } from '../support/test-app.js';
import { TokenScene, adding } from '../support/token-scene.js';

const PASSWORD = 'a heron stands in shallow water';

describe('a provisioning token', () => {
  let app: TestApp;
  let scene: TokenScene;
  let olivia: LoggedIn;
  let adam: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    scene = await TokenScene.on(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await scene.reset();
    [olivia, adam] = [await scene.session('olivia'), await scene.session('adam')];
  });

  /** A token of a person whose role allows nothing but to issue tokens. */
  const weakToken = async (): Promise<ScimClient> => {
    await scene.gives('vera', await scene.customRole(['scim.manage']));
    return scene.tokenOf(await scene.session('vera'));
  };
  const expectRefused = (answer: Answer): void => {
    expect([answer.status, answer.text]).toEqual([403, answer.text]);
    expect(answer.body).toMatchObject({ schemas: [ERROR_MESSAGE], status: '403' });
    expect(answer.body.detail).toMatch(/provisioning token.*owner.*approve/);
  };

  describe('changes no login of members who hold more than its issuer', () => {
    it('where an administrator may not change the member by hand either', async () => {
      const directory = await scene.tokenOf(adam);
      const member = await scene.made(directory, await scene.customRole(['*']));
      const account = await scene.accountId(member.address);
      expect((await scene.changeRole(adam, account, 'viewer')).status).toBe(404);
      // They log in with what the directory knows, and members see them.
      await app.dataSource.query('UPDATE organization_members SET arrived_at = now() WHERE user_id = $1', [account]);
      expect((await scene.changeRole(adam, account, 'viewer')).status).toBe(403);
      expectRefused(await directory.patch(`/Users/${member.id}`, replacing({ password: PASSWORD })));
      const replaced = person(member.address, { ...work(member.address), password: PASSWORD });
      expectRefused(await directory.put(`/Users/${member.id}`, replaced));
      expectRefused(await directory.patch(`/Users/${member.id}`, replacing(work('mallory@elsewhere.example'))));
      expect((await login(app, member.address, PASSWORD)).status).toBe(401);
      expect(await scene.accountId('mallory@elsewhere.example')).toBeNaN();
    });

    it('where the issuer may issue tokens and nothing else', async () => {
      const member = await scene.made(await scene.tokenOf(olivia), 'admin');
      const weak = await weakToken();
      expectRefused(await weak.patch(`/Users/${member.id}`, replacing({ password: PASSWORD })));
      expect((await login(app, member.address, PASSWORD)).status).toBe(401);
    });

    it('where a workspace gives the member more', async () => {
      const directory = await scene.tokenOf(adam);
      const member = await scene.made(directory, 'viewer');
      await scene.rows(
        `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at)
         SELECT min(id), 1, $1, $2, now() FROM workspaces WHERE organization_id = 1`,
        [await scene.accountId(member.address), scene.role('owner')],
      );
      expectRefused(await directory.patch(`/Users/${member.id}`, replacing({ password: PASSWORD })));
      expectRefused(await activating(directory, member.id, false));
    });

    it('where it finds the account again by its address', async () => {
      const strong = await scene.tokenOf(olivia);
      const { id, address } = await scene.made(strong, 'admin');
      await scene.rows('UPDATE scim_resources SET is_inferred = true, version = 1 WHERE id = $1', [id]);
      const again = person(`again.${address}`, { ...work(address), password: PASSWORD });
      expectRefused(await (await weakToken()).post('/Users', again));
      expect((await login(app, address, PASSWORD)).status).toBe(401);
    });
  });

  describe('gives no role that its issuer lacks', () => {
    it('by way of a mapped group, for any member and in any way', async () => {
      const admins = await scene.group(await scene.tokenOf(olivia));
      expect((await scene.map(olivia, [{ group_id: admins, role_id: scene.role('admin') }])).status).toBe(200);
      const weak = await weakToken();
      const vera = await idOf(app, 'vera');
      const before = await scene.roleOf('vera');
      expectRefused(await scene.join(weak, admins, vera));
      const whole = { schemas: [GROUP_SCHEMA], displayName: 'Mine', members: [{ value: vera }] };
      expectRefused(await weak.put(`/Groups/${admins}`, whole));
      expectRefused(await scene.join(weak, admins, await scene.group(weak, [vera])));
      const { body } = await weak.post('/Bulk', {
        schemas: [BULK_REQUEST_MESSAGE],
        Operations: [
          { method: 'PATCH', path: `/Groups/${admins}`, data: adding(vera) },
          { method: 'POST', path: '/Groups', bulkId: 'g', data: { schemas: [GROUP_SCHEMA], displayName: 'Harmless' } },
        ],
      });
      expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['403', '201']);
      expect(body.Operations[0].response.detail).toMatch(/approve/);
      expect(await scene.roleOf('vera')).toBe(before);
    });

    it('in a workspace either, nor by a group in a mapped group', async () => {
      const strong = await scene.tokenOf(olivia);
      const inner = await scene.group(strong);
      const outer = await scene.group(strong, [inner]);
      await scene.map(olivia, [{ group_id: outer, role_id: scene.role('admin'), workspace_id: 1 }]);
      expectRefused(await scene.join(await weakToken(), inner, await idOf(app, 'vera')));
    });

    it('to a person who has not come yet, nor by sending that place to another person', async () => {
      const strong = await scene.tokenOf(olivia);
      const admins = await scene.group(strong);
      await scene.map(olivia, [{ group_id: admins, role_id: scene.role('admin') }]);
      const waiting = await strong.post('/Users', person('nora@headgate.example', work('nora@headgate.example')));
      expect((await scene.join(strong, admins, waiting.body.id)).status).toBe(204);
      const other = await strong.post('/Users', person('oscar@estuary.example', work('oscar@estuary.example')));
      const weak = await weakToken();
      for (const address of ['oscar@estuary.example', 'new@elsewhere.example', 'vera@delta.example'])
        expectRefused(await weak.patch(`/Users/${waiting.body.id}`, replacing(work(address))));
      expectRefused(await scene.join(weak, admins, other.body.id));
    });

    it('by the default role that all users get', async () => {
      expect((await scene.map(olivia, [], { default_role_id: scene.role('admin') })).status).toBe(200);
      const weak = await weakToken();
      expectRefused(await weak.post('/Users', person('fresh@elsewhere.example', work('fresh@elsewhere.example'))));
      expect(await scene.accountId('fresh@elsewhere.example')).toBeNaN();
    });

    it('by letting people in again whom it may not have suspended', async () => {
      const strong = await scene.tokenOf(olivia);
      const member = await scene.made(strong, 'admin');
      expect((await activating(strong, member.id, false)).status).toBe(200);
      expectRefused(await activating(await weakToken(), member.id, true));
      expect(await membershipsOf(app, member.address)).toEqual([-1]);
    });

    it('and takes none away: not by emptying the group, and not by deleting it', async () => {
      const strong = await scene.tokenOf(olivia);
      const member = await scene.made(strong, 'viewer');
      const admins = await scene.group(strong, [member.id]);
      await scene.map(olivia, [{ group_id: admins, role_id: scene.role('admin') }]);
      expect(await scene.roleOf(member.address)).toBe('admin');
      const weak = await weakToken();
      const emptying = { schemas: [PATCH_MESSAGE], Operations: [{ op: 'remove', path: 'members' }] };
      expectRefused(await weak.patch(`/Groups/${admins}`, emptying));
      expectRefused(await weak.delete(`/Groups/${admins}`));
      expect(await scene.roleOf(member.address)).toBe('admin');
    });

    it('nor where leaving one group lets another one count', async () => {
      const strong = await scene.tokenOf(olivia);
      const member = await scene.made(strong, 'viewer');
      const [first, second] = [await scene.group(strong, [member.id]), await scene.group(strong, [member.id])];
      const watching = await scene.customRole(['scim.manage']);
      await scene.map(olivia, [
        { group_id: first, role_id: scene.role(watching) },
        { group_id: second, role_id: scene.role('admin') },
      ]);
      expect(await scene.roleOf(member.address)).toBe(watching);
      expectRefused(await (await weakToken()).delete(`/Groups/${first}`));
      expect(await scene.roleOf(member.address)).toBe(watching);
    });
  });

  it('of an administrator suspends and removes no owners', async () => {
    const directory = await scene.tokenOf(adam);
    const second = await scene.made(await scene.tokenOf(olivia), 'owner');
    for (const id of [second.id, await idOf(app, 'olivia')]) {
      expectRefused(await activating(directory, id, false));
      expectRefused(await directory.delete(`/Users/${id}`));
    }
    expect([await scene.roleOf('olivia'), await membershipsOf(app, second.address)]).toEqual(['owner', [1]]);
  });

  it('has no more than its issuer has now', async () => {
    const directory = await scene.tokenOf(adam);
    const editors = await scene.group(await scene.tokenOf(olivia));
    await scene.map(olivia, [{ group_id: editors, role_id: scene.role('editor') }]);
    const [member, other] = [await scene.made(directory, 'viewer'), await scene.made(directory, 'viewer')];
    expect((await scene.join(directory, editors, member.id)).status).toBe(204);
    expect((await scene.changeRole(olivia, adam.userId, 'viewer')).status).toBe(200);
    expectRefused(await scene.join(directory, editors, other.id));
    expectRefused(await directory.patch(`/Users/${other.id}`, replacing({ password: PASSWORD })));
    expectRefused(await directory.post('/Users', person('late@elsewhere.example', work('late@elsewhere.example'))));
    expect(await scene.roleOf(other.address)).toBe('viewer');
  });

  it('of an administrator manages everyone below owners, as Okta and Entra ID do it', async () => {
    const strong = await scene.tokenOf(olivia);
    const [admins, editors] = [await scene.group(strong), await scene.group(strong)];
    await scene.map(olivia, [
      { group_id: admins, role_id: scene.role('admin') },
      { group_id: editors, role_id: scene.role('editor'), workspace_id: 1 },
    ]);
    const directory = await scene.tokenOf(adam);
    for (const into of [admins, editors]) {
      const { id, address } = await scene.made(directory, 'viewer');
      expect((await scene.join(directory, into, id)).status).toBe(204);
      expect((await directory.patch(`/Users/${id}`, replacing({ password: PASSWORD }))).status).toBe(200);
      expect((await activating(directory, id, false)).status).toBe(200);
      expect((await activating(directory, id, true)).status).toBe(200);
      const replaced = person(`x${address}`, work(`x${address}`));
      expect((await directory.put(`/Users/${id}`, replaced)).status).toBe(200);
      expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    }
    const owner = await idOf(app, 'olivia');
    expect((await directory.patch(`/Users/${owner}`, replacing({ title: 'Founder' }))).status).toBe(200);
  });

  it('is refused visibly in the provisioning log and the audit trail', async () => {
    const directory = await scene.tokenOf(adam);
    const id = await idOf(app, 'olivia');
    expectRefused(await activating(directory, id, false));
    await app.app.get(ProvisioningLog).flush();
    const events = await app.http.get('/api/v1/organizations/1/scim-events?status=failed&limit=1', {
      token: olivia.accessToken,
    });
    expect(events.body.data.scim_events).toEqual([
      expect.objectContaining({ status: 403, resource_id: id, detail: expect.stringMatching(/Ask an owner/) }),
    ]);
    const audited = await scene.rows(
      `SELECT organization_id AS organization, target_id AS target, detail FROM audit_events
        WHERE action = 'scim.user_updated' AND outcome = 'refused' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toEqual([
      {
        organization: 1,
        target: id,
        detail: expect.objectContaining({ reason: 'AboveCeiling', scim_token_id: directory.tokenId }),
      },
    ]);
  });

  it('gives no role after its issuer has lost the right to, however many requests are on their way', async () => {
    const strong = await scene.tokenOf(olivia);
    const editors = await scene.group(strong);
    await scene.map(olivia, [{ group_id: editors, role_id: scene.role('editor') }]);
    const directory = await scene.tokenOf(adam);
    const members = await Promise.all(Array.from({ length: 20 }, () => scene.made(strong, 'viewer')));
    const half = members.slice(0, 10).map(({ id }) => scene.join(directory, editors, id));
    const demotion = scene.changeRole(olivia, adam.userId, 'viewer');
    const rest = members.slice(10).map(({ id }) => scene.join(directory, editors, id));
    expect((await demotion).status).toBe(200);
    const statuses = (await Promise.all([...half, ...rest])).map(({ status }) => status);
    expect(new Set([...statuses, 204, 403])).toEqual(new Set([204, 403]));
    const given = await scene.rows(
      `SELECT id FROM audit_events WHERE action = 'member.role_changed' AND detail ->> 'scim_group' = $1
          AND id > (SELECT max(id) FROM audit_events WHERE action = 'member.role_changed' AND target_id = $2 AND outcome = 'success')`,
      [editors, String(adam.userId)],
    );
    expect(given).toEqual([]);
    const roles = await Promise.all(members.map(({ address }) => scene.roleOf(address)));
    expect(roles).toEqual(statuses.map((status) => (status === 204 ? 'editor' : 'viewer')));
  });

  describe('mappings of groups', () => {
    it('are made only to roles that their maker holds, in workspaces as well', async () => {
      const group = await scene.group(await scene.tokenOf(olivia));
      await scene.gives('vera', await scene.customRole(['scim.manage']));
      const vera = await scene.session('vera');
      const role_id = scene.role('admin');
      for (const [mappings, more] of [
        [[{ group_id: group, role_id }], {}],
        [[{ group_id: group, role_id, workspace_id: 1 }], {}],
        [[], { default_role_id: role_id }],
      ] as const)
        expect((await scene.map(vera, mappings, more)).status).toBe(403);
    });

    it('take no role from anyone if their maker lacks it', async () => {
      const directory = await scene.tokenOf(adam);
      const everything = await scene.customRole(['*']);
      const member = await scene.made(directory, everything);
      const group = await scene.group(directory, [member.id]);
      expect((await scene.map(adam, [{ group_id: group, role_id: scene.role('viewer') }])).status).toBe(403);
      expect(await scene.roleOf(member.address)).toBe(everything);
    });
  });
});
