import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { Clock } from '../../src/shared/ports/clock.js';
import { rsaPair } from './rsa-pair.js';

type Claims = Readonly<Record<string, unknown>>;
type Page = { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

export interface Signer {
  /** As it is published. */
  readonly jwk: JWK;
  sign(claims: Claims, header?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** A provider that says whatever a test makes it say. */
export interface ScriptedOidc {
  readonly issuer: string;
  /** The discovery document. */
  metadata: Record<string, unknown>;
  keys: JWK[];
  readonly signer: Signer;
  /** At the token endpoint. */
  token: Page;
  information: Page;
  /** Instead of what stands at a path. */
  readonly pages: Record<string, Page>;
  /** Paths, in the order in which they were asked for. */
  readonly asked: string[];
  /** Claims of a good ID token for `headgate`, but for the nonce. */
  claims(changes?: Claims): Claims;
  close(): Promise<void>;
}

export async function signer(kid: string, alg = 'RS256'): Promise<Signer> {
  const { publicKey, privateKey } = alg === 'RS256' ? rsaPair() : await generateKeyPair(alg, { extractable: true });
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
    sign: (claims, header) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

/** @param own to sign with; making one takes a while */
export async function startScriptedOidc(clock: Clock, own: Signer): Promise<ScriptedOidc> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp: ScriptedOidc = {
    issuer,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/information`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    },
    keys: [own.jwk],
    signer: own,
    token: { status: 500, body: {} },
    information: { status: 500, body: {} },
    pages: {},
    asked: [],
    claims: (changes = {}) => {
      const now = Math.floor(clock.now().getTime() / 1000);
      const good = { iss: issuer, aud: 'headgate', sub: 'ada', iat: now, exp: now + 300, email: 'ada@corp.example' };
      return Object.fromEntries(Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    idp.asked.push(path);
    const pages: Readonly<Record<string, Page>> = {
      '/.well-known/openid-configuration': { body: idp.metadata },
      '/keys': { body: { keys: idp.keys } },
      '/token': idp.token,
      '/information': idp.information,
      ...idp.pages,
    };
    const { status = 200, body, headers } = pages[path] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return idp;
}
