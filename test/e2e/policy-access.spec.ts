import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp, trustedClient } from '../support/mfa.js';
import { ABOUT_RESTRICTED, putInForce } from '../support/policies.js';
import { addBreakGlass, addMember } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WORKSPACES = '/api/v1/organizations/1/workspaces';
const REFUSED = [403, 'POLICY_REFUSED'];
const OK = [200, undefined];

describe('access policies at the door', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;
  /** Of organization 1, with the label. */
  let workspace = 0;

  beforeAll(async () => {
    app = await startTestApp({
      environment: { RATE_LIMIT_MULTIPLIER: '1000000', TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' },
    });
    [olivia, adam, vera, oscar, nora, sysadmin] = (await Promise.all(
      ['olivia', 'adam', 'vera', 'oscar', 'nora', 'sysadmin'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
    const made = await send(olivia, 'POST', WORKSPACES, {
      name: 'Vault',
      settings: { allow_public_access: true },
      labels: ['restricted'],
    });
    workspace = made.body.data.workspace.id;
  });
  afterEach(async () => {
    await inForce({});
    await putInForce(app, 2, {});
  });
  afterAll(() => app.close());

  const send = (
    who: Pick<LoggedIn, 'accessToken'>,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => app.http.send(method, path, body, { token: who.accessToken, headers });
  const get = (who: Pick<LoggedIn, 'accessToken'>, path: string, headers: Readonly<Record<string, string>> = {}) =>
    send(who, 'GET', path, undefined, headers);
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const vault = () => `/api/v1/workspaces/${workspace}`;
  const inForce = (policies: Readonly<Record<string, string>>) => putInForce(app, 1, policies);
  const closedUnless = (condition: string) =>
    inForce({ Vaults: `forbid(principal, action, resource is Workspace) unless { ${condition} };` });
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);

  describe('of one organization', () => {
    it('never touch another one, whatever they say', async () => {
      await inForce({ Everything: 'forbid(principal, action, resource);' });
      expect(outcome(await get(olivia, '/api/v1/organizations/1'))).toEqual(REFUSED);
      expect(outcome(await get(oscar, '/api/v1/organizations/2'))).toEqual(OK);
      expect(outcome(await get(oscar, '/api/v1/data-sources/2'))).toEqual(OK);
      expect(outcome(await get(olivia, '/api/v1/data-sources'))).toEqual(OK);
      await putInForce(app, 2, { Everything: 'permit(principal, action, resource);' });
      expect(outcome(await get(oscar, '/api/v1/organizations/1'))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(oscar, vault()))).toEqual([404, 'NOT_FOUND']);
    });

    it('leave strangers with what they are told of a missing one, and name themselves to members', async () => {
      await inForce(ABOUT_RESTRICTED);
      expect(outcome(await get(oscar, vault()))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await get(nora, vault()))).toEqual([404, 'NOT_FOUND']);
      const before = await refusals();
      const { status, body } = await get(vera, vault());
      expect([status, body.code, body.policies]).toEqual([
        403,
        'POLICY_REFUSED',
        [{ id: expect.any(Number), name: 'Restricted workspaces are closed' }],
      ]);
      expect(body.message).toContain('"Restricted workspaces are closed"');
      expect((await refusals()).slice(before.length)).toEqual([
        {
          organization_id: 1,
          detail: {
            permission: 'workspace.read',
            workspace_id: workspace,
            reason: 'policy',
            policies: [`${body.policies[0].id} v1`],
          },
        },
      ]);
    });
  });

  const refusals = () =>
    sql(`SELECT organization_id, detail FROM audit_events WHERE action = 'access.refused' AND actor_user_id = $1 ORDER BY id`, [
      vera.userId,
    ]);

  describe('that change', () => {
    it('decide anew as soon as the publication is answered, for twenty at once', async () => {
      const text = 'forbid(principal, action == Action::"workspace.read", resource is Workspace);';
      const policy = { organization_id: 1, name: 'Race', text };
      const { id } = (await send(olivia, 'POST', '/api/v1/sso/abac/policies', policy)).body.data.policy;
      await get(vera, vault());
      let isAnswered = false;
      const sent: Promise<[boolean, number]>[] = [];
      const ask = async (wasAnswered: boolean): Promise<[boolean, number]> => [wasAnswered, (await get(vera, vault())).status];
      const path = `/api/v1/sso/abac/policies/${id}/versions/1/activate`;
      const publication = send(olivia, 'POST', path, undefined, { 'If-Match': '"1"' }).then((answer) => {
        isAnswered = true;
        return answer;
      });
      while (!isAnswered) {
        for (let count = 0; count < 20; count += 1) sent.push(ask(false));
        await Promise.race([publication, sent.at(-1)]);
      }
      for (let count = 0; count < 20; count += 1) sent.push(ask(true));
      expect(outcome(await publication)).toEqual(OK);
      const statuses = await Promise.all(sent);
      expect(statuses.filter(([wasAnswered]) => wasAnswered)).toEqual(Array.from({ length: 20 }, () => [true, 403]));
      expect(new Set(statuses.map(([, status]) => status))).toEqual(new Set([200, 403]));
    });

    it('stop answers where they cannot be loaded, instead of permitting', async () => {
      await inForce({ Broken: 'forbid(principal, action, resource) when { context.acr == "none" };' });
      expect(outcome(await get(vera, vault()))).toEqual(OK);
      await sql(`UPDATE abac_policy_versions SET tree = '{"effect": "forbid"}' WHERE organization_id = 1`);
      await sql('UPDATE abac_epochs SET epoch = epoch + 1 WHERE organization_id = 1');
      for (const path of [vault(), WORKSPACES, '/api/v1/data-sources']) {
        const answer = await get(vera, path);
        expect([path, ...outcome(answer)]).toEqual([path, 503, 'UNAVAILABLE']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });

    it('refuse where one cannot be evaluated', async () => {
      await inForce({
        Overflow: 'forbid(principal, action, resource) when { (context.proofAgeSeconds + 2) * 4611686018427387904 > 1 };',
      });
      const answer = await get(olivia, vault());
      expect(outcome(answer)).toEqual(REFUSED);
      expect(answer.body.message).toContain('could not be evaluated');
    });

    it('count for the repetition of a request that was answered before', async () => {
      const again = () => send(adam, 'POST', WORKSPACES, { name: 'Repeated' }, { 'Idempotency-Key': '0190-repeated-by-policy' });
      expect((await again()).status).toBe(201);
      await inForce({ 'No new ones': 'forbid(principal, action == Action::"workspace.write", resource);' });
      expect(outcome(await again())).toEqual(REFUSED);
    });
  });

  describe('and who acts', () => {
    it('leave emergency accounts outside, for as long as they are kept for that', async () => {
      await addMember(app, 'nora', 'owner');
      await inForce({ Everything: 'forbid(principal, action, resource);' });
      const before = await logIn(app.http, 'nora');
      expect(outcome(await get(before, vault()))).toEqual(REFUSED);
      await addBreakGlass(app, 'nora');
      const proved = await logInWithTotp(app, {}, { username: 'nora' });
      expect(outcome(await get(proved, vault()))).toEqual(OK);
      expect((await get(proved, WORKSPACES)).body.data.pagination.total).toBeGreaterThan(1);
      await sql(`DELETE FROM sso_break_glass`);
      expect(outcome(await get(proved, vault()))).toEqual(REFUSED);
      await sql(`DELETE FROM organization_members WHERE user_id = $1`, [nora.userId]);
    });

    it('leave system administrators what runs the installation, and not the data that an owner lends them', async () => {
      await sql(
        `INSERT INTO access_requests (organization_id, kind, subject, reason, is_emergency, status, requested_by, decided_by,
                                      created_at, expires_at)
         VALUES (1, 'act_as_owner', '{}', 'Test', false, 'approved', $1, $2, $3, $4)`,
        [sysadmin.userId, olivia.userId, app.clock.now(), new Date(app.clock.now().getTime() + 3_600_000)],
      );
      expect(outcome(await get(sysadmin, '/api/v1/data-sources/1'))).toEqual(OK);
      await inForce({ Everything: 'forbid(principal, action, resource);' });
      expect(outcome(await get(sysadmin, '/api/v1/organizations/1'))).toEqual(OK);
      expect(outcome(await get(sysadmin, vault()))).toEqual(OK);
      expect(outcome(await get(sysadmin, '/api/v1/data-sources/1'))).toEqual(REFUSED);
      expect(outcome(await get(sysadmin, '/api/v1/data-sources'))).toEqual([403, 'FORBIDDEN']);
      await sql('DELETE FROM access_requests');
    });

    it('widen what a session may do, but not what it can give on', async () => {
      const permissions = ['organization.read', 'member.read', 'role.read'];
      const body = { name: 'Few rights', permissions };
      const roleId = (await send(olivia, 'POST', '/api/v1/organizations/1/roles', body)).body.data.role.id;
      const path = `/api/v1/organizations/1/members/${vera.userId}`;
      const formerly = (await get(olivia, path)).body.data.member.role.id;
      await send(olivia, 'PATCH', path, { role_id: roleId });
      expect(outcome(await get(vera, WORKSPACES))).toEqual([403, 'FORBIDDEN']);
      await inForce({
        Wider: `permit(principal, action in [Action::"workspace.read", Action::"role.manage"], resource)
                when { principal.roles.contains("Few rights") };`,
      });
      expect(outcome(await get(vera, WORKSPACES))).toEqual(OK);
      expect(outcome(await get(vera, vault()))).toEqual(OK);
      const given = await send(vera, 'POST', '/api/v1/organizations/1/roles', {
        name: 'G',
        permissions: ['workspace.read'],
      });
      expect(given.status).toBe(403);
      await inForce({ Other: 'permit(principal, action, resource) when { principal.roles.contains("another") };' });
      expect(outcome(await get(vera, WORKSPACES))).toEqual([403, 'FORBIDDEN']);
      await send(olivia, 'PATCH', path, { role_id: formerly });
    });
  });

  describe('read', () => {
    it('attributes that administrators have set', async () => {
      await closedUnless('principal.hasTag("clearance") && principal.getTag("clearance").contains("vault")');
      expect(outcome(await get(vera, vault()))).toEqual(REFUSED);
      const path = `/api/v1/organizations/1/members/${vera.userId}/attributes`;
      await send(olivia, 'PUT', path, { attributes: { clearance: ['vault'] } });
      expect(outcome(await get(vera, vault()))).toEqual(OK);
      await send(olivia, 'PUT', path, { attributes: {} });
      expect(outcome(await get(vera, vault()))).toEqual(REFUSED);
    });

    it('what the directory says of employment and groups', async () => {
      const attributes = {
        userName: 'vera',
        title: 'Hydrologist',
        userType: 'Employee',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Gauges', costCenter: '4711' },
      };
      await sql(`DELETE FROM scim_resources WHERE organization_id = 1 AND user_id = $1`, [vera.userId]);
      await sql(
        `INSERT INTO scim_resources (id, organization_id, type, name_key, user_id, attributes, search, version, created_at, last_modified_at)
         VALUES (gen_random_uuid(), 1, 'User', 'vera-of-policies', $1, $2, '{}', 1, now(), now())`,
        [vera.userId, attributes],
      );
      await sql(
        `WITH g AS (INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
           VALUES (gen_random_uuid(), 1, 'Group', 'divers', '{"displayName": "Divers"}', '{}', 1, now(), now()) RETURNING id)
         INSERT INTO scim_group_members (organization_id, group_id, member_id)
         SELECT 1, g.id, s.id FROM g, scim_resources s WHERE s.organization_id = 1 AND s.user_id = $1`,
        [vera.userId],
      );
      await closedUnless(
        `principal.groups.contains("Divers") && principal has department && principal.department == "Gauges" &&
         principal has title && principal has userType && principal has costCenter && !(principal has division)`,
      );
      expect(outcome(await get(vera, vault()))).toEqual(OK);
      expect(outcome(await get(olivia, vault()))).toEqual(REFUSED);
    });

    it('whether the device of the session is trusted, to the end of the trust', async () => {
      await closedUnless('context.deviceTrusted && context.acr == "aal2" && context.amr.contains("otp")');
      expect(outcome(await get(olivia, vault()))).toEqual(REFUSED);
      const trusted = await trustedClient(app, { username: 'mia' });
      expect(outcome(await get(trusted, vault()))).toEqual(OK);
      await sql('UPDATE organizations SET device_trust_days = 0 WHERE id = 1');
      expect(outcome(await get(trusted, vault()))).toEqual(REFUSED);
      await sql('UPDATE organizations SET device_trust_days = NULL WHERE id = 1');
      expect(outcome(await get(trusted, vault()))).toEqual(OK);
      await send(trusted, 'DELETE', `/api/v1/devices/${trusted.deviceId}`);
      expect(outcome(await get(trusted, vault()))).toEqual(REFUSED);
    });

    it('how long ago a person proved who they are', async () => {
      await closedUnless('context.proofAgeSeconds < 300');
      const fresh = await logIn(app.http, 'adam');
      expect(outcome(await get(fresh, vault()))).toEqual(OK);
      app.clock.advance({ seconds: 301 });
      expect(outcome(await get(fresh, vault()))).toEqual(REFUSED);
    });

    it('network and country, as only a trusted proxy reports them', async () => {
      await closedUnless('context.network.isInRange(ip("198.51.100.0/24")) && context has country && context.country == "DE"');
      const from = (ip: string, country: string) => get(vera, vault(), { 'X-Forwarded-For': ip, 'CF-IPCountry': country });
      expect(outcome(await from('198.51.100.7', 'de'))).toEqual(OK);
      expect(outcome(await from('198.51.100.7', 'FR'))).toEqual(REFUSED);
      expect(outcome(await from('198.51.100.7', 'Germany'))).toEqual(REFUSED);
      expect(outcome(await from('203.0.113.7', 'DE'))).toEqual(REFUSED);
    });
  });

  describe('and lists', () => {
    const listed = async (who: LoggedIn, path: string, member: string) => {
      const { data } = (await get(who, path)).body;
      return [data[member].map(({ name }: { name: string }) => name), data.pagination.total];
    };

    it('leave out of a thousand workspaces what a read would refuse, and count what is left', async () => {
      await sql(
        `INSERT INTO workspaces (organization_id, name, allow_public_access, default_role_id, labels, created_at, updated_at)
         SELECT 1, 'Listed ' || n, true, (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'),
                CASE WHEN n % 2 = 0 THEN '{restricted}'::text[] ELSE '{}' END, now(), now() FROM generate_series(1, 1000) n`,
      );
      const page = async (number: number) => (await get(vera, `${WORKSPACES}?limit=100&page=${number}`)).body.data;
      const all = (await page(1)).pagination.total;
      await inForce(ABOUT_RESTRICTED);
      const { pagination } = await page(1);
      expect(pagination.total).toBe(all - 501);
      const labels: string[][] = [];
      for (let number = 1; number <= pagination.pages; number += 1)
        labels.push(...(await page(number)).workspaces.map((one: { labels: string[] }) => one.labels));
      expect([labels.length, labels.flat()]).toEqual([pagination.total, []]);
    });

    it('hold nothing that was registered without a label, where a policy asks for one', async () => {
      const register = (who: LoggedIn, name: string, labels: string[]) => {
        const connection = { host: 'warehouse.delta.example', database: 'd', username: 'u' };
        const source = { organization_id: 1, name, engine: 'postgresql', connection, labels };
        return send(who, 'POST', '/api/v1/data-sources', source);
      };
      const registered = async (name: string, labels: string[]) => {
        const made = await register(olivia, name, labels);
        expect(made.status).toBe(201);
        return made.body.data.data_source.id as number;
      };
      const labelled = await registered('Labelled', ['internal']);
      expect(outcome(await register(adam, 'Again', []))).toEqual([403, 'DATA_UNDER_POLICIES']);
      const again = await registered('Again', []);
      await inForce({
        Unlabelled: 'forbid(principal, action, resource is DataSource) when { resource.labels.isEmpty() };',
      });
      expect(outcome(await get(vera, `/api/v1/data-sources/${labelled}`))).toEqual(OK);
      expect(outcome(await get(vera, `/api/v1/data-sources/${again}`))).toEqual(REFUSED);
      const [names] = await listed(vera, '/api/v1/data-sources?organization_id=1&limit=100', 'data_sources');
      expect([names.includes('Labelled'), names.includes('Again')]).toEqual([true, false]);
      await sql('DELETE FROM data_sources WHERE id = ANY ($1)', [[labelled, again]]);
    });

    it('leave out an organization that a policy closes, and count those that are left', async () => {
      await addMember(app, 'vera', 'viewer', 2);
      const ids = async (who: LoggedIn) => {
        const { organizations, pagination } = (await get(who, '/api/v1/organizations')).body.data;
        return [organizations.map(({ id }: { id: number }) => id), pagination.total];
      };
      expect(await ids(vera)).toEqual([[1, 2], 2]);
      await closedUnless('context.deviceTrusted');
      expect(await ids(vera)).toEqual([[1, 2], 2]);
      await inForce({
        Closed: `forbid(principal, action == Action::"organization.read", resource) unless { principal.roles.contains("owner") };`,
      });
      expect([await ids(vera), await ids(olivia)]).toEqual([
        [[2], 1],
        [[1], 1],
      ]);
      expect((await ids(sysadmin))[1]).toBeGreaterThan(1);
      await sql('DELETE FROM organization_members WHERE user_id = $1 AND organization_id = 2', [vera.userId]);
    });

    it('tell apart by id what a policy names by its id', async () => {
      const { workspaces } = (await get(vera, `${WORKSPACES}?limit=5`)).body.data;
      const named = workspaces[2];
      await inForce({ One: `forbid(principal, action, resource == Workspace::"${named.id}");` });
      expect(outcome(await get(vera, `/api/v1/workspaces/${named.id}`))).toEqual(REFUSED);
      const left = (await get(vera, `${WORKSPACES}?limit=5`)).body.data;
      expect(left.workspaces.map(({ id }: { id: number }) => id)).not.toContain(named.id);
      await sql(`DELETE FROM workspaces WHERE name LIKE 'Listed %'`);
    });

    it('leave out data sources, and what was asked of them', async () => {
      const [{ id: source }] = await sql(
        `INSERT INTO data_sources (organization_id, name, engine, connection, labels, created_at, updated_at)
         VALUES (1, 'Closed', 'sqlite', '{"file": "x.db"}', '{restricted}', now(), now()) RETURNING id`,
      );
      const [{ id: template }] = await sql('SELECT id FROM prompt_templates WHERE organization_id = 1 ORDER BY id LIMIT 1');
      for (const asked of [1, source, null]) {
        await sql(
          `INSERT INTO query_executions (organization_id, user_id, data_source_id, template_id, outcome, started_at, heartbeat_at)
           VALUES (1, $1, $2, $3, 'generated', now(), now())`,
          [olivia.userId, asked, template],
        );
        await sql(
          `INSERT INTO conversations (organization_id, user_id, data_source_id, title, created_at, last_asked_at)
           VALUES (1, $1, $2, 'Asked', now(), now())`,
          [olivia.userId, asked],
        );
      }
      const totals = async () => {
        const paths = ['data-sources', `prompt-templates/${template}/executions`, 'conversations'];
        return Promise.all(paths.map(async (path) => (await get(olivia, `/api/v1/${path}`)).body.data.pagination.total as number));
      };
      const before = await totals();
      await inForce(ABOUT_RESTRICTED);
      expect(await totals()).toEqual(before.map((total) => total - 1));
      const [names] = await listed(olivia, '/api/v1/data-sources?organization_id=1', 'data_sources');
      expect(names).not.toContain('Closed');
      expect(outcome(await get(olivia, `/api/v1/data-sources/${source}`))).toEqual(REFUSED);
    });

    it('name no workspace and no data source elsewhere either', async () => {
      const [{ id: viewer }] = await sql(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
      await send(olivia, 'POST', `${vault()}/members`, { user_id: adam.userId, role_id: viewer });
      const [{ id: source }] = await sql(
        `INSERT INTO data_sources (organization_id, name, engine, connection, labels, created_at, updated_at)
         VALUES (1, 'Unnamed', 'sqlite', '{"file": "x.db"}', '{restricted}', now(), now()) RETURNING id`,
      );
      await sql('UPDATE prompt_templates SET compatible_data_source_ids = ARRAY[$1::int] WHERE organization_id = 1', [source]);
      const seen = async () => {
        const me = JSON.stringify((await get(adam, '/api/v1/me')).body);
        const exported = JSON.stringify((await get(adam, '/api/v1/prompt-templates/export?organization_id=1')).body);
        return [me.includes('Vault'), exported.includes('Unnamed')];
      };
      expect(await seen()).toEqual([true, true]);
      await inForce(ABOUT_RESTRICTED);
      expect(await seen()).toEqual([false, false]);
      await sql('DELETE FROM workspace_members WHERE user_id = $1', [adam.userId]);
    });

    it('leave out invitations into workspaces, and roles that are held there', async () => {
      const [{ id: viewer }] = await sql(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer'`);
      const invited = { email: 'guest@elsewhere.example', workspace_id: workspace, role_id: viewer };
      expect((await send(olivia, 'POST', '/api/v1/organizations/1/invitations', invited)).status).toBe(201);
      await send(olivia, 'POST', `${vault()}/members`, { user_id: vera.userId, role_id: viewer });
      const totals = async () =>
        Promise.all(
          ['organizations/1/invitations', `roles/${viewer}/holders`].map(
            async (path) => (await get(olivia, `/api/v1/${path}`)).body.data.pagination.total as number,
          ),
        );
      const before = await totals();
      await inForce(ABOUT_RESTRICTED);
      expect(await totals()).toEqual(before.map((total) => total - 1));
    });
  });

  describe('cost', () => {
    /** Of several runs the one with the fewest: the process does other work in the background. */
    const statementsOf = async (work: () => Promise<Answer>): Promise<number> => {
      // All statements of the process pass there.
      const session = app.app.get<{ send: () => unknown }>(TypeOrmSession);
      await work();
      const counts: number[] = [];
      for (let run = 0; run < 5; run += 1) {
        const sent = jest.spyOn(session, 'send');
        expect((await work()).status).toBe(200);
        counts.push(sent.mock.calls.length);
        sent.mockRestore();
      }
      return Math.min(...counts);
    };

    it('one statement for a read, two for a list, and none for an organization without them', async () => {
      const reads = [() => get(olivia, vault()), () => get(olivia, WORKSPACES), () => get(olivia, '/api/v1/data-sources/1')];
      const measure = async () => {
        const counts: number[] = [];
        for (const read of reads) counts.push(await statementsOf(read));
        return counts;
      };
      const without = await measure();
      await inForce({ Harmless: 'forbid(principal, action, resource) when { context.acr == "none" };' });
      const [one, list, source] = await measure();
      expect([one, list, source]).toEqual([(without[0] ?? 0) + 1, (without[1] ?? 0) + 2, (without[2] ?? 0) + 1]);
      expect(without).toEqual([3, 3, 2]);
    });

    it('nothing more where the policies in force are about other acts or things', async () => {
      const read = () => get(olivia, vault());
      await inForce({});
      const without = await statementsOf(read);
      await inForce({ Elsewhere: 'forbid(principal, action, resource is DataSource);' });
      expect(await statementsOf(read)).toBe(without);
      await inForce({ Elsewhere: 'forbid(principal, action == Action::"workspace.write", resource);' });
      expect(await statementsOf(read)).toBe(without);
    });
  });
});
