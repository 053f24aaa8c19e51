import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import { PurgeProvisioningEvents } from '../../src/scim/application/purge-provisioning-events.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/scim-events';
const ID = '0c6f1d9a-3d0b-4a55-9a53-2f1f2b3c4d5e';

interface Event {
  readonly id: number;
  readonly [member: string]: unknown;
}

describe('the provisioning log', () => {
  let app: TestApp;
  let owner: string;
  let scim: ScimClient;
  let theirs: ScimClient;
  beforeAll(async () => {
    app = await startTestApp({ environment: { METRICS_TOKEN: 'metrics-token-for-tests' } });
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    scim = await scimClient(app, 1);
    theirs = await scimClient(app, 2);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await log().flush();
    await app.dataSource.query('TRUNCATE scim_events');
  });

  const log = (): ProvisioningLog => app.app.get(ProvisioningLog);
  const page = async (query = '') => {
    await log().flush();
    return app.http.get(`${PATH}${query}`, { token: owner });
  };
  const events = async (query = ''): Promise<Event[]> => (await page(query)).body.data.scim_events;
  const metric = async (name: string): Promise<number> => {
    const { text } = await app.http.get('/metrics', { token: 'metrics-token-for-tests' });
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  };

  it('has a row for each request: the action, the resource and the result', async () => {
    const answer = await scim.send('PUT', '/Bulk', undefined, { headers: { 'X-Request-Id': 'from-the-client' } });
    expect(answer.status).toBe(405);
    const [{ name }] = await app.dataSource.query('SELECT name FROM scim_tokens WHERE id = $1', [scim.tokenId]);
    expect(await events()).toEqual([
      {
        id: expect.any(Number),
        occurred_at: app.clock.now().toISOString(),
        token: { id: scim.tokenId, name },
        method: 'PUT',
        path: '/Bulk',
        status: 405,
        resource_type: null,
        resource_id: null,
        changes: null,
        scim_type: null,
        detail: answer.body.detail,
        duration_ms: expect.any(Number),
        ip: '127.0.0.1',
        request_id: 'from-the-client',
      },
    ]);
  });

  it('names the resource and the attributes of a change, and holds none of their values', async () => {
    const headers = { Accept: 'text/html' };
    const message = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [
        { op: 'replace', path: 'emails[value eq "bob@delta.example"].value', value: 'robert@delta.example' },
        { op: 'replace', value: { 'name.givenName': 'Bob', password: 'geheim-geheim' } },
      ],
    };
    await scim.patch(`/Users/${ID}?attributes=id`, message);
    await scim.get('/Groups?filter=displayName%20eq%20%22Secret%20project%22&cursor=Ym9i', { headers });
    const [group, user] = await events();
    expect(user).toMatchObject({
      method: 'PATCH',
      path: `/Users/${ID}?attributes=id`,
      resource_type: 'User',
      resource_id: ID,
      changes: ['emails.value', 'name.givenName', 'password'],
    });
    expect(group).toMatchObject({
      path: '/Groups?filter=displayName eq "…"&cursor=…',
      status: 406,
      resource_type: 'Group',
      resource_id: null,
      changes: null,
    });
    const [{ rows }] = await app.dataSource.query('SELECT json_agg(e)::text AS rows FROM scim_events e');
    expect(rows).not.toMatch(/bob|robert|geheim|Secret/i);
  });

  it('names what was made', async () => {
    const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'made@delta.example' };
    const { body } = await scim.post('/Users', user);
    expect((await events())[0]).toMatchObject({
      status: 201,
      path: '/Users',
      resource_type: 'User',
      resource_id: body.id,
      changes: ['userName'],
    });
    await scim.get(`/Users/${body.id.toUpperCase()}`);
    expect((await events(`?resource_id=${body.id.toUpperCase()}`)).length).toBe(2);
  });

  it('says why a request was refused', async () => {
    await scim.post('/Users', '{"userName":');
    expect((await events())[0]).toMatchObject({ status: 400, scim_type: 'invalidSyntax', detail: expect.any(String) });
  });

  it('holds what no database does without losing the rows beside it', async () => {
    await Promise.all([scim.get('/Users?filter=a%00b&startIndex=%00'), scim.get('/nothing-here'), scim.get('/Users/%00')]);
    expect((await events()).length).toBe(3);
  });

  it('records a token that is no longer valid once a minute, and no unknown one', async () => {
    const old = await scimClient(app, 1);
    await app.dataSource.query('UPDATE scim_tokens SET revoked_at = now() WHERE id = $1', [old.tokenId]);
    const failures = (await metric('headgate_scim_authentication_failures_total')) || 0;
    for (let time = 0; time < 3; time += 1) expect((await old.get('/Users')).status).toBe(401);
    await app.http.get('/scim/v2/Users');
    await app.http.get('/scim/v2/Users', { token: `hgscim_${'A'.repeat(43)}` });
    expect((await events()).map(({ status, token }) => [status, (token as { id: number }).id])).toEqual([[401, old.tokenId]]);
    expect(await metric('headgate_scim_authentication_failures_total')).toBe(failures + 5);
    app.clock.advance({ minutes: 1 });
    await old.get('/Users');
    expect((await events()).length).toBe(2);
  });

  it('shows the newest first, page by page, with filters', async () => {
    const begin = app.clock.now();
    for (let hour = 0; hour < 5; hour += 1) {
      app.clock.advance({ seconds: 60 });
      await scim.get(`/Users/${hour % 2 === 0 ? ID : 'other'}`);
    }
    const other = await scimClient(app, 1, ['read']);
    await other.get('/nothing-here');
    const after = (seconds: number) => encodeURIComponent(new Date(begin.getTime() + seconds * 1000).toISOString());
    const all = await events();
    expect(all.length).toBe(6);
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort((one, two) => two - one));
    const { body } = await page('?limit=2&page=2');
    expect(body.data.scim_events).toEqual(all.slice(2, 4));
    expect(body.data.pagination).toEqual({ page: 2, limit: 2, total: 6, pages: 3, has_next: true, has_prev: true });
    expect(await events(`?before=${body.data.next_before}`)).toEqual(all.slice(4));
    expect((await page('?limit=6')).body.data).toMatchObject({ next_before: null, total_is_capped: false });
    expect((await events(`?resource_id=${ID}`)).length).toBe(3);
    expect((await events(`?token_id=${other.tokenId}`)).length).toBe(1);
    expect((await events(`?since=${after(120)}&until=${after(240)}`)).length).toBe(2);
    expect((await events('?before=4711000')).length).toBe(0);
    await app.dataSource.query('UPDATE scim_events SET status = 200 WHERE id = $1', [all[0]?.id]);
    expect((await events('?status=ok')).length).toBe(1);
    expect((await events('?status=failed')).length).toBe(5);
  });

  it.each([
    'status=maybe',
    'token_id=0',
    'token_id=x',
    'since=soon',
    'until=2026-02-30',
    'since=2026-11-21&until=2026-11-20',
    'before=-1',
    'before=9007199254740993',
    'limit=101',
    'page=0',
    'page=5000&limit=100',
    `resource_id=${'x'.repeat(101)}`,
  ])('answers 400 to %s', async (query) => expect((await page(`?${query}`)).status).toBe(400));

  it('is for those who manage provisioning, each of their own organization', async () => {
    await theirs.get('/nothing-here');
    expect(await events()).toEqual([]);
    for (const [user, status] of [
      ['oscar', 403],
      ['vera', 403],
      ['nora', 403],
      ['adam', 200],
    ] as const) {
      const { accessToken: token } = await logIn(app.http, user);
      expect((await app.http.get(PATH, { token })).status).toBe(status);
    }
    expect((await app.http.get(PATH)).status).toBe(401);
  });

  it('fails no request when it cannot be written, and counts what is lost', async () => {
    const lost = (await metric('headgate_scim_events_dropped_total')) || 0;
    await app.dataSource.query('ALTER TABLE scim_events RENAME TO scim_events_gone');
    expect((await scim.get('/nothing-here')).status).toBe(404);
    await log().flush();
    await app.dataSource.query('ALTER TABLE scim_events_gone RENAME TO scim_events');
    expect(await metric('headgate_scim_events_dropped_total')).toBe(lost + 1);
    await scim.get('/nothing-here');
    expect((await events()).length).toBe(1);
  });

  it('keeps what it has when the service stops', async () => {
    const second = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    const client = await scimClient(second, 1);
    await client.get('/nothing-here');
    await second.close();
    expect((await events(`?token_id=${client.tokenId}`)).length).toBe(1);
  });

  it('forgets when the time is over', async () => {
    await scim.get('/nothing-here');
    await log().flush();
    const purge = app.app.get(PurgeProvisioningEvents);
    app.clock.advance({ days: 90 });
    await purge.execute();
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    expect((await events()).length).toBe(1);
    app.clock.advance({ seconds: 1 });
    await purge.execute();
    expect((await events()).length).toBe(0);
  });
});
