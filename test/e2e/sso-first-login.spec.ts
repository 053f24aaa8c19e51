import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mintToken } from '../../src/shared/one-time-token.js';
import { Browser } from '../support/browser.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { accountOf, membershipsOf, person, work } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { activeConnection, exchange, follow, ownDomain, refusals, signIn, startSsoApp, toCallback } from '../support/sso-login.js';
import type { TestApp } from '../support/test-app.js';

const ACCOUNTS = [
  { sub: 'ada', email: 'Ada@corp.example', email_verified: true, name: 'Ada' },
  { sub: 'bea', email: 'bea@corp.example', email_verified: true, amr: ['pwd', 'mfa'] },
  { sub: 'cid', email: 'cid@corp.example', email_verified: true },
  { sub: 'dora', email: 'dora@drifting.example', email_verified: true },
  { sub: 'late', email: 'late@drifting.example', email_verified: true },
  { sub: 'eva', email: 'eva@corp.example', email_verified: true },
  { sub: 'owner', email: 'owner@corp.example', email_verified: true },
  { sub: 'everything', email: 'everything@corp.example', email_verified: true },
  { sub: 'no-mail' },
  { sub: 'unverified', email: 'unverified@corp.example' },
  { sub: 'false', email: 'false@corp.example', email_verified: false },
  { sub: 'stranger', email: 'somebody@elsewhere.example', email_verified: true },
  { sub: 'odd', email: 'somebody@corp.example/.elsewhere.example', email_verified: true },
];

