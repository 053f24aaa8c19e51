import { describe, expect, it } from '@jest/globals';
import { SamlLogoutMessages } from '../../../src/sso/adapters/saml/saml-logout-messages.js';
import { FixedClock } from '../../support/fixed-clock.js';
import { CIPHERS, WRAPS, encrypted, flipped } from '../../support/saml-encryption.js';
import {
  ADDRESSES,
  CONFIG,
  ISSUER,
  SIGNER,
  THREADS,
  type StartedLogin,
  samlConnection,
  startedLogin,
  ticketsOf,
} from '../../support/saml-connection.js';
import { logoutRequestXml, redirectQuery, responseAround, signRoot } from '../../support/saml-messages.js';
import { SigningKeys, serviceKey } from '../../support/service-keys.js';
import { selfSigned } from '../../support/self-signed.js';

const CURRENT = selfSigned('headgate.test', { type: 'rsa' });
const FORMER = selfSigned('headgate.test', { type: 'rsa' });
const STRANGER = selfSigned('attacker.test', { type: 'rsa' });
const keys = new SigningKeys(serviceKey(CURRENT), [serviceKey(FORMER, 2)]);
const begin = (assertionEncryption: 'off' | 'accepted' | 'required' = 'required'): Promise<StartedLogin> =>
  startedLogin({ connection: samlConnection({ assertionEncryption }), keys });
const signedInside = (login: StartedLogin): string => signRoot(login.assertion(), SIGNER);
const around = (login: StartedLogin, held: string): string => responseAround(held, login.around);
/** What a provider sends that encrypts: signed within. */
const genuine = (login: StartedLogin, how: Parameters<typeof encrypted>[2] = {}): string =>
  around(login, encrypted(signedInside(login), CURRENT, how));

describe('An encrypted assertion', () => {
  it.each(Object.keys(WRAPS) as (keyof typeof WRAPS)[])('is read, whose key is wrapped by %s', async (wrap) => {
    for (const isBeside of [false, true]) {
      const login = await begin();
      await expect(login.identify(genuine(login, { wrap, isBeside }))).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
    }
  });

  it.each(Object.keys(CIPHERS) as (keyof typeof CIPHERS)[])('is read in a response that is signed around it: %s', async (cipher) => {
    const login = await begin();
    // Then the assertion itself needs no signature, and may have one.
    for (const assertion of [login.assertion(), signedInside(login)]) {
      const whole = signRoot(around(login, encrypted(assertion, CURRENT, { cipher })), SIGNER);
      await expect(login.identify(whole)).resolves.toMatchObject({ subject: 'ines-at-the-provider', email: 'ines@customer.test' });
    }
  });

  it('may be for a key that was replaced, until it is deleted', async () => {
    const login = await begin();
    await expect(login.identify(around(login, encrypted(signedInside(login), FORMER)))).resolves.toMatchObject({
      email: 'ines@customer.test',
    });
    const without = await startedLogin({
      connection: samlConnection({ assertionEncryption: 'accepted' }),
      keys: new SigningKeys(serviceKey(CURRENT)),
    });
    const late = around(without, encrypted(signedInside(without), FORMER));
    await expect(without.identify(late)).rejects.toMatchObject({ fault: 'DECRYPTION_FAILED' });
  });

  it('may hold an encrypted NameID', async () => {
    const login = await begin();
    const assertion = login.assertion();
    const [nameId = ''] = /<(\w+:)?NameID .*<\/\1NameID>/s.exec(assertion) ?? [];
    const hidden = nameId.replace(/^<(\S+)/, '<$1 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"');
    const named = assertion.replace(nameId, encrypted(hidden, CURRENT, { name: 'EncryptedID', cipher: 'aes-128-cbc' }));
    await expect(login.identify(around(login, encrypted(signRoot(named, SIGNER), CURRENT)))).resolves.toMatchObject({
      subject: 'ines-at-the-provider',
    });
    const both = assertion.replace(nameId, nameId + encrypted(hidden, CURRENT, { name: 'EncryptedID' }));
    await expect(login.identify(around(login, encrypted(signRoot(both, SIGNER), CURRENT)))).rejects.toMatchObject({
      fault: 'RESPONSE_MALFORMED',
    });
  });

  it('is demanded where the connection requires it, and refused with the cure where nobody has allowed it', async () => {
    const plain = await begin('required');
    await expect(plain.identify(plain.genuine())).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
      reason: 'the assertion is not encrypted, which the connection requires',
    });
    const whole = signRoot(around(plain, signedInside(plain)), SIGNER);
    await expect(plain.identify(whole)).rejects.toMatchObject({ fault: 'PROVIDER_MISCONFIGURED' });
    const both = await begin('accepted');
    await expect(both.identify(both.genuine())).resolves.toMatchObject({ subject: 'ines-at-the-provider' });
    const off = await begin('off');
    await expect(off.identify(genuine(off))).rejects.toMatchObject({
      fault: 'PROVIDER_MISCONFIGURED',
      reason: expect.stringContaining('assertion_encryption'),
    });
  });
});

