import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BUILT_IN_ROLES } from '../../src/organizations/domain/role.js';
import { ALL_PERMISSIONS } from '../../src/shared/permission.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;

describe('organizations', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;
  const roleIds: Record<string, number> = {};

  beforeAll(async () => {
    app = await startTestApp();
    const names = ['olivia', 'adam', 'vera', 'oscar', 'nora', 'sysadmin'];
    const logins = [];
    for (const name of names) logins.push(await logIn(app.http, name));
    [olivia, adam, vera, oscar, nora, sysadmin] = logins as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
    const { body } = await get(olivia, '/api/v1/organizations/1/roles');
    for (const role of body.data.roles) roleIds[role.name] = role.id;
  });
  beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterAll(() => app.close());

  const get = (who: LoggedIn | null, path: string) => app.http.get(path, { token: who?.accessToken });
  const send = (who: LoggedIn, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who.accessToken, headers });
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const lastAudit = async (action: string) =>
    (
      await app.dataSource.query(
        `SELECT outcome, actor_user_id AS actor, organization_id AS organization, target_id AS target, detail
           FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1`,
        [action],
      )
    )[0];

  describe('reading', () => {
    it('answers a member and a system administrator exactly the documented organization', async () => {
      for (const who of [olivia, adam, vera, sysadmin]) {
        const { status, body, headers } = await get(who, '/api/v1/organizations/1');
        expect([status, body]).toEqual([
          200,
          {
            success: true,
            data: {
              organization: {
                id: 1,
                name: 'Delta Analytics',
                domain: 'delta.example',
                plan: 'enterprise',
                created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
              },
              message: body.message,
            },
            message: expect.any(String),
          },
        ]);
        expect(headers.get('etag')).toMatch(/^"\d+"$/);
      }
    });

    it('answers a stranger 403 whether it exists or not, and a system administrator 404 if it does not', async () => {
      for (const who of [oscar, nora])
        for (const id of [1, MISSING]) expect(outcome(await get(who, `/api/v1/organizations/${id}`))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(sysadmin, `/api/v1/organizations/${MISSING}`))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await get(null, '/api/v1/organizations/1'))).toEqual([401, 'UNAUTHORIZED']);
      expect(outcome(await get(oscar, '/api/v1/organizations/abc'))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('lists the caller’s own; all for a system administrator; none for people without one', async () => {
      const ids = async (who: LoggedIn) =>
        (await get(who, '/api/v1/organizations')).body.data.organizations.map(({ id }: { id: number }) => id);
      expect(await ids(olivia)).toEqual([1]);
      expect(await ids(oscar)).toEqual([2]);
      expect(await ids(nora)).toEqual([]);
      expect((await ids(sysadmin)).slice(0, 2)).toEqual([1, 2]);
    });
  });

  describe('creating', () => {
    it('is for system administrators: with built-in roles, an owner who gets in at once, and an audit row', async () => {
      const body = { name: 'Wadi Works', domain: 'wadi.example', plan: 'professional', owner_user_id: nora.userId };
      expect(outcome(await send(olivia, 'POST', '/api/v1/organizations', body))).toEqual([403, 'FORBIDDEN']);
      const created = await send(sysadmin, 'POST', '/api/v1/organizations', body);
      expect(created.status).toBe(201);
      const { id } = created.body.data.organization;
      const roles = await get(nora, `/api/v1/organizations/${id}/roles`);
      expect(roles.body.data.roles.map(({ name }: { name: string }) => name)).toEqual(Object.keys(BUILT_IN_ROLES));
      expect(await lastAudit('organization.founded')).toMatchObject({
        actor: sysadmin.userId,
        organization: id,
        detail: { owner_user_id: nora.userId },
      });
      await app.dataSource.query('DELETE FROM organization_members WHERE organization_id = $1', [id]);
    });

    it.each([
      [{}],
      [{ name: '', plan: 'starter' }],
      [{ name: '   ', plan: 'starter' }],
      [{ name: 'x\r\nBcc: y', plan: 'starter' }],
      [{ name: 'x'.repeat(101), plan: 'starter' }],
      [{ name: 'Fine', plan: 'free' }],
      [{ name: 'Fine', plan: 'starter', domain: 'not a domain' }],
      [{ name: 'Fine', plan: 'starter', owner_user_id: '1' }],
      [{ name: 'Fine', plan: 'starter', id: 1 }],
    ])('refuses the body %j with 400', async (body) => {
      expect(outcome(await send(sysadmin, 'POST', '/api/v1/organizations', body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('answers 404 when the owner has no account, and creates nothing', async () => {
      const [before] = await app.dataSource.query('SELECT count(*) FROM organizations');
      const body = { name: 'Ghost', plan: 'starter', owner_user_id: MISSING };
      expect(outcome(await send(sysadmin, 'POST', '/api/v1/organizations', body))).toEqual([404, 'NOT_FOUND']);
      expect((await app.dataSource.query('SELECT count(*) FROM organizations'))[0]).toEqual(before);
    });
  });

  describe('changing', () => {
    it('changes what is named, merges settings, and refuses an empty change and unknown fields', async () => {
      const path = '/api/v1/organizations/1';
      const named = await send(adam, 'PATCH', path, { name: ' Delta ', settings: { device_trust_days: 30 } });
      expect([named.status, named.body.data.organization.name]).toEqual([200, 'Delta']);
      expect((await get(adam, `${path}/settings`)).body.data.settings).toEqual({
        device_trust_days: 30,
        directory_passwords: 'ignore',
        new_data_sources: 'open',
        factor_resets: 'direct',
      });
      const back = await send(olivia, 'PATCH', path, {
        name: 'Delta Analytics',
        settings: { device_trust_days: null },
      });
      expect(back.body.data.organization).toMatchObject({ name: 'Delta Analytics', domain: 'delta.example' });
      for (const wrong of [{}, { settings: {} }, { plan: 'starter' }, { settings: { device_trust_days: 366 } }, { settings: { x: 1 } }])
        expect([wrong, ...outcome(await send(olivia, 'PATCH', path, wrong))]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
      expect(outcome(await send(vera, 'PATCH', path, { name: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await send(oscar, 'PATCH', path, { name: 'Mine' }))).toEqual([403, 'FORBIDDEN']);
      expect(await lastAudit('access.refused')).toMatchObject({
        outcome: 'refused',
        actor: oscar.userId,
        organization: null,
      });
    });

    it('answers 412 to an edit of an older state, and one of 20 with the same ETag wins', async () => {
      const path = '/api/v1/organizations/1';
      const tag = (await get(olivia, path)).headers.get('etag') ?? '';
      const edits = Array.from({ length: 20 }, (_, index) =>
        send(olivia, 'PATCH', path, { settings: { device_trust_days: index } }, { 'If-Match': tag }),
      );
      const answers = await Promise.all(edits);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
      expect(outcome(await send(olivia, 'PATCH', path, { name: 'Late' }, { 'If-Match': tag }))).toEqual([412, 'PRECONDITION_FAILED']);
      expect(outcome(await send(olivia, 'PATCH', path, { name: 'Odd' }, { 'If-Match': 'W/"1"' }))).toEqual([412, 'PRECONDITION_FAILED']);
      const reset = await send(olivia, 'PATCH', path, { settings: { device_trust_days: null } }, { 'If-Match': '*' });
      expect(reset.status).toBe(200);
    });
  });

  describe('members', () => {
    const members = '/api/v1/organizations/1/members';

    it('are listed with their roles, searched by the words of names and addresses, paged without gaps', async () => {
      const { body } = await get(vera, members);
      expect(body.data.members[0]).toEqual({
        user_id: olivia.userId,
        username: 'olivia',
        display_name: 'Olivia Okafor',
        email: 'olivia@delta.example',
        role: { id: roleIds['owner'], name: 'owner' },
        status: 'active',
        joined_at: expect.any(String),
      });
      expect(body.data.pagination.total).toBe(4);
      const found = async (search: string) =>
        (await get(vera, `${members}?search=${encodeURIComponent(search)}`)).body.data.members.map(
          ({ username }: { username: string }) => username,
        );
      expect(await found('OLI')).toEqual(['olivia']);
      expect(await found('vera@')).toEqual(['vera']);
      expect(await found('%')).toEqual([]);
      expect(await found('o_iv')).toEqual([]);
      expect(await found("'; DROP TABLE users; --")).toEqual([]);
      const pages = [1, 2, 3, 4].map((page) => get(vera, `${members}?limit=1&page=${page}`));
      const seen = (await Promise.all(pages)).map((answer) => answer.body.data.members[0].username);
      expect(seen).toEqual(['olivia', 'adam', 'vera', 'mia']);
      expect(outcome(await get(oscar, members))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(vera, `${members}?search=a&search=b`))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('get another role with effect on the next request, although the token lives on [statement 61]', async () => {
      expect((await get(vera, '/api/v1/organizations/1/roles')).status).toBe(403);
      const changed = await send(olivia, 'PATCH', `${members}/${vera.userId}`, { role_id: roleIds['admin'] });
      expect([changed.status, changed.body.data.member.role.name]).toEqual([200, 'admin']);
      expect((await get(vera, '/api/v1/organizations/1/roles')).status).toBe(200);
      expect(await lastAudit('member.role_changed')).toMatchObject({
        actor: olivia.userId,
        detail: { from: 'viewer', to: 'admin' },
      });
      await send(olivia, 'PATCH', `${members}/${vera.userId}`, { role_id: roleIds['viewer'] });
      expect((await get(vera, '/api/v1/organizations/1/roles')).status).toBe(403);
    });

    it('cannot be promoted above, or demoted from, what the caller holds', async () => {
      const toOwner = await send(adam, 'PATCH', `${members}/${vera.userId}`, { role_id: roleIds['owner'] });
      expect(outcome(toOwner)).toEqual([403, 'FORBIDDEN']);
      const self = await send(adam, 'PATCH', `${members}/${adam.userId}`, { role_id: roleIds['owner'] });
      expect(outcome(self)).toEqual([403, 'FORBIDDEN']);
      const demoted = await send(adam, 'PATCH', `${members}/${olivia.userId}`, { role_id: roleIds['viewer'] });
      expect(outcome(demoted)).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await send(adam, 'DELETE', `${members}/${olivia.userId}`))).toEqual([403, 'FORBIDDEN']);
    });

    it('cannot be given a role of another organization, nor an unknown one; unknown members are 404', async () => {
      const foreign = (await get(oscar, '/api/v1/organizations/2/roles')).body.data.roles[3].id;
      for (const id of [foreign, MISSING])
        expect(outcome(await send(olivia, 'PATCH', `${members}/${vera.userId}`, { role_id: id }))).toEqual([400, 'VALIDATION_FAILED']);
      for (const id of [oscar.userId, MISSING]) {
        expect(outcome(await send(olivia, 'PATCH', `${members}/${id}`, { role_id: roleIds['viewer'] }))).toEqual([404, 'NOT_FOUND']);
        expect(outcome(await send(olivia, 'DELETE', `${members}/${id}`))).toEqual([404, 'NOT_FOUND']);
      }
      for (const body of [{}, { role_id: '1' }, { role_id: roleIds['viewer'], role: 'owner' }])
        expect((await send(olivia, 'PATCH', `${members}/${vera.userId}`, body)).status).toBe(400);
    });

    it('keep a last owner: 409 LAST_OWNER for demotion and removal', async () => {
      const demoted = await send(olivia, 'PATCH', `${members}/${olivia.userId}`, { role_id: roleIds['viewer'] });
      expect(outcome(demoted)).toEqual([409, 'LAST_OWNER']);
      expect(outcome(await send(olivia, 'DELETE', `${members}/${olivia.userId}`))).toEqual([409, 'LAST_OWNER']);
      expect(outcome(await send(sysadmin, 'DELETE', `${members}/${olivia.userId}`))).toEqual([409, 'LAST_OWNER']);
    });

    it('leave one of two owners who remove each other at the same time, ten times over', async () => {
      for (let round = 0; round < 10; round += 1) {
        await send(sysadmin, 'PATCH', `${members}/${adam.userId}`, { role_id: roleIds['owner'] });
        const answers = await Promise.all([
          send(olivia, 'DELETE', `${members}/${adam.userId}`),
          send(adam, 'DELETE', `${members}/${olivia.userId}`),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
        const [owners] = await app.dataSource.query(
          'SELECT count(*)::int AS left FROM organization_members WHERE organization_id = 1 AND role_id = $1',
          [roleIds['owner']],
        );
        expect(owners.left).toBe(1);
        await app.dataSource.query(
          `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at)
           SELECT 1, id, $3, now() FROM users WHERE id IN ($1, $2)
           ON CONFLICT (organization_id, user_id) DO UPDATE SET role_id = $3`,
          [olivia.userId, adam.userId, roleIds['owner']],
        );
        await send(sysadmin, 'PATCH', `${members}/${adam.userId}`, { role_id: roleIds['admin'] });
      }
    });

    it('lose everything with the next request after their removal [statement 60]', async () => {
      await send(olivia, 'POST', '/api/v1/workspaces/1/members', { user_id: vera.userId, role_id: roleIds['editor'] });
      expect((await get(vera, '/api/v1/workspaces/1')).status).toBe(200);
      expect((await send(olivia, 'DELETE', `${members}/${vera.userId}`)).body.data).toEqual({ success: true });
      expect((await get(vera, '/api/v1/organizations/1')).status).toBe(403);
      expect((await get(vera, '/api/v1/workspaces/1')).status).toBe(404);
      expect((await get(vera, '/api/v1/me')).body.data.organizations).toEqual([]);
      expect(await app.dataSource.query('SELECT 1 FROM workspace_members WHERE user_id = $1', [vera.userId])).toEqual([]);
      await app.dataSource.query(
        'INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (1, $1, $2, now())',
        [vera.userId, roleIds['viewer']],
      );
    });
  });

  it('do not let a removed member come back by an invitation that is still open [statement 57]', async () => {
    const other = (await send(olivia, 'POST', '/api/v1/organizations/1/workspaces', { name: 'Backdoor' })).body.data.workspace.id;
    const invitation = { email: 'VERA@delta.example', workspace_id: other, role_id: roleIds['viewer'] };
    const invited = await send(olivia, 'POST', '/api/v1/organizations/1/invitations', invitation);
    expect(invited.status).toBe(201);
    expect((await send(olivia, 'DELETE', `/api/v1/organizations/1/members/${vera.userId}`)).status).toBe(200);
    const { body } = await get(olivia, '/api/v1/organizations/1/invitations?status=revoked');
    expect(body.data.invitations.map(({ id }: { id: number }) => id)).toContain(invited.body.data.invitation.id);
    expect(await lastAudit('invitation.revoked')).toMatchObject({
      actor: olivia.userId,
      detail: { reason: 'member_removed' },
    });
    await send(olivia, 'DELETE', `/api/v1/workspaces/${other}`);
    await app.dataSource.query(
      'INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (1, $1, $2, now())',
      [vera.userId, roleIds['viewer']],
    );
  });

  describe('roles', () => {
    it('are listed to owners, admins and system administrators with total_count, and to no one else', async () => {
      for (const who of [olivia, adam, sysadmin]) {
        const { status, body } = await get(who, '/api/v1/organizations/1/roles');
        expect([status, body.data.total_count]).toEqual([200, body.data.roles.length]);
        expect(body.data.roles[0]).toEqual({ id: roleIds['owner'], name: 'owner', permissions: ['*'], version: 1 });
        expect(Object.keys(body.data).sort()).toEqual(['message', 'roles', 'total_count']);
      }
      for (const who of [vera, oscar, nora]) expect(outcome(await get(who, '/api/v1/organizations/1/roles'))).toEqual([403, 'FORBIDDEN']);
    });

    it('are made, changed and deleted by people with the permission', async () => {
      const path = '/api/v1/organizations/1/roles';
      const created = await send(adam, 'POST', path, {
        name: 'Analyst',
        permissions: ['query.run', 'workspace.read', 'query.run'],
      });
      expect([created.status, created.body.data.role.permissions]).toEqual([201, ['workspace.read', 'query.run']]);
      const { id } = created.body.data.role;
      expect(outcome(await send(adam, 'POST', path, { name: 'Analyst', permissions: [] }))).toEqual([409, 'CONFLICT']);
      const updated = await send(adam, 'PUT', `/api/v1/roles/${id}`, { permissions: ['workspace.read'] });
      expect([updated.status, updated.body]).toEqual([
        200,
        {
          success: true,
          data: { role: { id, name: 'Analyst', permissions: ['workspace.read'] }, message: updated.body.message },
          message: expect.any(String),
        },
      ]);
      expect((await send(adam, 'PUT', `/api/v1/roles/${id}`, { name: 'Reader' })).body.data.role.name).toBe('Reader');
      expect(outcome(await send(adam, 'PUT', `/api/v1/roles/${id}`, {}))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await send(adam, 'DELETE', `/api/v1/roles/${id}`)).body.data).toEqual({ success: true });
      expect(outcome(await send(adam, 'DELETE', `/api/v1/roles/${id}`))).toEqual([404, 'NOT_FOUND']);
    });

    it('name what is unknown in a 400, refuse what the giver lacks with 403, and built-in ones with 409', async () => {
      const path = '/api/v1/organizations/1/roles';
      const unknown = await send(olivia, 'POST', path, { name: 'Odd', permissions: ['workspace.read', 'world.rule'] });
      expect([unknown.status, unknown.body.details[0].field]).toEqual([400, 'permissions[1]']);
      expect(outcome(await send(adam, 'POST', path, { name: 'Boss', permissions: ['*'] }))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await send(adam, 'POST', path, { name: 'Enforcer', permissions: ['sso.enforce'] }))).toEqual([403, 'FORBIDDEN']);
      const boss = (await send(olivia, 'POST', path, { name: 'Boss', permissions: ['*'] })).body.data.role;
      expect(outcome(await send(adam, 'PUT', `/api/v1/roles/${boss.id}`, { permissions: [] }))).toEqual([403, 'FORBIDDEN']);
      await send(olivia, 'DELETE', `/api/v1/roles/${boss.id}`);
      for (const method of ['PUT', 'DELETE'])
        expect(
          outcome(await send(olivia, method, `/api/v1/roles/${roleIds['viewer']}`, method === 'PUT' ? { name: 'x' } : undefined)),
        ).toEqual([409, 'BUILT_IN_ROLE']);
    });

    it('in use are not deleted: 409 ROLE_IN_USE', async () => {
      const role = (await send(olivia, 'POST', '/api/v1/organizations/1/roles', { name: 'Used', permissions: [] })).body.data.role;
      await send(olivia, 'PATCH', `/api/v1/organizations/1/members/${vera.userId}`, { role_id: role.id });
      expect(outcome(await send(olivia, 'DELETE', `/api/v1/roles/${role.id}`))).toEqual([409, 'ROLE_IN_USE']);
      await send(olivia, 'PATCH', `/api/v1/organizations/1/members/${vera.userId}`, { role_id: roleIds['viewer'] });
      expect((await send(olivia, 'DELETE', `/api/v1/roles/${role.id}`)).status).toBe(200);
    });

    it('of another organization are like missing ones, whatever the request sends [statement 60]', async () => {
      for (const id of [roleIds['viewer'], MISSING]) {
        expect(outcome(await send(oscar, 'PUT', `/api/v1/roles/${id}`, { name: 'Mine' }))).toEqual([404, 'NOT_FOUND']);
        expect(outcome(await send(oscar, 'DELETE', `/api/v1/roles/${id}`))).toEqual([404, 'NOT_FOUND']);
      }
    });

    it('changed on an older state are 412', async () => {
      const created = await send(olivia, 'POST', '/api/v1/organizations/1/roles', {
        name: 'Versioned',
        permissions: [],
      });
      const path = `/api/v1/roles/${created.body.data.role.id}`;
      const tag = { 'If-Match': created.headers.get('etag') ?? '' };
      expect((await send(olivia, 'PUT', path, { name: 'Versioned 2' }, tag)).status).toBe(200);
      expect(outcome(await send(adam, 'PUT', path, { name: 'Versioned 3' }, tag))).toEqual([412, 'PRECONDITION_FAILED']);
      await send(olivia, 'DELETE', path);
    });

    it('are made of the permissions that the catalogue lists, a sentence each', async () => {
      const { body } = await get(nora, '/api/v1/permissions');
      expect(body.data.permissions).toHaveLength(ALL_PERMISSIONS.length);
      for (const { name, description } of body.data.permissions)
        expect([name, description]).toEqual([expect.stringMatching(/^[a-z_]+(\.[a-z_]+){1,2}$/), expect.stringMatching(/^[A-Z].*\.$/)]);
    });
  });

  describe('workspaces', () => {
    it('are found by a part of their names, and only those that the person sees', async () => {
      const made = ['Tidal 100%', 'Tidal_1', 'tidal archive'];
      for (const name of made) expect((await send(olivia, 'POST', '/api/v1/organizations/1/workspaces', { name })).status).toBe(201);
      const found = async (who: LoggedIn, search: string) => {
        const { body } = await get(who, `/api/v1/organizations/1/workspaces?search=${encodeURIComponent(search)}`);
        return [body.data.workspaces.map(({ name }: { name: string }) => name), body.data.pagination.total];
      };
      expect(await found(olivia, 'TIDAL')).toEqual([made, 3]);
      expect(await found(olivia, '0%')).toEqual([['Tidal 100%'], 1]);
      expect(await found(olivia, 'l_1')).toEqual([['Tidal_1'], 1]);
      expect(await found(vera, 'tidal')).toEqual([[], 0]);
      expect(outcome(await get(olivia, '/api/v1/organizations/1/workspaces?search=a&search=b'))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('are listed, read with their settings, and answer 404 to strangers like missing ones [statement 60]', async () => {
      const { body } = await get(vera, '/api/v1/organizations/1/workspaces');
      expect(body.data.workspaces).toMatchObject([{ id: 1, organization_id: 1, name: 'Hydrology' }]);
      const settings = await get(vera, '/api/v1/workspaces/1/settings');
      expect([settings.status, settings.body]).toEqual([
        200,
        {
          success: true,
          data: {
            settings: { allow_public_access: true, default_role_id: roleIds['viewer'], custom_settings: {} },
            message: settings.body.message,
          },
          message: expect.any(String),
        },
      ]);
      for (const id of [1, MISSING])
        for (const path of [`/api/v1/workspaces/${id}`, `/api/v1/workspaces/${id}/settings`, `/api/v1/workspaces/${id}/members`])
          expect([path, ...outcome(await get(oscar, path))]).toEqual([path, 404, 'NOT_FOUND']);
    });

    it('are created and updated with the intended answers; settings merge, custom settings are replaced', async () => {
      const created = await send(adam, 'POST', '/api/v1/organizations/1/workspaces', {
        name: 'Lab',
        settings: { custom_settings: { a: 1, b: 2 } },
      });
      expect(created.status).toBe(201);
      const { id } = created.body.data.workspace;
      app.clock.advance({ seconds: 5 });
      const updated = await send(adam, 'PUT', `/api/v1/workspaces/${id}`, {
        name: 'Lab 2',
        settings: { allow_public_access: true },
      });
      expect([updated.status, updated.body.data]).toEqual([
        200,
        { workspace: { id, name: 'Lab 2', updated_at: app.clock.now().toISOString() }, message: updated.body.message },
      ]);
      const read = async () => (await get(adam, `/api/v1/workspaces/${id}/settings`)).body.data.settings;
      expect(await read()).toEqual({
        allow_public_access: true,
        default_role_id: roleIds['viewer'],
        custom_settings: { a: 1, b: 2 },
      });
      await send(adam, 'PUT', `/api/v1/workspaces/${id}`, { settings: { custom_settings: { c: 3 } } });
      expect(await read()).toMatchObject({ allow_public_access: true, custom_settings: { c: 3 } });
      expect(outcome(await send(adam, 'POST', '/api/v1/organizations/1/workspaces', { name: 'Lab 2' }))).toEqual([409, 'CONFLICT']);
      expect((await send(adam, 'DELETE', `/api/v1/workspaces/${id}`)).body.data).toEqual({ success: true });
      expect(outcome(await send(adam, 'DELETE', `/api/v1/workspaces/${id}`))).toEqual([404, 'NOT_FOUND']);
    });

    it.each([
      [{}],
      [{ settings: {} }],
      [{ name: '' }],
      [{ name: null }],
      [{ settings: null }],
      [{ settings: { allow_public_access: 'yes' } }],
      [{ settings: { allow_public_access: null } }],
      [{ settings: { custom_settings: [] } }],
      [{ settings: { default_role_id: 0 } }],
      [{ settings: { role: 'owner' } }],
      [{ organization_id: 2, name: 'Stolen' }],
    ])('refuse the update %j with 400', async (body) => {
      expect(outcome(await send(olivia, 'PUT', '/api/v1/workspaces/1', body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('take no role of another organization as default or for a member', async () => {
      const foreign = (await get(oscar, '/api/v1/organizations/2/roles')).body.data.roles[3].id;
      const settings = { default_role_id: foreign };
      expect(outcome(await send(olivia, 'PUT', '/api/v1/workspaces/1', { settings }))).toEqual([400, 'VALIDATION_FAILED']);
      const members = '/api/v1/workspaces/1/members';
      expect(outcome(await send(olivia, 'POST', members, { user_id: vera.userId, role_id: foreign }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(outcome(await send(olivia, 'POST', members, { user_id: oscar.userId }))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('give a member more in one workspace than in the organization, and only there', async () => {
      const other = (await send(olivia, 'POST', '/api/v1/organizations/1/workspaces', { name: 'Other' })).body.data.workspace.id;
      const members = '/api/v1/workspaces/1/members';
      expect(outcome(await send(vera, 'PUT', '/api/v1/workspaces/1', { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
      const added = await send(olivia, 'POST', members, { user_id: vera.userId, role_id: roleIds['editor'] });
      expect([added.status, added.body.data.member]).toEqual([
        201,
        { user_id: vera.userId, role: { id: roleIds['editor'], name: 'editor' } },
      ]);
      expect(outcome(await send(olivia, 'POST', members, { user_id: vera.userId }))).toEqual([409, 'CONFLICT']);
      expect((await get(vera, members)).body.data.members).toMatchObject([{ username: 'vera', role: { name: 'editor' } }]);
      const held = `/api/v1/organizations/1/members/${vera.userId}/workspaces`;
      const { status, body } = await get(adam, held);
      expect([status, body.data]).toMatchObject([
        200,
        {
          workspaces: [{ workspace: { id: 1 }, role: { id: roleIds['editor'], name: 'editor' } }],
          pagination: { total: 1 },
        },
      ]);
      expect((await get(adam, held.replace(String(vera.userId), String(adam.userId)))).body.data.workspaces).toEqual([]);
      expect(outcome(await get(adam, held.replace(String(vera.userId), '2000000000')))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await get(oscar, held))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(oscar, held.replace('organizations/1', 'organizations/2')))).toEqual([404, 'NOT_FOUND']);
      expect((await send(vera, 'PUT', '/api/v1/workspaces/1', { settings: { custom_settings: {} } })).status).toBe(200);
      expect(outcome(await send(vera, 'PUT', `/api/v1/workspaces/${other}`, { name: 'x' }))).toEqual([404, 'NOT_FOUND']);
      const boosted = await send(vera, 'POST', members, { user_id: adam.userId, role_id: roleIds['admin'] });
      expect(outcome(boosted)).toEqual([403, 'FORBIDDEN']);
      expect((await send(olivia, 'DELETE', `${members}/${vera.userId}`)).status).toBe(200);
      expect(outcome(await send(olivia, 'DELETE', `${members}/${vera.userId}`))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await send(vera, 'PUT', '/api/v1/workspaces/1', { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
      await send(olivia, 'DELETE', `/api/v1/workspaces/${other}`);
    });
  });

  it('do not let a person set a default role, or take away a workspace role, that allows more than their own', async () => {
    const members = '/api/v1/workspaces/1/members';
    await send(olivia, 'POST', members, { user_id: vera.userId, role_id: roleIds['editor'] });
    for (const role of ['owner', 'admin']) {
      const planted = await send(vera, 'PUT', '/api/v1/workspaces/1', { settings: { default_role_id: roleIds[role] } });
      expect([role, ...outcome(planted)]).toEqual([role, 403, 'FORBIDDEN']);
    }
    const born = { name: 'Planted', settings: { default_role_id: roleIds['owner'] } };
    expect(outcome(await send(adam, 'POST', '/api/v1/organizations/1/workspaces', born))).toEqual([403, 'FORBIDDEN']);
    await send(olivia, 'POST', members, { user_id: adam.userId, role_id: roleIds['owner'] });
    expect(outcome(await send(vera, 'DELETE', `${members}/${adam.userId}`))).toEqual([403, 'FORBIDDEN']);
    expect((await send(olivia, 'DELETE', `${members}/${adam.userId}`)).status).toBe(200);
    await send(olivia, 'DELETE', `${members}/${vera.userId}`);
    const boss = (await send(olivia, 'POST', '/api/v1/organizations/1/roles', { name: 'Boss', permissions: ['*'] })).body.data.role;
    expect(outcome(await send(adam, 'DELETE', `/api/v1/roles/${boss.id}`))).toEqual([403, 'FORBIDDEN']);
    await send(olivia, 'DELETE', `/api/v1/roles/${boss.id}`);
  });

  it.each([['a\u0000b'], ['\ud800'], ['x'.repeat(16_400)]])(
    'refuse custom settings that cannot be kept with 400, never 500',
    async (text) => {
      const settings = { custom_settings: { text } };
      expect(outcome(await send(olivia, 'PUT', '/api/v1/workspaces/1', { settings }))).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('keep custom settings with a backslash and every script as they were sent', async () => {
    const custom_settings = { text: '\\u0000 \\ud800 水 🌊', nested: [{ a: null }] };
    await send(olivia, 'PUT', '/api/v1/workspaces/1', { settings: { custom_settings } });
    expect((await get(olivia, '/api/v1/workspaces/1/settings')).body.data.settings.custom_settings).toEqual(custom_settings);
    await send(olivia, 'PUT', '/api/v1/workspaces/1', { settings: { custom_settings: {} } });
  });

  it('keep their lists stable while others insert', async () => {
    const create = (index: number) => send(olivia, 'POST', '/api/v1/organizations/1/workspaces', { name: `Stable ${index}` });
    for (let index = 0; index < 6; index += 1) await create(index);
    const seen: number[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { body } = await get(olivia, `/api/v1/organizations/1/workspaces?limit=3&page=${page}`);
      seen.push(...body.data.workspaces.map(({ id }: { id: number }) => id));
      await create(10 + page);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
  });
});
