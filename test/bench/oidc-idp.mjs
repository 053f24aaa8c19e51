// An OpenID provider that costs next to nothing: it believes who a browser says it is, and signs (RS256, as Okta and Entra ID do).
// It says { issuer } when it listens.
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { URLSearchParams } from 'node:url';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

const { privateKey, publicKey } = await generateKeyPair('RS256');
const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' };
const codes = new Map();
const server = createServer((asked, answer) => void respond(asked, answer));
// Its clients keep their connections between turns.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const issuer = `http://127.0.0.1:${server.address().port}`;

const METADATA = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
};

async function respond(asked, answer) {
  const { pathname, searchParams } = new URL(asked.url, issuer);
  if (pathname === '/authorize') {
    answer.writeHead(302, { Location: returned(searchParams) }).end();
    return;
  }
  const documents = { '/.well-known/openid-configuration': METADATA, '/jwks': { keys: [key] } };
  const said = pathname === '/token' ? await tokens(new URLSearchParams(await text(asked))) : documents[pathname];
  answer.writeHead(said === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
}

function returned(query) {
  const code = randomBytes(16).toString('base64url');
  codes.set(code, { subject: query.get('as'), nonce: query.get('nonce'), client: query.get('client_id') });
  const back = new URL(query.get('redirect_uri'));
  for (const [name, value] of Object.entries({ code, state: query.get('state'), iss: issuer })) back.searchParams.set(name, value);
  return back.href;
}

async function tokens(form) {
  const { subject, nonce, client } = codes.get(form.get('code'));
  codes.delete(form.get('code'));
  const email = `${subject}@delta.example`;
  const signed = await new SignJWT({ nonce, email, email_verified: true, name: subject })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(issuer)
    .setAudience(client)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  return { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: signed };
}

process.channel.ref();
process.send({ issuer });
