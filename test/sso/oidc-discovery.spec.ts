import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OidcConnection } from '../../src/sso/domain/connection.js';
import { FixedClock } from '../support/fixed-clock.js';
import { Names, oidcAdapter, oidcConnection } from '../support/oidc-adapter.js';
import { type ScriptedOidc, type Signer, signer, startScriptedOidc } from '../support/scripted-oidc.js';

const BEGINNING = { state: 'a-state', loginHint: null, forceLogin: false };
const DOCUMENT = '/.well-known/openid-configuration';

let clock: FixedClock;
let own: Signer;
let next: Signer;
let idp: ScriptedOidc;
beforeAll(async () => {
  own = await signer('key-1');
  next = await signer('key-2');
});
beforeEach(async () => {
  clock = new FixedClock();
  idp = await startScriptedOidc(clock, own);
});
afterEach(() => idp.close());

type Adapter = ReturnType<typeof oidcAdapter>;

/** @returns the fault */
async function logIn({ provider }: Adapter, connection: OidcConnection, by = own): Promise<string | null> {
  try {
    const { redirectUrl, memory } = await provider.begin(connection, BEGINNING);
    const nonce = new URL(redirectUrl).searchParams.get('nonce');
    const idToken = await by.sign(idp.claims({ nonce }));
    idp.token = { body: { access_token: 'opaque', token_type: 'Bearer', id_token: idToken } };
    const parameters = new URLSearchParams({ code: 'a-code', state: BEGINNING.state, iss: idp.issuer });
    await provider.identify(connection, memory, { type: 'oidc', parameters });
    return null;
  } catch (error) {
    return (error as { fault: string }).fault;
  }
}

function times(path: string): number {
  return idp.asked.filter((asked) => asked === path).length;
}

