import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnconfiguredConnections1763600000062 } from '../../migrations/1763600000062-unconfigured-connections.js';
import { selfSigned } from '../support/self-signed.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/sso/connections';
const OIDC = { issuer: 'https://idp.example/tenant', client_id: 'headgate', client_secret: 'a very secret secret' };
const SECRET = OIDC.client_secret;

describe('connections to identity providers', () => {
  let app: TestApp;
  let owner: string;
  let viewer: string;
  let other: string;
  const certificates = [selfSigned('one.test', { type: 'rsa' }), selfSigned('two.test', { type: 'rsa' })].map(({ cert }) => cert);
  const saml = {
    entity_id: 'https://idp.example/metadata',
    sign_on_url: 'https://idp.example/sso',
    certificates: certificates.slice(0, 1),
  };
  beforeAll(async () => {
    app = await startTestApp();
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: viewer } = await logIn(app.http, 'vera'));
    ({ accessToken: other } = await logIn(app.http, 'oscar'));
  });
  afterAll(() => app.close());
  beforeEach(() => app.dataSource.query('DELETE FROM sso_connections'));

  const create = (body: object, token = owner) => app.http.post(PATH, body, { token });
  const created = async (body: object = { name: 'Entra', type: 'oidc', config: OIDC }): Promise<number> => {
    const answer = await create(body);
    expect([answer.status, answer.body.details]).toEqual([201, undefined]);
    return answer.body.data.connection.id;
  };
  const at = (id: number, rest = ''): string => `/api/v1/sso/connections/${id}${rest}`;
  const patch = (id: number, body: object, headers = {}) => app.http.patch(at(id), body, { token: owner, headers });
  const read = async (id: number) => (await app.http.get(at(id), { token: owner })).body.data.connection;
  /** As a login that was a test leaves it. */
  const passTest = (id: number, user = 'olivia'): Promise<unknown> =>
    app.dataSource.query(
      `UPDATE sso_connections SET status = CASE status WHEN 'draft' THEN 'tested' ELSE status END, tested_at = $2,
              tested_version = configuration_version, tested_by = (SELECT id FROM users WHERE username = $3) WHERE id = $1`,
      [id, app.clock.now(), user],
    );
  const activate = (id: number) => app.http.post(at(id, '/activate'), undefined, { token: owner });
  const activated = async (body?: object): Promise<number> => {
    const id = await created(body);
    await passTest(id);
    expect((await activate(id)).status).toBe(200);
    return id;
  };

  it('are drafts at first, and never show their secret', async () => {
    const answer = await create({ name: 'Entra', type: 'oidc', config: OIDC });
    expect(answer.status).toBe(201);
    const { connection } = answer.body.data;
    const address = `http://headgate.test/api/auth/sso/${connection.id}`;
    expect(connection).toMatchObject({
      organization_id: 1,
      type: 'oidc',
      status: 'draft',
      issuer: OIDC.issuer,
      configuration_version: 1,
      config: { has_client_secret: true, client_authentication: 'client_secret_basic', address_proof: 'claim' },
      service_provider: {
        redirect_uri: `${address}/callback`,
        start_url: `${address}/start`,
        backchannel_logout_uri: `${address}/backchannel-logout`,
        frontchannel_logout_uri: `${address}/frontchannel-logout`,
        // The one that `test/sso/oidc-login.spec.ts` finds in the address of a logout.
        post_logout_redirect_uri: 'http://headgate.test/',
      },
    });
    const [row] = await app.dataSource.query('SELECT row_to_json(c)::text AS text FROM sso_connections c');
    const audit = await app.dataSource.query('SELECT detail::text AS text FROM audit_events');
    const shown = [answer.text, row.text, app.log.join('\n'), JSON.stringify(audit)].join('\n');
    expect(shown).not.toContain(SECRET);
    const signed = await create({ name: 'Okta', type: 'saml', config: saml });
    expect(signed.body.data.connection.config.certificates[0].fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(signed.body.data.connection.service_provider.entity_id).toMatch(/\/metadata$/);
  });

  it('may begin without what the provider says of itself, which they need to be tested', async () => {
    for (const [type, config, wanted] of [
      ['oidc', OIDC, ['config.issuer', 'config.client_id']],
      ['saml', saml, ['config.entity_id', 'config.sign_on_url', 'config.certificates']],
    ] as const) {
      const { status, headers, body } = await create({ name: `Later ${type}`, type });
      expect([status, body.data.connection]).toMatchObject([201, { type, status: 'draft', issuer: '' }]);
      const { id, service_provider: addresses } = body.data.connection;
      expect(JSON.stringify(addresses)).toContain(`/sso/${id}/`);
      const test = await app.http.post(at(id, '/test'), undefined, { token: owner });
      expect([test.status, test.body.code]).toEqual([409, 'CONFLICT']);
      expect(await activate(id)).toMatchObject({ status: 409, body: { code: 'CONNECTION_NOT_TESTED' } });
      const version = { 'If-Match': headers.get('etag') ?? '' };
      const partly = await patch(id, { config: { provisions: true } }, version);
      expect(partly.body.details.map(({ field }: { field: string }) => field)).toEqual(wanted);
      const whole = await patch(id, { config }, version);
      expect([whole.status, whole.body.details]).toEqual([200, undefined]);
      const outright = await read(await created({ name: `At once ${type}`, type, config }));
      expect((await read(id)).config).toEqual(outright.config);
      expect((await patch(id, { config: { provisions: true } })).status).toBe(200);
    }
    // Microsoft has another name for groups, which is proposed when the provider becomes known.
    for (const entity_id of ['https://sts.windows.net/0b5c/', 'http://fs.corp.example/adfs/services/trust']) {
      const { body } = await create({ name: `Draft of ${entity_id}`, type: 'saml' });
      const { id } = body.data.connection;
      expect((await patch(id, { config: { ...saml, entity_id } })).status).toBe(200);
      expect((await read(id)).config.attributes.groups).toBe('http://schemas.microsoft.com/ws/2008/06/identity/claims/groups');
      expect((await patch(id, { config: { attributes: { groups: 'groups' } } })).status).toBe(200);
      expect((await patch(id, { config: { provisions: true } })).status).toBe(200);
      expect((await read(id)).config.attributes.groups).toBe('groups');
    }
    const none = { name: 'None', type: 'oidc', config: null };
    expect((await create(none)).body.details).toMatchObject([{ field: 'config' }]);
  });

  it('that the pages once began with an issuer that leads nowhere are drafts without a configuration', async () => {
    const nowhere = 'https://not-entered-yet.invalid';
    const oidc = await created({
      name: 'Begun',
      type: 'oidc',
      config: { issuer: nowhere, client_id: 'not-entered-yet' },
    });
    const begun = { ...saml, entity_id: nowhere, sign_on_url: `${nowhere}/` };
    const other = await created({ name: 'Begun too', type: 'saml', config: begun });
    const whole = await created();
    const kept = await read(whole);
    const runner = app.dataSource.createQueryRunner();
    await new UnconfiguredConnections1763600000062().up(runner);
    await runner.release();
    for (const [type, id] of [
      ['oidc', oidc],
      ['saml', other],
    ] as const) {
      const fresh = await read(await created({ name: `Fresh ${type}`, type }));
      expect(await read(id)).toMatchObject({ issuer: '', status: 'draft', config: fresh.config });
    }
    expect(await read(whole)).toEqual(kept);
  });

  it.each([
    [{}, 'config.issuer'],
    [{ ...OIDC, issuer: 'ftp://idp.example' }, 'config.issuer'],
    [{ ...OIDC, issuer: 'http://idp.example' }, 'config.issuer'],
    [{ ...OIDC, issuer: 'https://169.254.169.254/latest' }, 'config.issuer'],
    [{ ...OIDC, issuer: 'https://10.0.0.7' }, 'config.issuer'],
    [{ ...OIDC, issuer: 'https://idp.example/{tenantid}/v2.0' }, 'config.issuer'],
    [{ ...OIDC, issuer: 'https://idp.example?tenant=1' }, 'config.issuer'],
    [{ ...OIDC, issuer: `https://idp.example/${'ü'.repeat(500)}` }, 'config.issuer'],
    [{ ...OIDC, issuer: null }, 'config.issuer'],
    [{ ...OIDC, client_secret: 'a\nb' }, 'config.client_secret'],
    [{ ...OIDC, client_secret: null, client_authentication: 'client_secret_post' }, 'config.client_secret'],
    [{ ...OIDC, scopes: ['email'] }, 'config.scopes'],
    [{ ...OIDC, scopes: ['openid email'] }, 'config.scopes[0]'],
    [{ ...OIDC, entity_id: 'https://idp.example' }, 'config.entity_id'],
    [{ ...OIDC, trusted: true }, 'config.trusted'],
    [{ ...OIDC, attributes: { email: '' } }, 'config.attributes.email'],
    [{ ...OIDC, address_proof: 'none' }, 'config.address_proof'],
  ])('refuse a configuration of OpenID Connect such as %j', async (config, field) => {
    const { status, body } = await create({ name: 'Entra', type: 'oidc', config });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it.each([
    [{ ...saml, certificates: [] }, 'config.certificates'],
    [{ ...saml, certificates: ['nonsense'] }, 'config.certificates[0]'],
    [{ ...saml, certificates: [certificates[0], certificates[0]] }, 'config.certificates'],
    [{ entity_id: 'https://idp.example' }, 'config.certificates'],
    [{ ...saml, sign_on_url: 'javascript:alert(1)' }, 'config.sign_on_url'],
    [{ ...saml, metadata_url: 'https://127.0.0.1/metadata' }, 'config.metadata_url'],
    [{ ...saml, metadata_xml: '<!DOCTYPE x><x/>' }, 'config.metadata_xml'],
    [{ ...saml, entity_id: 'ü'.repeat(513) }, 'config.entity_id'],
    [{ ...saml, issuer: 'https://idp.example' }, 'config.issuer'],
  ])('refuse a configuration of SAML such as %j', async (config, field) => {
    const { status, body } = await create({ name: 'Okta', type: 'saml', config });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('are read from metadata as long as that of an AD FS', async () => {
    const claims = Array.from(
      { length: 400 },
      (_, at) => `<a:ClaimType xmlns:a="http://docs.oasis-open.org/wsfed/authorization/200706" Optional="true"
        Uri="http://schemas.xmlsoap.org/claims/${at}"><a:DisplayName>Claim ${at}</a:DisplayName><a:Description>The claim ${at} of the person who signs in</a:Description></a:ClaimType>`,
    );
    const key = `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${(certificates[0] ?? '').replaceAll(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
    const metadata_xml = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="http://fs.corp.example/adfs/services/trust">
      <RoleDescriptor protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706">${key}${claims.join('')}</RoleDescriptor>
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key}
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://fs.corp.example/adfs/ls/"/>
      </IDPSSODescriptor></EntityDescriptor>`;
    expect(metadata_xml.length).toBeGreaterThan(110_000);
    const { status, body } = await create({ name: 'AD FS', type: 'saml', config: { metadata_xml } });
    expect([status, body.data.connection.config.sign_on_url]).toEqual([201, 'https://fs.corp.example/adfs/ls/']);
  });

  it('have one name each, a role of their own organization, and managers who hold what it allows', async () => {
    await created();
    expect((await create({ name: 'Entra', type: 'oidc', config: OIDC })).status).toBe(409);
    const [foreign] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 2 LIMIT 1`);
    const [ownerRole] = await app.dataSource.query(`SELECT id FROM roles WHERE organization_id = 1 AND name = 'owner'`);
    for (const role of [foreign.id, ownerRole.id, 2_000_000_000]) {
      const body = { name: `Role ${role}`, type: 'oidc', config: OIDC, default_role_id: role };
      expect((await create(body)).status).toBe(400);
    }
    expect((await create({ name: 'Mine', type: 'oidc', config: OIDC }, viewer)).status).toBe(403);
  });

  it('are not found by other organizations', async () => {
    const id = await created();
    const asks = ['GET', 'PATCH', 'DELETE'].map((method) =>
      app.http.send(method, at(id), method === 'PATCH' ? { name: 'Mine' } : undefined, { token: other }),
    );
    const acts = ['/test', '/activate', '/disable'].map((rest) => app.http.post(at(id, rest), undefined, { token: other }));
    for (const answer of await Promise.all([...asks, ...acts])) expect(answer.status).toBe(404);
    expect((await app.http.get(PATH, { token: other })).status).toBe(403);
    expect((await read(id)).name).toBe('Entra');
  });

  it('go active by a test of this very configuration, of today, by a manager of now', async () => {
    const id = await created();
    const refused = async (): Promise<void> => {
      const { status, body } = await activate(id);
      expect([status, body.code]).toEqual([409, 'CONNECTION_NOT_TESTED']);
      expect((await read(id)).status).not.toBe('active');
    };
    await refused();
    await passTest(id, 'vera');
    await refused();
    await passTest(id);
    await patch(id, { config: { client_id: 'another' } });
    expect(await read(id)).toMatchObject({ status: 'draft', configuration_version: 2, tested_at: null });
    await refused();
    await passTest(id);
    app.clock.advance({ hours: 25 });
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: other } = await logIn(app.http, 'oscar'));
    await refused();
    await passTest(id);
    expect((await activate(id)).body.data.connection).toMatchObject({ status: 'active' });
    expect((await activate(id)).status).toBe(200);
  });

  it('keep what they trust while they are active; names, secrets and further certificates change', async () => {
    const id = await activated({ name: 'Okta', type: 'saml', config: saml });
    for (const config of [
      { entity_id: 'https://attacker.example' },
      { sign_on_url: 'https://attacker.example' },
      { certificates: [certificates[1]] },
      { trusts_mfa: true },
      { address_proof: 'directory' },
      { attributes: { email: 'nickname' } },
    ]) {
      const { status, body } = await patch(id, { config });
      expect([status, body.code, body.details[0].field]).toEqual([
        409,
        'CONNECTION_ACTIVE',
        `config.${'attributes' in config ? 'attributes.email' : Object.keys(config)[0]}`,
      ]);
    }
    const { status, body } = await patch(id, {
      name: 'Renamed',
      config: { certificates, provisions: true, attributes: { name: 'cn' } },
    });
    expect([status, body.data.connection.configuration_version]).toEqual([200, 1]);
    expect(body.data.connection.config.certificates).toHaveLength(2);
    expect(await read(id)).toMatchObject({ status: 'active', name: 'Renamed' });
  });

  it('keep the scopes by which they learn the address, while they are active', async () => {
    const id = await activated();
    const { status, body } = await patch(id, { config: { scopes: ['openid', 'profile'] } });
    expect([status, body.code, body.details[0].field]).toEqual([409, 'CONNECTION_ACTIVE', 'config.scopes']);
    expect((await patch(id, { config: { scopes: ['openid', 'email', 'profile', 'groups'] } })).status).toBe(200);
  });

  it.each([
    ['before they were ever active', false],
    ['while they are disabled', true],
  ])('are tested and approved anew when certificates come along %s', async (_, wasActive) => {
    const id = wasActive
      ? await activated({ name: 'Okta', type: 'saml', config: saml })
      : await created({ name: 'Okta', type: 'saml', config: saml });
    if (wasActive) await app.http.post(at(id, '/disable'), undefined, { token: owner });
    await passTest(id);
    const { configuration_version: before } = await read(id);
    expect((await patch(id, { config: { certificates } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ configuration_version: before + 1, tested_at: null });
    expect((await activate(id)).body.code).toBe('CONNECTION_NOT_TESTED');
  });

  it('accept new signers for linked people only from owners, whether they are active or not', async () => {
    const id = await activated({ name: 'Okta', type: 'saml', config: saml });
    const { accessToken: token } = await logIn(app.http, 'adam');
    const byAdmin = (config: object) => app.http.patch(at(id), { config }, { token });
    expect((await byAdmin({ certificates })).status).toBe(403);
    await app.http.post(at(id, '/disable'), undefined, { token });
    expect((await byAdmin({ certificates: [certificates[1]] })).status).toBe(403);
    expect((await byAdmin({ provisions: true })).status).toBe(200);
    expect((await read(id)).config.certificates).toHaveLength(1);
    expect((await patch(id, { config: { certificates } })).status).toBe(200);
  });

  it('do not send a stored secret to another issuer, and forget who was linked to the old one', async () => {
    const id = await created();
    await app.dataSource.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       VALUES (1, $1, (SELECT id FROM users WHERE username = 'vera'), $2, 'subject', 'proof', now())`,
      [id, OIDC.issuer],
    );
    const config = { issuer: 'https://attacker.example' };
    const refused = await patch(id, { config });
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'config.client_secret']);
    const moved = await patch(id, { config: { ...config, client_secret: 'another' } });
    expect([moved.status, moved.body.data.voided_identities]).toEqual([200, 1]);
    expect(await app.dataSource.query('SELECT 1 FROM sso_identities')).toEqual([]);
  });

  it('change for people who have seen the last state, and not by an empty change', async () => {
    const id = await created();
    expect((await patch(id, {})).status).toBe(400);
    expect((await patch(id, { config: {} })).status).toBe(400);
    expect((await patch(id, { name: 'A' }, { 'If-Match': '"7"' })).status).toBe(412);
    const { headers } = await app.http.get(at(id), { token: owner });
    expect((await patch(id, { name: 'A' }, { 'If-Match': headers.get('etag') ?? '' })).status).toBe(200);
  });

  it('end the sessions they opened when they are disabled; active ones are not deleted', async () => {
    const id = await activated();
    const { accessToken } = await logIn(app.http, 'vera');
    await app.dataSource.query(
      `UPDATE sessions SET sso_connection_id = $1 WHERE id = (SELECT max(id) FROM sessions WHERE ended_at IS NULL)`,
      [id],
    );
    const remove = () => app.http.delete(at(id), { token: owner });
    expect((await remove()).body.code).toBe('CONNECTION_ACTIVE');
    expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(200);
    const disabled = await app.http.post(at(id, '/disable'), undefined, { token: owner });
    expect([disabled.status, disabled.body.data.connection.status]).toEqual([200, 'disabled']);
    expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
    expect((await remove()).status).toBe(200);
    const actions = await app.dataSource.query(
      `SELECT DISTINCT action FROM audit_events WHERE action LIKE 'sso.connection.%' AND outcome = 'success' ORDER BY 1`,
    );
    expect(actions.map(({ action }: { action: string }) => action.slice(15))).toEqual(
      expect.arrayContaining(['activated', 'changed', 'created', 'deleted', 'disabled']),
    );
  });
});
