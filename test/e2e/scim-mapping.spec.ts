import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp } from '../support/mfa.js';
import { putInForce } from '../support/policies.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const NOBODY = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/v1/organizations/1/scim-mapping';
const MISSING = 2_000_000_000;

interface Mapped {
  readonly group_id: string;
  readonly role_id: number;
  readonly workspace_id?: number | null;
}

describe('the mapping of groups', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let delta: ScimClient, estuary: ScimClient;
  let roles: Record<string, number>;
  let analysts: string, admins: string, everyone: string;
  let next = 0;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    vera = await logIn(app.http, 'vera');
    oscar = await logIn(app.http, 'oscar');
    sysadmin = await logIn(app.http, 'sysadmin');
    [delta, estuary] = [await scimClient(app, 1), await scimClient(app, 2)];
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    await sql('DELETE FROM scim_group_mappings');
    await sql('DELETE FROM scim_settings');
    await sql(`DELETE FROM scim_resources WHERE type = 'Group'`);
    await sql('DELETE FROM workspace_members');
    await sql(`UPDATE organization_members m SET role_id = r.id, is_provisioned = false, suspended_at = NULL
                 FROM users u, roles r WHERE u.id = m.user_id AND r.organization_id = m.organization_id AND r.is_built_in
                  AND r.name = CASE u.username WHEN 'olivia' THEN 'owner' WHEN 'oscar' THEN 'owner' WHEN 'adam' THEN 'admin'
                                               WHEN 'mia' THEN 'editor' ELSE 'viewer' END`);
    await sql('DELETE FROM roles WHERE NOT is_built_in');
    const rows = await sql('SELECT id, name FROM roles WHERE organization_id = 1');
    roles = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
    [analysts, admins, everyone] = [await group('Analysts'), await group('Admins'), await group('Everyone')];
  });

  const sql = (text: string, values: unknown[] = []): Promise<Record<string, never>[]> => app.dataSource.query(text, values);
  const group = async (displayName: string, client = delta): Promise<string> =>
    (await client.post('/Groups', { schemas: [GROUP], displayName })).body.id;
  const patch = (id: string, ...Operations: object[]) => delta.patch(`/Groups/${id}`, { schemas: [PATCH], Operations });
  const join = (id: string, ...values: string[]) => patch(id, { op: 'add', path: 'members', value: values.map((value) => ({ value })) });
  const leave = (id: string, value: string) => patch(id, { op: 'remove', path: `members[value eq "${value}"]` });
  const userOf = async (username: string): Promise<string> => {
    const [row] = await sql(
      `SELECT r.id FROM scim_resources r JOIN users u ON u.id = r.user_id WHERE r.organization_id = 1 AND u.username = $1`,
      [username],
    );
    return row?.['id'] ?? '';
  };
  const roleOf = async (username: string): Promise<string | undefined> =>
    (
      await sql(
        `SELECT r.name FROM organization_members m JOIN roles r ON r.id = m.role_id JOIN users u ON u.id = m.user_id
          WHERE m.organization_id = 1 AND u.username = $1`,
        [username],
      )
    )[0]?.['name'];
  const workspaceRoleOf = async (username: string, workspace = 1): Promise<string | undefined> =>
    (
      await sql(
        `SELECT r.name FROM workspace_members m JOIN roles r ON r.id = m.role_id JOIN users u ON u.id = m.user_id
          WHERE m.workspace_id = $2 AND u.username = $1`,
        [username, workspace],
      )
    )[0]?.['name'];
  const put = (who: LoggedIn | null, body: unknown, headers: Record<string, string> = {}) =>
    app.http.put(PATH, body, { token: who?.accessToken, headers });
  const map = async (mappings: Mapped[], rest: object = {}): Promise<void> => {
    const { status, text } = await put(olivia, { mappings, ...rest });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const role = (name: string): number => roles[name] ?? 0;
  const custom = async (permissions: string[]): Promise<number> =>
    (await app.http.post('/api/v1/organizations/1/roles', { name: `Custom ${(next += 1)}`, permissions }, { token: olivia.accessToken }))
      .body.data.role.id;
  const workspace = async (): Promise<number> =>
    (await app.http.post('/api/v1/organizations/1/workspaces', { name: `Workspace ${(next += 1)}` }, { token: olivia.accessToken })).body
      .data.workspace.id;
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const audited = (action: string) =>
    sql(`SELECT actor_user_id AS actor, target_id AS target, detail FROM audit_events WHERE action = $1 ORDER BY id`, [action]);

  describe('is set up', () => {
    it('empty before the first time, and as it was put afterwards', async () => {
      const before = await app.http.get(PATH, { token: olivia.accessToken });
      expect([before.status, before.headers.get('etag')]).toEqual([200, '"0"']);
      expect(before.body.data).toEqual({
        scim_mapping: { default_role_id: null, mappings: [] },
        groups: [],
        message: 'Mapping found.',
      });
      const mappings = [
        { group_id: admins, role_id: role('admin'), workspace_id: null },
        { group_id: analysts, role_id: role('editor'), workspace_id: 1 },
      ];
      const answer = await put(olivia, { default_role_id: role('viewer'), mappings }, { 'If-Match': '"0"' });
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
      const after = await app.http.get(PATH, { token: adam.accessToken });
      expect(after.body.data.scim_mapping).toEqual({ default_role_id: role('viewer'), mappings });
      expect((await audited('scim_mapping.replaced')).at(-1)?.['actor']).toBe(olivia.userId);
    });

    it('with what the directory calls the groups, and how many are in each', async () => {
      await join(analysts, await userOf('vera'), await userOf('mia'), everyone);
      await group('Analysts of others', estuary);
      await put(olivia, { mappings: [{ group_id: analysts, role_id: role('editor') }] });
      const mapped = { id: analysts, display_name: 'Analysts', member_count: 3, is_mapped: true };
      expect((await app.http.get(PATH, { token: olivia.accessToken })).body.data.groups).toEqual([mapped]);
      const list = (who: LoggedIn, query = '') => app.http.get(`/api/v1/organizations/1/scim-groups${query}`, { token: who.accessToken });
      const empty = { member_count: 0, is_mapped: false };
      expect((await list(adam)).body.data.groups).toEqual([
        { id: admins, display_name: 'Admins', ...empty },
        mapped,
        { id: everyone, display_name: 'Everyone', ...empty },
      ]);
      expect((await list(adam, '?search=ANA')).body.data).toMatchObject({ groups: [mapped], pagination: { total: 1 } });
      expect((await list(adam, '?search=%25')).body.data.groups).toEqual([]);
      expect((await list(adam, '?limit=1&page=3')).body.data.groups[0].id).toBe(everyone);
      expect((await list(vera)).status).toBe(403);
      expect((await list(oscar)).status).toBe(403);
    });

    it('not over what another person has changed meanwhile', async () => {
      await map([]);
      expect(outcome(await put(olivia, { mappings: [] }, { 'If-Match': '"0"' }))).toEqual([412, 'PRECONDITION_FAILED']);
      const both = await Promise.all([1, 2].map(() => put(olivia, { mappings: [] }, { 'If-Match': '"1"' })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    });

    it.each([
      ['nothing', {}],
      ['no list', { mappings: 'all' }],
      ['an unknown field', { mappings: [], more: 1 }],
      ['no group id', { mappings: [{ group_id: 'x', role_id: 1 }] }],
      ['no role', { mappings: [{ group_id: NOBODY }] }],
      ['an overflowing role', { mappings: [{ group_id: NOBODY, role_id: 4_294_967_297 }] }],
      ['a default role of text', { mappings: [], default_role_id: '1' }],
      ['too many', { mappings: Array(501).fill({ group_id: NOBODY, role_id: 1 }) }],
    ])('not from %s', async (_, body) => {
      expect(outcome(await put(olivia, body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('into a workspace by those who see it, with what they hold there; what was given before stays', async () => {
      const { userId } = vera;
      const place = await workspace();
      const give = (name: string, workspaceId = place) => ({ group_id: analysts, role_id: role(name), workspace_id: workspaceId });
      // All of an editor in the organization, and nothing in the workspace.
      const [{ permissions = [] } = {}] = await sql('SELECT permissions FROM roles WHERE id = $1', [role('editor')]);
      const almost = await custom([...(permissions as string[]), 'scim.manage']);
      await sql('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [userId, almost]);
      const forbid = `forbid(principal, action == Action::"workspace.write", resource == Workspace::"${place}");`;
      for (const policies of [{}, { forbid }] as Record<string, string>[]) {
        await putInForce(app, 1, policies);
        const [hidden, missing] = [
          await put(vera, { mappings: [give('viewer')] }),
          await put(vera, { mappings: [give('viewer', MISSING)] }),
        ];
        expect([hidden.status, missing.status, hidden.body.details]).toEqual([400, 400, missing.body.details]);
      }
      await putInForce(app, 1, {});
      await map([give('editor')]);
      expect((await put(vera, { mappings: [give('editor')] })).status).toBe(200);
      await map([]);
      const members = `/api/v1/workspaces/${place}/members`;
      await app.http.post(members, { user_id: Number(userId), role_id: role('viewer') }, { token: olivia.accessToken });
      expect(outcome(await put(vera, { mappings: [give('editor')] }))).toEqual([403, 'FORBIDDEN']);
      expect((await put(vera, { mappings: [give('viewer')] })).status).toBe(200);
    });

    it('into a workspace with its default role, where no role is named, by those who see it', async () => {
      const place = await workspace();
      const settings = { default_role_id: role('editor') };
      await app.http.put(`/api/v1/workspaces/${place}`, { settings }, { token: olivia.accessToken });
      const unnamed = (workspace_id: number | null) => ({ group_id: analysts, workspace_id });
      const [mapped] = (await put(olivia, { mappings: [unnamed(place)] })).body.data.scim_mapping.mappings;
      expect(mapped).toEqual({ group_id: analysts, role_id: role('editor'), workspace_id: place });
      await join(analysts, await userOf('vera'));
      expect(await workspaceRoleOf('vera', place)).toBe('editor');
      await map([]);
      for (const mappings of [[unnamed(null)], [{ group_id: analysts }]])
        expect((await put(olivia, { mappings })).body.details).toMatchObject([{ field: 'mappings[0].role_id', code: 'missing' }]);
      const almost = await custom(['scim.manage', 'workspace.read']);
      await sql('UPDATE organization_members SET role_id = $2 WHERE organization_id = 1 AND user_id = $1', [vera.userId, almost]);
      const asked = async (workspaceId: number) => {
        const { status, body } = await put(vera, { mappings: [unnamed(workspaceId)] });
        return [status, body.code, body.details];
      };
      expect(await asked(place)).toEqual(await asked(MISSING));
    });

    it('not with unknown groups, roles or workspaces, or those of others', async () => {
      const foreign = await group('Foreign', estuary);
      const [{ id: foreignRole = 0 } = {}] = await sql('SELECT id FROM roles WHERE organization_id = 2 LIMIT 1');
      const [{ id: foreignPlace = 0 } = {}] = await sql(
        `INSERT INTO workspaces (organization_id, name, default_role_id, created_at, updated_at)
         VALUES (2, $2, $1, now(), now()) RETURNING id`,
        [foreignRole, `Foreign ${(next += 1)}`],
      );
      const viewer = role('viewer');
      for (const [body, field] of [
        [{ mappings: [{ group_id: foreign, role_id: viewer }] }, 'mappings[0].group_id'],
        [{ mappings: [{ group_id: NOBODY, role_id: viewer }] }, 'mappings[0].group_id'],
        [{ mappings: [{ group_id: await userOf('vera'), role_id: viewer }] }, 'mappings[0].group_id'],
        [{ mappings: [{ group_id: admins, role_id: foreignRole }] }, 'mappings[0]'],
        [{ mappings: [{ group_id: admins, role_id: MISSING }] }, 'mappings[0]'],
        [{ mappings: [{ group_id: admins, role_id: viewer, workspace_id: foreignPlace }] }, 'mappings[0]'],
        [{ mappings: [{ group_id: admins, role_id: viewer, workspace_id: MISSING }] }, 'mappings[0]'],
        [{ mappings: [], default_role_id: foreignRole }, 'default_role_id'],
        [{ mappings: [{ group_id: admins, role_id: role('owner') }] }, 'mappings[0]'],
        [{ mappings: [], default_role_id: role('owner') }, 'default_role_id'],
        [
          {
            mappings: [
              { group_id: admins, role_id: viewer },
              { group_id: admins.toUpperCase(), role_id: role('editor') },
            ],
          },
          'mappings[1]',
        ],
      ] as const) {
        const answer = await put(olivia, body);
        expect([...outcome(answer), answer.body.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', field]);
      }
      expect((await sql('SELECT 1 FROM scim_settings')).length).toBe(0);
    });

    it('by people who may manage provisioning', async () => {
      for (const [who, status] of [
        [null, 401],
        [vera, 403],
        [oscar, 403],
        [adam, 200],
        [sysadmin, 200],
      ] as const) {
        expect((await put(who, { mappings: [] })).status).toBe(status);
        expect((await app.http.get(PATH, { token: who?.accessToken })).status).toBe(status);
      }
      const nowhere = `/api/v1/organizations/${MISSING}/scim-mapping`;
      expect((await app.http.put(nowhere, { mappings: [] }, { token: sysadmin.accessToken })).status).toBe(404);
      expect((await app.http.get(nowhere, { token: sysadmin.accessToken })).status).toBe(404);
      expect((await app.http.get('/api/v1/organizations/x/scim-mapping', { token: olivia.accessToken })).status).toBe(400);
    });

    it('not with a role that allows more than the own one, nor over one', async () => {
      const powerful = await custom(['sso.enforce']);
      const mappings = [{ group_id: admins, role_id: powerful }];
      expect(outcome(await put(adam, { mappings }))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await put(adam, { mappings: [], default_role_id: powerful }))).toEqual([403, 'FORBIDDEN']);
      await map(mappings);
      expect(outcome(await put(adam, { mappings: [] }))).toEqual([403, 'FORBIDDEN']);
    });

    it('after the second factor, where there is one', async () => {
      await sql(
        `UPDATE organization_members SET role_id = $1 WHERE organization_id = 1
                    AND user_id = (SELECT id FROM users WHERE username = 'mia')`,
        [role('admin')],
      );
      const mia = await logInWithTotp(app);
      app.clock.advance({ minutes: 11 });
      const answer = await app.http.put(PATH, { mappings: [] }, { token: mia.accessToken });
      expect(outcome(answer)).toEqual([401, 'STEP_UP_REQUIRED']);
    });
  });

  describe('gives', () => {
    it('the role to people who join the group, with the group as the reason', async () => {
      const user = await userOf('vera');
      await map([{ group_id: analysts, role_id: role('editor') }]);
      expect((await join(analysts, user)).status).toBe(204);
      expect(await roleOf('vera')).toBe('editor');
      expect((await audited('member.role_changed')).at(-1)).toMatchObject({
        actor: null,
        target: String(vera.userId),
        detail: { from: 'viewer', to: 'editor', scim_group: analysts },
      });
    });

    it('it to everyone who is in the group when it is mapped, and takes it back with the mapping', async () => {
      await join(analysts, await userOf('vera'), await userOf('adam'));
      await map([{ group_id: analysts, role_id: role('editor') }]);
      expect([await roleOf('vera'), await roleOf('adam')]).toEqual(['editor', 'editor']);
      await map([], { default_role_id: role('viewer') });
      expect([await roleOf('vera'), await roleOf('adam')]).toEqual(['viewer', 'viewer']);
    });

    it('the role of the first of several groups', async () => {
      const user = await userOf('vera');
      await map([
        { group_id: admins, role_id: role('admin') },
        { group_id: analysts, role_id: role('editor') },
      ]);
      await join(analysts, user);
      await join(admins, user);
      expect(await roleOf('vera')).toBe('admin');
      await leave(admins, user);
      expect(await roleOf('vera')).toBe('editor');
      await leave(analysts, user);
      expect(await roleOf('vera')).toBe('viewer');
    });

    it('what the order says after it was turned round', async () => {
      const [one, other] = [
        { group_id: admins, role_id: role('admin') },
        { group_id: analysts, role_id: role('editor') },
      ];
      await join(analysts, await userOf('vera'));
      await join(admins, await userOf('vera'));
      await map([one, other]);
      expect(await roleOf('vera')).toBe('admin');
      await map([other, one]);
      expect(await roleOf('vera')).toBe('editor');
    });

    it('roles by way of groups in the group, as long as they are there', async () => {
      const user = await userOf('vera');
      await map([{ group_id: everyone, role_id: role('editor') }]);
      await join(analysts, user);
      expect(await roleOf('vera')).toBe('viewer');
      await join(admins, analysts);
      await join(everyone, admins);
      expect(await roleOf('vera')).toBe('editor');
      await leave(admins, analysts);
      expect(await roleOf('vera')).toBe('viewer');
      await join(admins, analysts);
      await delta.delete(`/Groups/${admins}`);
      expect(await roleOf('vera')).toBe('viewer');
    });

    it('by PUT of the group as well', async () => {
      await map([{ group_id: analysts, role_id: role('editor') }]);
      const body = { schemas: [GROUP], displayName: 'Analysts' };
      await delta.put(`/Groups/${analysts}`, { ...body, members: [{ value: await userOf('vera') }] });
      expect(await roleOf('vera')).toBe('editor');
      await delta.put(`/Groups/${analysts}`, body);
      expect(await roleOf('vera')).toBe('viewer');
    });

    it('nothing to owners, and removes nothing from them', async () => {
      await map([{ group_id: everyone, role_id: role('viewer') }]);
      const user = await userOf('olivia');
      await join(everyone, user);
      expect(await roleOf('olivia')).toBe('owner');
      await leave(everyone, user);
      expect(await roleOf('olivia')).toBe('owner');
    });

    it('the default role to people who leave the last group, and changes nothing for those who were in none', async () => {
      const fallback = await custom(['workspace.read']);
      const user = await userOf('vera');
      await map([{ group_id: analysts, role_id: role('editor') }], { default_role_id: fallback });
      expect([await roleOf('vera'), await roleOf('mia')]).toEqual(['viewer', 'editor']);
      await join(everyone, user);
      expect(await roleOf('vera')).toBe('viewer');
      await join(analysts, user);
      await leave(analysts, user);
      expect(await roleOf('vera')).toMatch(/^Custom/);
      await leave(everyone, user);
      expect(await roleOf('vera')).toMatch(/^Custom/);
    });

    it('the default role to everyone of a mapped group that is deleted', async () => {
      await map([
        { group_id: analysts, role_id: role('editor') },
        { group_id: analysts, role_id: role('editor'), workspace_id: 1 },
      ]);
      await join(analysts, await userOf('vera'));
      expect([await roleOf('vera'), await workspaceRoleOf('vera')]).toEqual(['editor', 'editor']);
      expect((await delta.delete(`/Groups/${analysts}`)).status).toBe(204);
      expect([await roleOf('vera'), await workspaceRoleOf('vera')]).toEqual(['viewer', undefined]);
      expect((await app.http.get(PATH, { token: olivia.accessToken })).body.data.scim_mapping.mappings).toEqual([]);
    });

    it('a suspended person the role for when they come back', async () => {
      const user = await userOf('vera');
      await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [vera.userId]);
      await map([{ group_id: analysts, role_id: role('editor') }]);
      await join(analysts, user);
      expect(await roleOf('vera')).toBe('editor');
    });
  });

  describe('of a workspace', () => {
    it('makes its members, and unmakes them with the last group', async () => {
      const user = await userOf('vera');
      await map([
        { group_id: admins, role_id: role('admin'), workspace_id: 1 },
        { group_id: analysts, role_id: role('editor'), workspace_id: 1 },
      ]);
      await join(analysts, user);
      expect([await roleOf('vera'), await workspaceRoleOf('vera')]).toEqual(['viewer', 'editor']);
      await join(admins, user);
      expect(await workspaceRoleOf('vera')).toBe('admin');
      await leave(admins, user);
      expect(await workspaceRoleOf('vera')).toBe('editor');
      await leave(analysts, user);
      expect(await workspaceRoleOf('vera')).toBeUndefined();
      expect((await audited('workspace.member_removed')).at(-1)?.['detail']).toMatchObject({ workspace_id: 1 });
    });

    it('leaves alone what was given by hand', async () => {
      const user = await userOf('vera');
      const body = { user_id: vera.userId, role_id: role('viewer') };
      await app.http.post('/api/v1/workspaces/1/members', body, { token: olivia.accessToken });
      await map([{ group_id: analysts, role_id: role('editor'), workspace_id: 1 }]);
      await join(analysts, user);
      expect(await workspaceRoleOf('vera')).toBe('viewer');
      await leave(analysts, user);
      expect(await workspaceRoleOf('vera')).toBe('viewer');
    });

    it('follows when the mapping moves to another workspace, and ends when that is deleted', async () => {
      const other = await workspace();
      await join(analysts, await userOf('vera'));
      await map([{ group_id: analysts, role_id: role('editor'), workspace_id: 1 }]);
      await map([{ group_id: analysts, role_id: role('editor'), workspace_id: other }]);
      expect([await workspaceRoleOf('vera'), await workspaceRoleOf('vera', other)]).toEqual([undefined, 'editor']);
      const deleted = await app.http.delete(`/api/v1/workspaces/${other}`, { token: olivia.accessToken });
      expect(deleted.status).toBe(200);
      expect((await sql('SELECT 1 FROM scim_group_mappings')).length).toBe(0);
      expect((await leave(analysts, await userOf('vera'))).status).toBe(204);
    });
  });

  describe('at once', () => {
    it('a role that is mapped is not deleted', async () => {
      const [mapped, fallback] = [await custom(['workspace.read']), await custom(['workspace.read'])];
      await map([{ group_id: analysts, role_id: mapped }], { default_role_id: fallback });
      for (const id of [mapped, fallback])
        expect(outcome(await app.http.delete(`/api/v1/roles/${id}`, { token: olivia.accessToken }))).toEqual([409, 'ROLE_IN_USE']);
    });

    it('a role that is deleted while it is mapped is either kept or refused', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await custom(['workspace.read']);
        const [deleted, mapped] = await Promise.all([
          app.http.delete(`/api/v1/roles/${id}`, { token: olivia.accessToken }),
          put(olivia, { mappings: [{ group_id: analysts, role_id: id }] }),
        ]);
        expect([
          [200, 400],
          [409, 200],
        ]).toContainEqual([deleted.status, mapped.status]);
        await map([]);
      }
    });

    it('a group that is deleted while it is mapped leaves no one with its role', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await group(`Racing ${(next += 1)}`);
        await join(id, await userOf('vera'));
        const [deleted, mapped] = await Promise.all([
          delta.delete(`/Groups/${id}`),
          put(olivia, { mappings: [{ group_id: id, role_id: role('editor') }] }),
        ]);
        expect([deleted.status, [200, 400].includes(mapped.status)]).toEqual([204, true]);
        expect(await roleOf('vera')).toBe('viewer');
      }
    });

    it('a person who joins while the mapping changes has the role that the new one gives', async () => {
      const user = await userOf('vera');
      for (let round = 0; round < 10; round++) {
        const [before, after] = round % 2 === 0 ? ['editor', 'admin'] : ['admin', 'editor'];
        await map(round === 0 ? [] : [{ group_id: analysts, role_id: role(before ?? '') }]);
        const answers = await Promise.all([
          join(analysts, user),
          put(olivia, { mappings: [{ group_id: analysts, role_id: role(after ?? '') }] }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([204, 200]);
        expect(await roleOf('vera')).toBe(after);
        await leave(analysts, user);
      }
    });

    it('a person whose role is changed by hand while they join ends with one that was asked for', async () => {
      const user = await userOf('vera');
      await map([{ group_id: analysts, role_id: role('editor') }]);
      for (let round = 0; round < 5; round++) {
        const [byHand, joined] = await Promise.all([
          app.http.patch(`/api/v1/organizations/1/members/${vera.userId}`, { role_id: role('admin') }, { token: olivia.accessToken }),
          join(analysts, user),
        ]);
        expect([byHand.status, joined.status]).toEqual([200, 204]);
        expect(['admin', 'editor']).toContain(await roleOf('vera'));
        await leave(analysts, user);
        expect(await roleOf('vera')).toBe('viewer');
      }
    });
  });
});
