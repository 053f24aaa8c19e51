import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../src/platform/config/config.js';
import { GuardedFetch } from '../../../src/platform/network/guarded-fetch.js';
import { SystemResolver } from '../../../src/platform/network/host-resolver.js';
import { requestIdOf } from '../../../src/sso/domain/answered-request.js';
import { SamlLogoutMessages } from '../../../src/sso/adapters/saml/saml-logout-messages.js';
import { samlAddresses } from '../../../src/sso/domain/service-addresses.js';
import { SamlDocuments } from '../../../src/sso/adapters/saml/saml-documents.js';
import type { ProviderMetadata } from '../../../src/sso/application/ports/saml-metadata.js';
import type { SamlConnection, SamlSettings } from '../../../src/sso/domain/connection.js';
import { Browser } from '../../support/browser.js';
import { ADDRESSES, CONFIG, THREADS, samlConnection, startedLogin, ticketsOf } from '../../support/saml-connection.js';
import { SigningKeys, serviceKey } from '../../support/service-keys.js';
import { selfSigned } from '../../support/self-signed.js';
import { MachineClock } from '../../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../../support/saml-idp.js';

const clock = new MachineClock();
const config = loadConfig({ HEADGATE_DATA_DIR: '/nonexistent' });
const documents = new SamlDocuments(config, new GuardedFetch(config, new SystemResolver()), THREADS, clock);

/** A connection as an administrator gets it who names nothing but the metadata. */
function connectionTo({ entityId, signOn, logout, certificates }: ProviderMetadata, settings: Partial<SamlSettings> = {}): SamlConnection {
  const addresses = { signOnUrl: signOn[0]?.url ?? '', logoutUrl: logout[0]?.url ?? null };
  return { ...samlConnection({ ...addresses, certificates, ...settings }), issuer: entityId };
}

const isOurs = (url: URL): boolean => url.href === ADDRESSES.acsUrl;

describe('A provider of another make', () => {
  let idp: SamlIdp;
  beforeAll(async () => {
    idp = await startSamlIdp({
      accounts: [{ subject: 'ines-1', email: 'ines@customer.test', name: 'Ines Inn', groups: ['staff', 'data'] }],
    });
  });
  afterAll(() => idp.close());

  it('is set up by its metadata, and logs a person in once', async () => {
    const connection = connectionTo(await documents.fetch(idp.metadataUrl, 1));
    expect(connection.issuer).toBe(idp.entityId);
    const login = await startedLogin({ connection, clock });
    const { form } = await idp.logIn(login.redirectUrl, 'ines-1', { until: isOurs });
    expect(requestIdOf(form?.get('RelayState') ?? '')).toBe(login.said.inResponseTo);
    const answer = Buffer.from(form?.get('SAMLResponse') ?? '', 'base64').toString();
    expect(await login.identify(answer)).toMatchObject({
      subject: 'ines-1',
      email: 'ines@customer.test',
      name: 'Ines Inn',
      groups: ['staff', 'data'],
    });
    const another = await startedLogin({ connection, clock });
    await expect(another.identify(answer)).rejects.toMatchObject({ fault: 'REQUEST_MISMATCH' });
  });

  it('logs in only people whom it knows', async () => {
    const login = await startedLogin({ connection: connectionTo(await documents.fetch(idp.metadataUrl, 1)), clock });
    expect(await idp.logIn(login.redirectUrl, 'nobody', { until: isOurs })).toMatchObject({ status: 403 });
  });
});

