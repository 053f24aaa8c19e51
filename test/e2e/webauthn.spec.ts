import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { encodeCbor } from '../support/cbor.js';
import type { Answer } from '../support/http-client.js';
import { challengeOf, enrolTotp, logInTo, nextTotp, verify } from '../support/mfa.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const ORIGIN = 'http://headgate.test';
const RP_ID = 'headgate.test';
const PHISHER = 'http://headgate.test.evil.example';

type Forgery = NonNullable<Parameters<SoftwareAuthenticator['authenticate']>[1]>;
type Attestation = RegistrationResponseJSON;
type Assertion = AuthenticationResponseJSON;

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
const outcome = ({ status, body }: Answer) => [status, body?.code];
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** The ceremonies of one application, as a client goes through them. */
function ceremoniesOf(app: TestApp) {
  const { http } = app;
  const creationOptions = (token: string) => http.post('/api/v1/mfa/webauthn/options', undefined, { token });
  const register = (token: string, body: unknown) => http.post('/api/v1/mfa/webauthn', body, { token });
  const loginOptions = (mfaToken: string) => http.post('/api/auth/mfa/webauthn/options', { mfa_token: mfaToken });
  const stepUpOptions = (token: string) => http.post('/api/auth/mfa/step-up/webauthn/options', undefined, { token });
  const complete = (mfaToken: string, assertion: unknown) =>
    http.post('/api/auth/mfa/verify', { mfa_token: mfaToken, method: 'webauthn', assertion });
  const stepUp = (token: string, assertion: unknown) => http.post('/api/auth/mfa/step-up', { method: 'webauthn', assertion }, { token });

  const attest = async (token: string, authenticator: SoftwareAuthenticator): Promise<Attestation> =>
    authenticator.register((await creationOptions(token)).body.data);

  /** Logs in and registers a passkey as the first factor. */
  const enrol = async (username: string, authenticator = new SoftwareAuthenticator({ origin: ORIGIN })) => {
    const { accessToken } = await logIn(http, username);
    const answer = await register(accessToken, { name: 'Key', attestation: await attest(accessToken, authenticator) });
    if (answer.status !== 201) throw new Error(`The registration answered ${answer.status} ${answer.text}`);
    const { factor, recovery_codes: recoveryCodes } = answer.body.data;
    return { username, accessToken, authenticator, factorId: Number(factor.id), recoveryCodes };
  };

  const logInWith = async (username: string, authenticator: SoftwareAuthenticator, forgery?: Forgery) => {
    const mfaToken = await challengeOf(http, {}, username);
    const { body } = await loginOptions(mfaToken);
    return complete(mfaToken, authenticator.authenticate(body, forgery));
  };

  return {
    creationOptions,
    register,
    loginOptions,
    stepUpOptions,
    complete,
    stepUp,
    attest,
    enrol,
    logInWith,
  };
}

/** No body may hold the first two: they mean something to JavaScript, and would be lost on the way without a word. */
const CURIOUS_MEMBERS: readonly [name: string, isAdmitted: boolean][] = [
  ...(['__proto__', 'constructor'] as const).map((name): [string, boolean] => [name, false]),
  ...(['hasOwnProperty', 'toString', 'then', 'length', 'toJSON'] as const).map((name): [string, boolean] => [name, true]),
];