describe('the first login of a person', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let provisioning: number;
  let closed: number;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({ accounts: ACCOUNTS, clock: app.clock });
    provisioning = await activeConnection(app, idp, { provisions: true });
    closed = await activeConnection(app, idp);
    await ownDomain(app, 'corp.example');
    await ownDomain(app, 'drifting.example');
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  it('makes an account if the organization allows it, with the place that its directory would give', async () => {
    const to = await signIn(app, idp, provisioning, 'ada');
    expect([...to.keys()]).toEqual(['code']);
    const { status, body, headers } = await exchange(app, to.get('code'));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      user: { id: expect.any(String), username: 'Ada@corp.example', email: 'Ada@corp.example', role: 'viewer' },
    });
    // Nothing by which a device could be trusted, now or at a later login.
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('x-device-token')).toBeNull();
    const activation = { activation_token: mintToken().token };
    expect((await app.http.post('/api/v1/devices/activate', activation, { token: body.access_token })).status).toBe(400);
    expect(await accountOf(app, 'ada@corp.example')).toMatchObject({
      provisioned_by: 1,
      password_hash: null,
      email_verified_at: null,
    });
    expect(await membershipsOf(app, 'ada@corp.example')).toEqual([1]);
    const scim = await scimClient(app, 1);
    const { body: found } = await scim.get('/Users?filter=userName eq "Ada@corp.example"');
    expect(found.totalResults).toBe(1);
    const me = await app.http.get('/api/v1/me/identities', { token: body.access_token });
    expect(me.body.data.identities).toMatchObject([{ subject: 'ada', issuer: idp.issuer, linked_by: 'provisioning', login_count: 1 }]);
    await app.dataSource.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       VALUES (1, $1, $2, $3, 'ada', 'proof', now())`,
      [closed, body.user.id, idp.issuer],
    );
    const second = await app.http.get('/api/v1/me/identities?limit=1&page=2', { token: body.access_token });
    expect(second.body.data).toMatchObject({
      identities: [{ linked_by: 'proof' }],
      pagination: { total: 2, pages: 2 },
    });
    await app.dataSource.query('DELETE FROM sso_identities WHERE connection_id = $1', [closed]);
  });

  it('is followed by others that lead to the same account', async () => {
    const first = await exchange(app, (await signIn(app, idp, provisioning, 'bea')).get('code'));
    const second = await exchange(app, (await signIn(app, idp, provisioning, 'bea')).get('code'));
    expect(second.body.user).toEqual(first.body.user);
  });

  it('makes one account for twenty that come at once', async () => {
    const browsers = Array.from({ length: 20 }, () => new Browser());
    const callbacks: URL[] = [];
    for (const browser of browsers) callbacks.push(await toCallback(app, idp, provisioning, 'cid', { browser }));
    const ends = await Promise.all(callbacks.map((address, each) => follow(app, address, browsers[each] ?? new Browser())));
    expect(ends.map(({ to }) => [...to.keys()].join())).toEqual(Array(20).fill('code'));
    const opened = await Promise.all(ends.map(({ to }) => exchange(app, to.get('code'))));
    expect(new Set(opened.map(({ status, body }) => `${status} ${body.user?.id}`)).size).toBe(1);
    const [{ accounts }] = await app.dataSource.query(`SELECT count(*)::int AS accounts FROM users WHERE email_key = 'cid@corp.example'`);
    expect(accounts).toBe(1);
  });

  it('that loses every race is to be tried again, and leaves nothing behind', async () => {
    await app.dataSource.query(
      `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE unique_violation; END $$;
       CREATE TRIGGER lose BEFORE INSERT ON sso_identities EXECUTE FUNCTION lose()`,
    );
    const browser = new Browser();
    const { answer } = await follow(app, await toCallback(app, idp, provisioning, 'eva', { browser }), browser);
    await app.dataSource.query('DROP TRIGGER lose ON sso_identities');
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    expect(await accountOf(app, 'eva@corp.example')).toBeUndefined();
    expect([...(await signIn(app, idp, provisioning, 'eva')).keys()]).toEqual(['code']);
  });

  it.each([
    ['no-mail', 'EMAIL_MISSING'],
    ['unverified', 'EMAIL_NOT_VERIFIED'],
    ['false', 'EMAIL_NOT_VERIFIED'],
    ['stranger', 'EMAIL_DOMAIN_NOT_OWNED'],
    ['odd', 'EMAIL_MISSING'],
  ])('of %s fails: %s', async (subject, fault) => {
    const to = await signIn(app, idp, provisioning, subject);
    expect([...to.keys()].sort()).toEqual(['error', 'error_description']);
    expect(to.get('error')).toBe(fault);
    expect((await refusals(app, 'sso.login.refused'))[0]).toMatchObject({ fault });
  });

  it('fails when the organization makes no accounts this way', async () => {
    const scim = await scimClient(app, 1);
    expect((await signIn(app, idp, closed, 'late')).get('error')).toBe('NO_ACCOUNT');
    expect((await scim.post('/Users', person('late@drifting.example', work('late@drifting.example')))).status).toBe(201);
    // The directory made an account without a password, so no stranger can have planted it.
    expect([...(await signIn(app, idp, closed, 'late')).keys()]).toEqual(['code']);
  });

  it.each(['owner', 'Everything'])('opens no account that holds everything, as %s: its owner proves that it is theirs', async (role) => {
    const scim = await scimClient(app, 1);
    const address = `${role.toLowerCase()}@corp.example`;
    expect((await scim.post('/Users', person(address, work(address)))).status).toBe(201);
    await app.dataSource.query(
      `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (1, 'Everything', false, '{*}') ON CONFLICT DO NOTHING`,
    );
    await app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = $2)
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE email_key = $1)`,
      [address, role],
    );
    expect([...(await signIn(app, idp, closed, role.toLowerCase())).keys()]).toEqual(['link_token']);
  });

  it('is frozen once the domain is not shown any more; linked people keep logging in', async () => {
    expect([...(await signIn(app, idp, provisioning, 'dora')).keys()]).toEqual(['code']);
    await ownDomain(app, 'drifting.example', { status: 'drifted' });
    expect([...(await signIn(app, idp, provisioning, 'dora')).keys()]).toEqual(['code']);
    expect((await signIn(app, idp, closed, 'dora')).get('error')).toBe('EMAIL_DOMAIN_NOT_OWNED');
  });
});
