import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox } from '../support/mailbox.js';
import { putInForce } from '../support/policies.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const PATH = '/api/v1/sso/abac/data-policies';

describe('a policy that names a role or a group', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let source: SourceDatabase;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn;
  let directory: ScimClient;
  let id: number, dataPolicy: number, role: number;
  let group: string;

  const as = ({ accessToken }: LoggedIn) => ({ token: accessToken });
  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const query = async (): Promise<unknown> => {
    const { status, body } = await app.http.post(`/api/v1/data-sources/${id}/query`, { sql: 'SELECT salary FROM staff' }, as(vera));
    return status === 200 ? body.data.rows : body.code;
  };
  const workspace = async (): Promise<unknown> => {
    const { status, body } = await app.http.get('/api/v1/workspaces/1', as(vera));
    return body.code ?? status;
  };
  const applyData = async (appliesWhen: string): Promise<void> => {
    await sql('DELETE FROM data_policies');
    const rules = [{ kind: 'column', schema: 'public', relation: 'staff', column: 'salary', effect: 'null' }];
    const body = { organization_id: 1, data_source_id: id, name: 'Salaries', applies_when: appliesWhen, rules };
    const made = await app.http.post(PATH, body, as(olivia));
    expect([made.status, made.body.message]).toEqual([201, 'Data policy created.']);
    dataPolicy = made.body.data.data_policy.id;
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    const active = await app.http.post(`${PATH}/${dataPolicy}/activate`, undefined, { ...as(olivia), headers });
    expect(active.status).toBe(200);
  };
  const forbid = (condition: string) =>
    putInForce(app, 1, { Closed: `forbid (principal, action, resource is Workspace) when { ${condition} };` });
  const shown = async (): Promise<unknown[]> => {
    const [{ text }] = await sql(`SELECT text FROM abac_policy_versions WHERE state = 'active'`);
    const { body } = await app.http.get(`${PATH}/${dataPolicy}`, as(olivia));
    return [/when \{ (.*) \};$/.exec(text)?.[1], body.data.data_policy.applies_when];
  };
  const renameRole = (name: string): Promise<Answer> => app.http.put(`/api/v1/roles/${role}`, { name }, as(adam));
  const roleNamed = async (name: string): Promise<number> => {
    const permissions = ['workspace.read', 'data_source.read', 'query.run'];
    const made = await app.http.post('/api/v1/organizations/1/roles', { name, permissions }, as(olivia));
    expect(made.status).toBe(201);
    return made.body.data.role.id;
  };
  const giveVera = async (roleId: number): Promise<void> => {
    const path = `/api/v1/organizations/1/members/${vera.userId}`;
    expect((await app.http.patch(path, { role_id: roleId }, as(olivia))).status).toBe(200);
  };

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    source = await SourceDatabase.create(
      'CREATE TABLE staff (id int PRIMARY KEY, salary int)',
      'INSERT INTO staff VALUES (1, 4711)',
      'ANALYZE',
    );
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    vera = await logIn(app.http, 'vera');
    directory = await scimClient(app, 1);
    const body = { organization_id: 1, name: 'Shop', engine: 'postgresql', connection: source.connection() };
    ({ id } = (await app.http.post('/api/v1/data-sources', body, as(olivia))).body.data.data_source);
    await app.http.post(`/api/v1/data-sources/${id}/discover-schema?refresh=true`, undefined, as(olivia));
    role = await roleNamed('Analyst');
    await giveVera(role);
    const [person] = await sql('SELECT id FROM scim_resources WHERE user_id = $1 AND organization_id = 1', [vera.userId]);
    const members = [{ value: person.id }];
    ({ id: group } = (await directory.post('/Groups', { schemas: [GROUP], displayName: 'Sales', members })).body);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
    await source.drop();
  });

  it('goes on naming a role that gets another name, and the text says so', async () => {
    await applyData('principal.roles.contains("Analyst")');
    await forbid('principal.roles.contains("Analyst")');
    expect([await query(), await workspace()]).toEqual([[[null]], 'POLICY_REFUSED']);
    expect((await renameRole('Reader "2"')).status).toBe(200);
    expect([await query(), await workspace()]).toEqual([[[null]], 'POLICY_REFUSED']);
    expect(await shown()).toEqual(Array(2).fill('principal.roles.contains("Reader \\"2\\"")'));
    const [{ detail }] = await sql(`SELECT detail FROM audit_events WHERE action = 'abac.name_followed'`);
    expect(detail).toMatchObject({ from: 'Analyst', to: 'Reader "2"', data_policies: [String(dataPolicy)] });
    // Another role that takes the old name is another role.
    await giveVera(await roleNamed('Analyst'));
    expect([await query(), await workspace()]).toEqual([[[4711]], 200]);
    await giveVera(role);
  });

  it.each([
    ['PATCH', { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: '営業 Sales' }] }],
    ['PUT', null],
  ])('goes on naming a group that a directory renames by %s', async (method, body) => {
    const { displayName: before, members } = (await directory.get(`/Groups/${group}`)).body;
    await applyData(`principal.groups.contains("${before}")`);
    await forbid(`principal.groups.contains("${before}") && !principal.roles.contains("${before}")`);
    expect([await query(), await workspace()]).toEqual([[[null]], 'POLICY_REFUSED']);
    const put = { schemas: [GROUP], displayName: 'Sales of the north', members };
    const renamed = await directory.send(method, `/Groups/${group}`, body ?? put);
    expect([200, 204]).toContain(renamed.status);
    const name: string = (await directory.get(`/Groups/${group}`)).body.displayName;
    expect([await query(), await workspace()]).toEqual([[[null]], 'POLICY_REFUSED']);
    expect(await shown()).toEqual([
      `principal.groups.contains("${name}") && !principal.roles.contains("${before}")`,
      `principal.groups.contains("${name}")`,
    ]);
  });

  it('says that a role is deleted, tells the owners, and takes no other role of its name for it', async () => {
    const gone = await roleNamed('Contractor');
    await applyData('principal.roles.contains("Contractor")');
    await forbid('!principal.roles.containsAny(["Contractor"])');
    await mailbox.arrived(app);
    const deleted = await app.http.delete(`/api/v1/roles/${gone}`, as(adam));
    expect(deleted.status).toBe(200);
    expect(await shown()).toEqual([
      '!principal.roles.containsAny(["Contractor (deleted)"])',
      'principal.roles.contains("Contractor (deleted)")',
    ]);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ subject, text }) => [subject, /Closed[\s\S]*Salaries/.test(text ?? '')])).toContainEqual([
      'Policies name the role "Contractor", which is deleted',
      true,
    ]);
    const marked = {
      kind: 'role',
      name: 'Contractor (deleted)',
      deleted: true,
      message: 'The role "Contractor (deleted)" was deleted.',
      hint: 'Name another role.',
    };
    const { body: listed } = await app.http.get('/api/v1/sso/abac/policies?organization_id=1', as(olivia));
    expect(listed.data.policies).toMatchObject([{ names_nothing: [{ version: 1, ...marked }] }]);
    const { body: data } = await app.http.get(`${PATH}?organization_id=1`, as(olivia));
    expect(data.data.data_policies).toMatchObject([{ names_nothing: [{ field: 'applies_when', ...marked }] }]);
    await giveVera(await roleNamed('Contractor'));
    expect([await query(), await workspace()]).toEqual([[[4711]], 'POLICY_REFUSED']);
    await giveVera(role);
  });

  it('keeps what it took from the people of a group that is deleted, and ends what it opened for them', async () => {
    const { displayName: name } = (await directory.get(`/Groups/${group}`)).body;
    await applyData(`principal.groups.contains("${name}")`);
    await forbid(`!principal.groups.contains("${name}")`);
    expect([await query(), await workspace()]).toEqual([[[null]], 200]);
    expect((await directory.delete(`/Groups/${group}`)).status).toBe(204);
    expect([await query(), await workspace()]).toEqual([[[null]], 'POLICY_REFUSED']);
    expect(await shown()).toEqual([
      `!principal.groups.contains("${name} (deleted)")`,
      `principal.groups.contains("${name} (deleted ${group.slice(0, 8)})")`,
    ]);
    const subjects = (await mailbox.arrived(app)).map(({ subject }) => subject);
    expect(subjects).toContain(`Policies name the group "${name}", which is deleted`);
  });

  describe('while it is written', () => {
    const POLICIES = '/api/v1/sso/abac/policies';
    const forbidding = (name: string) =>
      `forbid (principal, action == Action::"query.run", resource is DataSource) when { principal.roles.contains("${name}") };`;
    const rules = [{ kind: 'tag', tag: 'pii', effect: 'deny' }];

    it.each([
      ['renames', () => renameRole('Twenty')],
      ['deletes', async () => app.http.delete(`/api/v1/roles/${await spare()}`, as(adam))],
    ])('follows what another person %s, or says that it names nothing: twenty at once', async (does, act) => {
      await sql(`DELETE FROM data_policies`);
      await sql(`DELETE FROM abac_policy_versions`);
      await sql(`DELETE FROM abac_policies`);
      const name = does === 'renames' ? 'Before twenty' : 'Spare';
      if (does === 'renames') expect((await renameRole(name)).status).toBe(200);
      else await spare();
      const first = await app.http.post(POLICIES, { organization_id: 1, name: 'Versions', text: forbidding('viewer') }, as(olivia));
      const headers = { 'If-Match': String(first.headers.get('etag')) };
      const writers = Array.from({ length: 20 }, (_, at) => () => {
        if (at === 0)
          return app.http.post(`${POLICIES}/${first.body.data.policy.id}/versions`, { text: forbidding(name) }, { ...as(olivia), headers });
        const written = { organization_id: 1, name: `Twenty ${at}` };
        return at % 2 === 1
          ? app.http.post(POLICIES, { ...written, text: forbidding(name) }, as(olivia))
          : app.http.post(PATH, { ...written, applies_when: `principal.roles.contains("${name}")`, rules }, as(olivia));
      });
      const begun = writers.slice(0, 10).map((write) => write());
      const acted = act();
      const answers = await Promise.all([...begun, ...writers.slice(10).map((write) => write())]);
      expect((await acted).status).toBe(200);
      const warned = answers.map(({ status, body }) => {
        expect([201, 412]).toContain(status);
        const of = (body.data?.policy ?? body.data?.data_policy)?.name;
        const isWarned = JSON.stringify(body.data?.warnings ?? []).includes(`There is no role \\"${name}\\"`);
        return isWarned ? of : null;
      });
      const kept = [
        ...(await sql(`SELECT p.name, v.text FROM abac_policy_versions v JOIN abac_policies p ON p.id = v.policy_id
                        WHERE v.version = p.version`)),
        ...(await sql('SELECT name, applies_when AS text FROM data_policies')),
      ];
      const naming = kept.filter(({ text }) => text.includes(`"${name}"`)).map((one) => one.name);
      // Each that has the old name was written afterwards, and its author was told.
      expect(naming.sort()).toEqual(warned.filter((one) => one !== null).sort());
    });

    it.each(['policy', 'version'])('is found by a rename that comes before it is kept: a new %s', async (what) => {
      await sql(`DELETE FROM abac_policy_versions`);
      await sql(`DELETE FROM abac_policies`);
      const text = (name: string) => forbidding(name).replace('roles', 'groups');
      const [from, to] = [`Support ${what}`, `Service ${what}`];
      const made = await directory.post('/Groups', { schemas: [GROUP], displayName: from });
      const kept = await app.http.post(POLICIES, { organization_id: 1, name: 'Kept', text: text('x') }, as(olivia));
      const { id: policy } = kept.body.data.policy;
      const headers = { 'If-Match': String(kept.headers.get('etag')) };
      const runner = app.dataSource.createQueryRunner();
      const waiting = async (): Promise<number> => {
        await runner.query('SELECT pg_stat_clear_snapshot()');
        const [row] = await runner.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row.n;
      };
      await runner.startTransaction();
      // The name of the new one, and the row of the other, are taken by a transaction that does not end.
      await runner.query(
        `INSERT INTO abac_policies (organization_id, name, status, created_at, updated_at) VALUES (1, 'Held', 'draft', now(), now())`,
      );
      await runner.query('SELECT FROM abac_policies WHERE id = $1 FOR UPDATE', [policy]);
      const written =
        what === 'policy'
          ? app.http.post(POLICIES, { organization_id: 1, name: 'Held', text: text(from) }, as(olivia))
          : app.http.post(`${POLICIES}/${policy}/versions`, { text: text(from) }, { ...as(olivia), headers });
      await eventually('the writer waits', async () => (await waiting()) === 1);
      let isOver = false;
      const body = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: to }] };
      const renamed = directory.send('PATCH', `/Groups/${made.body.id}`, body).finally(() => (isOver = true));
      await eventually('the rename waits, or has passed', async () => isOver || (await waiting()) === 2);
      await runner.rollbackTransaction();
      await runner.release();
      expect([(await written).status, (await renamed).status < 300]).toEqual([201, true]);
      const rows = await sql('SELECT text FROM abac_policy_versions ORDER BY policy_id DESC, version DESC LIMIT 1');
      expect(rows).toEqual([{ text: text(to) }]);
    });

    let made: number | undefined;
    const spare = async (): Promise<number> => (made ??= await roleNamed('Spare'));
  });
});
