import { beforeAll, describe, expect, it } from '@jest/globals';
import { createSign } from 'node:crypto';
import { certificateOf } from '../../../src/sso/adapters/saml/certificates.js';
import { SamlLogoutMessages } from '../../../src/sso/adapters/saml/saml-logout-messages.js';
import { FixedClock } from '../../support/fixed-clock.js';
import {
  ADDRESSES,
  CONFIG,
  ISSUER,
  SIGNER,
  type StartedLogin,
  THREADS,
  samlConnection,
  startedLogin,
  ticketsOf,
} from '../../support/saml-connection.js';
import {
  CURVE_SIGNATURES,
  DIGESTS,
  SIGNATURES,
  logoutRequestXml,
  redirectQuery,
  responseAround,
  signRoot,
} from '../../support/saml-messages.js';
import { type SelfSigned, selfSigned } from '../../support/self-signed.js';
import { SigningKeys } from '../../support/service-keys.js';

let login: StartedLogin;
beforeAll(async () => {
  login = await startedLogin();
});

type Signature = keyof typeof SIGNATURES;
type Digest = keyof typeof DIGESTS;
const SAFE_SIGNATURES = Object.keys(SIGNATURES).filter((name) => name !== 'sha1') as Signature[];
const SAFE_DIGESTS = Object.keys(DIGESTS).filter((name) => name !== 'sha1') as Digest[];
const signed = (signature: Signature, digest: Digest): string =>
  responseAround(signRoot(login.assertion(), SIGNER, signature, digest), login.around);

describe('A signature may be made with each algorithm of SHA-2', () => {
  it.each(SAFE_SIGNATURES.flatMap((signature) => SAFE_DIGESTS.map((digest): [Signature, Digest] => [signature, digest])))(
    '%s over a digest of %s, and is believed only for what it is over and by the key of the provider',
    async (signature, digest) => {
      await expect(login.identify(signed(signature, digest))).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
      const altered = signed(signature, digest).replace('ines-at-the', 'owner-at-the');
      await expect(login.identify(altered)).rejects.toMatchObject({
        fault: 'SIGNATURE_INVALID',
        reason: 'the Assertion is not as it was signed: something changed it on the way',
      });
      const stranger = signRoot(login.assertion(), selfSigned('attacker.test', { type: 'rsa' }), signature, digest);
      await expect(login.identify(responseAround(stranger, login.around))).rejects.toMatchObject({
        fault: 'SIGNATURE_INVALID',
        reason: expect.stringContaining('no certificate of the connection fits the signature of the Assertion'),
      });
    },
  );

  it('also over the whole response, and over the response and the assertion with different ones', async () => {
    const whole = signRoot(responseAround(login.assertion(), login.around), SIGNER, 'sha384', 'sha384');
    const both = signRoot(signed('sha512', 'sha384'), SIGNER, 'sha384-pss', 'sha256');
    for (const xml of [whole, both]) await expect(login.identify(xml)).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
  });
});

