import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  type VerifiedAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';

const RP_ID = 'headgate.example';
const ORIGIN = 'https://headgate.example';
const ELSEWHERE = 'https://headgate.example.phish.example';
const OTHER_CHALLENGE = Buffer.from('a challenge of another login').toString('base64url');

type Verification = Parameters<typeof verifyAuthenticationResponse>[0];
type Expectations = Partial<Verification>;

/** What travels between a browser and a server is JSON, so nothing else may matter. */
const overTheWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const bytesOf = (text = ''): Buffer => Buffer.from(text, 'base64url');

async function creationOptions(held: { id: string }[] = [], rpID = RP_ID): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userID = new Uint8Array([0, 0, 0, 7]);
  const options = { rpName: 'Headgate', rpID, userName: 'ada', userID, excludeCredentials: held };
  return overTheWire(await generateRegistrationOptions(options));
}

async function requestOptions(held?: { id: string }[], rpID = RP_ID): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return overTheWire(await generateAuthenticationOptions({ rpID, allowCredentials: held }));
}

async function enrol(authenticator: SoftwareAuthenticator): Promise<WebAuthnCredential> {
  const options = await creationOptions();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: overTheWire(authenticator.register(options)),
    expectedChallenge: options.challenge,
    expectedOrigin: ORIGIN,
    expectedRPID: RP_ID,
  });
  if (!registrationInfo) throw new Error('The registration was refused');
  return registrationInfo.credential;
}

async function check(
  response: AuthenticationResponseJSON,
  expected: Expectations & Pick<Verification, 'expectedChallenge' | 'credential'>,
): Promise<VerifiedAuthenticationResponse> {
  const defaults = { expectedOrigin: ORIGIN, expectedRPID: RP_ID };
  return verifyAuthenticationResponse({ response: overTheWire(response), ...defaults, ...expected });
}

async function logIn(
  authenticator: SoftwareAuthenticator,
  credential: WebAuthnCredential,
  overrides: Parameters<SoftwareAuthenticator['authenticate']>[1] = {},
  relaxed: Expectations = {},
): Promise<VerifiedAuthenticationResponse> {
  const options = await requestOptions([credential]);
  const response = authenticator.authenticate(options, overrides);
  return check(response, { expectedChallenge: options.challenge, credential, ...relaxed });
}

describe('registration', () => {
  it('is accepted, and tells what kind of credential was made', async () => {
    const options = await creationOptions();
    const response = new SoftwareAuthenticator({ origin: ORIGIN }).register(options);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: overTheWire(response),
      expectedChallenge: options.challenge,
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
    });
    expect(verified).toBe(true);
    expect(registrationInfo).toMatchObject({
      fmt: 'none',
      aaguid: '00000000-0000-0000-0000-000000000000',
      userVerified: true,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
      credential: { id: response.id, counter: 1, transports: ['internal'] },
    });
    expect(bytesOf(response.id)).toHaveLength(32);
  });

  it('answers with the fields of a browser and no more', async () => {
    const response = new SoftwareAuthenticator({ origin: ORIGIN }).register(await creationOptions());
    const text = expect.stringMatching(/^[\w-]+$/);
    expect(response).toEqual({
      id: response.rawId,
      rawId: text,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        attestationObject: text,
        authenticatorData: text,
        clientDataJSON: text,
        publicKey: text,
        publicKeyAlgorithm: -7,
        transports: ['internal'],
      },
    });
    const attestationObject = bytesOf(response.response.attestationObject);
    expect(attestationObject.includes(bytesOf(response.response.authenticatorData))).toBe(true);
  });

  const refusals: [string, Partial<Parameters<typeof verifyRegistrationResponse>[0]>, RegExp][] = [
    ['another challenge', { expectedChallenge: OTHER_CHALLENGE }, /challenge/],
    ['another origin', { expectedOrigin: ELSEWHERE }, /origin/],
    ['another relying party', { expectedRPID: 'other.example' }, /RP ID hash/],
    ['another ceremony', { expectedType: 'webauthn.get' }, /response type/],
    ['other algorithms', { supportedAlgorithmIDs: [-8] }, /algorithm|alg/],
  ];
  it.each(refusals)('is refused where %s is expected', async (_what, other, reason) => {
    const options = await creationOptions();
    const response = new SoftwareAuthenticator({ origin: ORIGIN }).register(options);
    const honest = { expectedChallenge: options.challenge, expectedOrigin: ORIGIN, expectedRPID: RP_ID };
    await expect(verifyRegistrationResponse({ response, ...honest, ...other })).rejects.toThrow(reason);
    expect((await verifyRegistrationResponse({ response, ...honest })).verified).toBe(true);
  });

  it('is not made for a party that excludes a credential it holds', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const stranger = await enrol(new SoftwareAuthenticator({ origin: ORIGIN }));
    const held = await enrol(authenticator);
    const excluding = await creationOptions([stranger, held]);
    expect(() => authenticator.register(excluding)).toThrow('InvalidStateError');
    const excludingOthers = await creationOptions([stranger]);
    expect(authenticator.register(excludingOthers).id).not.toBe(held.id);
    const ofAnotherParty = await creationOptions([held], 'other.example');
    expect(authenticator.register(ofAnotherParty).id).not.toBe(held.id);
  });

  it('is not made for a party that does not know its algorithm', async () => {
    const options = { ...(await creationOptions()), pubKeyCredParams: [{ alg: -257, type: 'public-key' as const }] };
    expect(() => new SoftwareAuthenticator({ origin: ORIGIN }).register(options)).toThrow('NotSupportedError');
  });
});

