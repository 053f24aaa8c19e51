import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Quotas } from '../../src/platform/http/quotas/quotas.js';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ORGANIZATION = '/api/v1/organizations/1';

describe('quotas', () => {
  let app: TestApp;
  let other: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, oscar: LoggedIn;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.5' } });
    other = await startTestApp({
      database: { url: app.databaseUrl },
      clock: app.clock,
      environment: { RATE_LIMIT_MULTIPLIER: '0.5' },
    });
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    oscar = await logIn(app.http, 'oscar');
  });
  // Each test has a minute of its own, and nothing is left of the one before.
  beforeEach(() => app.clock.advance({ seconds: 60 }));
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const get = (who: LoggedIn, path: string, at = app) => at.http.get(path, { token: who.accessToken });
  const fields = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  /** As if other instances had counted so many. Heard when the instance tells of its own. */
  const plant = (key: string, used: number) =>
    app.dataSource.query(
      `INSERT INTO quota_counters (minute, key, used) VALUES ($1, $2, $3)
       ON CONFLICT (minute, key) DO UPDATE SET used = excluded.used`,
      [Math.floor(app.clock.now().getTime() / 60_000), key, used],
    );
  const tell = (at = app) => at.app.get(Quotas).tell();

  it('are told in every answer to a known caller: for the account, and for the organization that it is about', async () => {
    const me = await get(olivia, '/api/v1/me');
    expect(fields(me)).toEqual(['"read";q=6000;w=60', '"read";r=5999;t=60']);
    app.clock.advance({ seconds: 20 });
    expect(fields(await get(olivia, ORGANIZATION))).toEqual([
      '"read";q=6000;w=60, "organization-read";q=30000;w=60',
      '"read";r=5998;t=40, "organization-read";r=29999;t=40',
    ]);
    app.clock.advance({ seconds: 40 });
    expect(fields(await get(olivia, '/api/v1/me'))[1]).toBe('"read";r=5999;t=60');
  });

  it('are apart for reading, writing and what is heavy', async () => {
    const written = await app.http.patch(ORGANIZATION, {}, { token: olivia.accessToken });
    expect(fields(written)[0]).toContain('"write";q=3000;w=60');
    const exported = await get(olivia, `${ORGANIZATION}/audit-events/export`);
    expect(fields(exported)).toEqual([
      '"heavy";q=1500;w=60, "organization-heavy";q=7500;w=60',
      '"heavy";r=1499;t=60, "organization-heavy";r=7499;t=60',
    ]);
    // The source prepares the statement.
    const validated = await app.http.post('/api/v1/data-sources/1/query/validate', { sql: 'SELECT 1' }, { token: olivia.accessToken });
    expect(fields(validated)[1]).toContain('"heavy";r=1498');
    const ran = await app.http.post('/api/v1/saved-questions/1/run', {}, { token: olivia.accessToken });
    expect(fields(ran)[1]).toContain('"heavy";r=1497');
  });

  it('refuse what is too much until the minute ends, without a row in the trail', async () => {
    await plant(`read:${olivia.userId}`, 5_998);
    await get(olivia, ORGANIZATION);
    await tell();
    const events = () => app.dataSource.query('SELECT count(*)::int AS n FROM audit_events');
    const before = await events();
    const last = await get(olivia, ORGANIZATION);
    const refused = await get(olivia, ORGANIZATION);
    expect([last.status, fields(last)[1]?.split(',')[0]]).toEqual([200, '"read";r=0;t=60']);
    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual([[429, 'QUOTA_EXCEEDED'], '60']);
    expect(fields(refused)).toEqual(['"read";q=6000;w=60', '"read";r=0;t=60']);
    expect(await events()).toEqual(before);
    expect((await get(adam, ORGANIZATION)).status).toBe(200);
    expect((await app.http.patch(ORGANIZATION, {}, { token: olivia.accessToken })).status).toBe(400);
    app.clock.advance({ seconds: 60 });
    expect((await get(olivia, ORGANIZATION)).status).toBe(200);
  });

  it('of an organization hold for all its people, and for no others', async () => {
    await plant('organization-read:1', 30_000);
    await get(olivia, ORGANIZATION);
    await tell();
    for (const who of [olivia, adam]) expect(outcome(await get(who, ORGANIZATION))).toEqual([429, 'QUOTA_EXCEEDED']);
    expect((await get(olivia, '/api/v1/me')).status).toBe(200);
    expect((await get(oscar, '/api/v1/organizations/2')).status).toBe(200);
    const stranger = await get(oscar, ORGANIZATION);
    expect([stranger.status, fields(stranger)[0]]).toEqual([403, '"read";q=6000;w=60']);
  });

  it('are counted together by all instances', async () => {
    await get(olivia, '/api/v1/me');
    await get(olivia, '/api/v1/me');
    await get(olivia, '/api/v1/me');
    await get(olivia, '/api/v1/me', other);
    await tell();
    await tell(other);
    expect(fields(await get(olivia, '/api/v1/me', other))[1]).toBe('"read";r=5995;t=60');
    await tell(other);
    await get(olivia, '/api/v1/me');
    await tell();
    expect(fields(await get(olivia, '/api/v1/me'))[1]).toBe('"read";r=5993;t=60');
  });

  it('hold for each provisioning token, in the words of SCIM', async () => {
    const issued = await app.http.post(`${ORGANIZATION}/scim-tokens`, { name: 'Okta' }, { token: olivia.accessToken });
    const { id, token } = issued.body.data.scim_token;
    const list = () => app.http.get('/scim/v2/Users?count=1', { token });
    expect(fields(await list())).toEqual(['"scim";q=6000;w=60', '"scim";r=5999;t=60']);
    await plant(`scim:${id}`, 6_000);
    await tell();
    const refused = await list();
    expect([refused.status, refused.body.schemas, refused.headers.get('retry-after')]).toEqual([
      429,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
      '60',
    ]);
  });

  it('continue in each instance while counts cannot be shared', async () => {
    await app.dataSource.query('ALTER TABLE quota_counters RENAME TO gone');
    await get(olivia, '/api/v1/me');
    await tell();
    expect(fields(await get(olivia, '/api/v1/me'))[1]).toBe('"read";r=5998;t=60');
    await app.dataSource.query('ALTER TABLE gone RENAME TO quota_counters');
    await tell();
    expect(fields(await get(olivia, '/api/v1/me'))[1]).toBe('"read";r=5997;t=60');
  });

  it('do not apply to strangers: a login says nothing about them', async () => {
    const answer = await app.http.post('/api/auth/login', { username: 'olivia', password: 'river-delta-headgate' });
    expect([answer.status, ...fields(answer)]).toEqual([200, null, null]);
  });

  it('leave no trace once their minute is over', async () => {
    await get(olivia, '/api/v1/me');
    await tell();
    const left = () => app.dataSource.query('SELECT 1 AS one FROM quota_counters');
    expect(await left()).not.toEqual([]);
    app.clock.advance({ seconds: 60 });
    await app.app.get(Quotas).purge();
    expect(await left()).toEqual([]);
  });
});
