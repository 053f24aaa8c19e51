import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PoliciesToReview1763600000078 } from '../../migrations/1763600000078-policies-to-review.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { HeadgateProcess } from '../support/headgate-process.js';
import { putInForce } from '../support/policies.js';
import { SourceDatabase } from '../support/source-database.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/data-policies';
const forbidding = (role: string) =>
  `forbid (principal, action == Action::"query.run", resource is DataSource) when { principal.roles.contains("${role}") };`;

describe('the first start after the upgrade that looks at names and values in policies', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let token: string;
  let id: number;

  const activate = async (name: string, appliesWhen: string | null, rules: object[]): Promise<void> => {
    const body = { organization_id: 1, data_source_id: id, name, applies_when: appliesWhen, rules };
    const made = await app.http.post(PATH, body, { token });
    expect([made.status, made.body.message]).toEqual([201, 'Data policy created.']);
    const headers = { 'If-Match': String(made.headers.get('etag')) };
    const path = `${PATH}/${made.body.data.data_policy.id}/activate`;
    expect((await app.http.post(path, undefined, { token, headers })).status).toBe(200);
  };

  beforeAll(async () => {
    app = await startTestApp();
    source = await SourceDatabase.create('CREATE TABLE rivers (id int PRIMARY KEY, basin int)', 'ANALYZE');
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${source.role}`);
    const olivia = await logIn(app.http, 'olivia');
    token = olivia.accessToken;
    const body = { organization_id: 1, name: 'Shop', engine: 'postgresql', connection: source.connection() };
    ({ id } = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source);
    await app.http.post(`/api/v1/data-sources/${id}/discover-schema?refresh=true`, undefined, { token });
    const attributes = `/api/v1/organizations/1/members/${olivia.userId}/attributes`;
    expect((await app.http.put(attributes, { attributes: { basins: ['north', '7'] } }, { token })).status).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
  });

  it('has a line in the log for each policy in force that names nothing or does not fit, and none at the next start', async () => {
    await putInForce(app, 1, { Right: forbidding('viewer'), Misspelt: forbidding('viewr') });
    await putInForce(app, 2, { Watched: forbidding('viewr') }, 'shadow');
    const rows = (value: unknown) => ({
      kind: 'rows',
      schema: 'public',
      relation: 'rivers',
      where: { column: 'basin', operator: 'in', values: value },
    });
    await activate('Fits', null, [rows([1, 2])]);
    await activate('Unfit', 'principal.groups.contains("Nobodies")', [rows({ attribute: 'own.basins' }), rows([3])]);
    // Written before values were checked.
    await app.dataSource.query(
      `UPDATE data_policies SET rules = jsonb_set(rules, '{1,where,values}', '["31.12.1990"]') WHERE name = 'Unfit'`,
    );
    const runner = app.dataSource.createQueryRunner();
    const migration = new PoliciesToReview1763600000078();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const environment = { ...testEnvironment, DATABASE_URL: app.databaseUrl, PUBLIC_URL: '' };
    const lines = async () => {
      const program = HeadgateProcess.run('main', { environment });
      await program.listening();
      await program.stop();
      const found = program.stdout.split('\n').filter((line) => /"reason":"(?:data_)?policy_names/.test(line));
      expect(found.join('')).not.toMatch(/31\.12|north/);
      return found.map((line) => JSON.parse(line));
    };
    expect(await lines()).toEqual([
      expect.objectContaining({
        level: 'warn',
        organization_id: 1,
        name: 'Misspelt',
        version: 1,
        state: 'active',
        names_nothing: ['role viewr'],
      }),
      expect.objectContaining({
        level: 'warn',
        organization_id: 1,
        name: 'Unfit',
        names_nothing: ['group Nobodies'],
        outdated: ['rules[1].where.values'],
        unfit_attributes: ['rules[0].where.values.attribute: own.basins'],
      }),
      expect.objectContaining({ organization_id: 2, name: 'Watched', state: 'shadow', names_nothing: ['role viewr'] }),
    ]);
    expect(await lines()).toEqual([]);
    // Pages and programs find them there.
    const { data_policies: listed } = (await app.http.get(`${PATH}?organization_id=1`, { token })).body.data;
    expect(listed.map((one: { unfit_attributes: unknown }) => one.unfit_attributes)).toEqual([
      [],
      [
        {
          field: 'rules[0].where.values.attribute',
          attribute: 'own.basins',
          message:
            'Members have values of own.basins that cannot be compared with basin, which is integer: "north". Statements of these members over public.rivers are refused. Correct the attributes, or the rule.',
        },
      ],
    ]);
  });
});
