import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/data-policies';
/** Cedar computes with 64 bits. */
const OVERFLOW = '(principal.accountAgeDays + 9007199254740991) * 9007199254740991 > 0';
const SALARIES = [{ kind: 'column', schema: 'public', relation: 'staff', column: 'salary', effect: 'null' }];

describe('a data policy whose condition cannot be evaluated', () => {
  let app: TestApp;
  let sources: readonly SourceDatabase[];
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn;
  let id: number, other: number;

  const as = ({ accessToken }: LoggedIn) => ({ token: accessToken });
  const query = (who: LoggedIn, of = id): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${of}/query`, { sql: 'SELECT salary FROM staff' }, as(who));
  const active = async (name: string, appliesWhen: string): Promise<number> => {
    const body = { organization_id: 1, data_source_id: id, name, applies_when: appliesWhen, rules: SALARIES };
    const made = await app.http.post(PATH, body, as(olivia));
    expect([made.status, made.body.message]).toEqual([201, 'Data policy created.']);
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    const path = `${PATH}/${made.body.data.data_policy.id}`;
    expect((await app.http.post(`${path}/activate`, undefined, { ...as(olivia), headers })).status).toBe(200);
    return made.body.data.data_policy.id;
  };
  const failing = async (): Promise<unknown[]> => {
    const { body } = await app.http.get(`${PATH}?organization_id=1`, as(olivia));
    return body.data.data_policies.map((one: { failing: unknown }) => one.failing);
  };
  const lines = () => app.log.filter((line) => line.includes('data_policy_error')).map((line) => JSON.parse(line));

  beforeAll(async () => {
    app = await startTestApp();
    const made = async (): Promise<SourceDatabase> => {
      const source = await SourceDatabase.create(
        'CREATE TABLE staff (id int PRIMARY KEY, salary int)',
        'INSERT INTO staff VALUES (1, 4711)',
        'ANALYZE',
      );
      await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
      return source;
    };
    sources = [await made(), await made()];
    [olivia, adam, vera] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam'), await logIn(app.http, 'vera')];
    const registered = async (source: SourceDatabase): Promise<number> => {
      const body = { organization_id: 1, name: source.role, engine: 'postgresql', connection: source.connection() };
      const { data } = (await app.http.post('/api/v1/data-sources', body, as(olivia))).body;
      const path = `/api/v1/data-sources/${data.data_source.id}/discover-schema?refresh=true`;
      await app.http.post(path, undefined, as(olivia));
      return data.data_source.id;
    };
    const [one, another] = sources as [SourceDatabase, SourceDatabase];
    [id, other] = [await registered(one), await registered(another)];
    const role = { name: 'Reader', permissions: ['workspace.read', 'data_source.read', 'query.run'] };
    const { data } = (await app.http.post('/api/v1/organizations/1/roles', role, as(olivia))).body;
    const member = `/api/v1/organizations/1/members/${vera.userId}`;
    expect((await app.http.patch(member, { role_id: data.role.id }, as(olivia))).status).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    for (const source of sources) await source.drop();
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM data_policies');
    app.log.length = 0;
  });

  it('shuts its data for those whom that meets, and is named in the list and, once a minute with a count, in the log', async () => {
    const policy = await active('Broken', `principal.roles.contains("Reader") && ${OVERFLOW}`);
    expect(await failing()).toEqual([null]);
    const first = app.clock.now().toISOString();
    for (const answer of [await query(vera), await query(vera), await query(vera)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
      // Who may not read policies learns no name.
      expect(answer.body.message).not.toContain('Broken');
    }
    expect((await query(olivia)).body.data.rows).toEqual([[4711]]);
    expect(lines()).toEqual([expect.objectContaining({ organizationId: 1, data_policies: [policy], times: 1 })]);
    expect(await failing()).toEqual([{ since: first, last_at: first, user_id: vera.userId }]);
    app.clock.advance({ seconds: 61 });
    vera = await logIn(app.http, 'vera');
    expect((await query(vera)).status).toBe(403);
    expect(lines().slice(1)).toEqual([expect.objectContaining({ data_policies: [policy], times: 3 })]);
    expect(JSON.stringify(lines())).not.toContain('overflow');
    olivia = await logIn(app.http, 'olivia');
    const last = app.clock.now().toISOString();
    expect(await failing()).toEqual([{ since: first, last_at: last, user_id: vera.userId }]);
    // Whoever corrects it begins anew.
    const read = await app.http.get(`${PATH}/${policy}`, as(olivia));
    const headers = { 'If-Match': String(read.headers.get('etag')) };
    const corrected = {
      data_source_id: id,
      name: 'Right',
      applies_when: 'principal.roles.contains("Reader")',
      rules: SALARIES,
    };
    const changed = await app.http.put(`${PATH}/${policy}`, corrected, { ...as(olivia), headers });
    expect([changed.status, changed.body.data.data_policy.failing]).toEqual([200, null]);
    expect((await query(vera)).body.data.rows).toEqual([[null]]);
  });

  it('is named with its cause to those who may read policies, in a refusal and in a preview', async () => {
    const policy = await active('Broken', `!principal.roles.contains("owner") && ${OVERFLOW}`);
    await active('Sound', 'true');
    adam = await logIn(app.http, 'adam');
    const { status, body } = await query(adam);
    expect([status, body.message]).toEqual([
      403,
      expect.stringMatching(/^Headgate cannot evaluate these data policies for you.*: "Broken" \(integer overflow .*\)\. Correct/),
    ]);
    const preview = await app.http.get(`/api/v1/data-sources/${id}/members/${vera.userId}/preview`, as(olivia));
    const { data_policies: policies, relations } = preview.body.data;
    const cause = expect.stringContaining('integer overflow');
    expect(policies).toMatchObject([
      { id: policy, name: 'Broken', applies: false, failure: cause },
      { name: 'Sound', applies: true, failure: null },
    ]);
    expect(relations).toMatchObject([
      {
        relation: 'staff',
        access: 'refused',
        rows_filtered: false,
        reasons: [{ kind: 'condition_failed', data_policy_id: policy, data_policy_name: 'Broken', problems: [cause] }],
      },
    ]);
  });

  it('shuts no other data source', async () => {
    await active('Broken', OVERFLOW);
    expect((await query(vera)).status).toBe(403);
    expect((await query(vera, other)).body.data.rows).toEqual([[4711]]);
  });

  it('names every policy of a source for a member whose attributes no policy can read', async () => {
    const policy = await active('Sound', 'principal.roles.contains("Reader")');
    await app.dataSource.query(
      `INSERT INTO member_attributes (organization_id, user_id, attributes, version, updated_at) VALUES (1, $1, '{"basins": [1, 2]}', 1, now())`,
      [vera.userId],
    );
    expect((await query(vera)).status).toBe(403);
    expect(await failing()).toMatchObject([{ user_id: vera.userId }]);
    const preview = await app.http.get(`/api/v1/data-sources/${id}/members/${vera.userId}/preview`, as(olivia));
    expect(preview.body.data.relations).toMatchObject([{ access: 'refused', reasons: [{ data_policy_id: policy }] }]);
    await app.dataSource.query('DELETE FROM member_attributes');
  });
});