/** What a stranger can make who has the public key, and perhaps a captured answer, but no signature of the provider around it. */
const ORACLES: readonly (readonly [string, (login: StartedLogin) => string])[] = [
  ['for another key', (login) => around(login, encrypted(signedInside(login), STRANGER))],
  ['whose wrapped key was changed', (login) => genuine(login, { spoil: { key: flipped } })],
  ['whose wrapped key is too short', (login) => genuine(login, { spoil: { key: (bytes) => bytes.subarray(1) } })],
  ['whose wrapped key is a number too large', (login) => genuine(login, { spoil: { key: (bytes) => Buffer.alloc(bytes.length, 255) } })],
  ['whose wrapped key is of another length', (login) => genuine(login, { cipher: 'aes-128-gcm' }).replace('aes128-gcm', 'aes256-gcm')],
  ['whose tag was changed', (login) => genuine(login, { spoil: { data: flipped } })],
  ['whose text was changed', (login) => genuine(login, { spoil: { data: (bytes) => flipped(bytes, 40) } })],
  ['that was cut off', (login) => genuine(login, { spoil: { data: (bytes) => bytes.subarray(0, 28) } })],
  ['of nothing', (login) => around(login, encrypted('', CURRENT))],
  ['of no text', (login) => around(login, encrypted(String.fromCharCode(0xd800), CURRENT))],
  ['of no XML', (login) => around(login, encrypted('hello', CURRENT))],
  ['of a DOCTYPE', (login) => around(login, encrypted(`<!DOCTYPE x>${signedInside(login)}`, CURRENT))],
  ['of something else', (login) => around(login, encrypted('<a/>', CURRENT))],
  ['of an assertion that nobody signed', (login) => around(login, encrypted(login.assertion(), CURRENT))],
  ['of an assertion that a stranger signed', (login) => around(login, encrypted(signRoot(login.assertion(), STRANGER), CURRENT))],
  ['of an assertion signed by SHA-1', (login) => around(login, encrypted(signRoot(login.assertion(), SIGNER, 'sha1'), CURRENT))],
  ['of an assertion that was changed', (login) => around(login, encrypted(signedInside(login).replace('ines@', 'owner@'), CURRENT))],
  [
    'of an assertion around the signed one',
    (login) =>
      around(
        login,
        encrypted(
          login.assertion({ subject: 'the-owner' }).replace(/<\/(\w+:)?Assertion>$/, (end) => signedInside(login) + end),
          CURRENT,
        ),
      ),
  ],
];

describe('What cannot be decrypted, or was not signed', () => {
  it.each(ORACLES)('is told apart from nothing: one %s', async (_what, write) => {
    const login = await begin();
    await expect(login.identify(write(login))).rejects.toMatchObject({
      fault: 'DECRYPTION_FAILED',
      sentence: 'The answer of the identity provider cannot be decrypted. Ask your administrator.',
      reason: 'cannot be decrypted with any key of the connection, or does not hold what it should, signed by the provider',
    });
  });

  it('is told to administrators in full where the provider signed the response around it', async () => {
    const login = await begin();
    const inside = signRoot(login.assertion(), STRANGER);
    const whole = signRoot(around(login, encrypted(inside, CURRENT)), SIGNER);
    await expect(login.identify(whole)).rejects.toMatchObject({ fault: 'SIGNATURE_INVALID' });
    const unreadable = signRoot(around(login, encrypted(signedInside(login), STRANGER)), SIGNER);
    await expect(login.identify(unreadable)).rejects.toMatchObject({ fault: 'DECRYPTION_FAILED' });
  });
});