describe('A signature by exclusive canonicalization with comments', () => {
  const withComments = (xml: string): string =>
    responseAround(signRoot(xml, SIGNER, 'sha256', 'sha256', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'), login.around);

  // XML Signature 1.1, section 4.4.3.3: a reference to an ID is without comments, whatever canonicalizes it.
  it('is verified, and signs no comment but the whole text around it', async () => {
    const plain = login.assertion();
    const commented = plain.replace('>ines-at-the-', '>ines-at<!-- her -->-the-');
    expect(commented).not.toBe(plain);
    for (const xml of [withComments(plain), withComments(commented), withComments(plain).replace('>ines-at', '>ines<!-- x -->-at')])
      await expect(login.identify(xml)).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
    await expect(login.identify(withComments(plain).replace('ines-at', 'owner-at'))).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });
});

describe('A safe algorithm carries no unsafe one, and no name of another', () => {
  it.each<[string, () => string, string]>([
    ...SAFE_SIGNATURES.map((signature): [string, () => string, string] => [
      `SHA-1 as the digest below ${signature}`,
      () => signed(signature, 'sha1'),
      'DigestMethod is http://www.w3.org/2000/09/xmldsig#sha1, which is not safe enough',
    ]),
    ...SAFE_DIGESTS.map((digest): [string, () => string, string] => [
      `SHA-1 as the signature over ${digest}`,
      () => signed('sha1', digest),
      'SignatureMethod is http://www.w3.org/2000/09/xmldsig#rsa-sha1, which is not safe enough',
    ]),
    ['SHA-1 around SHA-384', () => signRoot(signed('sha384', 'sha384'), SIGNER, 'sha1', 'sha1'), 'which is not safe enough'],
    ['SHA-384 around SHA-1', () => signRoot(signed('sha1', 'sha1'), SIGNER, 'sha384', 'sha384'), 'which is not safe enough'],
    [
      'SHA-224, which is of no use',
      () => signed('sha384', 'sha384').replaceAll('sha384', 'sha224'),
      'which this service cannot verify: have the provider use http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    ],
    [
      'a digest of SHA-384 by a name that no standard has',
      () => signed('sha384', 'sha384').replace(DIGESTS.sha384, 'http://www.w3.org/2001/04/xmlenc#sha384'),
      'have the provider use http://www.w3.org/2001/04/xmlenc#sha256',
    ],
    ['DSA', () => signed('sha384', 'sha384').replace('#rsa-sha384', '#dsa-sha384'), 'which this service cannot verify'],
    ['a shared secret', () => signed('sha384', 'sha384').replace('#rsa-sha384', '#hmac-sha384'), 'which is not safe enough'],
  ])('%s is refused by name', async (_what, xml, reason) => {
    await expect(login.identify(xml())).rejects.toMatchObject({ fault: 'ALGORITHM_REFUSED', reason: expect.stringContaining(reason) });
  });

  it.each(
    SAFE_SIGNATURES.flatMap((made) =>
      SAFE_SIGNATURES.filter((named) => named !== made).map((named): [Signature, Signature] => [made, named]),
    ),
  )('made with %s and named %s it does not verify', async (made, named) => {
    const renamed = signed(made, 'sha384').replace(SIGNATURES[made], SIGNATURES[named]);
    await expect(login.identify(renamed)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it('nor under the name of another digest', async () => {
    const renamed = signed('sha384', 'sha384').replace(DIGESTS.sha384, DIGESTS.sha256);
    await expect(login.identify(renamed)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });
});

describe('A provider may sign with a key of an elliptic curve', () => {
  const CURVES = ['prime256v1', 'secp384r1'].map((curve) => [curve, selfSigned('idp.test', { curve })] as const);
  const known = (cert: string) => startedLogin({ connection: samlConnection({ certificates: [certificateOf(cert)] }) });

  it.each(CURVES)('%s, and is believed only for what it signed, by its own key and by its own name', async (curve, own) => {
    const at = await known(own.cert);
    for (const name of Object.keys(CURVE_SIGNATURES) as (keyof typeof CURVE_SIGNATURES)[]) {
      const by = (key: SelfSigned) => responseAround(signRoot(at.assertion(), key, name, 'sha384'), at.around);
      await expect(at.identify(by(own))).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
      const altered = by(own).replace('ines-at-the', 'owner-at-the');
      await expect(at.identify(altered)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
      await expect(at.identify(by(selfSigned('attacker.test', { curve })))).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
      for (const [other, url] of Object.entries({ ...SIGNATURES, ...CURVE_SIGNATURES }).filter(
        ([other]) => other !== name && other !== 'sha1',
      ))
        await expect([other, at.identify(by(own).replace(CURVE_SIGNATURES[name], url))][1]).rejects.toMatchObject({
          fault: 'SIGNATURE_INVALID',
        });
    }
  });

  it('but not with the structure of X.509 as the value, which others would read differently', async () => {
    const [[, own]] = CURVES as [(typeof CURVES)[number]];
    const at = await known(own.cert);
    const xml = responseAround(signRoot(at.assertion(), own, 'sha256-ec'), at.around);
    const info = /<SignedInfo.*<\/SignedInfo>|<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(xml)?.[0] ?? '';
    const der = createSign('sha256').update(info).sign(own.key, 'base64');
    const replaced = xml.replace(/(SignatureValue>)[^<]+/, (_, tag: string) => `${tag}${der}`);
    expect(replaced).not.toBe(xml);
    await expect(at.identify(replaced)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });

  it.each(['secp256k1', 'secp521r1'])('of P-256 or P-384, not of %s', (curve) => {
    expect(() => certificateOf(selfSigned('idp.test', { curve }).cert)).toThrow(
      expect.objectContaining({ reason: `the key of the certificate is on ${curve}; P-256 or P-384 is needed` }),
    );
  });

  it('and not of a point beside its curve, which nothing can verify with', () => {
    const der = Buffer.from(selfSigned('idp.test').cert.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    // The point stands behind the name of its curve: 03 42 00 04, then its two numbers.
    const at = der.indexOf(Buffer.from('03420004', 'hex'));
    der[at + 40] = (der[at + 40] ?? 0) ^ 1;
    expect(() => certificateOf(der.toString('base64'))).toThrow(
      expect.objectContaining({ reason: 'the key of the certificate cannot be read' }),
    );
  });

  it.each(CURVES)('in the query of a logout too: %s', async (_curve, own) => {
    const connection = samlConnection({ certificates: [certificateOf(own.cert)] });
    const clock = new FixedClock(new Date());
    const logout = new SamlLogoutMessages(CONFIG, THREADS, new SigningKeys(), ticketsOf(clock), clock);
    const xml = logoutRequestXml({ issuer: ISSUER, destination: ADDRESSES.sloUrl, subject: 'ines', instant: clock.now() });
    const receive = (query: string) => logout.receive(connection, { binding: 'redirect', rawQuery: query }, '203.0.113.1');
    for (const algorithm of Object.keys(CURVE_SIGNATURES) as (keyof typeof CURVE_SIGNATURES)[])
      await expect(receive(redirectQuery('SAMLRequest', xml, own, { algorithm }))).resolves.toMatchObject({ subject: 'ines' });
    const named = redirectQuery('SAMLRequest', xml, own, { algorithm: 'sha256-ec' }).replace('ecdsa-sha256', 'rsa-sha256');
    await expect(receive(named)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
  });
});
