import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { MachineClock } from '../support/machine-clock.js';
import { encrypted, flipped } from '../support/saml-encryption.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, finish, post, said, toAcs } from '../support/saml-login.js';
import { EMAIL, posted, signRoot } from '../support/saml-messages.js';
import { selfSigned } from '../support/self-signed.js';
import { ownDomain } from '../support/sso-login.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const STRANGER = selfSigned('attacker.test', { type: 'rsa' });
let app: TestApp;
let idp: SamlIdp;
let owner: string;

beforeAll(async () => {
  idp = await startSamlIdp({ accounts: [{ subject: 'ada', email: 'ada@corp.example', name: 'Ada' }] });
  app = await startTestApp({ clock: new MachineClock(), environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: CLIENT_PAGE } });
  await ownDomain(app, 'corp.example');
  ({ accessToken: owner } = await logIn(app.http, 'olivia'));
});
afterAll(async () => {
  await app.close();
  await idp.close();
});
beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));

let made = 0;
const create = async (config: object): Promise<number> => {
  const own = { entity_id: idp.entityId, sign_on_url: idp.signOnUrl, certificates: [idp.signer.cert] };
  const settings = { address_proof: 'directory', provisions: true, attributes: { email: EMAIL } };
  const body = { name: `Encrypted ${++made}`, type: 'saml', config: { ...own, ...settings, ...config } };
  const answer = await app.http.post('/api/v1/organizations/1/sso/connections', body, { token: owner });
  expect([answer.status, answer.body.details]).toEqual([201, undefined]);
  return answer.body.data.connection.id;
};
const active = async (config: object): Promise<number> => {
  const id = await create(config);
  await app.dataSource.query(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [id]);
  return id;
};
const at = (id: number, rest = ''): string => `/api/v1/sso/connections/${id}${rest}`;
const change = (id: number, config: object) => app.http.patch(at(id), { config }, { token: owner });
/** The keys that the metadata of this service has for a use. */
const published = async (id: number, use: string): Promise<string[]> => {
  const { text } = await app.http.get(`/api/auth/sso/${id}/metadata`);
  return [...text.matchAll(new RegExp(`use="${use}">.*?<ds:X509Certificate>([^<]*)<`, 'gs'))].map(
    ([, base64 = '']) => `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  );
};
const keyOf = async (id: number): Promise<string> => (await published(id, 'encryption'))[0] ?? '';

/** A login up to what the provider posts, with its assertion as the test has it. */
const begun = async (id: number, write: (assertion: string) => string, browser = new Browser()) => {
  const form = await toAcs(app, idp, id, 'ada', browser);
  const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
  const [assertion = ''] = /<(\w+:)?Assertion .*<\/\1Assertion>/s.exec(xml) ?? [];
  expect(assertion).toContain('Signature');
  form.set('SAMLResponse', posted(xml.replace(assertion, () => write(assertion))));
  return form;
};
const answered = async (id: number, write: (assertion: string) => string): Promise<Answer> => post(app, id, await begun(id, write));
const signIn = async (id: number, cert: string): Promise<URLSearchParams> => {
  const browser = new Browser();
  const form = await begun(id, (assertion) => encrypted(assertion, { cert }), browser);
  return said(await finish(app, (await post(app, id, form)).headers.get('location'), browser));
};
const lastDetail = async (): Promise<unknown> =>
  (await app.dataSource.query(`SELECT detail FROM audit_events WHERE action = 'sso.login.refused' ORDER BY id DESC LIMIT 1`))[0]?.detail;

describe('A login with an encrypted assertion', () => {
  it('uses the key that the metadata of this service publishes', async () => {
    const id = await active({ assertion_encryption: 'required' });
    const { text } = await app.http.get(`/api/auth/sso/${id}/metadata`);
    expect(text.match(/<md:EncryptionMethod Algorithm="[^"]*"/g)).toHaveLength(3);
    expect((await signIn(id, await keyOf(id))).has('code')).toBe(true);
    const browser = new Browser();
    const plain = await post(app, id, await toAcs(app, idp, id, 'ada', browser));
    expect(said(plain).get('error')).toBe('PROVIDER_MISCONFIGURED');
  });

  it('decrypts with every key until it is deleted, so that a key can be replaced', async () => {
    const id = await active({ assertion_encryption: 'accepted' });
    const former = await keyOf(id);
    const added = await app.http.post(at(id, '/keys'), undefined, { token: owner });
    expect(await published(id, 'encryption')).toEqual([former]);
    expect(await published(id, 'signing')).toHaveLength(2);
    await app.http.post(at(id, `/keys/${added.body.data.key.id}/use`), undefined, { token: owner });
    const current = await keyOf(id);
    expect(current).not.toBe(former);
    for (const cert of [former, current]) expect((await signIn(id, cert)).get('error')).toBeNull();
    const { body } = await app.http.get(at(id, '/keys'), { token: owner });
    await app.http.delete(at(id, `/keys/${body.data.keys[0].id}`), { token: owner });
    expect(said(await answered(id, (assertion) => encrypted(assertion, { cert: former }))).get('error')).toBe('DECRYPTION_FAILED');
  });

  it('can be allowed while people log in, as the provider needs the key first; required it is with a test', async () => {
    const id = await active({});
    expect(await published(id, 'encryption')).toEqual([]);
    expect(said(await answered(id, (assertion) => encrypted(assertion, STRANGER))).get('error')).toBe('PROVIDER_MISCONFIGURED');
    const allowed = await change(id, { assertion_encryption: 'accepted' });
    expect([allowed.status, allowed.body.data.connection.configuration_version]).toEqual([200, 1]);
    expect((await signIn(id, await keyOf(id))).has('error')).toBe(false);
    for (const value of ['required', 'off']) expect((await change(id, { assertion_encryption: value })).status).toBe(409);
    expect((await change(id, { assertion_encryption: 'sometimes' })).status).toBe(400);
    await app.dataSource.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [id]);
    const required = await change(id, { assertion_encryption: 'required' });
    expect(required.body.data.connection).toMatchObject({ configuration_version: 2, config: { assertion_encryption: 'required' } });
  });
});

describe('The answer to what cannot be decrypted', () => {
  /** Everything but what differs between any two requests. */
  const bytesOf = ({ status, headers, text }: Answer): string =>
    JSON.stringify([status, [...headers].filter(([name]) => !/^(?:date|x-request-id|ratelimit)/.test(name)), text]);

  it('is the same to the last byte, and so is the trail, whatever is wrong', async () => {
    const id = await active({ assertion_encryption: 'accepted' });
    const ours = { cert: await keyOf(id) };
    const wrong: ((assertion: string) => string)[] = [
      (assertion) => encrypted(assertion, STRANGER),
      (assertion) => encrypted(assertion, ours, { spoil: { key: flipped } }),
      (assertion) => encrypted(assertion, ours, { spoil: { key: (bytes) => bytes.subarray(1) } }),
      (assertion) => encrypted(assertion, ours, { spoil: { data: flipped } }),
      (assertion) => encrypted(assertion, ours, { spoil: { data: (bytes) => flipped(bytes, 20) } }),
      (assertion) => encrypted(assertion, ours, { cipher: 'aes-128-gcm' }).replace('aes128-gcm', 'aes256-gcm'),
      () => encrypted('', ours),
      () => encrypted('<Assertion', ours),
      () => encrypted('<Assertion/>', ours),
      (assertion) => encrypted(assertion.replace(/<Signature .*<\/Signature>/s, ''), ours),
      (assertion) => encrypted(signRoot(assertion.replace(/<Signature .*<\/Signature>/s, ''), STRANGER), ours),
      (assertion) => encrypted(assertion.replaceAll('ada', 'bea'), ours),
    ];
    const seen = new Set<string>();
    const told = new Set<string>();
    for (const write of wrong) {
      await app.dataSource.query('DELETE FROM attempt_throttles');
      const answer = await answered(id, write);
      expect(said(answer).get('error')).toBe('DECRYPTION_FAILED');
      seen.add(bytesOf(answer));
      told.add(JSON.stringify(await lastDetail()));
    }
    expect([seen.size, told.size]).toEqual([1, 1]);
  });

  it('costs a login each, and a network soon has to wait', async () => {
    const id = await active({ assertion_encryption: 'accepted' });
    const form = await begun(id, (assertion) => encrypted(assertion, STRANGER));
    expect(said(await post(app, id, form)).get('error')).toBe('DECRYPTION_FAILED');
    expect(await post(app, id, form)).toMatchObject({ status: 403, body: { code: 'ATTEMPT_ENDED' } });
    const statuses: number[] = [];
    for (let turn = 0; turn < 40 && statuses.at(-1) !== 429; turn++)
      statuses.push((await answered(id, (assertion) => encrypted(assertion, STRANGER))).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('of a captured one, sent again, is that of a login that is over', async () => {
    const id = await active({ assertion_encryption: 'accepted' });
    const cert = await keyOf(id);
    const form = await begun(id, (assertion) => encrypted(assertion, { cert }));
    const all = await Promise.all(Array.from({ length: 20 }, () => post(app, id, form)));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    const another = await begun(id, () => '');
    const captured = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString();
    another.set('SAMLResponse', posted(captured.replace(/ InResponseTo="[^"]*"/, '')));
    expect(said(await post(app, id, another)).get('error')).toBe('REQUEST_MISMATCH');
  });
});
