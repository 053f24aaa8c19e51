import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { GuardedFetch } from '../../../src/platform/network/guarded-fetch.js';
import { HostResolver } from '../../../src/platform/network/host-resolver.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { requestIdOf } from '../../../src/sso/domain/answered-request.js';
import { certificateOf } from '../../../src/sso/adapters/saml/certificates.js';
import { SamlDocuments } from '../../../src/sso/adapters/saml/saml-documents.js';
import { FixedClock } from '../../support/fixed-clock.js';
import { ADDRESSES, ISSUER, SIGNER, THREADS, WrittenMetadata, samlConnection, startedLogin } from '../../support/saml-connection.js';
import { selfSigned } from '../../support/self-signed.js';

class Nowhere extends HostResolver {
  async addressesOf(): Promise<readonly string[]> {
    return [];
  }
}

const clock = new FixedClock(new Date());
const config = loadConfig({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://headgate.test',
  HEADGATE_EMBEDDED: 'true',
  HEADGATE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
});
const documents = new SamlDocuments(config, new GuardedFetch(config, new Nowhere()), THREADS, clock);
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const bare = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
const key = (use: string, pem: string): string =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const SIGNING = key(' use="signing"', SIGNER.cert);
const endpoint = (name: string, address: string, binding = REDIRECT): string => `<md:${name} Binding="${binding}" Location="${address}"/>`;
const ENDPOINTS =
  endpoint('SingleLogoutService', 'https://idp.customer.test/slo') +
  endpoint('SingleSignOnService', 'https://idp.customer.test/sso?a=1&amp;b=2');
const role = (content: string): string =>
  `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${content}</md:IDPSSODescriptor>`;
