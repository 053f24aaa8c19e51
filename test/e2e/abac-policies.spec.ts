import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { versionsOf } from '../support/policies.js';
import { addConnection, addMember, enforce, logInBySso } from '../support/sign-on.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/policies';
const [DELTA, ESTUARY] = [1, 2];
const WRITTEN = new Date('2026-11-19T12:00:00Z');

describe('GET /api/v1/sso/abac/policies', () => {
  let app: TestApp;
  let adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;
  const list = (query: string, who: LoggedIn): Promise<Answer> => app.http.get(`${PATH}${query}`, { token: who.accessToken });
  const namesOf = async (query: string, who: LoggedIn): Promise<string[]> =>
    (await list(query, who)).body.data.policies.map(({ name }: { name: string }) => name);
  const refusals = (): Promise<Record<string, unknown>[]> =>
    app.dataSource.query(
      `SELECT actor_user_id AS actor, organization_id AS organization, detail FROM audit_events
        WHERE action = 'access.refused' ORDER BY id`,
    );

  beforeAll(async () => {
    app = await startTestApp();
    [adam, vera] = [await logIn(app.http, 'adam'), await logIn(app.http, 'vera')];
    [oscar, nora] = [await logIn(app.http, 'oscar'), await logIn(app.http, 'nora')];
    sysadmin = await logIn(app.http, 'sysadmin');
    await app.dataSource.query(
      `INSERT INTO abac_policies (id, organization_id, name, description, status, version, created_at, updated_at)
       SELECT n, CASE WHEN n = 4 THEN ${ESTUARY} ELSE ${DELTA} END, 'Policy ' || n, 'About ' || n,
              (ARRAY['draft', 'shadow', 'active', 'disabled'])[1 + n % 4], n, $1, $1 FROM generate_series(12, 1, -1) n`,
      [WRITTEN],
    );
    // Those with an even id permit in their latest version; one that is active forbids still, by an older one.
    await app.dataSource.query(
      versionsOf('p.id', 'p.organization_id', {
        version: 'v',
        effect: `CASE WHEN v = p.version AND p.id % 2 = 0 THEN 'permit' ELSE 'forbid' END`,
        state: `CASE WHEN p.id = 6 AND v = 1 THEN 'active' ELSE 'draft' END`,
        at: '$1',
        from: 'FROM abac_policies p CROSS JOIN generate_series(1, p.version) v',
      }),
      [WRITTEN],
    );
  });
  afterAll(() => app.close());

  it('answers the documented fields, the total beside them, and the message twice', async () => {
    const { status, headers, body } = await list(`?organization_id=${ESTUARY}`, sysadmin);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      success: true,
      data: {
        policies: [
          {
            id: 4,
            name: 'Policy 4',
            status: 'draft',
            organization_id: ESTUARY,
            description: 'About 4',
            version: 4,
            effect: 'permit',
            last_matched_at: null,
            names_nothing: [],
            updated_at: WRITTEN.toISOString(),
          },
        ],
        total_count: 1,
        message: 'Policies listed.',
      },
      message: 'Policies listed.',
    });
  });

  it('answers an organization without policies an empty list', async () => {
    const organization = { name: 'New', plan: 'starter' };
    const made = await app.http.post('/api/v1/organizations', organization, { token: sysadmin.accessToken });
    const { body } = await list(`?organization_id=${made.body.data.organization.id}`, sysadmin);
    expect(body.data).toMatchObject({ policies: [], total_count: 0 });
  });

  it('lists each policy once by id, whatever its status, on a single page', async () => {
    const all = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `Policy ${n}`);
    expect(await namesOf('', adam)).toEqual(all);
    expect(await namesOf('?page=2&limit=1', adam)).toEqual(all);
  });

  it('tells the effect of the active version, and of the latest where none is active', async () => {
    const { policies } = (await list(`?organization_id=${DELTA}`, adam)).body.data;
    const effects = policies.map(({ id, effect }: { id: number; effect: string }) => [id, effect]);
    expect(effects).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => [id, id % 2 === 0 && id !== 6 ? 'permit' : 'forbid']));
  });

  it.each([
    ...['0', '-1', '1.5', '1e0', '0x1', '%201', '', 'x', '2147483648', '1&organization_id=2'].map(
      (value) => ['organization_id', value] as const,
    ),
  ])('refuses %s=%s and names the parameter', async (field, value) => {
    for (const who of [adam, sysadmin]) {
      const { status, body } = await list(`?${field}=${value}`, who);
      expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_FAILED', [expect.objectContaining({ field })]]);
    }
  });

  it('shows no policies of another organization', async () => {
    expect(await namesOf('', oscar)).toEqual(['Policy 4']);
    expect(await namesOf(`?organization_id=${ESTUARY}`, oscar)).toEqual(['Policy 4']);
    for (const [who, organizationId] of [
      [oscar, DELTA],
      [adam, ESTUARY],
      [adam, 2_000_000_000],
    ] as const) {
      const before = (await refusals()).length;
      const { status, body } = await list(`?organization_id=${organizationId}`, who);
      expect([status, body.code, body.data]).toEqual([403, 'FORBIDDEN', undefined]);
      // A stranger's try is not written into the trail of the organization.
      expect((await refusals()).slice(before)).toMatchObject([{ actor: who.userId, organization: null }]);
    }
  });

  it('refuses strangers, members without the permission and people without an organization, and records it', async () => {
    expect((await app.http.get(PATH)).body.code).toBe('UNAUTHORIZED');
    for (const who of [vera, nora]) {
      const before = (await refusals()).length;
      expect((await list('', who)).body.code).toBe('FORBIDDEN');
      expect((await refusals()).slice(before)).toMatchObject([
        { actor: who.userId, organization: null, detail: { permission: 'abac.read' } },
      ]);
    }
    expect((await list(`?organization_id=${DELTA}`, vera)).status).toBe(403);
  });

  it('shows a member of several organizations the policies of each in which they may see them', async () => {
    await addMember(app, 'nora', 'viewer', DELTA);
    await addMember(app, 'nora', 'admin', ESTUARY);
    expect(await namesOf('', nora)).toEqual(['Policy 4']);
    await addMember(app, 'nora', 'admin', DELTA);
    expect((await list('', nora)).body.data).toMatchObject({ total_count: 12 });
    expect(await namesOf(`?organization_id=${ESTUARY}`, nora)).toEqual(['Policy 4']);
    await app.dataSource.query('UPDATE organization_members SET suspended_at = $2 WHERE user_id = $1 AND organization_id = $3', [
      nora.userId,
      app.clock.now(),
      DELTA,
    ]);
    expect(await namesOf('', nora)).toEqual(['Policy 4']);
    expect((await list(`?organization_id=${DELTA}`, nora)).status).toBe(403);
  });

  it('shows system administrators those of every organization, or of one', async () => {
    expect((await list('', sysadmin)).body.data).toMatchObject({ total_count: 12 });
    expect(await namesOf(`?organization_id=${ESTUARY}`, sysadmin)).toEqual(['Policy 4']);
  });

  it('leaves out the policies of an organization that requires single sign-on from a session without it', async () => {
    await enforce(app, 'required');
    await addMember(app, 'oscar', 'admin', DELTA);
    expect((await list('', oscar)).body.data).toMatchObject({ policies: [{ name: 'Policy 4' }], total_count: 1 });
    expect((await list(`?organization_id=${DELTA}`, oscar)).body.code).toBe('SSO_REQUIRED');
    const connectionId = await addConnection(app);
    const back = await logInBySso(app, 'oscar', connectionId);
    expect((await list('', back)).body.data.total_count).toBe(12);
  });
});
