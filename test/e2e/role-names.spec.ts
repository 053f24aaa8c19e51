import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../setup/test-environment.mjs';
import { HeadgateProcess } from '../support/headgate-process.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('names of roles that differ in case only', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  afterAll(() => app.close());

  const create = (name: string) => app.http.post('/api/v1/organizations/1/roles', { name, permissions: ['workspace.read'] }, { token });
  const change = (id: number, body: object) => app.http.put(`/api/v1/roles/${id}`, body, { token });
  const plant = async (name: string): Promise<number> =>
    (
      await app.dataSource.query(
        `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, $1, false, '{}') RETURNING id`,
        [name],
      )
    )[0].id;

  it('are taken: 409, on creation and renaming, also for those of built-in roles', async () => {
    expect((await create('Analyst')).status).toBe(201);
    const other = (await create('Gauger')).body.data.role.id;
    for (const name of ['analyst', ' ANALYST ', 'Ａnalyst', 'Owner', 'VIEWER']) {
      for (const { status, body } of [await create(name), await change(other, { name })])
        expect([name, status, body.code]).toEqual([name, 409, 'CONFLICT']);
    }
    expect((await change(other, { name: 'GAUGER' })).status).toBe(200);
  });

  it('go to one of twenty who ask at once', async () => {
    const names = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'Überflieger' : 'überflieger'));
    const statuses = (await Promise.all(names.map(create))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('are free for another organization', async () => {
    const oscar = (await logIn(app.http, 'oscar')).accessToken;
    const body = { name: 'analyst', permissions: ['workspace.read'] };
    expect((await app.http.post('/api/v1/organizations/2/roles', body, { token: oscar })).status).toBe(201);
  });

  it('stay where an older version took them, can be changed, and are reported at each start', async () => {
    const pair = [await plant('Hydrologist'), await plant('hydrologist')] as const;
    const others = [await plant('ΛΙΜΝΗΣ'), await plant('λιμνης'), await plant('Ｂailiff'), await plant('bailiff')];
    const changed = await change(pair[0], { name: 'Hydrologist', permissions: ['workspace.read'] });
    expect([changed.status, changed.body.data.role.permissions]).toEqual([200, ['workspace.read']]);
    const environment = { ...testEnvironment, DATABASE_URL: app.databaseUrl, PUBLIC_URL: '' };
    const program = HeadgateProcess.run('main', { environment });
    await program.listening();
    await program.stop();
    const warning = program.stdout.split('\n').find((line) => line.includes('role_names')) ?? '';
    expect(JSON.parse(warning)).toMatchObject({ level: 'warn', role_ids: [...pair, ...others] });
  });
});