describe('what a provider publishes about itself', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['it names another issuer', 'ISSUER_MISMATCH', { issuer: 'https://login.example' }],
    ['it names no issuer', 'ISSUER_MISMATCH', { issuer: undefined }],
    ['its issuer stands for all tenants', 'TENANT_MISMATCH', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }],
    ['its codes are exchanged at a metadata service', 'PROVIDER_MISCONFIGURED', { token_endpoint: 'https://169.254.169.254/t' }],
    ['its keys are in a private network', 'PROVIDER_MISCONFIGURED', { jwks_uri: 'https://10.0.0.5/keys' }],
    ['it sends the browser to a script', 'PROVIDER_MISCONFIGURED', { authorization_endpoint: 'javascript:alert(1)' }],
    ['its information is a file', 'PROVIDER_MISCONFIGURED', { userinfo_endpoint: 'file:///etc/passwd' }],
    ['its end of sessions is a script', 'PROVIDER_MISCONFIGURED', { end_session_endpoint: 'javascript:alert(1)' }],
    ['its addresses hold a password', 'PROVIDER_MISCONFIGURED', { token_endpoint: 'https://a:b@idp.example/' }],
    ['it has no place for keys', 'PROVIDER_MISCONFIGURED', { jwks_uri: undefined }],
    ['it signs with shared secrets alone', 'ALGORITHM_REFUSED', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ])('is not believed when %s', async (_what, fault, changes) => {
    const connection = oidcConnection(idp.issuer);
    Object.assign(idp.metadata, changes);
    expect(await logIn(oidcAdapter(connection, { clock }), connection)).toBe(fault);
    expect(idp.asked).toEqual([DOCUMENT]);
  });

  it.each(['common', 'organizations', 'consumers', '{tenantid}'])('is not even asked for at the address of %s', async (all) => {
    const connection = oidcConnection(`https://login.microsoftonline.com/${all}/v2.0`);
    const adapter = oidcAdapter(connection, { clock, resolver: new Names({}) });
    expect(await logIn(adapter, connection)).toBe('TENANT_MISMATCH');
  });

  it('is compared with the configured issuer to the letter', async () => {
    const connection = oidcConnection(`${idp.issuer}/`);
    expect(await logIn(oidcAdapter(connection, { clock }), connection)).toBe('ISSUER_MISMATCH');
  });

  it('is not looked for in networks that are closed', async () => {
    const connection = oidcConnection(idp.issuer);
    expect(await logIn(oidcAdapter(connection, { clock, networks: 'public' }), connection)).toBe('PROVIDER_MISCONFIGURED');
    const byName = oidcConnection('https://idp.example');
    const resolver = new Names({ 'idp.example': ['10.0.0.5'] });
    const adapter = oidcAdapter(byName, { clock, networks: 'public', resolver });
    expect(await logIn(adapter, byName)).toBe('PROVIDER_MISCONFIGURED');
    expect(idp.asked).toEqual([]);
  });

  it('is not taken from where a redirection leads', async () => {
    const server = createServer((_request, response) => response.writeHead(302, { location: `${idp.issuer}${DOCUMENT}` }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const connection = oidcConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await logIn(oidcAdapter(connection, { clock }), connection)).toBe('PROVIDER_UNREACHABLE');
    expect(idp.asked).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('is not taken from an answer that says it is none', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...idp.metadata, issuer }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = oidcConnection(issuer);
    expect(await logIn(oidcAdapter(connection, { clock }), connection)).toBe('PROVIDER_MISCONFIGURED');
    expect(idp.asked).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('leads to no code being sent through names that have moved to a private address', async () => {
    const { port } = new URL(idp.issuer);
    idp.metadata['token_endpoint'] = `http://tokens.example:${port}/token`;
    const connection = oidcConnection(idp.issuer);
    const adapter = oidcAdapter(connection, { clock, resolver: new Names({ 'tokens.example': ['192.168.0.1'] }) });
    expect(await logIn(adapter, connection)).toBe('PROVIDER_MISCONFIGURED');
    expect(idp.asked).not.toContain('/token');
  });

  it('is reported by a probe, which throws nothing', async () => {
    const connection = oidcConnection(idp.issuer, { scopes: ['openid'] }, { hasClientSecret: false });
    const { provider } = oidcAdapter(connection, { clock });
    idp.keys = [];
    const outcomes = (await provider.probe(connection)).map(({ step, outcome }) => `${step} ${outcome}`);
    expect(outcomes).toEqual(['discovery passed', 'keys failed', 'client failed', 'code passed', 'email warned']);
    idp.metadata['issuer'] = 'https://login.example';
    const [step, ...others] = await provider.probe(connection);
    expect(step).toMatchObject({ step: 'discovery', outcome: 'failed' });
    expect(step?.message).toContain('https://login.example');
    expect(others).toEqual([]);
  });
});

describe('what was published is kept', () => {
  it('for five minutes', async () => {
    const connection = oidcConnection(idp.issuer);
    const adapter = oidcAdapter(connection, { clock });
    expect([await logIn(adapter, connection), await logIn(adapter, connection)]).toEqual([null, null]);
    expect([times(DOCUMENT), times('/keys')]).toEqual([1, 1]);
    clock.advance({ minutes: 5 });
    expect(await logIn(adapter, connection)).toBeNull();
    expect([times(DOCUMENT), times('/keys')]).toEqual([2, 2]);
  });

  it('never for another version of the connection', async () => {
    const connection = oidcConnection(idp.issuer);
    const adapter = oidcAdapter(connection, { clock });
    await logIn(adapter, connection);
    const changed = oidcConnection(idp.issuer, {}, { configurationVersion: 2 });
    adapter.connections.stored = changed;
    idp.keys = [next.jwk];
    expect([await logIn(adapter, changed, own), await logIn(adapter, changed, next)]).toEqual(['SIGNATURE_INVALID', null]);
  });

  it('not when it could not be read', async () => {
    const connection = oidcConnection(idp.issuer);
    const adapter = oidcAdapter(connection, { clock });
    const { issuer } = idp;
    idp.metadata['issuer'] = 'https://login.example';
    expect(await logIn(adapter, connection)).toBe('ISSUER_MISMATCH');
    idp.metadata['issuer'] = issuer;
    idp.keys = [];
    expect(await logIn(adapter, connection)).toBe('PROVIDER_MISCONFIGURED');
    idp.keys = [own.jwk];
    expect(await logIn(adapter, connection)).toBeNull();
  });

  it('unless a key is missing, and then it is asked for once a minute', async () => {
    const connection = oidcConnection(idp.issuer);
    const adapter = oidcAdapter(connection, { clock });
    expect(await logIn(adapter, connection)).toBeNull();
    idp.keys = [own.jwk, next.jwk];
    expect(await logIn(adapter, connection, next)).toBe('SIGNATURE_INVALID');
    clock.advance({ seconds: 60 });
    expect(await logIn(adapter, connection, next)).toBeNull();
    const unknown = { ...own, sign: (claims: Readonly<Record<string, unknown>>) => own.sign(claims, { kid: 'key-9' }) };
    for (let round = 0; round < 3; round++) expect(await logIn(adapter, connection, unknown)).toBe('SIGNATURE_INVALID');
    expect(times('/keys')).toBe(2);
  });

  it('once for many who come together', async () => {
    const connection = oidcConnection(idp.issuer);
    const { provider } = oidcAdapter(connection, { clock });
    await Promise.all(Array.from({ length: 10 }, () => provider.begin(connection, BEGINNING)));
    expect(times(DOCUMENT)).toBe(1);
  });
});