describe('An answer is refused before a key is touched', () => {
  it.each<[string, (login: StartedLogin) => string, string]>([
    ['by AES-CBC without a signature around it', (login) => genuine(login, { cipher: 'aes-256-cbc' }), 'ALGORITHM_REFUSED'],
    [
      'by AES-GCM that calls itself CBC',
      (login) => genuine(login).replace(CIPHERS['aes-256-gcm'], CIPHERS['aes-256-cbc']),
      'ALGORITHM_REFUSED',
    ],
    [
      'by triple DES',
      (login) => genuine(login).replace(CIPHERS['aes-256-gcm'], 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc'),
      'ALGORITHM_REFUSED',
    ],
    [
      'by a cipher that is a word of the language',
      (login) => genuine(login).replace(CIPHERS['aes-256-gcm'], 'constructor'),
      'ALGORITHM_REFUSED',
    ],
    ['with a key by RSA 1.5', (login) => genuine(login).replace('rsa-oaep-mgf1p', 'rsa-1_5'), 'ALGORITHM_REFUSED'],
    ['with a key by AES', (login) => genuine(login).replace('rsa-oaep-mgf1p', 'kw-aes256'), 'ALGORITHM_REFUSED'],
    [
      'with two hashes in OAEP',
      (login) => genuine(login, { wrap: 'OAEP, SHA-256' }).replace('mgf1sha256', 'mgf1sha1'),
      'ALGORITHM_REFUSED',
    ],
    [
      'with parameters of OAEP',
      (login) => genuine(login).replace('<ds:DigestMethod', '<xenc:OAEPparams>AAAA</xenc:OAEPparams><ds:DigestMethod'),
      'ALGORITHM_REFUSED',
    ],
    [
      'whose text is elsewhere',
      (login) =>
        genuine(login).replace(/<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/, '<xenc:CipherReference URI="https://attacker.test/"/>'),
      'RESPONSE_MALFORMED',
    ],
    ['with two keys', (login) => genuine(login).replace(/<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/s, '$&$&'), 'SIGNATURE_INVALID'],
    ['with no key', (login) => genuine(login).replace(/<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/s, ''), 'RESPONSE_MALFORMED'],
    ['with two texts', (login) => genuine(login).replace(/<xenc:EncryptedData .*<\/xenc:EncryptedData>/s, '$&$&'), 'SIGNATURE_INVALID'],
    ['twice', (login) => genuine(login).replace(/<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s, '$&$&'), 'RESPONSE_MALFORMED'],
    [
      'beside a plain one',
      (login) => genuine(login).replace('</samlp:Response>', `${signedInside(login)}</samlp:Response>`),
      'RESPONSE_MALFORMED',
    ],
    [
      'in an extension',
      (login) =>
        genuine(login).replace(/<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s, '<samlp:Extensions>$&</samlp:Extensions>'),
      'RESPONSE_MALFORMED',
    ],
    [
      'whose response was changed after it was signed',
      (login) => signRoot(genuine(login), SIGNER).replace(/<xenc:CipherValue>..../g, '<xenc:CipherValue>AAAA'),
      'SIGNATURE_INVALID',
    ],
    [
      'that was put into another signed response',
      (login) => {
        const signed = signRoot(around(login, encrypted(login.assertion(), CURRENT)), SIGNER);
        return signed.replace(
          /<saml:EncryptedAssertion .*<\/saml:EncryptedAssertion>/s,
          encrypted(login.assertion({ subject: 'the-owner' }), CURRENT),
        );
      },
      'SIGNATURE_INVALID',
    ],
    [
      'of which only an attribute is encrypted',
      (login) =>
        around(
          login,
          signRoot(
            login
              .assertion()
              .replace(/<\/(\w+:)?AttributeStatement>/, '<saml:EncryptedAttribute xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>$&'),
            SIGNER,
          ),
        ),
      'PROVIDER_MISCONFIGURED',
    ],
  ])('%s', async (_what, write, fault) => {
    const login = await begin();
    await expect(login.identify(write(login))).rejects.toMatchObject({ fault });
  });

  it('whose captured assertion answers another request', async () => {
    const [first, second] = [await begin(), await begin()];
    const captured = encrypted(signedInside(first), CURRENT);
    await expect(second.identify(around(second, captured))).rejects.toMatchObject({ fault: 'REQUEST_MISMATCH' });
  });
});

it('An answer with two wrapped keys is refused, whatever their names', async () => {
  const login = await begin();
  const two = genuine(login).replace(/<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/s, (key) => key + key.replace('_key', '_other'));
  await expect(login.identify(two)).rejects.toMatchObject({ fault: 'RESPONSE_MALFORMED' });
});

describe('A logout that names its person encrypted', () => {
  const clock = new FixedClock(new Date());
  const logout = new SamlLogoutMessages(CONFIG, THREADS, keys, ticketsOf(clock), clock);
  const asked = { issuer: ISSUER, destination: ADDRESSES.sloUrl, subject: 'x', instant: clock.now() };
  const hidden = encrypted('<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">ines</saml:NameID>', CURRENT, {
    name: 'EncryptedID',
  });
  const query = redirectQuery('SAMLRequest', logoutRequestXml(asked).replace('<saml:NameID>x</saml:NameID>', hidden), SIGNER);
  const receive = (assertionEncryption: 'off' | 'accepted') =>
    logout.receive(samlConnection({ assertionEncryption }), { binding: 'redirect', rawQuery: query }, '203.0.113.1');

  it('is understood where encryption is', async () => {
    await expect(receive('accepted')).resolves.toMatchObject({ subject: 'ines' });
    await expect(receive('off')).rejects.toMatchObject({ fault: 'PROVIDER_MISCONFIGURED' });
  });
});