const simpleSamlPhp = process.env['TEST_SIMPLESAMLPHP_METADATA'];
(simpleSamlPhp === undefined ? describe.skip : describe)('SimpleSAMLphp', () => {
  const post = async (browser: Browser, page: { url: URL; text: string }, until = isOurs): Promise<ReturnType<Browser['visit']>> => {
    const state = /name="AuthState" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = new URLSearchParams({ username: 'ines', password: 'ines-password', AuthState: state });
    return browser.visit(page.url, until, form);
  };

  it('is set up by its metadata, asks for a password, and logs a person in', async () => {
    const connection = connectionTo(await documents.fetch(simpleSamlPhp ?? '', 1));
    const attributes = { email: 'mail', name: 'displayName', groups: 'groups' };
    const named = { ...connection, settings: { ...connection.settings, attributes } };
    const login = await startedLogin({ connection: named, clock });
    const browser = new Browser();
    const { form } = await post(browser, await browser.visit(login.redirectUrl, isOurs));
    expect(requestIdOf(form?.get('RelayState') ?? '')).toBe(login.said.inResponseTo);
    expect(await login.identify(Buffer.from(form?.get('SAMLResponse') ?? '', 'base64').toString())).toMatchObject({
      subject: 'ines-at-simplesamlphp',
      email: 'ines@customer.test',
      name: 'Ines Inn',
      groups: ['staff', 'data'],
      groupsSaid: 'listed',
      providerSessionId: expect.any(String),
    });
  });

  describe('that takes signed forms', () => {
    const read = (name: string): string => readFileSync(`${process.env['TEST_SIMPLESAMLPHP_SERVICE']}/${name}`, 'utf8');
    const at = (id: number) => samlAddresses('https://headgate.test', id);

    it('logs a person in, and out again', async () => {
      const keys = new SigningKeys(serviceKey({ key: read('service.pem'), cert: read('service.crt') }));
      const metadata = await documents.fetch(simpleSamlPhp ?? '', 1);
      const settings = { signsRequests: true, signOnBinding: 'post', logoutBinding: 'post' } as const;
      const connection = { ...connectionTo(metadata, settings), id: 41 };
      const login = await startedLogin({ connection, clock, keys });
      const { acsUrl, sloUrl } = at(41);
      const browser = new Browser();
      const isAcs = (url: URL): boolean => url.href === acsUrl;
      const asks = await browser.visit(login.redirectUrl, isAcs, new URLSearchParams(login.form ?? {}));
      const { form } = await post(browser, asks, isAcs);
      const person = await login.identify(Buffer.from(form?.get('SAMLResponse') ?? '', 'base64').toString());
      expect(person.subject).toBe('ines-at-simplesamlphp');

      const logout = new SamlLogoutMessages(CONFIG, THREADS, keys, ticketsOf(clock), clock);
      const { subject, providerSessionId } = person;
      const session = { subject, providerSessionId, idToken: null, returnTo: 'https://app.test/bye' };
      const ticket = new URL((await login.provider.logoutUrl(connection, session)) ?? '').searchParams.get('ticket') ?? '';
      const { onward } = (await logout.begun(connection, ticket)) ?? {};
      const ended = await browser.visit(onward?.redirectUrl ?? '', ({ href }) => href === sloUrl, new URLSearchParams(onward?.form ?? {}));
      const answer = { binding: 'post', kind: 'answer', message: ended.form?.get('SAMLResponse') ?? '', relayState: null } as const;
      expect(await logout.receive(connection, answer, '203.0.113.1')).toEqual({ kind: 'answer', relayState: null });
      expect(ended.form?.get('RelayState')).toBe('https://app.test/bye');
    });

    it.each([
      [51, 'the assertion'],
      [56, 'the assertion and the NameID in it'],
    ])('logs a person in with what it encrypts (%i): %s', async (id) => {
      const keys = new SigningKeys(serviceKey({ key: read('service.pem'), cert: read('service.crt') }));
      const metadata = await documents.fetch(simpleSamlPhp ?? '', 1);
      const settings = { signsRequests: true, assertionEncryption: 'required' } as const;
      const connection = { ...connectionTo(metadata, settings), id };
      const { acsUrl } = at(id);
      const isAcs = (url: URL): boolean => url.href === acsUrl;
      const login = await startedLogin({ connection, clock, keys });
      const browser = new Browser();
      const { form } = await post(browser, await browser.visit(login.redirectUrl, isAcs), isAcs);
      const answer = Buffer.from(form?.get('SAMLResponse') ?? '', 'base64').toString();
      expect(answer).toContain('EncryptedAssertion');
      expect(answer).not.toMatch(/ines/);
      expect(await login.identify(answer)).toMatchObject({ subject: 'ines-at-simplesamlphp', providerSessionId: expect.any(String) });
    });

    it('refuses one that another key signed', async () => {
      const keys = new SigningKeys(serviceKey(selfSigned('attacker.test', { type: 'rsa' })));
      const settings = { signsRequests: true, signOnBinding: 'post' } as const;
      const connection = { ...connectionTo(await documents.fetch(simpleSamlPhp ?? '', 1), settings), id: 41 };
      const login = await startedLogin({ connection, clock, keys });
      const page = await new Browser().visit(login.redirectUrl, isOurs, new URLSearchParams(login.form ?? {}));
      expect(page.text).toContain('Unhandled exception');
      expect(page.text).not.toContain('AuthState');
    });
  });
});
