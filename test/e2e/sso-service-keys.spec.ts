import { X509Certificate, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SEALED_COLUMNS } from '../../src/boot/database.js';
import { MachineClock } from '../support/machine-clock.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { signer, startScriptedOidc } from '../support/scripted-oidc.js';
import { ownDomain, refusals, signIn, startSsoApp } from '../support/sso-login.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { selfSigned } from '../support/self-signed.js';
import { type TestApp, logIn } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/sso/connections';
const { cert } = selfSigned('idp.test', { type: 'rsa' });

interface Key {
  readonly id: number;
  readonly is_current: boolean;
  readonly fingerprint: string;
  readonly certificate: string;
  readonly not_after: string;
}

describe('keys of this service at a connection', () => {
  let app: TestApp;
  let oidcIdp: OidcIdp;
  let samlIdp: SamlIdp;
  let owner: string;
  let oscar: string;
  let vera: string;

  beforeAll(async () => {
    app = await startSsoApp({ clock: new MachineClock(), environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const ada = { email: 'ada@corp.example', email_verified: true };
    oidcIdp = await startOidcIdp({ accounts: [{ sub: 'ada', ...ada }], clock: app.clock });
    samlIdp = await startSamlIdp({ accounts: [{ subject: 'ada', email: ada.email }] });
    await ownDomain(app, 'corp.example');
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: oscar } = await logIn(app.http, 'oscar'));
    ({ accessToken: vera } = await logIn(app.http, 'vera'));
  });
  afterAll(async () => {
    await app.close();
    await oidcIdp.close();
    await samlIdp.close();
  });
  beforeEach(() => app.dataSource.query('DELETE FROM sso_connections'));

  let made = 0;
  const created = async (type: 'oidc' | 'saml', config: object): Promise<number> => {
    const { status, body } = await app.http.post(PATH, { name: `Corporate ${++made}`, type, config }, { token: owner });
    expect([status, body.details]).toEqual([201, undefined]);
    return body.data.connection.id;
  };
  const byKey = (): Promise<number> =>
    created('oidc', { issuer: oidcIdp.issuer, client_id: 'headgate-by-key', client_authentication: 'private_key_jwt', provisions: true });
  const bySignature = (): Promise<number> =>
    created('saml', {
      entity_id: samlIdp.entityId,
      sign_on_url: samlIdp.signOnUrl,
      certificates: [samlIdp.signer.cert],
      signs_requests: true,
    });
  const at = (id: number, rest = ''): string => `/api/v1/sso/connections/${id}/keys${rest}`;
  const keysOf = async (id: number): Promise<Key[]> => (await app.http.get(at(id), { token: owner })).body.data.keys;
  const add = (id: number, token = owner) => app.http.post(at(id), undefined, { token });
  const use = (id: number, key: number, token = owner) => app.http.post(at(id, `/${key}/use`), undefined, { token });
  const remove = (id: number, key: number, token = owner) => app.http.delete(at(id, `/${key}`), { token });
  const open = (id: number) => app.dataSource.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
  const published = async (id: number): Promise<{ kid: string }[]> => (await app.http.get(`/api/auth/sso/${id}/jwks`)).body.keys;
  const metadata = async (id: number): Promise<string> => (await app.http.get(`/api/auth/sso/${id}/metadata`)).text;

  it('sign assertions by which a provider knows this service without a secret, while one takes over from another', async () => {
    const id = await byKey();
    await open(id);
    oidcIdp.clientJwksUri = `${app.url}/api/auth/sso/${id}/jwks`;
    const comesIn = async () => {
      const said = await signIn(app, oidcIdp, id, 'ada');
      return said.get('error') ?? (said.has('code') ? 'in' : 'nowhere');
    };
    const test = await app.http.post(`/api/v1/sso/connections/${id}/test`, undefined, { token: owner });
    expect(test.body.data.test).toMatchObject({ status: 'running', start_url: expect.any(String) });
    const [first] = await keysOf(id);
    const second: Key = (await add(id)).body.data.key;
    expect([first?.is_current, second.is_current]).toEqual([true, false]);
    expect((await published(id)).map(({ kid }) => Buffer.from(kid, 'base64url').toString('hex'))).toEqual([
      first?.fingerprint,
      second.fingerprint,
    ]);
    expect(await comesIn()).toBe('in');
    expect((await use(id, second.id)).body).toMatchObject({ message: 'Key in use.', data: { key: { id: second.id, is_current: true } } });
    expect(await comesIn()).toBe('in');
    expect((await remove(id, first?.id ?? 0)).status).toBe(200);
    expect(await comesIn()).toBe('in');
    expect((await keysOf(id)).map((key) => [key.id, key.is_current])).toEqual([[second.id, true]]);
    const third: Key = (await add(id)).body.data.key;
    await use(id, third.id);
    // The provider keeps what it has read for a minute, and has not seen this one.
    expect(await comesIn()).toBe('PROVIDER_MISCONFIGURED');
    const [refused] = await refusals(app, 'sso.login.refused');
    expect(refused?.['reason']).toContain('Check the client id, and that the provider knows the current key of this service');
    await use(id, second.id);
    expect(await comesIn()).toBe('in');
  });

  it('sign what a browser takes to a provider of SAML, which finds each of them in the metadata', async () => {
    const id = await bySignature();
    await open(id);
    const certificates = async () =>
      [...(await metadata(id)).matchAll(/<ds:X509Certificate>([^<]+)</g)].map(
        ([, base64]) => new X509Certificate(Buffer.from(base64 ?? '', 'base64')),
      );
    const verified = async (): Promise<string> => {
      const { headers } = await app.http.get(`/api/auth/sso/${id}/start`);
      const [address = '', query = ''] = (headers.get('location') ?? '').split('?');
      expect(address).toBe(samlIdp.signOnUrl);
      const [signed = '', signature = ''] = query.split('&Signature=');
      expect(signed).toMatch(
        /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=http%3A%2F%2Fwww\.w3\.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256$/,
      );
      const by = (await certificates()).find((one) =>
        verify('sha256', Buffer.from(signed), one.publicKey, Buffer.from(decodeURIComponent(signature), 'base64')),
      );
      return by?.fingerprint256.replaceAll(':', '').toLowerCase() ?? 'nobody';
    };
    expect(await metadata(id)).toContain('AuthnRequestsSigned="true"');
    const [first] = await keysOf(id);
    expect(await verified()).toBe(first?.fingerprint);
    const second: Key = (await add(id)).body.data.key;
    expect((await certificates()).map(({ subject, publicKey }) => [subject, publicKey.asymmetricKeyDetails?.modulusLength])).toEqual([
      ['CN=Headgate', 3072],
      ['CN=Headgate', 3072],
    ]);
    expect(await verified()).toBe(first?.fingerprint);
    await use(id, second.id);
    expect(await verified()).toBe(second.fingerprint);
    expect((await app.http.get(`/api/auth/sso/${id}/jwks`)).status).toBe(404);
  });

  it('are made as soon as a connection is to sign, and publish nothing before', async () => {
    const id = await created('saml', { entity_id: samlIdp.entityId, sign_on_url: samlIdp.signOnUrl, certificates: [cert] });
    expect([await keysOf(id), (await metadata(id)).includes('KeyDescriptor')]).toEqual([[], false]);
    const patch = (config: object) => app.http.patch(`/api/v1/sso/connections/${id}`, { config }, { token: owner });
    expect((await patch({ signs_requests: true })).body.data.connection.config.signs_requests).toBe(true);
    expect(await keysOf(id)).toMatchObject([{ is_current: true }]);
    await open(id);
    // Whoever comes in through it relies on what was tested.
    expect((await patch({ signs_requests: false })).body).toMatchObject({
      code: 'CONNECTION_ACTIVE',
      details: [{ field: 'config.signs_requests' }],
    });
  });

  it('are at most three, one of which signs, whoever asks at the same time', async () => {
    const id = await byKey();
    const made = await Promise.all(Array.from({ length: 20 }, () => add(id)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, ...Array.from({ length: 18 }, () => 409)]);
    expect(made.find(({ status }) => status === 409)?.body.message).toBe(
      'A connection can have at most 3 keys. Delete one that the provider no longer needs.',
    );
    const keys = await keysOf(id);
    const used = await Promise.all(Array.from({ length: 20 }, (_, turn) => use(id, keys[turn % 3]?.id ?? 0)));
    expect(used.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const current = (await keysOf(id)).filter(({ is_current: isCurrent }) => isCurrent);
    expect(current).toHaveLength(1);
    const kept = await remove(id, current[0]?.id ?? 0);
    expect([kept.status, kept.body.message]).toEqual([409, 'The connection signs with this key. Sign with another one first.']);
    const others = (await keysOf(id)).filter((key) => !key.is_current);
    const gone = await Promise.all(Array.from({ length: 20 }, () => remove(id, others[0]?.id ?? 0)));
    expect(gone.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
  });

  it('are nobody else’s: not of another organization, another connection or a viewer', async () => {
    const id = await byKey();
    const other = await created('saml', {
      entity_id: 'https://other.example',
      sign_on_url: 'https://other.example/sso',
      certificates: [cert],
    });
    const [key] = await keysOf(id);
    const number = key?.id ?? 0;
    for (const [token, status] of [
      [oscar, 404],
      [vera, 403],
    ] as const) {
      expect((await app.http.get(at(id), { token })).status).toBe(status);
      expect((await add(id, token)).status).toBe(status);
      expect((await use(id, number, token)).status).toBe(status);
      expect((await remove(id, number, token)).status).toBe(status);
    }
    expect([(await use(other, number)).status, (await remove(other, number)).status]).toEqual([404, 404]);
    expect(await keysOf(id)).toEqual([key]);
  });

  it('never leave the database with their private part, and are sealed for their row', async () => {
    const id = await byKey();
    const [row] = await app.dataSource.query('SELECT row_to_json(k)::text AS text FROM sso_service_keys k WHERE connection_id = $1', [id]);
    expect(row.text).not.toContain('PRIVATE KEY');
    const audit = await app.dataSource.query('SELECT detail::text AS text FROM audit_events');
    const seen = [JSON.stringify(await keysOf(id)), JSON.stringify(await published(id)), JSON.stringify(audit), app.log.join()].join();
    expect(seen).not.toMatch(/PRIVATE KEY|"d":|private_key_sealed/);
    expect(SEALED_COLUMNS).toContainEqual({ table: 'sso_service_keys', key: 'fingerprint', column: 'private_key_sealed' });
  });

  it('sign where the metadata of the provider asks for it, and nobody can decline', async () => {
    const xml = (await (await fetch(samlIdp.metadataUrl)).text()).replaceAll(/Location="http:/g, 'Location="https:');
    const wanting = xml.replace('<IDPSSODescriptor', '<IDPSSODescriptor WantAuthnRequestsSigned="true"');
    expect(wanting).not.toBe(xml);
    const id = await created('saml', { metadata_xml: wanting });
    expect((await app.http.get(`/api/v1/sso/connections/${id}`, { token: owner })).body.data.connection.config.signs_requests).toBe(true);
    expect(await keysOf(id)).toHaveLength(1);
    const config = { metadata_xml: wanting, signs_requests: false };
    const { status, body } = await app.http.post(PATH, { name: 'Declined', type: 'saml', config }, { token: owner });
    expect([status, body.details]).toMatchObject([
      400,
      [{ field: 'config.signs_requests', message: expect.stringContaining('WantAuthnRequestsSigned') }],
    ]);
    await open(id);
    // While people log in, metadata renews certificates and changes nothing else.
    const unsigned = await created('saml', { metadata_xml: xml });
    await open(unsigned);
    const renewed = await app.http.patch(`/api/v1/sso/connections/${unsigned}`, { config: { metadata_xml: wanting } }, { token: owner });
    expect([renewed.status, renewed.body.data?.connection.config.signs_requests]).toEqual([200, false]);
  });
});

describe('how this service authenticates at a provider, where nobody has said it', () => {
  it.each([
    [['client_secret_post'], 'client_secret_post'],
    [['client_secret_post', 'client_secret_basic'], 'client_secret_basic'],
    [undefined, 'client_secret_basic'],
    [['private_key_jwt'], 'client_secret_basic'],
  ])('is by what the provider announces: %j', async (announced, chosen) => {
    const app = await startSsoApp();
    const idp = await startScriptedOidc(app.clock, await signer('idp-1'));
    try {
      idp.metadata['token_endpoint_auth_methods_supported'] = announced;
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const config = { issuer: idp.issuer, client_id: 'headgate', client_secret: 'secret' };
      const made = await app.http.post(PATH, { name: 'Corporate', type: 'oidc', config }, { token });
      expect(made.body.data.connection.config.client_authentication).toBe(chosen);
      const named = { ...config, client_authentication: 'client_secret_basic' };
      const expressly = await app.http.post(PATH, { name: 'Named', type: 'oidc', config: named }, { token });
      expect(expressly.body.data.connection.config.client_authentication).toBe('client_secret_basic');
      // Another provider may take another one.
      const at = `/api/v1/sso/connections/${expressly.body.data.connection.id}`;
      const kept = await app.http.patch(at, { config: { ...config, client_secret: 'new' } }, { token });
      expect(kept.body.data.connection.config.client_authentication).toBe('client_secret_basic');
    } finally {
      await idp.close();
      await app.close();
    }
  });
});
