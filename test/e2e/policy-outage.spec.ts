import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { logInWithTotp } from '../support/mfa.js';
import { putInForce } from '../support/policies.js';
import { addBreakGlass, addMember } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const HARMLESS = 'forbid(principal, action, resource) when { context.acr == "none" };';

describe('access policies that cannot be loaded, of one organization among three,', () => {
  let app: TestApp;
  let nora: LoggedIn, sysadmin: LoggedIn;
  let third = 0;
  const inAll = [1, 2];

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    [nora, sysadmin] = [await logIn(app.http, 'nora'), await logIn(app.http, 'sysadmin')];
    const owner = { name: 'Third', plan: 'professional', owner_user_id: nora.userId };
    const made = await send(sysadmin, 'POST', '/api/v1/organizations', owner);
    third = made.body.data.organization.id;
    inAll.push(third);
    await addMember(app, 'nora', 'viewer', 1);
    await addMember(app, 'nora', 'admin', 2);
    for (const id of [2, third])
      await send(nora, 'POST', `/api/v1/organizations/${id}/workspaces`, { name: `Of ${id}` });
    await sql(
      `INSERT INTO data_sources (organization_id, name, engine, connection, created_at, updated_at)
       VALUES ($1, 'Of the third', 'sqlite', '{"file": "x.db"}', now(), now())`,
      [third],
    );
    await sql(
      `INSERT INTO workspace_members (organization_id, workspace_id, user_id, role_id, joined_at)
       SELECT w.organization_id, w.id, $1, r.id, now() FROM workspaces w
         JOIN roles r ON r.organization_id = w.organization_id AND r.name = 'viewer' WHERE w.name = 'Of ' || w.organization_id`,
      [nora.userId],
    );
  });
  afterEach(async () => {
    for (const id of inAll) await putInForce(app, id, {});
  });
  afterAll(() => app.close());

  const send = (who: LoggedIn, method: string, path: string, body?: unknown): Promise<Answer> =>
    app.http.send(method, path, body, { token: who.accessToken });
  const get = (who: LoggedIn, path: string) => send(who, 'GET', path);
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const broken = async (organizationId: number) => {
    await putInForce(app, organizationId, {
      Broken: HARMLESS,
    });
    await sql(`UPDATE abac_policy_versions SET tree = '{"effect": "forbid"}' WHERE organization_id = $1`, [
      organizationId,
    ]);
  };
  const organizationsIn = ({ body, headers }: Answer, member: string, key: string) => [
    [...new Set(body.data[member].map((one: Record<string, number>) => one[key]))].toSorted(),
    headers.get('unavailable-organizations'),
  ];

  it('leave that one out of lists over all, name it, and answer 503 about it alone', async () => {
    const all = await get(nora, '/api/v1/organizations');
    expect(organizationsIn(all, 'organizations', 'id')).toEqual([inAll, null]);
    await putInForce(app, 1, { Harmless: HARMLESS });
    await broken(third);
    const listed = await get(nora, '/api/v1/organizations');
    expect(organizationsIn(listed, 'organizations', 'id')).toEqual([[1, 2], String(third)]);
    expect(listed.body.data.pagination.total).toBe(2);
    for (const [path, member] of [
      ['data-sources', 'data_sources'],
      ['prompt-templates', 'prompt_templates'],
    ] as const) {
      const answer = await get(nora, `/api/v1/${path}?limit=100`);
      const [ids, leftOut] = organizationsIn(answer, member, 'organization_id');
      expect([path, answer.status, (ids as number[]).includes(third), leftOut]).toEqual([
        ...[path, 200, false, String(third)],
      ]);
    }
    expect((await get(nora, '/api/v1/conversations')).headers.get('unavailable-organizations')).toBe(String(third));
    for (const id of [1, 2]) {
      const read = await get(nora, `/api/v1/organizations/${id}`);
      expect([outcome(read), read.headers.get('unavailable-organizations')]).toEqual([[200, undefined], null]);
    }
    for (const path of [`organizations/${third}`, `data-sources?organization_id=${third}`])
      expect([path, ...outcome(await get(nora, `/api/v1/${path}`))]).toEqual([path, 503, 'UNAVAILABLE']);
  });

  it('stop nothing that is about another one', async () => {
    await broken(third);
    const [{ id: template }] = await sql(
      `SELECT id FROM prompt_templates WHERE organization_id = 1 AND status = 'published' ORDER BY id LIMIT 1`,
    );
    for (const path of [`prompt-templates/${template}`, 'data-sources/1', 'data-sources/1/query-executions']) {
      const read = await get(nora, `/api/v1/${path}`);
      expect([path, read.status, read.headers.get('unavailable-organizations')]).toEqual([path, 200, null]);
    }
  });

  it('tell a person whom they are all missing for what is wrong, instead of an empty list', async () => {
    for (const id of inAll) await broken(id);
    for (const path of ['organizations', 'data-sources', 'prompt-templates'])
      expect([path, ...outcome(await get(nora, `/api/v1/${path}`))]).toEqual([path, 503, 'UNAVAILABLE']);
    const me = await get(nora, '/api/v1/me');
    expect([me.body.data.organizations.length, me.body.data.workspaces]).toEqual([3, []]);
  });

  it('leave a person their account, without the workspaces of that one', async () => {
    const workspaces = async () => {
      const me = await get(nora, '/api/v1/me');
      return organizationsIn(me, 'workspaces', 'organization_id');
    };
    expect(await workspaces()).toEqual([[2, third], null]);
    await broken(third);
    expect(await workspaces()).toEqual([[2], String(third)]);
    await broken(2);
    expect(await workspaces()).toEqual([[], `2, ${third}`]);
  });

  it('leave emergency accounts in, as everywhere', async () => {
    await addBreakGlass(app, 'nora', third);
    await broken(third);
    const proved = await logInWithTotp(app, {}, { username: 'nora' });
    expect(organizationsIn(await get(proved, '/api/v1/organizations'), 'organizations', 'id')).toEqual([inAll, null]);
    await sql(`DELETE FROM sso_break_glass`);
  });
});
