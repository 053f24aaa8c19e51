import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
    const { status, body } = await app.http.post(
      `/api/v1/data-sources/${id}/query`,
      { sql: 'SELECT salary FROM staff' },
      as(vera),
    );
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
    const [person] = await sql('SELECT id FROM scim_resources WHERE user_id = $1 AND organization_id = 1', [
      vera.userId,
    ]);
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
});