const entity = (content: string, attributes = ''): string =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ISSUER}"${attributes}>${content}</md:EntityDescriptor>`;
const GENUINE = entity(role(SIGNING + ENDPOINTS));
const together = (...entities: string[]): string =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`;

describe('The metadata of a provider', () => {
  it('says who it is, where it is and what it signs with', async () => {
    expect(await documents.read(GENUINE, 1)).toEqual({
      entityId: ISSUER,
      signOn: [{ binding: 'redirect', url: 'https://idp.customer.test/sso?a=1&b=2' }],
      logout: [{ binding: 'redirect', url: 'https://idp.customer.test/slo' }],
      certificates: [certificateOf(SIGNER.cert)],
      wantsSignedRequests: false,
    });
  });

  it('names where requests go by redirect and by a form, the redirect first', async () => {
    const POST = REDIRECT.replace('Redirect', 'POST');
    const posts = (name: string, at: string): string => endpoint(name, `https://idp.customer.test/${at}`, POST);
    const both = await documents.read(entity(role(SIGNING + posts('SingleSignOnService', 'post') + ENDPOINTS)), 1);
    expect(both.signOn).toEqual([
      { binding: 'redirect', url: 'https://idp.customer.test/sso?a=1&b=2' },
      { binding: 'post', url: 'https://idp.customer.test/post' },
    ]);
    const alone = entity(role(SIGNING + posts('SingleSignOnService', 'post') + posts('SingleLogoutService', 'bye')));
    const { signOn, logout } = await documents.read(alone, 1);
    expect([signOn, logout]).toEqual([
      [{ binding: 'post', url: 'https://idp.customer.test/post' }],
      [{ binding: 'post', url: 'https://idp.customer.test/bye' }],
    ]);
    for (const unfit of ['http://idp.customer.test/post', 'javascript:alert(1)']) {
      const other = entity(role(SIGNING + ENDPOINTS + posts('SingleSignOnService', 'post'))).replace(
        'https://idp.customer.test/post',
        unfit,
      );
      expect((await documents.read(other, 1)).signOn).toEqual([{ binding: 'redirect', url: 'https://idp.customer.test/sso?a=1&b=2' }]);
    }
    await expect(documents.read(alone.replace('https://idp.customer.test/bye', 'javascript:alert(1)'), 1)).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
    });
  });

  it('may stand among that of service providers, and have several keys of which those to encrypt with do not matter', async () => {
    const next = selfSigned('idp.customer.test', { type: 'rsa' });
    const keys = [SIGNING, key('', next.cert), SIGNING, key(' use="encryption"', selfSigned('x.test', { type: 'rsa' }).cert)];
    const expired = key('', selfSigned('x.test', { type: 'rsa', notAfter: '210101000000Z' }).cert);
    const read = await documents.read(together(entity(''), entity(role(keys.join('') + expired + ENDPOINTS))), 1);
    expect(read.certificates.map(({ pem }) => pem)).toEqual([SIGNER, next].map(({ cert }) => certificateOf(cert).pem));
  });

  it.each<[string, (xml: string) => string]>([
    ['a blank line', (xml) => `\n${xml}`],
    ['a blank line before the declaration', (xml) => `\n \t<?xml version="1.0"?>${xml}`],
    ['a comment before the declaration', (xml) => `<!-- exported by x -->\n<?xml version="1.0" encoding="UTF-8"?>\n${xml}`],
    ['a byte order mark', (xml) => `\ufeff<?xml version="1.0" encoding="utf8"?>${xml}`],
    ['ISO-8859-1 where all is ASCII', (xml) => `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`],
    ['UTF-16 of the file that it was', (xml) => `<?xml version='1.0' encoding='UTF-16' standalone='yes'?>${xml}`],
    ['XML 1.1', (xml) => `<?xml version="1.1" encoding="UTF-8"?>${xml}`],
    ['a comment at the end', (xml) => `${xml}\n<!-- end -->\n`],
  ])('is read as people paste it, with %s', async (_what, pasted) => {
    expect(await documents.read(pasted(GENUINE), 1)).toMatchObject({ entityId: ISSUER });
  });

  it('of several providers is that of the one that is named', async () => {
    const both = together(GENUINE, GENUINE.replace(ISSUER, 'https://other.test/'));
    expect(await documents.read(both, 1, ISSUER)).toMatchObject({ entityId: ISSUER });
    expect(await documents.read(both, 1, 'https://other.test/')).toMatchObject({ entityId: 'https://other.test/' });
    expect(await documents.read(GENUINE, 1, 'https://other.test/')).toMatchObject({ entityId: ISSUER });
    for (const named of [undefined, 'https://third.test/'])
      await expect(documents.read(both, 1, named)).rejects.toMatchObject({
        reason: expect.stringContaining(`${ISSUER}, https://other.test/`),
      });
    await expect(documents.read(together(GENUINE, GENUINE), 1, ISSUER)).rejects.toMatchObject({ fault: 'PROVIDER_MISCONFIGURED' });
  });

  it('has a key that signs, and above it a chain that does not', async () => {
    const above = bare(selfSigned('ca.test', { type: 'rsa' }).cert);
    const chain = SIGNING.replace('</ds:X509Data>', `<ds:X509Certificate>${above}</ds:X509Certificate></ds:X509Data>`);
    expect((await documents.read(entity(role(chain + ENDPOINTS)), 1)).certificates).toEqual([certificateOf(SIGNER.cert)]);
  });

  const ago = new Date(clock.now().getTime() - 1000).toISOString();
  it.each<[string, string, string]>([
    ['of several providers', together(GENUINE, GENUINE.replace('entityID="', 'entityID="x')), 'PROVIDER_MISCONFIGURED'],
    ['of no provider', entity(''), 'PROVIDER_MISCONFIGURED'],
    ['of a provider of SAML 1.1', GENUINE.replace('SAML:2.0:protocol', 'SAML:1.1:protocol'), 'PROVIDER_MISCONFIGURED'],
    ['that is over', entity(role(SIGNING + ENDPOINTS), ` validUntil="${ago}"`), 'PROVIDER_MISCONFIGURED'],
    ['without a key', entity(role(ENDPOINTS)), 'PROVIDER_MISCONFIGURED'],
    [
      'with a key of no use',
      entity(role(key('', selfSigned('x.test', { curve: 'secp256k1' }).cert) + ENDPOINTS)),
      'PROVIDER_MISCONFIGURED',
    ],
    ['without an entityID', GENUINE.replace(/ entityID="[^"]*"/, ''), 'PROVIDER_MISCONFIGURED'],
    ['with an entityID of 1026 bytes', GENUINE.replace(ISSUER, 'ü'.repeat(513)), 'PROVIDER_MISCONFIGURED'],
    [
      'without an address for browsers',
      GENUINE.replace(/(SingleSignOnService Binding=")[^"]*/, '$1urn:oasis:names:tc:SAML:2.0:bindings:SOAP'),
      'PROVIDER_MISCONFIGURED',
    ],
    ['with a script for an address', GENUINE.replace('https://idp.customer.test/sso', 'javascript:alert(1)//'), 'PROVIDER_MISCONFIGURED'],
    [
      'with an address without TLS',
      GENUINE.replace('https://idp.customer.test/sso', 'http://idp.customer.test/sso'),
      'PROVIDER_MISCONFIGURED',
    ],
    ['with an address that is none', GENUINE.replace('https://idp.customer.test/sso', '/sso'), 'PROVIDER_MISCONFIGURED'],
    ['with a DOCTYPE', `<!DOCTYPE x SYSTEM "file:///etc/passwd">${GENUINE}`, 'RESPONSE_MALFORMED'],
    ['of more than 1024 KiB', `${GENUINE}<!--${'x'.repeat(1024 * 1024)}-->`, 'RESPONSE_MALFORMED'],
    ['nested without end', GENUINE.replace('<md:IDP', `${'<md:x>'.repeat(40)}${'</md:x>'.repeat(40)}<md:IDP`), 'RESPONSE_MALFORMED'],
    ['with a no-break space at its entityID', GENUINE.replace(ISSUER, `${ISSUER}\u00a0`), 'PROVIDER_MISCONFIGURED'],
    ['that is no metadata', '<html></html>', 'PROVIDER_MISCONFIGURED'],
    ['that is no XML', 'hello', 'RESPONSE_MALFORMED'],
  ])('%s is refused', async (_what, xml, fault) => {
    await expect(documents.read(xml, 1)).rejects.toMatchObject({ fault });
  });

  it.each<[string, string, unknown]>([
    ['that it is none', '<a></a>', 'is not SAML 2.0 metadata'],
    ['that it is a page', '<!DOCTYPE html>\n<html><body>Log in</body></html>', expect.stringContaining('is a web page')],
    ['that it has a DOCTYPE', `<!DOCTYPE x>${GENUINE}`, 'holds a DOCTYPE'],
    ['that there are several', `${GENUINE}\n${GENUINE}`, 'holds several XML documents one after the other: send one of them'],
    ['that it has an instruction', `<?xml-stylesheet href="x"?>${GENUINE}`, expect.stringContaining('processing instruction')],
    [
      'of another encoding',
      `<?xml version="1.0" encoding="ISO-8859-1"?>${GENUINE}<!--ü-->`,
      expect.stringContaining('declared as ISO-8859-1'),
    ],
    [
      'of its expired certificate',
      entity(role(key('', selfSigned('x.test', { type: 'rsa', notAfter: '210101000000Z' }).cert) + ENDPOINTS)),
      expect.stringContaining('expired, the last one on 2021-01-01'),
    ],
    [
      'what is wrong with its only key',
      entity(role(key('', selfSigned('x.test', { curve: 'secp521r1' }).cert) + ENDPOINTS)),
      'the key of the certificate is on secp521r1; P-256 or P-384 is needed',
    ],
  ])('tells operators %s', async (_what, xml, reason) => {
    await expect(documents.read(xml, 1)).rejects.toMatchObject({ reason });
  });

  it('is not taken from an address that answers with an error', async () => {
    let status = 200;
    const server = createServer((_request, response) => response.writeHead(status).end(GENUINE)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const local = loadConfig({ NODE_ENV: 'test', SSO_NETWORKS: 'loopback' });
      const near = new SamlDocuments(local, new GuardedFetch(local, new Nowhere()), THREADS, clock);
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
      await expect(near.fetch(url, 1)).resolves.toMatchObject({ entityId: ISSUER });
      status = 404;
      await expect(near.fetch(url, 1)).rejects.toMatchObject({ fault: 'PROVIDER_UNREACHABLE' });
    } finally {
      server.close();
    }
  });

  it.each(['https://127.0.0.1/metadata', 'https://169.254.169.254/latest', 'file:///etc/passwd', 'https://nobody.test/'])(
    'is not fetched from %s',
    async (url) => {
      await expect(documents.fetch(url, 1)).rejects.toMatchObject({ fault: 'PROVIDER_UNREACHABLE' });
    },
  );
});