describe('authentication', () => {
  it('is accepted, time and again', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const credential = await enrol(authenticator);
    // DER gives the two numbers of a signature in as many bytes as they need, so lengths differ.
    for (let time = 0; time < 50; time += 1) {
      const { verified, authenticationInfo } = await logIn(authenticator, credential);
      expect(verified).toBe(true);
      expect(authenticationInfo).toMatchObject({ credentialID: credential.id, userVerified: true, origin: ORIGIN });
    }
  });

  it('answers with the fields of a browser and no more', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const { id } = await enrol(authenticator);
    const text = expect.stringMatching(/^[\w-]+$/);
    expect(authenticator.authenticate(await requestOptions([{ id }]))).toEqual({
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { authenticatorData: text, clientDataJSON: text, signature: text, userHandle: 'AAAABw' },
    });
  });

  it('is signed with the key that the registration showed to the browser', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const registered: RegistrationResponseJSON = authenticator.register(await creationOptions());
    const key = createPublicKey({ key: bytesOf(registered.response.publicKey), format: 'der', type: 'spki' });
    const { response } = authenticator.authenticate(await requestOptions([registered]));
    const clientDataHash = createHash('sha256').update(bytesOf(response.clientDataJSON)).digest();
    const signed = Buffer.concat([bytesOf(response.authenticatorData), clientDataHash]);
    expect(verify('sha256', signed, key, bytesOf(response.signature))).toBe(true);
  });

  // The last column is a party that expects the forged aspect: it accepts, so nothing else was forged.
  const forgeries: [string, Parameters<SoftwareAuthenticator['authenticate']>[1], RegExp, Expectations][] = [
    ['origin', { origin: ELSEWHERE }, /response origin/, { expectedOrigin: ELSEWHERE }],
    ['relying party', { rpId: 'other.example' }, /RP ID hash/, { expectedRPID: 'other.example' }],
    ['challenge', { challenge: OTHER_CHALLENGE }, /response challenge/, { expectedChallenge: OTHER_CHALLENGE }],
    ['type', { type: 'webauthn.create' }, /response type/, { expectedType: 'webauthn.create' }],
    ['user verification', { userVerified: false }, /could not be verified/, { requireUserVerification: false }],
    ['user presence', { userPresent: false }, /not present/, { advancedFIDOConfig: { userVerification: 'preferred' } }],
  ];
  it.each(forgeries)('is refused for a forged %s, and for nothing else', async (_what, forgery, reason, relaxed) => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const credential = await enrol(authenticator);
    await expect(logIn(authenticator, credential, forgery)).rejects.toThrow(reason);
    expect((await logIn(authenticator, credential, forgery, relaxed)).verified).toBe(true);
    expect((await logIn(authenticator, credential)).verified).toBe(true);
  });

  it('is refused for a tampered signature', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const credential = await enrol(authenticator);
    for (let time = 0; time < 20; time += 1) {
      expect((await logIn(authenticator, credential, { tamperSignature: true })).verified).toBe(false);
    }
  });

  it('is made with the allowed one of several credentials, each with its own key', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const [first, second] = [await enrol(authenticator), await enrol(authenticator)];
    const stranger = await enrol(new SoftwareAuthenticator({ origin: ORIGIN }));
    expect(new Set([first.id, second.id, stranger.id]).size).toBe(3);
    for (const credential of [second, first, second]) {
      const options = await requestOptions([stranger, credential]);
      const response = authenticator.authenticate(options);
      expect(response.id).toBe(credential.id);
      const expected = { expectedChallenge: options.challenge };
      expect((await check(response, { ...expected, credential })).verified).toBe(true);
      const other = credential === first ? second : first;
      expect((await check(response, { ...expected, credential: other })).verified).toBe(false);
    }
  });

  it('is not made without a held credential of that party among the allowed', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const held = await enrol(authenticator);
    const stranger = await enrol(new SoftwareAuthenticator({ origin: ORIGIN }));
    const hopeless = [
      await requestOptions(),
      await requestOptions([]),
      await requestOptions([stranger]),
      await requestOptions([held], 'other.example'),
    ];
    for (const options of hopeless) expect(() => authenticator.authenticate(options)).toThrow('NotAllowedError');
  });
});

describe('the counter', () => {
  it('rises with each use of a device-bound credential, for each credential on its own', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const [first, second] = [await enrol(authenticator), await enrol(authenticator)];
    const counters: number[] = [];
    for (const credential of [first, first, second, first]) {
      counters.push((await logIn(authenticator, credential)).authenticationInfo.newCounter);
    }
    expect([first.counter, second.counter]).toEqual([1, 1]);
    expect(counters).toEqual([2, 3, 2, 4]);
  });

  it('stays at zero for a synced passkey, which is accepted', async () => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN, counter: 'zero' });
    const credential = await enrol(authenticator);
    expect(credential.counter).toBe(0);
    for (let time = 0; time < 3; time += 1) {
      const { verified, authenticationInfo } = await logIn(authenticator, credential);
      expect([verified, authenticationInfo.newCounter]).toEqual([true, 0]);
    }
  });

  it.each([0, 4, 5])('is refused when forged to %i after 5, and leaves the genuine one where it was', async (counter) => {
    const authenticator = new SoftwareAuthenticator({ origin: ORIGIN });
    const credential = { ...(await enrol(authenticator)), counter: 5 };
    await expect(logIn(authenticator, credential, { counter })).rejects.toThrow(/counter value/);
    expect((await logIn(authenticator, credential, { counter: 6 })).verified).toBe(true);
    const beforehand = { credential: { ...credential, counter: 1 } };
    expect((await logIn(authenticator, credential, {}, beforehand)).authenticationInfo.newCounter).toBe(2);
  });
});
