import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importJWK, jwtVerify } from 'jose';
import { RotateSigningKey } from '../../src/sessions/application/rotate-signing-key.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

type Json = Record<string, unknown>;

describe('access tokens', () => {
  let app: TestApp;
  let token: string;
  let header: Json;
  let claims: Json;

  beforeAll(async () => {
    app = await startTestApp();
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
    [header, claims] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString())) as [Json, Json];
  });
  afterAll(() => app.close());

  const me = (jwt: string) => app.http.get('/api/v1/me', { token: jwt });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('carry the documented claims and nothing personal', () => {
    expect(header).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(Object.keys(claims).sort()).toEqual(['acr', 'amr', 'aud', 'auth_time', 'exp', 'iat', 'iss', 'nbf', 'sid', 'sub']);
    expect(claims).toMatchObject({ sub: '2', iss: 'http://headgate.test', aud: 'headgate', acr: 'aal1', amr: ['pwd'] });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
  });

  it('verify with the published key set in another library', async () => {
    const { body } = await app.http.get('/.well-known/jwks.json');
    const jwk = body.keys.find((key: Json) => key['kid'] === header['kid']);
    expect(Object.keys(jwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      currentDate: app.clock.now(),
      issuer: 'http://headgate.test',
      audience: 'headgate',
    });
    expect(payload.sub).toBe('2');
  });

  describe('are refused with 401', () => {
    const forgeries: [string, () => string | Promise<string>][] = [
      ['alg none', () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
      ['alg None, with the signature left on', () => `${encode({ ...header, alg: 'None' })}.${encode(claims)}.${token.split('.')[2]}`],
      [
        'HS256 keyed with the public key as PEM',
        async () =>
          hs256(
            createPublicKey({ key: await publicJwk(), format: 'jwk' })
              .export({ type: 'spki', format: 'pem' })
              .toString(),
          ),
      ],
      ['HS256 keyed with the public key as JWK', async () => hs256(JSON.stringify(await publicJwk()))],
      ['another key of ours under the known kid', () => es256(header, claims)],
      ['an unknown kid', () => es256({ ...header, kid: 'unknown' }, claims)],
      ['no kid', () => es256({ alg: 'ES256' }, claims)],
      ['a kid that is an object', () => es256({ ...header, kid: { $gt: '' } }, claims)],
      ['a kid with SQL in it', () => es256({ ...header, kid: "' OR 1=1 --" }, claims)],
      ['a kid of 100,000 characters', () => es256({ ...header, kid: 'k'.repeat(5_000) }, claims)],
      ['a jwk header that brings its own key', () => selfMade('jwk')],
      ['a jku header', () => es256({ ...header, jku: 'http://127.0.0.1/keys' }, claims)],
      ['an x5u header', () => es256({ ...header, x5u: 'http://127.0.0.1/cert' }, claims)],
      ['changed claims under the old signature', () => `${encode(header)}.${encode({ ...claims, sub: '1' })}.${token.split('.')[2]}`],
      ['a truncated signature', () => token.slice(0, -4)],
      ['a signature whose last letter decodes alike', () => respelt()],
      ['a signature with a letter too many', () => `${token}A`],
      ['two parts', () => token.split('.').slice(0, 2).join('.')],
      ['four parts', () => `${token}.x`],
      ['a header that is no JSON', () => `bm90anNvbg.${encode(claims)}.c2ln`],
      ['a header that is null', () => `${encode(null)}.${encode(claims)}.c2ln`],
      ['nothing but dots', () => '..'],
    ];
    it.each(forgeries)('%s [statement 46]', async (_, forge) => {
      const answer = await me(await forge());
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHORIZED' });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(answer.text).not.toMatch(/jwt|signature|algorithm|kid/i);
    });

    const mintings: [string, (claims: Json) => Json][] = [
      ['expired', (original) => ({ ...original, exp: Number(original['iat']) - 1 })],
      ['not valid yet', (original) => ({ ...original, nbf: Number(original['iat']) + 60 })],
      ['for another audience', (original) => ({ ...original, aud: 'someone-else' })],
      ['from another issuer', (original) => ({ ...original, iss: 'http://evil.test' })],
      ['without exp', (original) => without(original, 'exp')],
      ['without nbf', (original) => without(original, 'nbf')],
      ['without sid', (original) => without(original, 'sid')],
      ['with a text as sid', (original) => ({ ...original, sid: '1' })],
      ['with a sid beyond 32 bits', (original) => ({ ...original, sid: 2 ** 40 })],
      ['of another user’s session', (original) => ({ ...original, sub: '1' })],
      ['with a number as sub', (original) => ({ ...original, sub: 2 })],
      ['with a sub beyond 32 bits', (original) => ({ ...original, sub: '9999999999' })],
    ];
    it.each(mintings)('truly signed but %s [statement 47]', async (_, change) => {
      const { KeyRing } = await import('../../src/sessions/adapters/tokens/key-ring.js');
      const { kid, privateKey } = await app.app.get(KeyRing, { strict: false }).signingKey();
      const sealed = (payload: Json) => signed({ alg: 'ES256', kid }, payload, privateKey);
      expect((await me(sealed(claims))).status).toBe(200);
      expect((await me(sealed(change(claims)))).status).toBe(401);
    });

    it('in the query string, in the body, in a cookie, under another scheme, twice [statement 49]', async () => {
      expect((await app.http.get(`/api/v1/me?access_token=${token}`)).status).toBe(401);
      expect((await app.http.post('/api/auth/logout', { access_token: token })).status).toBe(401);
      expect((await app.http.get('/api/v1/me', { headers: { Cookie: `access_token=${token}` } })).status).toBe(401);
      expect((await app.http.get('/api/v1/me', { headers: { Authorization: `Basic ${token}` } })).status).toBe(401);
      expect((await app.http.get('/api/v1/me', { headers: { Authorization: token } })).status).toBe(401);
      expect((await app.http.get('/api/v1/me', { headers: { Authorization: `Bearer ${token}, Bearer ${token}` } })).status).toBe(401);
    });

    it('when a refresh token stands in for it [statement 47]', async () => {
      const { refreshToken } = await logIn(app.http, 'olivia');
      expect((await me(refreshToken)).status).toBe(401);
    });
  });

  it('never speak for another request: 200 at once answer each for its own user', async () => {
    const names = ['olivia', 'adam', 'vera', 'oscar', 'nora', 'sysadmin'];
    const tokens = await Promise.all(names.map(async (name) => (await logIn(app.http, name)).accessToken));
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { status, body } = await app.http.get('/api/v1/me', {
          token: index % 8 === 7 ? 'not-a-token' : (tokens[index % 8] ?? ''),
        });
        return status === 200 ? body.data.user.username : status;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => names[index % 8] ?? 401));
  });

  it('are judged by the application that they are sent to, of several in one process', async () => {
    const other = await startTestApp();
    const { accessToken: foreign } = await logIn(other.http, 'olivia');
    const statuses = (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const { http } = index % 2 === 0 ? app : other;
          return (await http.get('/api/v1/me', { token: index % 4 < 2 ? token : foreign })).status;
        }),
      );
    expect(await statuses()).toEqual(Array.from({ length: 10 }, () => [200, 401, 401, 200]).flat());
    await other.close();
    expect((await me(token)).status).toBe(200);
  });

  it('end an hour after they were made', async () => {
    const { accessToken } = await logIn(app.http, 'adam');
    app.clock.advance({ minutes: 59, seconds: 59 });
    expect((await me(accessToken)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect((await me(accessToken)).status).toBe(401);
  });

  describe('and the rotation of their keys', () => {
    const kids = async (): Promise<string[]> =>
      (await app.http.get('/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);
    const kidOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid;

    it('publishes a new key before it signs, keeps the old one until its last token ended, and loses no request [statement 48]', async () => {
      const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
      const [oldKid] = await kids();
      const before = await logIn(app.http, 'olivia');
      const newKid = await app.app.get(RotateSigningKey).execute('now');
      app.clock.advance({ minutes: 2 });
      expect((await kids()).sort()).toEqual([oldKid, newKid].sort());
      expect(kidOf((await logIn(app.http, 'olivia')).accessToken)).toBe(oldKid);
      app.clock.advance({ minutes: 8, seconds: 1 });
      const after = await logIn(app.http, 'olivia');
      expect(kidOf(after.accessToken)).toBe(newKid);
      for (const { http } of [app, other]) {
        expect((await http.get('/api/v1/me', { token: before.accessToken })).status).toBe(200);
        expect((await http.get('/api/v1/me', { token: after.accessToken })).status).toBe(200);
      }
      app.clock.advance({ minutes: 61 });
      expect(await kids()).toEqual([newKid]);
      await other.close();
    });

    it('rotates on its own only when the newest key is 30 days old, and once for two instances at once', async () => {
      const rotate = app.app.get(RotateSigningKey);
      expect(await rotate.execute('if_due')).toBeNull();
      app.clock.advance({ days: 31 });
      const results = await Promise.all([rotate.execute('if_due'), rotate.execute('if_due')]);
      expect(results.filter((kid) => kid !== null)).toHaveLength(1);
    });

    it('publishes the first key before the first login', async () => {
      const fresh = await startTestApp();
      await fresh.dataSource.query('DELETE FROM signing_keys');
      const [one, other] = await Promise.all([1, 2].map(() => startTestApp({ clock: fresh.clock, database: { url: fresh.databaseUrl } })));
      const sets = await Promise.all([one, other].map(async (app) => (await app?.http.get('/.well-known/jwks.json'))?.body.keys));
      expect(sets[0]).toHaveLength(1);
      expect(sets[1]).toEqual(sets[0]);
      for (const app of [one, other, fresh]) await app?.close();
    });
  });

  /** The same bytes in other letters: four bits of the last one stand for nothing. */
  function respelt(): string {
    const other = String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
    const forged = `${token.slice(0, -1)}${other}`;
    const bytesOf = (jwt: string) => Buffer.from(jwt.split('.')[2] ?? '', 'base64url').toString('hex');
    expect([bytesOf(forged), forged === token]).toEqual([bytesOf(token), false]);
    return forged;
  }
  function without(original: Json, claim: string): Json {
    return Object.fromEntries(Object.entries(original).filter(([name]) => name !== claim));
  }
  async function publicJwk(): Promise<Json> {
    return (await app.http.get('/.well-known/jwks.json')).body.keys[0];
  }
  function hs256(secret: string): string {
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  }
  function signed(head: Json, payload: Json, key: Parameters<typeof sign>[2]): string {
    const input = `${encode(head)}.${encode(payload)}`;
    return `${input}.${sign('sha256', Buffer.from(input), { key: key as never, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }
  function es256(head: Json, payload: Json): string {
    return signed(head, payload, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
  }
  function selfMade(member: 'jwk'): string {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return signed({ ...header, [member]: pair.publicKey.export({ format: 'jwk' }) }, claims, pair.privateKey);
  }
});
