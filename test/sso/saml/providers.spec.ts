import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../src/platform/config/config.js';
import { GuardedFetch } from '../../../src/platform/network/guarded-fetch.js';
import { SystemResolver } from '../../../src/platform/network/host-resolver.js';
import { requestIdOf } from '../../../src/sso/domain/answered-request.js';
import { SamlDocuments } from '../../../src/sso/adapters/saml/saml-documents.js';
import type { ProviderMetadata } from '../../../src/sso/application/ports/saml-metadata.js';
import type { SamlConnection } from '../../../src/sso/domain/connection.js';
import { Browser } from '../../support/browser.js';
import { ADDRESSES, THREADS, samlConnection, startedLogin } from '../../support/saml-connection.js';
import { MachineClock } from '../../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../../support/saml-idp.js';

const clock = new MachineClock();
const config = loadConfig({ HEADGATE_DATA_DIR: '/nonexistent' });
const documents = new SamlDocuments(config, new GuardedFetch(config, new SystemResolver()), THREADS, clock);

/** A connection as an administrator gets it who names nothing but the metadata. */
function connectionTo({ entityId, signOnUrl, logoutUrl, certificates }: ProviderMetadata): SamlConnection {
  return { ...samlConnection({ signOnUrl, logoutUrl, certificates }), issuer: entityId };
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
  const post = async (browser: Browser, page: { url: URL; text: string }): Promise<ReturnType<Browser['visit']>> => {
    const state = /name="AuthState" value="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const form = new URLSearchParams({ username: 'ines', password: 'ines-password', AuthState: state });
    return browser.visit(page.url, isOurs, form);
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
      providerSessionId: expect.any(String),
    });
  });
});