describe('passkeys and security keys [statement 28]', () => {
  let app: TestApp;
  let webauthn: ReturnType<typeof ceremoniesOf>;
  beforeAll(async () => {
    app = await startTestApp();
    webauthn = ceremoniesOf(app);
  });
  beforeEach(async () => {
    for (const table of ['attempt_throttles', 'mfa_factors', 'mfa_recovery_codes']) await app.dataSource.query(`DELETE FROM ${table}`);
  });
  afterAll(() => app.close());

  const me = (token: string) => app.http.get('/api/v1/me', { token });
  const countingKey = () => new SoftwareAuthenticator({ origin: ORIGIN });
  const syncedKey = () => new SoftwareAuthenticator({ origin: ORIGIN, counter: 'zero' });
  const begun = async (username: string) => {
    const mfaToken = await challengeOf(app.http, {}, username);
    return { mfaToken, options: (await webauthn.loginOptions(mfaToken)).body };
  };
  const factorsOf = async (token: string) => (await app.http.get('/api/v1/mfa/factors', { token })).body.data.factors;

  describe('a registration', () => {
    it('offers options for this site, its user and a challenge of its own', async () => {
      const { accessToken, userId } = await logIn(app.http, 'olivia');
      const { status, body, headers } = await webauthn.creationOptions(accessToken);
      expect([status, body.success, headers.get('cache-control')]).toEqual([200, true, 'no-store']);
      const { rp, user, challenge, pubKeyCredParams, timeout } = body.data;
      expect(rp).toEqual({ id: RP_ID, name: 'Headgate' });
      expect(user.name).toBe('olivia');
      expect(Buffer.from(user.id, 'base64url').toString()).toBe(String(userId));
      expect(Buffer.from(challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
      expect(pubKeyCredParams).toContainEqual({ alg: -7, type: 'public-key' });
      expect(timeout).toBe(300_000);
      expect((await webauthn.creationOptions(accessToken)).body.data.challenge).not.toBe(challenge);
    });

    it('answers the factor and, with the first one, ten recovery codes', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const attestation = await webauthn.attest(accessToken, countingKey());
      const { status, body, headers } = await webauthn.register(accessToken, { name: 'Laptop', attestation });
      expect([status, body]).toEqual([
        201,
        {
          success: true,
          data: {
            factor: {
              id: expect.any(Number),
              type: 'webauthn',
              name: 'Laptop',
              confirmed_at: app.clock.now().toISOString(),
              last_used_at: null,
            },
            recovery_codes: expect.any(Array),
            message: body.message,
          },
          message: expect.any(String),
        },
      ]);
      expect(body.data.recovery_codes).toHaveLength(10);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await factorsOf(accessToken)).toEqual([body.data.factor]);
      expect((await logInTo(app.http, {}, 'olivia')).body.mfa.methods).toEqual(['webauthn', 'recovery_code']);
    });

    it('calls the factor "Passkey" unless told otherwise, and brings no codes with a second one', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { body } = await webauthn.logInWith('olivia', authenticator);
      const attestation = await webauthn.attest(body.access_token, countingKey());
      const second = await webauthn.register(body.access_token, { attestation });
      expect([second.status, second.body.data.factor.name, second.body.data.recovery_codes]).toEqual([201, 'Passkey', null]);
    });

    it('ends the other sessions, keeps this one and tells the owner [statements 42, 55]', async () => {
      const other = await logIn(app.http, 'olivia');
      const { accessToken } = await webauthn.enrol('olivia');
      expect((await me(accessToken)).status).toBe(200);
      expect((await me(other.accessToken)).status).toBe(401);
      const [mail] = await app.dataSource.query('SELECT recipient, subject FROM outbox_mails ORDER BY id DESC LIMIT 1');
      expect(mail).toEqual({
        recipient: 'olivia@delta.example',
        subject: 'A second factor was added to your Headgate account',
      });
    });

    it('excludes what is registered, so that an authenticator is not registered twice by mistake', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { body } = await webauthn.logInWith('olivia', authenticator);
      await expect(webauthn.attest(body.access_token, authenticator)).rejects.toThrow('InvalidStateError');
    });

    it('answers 409 to a passkey that is registered, by the same user or another', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const key = countingKey();
      const attestation = await webauthn.attest(accessToken, key);
      await webauthn.register(accessToken, { attestation });
      const login = await webauthn.logInWith('olivia', key);
      const adam = await logIn(app.http, 'adam');
      for (const token of [String(login.body.access_token), adam.accessToken]) {
        const { challenge } = (await webauthn.creationOptions(token)).body.data;
        const answer = await webauthn.register(token, { attestation: withClientData(attestation, { challenge }) });
        expect(outcome(answer)).toEqual([409, 'CONFLICT']);
        expect((await me(token)).status).toBe(200);
      }
      expect((await webauthn.logInWith('olivia', key)).status).toBe(200);
      await logIn(app.http, 'adam');
    });

    const forged: Readonly<Record<string, (honest: Attestation) => Attestation>> = {
      'another origin': (honest) => withClientData(honest, { origin: PHISHER }),
      'https instead of http': (honest) => withClientData(honest, { origin: 'https://headgate.test' }),
      'another port': (honest) => withClientData(honest, { origin: 'http://headgate.test:8080' }),
      'another challenge': (honest) => withClientData(honest, { challenge: base64url(Buffer.alloc(32, 1)) }),
      'no challenge': (honest) => withClientData(honest, { challenge: '' }),
      'the type of an assertion': (honest) => withClientData(honest, { type: 'webauthn.get' }),
      'another rp id': (honest) => withAuthData(honest, (data) => data.fill(7, 0, 32)),
      'no person present': (honest) => withAuthData(honest, (data) => data.fill(0x44, 32, 33)),
    };
    it.each(Object.keys(forged))('with %s is refused with 400 and adds nothing', async (name) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const attestation = forged[name]?.(await webauthn.attest(accessToken, countingKey()));
      expect(outcome(await webauthn.register(accessToken, { attestation }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(await factorsOf(accessToken)).toEqual([]);
    });

    it('is refused without options, with options of another session, twice, and after five minutes', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const twin = await logIn(app.http, 'olivia');
      const adam = await logIn(app.http, 'adam');
      const attestation = await webauthn.attest(accessToken, countingKey());
      await webauthn.creationOptions(adam.accessToken);
      for (const token of [twin.accessToken, adam.accessToken]) expect((await webauthn.register(token, { attestation })).status).toBe(400);
      expect((await webauthn.register(accessToken, { attestation })).status).toBe(201);

      const other = await webauthn.attest(adam.accessToken, countingKey());
      const wrong = withClientData(other, { origin: PHISHER });
      expect((await webauthn.register(adam.accessToken, { attestation: wrong })).status).toBe(400);
      expect((await webauthn.register(adam.accessToken, { attestation: other })).status).toBe(400);

      const late = await webauthn.attest(adam.accessToken, countingKey());
      app.clock.advance({ minutes: 5 });
      expect((await webauthn.register(adam.accessToken, { attestation: late })).status).toBe(400);
      const timely = await webauthn.attest(adam.accessToken, countingKey());
      app.clock.advance({ minutes: 4, seconds: 59 });
      expect((await webauthn.register(adam.accessToken, { attestation: timely })).status).toBe(201);
    });

    it('replaces the options that came before', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const older = await webauthn.attest(accessToken, countingKey());
      await webauthn.creationOptions(accessToken);
      expect((await webauthn.register(accessToken, { attestation: older })).status).toBe(400);
    });

    it('takes one of 20 parallel answers', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const attestation = await webauthn.attest(accessToken, countingKey());
      const answers = await Promise.all(Array.from({ length: 20 }, () => webauthn.register(accessToken, { attestation })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.every(({ status }) => [201, 400, 401].includes(status))).toBe(true);
      expect(await factorsOf(accessToken)).toHaveLength(1);
    });

    it('adds one first factor when two sessions register at once: the second has not proved it [statement 42]', async () => {
      for (let round = 0; round < 5; round += 1) {
        await app.dataSource.query('DELETE FROM mfa_factors');
        const tokens = [await logIn(app.http, 'olivia'), await logIn(app.http, 'olivia')].map(({ accessToken }) => accessToken);
        const attempts: (readonly [string, Attestation])[] = [];
        for (const token of tokens) attempts.push([token, await webauthn.attest(token, countingKey())]);
        const answers = await Promise.all(attempts.map(([token, attestation]) => webauthn.register(token, { attestation })));
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
      }
    });

    it.each([
      [{}],
      [[]],
      [{ name: 'Key' }],
      [{ attestation: 'text' }],
      [{ attestation: [] }],
      [{ attestation: null }],
      [{ attestation: 7 }],
      [{ name: '', attestation: {} }],
      [{ name: '   ', attestation: {} }],
      [{ name: 7, attestation: {} }],
      [{ name: 'x'.repeat(101), attestation: {} }],
      [{ name: 'Key', attestation: {}, extra: true }],
    ])('refuses the body %j with 400 and keeps the ceremony', async (body) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const attestation = await webauthn.attest(accessToken, countingKey());
      expect(outcome(await webauthn.register(accessToken, body))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await webauthn.register(accessToken, { attestation })).status).toBe(201);
    });
  });

  describe('an absurd attestation', () => {
    const cbor = (...bytes: number[]) => base64url(Buffer.from(bytes));
    const withObject = (honest: Attestation, attestationObject: unknown) => ({
      ...honest,
      response: { ...honest.response, attestationObject },
    });
    const withFormat = (honest: Attestation, fmt: string, statement = new Map<string, string>()) =>
      withObject(honest, attestationObject(fmt, statement, authDataOf(honest)));
    const absurd: Readonly<Record<string, (honest: Attestation) => unknown>> = {
      'nothing in it': () => ({}),
      'no response': ({ id, rawId, type }) => ({ id, rawId, type }),
      'a response of null': (honest) => ({ ...honest, response: null }),
      'a response that is text': (honest) => ({ ...honest, response: 'text' }),
      'an empty id': (honest) => ({ ...honest, id: '', rawId: '' }),
      'an id that is a number': (honest) => ({ ...honest, id: 1, rawId: 1 }),
      'ids that differ': (honest) => ({ ...honest, rawId: 'AAAA' }),
      'another type': (honest) => ({ ...honest, type: 'private-key' }),
      'client data that is no JSON': (honest) => withRawClientData(honest, 'no json'),
      'client data of null': (honest) => withRawClientData(honest, 'null'),
      'client data that is a number': (honest) => ({ ...honest, response: { ...honest.response, clientDataJSON: 7 } }),
      'no attestation object': (honest) => withObject(honest, undefined),
      'an attestation object that is a number': (honest) => withObject(honest, 7),
      'an attestation object that is no base64url': (honest) => withObject(honest, '!!!'),
      'an empty attestation object': (honest) => withObject(honest, ''),
      'CBOR that is a number': (honest) => withObject(honest, cbor(0x07)),
      'CBOR that ends early': (honest) => withObject(honest, cbor(0xa3, 0x63)),
      'a CBOR array of four billion items': (honest) => withObject(honest, cbor(0x9a, 0xff, 0xff, 0xff, 0xff)),
      'a CBOR text of four gigabytes': (honest) => withObject(honest, cbor(0x7a, 0xff, 0xff, 0xff, 0xff)),
      'CBOR nested 60,000 times': (honest) => withObject(honest, base64url(Buffer.alloc(60_000, 0x81))),
      'authenticator data of one byte': (honest) =>
        withObject(honest, attestationObject('none', new Map<string, string>(), Buffer.alloc(1))),
      'authenticator data cut in the key': (honest) =>
        withObject(honest, attestationObject('none', new Map<string, string>(), authDataOf(honest).subarray(0, -10))),
      'a credential id longer than the data': (honest) => withAuthData(honest, (data) => data.fill(0xff, 53, 55)),
      'an unknown format': (honest) => withFormat(honest, 'pigeon'),
      'a statement without need': (honest) => withFormat(honest, 'none', new Map([['alg', 'x']])),
      ...Object.fromEntries(
        ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet'].map((fmt) => [
          `the format ${fmt} without a statement`,
          (honest: Attestation) => withFormat(honest, fmt),
        ]),
      ),
    };
    it.each(Object.keys(absurd))('with %s is refused with 400', async (name) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const attestation = absurd[name]?.(await webauthn.attest(accessToken, countingKey()));
      expect(outcome(await webauthn.register(accessToken, { attestation }))).toEqual([400, 'VALIDATION_FAILED']);
      expect(await factorsOf(accessToken)).toEqual([]);
    });

    it.each([1024, 4000, 40_000])('with a credential id of %i bytes is refused with 400', async (length) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const honest = await webauthn.attest(accessToken, countingKey());
      const data = authDataOf(honest);
      const id = randomBytes(length);
      const long = Buffer.concat([data.subarray(0, 53), Buffer.of(length >> 8, length & 0xff), id, data.subarray(87)]);
      const attestation = withObject(honest, attestationObject('none', new Map<string, string>(), long));
      expect(outcome(await webauthn.register(accessToken, { attestation }))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it.each([['usb'], [7], [true], [{}], [{ a: 1 }], [[7]], [[null]], [[{}]], [[['usb'], 'nfc']], [['nul\u0000byte']]])(
      'with the transports %j does no harm: not 500, and a login works where it is taken',
      async (transports) => {
        const { accessToken } = await logIn(app.http, 'olivia');
        const key = countingKey();
        const honest = await webauthn.attest(accessToken, key);
        const attestation = { ...honest, response: { ...honest.response, transports } };
        const { status } = await webauthn.register(accessToken, { attestation });
        expect([201, 400]).toContain(status);
        if (status === 201) expect((await webauthn.logInWith('olivia', key)).status).toBe(200);
      },
    );

    it.each(CURIOUS_MEMBERS)('with a member called %s changes nothing, or is refused', async (member, isAdmitted) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const honest = await webauthn.attest(accessToken, countingKey());
      const text = JSON.stringify({ attestation: honest });
      const body = text.replace('{"attestation":{', `{"attestation":{"${member}":{"id":"x"},`);
      expect((await webauthn.register(accessToken, body)).status).toBe(isAdmitted ? 201 : 400);
    });

    it('makes the service call no address that its certificates name', async () => {
      const called: string[] = [];
      const listener: Server = createServer((request, response) => {
        called.push(request.url ?? '');
        response.end();
      });
      await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
      const { accessToken } = await logIn(app.http, 'olivia');
      const honest = await webauthn.attest(accessToken, countingKey());
      const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/revoked.crl`;
      const attestation = withObject(honest, androidKeyAttestation(honest, url));
      const { status } = await webauthn.register(accessToken, { attestation });
      listener.close();
      expect([status, called]).toEqual([400, []]);
    });
  });

  describe('a login', () => {
    it('is completed by an assertion, with an honest token and an activation on offer', async () => {
      const { authenticator, factorId } = await webauthn.enrol('olivia');
      const mfaToken = await challengeOf(app.http, {}, 'olivia');
      const options = await webauthn.loginOptions(mfaToken);
      expect([options.status, options.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(options.body).toMatchObject({ rpId: RP_ID, timeout: 300_000, userVerification: 'preferred' });
      expect(options.body.allowCredentials).toHaveLength(1);
      expect(Buffer.from(options.body.challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
      const { status, body } = await webauthn.complete(mfaToken, authenticator.authenticate(options.body));
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(
        ['access_token', 'device_activation', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
      );
      expect(claimsOf(body.access_token)).toMatchObject({ amr: ['pwd', 'hwk'], acr: 'aal2' });
      expect(body.device_activation).toEqual({
        activation_token: expect.any(String),
        device_name: expect.any(String),
        expires_in: 300,
      });
      const [factor] = await factorsOf(body.access_token);
      expect([factor.id, factor.last_used_at]).toEqual([factorId, app.clock.now().toISOString()]);
    });

    it('offers options only to a login that waits, and only to someone with a passkey', async () => {
      const { accessToken } = await logIn(app.http, 'adam');
      const { secret } = await enrolTotp(app, accessToken);
      const totpOnly = await challengeOf(app.http, {}, 'adam');
      expect(outcome(await webauthn.loginOptions(totpOnly))).toEqual([409, 'CONFLICT']);
      expect((await verify(app.http, totpOnly, nextTotp(app.clock, secret))).status).toBe(200);
      await webauthn.enrol('olivia');
      const ended = await challengeOf(app.http, {}, 'olivia');
      app.clock.advance({ minutes: 5 });
      for (const token of [ended, totpOnly, 'x', '', 'A'.repeat(43), '\u0000'])
        expect(outcome(await webauthn.loginOptions(token))).toEqual([401, 'UNAUTHORIZED']);
      for (const body of [{}, [], { mfa_token: 7 }, { mfa_token: ['x'] }, { mfa_token: 'x'.repeat(513) }]) {
        const answer = await app.http.post('/api/auth/mfa/webauthn/options', body);
        expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
      }
    });

    it.each<readonly [string, Forgery]>([
      ['another origin', { origin: PHISHER }],
      ['an origin with another port', { origin: `${ORIGIN}:8080` }],
      ['another rp id', { rpId: 'evil.example' }],
      ['another challenge', { challenge: base64url(Buffer.alloc(32, 1)) }],
      ['a tampered signature', { tamperSignature: true }],
      ['no person present', { userPresent: false }],
      ['the type of a registration', { type: 'webauthn.create' }],
    ])('is refused with %s, and works afterwards with new options', async (_what, forgery) => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      const forged = await webauthn.complete(mfaToken, authenticator.authenticate(options, forgery));
      expect(outcome(forged)).toEqual([401, 'UNAUTHORIZED']);
      const again = (await webauthn.loginOptions(mfaToken)).body;
      expect((await webauthn.complete(mfaToken, authenticator.authenticate(again))).status).toBe(200);
    });

    it('takes an authenticator that does not verify its user: it is a second factor', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      expect((await webauthn.logInWith('olivia', authenticator, { userVerified: false })).status).toBe(200);
    });

    it('judges one answer for one ceremony, right or wrong', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      const wrong = authenticator.authenticate(options, { tamperSignature: true });
      expect((await webauthn.complete(mfaToken, wrong)).status).toBe(401);
      expect((await webauthn.complete(mfaToken, authenticator.authenticate(options))).status).toBe(401);
      const next = (await webauthn.loginOptions(mfaToken)).body;
      const right = authenticator.authenticate(next);
      expect((await webauthn.complete(mfaToken, right)).status).toBe(200);
      expect((await webauthn.complete(mfaToken, right)).status).toBe(401);
      const other = await begun('olivia');
      expect((await webauthn.complete(other.mfaToken, right)).status).toBe(401);
    });

    it('takes no answer to the options of another login, to replaced ones, to none, or after five minutes', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const [one, other] = [await begun('olivia'), await begun('olivia')];
      const foreign = authenticator.authenticate(other.options);
      expect((await webauthn.complete(one.mfaToken, foreign)).status).toBe(401);
      const older = authenticator.authenticate((await webauthn.loginOptions(one.mfaToken)).body);
      await webauthn.loginOptions(one.mfaToken);
      expect((await webauthn.complete(one.mfaToken, older)).status).toBe(401);
      expect((await webauthn.complete(await challengeOf(app.http, {}, 'olivia'), foreign)).status).toBe(401);
      const late = await begun('olivia');
      app.clock.advance({ minutes: 5 });
      expect((await webauthn.complete(late.mfaToken, authenticator.authenticate(late.options))).status).toBe(401);
      const timely = await begun('olivia');
      app.clock.advance({ minutes: 4, seconds: 59 });
      expect((await webauthn.complete(timely.mfaToken, authenticator.authenticate(timely.options))).status).toBe(200);
    });

    it('takes no passkey of another user [statement 23]', async () => {
      const olivia = await webauthn.enrol('olivia');
      const adam = await webauthn.enrol('adam');
      const { mfaToken, options } = await begun('olivia');
      const oliviasId = options.allowCredentials[0].id;
      const { body: adams } = await webauthn.loginOptions(await challengeOf(app.http, {}, 'adam'));
      const foreign = adam.authenticator.authenticate({ ...adams, challenge: options.challenge });
      expect((await webauthn.complete(mfaToken, foreign)).status).toBe(401);
      const next = (await webauthn.loginOptions(mfaToken)).body;
      const disguised = adam.authenticator.authenticate({ ...adams, challenge: next.challenge });
      const worn = { ...disguised, id: oliviasId, rawId: oliviasId };
      expect((await webauthn.complete(mfaToken, worn)).status).toBe(401);
      const last = (await webauthn.loginOptions(mfaToken)).body;
      expect((await webauthn.complete(mfaToken, olivia.authenticator.authenticate(last))).status).toBe(200);
    });

    it('takes no passkey that was removed', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const first = await webauthn.logInWith('olivia', authenticator);
      const token = String(first.body.access_token);
      const second = countingKey();
      const attestation = await webauthn.attest(token, second);
      const { body } = await webauthn.register(token, { attestation });
      const { mfaToken, options } = await begun('olivia');
      const removed = await app.http.delete(`/api/v1/mfa/factors/${body.data.factor.id}`, { token });
      expect(removed.status).toBe(200);
      expect((await webauthn.complete(mfaToken, second.authenticate(options))).status).toBe(401);
      expect((await begun('olivia')).options.allowCredentials).toHaveLength(1);
    });

    it('ends with the fifth failure, and the right answer comes too late [statement 22]', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      let latest = options;
      for (let failure = 1; failure <= 5; failure += 1) {
        const wrong = authenticator.authenticate(latest, { tamperSignature: true });
        expect((await webauthn.complete(mfaToken, wrong)).status).toBe(401);
        const next = await webauthn.loginOptions(mfaToken);
        expect(next.status).toBe(failure < 5 ? 200 : 401);
        if (failure < 5) latest = next.body;
      }
      expect((await webauthn.complete(mfaToken, authenticator.authenticate(latest))).status).toBe(401);
      expect((await webauthn.logInWith('olivia', authenticator)).status).toBe(200);
    });

    it('takes one of 20 parallel answers', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      const assertion = authenticator.authenticate(options);
      const answers = await Promise.all(Array.from({ length: 20 }, () => webauthn.complete(mfaToken, assertion)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    });
  });

  describe('an absurd assertion', () => {
    const inResponse = (honest: Assertion, change: Readonly<Record<string, unknown>>) => ({
      ...honest,
      response: { ...honest.response, ...change },
    });
    const absurd: Readonly<Record<string, (honest: Assertion) => unknown>> = {
      'nothing in it': () => ({}),
      'an unknown id': (honest) => ({ ...honest, id: 'AAAA', rawId: 'AAAA' }),
      'an id that is a number': (honest) => ({ ...honest, id: 7 }),
      'an id that is an object': (honest) => ({ ...honest, id: { id: honest.id } }),
      'an id that is a list': (honest) => ({ ...honest, id: [honest.id] }),
      'only the id': ({ id }) => ({ id }),
      'ids that differ': (honest) => ({ ...honest, rawId: 'AAAA' }),
      'another type': (honest) => ({ ...honest, type: 'password' }),
      'a response of null': (honest) => ({ ...honest, response: null }),
      'a response that is a list': (honest) => ({ ...honest, response: [] }),
      'an empty response': (honest) => ({ ...honest, response: {} }),
      'client data that is no base64url': (honest) => inResponse(honest, { clientDataJSON: '!' }),
      'client data of null': (honest) => inResponse(honest, { clientDataJSON: base64url('null') }),
      'client data that is a list': (honest) => inResponse(honest, { clientDataJSON: base64url('[]') }),
      'client data that is a number': (honest) => inResponse(honest, { clientDataJSON: 7 }),
      'empty authenticator data': (honest) => inResponse(honest, { authenticatorData: '' }),
      'short authenticator data': (honest) => inResponse(honest, { authenticatorData: 'AAAA' }),
      'long authenticator data': (honest) => inResponse(honest, { authenticatorData: base64url(Buffer.alloc(11_000)) }),
      'authenticator data of extensions that are none': (honest) =>
        inResponse(honest, {
          authenticatorData: base64url(
            Buffer.concat([createHash('sha256').update(RP_ID).digest(), Buffer.of(0x81, 0, 0, 0, 1, 0x9b, 0xff)]),
          ),
        }),
      'an empty signature': (honest) => inResponse(honest, { signature: '' }),
      'a signature that is no DER': (honest) => inResponse(honest, { signature: base64url(Buffer.alloc(64, 1)) }),
      'a signature that is an object': (honest) => inResponse(honest, { signature: {} }),
      'a user handle that is an object': (honest) => inResponse(honest, { userHandle: {} }),
      'a NUL in its id': (honest) => ({ ...honest, id: 'nul\u0000byte', rawId: 'nul\u0000byte' }),
    };

    it.each(Object.keys(absurd))('with %s is refused with 401 at login and at step-up', async (name) => {
      const { authenticator, accessToken } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      const atLogin = absurd[name]?.(authenticator.authenticate(options));
      expect(outcome(await webauthn.complete(mfaToken, atLogin))).toEqual([401, 'UNAUTHORIZED']);
      const { body } = await webauthn.stepUpOptions(accessToken);
      const atStepUp = absurd[name]?.(authenticator.authenticate(body));
      expect(outcome(await webauthn.stepUp(accessToken, atStepUp))).toEqual([401, 'UNAUTHORIZED']);
      expect((await webauthn.logInWith('olivia', authenticator)).status).toBe(200);
    });

    it.each(CURIOUS_MEMBERS)('with a member called %s changes nothing, or is refused', async (member, isAdmitted) => {
      const { authenticator } = await webauthn.enrol('olivia');
      const { mfaToken, options } = await begun('olivia');
      const assertion = JSON.stringify(authenticator.authenticate(options));
      const text = assertion.replace('{', `{"${member}":{"id":"x"},`);
      const body = `{"mfa_token":"${mfaToken}","method":"webauthn","assertion":${text}}`;
      expect((await app.http.post('/api/auth/mfa/verify', body)).status).toBe(isAdmitted ? 200 : 400);
    });
  });

  describe('the counter', () => {
    const regressions = async () =>
      app.dataSource.query(
        `SELECT outcome, actor_user_id AS actor, target_type AS type, target_id AS id, detail FROM audit_events
          WHERE action = 'mfa.counter_regressed' AND target_type = 'mfa_factor' ORDER BY id`,
      );

    it('rises with each login of an authenticator that counts', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      for (let login = 0; login < 4; login += 1) {
        const { status, body } = await webauthn.logInWith('olivia', authenticator);
        expect([status, body.device_activation]).toEqual([200, expect.any(Object)]);
      }
      expect(await regressions()).toEqual([]);
    });

    it('stays at zero for a synced passkey, which works on and is trusted', async () => {
      const { authenticator } = await webauthn.enrol('olivia', syncedKey());
      for (let login = 0; login < 4; login += 1) {
        const { status, body } = await webauthn.logInWith('olivia', authenticator);
        expect([status, body.device_activation]).toEqual([200, expect.any(Object)]);
      }
      expect(await regressions()).toEqual([]);
    });

    it.each([
      ['falls', 2],
      ['stands still', 4],
      ['falls to zero', 0],
    ])('lets a login through when it %s, offers no trust and leaves a trace', async (_how, counter) => {
      const { authenticator, factorId } = await webauthn.enrol('olivia');
      for (let login = 0; login < 3; login += 1) expect((await webauthn.logInWith('olivia', authenticator)).status).toBe(200);
      const before = (await regressions()).length;
      const { status, body } = await webauthn.logInWith('olivia', authenticator, { counter });
      expect([status, body.device_activation]).toEqual([200, null]);
      expect((await regressions()).slice(before)).toEqual([
        {
          outcome: 'success',
          actor: Number(body.user.id),
          type: 'mfa_factor',
          id: String(factorId),
          detail: { known: 4, reported: counter },
        },
      ]);
      // A copy does not make the original look like one.
      const genuine = await webauthn.logInWith('olivia', authenticator);
      expect([genuine.status, genuine.body.device_activation]).toEqual([200, expect.any(Object)]);
    });
  });

  describe('a step-up', () => {
    it('is completed by an assertion to options of this session', async () => {
      const { authenticator, accessToken } = await webauthn.enrol('olivia');
      const options = await webauthn.stepUpOptions(accessToken);
      expect([options.status, options.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(options.body.rpId).toBe(RP_ID);
      const assertion = authenticator.authenticate(options.body);
      const { status, body } = await webauthn.stepUp(accessToken, assertion);
      expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'token_type']]);
      expect(claimsOf(body.access_token)).toMatchObject({ amr: ['pwd', 'hwk'], acr: 'aal2' });
      expect((await webauthn.creationOptions(body.access_token)).status).toBe(200);
      expect((await webauthn.stepUp(body.access_token, assertion)).status).toBe(401);
    });

    it('takes no answer to options of another session, of a login, to replaced ones, or after five minutes', async () => {
      const { authenticator } = await webauthn.enrol('olivia');
      const [one, other] = [
        String((await webauthn.logInWith('olivia', authenticator)).body.access_token),
        String((await webauthn.logInWith('olivia', authenticator)).body.access_token),
      ];
      await webauthn.stepUpOptions(one);
      const foreign = authenticator.authenticate((await webauthn.stepUpOptions(other)).body);
      expect((await webauthn.stepUp(one, foreign)).status).toBe(401);
      expect((await webauthn.stepUp(one, authenticator.authenticate((await begun('olivia')).options))).status).toBe(401);
      const older = authenticator.authenticate((await webauthn.stepUpOptions(one)).body);
      await webauthn.stepUpOptions(one);
      expect((await webauthn.stepUp(one, older)).status).toBe(401);
      const late = authenticator.authenticate((await webauthn.stepUpOptions(one)).body);
      app.clock.advance({ minutes: 5 });
      expect((await webauthn.stepUp(one, late)).status).toBe(401);
      const timely = authenticator.authenticate((await webauthn.stepUpOptions(one)).body);
      app.clock.advance({ minutes: 4, seconds: 59 });
      expect((await webauthn.stepUp(one, timely)).status).toBe(200);
    });

    it.each<readonly [string, Forgery]>([
      ['another origin', { origin: PHISHER }],
      ['another rp id', { rpId: 'evil.example' }],
      ['a tampered signature', { tamperSignature: true }],
    ])('is refused with %s, which spends the ceremony', async (_what, forgery) => {
      const { authenticator, accessToken } = await webauthn.enrol('olivia');
      const options = (await webauthn.stepUpOptions(accessToken)).body;
      const forged = await webauthn.stepUp(accessToken, authenticator.authenticate(options, forgery));
      expect(outcome(forged)).toEqual([401, 'UNAUTHORIZED']);
      expect((await webauthn.stepUp(accessToken, authenticator.authenticate(options))).status).toBe(401);
      expect((await me(accessToken)).status).toBe(200);
    });

    it('survives that the session goes on under a new id between options and answer', async () => {
      const { authenticator, accessToken, recoveryCodes } = await webauthn.enrol('olivia');
      const options = (await webauthn.stepUpOptions(accessToken)).body;
      const body = { method: 'recovery_code', code: recoveryCodes[0] };
      const renewed = await app.http.post('/api/auth/mfa/step-up', body, { token: accessToken });
      const answer = await webauthn.stepUp(renewed.body.access_token, authenticator.authenticate(options));
      expect([answer.status, claimsOf(answer.body.access_token).amr]).toEqual([200, ['pwd', 'rc', 'hwk']]);
    });

    it('takes one of 20 parallel answers', async () => {
      const { authenticator, accessToken } = await webauthn.enrol('olivia');
      const assertion = authenticator.authenticate((await webauthn.stepUpOptions(accessToken)).body);
      const answers = await Promise.all(Array.from({ length: 20 }, () => webauthn.stepUp(accessToken, assertion)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    });
  });

  describe('the configuration', () => {
    const CORP = 'http://login.corp.example';
    const APP = 'http://app.corp.example:8443';

    it('names the relying party and the origins of web clients', async () => {
      const environment = { PUBLIC_URL: CORP, WEBAUTHN_RP_ID: 'corp.example', CORS_ORIGINS: APP };
      const corp = await startTestApp({ environment, clock: app.clock });
      const { enrol, logInWith, creationOptions, register, attest } = ceremoniesOf(corp);
      for (const [username, origin] of [
        ['olivia', CORP],
        ['adam', APP],
      ] as const) {
        const { accessToken } = await logIn(corp.http, username);
        expect((await creationOptions(accessToken)).body.data.rp.id).toBe('corp.example');
        const { authenticator } = await enrol(username, new SoftwareAuthenticator({ origin }));
        expect((await logInWith(username, authenticator)).status).toBe(200);
        for (const other of ['http://app.corp.example', 'http://evil.corp.example', 'http://corp.example', ORIGIN])
          expect((await logInWith(username, authenticator, { origin: other })).status).toBe(401);
        expect((await logInWith(username, authenticator, { rpId: 'login.corp.example' })).status).toBe(401);
      }
      const { accessToken } = await logIn(corp.http, 'nora');
      const attestation = await attest(accessToken, new SoftwareAuthenticator({ origin: 'http://evil.corp.example' }));
      expect((await register(accessToken, { attestation })).status).toBe(400);
      await corp.close();
    });
  });
});

/** The attestation of format "none" is not signed, so a client may put other client data beside it. */
function withClientData(honest: Attestation, change: Readonly<Record<string, unknown>>): Attestation {
  const data = JSON.parse(Buffer.from(honest.response.clientDataJSON, 'base64url').toString());
  return withRawClientData(honest, JSON.stringify({ ...data, ...change }));
}

function withRawClientData(honest: Attestation, text: string): Attestation {
  return { ...honest, response: { ...honest.response, clientDataJSON: base64url(text) } };
}

function authDataOf(honest: Attestation): Buffer {
  return Buffer.from(honest.response.authenticatorData ?? '', 'base64url');
}

function withAuthData(honest: Attestation, change: (data: Buffer) => unknown): Attestation {
  const data = authDataOf(honest);
  change(data);
  const object = attestationObject('none', new Map<string, string>(), data);
  return { ...honest, response: { ...honest.response, attestationObject: object } };
}

type Cbor = Parameters<typeof encodeCbor>[0];

function attestationObject(fmt: string, statement: Cbor, authData: Uint8Array): string {
  return base64url(
    encodeCbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    ),
  );
}

/** An attestation of "android-key" whose certificates fit together, under a root of the sender's own making. */
function androidKeyAttestation(honest: Attestation, revocationUrl: string): string {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = root.publicKey.export({ type: 'spki', format: 'der' });
  const clientDataHash = createHash('sha256').update(Buffer.from(honest.response.clientDataJSON, 'base64url')).digest();
  const [version, level, empty] = [der(0x02, Buffer.of(3)), der(0x0a, Buffer.of(1)), der(0x30)];
  const keyDescription = der(0x30, version, level, version, level, der(0x04, clientDataHash), der(0x04), empty, empty);
  const revocation = der(0x30, der(0x30, der(0xa0, der(0xa0, der(0x86, Buffer.from(revocationUrl))))));
  const leafKey = Buffer.from(honest.response.publicKey ?? '', 'base64url');
  const signed = (body: Buffer) => sign('sha256', body, root.privateKey);
  const leaf = certificate('Leaf', leafKey, signed, [
    [Buffer.from('2b06010401d679020111', 'hex'), keyDescription],
    [Buffer.from('551d1f', 'hex'), revocation],
  ]);
  const chain = [leaf, certificate('Root', publicKey, signed, [])].map(encodeCbor);
  const map = Buffer.of(0xa3);
  return base64url(
    Buffer.concat([
      ...[map, encodeCbor('fmt'), encodeCbor('android-key'), encodeCbor('attStmt')],
      ...[map, encodeCbor('alg'), encodeCbor(-7), encodeCbor('sig'), encodeCbor(Buffer.alloc(70, 1))],
      ...[encodeCbor('x5c'), Buffer.of(0x82), ...chain, encodeCbor('authData'), encodeCbor(authDataOf(honest))],
    ]),
  );
}

/** X.509 version 3, issued by "Root" (RFC 5280 section 4.1). */
function certificate(
  subject: string,
  publicKey: Buffer,
  signed: (body: Buffer) => Buffer,
  extensions: readonly (readonly [Buffer, Buffer])[],
): Buffer {
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = (text: string) => der(0x30, der(0x31, der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))));
  const validity = ['200101000000Z', '400101000000Z'].map((time) => der(0x17, Buffer.from(time)));
  const list = extensions.map(([id, value]) => der(0x30, der(0x06, id), der(0x04, value)));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(subject.length)),
    ecdsaWithSha256,
    name('Root'),
    der(0x30, ...validity),
    name(subject),
    publicKey,
    ...(list.length > 0 ? [der(0xa3, der(0x30, ...list))] : []),
  );
  return der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.of(0), signed(body)));
}

function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = [...(body.length > 255 ? [0x82, body.length >> 8] : body.length > 127 ? [0x81] : []), body.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}