describe('A certificate', () => {
  const { cert } = SIGNER;
  it.each([
    cert,
    bare(cert),
    cert.replaceAll('\n', '\\n'),
    cert.replaceAll('\n', '\r\n'),
    cert.replaceAll('\n', ' '),
    `Bag Attributes\n${cert}`,
  ])('is read in form %#', (text) => expect(certificateOf(text).pem).toBe(certificateOf(cert).pem));
  it.each([
    [`${cert}\n${cert}`, 'holds 2 certificates'],
    [cert.replaceAll('CERTIFICATE', 'PUBLIC KEY'), 'is a PUBLIC KEY'],
    [cert.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE'), 'is a TRUSTED CERTIFICATE'],
    ['x', 'cannot be read'],
  ])('is refused with the reason: %#', (text, reason) =>
    expect(() => certificateOf(text)).toThrow(expect.objectContaining({ reason: expect.stringContaining(reason) })),
  );
});

it('What a provider is told of this service names the addresses of the connection', () => {
  const xml = documents.ofService(samlConnection(), []);
  expect(xml).toContain(`entityID="${ADDRESSES.entityId}"`);
  expect(xml).toContain(`Location="${ADDRESSES.acsUrl}"`);
  expect(xml).toContain(`Location="${ADDRESSES.sloUrl}"`);
});

it('A login asks the provider for an answer to this very request, at the address of the connection', async () => {
  const { redirectUrl, said } = await startedLogin({
    forceLogin: true,
    connection: samlConnection({ nameIdFormat: 'urn:x"y' }),
  });
  const url = new URL(redirectUrl);
  expect(url.searchParams.get('tenant')).toBe('1');
  expect(requestIdOf(url.searchParams.get('RelayState') ?? '')).toBe(said.inResponseTo);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  expect(xml).toContain(`ID="${said.inResponseTo}"`);
  expect(xml).toContain(`AssertionConsumerServiceURL="${ADDRESSES.acsUrl}" ForceAuthn="true"`);
  expect(xml).toContain(`<saml:Issuer>${ADDRESSES.entityId}</saml:Issuer><samlp:NameIDPolicy Format="urn:x&#34;y"`);
});

describe('What can be known without a login', () => {
  it('is whether the certificates are valid, and for how long', async () => {
    const { provider } = await startedLogin({ clock });
    const old = certificateOf(selfSigned('x.test', { type: 'rsa', notAfter: '210101000000Z' }).cert);
    const soon = {
      ...certificateOf(SIGNER.cert),
      notAfter: new Date(clock.now().getTime() + 5 * 86_400_000).toISOString(),
    };
    const outcomes = [];
    for (const certificates of [[certificateOf(SIGNER.cert)], [soon], [old], []]) {
      const [step] = await provider.probe(samlConnection({ certificates }));
      outcomes.push(step?.outcome);
    }
    expect(outcomes).toEqual(['passed', 'warned', 'failed', 'failed']);
  });

  it('is whether the metadata still says the same', async () => {
    const metadata = new WrittenMetadata();
    const { provider } = await startedLogin({ clock, metadata });
    const connection = samlConnection({
      metadataUrl: 'https://idp.customer.test/metadata',
      signOnUrl: 'https://idp.customer.test/sso?a=1&b=2',
    });
    const outcomes = [];
    for (const xml of [GENUINE, GENUINE.replace('/slo', '/bye'), GENUINE.replace('entityID="', 'entityID="x'), '<html/>']) {
      metadata.answer = () => documents.read(xml, 1);
      outcomes.push((await provider.probe(connection))[1]?.outcome);
    }
    expect(outcomes).toEqual(['passed', 'warned', 'failed', 'failed']);
  });
});
