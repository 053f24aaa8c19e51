import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { JsonObject } from '../../src/engines/scim-protocol/json.js';
import { USER_SCHEMA } from '../../src/engines/scim-protocol/schema/urns.js';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { Resources } from '../../src/scim/application/ports/resources.js';
import { keysOf } from '../../src/scim/domain/resource-keys.js';
import { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';
import { type Plan, readsOf } from '../support/query-plan.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

/** Half of them are another organization's. */
const USERS = 80_000;
/** A statement may take as long as the service allows. */
const AT_ONCE = 10_000;
const GROUPS = 500;
const MEMBERS_OF_THE_LARGEST = 20_000;

/** How many rows the nodes of a plan looked at in tables, one with another. */
const rowsRead = (plan: Plan): number => readsOf(plan).reduce((sum, { rows }) => sum + rows, 0);

function textOf(sql: string | PreparedStatement): string {
  return typeof sql === 'string' ? sql : sql.text;
}

describe('SCIM reads over many resources', () => {
  let app: TestApp;
  let scim: ScimClient;
  let largest: string, member: string;

  beforeAll(async () => {
    app = await startTestApp();
    scim = await scimClient(app, 1);
    const run = (sql: string, values: unknown[] = []): Promise<{ id: string }[]> => app.dataSource.query(sql, values);
    for (let from = 1; from <= USERS; from += AT_ONCE)
      await run(
        `INSERT INTO scim_resources (id, organization_id, type, name_key, external_id, attributes, search, version, created_at, last_modified_at)
       SELECT gen_random_uuid(), 1 + n % 2, 'User', 'user' || n || '@x.example', 'ext-' || n,
              jsonb_build_object('userName', 'User' || n || '@x.example', 'active', true),
              jsonb_build_object('username', 'user' || n || '@x.example', 'title', 'title ' || n % 10,
                'emails', jsonb_build_array(jsonb_build_object('type', 'work', 'value', 'mail' || n || '@x.example'),
                                            jsonb_build_object('type', 'home', 'value', 'home' || n || '@y.example'))),
              1, now() - n * interval '1 s', now()
         FROM generate_series($1::integer, $2::integer) n`,
        [from, from + AT_ONCE - 1],
      );
    await run(
      `INSERT INTO scim_resources (id, organization_id, type, name_key, attributes, search, version, created_at, last_modified_at)
       SELECT gen_random_uuid(), 1, 'Group', 'group ' || n, jsonb_build_object('displayName', 'Group ' || n),
              jsonb_build_object('displayname', 'group ' || n), 1, now(), now() FROM generate_series(1, $1::integer) n`,
      [GROUPS],
    );
    const [group] = await run(`SELECT id FROM scim_resources WHERE name_key = 'group 1'`);
    const [user] = await run(`SELECT id FROM scim_resources WHERE name_key = 'user10@x.example'`);
    largest = group?.id ?? '';
    member = user?.id ?? '';
    await run(
      `INSERT INTO scim_group_members (organization_id, group_id, member_id)
       SELECT 1, $1, id FROM scim_resources WHERE organization_id = 1 AND type = 'User' ORDER BY number LIMIT $2`,
      [largest, MEMBERS_OF_THE_LARGEST],
    );
    await run('VACUUM ANALYZE scim_resources');
    await run('VACUUM ANALYZE scim_group_members');
  });
  afterAll(() => app.close());

  /** `{group}` is the largest group, `{member}` one of its members. */
  const filled = (text: string): string => text.replace('{group}', largest).replace('{member}', member);

  it.each<[string, string, number]>([
    ['Users', 'filter=userName eq "USER10@x.example"', 10],
    ['Users', 'filter=externalId eq "ext-10"', 10],
    ['Users', 'filter=id eq "{member}"', 10],
    ['Users', 'filter=emails.value eq "mail10@x.example"', 10],
    ['Users', 'filter=emails[type eq "work"].value eq "mail10@x.example"', 10],
    ['Users', 'filter=emails[type eq "work" and value eq "mail10@x.example"]', 10],
    ['Users', 'filter=userName eq "user10@x.example" or emails eq "mail12@x.example"', 10],
    ['Users', 'filter=userName sw "user1234"', 40],
    ['Users', 'filter=userName eq "user10@x.example" and active eq true', 10],
    ['Users', 'filter=active eq true&count=100', 210],
    ['Users', 'filter=active eq true&sortBy=userName&count=100', 210],
    ['Users', 'count=100', 210],
    ['Users', 'sortBy=userName&count=100', 210],
    ['Users', 'cursor=&count=100', 210],
    ['Users', 'cursor=&sortBy=userName&count=100', 210],
    ['Groups', 'filter=displayName eq "Group 1"&excludedAttributes=members', 10],
    ['Groups', 'filter=id eq "{group}" and members eq "{member}"&attributes=id', 10],
    ['Groups', 'filter=members eq "{member}"&attributes=id', 20],
  ])('%s?%s reads no more than it shows', async (endpoint, parameters, most) => {
    const session = app.app.get(TypeOrmSession);
    const spy = jest.spyOn(session, 'query');
    const answer = await scim.get(`/${endpoint}?${encodeURI(filled(parameters))}`);
    const sent = spy.mock.calls.map(([sql, values]): [string | PreparedStatement, unknown] => [sql, values]);
    spy.mockRestore();
    expect(answer.status).toBe(200);
    expect(answer.body.Resources).not.toHaveLength(0);
    const reads = sent.filter(([sql]) => textOf(sql).includes('FROM scim_resources r'));
    expect(reads.length).toBeGreaterThan(0);
    for (const [sql, values] of reads) {
      const text = textOf(sql);
      // Counting a whole list is reading it, though in an index alone.
      if (text.includes('count(*)')) continue;
      const [row] = await session.query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values as unknown[],
      );
      const [explained] = row?.['QUERY PLAN'] ?? [];
      if (explained === undefined) throw new Error('No plan.');
      if (process.env['SHOW_PLANS'] !== undefined)
        process.stderr.write(`${parameters}: ${explained['Execution Time']} ms, ${rowsRead(explained.Plan)} rows\n`);
      expect(rowsRead(explained.Plan)).toBeLessThanOrEqual(most);
    }
  });

  it.each<[string, JsonObject, boolean]>([
    ['active', { active: false }, true],
    ['the title', { title: 'Ferryman' }, false],
  ])('saves a user, of whom %s has changed, and writes indexes only for what they hold', async (_, change, isHot) => {
    const userName = `changed-${isHot}@x.example`;
    // So much that PostgreSQL keeps it outside of the row.
    const title = Array.from({ length: 400 }, (_each, at) => Math.sin(at).toString(36)).join(' ');
    const { body } = await scim.post('/Users', { schemas: [USER_SCHEMA], userName, title });
    const resources = app.app.get(Resources);
    const session = app.app.get(TypeOrmSession);
    const hotUpdates = async (): Promise<number> => {
      const sql = `SELECT pg_stat_get_xact_tuples_hot_updated('scim_resources'::regclass)::integer AS hot`;
      return (await session.query<{ hot: number }>(sql))[0]?.hot ?? 0;
    };
    const hot = await app.app.get(UnitOfWork).run(async () => {
      const user = await resources.lock(1, 'User', body.id);
      if (user === null) throw new Error('No user.');
      const attributes = { ...user.attributes, ...change };
      const before = await hotUpdates();
      await resources.saveShown({ ...user, attributes, version: user.version + 1 }, keysOf('User', attributes));
      return (await hotUpdates()) - before;
    });
    expect(hot).toBe(isHot ? 1 : 0);
  });

  it('judges who is put into the largest group without reading who is in it', async () => {
    const session = app.app.get(TypeOrmSession);
    await session.query(`INSERT INTO scim_settings (organization_id, version, updated_at) VALUES (1, 1, now())`);
    await session.query(
      `INSERT INTO scim_group_mappings (organization_id, group_id, rank, role_id)
       SELECT 1, r.id, row_number() OVER (), (SELECT id FROM roles WHERE organization_id = 1 AND name = 'viewer')
         FROM scim_resources r WHERE r.organization_id = 1 AND r.type = 'Group'`,
    );
    const [{ id } = { id: '' }] = await session.query<{ id: string }>(
      `SELECT id FROM scim_resources WHERE organization_id = 1 AND type = 'User' ORDER BY number DESC LIMIT 1`,
    );
    const spy = jest.spyOn(session, 'query');
    const Operations = [{ op: 'add', path: 'members', value: [{ value: id }] }];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    expect((await scim.patch(`/Groups/${largest}`, { schemas, Operations })).status).toBe(204);
    const judging = spy.mock.calls.filter(([sql]) => /scim_settings s|is_system_admin AS "isSystemAdmin", coalesce/.test(textOf(sql)));
    spy.mockRestore();
    expect(judging).toHaveLength(2);
    for (const [sql, values] of judging) {
      const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${textOf(sql)}`;
      const [row] = await session.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained, values);
      const plan = row?.['QUERY PLAN'][0]?.Plan;
      if (plan === undefined) throw new Error('No plan.');
      // At most the mapping as a whole.
      expect(rowsRead(plan)).toBeLessThanOrEqual(GROUPS + 20);
    }
    await session.query('DELETE FROM scim_group_mappings');
    await session.query('DELETE FROM scim_settings');
  });

  it('reads a page from the middle by cursor as one from the start', async () => {
    let cursor = '';
    for (let read = 0; read < 3; read += 1) {
      const answer = await scim.get(`/Users?sortBy=userName&count=1000&attributes=userName&cursor=${cursor}`);
      cursor = answer.body.nextCursor as string;
    }
    const session = app.app.get(TypeOrmSession);
    const spy = jest.spyOn(session, 'query');
    await scim.get(`/Users?sortBy=userName&count=1000&attributes=userName&cursor=${cursor}`);
    const [sql, values] = spy.mock.calls.find(([each]) => textOf(each).includes('ORDER BY')) ?? [''];
    spy.mockRestore();
    const [row] = await session.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${textOf(sql)}`, values);
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
    expect(rowsRead(plan)).toBeLessThan(2_100);
  });
});
