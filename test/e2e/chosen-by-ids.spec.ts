import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { putInForce } from '../support/policies.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** The lists that pages name things by, with their members and what a policy hides there. */
const LISTS = [
  ['/api/v1/organizations/1/workspaces', 'workspaces', 'resource is Workspace'],
  ['/api/v1/data-sources', 'data_sources', 'resource is DataSource'],
  ['/api/v1/prompt-templates', 'prompt_templates', 'resource'],
] as const;

const PERMISSIONS = { workspaces: 'workspace.read', data_sources: 'data_source.read', prompt_templates: 'template.read' } as const;

describe.each(LISTS)('%s with ids', (path, items, resource) => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp();
    token = (await logIn(app.http, 'olivia')).accessToken;
  });
  afterAll(() => app.close());

  const listed = async (query: string): Promise<readonly number[]> => {
    const { status, body } = await app.http.get(`${path}?${query}`, { token });
    expect(status).toBe(200);
    return body.data[items].map(({ id }: { id: number }) => id);
  };
  const refusals = async (): Promise<number> => {
    const sql = `SELECT count(*)::int AS count FROM audit_events WHERE action = 'access.refused'`;
    return (await app.dataSource.query(sql))[0].count;
  };

  it('holds those that the caller sees, each once, and leaves out the others', async () => {
    const [first] = await listed('limit=1');
    expect(await listed(`ids=${first},${first},999999`)).toEqual([first]);
    expect(await listed('ids=999999')).toEqual([]);
  });

  it('shows nothing of another organization', async () => {
    const [first] = await listed('limit=1');
    const { accessToken: oscar } = await logIn(app.http, 'oscar');
    const theirs = path.replace('/1/', '/2/');
    const { status, body } = await app.http.get(`${theirs}?ids=${first}`, { token: oscar });
    expect([status, body.data[items]]).toEqual([200, []]);
  });

  it.each(['', '0', '1,', 'x', '1;2', '2147483648', Array(101).fill(1).join(), '1&ids=2'])('takes nothing but ids: %#', async (ids) => {
    const { status, body } = await app.http.get(`${path}?ids=${ids}`, { token });
    expect([status, body.details?.map(({ field }: { field: string }) => field)]).toEqual([400, ['ids']]);
  });

  it('leaves out what a policy hides, and records no attempt', async () => {
    const [first] = await listed('limit=1');
    await putInForce(app, 1, { Hidden: `forbid(principal, action == Action::"${PERMISSIONS[items]}", ${resource});` });
    expect([await listed(`ids=${first}`), await refusals()]).toEqual([[], 0]);
  });
});
